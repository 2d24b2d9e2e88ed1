// Tapping cards without a round trip; the address is made when the question is asked.
const form = document.querySelector(".desk-form");
const signs = { s: "♠", h: "♥", d: "♦", c: "♣" };
const suits = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const ranks = { A: "Ace", J: "Jack", Q: "Queen", K: "King" };
const part = /\/|(?:joker|jk|\*|(?:10|[2-9atjqk])[shdc♠♥♦♣])(?:=(?:10|[2-9atjqk])[shdc♠♥♦♣]?)?/giu;

const field = (name) => form.elements.namedItem(name);
const parts = (name) => field(name).value.match(part) ?? [];

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function hidden(tag, text) {
  const made = element(tag, {}, text);
  made.setAttribute("aria-hidden", "true");
  return made;
}

function drawn(name, text, place) {
  const made = element("button", { type: "submit", name: "untap", value: `${name}:${place}` });
  if (text === "/") {
    made.className = "key wide";
    made.append("next");
    made.setAttribute("aria-label", "Remove the break between melds");
    return made;
  }
  const [code] = text.split("=");
  const suit = code.slice(-1).toLowerCase();
  if (!(suit in signs)) {
    made.className = "card joker";
    made.append(hidden("i", "★\uFE0E"), "Joker");
    made.setAttribute("aria-label", "Remove Joker");
    return made;
  }
  const letter = code.slice(0, -1).toUpperCase();
  const rank = letter === "T" ? "10" : letter;
  made.className = `card ${suit}`;
  made.append(element("span", {}, rank), hidden("i", `${signs[suit]}\uFE0E`));
  made.setAttribute("aria-label", `Remove ${ranks[rank] ?? rank} of ${suits[suit]}`);
  return made;
}

function draw(name) {
  const strip = form.querySelector(`[data-strip="${name}"]`);
  strip.replaceChildren(...parts(name).map((text, place) => drawn(name, text, place)));
}

form.addEventListener("click", (event) => {
  const pressed = event.target.closest('button[name="tap"], button[name="untap"]');
  if (!pressed) return;
  event.preventDefault();
  const [name, what] = pressed.value.split(":");
  const held = parts(name);
  if (pressed.name === "tap") held.push(what);
  else held.splice(Number(what), 1);
  field(name).value = held.join(" ");
  draw(name);
});

form.addEventListener("input", (event) => {
  if (form.querySelector(`[data-strip="${event.target.name}"]`)) draw(event.target.name);
});
