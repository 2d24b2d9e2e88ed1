// The layout for the left hand, kept on this phone; first.js turns it on again on every page.
const box = document.querySelector("#left-handed");
const { classList } = document.documentElement;

box.checked = classList.contains("left");
box.addEventListener("change", () => {
  classList.toggle("left", box.checked);
  localStorage["left-handed"] = box.checked ? "yes" : "";
});
