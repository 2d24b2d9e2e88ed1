// A ruling is asked for again when an answer is changed.
document.querySelector(".assumed").addEventListener("change", ({ currentTarget: form }) => {
  form.requestSubmit(form.querySelector("button"));
});
