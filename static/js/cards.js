// Draws cards to tap from the shapes that the page holds, in the words of its language.
const shapes = document.querySelector("#card-shapes");
const { ranks, suits, signs, suited, remove } = JSON.parse(shapes?.dataset.names ?? "{}");
const [joker, ranked, unread] = shapes?.content.children ?? [];
const [letters, drawn] = [Object.keys(signs ?? {}), Object.values(signs ?? {})];
export const suitOf = (letter) => letters[drawn.indexOf(letter)] ?? letter.toLowerCase();
export const signOf = (suit) => (suit in signs ? `${signs[suit]}\uFE0E` : "");

// A card as it is written, as a source of regular expressions: with its rank and suit as groups.
export const RANK = "10|[2-9atjqk]";
export const SUIT = `[${letters.join("")}${drawn.join("")}]`;
export const CARD = `(?:joker|jk|🃏|\\*|(?:${RANK})${SUIT}?)`;

// A button that takes a card away; `text` is what was typed where it is no card.
export function cardButton({ rank, suit = "", text = "", value }) {
  const known = Object.hasOwn(ranks, rank);
  const shape = !known ? unread : rank === "*" ? joker : ranked;
  const made = shape.cloneNode(true);
  made.value = value;
  if (shape === ranked) {
    made.className = `card ${suit}`;
    made.querySelector("span").textContent = rank;
    if (suit) made.querySelector("i").textContent = signOf(suit);
    else made.querySelector("i").remove();
  }
  const name = known ? ranks[rank] : text;
  const whole = suit ? suited.replace("{rank}", name).replace("{suit}", suits[suit]) : name;
  made.setAttribute("aria-label", remove.replace("{card}", whole));
  return made;
}
