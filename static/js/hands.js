// Fills the hands of a form from one keypad at its foot: cards or a number for the hand that is
// being entered. A field shows points; the cards that they come from are sent beside them.
import { CARD as ONE, SUIT, cardButton, suitOf } from "./cards.js";
import { fill, textsOf } from "./texts.js";

const CARD = new RegExp(ONE, "giu");
const OF_SUIT = new RegExp(`(.)${SUIT}$`, "iu");
const NUMBER = /^-?\d{1,6}([+-]\d{1,6})*$/;
const BETWEEN = /[\s,;]+/g;
const TYPING = "points are typed";

const pad = document.querySelector(".hand-keys");
const form = pad.closest("form");
const texts = textsOf(pad);
const next = pad.querySelector("[data-next]");
const status = pad.querySelector("[role=status]");
const groups = pad.querySelector("[data-suit]") !== null;
const keys = [...pad.querySelectorAll("[data-rank]")];
const ranks = new Set(keys.map((key) => key.dataset.rank));
const [lowest, ...others] = [...ranks].filter((rank) => rank !== "A" && rank !== "*");
const highest = others.slice(-2).reverse();
const hands = [...form.querySelectorAll(".hand")].map((section) => ({
  section,
  player: section.dataset.player,
  name: section.dataset.name,
  field: section.querySelector("input[type=text]"),
  cards: section.querySelector("input[type=hidden]"),
  fate: section.querySelector("select"),
}));
let current;

const holds = "outHolds" in form.dataset;
const isOut = (hand) =>
  (!holds && form.querySelector("input[name=out]:checked")?.value === hand.player) ||
  Boolean(hand.fate?.value);

const choiceOf = ({ player }) =>
  [...form.querySelectorAll("input[name=out]")].find(({ value }) => value === player);

/** Who has something left did not go out. */
function isIn(hand) {
  if (!isOut(hand) || hand.fate?.value) return;
  choiceOf(hand).checked = false;
  hand.left = "";
}

// A comma tells the card "7," from seven points, as in the field of a page without scripts.
const textOf = (hand) => (hand.cards.value ? `${hand.cards.value},` : hand.field.value.trim());

function rankOf(code) {
  const rank = code.replace(OF_SUIT, "$1").toUpperCase();
  return { T: "10", JK: "*", JOKER: "*" }[rank] ?? rank;
}

const suitIn = (code) => (OF_SUIT.test(code) && rankOf(code) !== "*" ? suitOf(code.slice(-1)) : "");

/** Whether a card is one of those of a key, all of which cost the same. */
const isOf = ({ dataset: { rank, suits } }, code) =>
  rankOf(code) === rank && (!suits || [...suits].includes(suitIn(code)));

/** Whether cards are a whole hand with suits, whose groups the referee finds. */
const isWhole = (cards) => groups && cards.every((code) => suitIn(code) || rankOf(code) === "*");

/** The cards of a text; none where it is a number, or has anything else in it. */
function cardsIn(text) {
  const strange = text.split(BETWEEN).some((word) => /^\d+$/.test(word) && !ranks.has(word));
  const other = text.replace(CARD, "").replace(BETWEEN, "");
  return strange || other || NUMBER.test(text) ? [] : (text.match(CARD) ?? []);
}

/** What each card counts; an ace in melds is low beside the lowest rank, as the referee has it. */
function valuesOf(hand, codes) {
  const ranks = codes.map(rankOf);
  const low = hand.section.dataset.lowAce;
  return ranks.map((rank, place) => {
    const sides = [ranks.slice(0, place).reverse(), ranks.slice(place + 1)];
    const isLow = (side, other) =>
      side[0] === lowest &&
      side[1] !== lowest &&
      other[0] !== "A" &&
      !highest.every((high, at) => other[at] === high);
    const lies = low && rank === "A" && (isLow(...sides) || isLow(...sides.reverse()));
    return lies ? Number(low) : Number(keys.find((key) => isOf(key, codes[place]))?.dataset.points ?? 0);
  });
}

/** What a text comes to, as it is shown; empty for nothing, or nothing readable. */
function worth(hand, text) {
  const number = text.replace(/\u2212/g, "-").replace(/\s*([+-])\s*/g, "$1").trim();
  const cards = NUMBER.test(number) ? [] : cardsIn(text);
  if (cards.length && isWhole(cards)) return fill(texts.whole, { count: cards.length });
  const parts = NUMBER.test(number)
    ? number.match(/-?\d+/g).map(Number)
    : valuesOf(hand, cardsIn(text));
  const sum = parts.reduce((before, part) => before + part, 0);
  return parts.length ? String(sum).replace("-", "\u2212") : "";
}

/** Give a hand its text: the field shows what cards come to. */
function put(hand, text) {
  const cards = ranks.size ? cardsIn(text) : [];
  hand.cards.value = cards.join(" ");
  hand.field.value = cards.length ? worth(hand, text) : text;
  draw(hand);
}

function draw(hand) {
  const { section, cards, field } = hand;
  const codes = cards.value.match(CARD) ?? [];
  const drawn = codes.map((code, value) =>
    cardButton({ rank: rankOf(code), suit: suitIn(code), value }),
  );
  section.querySelector(".cards").replaceChildren(...drawn);
  const isSum = /\d\s*[+-]/.test(field.value);
  section.querySelector("output").textContent = isSum ? `= ${worth(hand, field.value)}` : "";
  section.querySelector("[data-undo]").hidden = !hand.before || hand.before === textOf(hand);
  section.toggleAttribute("data-out", isOut(hand) && !hand.fate?.value);
  const out = section.hasAttribute("data-out");
  Object.assign(field, { placeholder: out ? "0" : "", tabIndex: out ? -1 : 0 });
  if (hand.fate) hand.fate.hidden = isOut(hand) && !hand.fate.value;
  section.querySelector(".hand-value").hidden = Boolean(hand.fate?.value);
  drawPhone(hand, codes);
}

/** Under a name: how its points come, and what its phone counted otherwise, to choose from. */
function drawPhone(hand, codes) {
  const { section } = hand;
  const { phone, kept, state, denied } = section.dataset;
  const entered = worth(hand, textOf(hand));
  const counted = phone === undefined ? "" : worth(hand, phone);
  hand.differs = Boolean(counted && entered && counted !== entered && kept !== phone && !isOut(hand));
  const sum = codes.length > 1 && !isWhole(codes) ? valuesOf(hand, codes).join(" + ") : "";
  const note = section.querySelector(".hand-note");
  const same = counted && counted === entered ? texts.phone : (state ?? "");
  note.textContent = section.hasAttribute("data-out")
    ? note.dataset.out
    : hand.differs
      ? fill(denied ? texts.denied : texts.differs, { name: hand.name, entered, counted })
      : sum || (entered && !same ? "" : same);
  section.toggleAttribute("data-differs", hand.differs);
  section.querySelector(".hand-choice").hidden = !hand.differs;
  section.querySelector("[data-keep]").textContent = fill(texts.keep, { points: entered });
  section.querySelector("[data-use]").textContent = fill(texts.use, { points: counted });
}

const kinds = [...form.querySelectorAll("[data-ended]")];

/**
 * Whether nothing more is needed: one number is the difference, where it was tapped how a knock came
 * out, and where nobody went out, hands may count nothing.
 */
const isAll = () =>
  form.querySelector("[data-counts-nothing]:checked") ||
  (kinds.some(({ checked }) => checked) && hands.filter((hand) => textOf(hand)).length === 1);

/** The next hand that has nothing yet; one that was passed over is not asked for again. */
function following() {
  if (isAll()) return undefined;
  const place = hands.indexOf(current);
  return [...hands.slice(place + 1), ...hands.slice(0, place)].find(
    (hand) => hand.differs || (!textOf(hand) && !hand.passed && !isOut(hand)),
  );
}

function drawPad() {
  const values = { name: current.name, points: worth(current, textOf(current)) };
  const says = fill(values.points ? texts.hand : texts.empty, values);
  if (status.textContent !== says) status.textContent = says;
  const then = following();
  if (then) next.textContent = fill(then.differs ? texts.choose : texts.next, then);
  for (const key of keys) drawKey(key);
  next.hidden = !then;
  for (const send of pad.querySelectorAll("[type=submit]")) send.hidden = Boolean(then);
}

/** A key that was tapped says how often. */
function drawKey(key) {
  const { points: each } = key.dataset;
  const times = (current.cards.value.match(CARD) ?? []).filter((code) => isOf(key, code)).length;
  key.setAttribute("aria-pressed", String(times > 0));
  key.querySelector("small").textContent = times ? `\u00d7${times}` : each;
}

/** What is tapped is read out; a field that is typed into speaks for itself. */
const readOut = (tapped) => status.setAttribute("aria-live", tapped ? "polite" : "off");

const suitChosen = () => pad.querySelector("[data-suit][aria-pressed=true]")?.dataset.suit;

function chooseSuit(suit) {
  for (const key of pad.querySelectorAll("[data-suit]")) {
    key.setAttribute("aria-pressed", String(key.dataset.suit === suit));
  }
}

/** Choose a hand: the first digit takes the place of the points that stand there. */
function enter(hand) {
  if (hand !== current) chooseSuit();
  current = hand;
  hand.chosen = true;
  for (const { section } of hands) section.toggleAttribute("data-current", section === hand.section);
  drawPad();
}

/** Bring the hand that is being entered into sight above the keypad. */
function bring() {
  const { section } = current;
  const covered = pad.offsetHeight + parseFloat(getComputedStyle(pad).bottom);
  const { top, bottom } = section.getBoundingClientRect();
  // `scrollIntoView` would have keys go on from there.
  scrollBy(0, Math.min(top, Math.max(0, bottom + covered + 8 - innerHeight)));
}

function goTo(hand) {
  enter(hand);
  bring();
}

function goOn() {
  current.passed = true;
  goTo(following());
}

/** What was wrong with a hand is another text than it has now. */
function forgive({ section, field }) {
  section.querySelector(".problem")?.remove();
  field.removeAttribute("aria-invalid");
}

function enterText(hand, text) {
  forgive(hand);
  put(hand, text);
  drawPad();
}

/** Change the hand by a tap; what takes the place of something else can be undone. */
function change(hand, text, replaces = false) {
  isIn(hand);
  if (replaces) hand.before = textOf(hand) || hand.before;
  enterText(hand, text);
  bring();
}

/** Change the hand that is being entered by a key that the next digit follows. */
function type(text, replaces) {
  current.chosen = false;
  change(current, text, replaces);
}

const written = (cards) => cards.map((card) => `${card},`).join(" ");

const PRESSED = {
  rank({ rank, suits = "" }) {
    const { cards } = current;
    const suit = rank === "*" ? "" : (suits[0] ?? suitChosen() ?? "");
    change(current, written([...cards.value.split(" ").filter(Boolean), rank + suit]), !cards.value);
  },
  // One suit at a time, for the ranks that follow; none, and they are only ranks.
  suit({ suit }) {
    chooseSuit(suitChosen() === suit ? undefined : suit);
  },
  digit({ digit }) {
    const { cards, field, chosen } = current;
    if (digit === "+" && (cards.value || !/\d$/.test(field.value))) return;
    const replaces = Boolean(cards.value) || (chosen && digit !== "+");
    type((replaces ? "" : field.value) + digit, replaces);
  },
  nothing() {
    type("0", true);
  },
  back() {
    const { cards, field } = current;
    type(cards.value ? written(cards.value.split(" ").slice(0, -1)) : field.value.slice(0, -1));
  },
  sign() {
    const typed = current.field.value.trim();
    type(/^[-\u2212]/.test(typed) ? typed.slice(1) : `\u2212${typed}`);
  },
  kind() {
    localStorage[TYPING] = typesPoints() ? "" : "yes";
    drawKind();
    bring();
  },
  next: goOn,
  // Nothing is left, and the next hand is the one to enter; once more takes it back.
  wentOut() {
    const choice = choiceOf(current);
    choice.checked = !choice.checked;
    decide();
    bring();
  },
  undo() {
    change(current, current.before);
    current.before = "";
    draw(current);
  },
};

// The keypad that was used last on this phone comes first.
const typesPoints = () => !ranks.size || Boolean(localStorage[TYPING]);

function drawKind() {
  for (const each of pad.querySelectorAll("[data-of]")) {
    each.hidden = (each.dataset.of === "points") !== typesPoints();
  }
}

/** Who went out has nothing left; what stood there comes back with another choice. */
function drawOut() {
  for (const hand of hands) {
    const text = isOut(hand) ? "" : hand.left || textOf(hand);
    hand.left = isOut(hand) ? hand.left || textOf(hand) : "";
    put(hand, text);
  }
  enter((isOut(current) && (following() ?? hands.find((hand) => !isOut(hand)))) || current);
}

/** Who went out is chosen now: what was wrong with that is no longer. */
function decide() {
  form.querySelector("fieldset > .problem")?.remove();
  drawOut();
}

function begin() {
  for (const hand of hands) Object.assign(hand, { before: "", left: "", passed: false });
  current = hands[0];
  drawOut();
  const wrong = form.querySelector(".problem");
  const asked = hands.find(({ section }) =>
    wrong ? section.contains(wrong) : section.matches("[data-opened]"),
  );
  enter(asked ?? ((textOf(current) && following()) || current));
  // Large letters leave little room; what is asked or looked for comes first.
  if (asked || !(form.querySelector("[role=alert]") || location.hash)) bring();
  const place = wrong?.closest("section, fieldset");
  place?.scrollIntoView({ block: "center" });
  place?.querySelector("input").focus({ preventScroll: true });
}

/** What was entered here stands, whatever the phone of the player counted. */
function keep(hand) {
  const { section } = hand;
  section.dataset.kept = section.dataset.phone;
  const name = `kept-${hand.field.name.replace("points-", "")}`;
  const field = form.elements.namedItem(name) ?? document.createElement("input");
  Object.assign(field, { type: "hidden", name, value: section.dataset.phone });
  section.append(field);
  draw(hand);
  drawPad();
}

const handOf = (target) => hands.find(({ section }) => section.contains(target));

form.addEventListener("click", (event) => {
  const hand = handOf(event.target);
  if (hand && !event.target.closest(".hand-choice")) goTo(hand);
  const pressed = event.target.closest("button");
  readOut(Boolean(pressed));
  if (!pressed) return;
  for (const name of Object.keys(pressed.dataset)) PRESSED[name]?.(pressed.dataset);
  if (!hand) return;
  event.preventDefault();
  if ("keep" in pressed.dataset || "use" in pressed.dataset) {
    if ("use" in pressed.dataset) change(hand, hand.section.dataset.phone, true);
    else keep(hand);
    return;
  }
  if (pressed.matches(".card")) {
    change(hand, written(hand.cards.value.split(" ").filter((_, place) => place !== Number(pressed.value))));
  }
  hand.field.focus();
});

// What is typed with a keyboard takes the place of cards; cards may be typed too.
form.addEventListener("focusin", ({ target }) => {
  const hand = handOf(target);
  if (hand && hand !== current && !target.closest(".hand-choice")) goTo(hand);
  if (hand?.cards.value && target === hand.field) target.select();
});

form.addEventListener("input", ({ target }) => {
  const hand = handOf(target);
  if (!hand) return;
  isIn(hand);
  if (hand.cards.value) hand.before = textOf(hand);
  hand.cards.value = "";
  hand.chosen = false;
  forgive(hand);
  draw(hand);
  drawPad();
});

form.addEventListener("change", ({ target }) => {
  const hand = handOf(target);
  // Nothing is scrolled: a field may be left by a tap on a button, which would miss it.
  if (kinds.includes(target)) {
    for (const kind of kinds) kind.checked &&= kind === target;
    drawPad();
  } else if (target.name === "out") decide();
  else if (target === hand?.fate) {
    // Whoever declared wrongly ended the deal, and nobody went out.
    const nobody = form.querySelector("#out-nobody");
    if (nobody) nobody.checked = Boolean(form.querySelector("option[data-ends]:checked"));
    decide();
  }
  else if (hand) enterText(hand, textOf(hand));
});

// Enter goes on to the next player as the keypad does; after the last it saves.
form.addEventListener("keydown", (event) => {
  readOut(false);
  const hand = handOf(event.target);
  if (event.key !== "Enter" || event.target !== hand?.field) return;
  enterText(hand, textOf(hand));
  if (!following()) return;
  event.preventDefault();
  goOn();
  current.field.focus();
});

// The keypad takes the place of the phone's own.
for (const { field } of hands) field.inputMode = "none";
drawKind();
begin();
// The browser may have kept what was typed over a reload.
addEventListener("pageshow", drawOut);
form.addEventListener("counted", () => {
  hands.forEach(draw);
  drawPad();
});
form.addEventListener("emptied", begin);
// What the deal would bring makes the keypad higher.
form.addEventListener("told", bring);
// What was tapped before this script ran is entered now: first.js kept it.
dispatchEvent(new Event("hands"));
