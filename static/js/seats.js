// Names from earlier games go into the first empty seat; spare seats appear when asked for.
const form = document.querySelector(".start-form");
const seats = [...form.querySelectorAll(".seat")];
const inputs = seats.map((seat) => seat.querySelector('input[type="text"]'));
const more = form.querySelector("[data-more-seats]");

function showOneMore() {
  const seat = seats.find((one) => one.classList.contains("spare"));
  seat?.classList.remove("spare");
  more.hidden = !seats.some((one) => one.classList.contains("spare"));
  return seat;
}

more.hidden = !seats.some((one) => one.classList.contains("spare"));
more.addEventListener("click", () => showOneMore()?.querySelector("input").focus());

form.addEventListener("click", (event) => {
  const name = event.target.closest("[data-name]")?.dataset.name;
  if (!name) return;
  const seated = inputs.find((input) => input.value.trim() === name);
  if (seated) {
    seated.value = "";
    return;
  }
  const empty = inputs.find((input) => !input.value.trim());
  if (!empty) return;
  empty.closest(".seat").classList.remove("spare");
  empty.value = name;
});
