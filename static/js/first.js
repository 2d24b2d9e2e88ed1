// Runs before the first paint, so that nothing moves when the rest arrives.
{
  const { classList } = document.documentElement;
  classList.add("js");
  classList.toggle("speaks", "speechSynthesis" in window);
  try {
    classList.toggle("left", localStorage["left-handed"] === "yes");
    classList.toggle("four", localStorage["four-colours"] === "yes");
  } catch {
    // This browser keeps nothing.
  }
}
