// The address of a link in the phone's own share sheet, or copied; what a browser lacks stays hidden.
const addressOf = (button) => document.getElementById(button.dataset.address);

async function copied(address) {
  try {
    await navigator.clipboard.writeText(address.href);
    return true;
  } catch {
    // Over plain http there is no clipboard, but what is selected can be copied.
    getSelection().selectAllChildren(address);
    return document.execCommand("copy");
  }
}

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    const { href } = addressOf(button);
    // Who closes the sheet again has not asked for anything.
    navigator.share({ text: button.dataset.share, url: href }).catch(() => {});
  });
}

for (const button of document.querySelectorAll("[data-share-file]")) {
  const offered = new File(["{}"], "game.json", { type: "application/json" });
  button.hidden = !navigator.canShare?.({ files: [offered] });
  button.addEventListener("click", async () => {
    const answer = await fetch(button.dataset.shareFile);
    const file = new File([await answer.blob()], offered.name, { type: offered.type });
    navigator.share({ files: [file] }).catch(() => {});
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const says = document.createElement("span");
  says.setAttribute("role", "status");
  button.after(says);
  button.addEventListener("click", async () => {
    says.textContent = (await copied(addressOf(button))) ? button.dataset.copy : "";
  });
}
