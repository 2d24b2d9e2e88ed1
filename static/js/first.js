// Runs before the first paint, so that nothing moves when the rest arrives.
document.documentElement.classList.add("js");
