// Rows that are dragged by their grip, or moved by its arrow keys or by buttons. The neighbours make
// way one at a time, so that the row that is held never leaves the page and stays in hand.
import { fill } from "./texts.js";

const middle = (row) => {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
};

export function reorderable(list, nameOf, moved) {
  const says = document.createElement("p");
  says.className = "vh";
  says.setAttribute("role", "status");
  list.after(says);

  const shown = (row) => (row?.offsetParent ? row : null);
  const before = (row) => shown(row.previousElementSibling);
  const after = (row) => shown(row.nextElementSibling);

  function settle(row) {
    moved();
    const seat = [...list.children].indexOf(row) + 1;
    says.textContent = fill(list.dataset.says, { name: nameOf(row), seat });
  }

  function step(row, down) {
    const next = down ? after(row) : before(row);
    if (!next) return;
    if (down) row.before(next);
    else row.after(next);
  }

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip) return;
    const row = grip.closest("li");
    const drag = ({ clientY }) => {
      if (before(row) && clientY < middle(before(row))) step(row, false);
      else if (after(row) && clientY > middle(after(row))) step(row, true);
    };
    const drop = () => {
      grip.removeEventListener("pointermove", drag);
      row.classList.remove("moving");
      settle(row);
    };
    grip.setPointerCapture(event.pointerId);
    grip.addEventListener("pointermove", drag);
    grip.addEventListener("lostpointercapture", drop, { once: true });
    row.classList.add("moving");
  });

  list.addEventListener("keydown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    step(grip.closest("li"), event.key === "ArrowDown");
    settle(grip.closest("li"));
  });

  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (!button) return;
    event.preventDefault();
    step(button.closest("li"), button.dataset.move === "down");
    settle(button.closest("li"));
    button.focus();
  });
}
