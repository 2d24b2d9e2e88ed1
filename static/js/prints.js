// Shows the pictures of the sheets as the choices stand, or why there is none, as soon as one changes.
const form = document.querySelector(".prints");
const update = form.querySelector("button.no-js");
const desks = (page) => [...page.querySelectorAll(".preview-desk")];
let latest;

form.addEventListener("change", async (event) => {
  if (event.target.closest(".sheets")) return;
  const asked = `${update.formAction}?${new URLSearchParams(new FormData(form))}`;
  latest = asked;
  const answer = await fetch(asked).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (asked === latest) desks(page).forEach((desk, at) => desks(form)[at].replaceWith(desk));
});
