// The end of a game: read out, and with the rays turning, where this phone or screen saw it go on.
const { game } = document.querySelector("#live").dataset;
const status = document.querySelector("#won");
const GOING = `going ${game}`;

function look() {
  const winner = document.querySelector(".winner");
  if (!winner) localStorage[GOING] = "yes";
  else if (localStorage[GOING]) {
    delete localStorage[GOING];
    setTimeout(() => (status.textContent = winner.dataset.won), 500);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    winner.closest(".felt").classList.add("moment");
    scrollTo(0, 0);
  }
}

addEventListener("table-changed", look);
look();
