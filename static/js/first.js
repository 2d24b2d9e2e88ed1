// Runs before the first paint, so that nothing moves when the rest arrives.
{
  const { classList } = document.documentElement;
  classList.add("js");
  classList.toggle("speaks", "speechSynthesis" in window);
  try {
    const kept = { "left-handed": "left", "four-colours": "four", "large-keys": "large", "next-cards": "rings" };
    for (const [id, name] of Object.entries(kept)) classList.toggle(name, localStorage[id] === "yes");
  } catch {
    // This browser keeps nothing.
  }
}
