// Shows the pictures of the sheets as the choices stand, as soon as one changes.
const form = document.querySelector(".prints");
const PICTURED = ["paper", "turn", "print", "inks", "up", "players", "rows", "code", "duplex", "beside"];

form.addEventListener("change", (event) => {
  if (!PICTURED.includes(event.target.name)) return;
  for (const picture of form.querySelectorAll(".preview")) show(picture);
});

function show(picture) {
  const address = new URL(picture.src);
  for (const name of PICTURED) {
    const field = form.elements[name];
    if (field) address.searchParams.set(name, field.value);
  }
  picture.src = address.href;
}
