// What this phone alone keeps: classes of the page. first.js turns them on again on every page.
const { classList } = document.documentElement;

for (const box of document.querySelectorAll("[data-class]")) {
  const { class: name } = box.dataset;
  box.checked = classList.contains(name);
  box.addEventListener("change", () => {
    classList.toggle(name, box.checked);
    localStorage[box.id] = box.checked ? "yes" : "";
  });
}
