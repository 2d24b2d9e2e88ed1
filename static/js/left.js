// What this phone alone keeps: the layout for the left hand, and suits in four colours.
// first.js turns them on again on every page.
const { classList } = document.documentElement;

for (const [id, name] of [["left-handed", "left"], ["four-colours", "four"]]) {
  const box = document.querySelector(`#${id}`);
  box.checked = classList.contains(name);
  box.addEventListener("change", () => {
    classList.toggle(name, box.checked);
    localStorage[id] = box.checked ? "yes" : "";
  });
}
