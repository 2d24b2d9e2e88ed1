// A new game: as many seats as play, people of earlier games by a tap, and seats that can be moved.
import { reorderable } from "./order.js";

const form = document.querySelector(".start-form");
const list = form.querySelector(".seats");
const counts = [...form.querySelectorAll("input[name=players]")];
const rows = () => [...list.children];
const inputOf = (row) => row.querySelector("input[type=text]");
const chips = [...form.querySelectorAll("[data-name]")];

// A seat keeps its number and its fields' names, whoever moves there.
const seats = rows().map((row) => ({
  name: inputOf(row).name,
  placeholder: inputOf(row).placeholder,
  badge: row.querySelector(".badge"),
}));

function number() {
  rows().forEach((row, seat) => {
    const input = inputOf(row);
    input.name = seats[seat].name;
    input.placeholder = seats[seat].placeholder;
    row.querySelector("label").textContent = seats[seat].placeholder;
    row.querySelector("input[name=dealer]").value = seat;
    row.querySelector(".who").before(seats[seat].badge);
  });
}

function show(count) {
  shown = count;
  rows().forEach((row, seat) => {
    row.classList.toggle("spare", seat >= count && !inputOf(row).value.trim());
  });
}

const taken = () => rows().filter((row) => inputOf(row).value.trim()).length;

function press() {
  const names = rows().map((row) => inputOf(row).value.trim());
  for (const chip of chips) chip.setAttribute("aria-pressed", names.includes(chip.dataset.name));
}

let shown = rows().filter((row) => !row.classList.contains("spare")).length;
press();
reorderable(list, (row) => inputOf(row).value || inputOf(row).placeholder, number);

form.addEventListener("change", (event) => {
  if (event.target.name === "players") show(Number(event.target.value));
});
form.addEventListener("input", () => {
  press();
  // Where no number was chosen, there is always one more to type in.
  if (!counts.some((one) => one.checked)) show(Math.max(taken() + 1, shown));
});

// Enter goes on to the next field: who is not done with the names would start the game with it.
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.target.type !== "text") return;
  event.preventDefault();
  const fields = [...form.querySelectorAll("input[type=text], .rail button")].filter((one) => one.checkVisibility());
  fields[fields.indexOf(event.target) + 1].focus();
});

form.addEventListener("click", (event) => {
  const name = event.target.closest("[data-name]")?.dataset.name;
  if (!name) return;
  const seated = rows().find((row) => inputOf(row).value.trim() === name);
  const row = seated ?? rows().find((one) => !inputOf(one).value.trim());
  if (!row) return;
  inputOf(row).value = seated ? "" : name;
  const chosen = counts.find((one) => one.checked);
  if (chosen && taken() > Number(chosen.value)) {
    counts.find((one) => Number(one.value) === taken()).checked = true;
  }
  show(Math.max(taken(), shown));
  press();
});
