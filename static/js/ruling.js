// A ruling read aloud by the phone, where it can; and asked again when an answer is changed.
const speak = document.querySelector(".speak");
const { speechSynthesis: voice } = window;

if (voice && speak) {
  speak.hidden = false;
  speak.addEventListener("click", () => {
    voice.cancel();
    for (const { innerText } of document.querySelectorAll("[data-spoken]")) {
      const spoken = new SpeechSynthesisUtterance(innerText);
      spoken.lang = document.documentElement.lang;
      voice.speak(spoken);
    }
  });
  addEventListener("pagehide", () => voice.cancel());
}

document.querySelector(".assumed")?.addEventListener("change", ({ currentTarget: form }) => {
  form.requestSubmit(form.querySelector("button"));
});
