// What a button has to say, read aloud by the phone; where it cannot, first.js leaves the button hidden.
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-says]");
  if (!button) return;
  speechSynthesis.cancel();
  for (const text of button.dataset.says.split("\n")) {
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = document.documentElement.lang;
    speechSynthesis.speak(spoken);
  }
});
addEventListener("pagehide", () => window.speechSynthesis?.cancel());
