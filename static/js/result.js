// What a deal would bring, as the server reckons it, beside the hands while they are entered.
const PAUSE = 400;
const form = document.querySelector(".deal-form");
const result = form.querySelector(".result");
let asked = "";
let timer;

async function ask() {
  const entered = new FormData(form);
  const said = [...entered].join("\n");
  if (said === asked) return;
  asked = said;
  entered.set("count", "yes");
  const headers = { Fragment: "yes" };
  const answer = await fetch(form.action, { method: "POST", body: entered, headers }).catch(() => null);
  // What was asked later is answered later; an answer that comes too late says nothing.
  const told = answer?.ok ? (await answer.text()).trim() : "";
  if (said !== asked) return;
  result.innerHTML = told;
  form.dispatchEvent(new Event("told"));
}

for (const kind of ["input", "change", "click", "counted"]) {
  form.addEventListener(kind, () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
}
