// Draws cards to tap from the shapes that the page holds, in the words of its language.
const shapes = document.querySelector("#card-shapes");
const { ranks, suits, suited, remove } = JSON.parse(shapes?.dataset.names ?? "{}");
const [joker, ranked, unread] = shapes?.content.children ?? [];
export const signs = { s: "♠\uFE0E", h: "♥\uFE0E", d: "♦\uFE0E", c: "♣\uFE0E" };

// A button that takes a card away; `text` is what was typed where it is no card.
export function cardButton({ rank, suit = "", text = "", value }) {
  const known = Object.hasOwn(ranks, rank);
  const shape = !known ? unread : rank === "*" ? joker : ranked;
  const made = shape.cloneNode(true);
  made.value = value;
  if (shape === ranked) {
    made.className = `card ${suit}`;
    made.querySelector("span").textContent = rank;
    if (suit) made.querySelector("i").textContent = signs[suit];
    else made.querySelector("i").remove();
  }
  const name = known ? ranks[rank] : text;
  const whole = suit ? suited.replace("{rank}", name).replace("{suit}", suits[suit]) : name;
  made.setAttribute("aria-label", remove.replace("{card}", whole));
  return made;
}
