// Installing is offered until somebody says no, before a first game is begun; not where it is installed,
// or where there is no home screen.
const offer = document.querySelector("#install");
const REFUSED = `install ${document.querySelector("link[rel=manifest]").href}`;
offer.hidden = REFUSED in localStorage || matchMedia("(display-mode: standalone), (hover: hover)").matches;
offer.querySelector("button").addEventListener("click", () => {
  localStorage[REFUSED] = "yes";
  offer.hidden = true;
});
