// The end of a game, large for a moment: once, on a phone or a screen that saw the game go on.
const { game } = document.querySelector("#live").dataset;
const status = document.querySelector("#won");
const GOING = `going ${game}`;

function show(winner) {
  const moment = document.createElement("div");
  moment.className = "felt moment";
  moment.ariaHidden = "true";
  moment.append(winner.cloneNode(true), document.querySelector(".places").cloneNode(true));
  moment.querySelectorAll("li").forEach((line, turn) => line.style.setProperty("--turn", turn + 3));
  moment.addEventListener("animationend", ({ target }) => target === moment && moment.remove());
  moment.addEventListener("click", () => moment.remove());
  addEventListener("keydown", () => moment.remove(), { once: true });
  document.body.append(moment);
}

function look() {
  const winner = document.querySelector(".winner");
  if (!winner) localStorage[GOING] = "yes";
  else if (localStorage[GOING]) {
    delete localStorage[GOING];
    setTimeout(() => (status.textContent = winner.dataset.won), 500);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) show(winner);
  }
}

addEventListener("table-changed", look);
look();
