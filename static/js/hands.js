// Tapping cards without a round trip: the same buttons, the same fields, the same values.
import { cardButton } from "./cards.js";

const form = document.querySelector(".deal-form");
const values = JSON.parse(form.dataset.values);
const card = /joker|jk|\*|(?:10|[2-9atjqk])[shdc♠♥♦♣]?/giu;

const hands = new Map(
  [...form.querySelectorAll(".hand")].map((section) => [
    section.dataset.player,
    {
      section,
      strip: section.querySelector(".cards"),
      tally: section.querySelector("output"),
      cards: section.querySelector('input[name^="cards-"]'),
      points: section.querySelector('input[name^="points-"]'),
      shown: section.classList.contains("as-shown"),
    },
  ]),
);

const codes = (hand) => hand.cards.value.match(card) ?? [];

function rankOf(code) {
  const text = code.toUpperCase();
  if (text === "*" || text.startsWith("JK") || text.startsWith("JOKER")) return "*";
  const rank = text.replace(/[SHDC♠♥♦♣]$/u, "");
  return rank === "T" ? "10" : rank;
}

function worth(hand) {
  const held = codes(hand);
  if (held.length) return held.reduce((sum, code) => sum + (values[rankOf(code)] ?? 0), 0);
  const typed = hand.points.value.replace(/\u2212/g, "-").replace(/\s+/g, "");
  if (!/^-?\d{1,6}([+-]\d{1,6})*$/.test(typed)) return "";
  const sum = typed.match(/-?\d+/g).reduce((sum, part) => sum + Number(part), 0);
  return String(sum).replace("-", "\u2212");
}

function draw(player) {
  const hand = hands.get(player);
  const held = codes(hand);
  const drawn = held.map((code, at) => cardButton({ rank: rankOf(code), value: `${player}:${at}` }));
  hand.strip.replaceChildren(...drawn);
  hand.tally.textContent = worth(hand);
  hand.section.classList.toggle(
    "filled",
    Boolean(hand.cards.value.trim() || hand.points.value.trim()),
  );
  const same = [hand.cards, hand.points].every((field) => field.value === field.defaultValue);
  hand.section.classList.toggle("as-shown", hand.shown && same);
}

form.addEventListener("click", (event) => {
  const pressed = event.target.closest('button[name="tap"], button[name="untap"]');
  if (!pressed) return;
  event.preventDefault();
  const [player, what] = pressed.value.split(":");
  const hand = hands.get(player);
  const held = codes(hand);
  if (pressed.name === "tap") held.push(what);
  else held.splice(Number(what), 1);
  hand.cards.value = held.join(" ");
  draw(player);
  if (pressed.name === "untap") hand.section.querySelector("summary").focus();
});

form.addEventListener("input", (event) => {
  const section = event.target.closest(".hand");
  if (section) draw(section.dataset.player);
});

// The browser may have kept what was typed over a reload.
addEventListener("pageshow", () => {
  for (const player of hands.keys()) draw(player);
});

// The next keypad opens by itself: the first player who is not out, unless one is open already.
form.addEventListener("change", (event) => {
  if (event.target.name !== "out" || form.querySelector("details.keys[open]")) return;
  const next = [...hands].find(
    ([player, hand]) => player !== event.target.value && !hand.section.classList.contains("filled"),
  );
  if (next) next[1].section.querySelector("details.keys").open = true;
});

// Enter goes on to the next player who is not out; after the last it writes the deal.
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.name?.startsWith("points-")) return;
  const rest = [...hands.values()].map((hand) => hand.points);
  const next = rest
    .slice(rest.indexOf(event.target) + 1)
    .find((field) => field.offsetParent !== null);
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// Number pads of phones have no minus.
form.addEventListener("click", (event) => {
  const section = event.target.closest("[data-sign]")?.closest(".hand");
  if (!section) return;
  const { points } = hands.get(section.dataset.player);
  const typed = points.value.trim();
  points.value = /^[-\u2212]/.test(typed) ? typed.slice(1) : `-${typed}`;
  points.focus();
  draw(section.dataset.player);
});
