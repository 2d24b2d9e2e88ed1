// A link or a file in the phone's own share sheet, or copied; what a browser lacks stays hidden. Where
// this phone alone has its games, it reminds of a copy of them: after a game is finished, and three
// hours after the last copy.
const EVENING = 3 * 60 * 60 * 1000;
const KEPT = `kept ${document.querySelector("link[rel=manifest]").href}`;
const keep = document.querySelector("#keep");
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

/** A copy as a file: of texts, browsers share those that say so by their names. */
const named = (content) => new File([content], "rummy.txt", { type: "text/plain" });
const sharesFiles = navigator.canShare?.({ files: [named("{}")] });

async function shareFile(address) {
  const answer = await fetch(address);
  // Too much for one file: the page that it leads to has them all.
  if (answer.redirected) {
    location.assign(answer.url);
    throw new Error("several files");
  }
  await navigator.share({ files: [named(await answer.blob())] });
}

for (const button of document.querySelectorAll("[data-share-file]")) {
  button.hidden = !sharesFiles;
  button.addEventListener("click", () => shareFile(button.dataset.shareFile).catch(() => {}));
}

function kept() {
  localStorage[KEPT] = Date.now();
  if (keep) keep.hidden = true;
}

for (const link of document.querySelectorAll("a[data-copy-all]")) {
  link.addEventListener("click", (event) => {
    if (!sharesFiles || !keep) return kept();
    event.preventDefault();
    shareFile(link.href).then(kept, () => {});
  });
}

if (keep) {
  const [finished, written] = [Number(keep.dataset.finished), Number(keep.dataset.written)];
  const last = Number((localStorage[KEPT] ??= Date.now()));
  keep.hidden = finished <= last && (written <= last || Date.now() - last < EVENING);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const says = document.createElement("span");
  says.setAttribute("role", "status");
  button.after(says);
  button.addEventListener("click", async () => {
    says.textContent = (await copied(addressOf(button))) ? button.dataset.copy : "";
  });
}
