// What is typed for a deal, a hand, or a pad of deals, stays in this browser until it is saved, so that
// a page that is left or breaks down loses nothing. A draft belongs to one form: to a deal and its
// players, and to what the server has of that deal. Any other form stands as the server sent it.
const KIND = "draft ";
const DAY = 24 * 60 * 60 * 1000;

const nameOf = (form) => KIND + new URL(form.action).pathname;

const fieldsOf = (form) => [
  ...form.querySelectorAll("input:not([type=hidden]), select, [name^=cards-]"),
];
const isTicked = ({ type }) => type === "radio" || type === "checkbox";
const isChanged = (one) => one.value !== (one.defaultValue ?? one.value) || one.checked !== one.defaultChecked;
const enteredIn = (form) => fieldsOf(form).map((one) => (isTicked(one) ? one.checked : one.value));

/** What a form was shown for, but for its key and the version of the game. */
const shownFor = (form) =>
  JSON.stringify([
    form.elements.namedItem("slip").value,
    form.dataset.stands,
    fieldsOf(form).map((one) => [one.name, isTicked(one) && one.value]),
  ]);

/** Whether a draft is of the deal, or the first of the deals, that a form was shown for. */
const isFor = (of, form) => JSON.parse(of)[0] === form.elements.namedItem("slip").value;

function read(name) {
  try {
    return JSON.parse(localStorage[name]);
  } catch {
    return undefined;
  }
}

/** Let go of what was typed for a form, or what waits to be sent: it is kept there, or thrown away. */
export const forget = (form) => localStorage.removeItem(nameOf(form));

/** Put what was typed before into a form, but for what was entered `since`; whether there was anything. */
export function restore(form, since = []) {
  const draft = read(nameOf(form));
  if (draft?.of !== shownFor(form)) return false;
  fieldsOf(form).forEach((one, place) => {
    if (!since.includes(one)) one[isTicked(one) ? "checked" : "value"] = draft.entered[place];
  });
  for (const one of draft.besides ?? []) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", ...one });
    if (!form.elements.namedItem(one.name)) form.querySelector("th").append(field);
  }
  return true;
}

function keep(form) {
  const entered = enteredIn(form);
  // What a pad of points has of hands is not shown.
  const besides = [...form.querySelectorAll("th [type=hidden]")].map(({ name, value }) => ({ name, value }));
  if (![...entered, ...besides].some(Boolean)) return forget(form);
  try {
    const [rows, by] = ["rows", "by"].map((name) => form.elements.namedItem(name)?.value);
    localStorage[nameOf(form)] = JSON.stringify({ at: Date.now(), of: shownFor(form), entered, besides, rows, by });
  } catch {
    // This browser has no room for it.
  }
}

/** Begin before the other scripts of a form read what stands in it. */
function begin(form) {
  // A page that answers the form has all that was typed.
  if ("typed" in form.dataset) keep(form);
  const { of, rows, by = "hands" } = read(nameOf(form)) ?? {};
  // A pad has as many lines as it had, of what it had; that of an earlier version, hands.
  const stands = (name, value) => form.elements.namedItem(name).value === value;
  if (rows && !location.search && !(stands("rows", rows) && stands("by", by)) && isFor(of, form)) {
    location.replace(`?rows=${rows}&by=${by}`);
  }
  const early = fieldsOf(form).filter(isChanged);
  if (restore(form, early) || early.length) form.dataset.dirty = "";
  let seen;
  const look = () => {
    const now = JSON.stringify(enteredIn(form));
    if (seen !== undefined && now !== seen) keep(form);
    seen = now;
  };
  // They come to what they show while the page opens, of which nothing is typed.
  addEventListener("DOMContentLoaded", () => {
    look();
    if (!("dirty" in form.dataset)) return;
    keep(form);
    form.dispatchEvent(new Event("counted"));
  });
  for (const kind of ["input", "click"]) addEventListener(kind, look);
}

for (const name of Object.keys(localStorage)) {
  if (name.startsWith(KIND) && !(read(name)?.at > Date.now() - DAY)) localStorage.removeItem(name);
}
const shown = document.querySelector("form[data-stands]");
if (shown) begin(shown);
