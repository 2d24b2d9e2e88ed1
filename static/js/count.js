// Counting together. The form of a deal fills as hands come in from the phones of their players;
// what was entered here stays, and both values are shown. A player's own page follows the game.
const EVERY = 2000;
const PATIENCE = 8000;
const list = document.querySelector("#counted");
const seat = document.querySelector("[data-seat]");
const form = document.querySelector(".deal-form");
const plain = (text) => text.replace(/[\s,]+/g, " ").trim();

const filled = new Map();
const fieldOf = (player) => form.elements.namedItem(`points-${player}`);
const cardsOf = (player) => form.elements.namedItem(`cards-${player}`);
const entered = (player) => plain(cardsOf(player)?.value || fieldOf(player).value);

function put(player, text) {
  const cards = cardsOf(player);
  if (cards) cards.value = "";
  fieldOf(player).value = text;
  fieldOf(player).dispatchEvent(new Event("change", { bubbles: true }));
  filled.set(player, entered(player));
}

const choices = () => [...form.querySelectorAll("input[name=out]")];

/** Fill what nobody entered here, and offer the rest. */
function take(line) {
  const { player, text } = line.dataset;
  if ("out" in line.dataset) {
    const choice = choices().find((one) => one.value === player);
    if (choice && !choices().some((one) => one.checked)) {
      choice.checked = true;
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
  if (text === undefined || !fieldOf(player)) return;
  const here = entered(player);
  const isOut = !("outHolds" in form.dataset) && choices().some((one) => one.checked && one.value === player);
  if (here === plain(text)) filled.set(player, here);
  else if (!isOut && (!here || here === filled.get(player))) put(player, text);
}

/** Say in the row of a hand what its phone counted, or that it is counting. */
function tell(line) {
  const { player, text, waits, denied } = line.dataset;
  const hand = fieldOf(player)?.closest(".hand");
  if (hand) Object.assign(hand.dataset, { state: waits ?? "", denied: denied === undefined ? "" : "yes" }, text === undefined ? {} : { phone: text });
}

function takeAll() {
  for (const line of list.querySelectorAll("[data-player]")) {
    tell(line);
    take(line);
  }
  form.dispatchEvent(new Event("counted"));
}

/** What stands here otherwise than a phone counted it: that phone asks about it too. */
const otherwise = () =>
  [...form.querySelectorAll("[data-differs]")]
    .map(({ dataset }) => `${dataset.player} ${entered(dataset.player)} ${dataset.phone}`)
    .join();

let seen = "";
let told = "";

async function ask() {
  const signal = AbortSignal.timeout(PATIENCE);
  const address = seat?.dataset.seat ?? `${list.dataset.from}?seen=${seen}`;
  const differs = seat ? told : otherwise();
  const sends = differs !== told && { method: "POST", body: new FormData(form) };
  const answer = await fetch(address, { cache: "no-store", signal, ...sends });
  if (answer.ok) told = differs;
  if (seat) {
    // What is being entered is not lost: it is sent first.
    if ((answer.status === 200 && !dirty) || answer.status === 404) location.reload();
  } else if (answer.status === 200) {
    const news = await answer.json();
    seen = news.seen;
    list.innerHTML = news.html;
    takeAll();
  }
}

let asking = false;
let dirty = false;

async function look() {
  if (asking || document.visibilityState === "hidden") return;
  asking = true;
  await ask().catch(() => {});
  asking = false;
}

form?.addEventListener("input", () => (dirty = true));
form?.addEventListener("click", (event) => {
  const { target } = event;
  if (target.closest(".hand-keys, .cards")) dirty = true;
  const use = target.closest(".notice [data-use]");
  if (!use) return;
  event.preventDefault();
  const { player, text } = use.closest("[data-player]").dataset;
  put(player, text);
  const notice = use.closest(".notice");
  // The question about it is answered; what else is in doubt is asked again.
  use.closest("[data-player]").hidden = true;
  notice.hidden = !notice.querySelector("[data-player]:not([hidden])");
  fieldOf(player).focus();
});
// To agree to a deal loads the page anew: what is being entered goes along.
document.querySelector("form:has([name=values])")?.addEventListener("formdata", ({ formData }) => {
  if (!dirty) return;
  for (const [name, value] of new FormData(form)) if (!formData.has(name)) formData.append(name, value);
});
if (list) takeAll();
if (list || seat) {
  setInterval(look, EVERY);
  for (const waking of ["online", "focus", "pageshow"]) addEventListener(waking, look);
  document.addEventListener("visibilitychange", look);
}
