// A pad typed in: Enter goes on to the next field, and the arrow keys up and down the column. The
// only one without points in a line went out, until somebody else is chosen.
const form = document.querySelector(".pad-form");

function columns() {
  return [...form.querySelectorAll("tr")].map((row) => [...row.querySelectorAll("td input, td select")]);
}

form.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!field.matches("td input, td select")) return;
  const rows = columns().filter((row) => row.length);
  const at = rows.findIndex((row) => row.includes(field));
  const place = rows[at].indexOf(field);
  let next;
  if (event.key === "Enter") next = rows.flat()[rows.flat().indexOf(field) + 1];
  else if (field.matches("input") && event.key === "ArrowDown") next = rows[at + 1]?.[place];
  else if (field.matches("input") && event.key === "ArrowUp") next = rows[at - 1]?.[place];
  else return;
  event.preventDefault();
  next?.focus();
  next?.select?.();
});

form.addEventListener("input", ({ target }) => {
  const row = target.closest("tr");
  const out = row?.querySelector("select[name$='-out']");
  if (!("winnersHaveNothing" in form.dataset) || form.running?.checked || !out) return;
  if (out.value && out.value !== out.dataset.taken) return;
  const points = [...row.querySelectorAll("input[name*='-points-']")];
  const nothing = points.filter(({ value }) => value.trim() === "0");
  const settled = nothing.length === 1 && points.every(({ value }) => value.trim());
  out.value = out.dataset.taken = settled ? nothing[0].name.split("-").at(-1) : "";
});
