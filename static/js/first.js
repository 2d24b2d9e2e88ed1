// Runs before the first paint, so that nothing moves when the rest arrives.
document.documentElement.classList.add("js");
document.documentElement.classList.toggle("speaks", "speechSynthesis" in window);
