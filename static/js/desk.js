// Taps, strokes and letters on the keypad. The server says what each comes to, as on a page without
// scripts, and only what has changed is put in place; what is tapped meanwhile waits its turn.
const AGAIN = 1500;
const CLICK = 700;
const form = document.querySelector(".desk-form");
const pad = form.querySelector(".pad");
const keys = [...(pad?.querySelectorAll(".keys .key") ?? [])];
const cards = keys.filter((key) => key.closest(".of-suit"));
const usual = Object.entries(JSON.parse(form.dataset.usual ?? "{}"));
const waiting = [];
let asking = false;
let leaving = null;

/** What the form says, but for what goes without saying. */
function said(name, value) {
  const query = new URLSearchParams(new FormData(form));
  for (const [option, answer] of usual) if (query.get(option) === answer) query.delete(option);
  query.delete("suit");
  if (name) query.set(name, value);
  return query;
}

function put(html) {
  const next = new DOMParser().parseFromString(html, "text/html");
  const at = [...form.querySelectorAll(".strip button")].indexOf(document.activeElement);
  form.querySelector(".held").replaceWith(next.querySelector(".held"));
  // A button that is under a thumb stays.
  const asks = () => [form, next].map((one) => [...one.querySelectorAll(".rail :is([name=ask], [name=rule])")]);
  const [now, then] = asks();
  if (now.length !== then.length) form.querySelector(".others").replaceWith(next.querySelector(".others"));
  asks()[0].forEach((one, place) => {
    one.value = then[place].value;
    one.innerHTML = then[place].innerHTML;
  });
  const drawn = next.querySelectorAll(".keys .key");
  keys.forEach((key, place) => (key.className = drawn[place].className));
  if (at < 0) return;
  const left = form.querySelectorAll(".strip button");
  (left[Math.min(at, left.length - 1)] ?? keys[0]).focus();
}

/** Let the address say what was tapped, so that whoever comes back to this page finds it there. */
function remember() {
  const query = said("more", "yes");
  query.delete("saying");
  try {
    history.replaceState(null, "", `${form.action}?${query}`);
  } catch {
    // Safari takes a hundred of them in half a minute.
  }
}

async function ask() {
  asking = true;
  form.ariaBusy = "true";
  while (waiting.length) {
    const answer = await fetch(`${form.action}?${said(...waiting[0])}`, {
      headers: { Fragment: "yes" },
    }).catch(() => null);
    // A connection that drops, or a server that is busy, loses nothing that was tapped.
    document.documentElement.classList.toggle("unheard", !answer);
    if (answer && answer.status !== 429) {
      waiting.shift();
      if (answer.status !== 400) put(await answer.text());
    } else await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
  asking = false;
  form.ariaBusy = null;
  remember();
  leaving?.();
}

function press(name, value) {
  waiting.push([name, value]);
  if (!asking) ask();
}

/** Press a key: it shows at once that its card is held. */
function tap(...pressed) {
  for (const key of pressed) if (key !== keys.at(-1)) key.classList.add("held");
  press("tap", pressed.map((key) => key.value).join(" "));
}

// A stroke along a row lays a run, and down a column a set.
let from = null;
let stroke = [];
let lifted = -CLICK;

function under({ clientX, clientY }) {
  const box = from.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const along = Math.abs(clientX - x) > Math.abs(clientY - y);
  const to = document.elementFromPoint(along ? clientX : x, along ? y : clientY)?.closest(".key");
  if (!cards.includes(to) || to.closest(".keys") !== from.closest(".keys")) return stroke;
  const ends = [from, to].map((key) => key.getBoundingClientRect());
  return cards.filter((key) => {
    const { left, top } = key.getBoundingClientRect();
    const within = (edge, own) => {
      const [least, most] = ends.map((end) => end[edge]).sort((one, other) => one - other);
      return own >= least - 1 && own <= most + 1;
    };
    return key.closest(".keys") === from.closest(".keys") && within("left", left) && within("top", top);
  });
}

function mark(marked) {
  for (const key of stroke) key.classList.remove("under");
  stroke = marked;
  for (const key of stroke) key.classList.add("under");
}

pad?.addEventListener("pointerdown", (event) => {
  const key = event.target.closest(".key");
  from = event.isPrimary && !event.button && cards.includes(key) ? key : null;
  mark(from ? [from] : []);
});
addEventListener("pointermove", (event) => from && event.isPrimary && mark(under(event)));
addEventListener("pointerup", ({ timeStamp }) => {
  if (!from) return;
  tap(...stroke);
  lifted = timeStamp;
  from = null;
  mark([]);
});
addEventListener("pointercancel", () => {
  from = null;
  mark([]);
});

form.addEventListener("click", (event) => {
  const pressed = event.target.closest("button");
  if (!["tap", "untap", "says"].includes(pressed?.name)) return;
  event.preventDefault();
  if (!keys.includes(pressed)) press(pressed.name, pressed.value);
  // The click that follows a finger says nothing new; one without a finger does.
  else if (!cards.includes(pressed) || event.timeStamp - lifted > CLICK) tap(pressed);
  lifted = -CLICK;
});

// What is typed is drawn once it is whole; a meld on the table is chosen by a tap.
form.addEventListener("change", ({ target }) => {
  // Cards go to what can be seen: another meld has a field, one that lies there has none.
  if (target.name === "lies") {
    const joins = (one) => ["cards", "give"].includes(one.value) === Boolean(target.value);
    [...form.querySelectorAll("[name=into]")].find(joins).checked = true;
  }
  if (target.closest(".held") && target.name !== "into") press("more", "yes");
});

// By keyboard the keypad is one stop. Arrows go from key to key; letters type cards: after a suit
// ranks of that suit (h 4 5 6), after a rank suits of that rank (9 s d c).
const RANKS = { 1: "10", 0: "10", t: "10" };
const suits = [...new Set(cards.map((key) => key.value.slice(-1)))];
let typed = {};

function letter(pressed) {
  if (pressed === "*" || pressed === "x") return "*";
  const kind = suits.includes(pressed) ? "suit" : "rank";
  const value = kind === "suit" ? pressed : (RANKS[pressed] ?? pressed.toUpperCase());
  if (typed.rank && typed.suit && typed.last !== kind) typed = {};
  Object.assign(typed, { [kind]: value, last: kind });
  return typed.rank && typed.suit ? typed.rank + typed.suit : "";
}

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input:not([type=radio]), select")) return;
  const at = keys.indexOf(target);
  const isInLine = (one) => one.offsetLeft === target.offsetLeft;
  const next = {
    ArrowLeft: () => keys[at - 1],
    ArrowRight: () => keys[at + 1],
    ArrowUp: () => keys.slice(0, at).findLast(isInLine),
    ArrowDown: () => keys.slice(at + 1).find(isInLine),
  }[key];
  if (at >= 0 && next) {
    event.preventDefault();
    next()?.focus();
  } else if (key === "Enter" && target === document.body) form.querySelector(".rail .big, .rail [name=rule]")?.click();
  else if (key === "Backspace") tap(keys.at(-1));
  else if (/^[\w*]$/.test(key)) {
    const card = letter(key.toLowerCase());
    const pressed = keys.find((one) => one.value === card);
    if (pressed) tap(pressed);
  }
});

for (const key of keys.slice(1)) key.tabIndex = -1;
pad?.addEventListener("focusin", ({ target }) => {
  if (keys.includes(target)) for (const key of keys) key.tabIndex = key === target ? 0 : -1;
});

// A question is asked about all that was tapped: the one that stood there when a finger came down.
// What only the keypad needs is no part of it.
let meant = null;
for (const kind of ["pointerdown", "keydown"]) {
  form.addEventListener(kind, ({ target }) => {
    const button = target.closest("button");
    meant = { button, value: button?.value };
  });
}

form.addEventListener("submit", (event) => {
  const { name, value } = event.submitter ?? {};
  const shown = event.submitter === meant?.button ? meant.value : value;
  event.preventDefault();
  leaving = () => {
    const query = said(name, shown);
    for (const passing of ["into", "saying"]) query.delete(passing);
    location.assign(`${form.action}?${query}`);
  };
  if (asking) return;
  remember();
  leaving();
});
addEventListener("pageshow", () => (leaving = null));
