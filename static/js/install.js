// Installing is offered until somebody says no, before a first game is begun; where it is installed, or
// no phone, the styles leave the offer out.
const offer = document.querySelector("#install");
const REFUSED = `install ${document.querySelector("link[rel=manifest]").href}`;
offer.hidden = REFUSED in localStorage;
offer.querySelector("button").addEventListener("click", () => {
  localStorage[REFUSED] = "yes";
  offer.hidden = true;
});
