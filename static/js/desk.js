// Tapping cards without a round trip; the address is made when the question is asked.
// The same buttons, the same fields and the same text as without a script.
import { CARD, RANK, SUIT, cardButton, signOf, suitOf } from "./cards.js";

const form = document.querySelector(".desk-form");
const pad = form.querySelector("[data-pad]");
const says = form.querySelector(".pad-says");
const saysShape = document.querySelector("#says-button");
const wilds = form.dataset.wilds.split(" ").filter(Boolean);
const go = form.querySelector("#likely");
let asked = null;
const usual = Object.entries(JSON.parse(form.dataset.usual));
const word = new RegExp(`\\/|${CARD}(?:=${CARD})?|[^\\s\\/,;]+`, "giu");
const single = new RegExp(`^(${RANK})(${SUIT}?)$`, "iu");
let wild = null;

const field = (name) => form.elements.namedItem(name);
const stripOf = (name) => form.querySelector(`[data-strip="${name}"]`);
const isSingle = (name) => "single" in stripOf(name).dataset;
const words = (name) => (field(name).value.replace(/\s*=\s*/g, "=").match(word) ?? []).map(tidied);

function tidied(text) {
  return text.split("=").map(code).join("=");
}

function code(text) {
  if (/^(joker|jk|🃏|\*)$/iu.test(text)) return "*";
  const found = single.exec(text);
  if (!found) return text;
  const rank = found[1].toUpperCase();
  return (rank === "T" ? "10" : rank) + suitOf(found[2]);
}

function parts(text) {
  const suit = signOf(text.slice(-1)) ? text.slice(-1) : "";
  return [suit ? text.slice(0, -1) : text, suit];
}

function newMeld() {
  return Object.assign(document.createElement("div"), { className: "meld" });
}

function drawnSays(name, stands, place) {
  const [rank, suit] = parts(stands);
  const made = saysShape.content.firstElementChild.cloneNode(true);
  made.value = `${name}:${place}`;
  const shown = stands ? rank + signOf(suit) : "…";
  made.firstElementChild.textContent = saysShape.dataset.standsFor.replace("{card}", shown);
  if (wild && wild.name === name && wild.place === place) made.setAttribute("aria-current", "true");
  return made;
}

function drawnCard(name, text, place) {
  const [own, stands = ""] = text.split("=");
  const [rank, suit] = parts(own);
  const placed = Object.assign(document.createElement("span"), { className: "placed" });
  placed.append(cardButton({ rank, suit, text: own, value: `${name}:${place}` }));
  const mayStand = wilds.includes(rank) && "stands" in stripOf(name).dataset;
  if (mayStand) placed.append(drawnSays(name, stands, place));
  return placed;
}

function draw(name) {
  const melds = [newMeld()];
  words(name).forEach((text, place) => {
    if (text === "/") melds.push(newMeld());
    else melds.at(-1).append(drawnCard(name, text, place));
  });
  stripOf(name).replaceChildren(...melds);
  if (go) guess(words(name).length > 0);
}

// Before a question is chosen: the one that is likely meant, by the rules. The button asks it, too,
// where its answer is still under way.
async function guess(isEntered) {
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  const sent = new URLSearchParams(new FormData(form));
  go.disabled = !isEntered;
  const answer = isEntered
    ? await fetch(`${form.dataset.likely}?${sent}`, { signal })
        .then((answered) => (answered.ok ? answered.json() : {}))
        .catch(() => ({}))
    : {};
  if (signal.aborted) return;
  let title = go.dataset.ask;
  for (const one of form.querySelectorAll(".question")) {
    const isLikely = one.value === answer.ask;
    one.ariaCurrent = isLikely ? "true" : null;
    if (isLikely) title = one.textContent;
  }
  go.textContent = title;
}

function listen(to) {
  const before = wild;
  wild = to;
  says.hidden = !to;
  for (const one of [before, to]) if (one) draw(one.name);
}

function write(name, held) {
  const tidy = held.filter((text, at) => text !== "/" || (at > 0 && held[at - 1] !== "/"));
  field(name).value = tidy.join(" ");
  draw(name);
}

function into() {
  return form.querySelector('[name="into"]:checked, [name="into"][type="hidden"]');
}

function press(what) {
  if (wild) {
    const { name, place } = wild;
    const held = words(name);
    const [own] = held[place].split("=");
    held[place] = what === "open" ? own : `${own}=${what}`;
    listen(null);
    write(name, held);
    return;
  }
  const chosen = into();
  const name = chosen.value;
  const held = isSingle(name) ? [] : words(name);
  write(name, [...held, what]);
  if (held.length || !("leading" in stripOf(name).dataset)) return;
  // One card is enough for now: the next tap is for the next field.
  const all = [...form.querySelectorAll('[name="into"][type="radio"]')];
  const isNext = (one) => one.checkVisibility() && !field(one.value).value;
  const next = all.slice(all.indexOf(chosen) + 1).find(isNext);
  if (next) next.checked = true;
}

function touch(name, place) {
  const held = words(name);
  if (form.elements.namedItem("tapping")?.value !== "split") held.splice(place, 1);
  else if (place && held[place - 1] === "/") held.splice(place - 1, 1);
  else held.splice(place, 0, "/");
  listen(null);
  write(name, held);
  const left = form.querySelectorAll(`[data-strip="${name}"] .card`);
  (left[Math.min(place, left.length - 1)] ?? form.querySelector("[data-pad] button")).focus();
}

// Dragging a card to another meld, or below the last to begin one.
const DRAGGED = 8;
let drag = null;
let dropped = false;

function lift({ placed, strip }) {
  drag.moving = true;
  placed.classList.add("lifted");
  if (strip.lastElementChild.childElementCount) strip.append(newMeld());
}

// The meld under the finger; below them all it is the last.
function meldAt({ strip }, { clientX, clientY }) {
  const { left, right, top } = strip.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top) return null;
  const melds = [...strip.children];
  return melds.find((meld) => clientY <= meld.getBoundingClientRect().bottom) ?? melds.at(-1);
}

function mark(meld) {
  drag.meld?.classList.remove("under");
  drag.meld = meld;
  meld?.classList.add("under");
}

function drop({ placed, strip, meld }, { clientX, clientY }) {
  const before = [...meld.children].find((one) => {
    const box = one.getBoundingClientRect();
    return one !== placed && clientY <= box.bottom && clientX < box.left + box.width / 2;
  });
  meld.insertBefore(placed, before ?? null);
  const name = strip.dataset.strip;
  const held = words(name);
  const place = (one) => Number(one.querySelector(".card").value.split(":")[1]);
  const melds = [...strip.children].filter((one) => one.childElementCount);
  listen(null);
  write(name, melds.flatMap((one) => ["/", ...[...one.children].map((card) => held[place(card)])]));
}

form.addEventListener("pointerdown", (event) => {
  const card = event.target.closest("[data-melds] .card");
  dropped = false;
  if (!card || event.button || !event.isPrimary) return;
  const strip = card.closest("[data-strip]");
  drag = { card, placed: card.parentElement, strip, x: event.pageX, y: event.pageY };
});

form.addEventListener("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  const [x, y] = [event.pageX - drag.x, event.pageY - drag.y];
  if (!drag.moving) {
    if (Math.hypot(x, y) < DRAGGED) return;
    drag.card.setPointerCapture(event.pointerId);
    lift(drag);
  }
  drag.placed.style.translate = `${x}px ${y}px`;
  mark(meldAt(drag, event));
  // On towards what is below the screen, or above it.
  if (event.clientY > innerHeight - DRAGGED) scrollBy(0, 8);
  else if (event.clientY < DRAGGED) scrollBy(0, -8);
});

function letGo(event) {
  const ended = drag;
  drag = null;
  if (!ended?.moving) return;
  dropped = true;
  const isMove = event.type === "pointerup" && ended.meld;
  // The browser still has its touch to end on the card.
  setTimeout(() => (isMove ? drop(ended, event) : draw(ended.strip.dataset.strip)));
}

form.addEventListener("pointerup", letGo);
form.addEventListener("pointercancel", letGo);

form.addEventListener("click", (event) => {
  if (dropped) {
    // The end of a drag is no tap.
    event.preventDefault();
    dropped = false;
    return;
  }
  const holder = event.target.closest("[data-holder]");
  const pressed = event.target.closest("button");
  if (!pressed) {
    const choice = holder?.querySelector('[name="into"][type="radio"]');
    if (choice && event.target.closest("[data-strip]")) choice.checked = true;
    return;
  }
  const [name, place] = pressed.value.split(":");
  if (pressed.name === "tap") press(pressed.value);
  else if (pressed.name === "untap") touch(name, Number(place));
  else if (pressed.name === "says") listen({ name, place: Number(place) });
  else return;
  event.preventDefault();
});

form.addEventListener("input", (event) => {
  if (stripOf(event.target.name)) draw(event.target.name);
  if (event.target.name === "lies") showInto();
});

// Cards go into a field that can be seen: the one of another meld comes and goes with its choice.
function showInto() {
  const shown = [...form.querySelectorAll(".held [name=into]")].filter((one) => one.checkVisibility());
  const empty = shown.find((one) => !field(one.value).value) ?? shown[0];
  if (empty) empty.checked = true;
}

// By keyboard the keypad is one stop; arrows go from card to card.
const keys = [...(pad?.querySelectorAll(".key") ?? [])];
for (const key of keys.slice(1)) key.tabIndex = -1;

pad?.addEventListener("keydown", (event) => {
  const at = keys.indexOf(event.target);
  const isInLine = (one) => one.offsetLeft === event.target.offsetLeft;
  const next = {
    ArrowLeft: () => keys[at - 1],
    ArrowRight: () => keys[at + 1],
    ArrowUp: () => keys.slice(0, at).findLast(isInLine),
    ArrowDown: () => keys.slice(at + 1).find(isInLine),
  }[event.key];
  if (at < 0 || !next) return;
  event.preventDefault();
  next()?.focus();
});

pad?.addEventListener("focusin", ({ target }) => {
  for (const key of keys) key.tabIndex = key === target ? 0 : -1;
});

// What only the keypad needs is not part of the question, and neither is what goes without saying.
form.addEventListener("submit", () => {
  for (const [name, value] of usual) {
    const option = field(name);
    if (option.value === value) option.disabled = true;
  }
  const passing = '[name="into"], [name="tapping"], [name="saying"]';
  for (const one of form.querySelectorAll(passing)) one.disabled = true;
});

// The browser may have kept what was written over a reload, or come back to it.
addEventListener("pageshow", () => {
  for (const one of form.querySelectorAll("[disabled]")) one.disabled = false;
  for (const strip of form.querySelectorAll("[data-strip]")) draw(strip.dataset.strip);
});

const kept = field("saying");
if (pad && kept) {
  const [name, place] = kept.value.split(":");
  kept.remove();
  listen({ name, place: Number(place) });
}
