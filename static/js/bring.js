// A game that came in an address, after "#copy=": on the home page it leads to where games are brought
// in; there it is the file to bring, and whoever opened the address says so by the button.
const COPY = "#copy=";
const form = document.querySelector("form[enctype='multipart/form-data']");
const came = document.querySelector("#came");

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).blob();
}

async function fill(text) {
  try {
    const files = new DataTransfer();
    files.items.add(new File([await unpacked(text)], "game.json", { type: "application/json" }));
    form.elements.file.files = files.files;
  } catch {
    came.textContent = came.dataset.broken;
  }
  came.hidden = false;
  // Shown again, the page would offer it again.
  history.replaceState(null, "", location.pathname);
  form.scrollIntoView();
}

if (location.hash.startsWith(COPY)) {
  if (form) fill(location.hash.slice(COPY.length));
  else location.replace(`games/bring${location.hash}`);
}
