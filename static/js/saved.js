// Has what a saved deal changed read out, which nothing is that a page opens with; the address is
// that of the table alone from then on.
if (location.hash === "#saved") {
  history.replaceState(null, "", location.pathname);
  const saved = document.querySelector("#saved");
  saved.hidden = false;
  setTimeout(() => saved.replaceChildren(saved.textContent), 500);
}
