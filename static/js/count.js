// Counting together. The form of a deal fills as hands come in from the phones of their players;
// what was entered here stays, and both values are shown. The page with the code shows what came in,
// and a player's own page follows the game.
const EVERY = 2000;
const PATIENCE = 8000;
const list = document.querySelector("#counted");
const seat = document.querySelector("[data-seat]");
const form = document.querySelector(".deal-form");
const plain = (text) => text.replace(/[\s,]+/g, " ").trim();

const filled = new Map();
const fieldOf = (name) => form.elements.namedItem(name);
const cardsOf = (name) => fieldOf(`cards-${name.replace("points-", "")}`);
const textsOf = ({ dataset }) => Object.entries(JSON.parse(dataset.texts ?? "{}"));

function entered(name) {
  const { type, checked, value } = fieldOf(name);
  return type === "checkbox" && !checked ? "" : plain(cardsOf(name)?.value || value);
}

function put(name, text) {
  const field = fieldOf(name);
  const cards = cardsOf(name);
  if (cards) cards.value = "";
  if (field.type === "checkbox") field.checked = field.value === text;
  else field.value = text;
  (field instanceof RadioNodeList ? field[0] : field).dispatchEvent(new Event("change", { bubbles: true }));
  filled.set(name, entered(name));
}

const choices = () => [...form.querySelectorAll("input[name=out]")];

/** Fill what nobody entered here, and offer the rest. */
function take(line) {
  const { player } = line.dataset;
  if ("out" in line.dataset) {
    const choice = choices().find((one) => one.value === player);
    if (choice && !choices().some((one) => one.checked)) {
      choice.checked = true;
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
  const isOut = !("outHolds" in form.dataset) && choices().some((one) => one.checked && one.value === player);
  for (const [name, text] of textsOf(line)) {
    if (!fieldOf(name)) continue;
    const here = entered(name);
    if (here === plain(text)) filled.set(name, here);
    else if (!(isOut && name.startsWith("points-")) && (!here || here === filled.get(name))) put(name, text);
  }
}

/** The rows in which hands are entered, of one player or of all, each with the name of its field. */
const rowsOf = (player) =>
  [...form.querySelectorAll(player ? `.hand[data-player=${player}]` : ".hand")].map((row) => ({
    dataset: row.dataset,
    name: row.querySelector("input[type=text]").name,
  }));

/** Say in the rows of a player what the phone counted, or that it is counting. */
function tell(line) {
  const { player, waits, denied } = line.dataset;
  const texts = new Map(textsOf(line));
  for (const { dataset, name } of rowsOf(player)) {
    const isDenied = denied !== undefined && name.startsWith("points-");
    Object.assign(dataset, { state: waits ?? "", denied: isDenied ? "yes" : "" }, texts.has(name) && { phone: texts.get(name) });
  }
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
  rowsOf()
    .filter(({ dataset }) => "differs" in dataset)
    .map(({ dataset, name }) => `${name} ${entered(name)} ${dataset.phone}`)
    .join();

let seen = "";
let told = "";

async function ask() {
  const signal = AbortSignal.timeout(PATIENCE);
  const address = seat?.dataset.seat ?? `${list.dataset.from}?seen=${seen}`;
  const differs = list && form ? otherwise() : told;
  const sends = differs !== told && { method: "POST", body: new FormData(form) };
  const answer = await fetch(address, { cache: "no-store", signal, ...sends });
  if (answer.ok) told = differs;
  if (seat) {
    // What is being entered is not lost: it is sent first.
    if ((answer.status === 200 && !form?.matches("[data-dirty]")) || answer.status === 404) location.reload();
  } else if (answer.status === 200) {
    const news = await answer.json();
    seen = news.seen;
    list.innerHTML = news.html;
    if (form) takeAll();
  }
}

let asking = false;

async function look() {
  if (asking || document.visibilityState === "hidden") return;
  asking = true;
  await ask().catch(() => {});
  asking = false;
}

form?.addEventListener("input", () => (form.dataset.dirty = ""));
form?.addEventListener("click", (event) => {
  const { target } = event;
  if (target.closest(".hand-keys, .cards")) form.dataset.dirty = "";
  const use = target.closest(".notice [data-use]");
  if (!use) return;
  event.preventDefault();
  const asked = use.closest("[data-player]");
  for (const [name, text] of textsOf(asked)) if (fieldOf(name)) put(name, text);
  const notice = use.closest(".notice");
  // The question about it is answered; what else is in doubt is asked again.
  for (const one of notice.querySelectorAll(`[data-player=${asked.dataset.player}]`)) one.hidden = true;
  notice.hidden = !notice.querySelector("[data-player]:not([hidden])");
});
// To agree to a deal loads the page anew: what is being entered goes along.
document.querySelector("form:has([name=values])")?.addEventListener("formdata", ({ formData }) => {
  if (!form?.matches("[data-dirty]")) return;
  for (const [name, value] of new FormData(form)) if (!formData.has(name)) formData.append(name, value);
});
if (list && form) takeAll();
if (list || seat) {
  setInterval(look, EVERY);
  for (const waking of ["online", "focus", "pageshow"]) addEventListener(waking, look);
  document.addEventListener("visibilitychange", look);
}
