// The page of the folder: it shows the site's pages in a frame, for a worker that a page owns ends
// when that page is left, and runs the engine for all pages of this browser while it holds the lock.
const ROOT = new URL(".", import.meta.url);
const BOOK = `book ${ROOT.pathname}`;
const READY = `ready ${ROOT.pathname}`;
const LAST = `last ${ROOT.pathname}`;
const begin = document.querySelector("#begin");
const got = document.querySelector("#got");
const says = document.querySelector("#says");
const texts = document.querySelector("#texts").dataset;
const frame = Object.assign(document.createElement("iframe"), { hidden: true });

// Its own links are seen from here, whatever the address bar will say.
for (const link of document.querySelectorAll("link")) link.setAttribute("href", link.href);

function say(text) {
  says.textContent = text;
}

function stop(text, detail = "") {
  begin.hidden = false;
  frame.hidden = true;
  got.remove();
  say(text);
  if (detail) says.after(Object.assign(document.createElement("pre"), { textContent: detail }));
}

/** The service worker in charge, of a new build only where no other page has the old one open. */
async function worker() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data.total) got.value = data.got / data.total;
  });
  const registered = serviceWorker.register(new URL("worker.js", ROOT));
  // Where there is one, a connection that answers nothing keeps nobody waiting.
  if (serviceWorker.controller) registered.catch(() => {});
  else {
    const incoming = (await registered).installing;
    await new Promise((resolve, reject) => {
      serviceWorker.addEventListener("controllerchange", resolve);
      incoming?.addEventListener("statechange", () => incoming.state === "redundant" && reject(new Error("")));
    });
  }
}

/** Where the frame begins: the address asked for, or where this browser was last. */
function wanted() {
  const here = new URL(location);
  if (here.pathname !== ROOT.pathname || here.search || here.hash) return here.href;
  return ROOT.href.replace(/\/$/, "") + (localStorage[LAST] ?? "/");
}

function inFrame(act) {
  try {
    act(frame.contentWindow);
  } catch {
    // The browser shows a page of its own there.
  }
}

let busy = false;
let ready = false;
frame.addEventListener("load", () => {
  inFrame((page) => {
    const { href, pathname, search } = page.location;
    if (!href.startsWith(ROOT.href)) return;
    frame.hidden = false;
    begin.hidden = true;
    paper.hidden = !pathname.endsWith("/view");
    history.replaceState(null, "", href);
    document.title = page.document.title;
    localStorage[LAST] = `/${(pathname + search).slice(ROOT.pathname.length)}`;
    busy = false;
    // What is being typed, and a link that waits for the engine, must not be lost.
    for (const act of ["input", "beforeunload"]) page.addEventListener(act, () => (busy = true));
    if (ready) renew(page);
  });
});

// Printed from the browser's own menu, this page would be what is printed.
const paper = document.querySelector("#paper");
paper.addEventListener("click", ({ target }) => {
  if (target.matches(".back")) history.back();
  else if (target.matches("button")) inFrame((page) => page.print());
});

/** Have a page that was kept look again, unless it does so by itself, or somebody writes in it or leaves it. */
function renew(page) {
  const { dataset } = page.document.documentElement;
  if ("kept" in dataset && !busy && !page.document.querySelector("#live")) page.location.reload();
}

/** Now that there is somebody to ask, what waits is sent. */
function wake() {
  ready = true;
  inFrame((page) => {
    page.dispatchEvent(new Event("online"));
    renew(page);
  });
}

/** Run the engine until it fails, or this page is put to sleep. */
function run() {
  const engine = new Worker(new URL("engine.js", ROOT), { type: "module" });
  const forward = ({ data, ports: [port] }) => port && engine.postMessage(data, [port]);
  const failed = new Promise((_, reject) => {
    addEventListener("freeze", () => reject(new Error("frozen")), { once: true });
    engine.addEventListener("error", (event) => reject(new Error(event.message)));
    engine.addEventListener("message", ({ data }) => {
      if (data.failed) return reject(new Error(data.failed));
      navigator.serviceWorker.addEventListener("message", forward);
      // By this lock the service worker finds who has the engine.
      navigator.locks.request(READY, () => failed).catch(() => {});
      wake();
      // What a first page does not need comes now.
      fetch(new URL("later", ROOT)).catch(() => {});
    });
  });
  engine.postMessage({ address: ROOT.href, directory: encodeURIComponent(ROOT.pathname) });
  return failed.finally(() => {
    ready = false;
    navigator.serviceWorker.removeEventListener("message", forward);
    engine.terminate();
  });
}

async function start() {
  // In a page of somebody else nothing is shown, and nothing is done.
  if (top !== window) return stop(texts.framed);
  if (!navigator.serviceWorker || !navigator.locks || !navigator.storage?.getDirectory) {
    return stop(texts.noStorage);
  }
  try {
    await worker();
  } catch (error) {
    return stop(navigator.onLine ? texts.failed : texts.offline, error.message);
  }
  got.remove();
  say(texts.starting);
  document.body.append(frame);
  frame.src = wanted();
  for (let again = 0; ; again += 1) {
    try {
      await navigator.locks.request(BOOK, run);
    } catch (error) {
      console.error(error.message);
      if (document.visibilityState === "hidden") await new Promise((resolve) => {
        document.addEventListener("visibilitychange", resolve, { once: true });
      });
      else if (again > 1) return stop(texts.failed, error.message);
    }
  }
}

start();
