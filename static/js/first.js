// Runs before the first paint, so that nothing moves when the rest arrives.
{
  const { classList } = document.documentElement;
  classList.add("js");
  classList.toggle("speaks", "speechSynthesis" in window);
  const opensByClass = !("popover" in HTMLElement.prototype);
  classList.toggle("no-popover", opensByClass);
  try {
    const kept = { "left-handed": "left", "four-colours": "four", "large-keys": "large", "next-cards": "rings" };
    for (const [id, name] of Object.entries(kept)) classList.toggle(name, localStorage[id] === "yes");
  } catch {
    // This browser keeps nothing.
  }
  // Safari knows popovers from 17 on: before, a class opens one, and a touch beside it closes it.
  if (opensByClass) {
    addEventListener("click", (event) => {
      const opener = event.target.closest("[popovertarget]");
      if (!opener) return;
      event.preventDefault();
      document.getElementById(opener.getAttribute("popovertarget")).classList.add("open");
    });
    addEventListener("pointerdown", ({ target }) => {
      for (const popover of document.querySelectorAll("[popover].open")) {
        if (!popover.contains(target)) popover.classList.remove("open");
      }
    });
  }
  // Keys tapped before their script runs are tapped again as soon as it does.
  const early = [];
  const wait = ({ target }) => target.closest(".hand-keys [type=button]") && early.push(target);
  addEventListener("click", wait);
  addEventListener("hands", () => {
    removeEventListener("click", wait);
    for (const key of early) {
      key.closest("form").dataset.dirty = "";
      key.click();
    }
  });
  // A deal that is saved or agreed to before outbox.js runs waits for that, which knows what else is
  // kept of it; where that never comes, it is sent as without scripts.
  let saved;
  const hold = (event) => {
    if (!event.target.matches(".deal-form") && !event.target.elements.namedItem("values")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    saved = event;
  };
  addEventListener("submit", hold, true);
  addEventListener("DOMContentLoaded", () => {
    removeEventListener("submit", hold, true);
    saved?.target.requestSubmit(saved.submitter);
  });
}
