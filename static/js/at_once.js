// What is changed in a form is asked for at once, as by its button.
document.querySelector("[data-at-once]")?.addEventListener("change", ({ currentTarget: form }) => {
  form.requestSubmit(form.querySelector("button"));
});
