// The buttons beside a number: one answer down or up, or to the next round number.
addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const by = Number(button.dataset.step);
  const field = button.parentElement.querySelector("select, input");
  const says = button.parentElement.querySelector("[aria-live]");
  if (field.options) {
    const last = field.options.length - 1;
    field.selectedIndex = Math.min(Math.max(field.selectedIndex + by, 0), last);
    says.textContent = field.options[field.selectedIndex].text;
  } else {
    const round = by < 0 ? Math.ceil : Math.floor;
    const next = (round(Number(field.value) / Math.abs(by)) || 0) * Math.abs(by) + by;
    const number = Math.min(Math.max(next, 0), Number(field.dataset.most));
    field.value = number || !field.placeholder ? number : "";
    says.textContent = field.value || field.placeholder;
  }
  field.dispatchEvent(new Event("change", { bubbles: true }));
});
