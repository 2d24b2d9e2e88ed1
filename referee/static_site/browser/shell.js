// The page of the folder: it shows the site's pages in a frame, for a worker that a page owns ends
// when that page is left, and runs the engine for all pages of this browser while it holds the lock.
const ROOT = new URL(".", import.meta.url);
const BOOK = `book ${ROOT.pathname}`;
const READY = `ready ${ROOT.pathname}`;
const LAST = `last ${ROOT.pathname}`;
const DIRECTORY = encodeURIComponent(ROOT.pathname);
const TRIAL = `${DIRECTORY}.trial`;
const PATIENCE = 120_000;
const HANDOVER = 5000;
const WHY = 500;
const ASLEEP = "asleep";
// What browsers say that keep nothing: in a private window, or where somebody forbade it.
const NOTHING_KEPT = ["SecurityError", "UnknownError", "NotSupportedError"];
// Longer than the service worker lets anybody wait.
const LONGEST = 35_000;
const notice = document.querySelector("#notice");
const begin = document.querySelector("#begin");
const got = document.querySelector("#got");
const says = document.querySelector("#says");
const retry = document.querySelector("#retry");
const texts = document.querySelector("#texts").dataset;
const frame = Object.assign(document.createElement("iframe"), { hidden: true });

// Its own links are seen from here, whatever the address bar will say.
for (const link of document.querySelectorAll("link")) link.setAttribute("href", link.href);

function say(text) {
  says.textContent = text;
}

function stop(text, detail = "") {
  begin.hidden = false;
  // A page that is still asked for must not come in the place of what is said here.
  frame.remove();
  got.remove();
  say(text);
  if (detail) says.after(Object.assign(document.createElement("pre"), { textContent: detail }));
  retry.hidden = top !== window;
  settle();
}

retry.addEventListener("click", () => location.reload());

let refused = "";

/** Say above the site what would make writing vain. */
function warn(text) {
  notice.textContent = text;
  notice.hidden = !text;
}

let kept = false;

/** Have the browser keep what is written, from the first deal on; some ask for leave then. */
function keep() {
  if (!kept) navigator.storage.persist().catch(() => {});
  kept = true;
}

const pause = (wait) => new Promise((resolve) => setTimeout(resolve, wait));
const inTime = (...some) => Promise.race([...some, pause(PATIENCE).then(() => Promise.reject(new Error("late")))]);

/** What a worker says to a message. */
function answered(worker, message) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(message, [port2]);
  return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
}

/**
 * Have a build that waits take over where no other page is open: then this page begins anew. What is
 * asked of the old worker meanwhile, Chromium loses: so all is fetched before, and nothing until then.
 */
async function handOver(waiting) {
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
  if (!(await Promise.race([answered(waiting, "take over"), pause(HANDOVER)]))) return;
  await pause(HANDOVER);
  const [{ type }] = performance.getEntriesByType("navigation");
  if (type === "reload") return;
  location.reload();
  await new Promise(() => {});
}

/** The service worker in charge: of a new build where no other page has the old one open. */
async function worker() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", async ({ data, ports: [port] }) => {
    if (data.heard) clearTimeout(late);
    else if (data.total) got.value = data.got / data.total;
    else if (data.refused) console.error((refused = data.refused));
    else if (data.trial) port.postMessage(await tried(data.trial));
  });
  const registered = serviceWorker.register(new URL("worker.js", ROOT));
  if (serviceWorker.controller) {
    // A connection that answers nothing keeps nobody waiting.
    registered.catch(() => {});
    serviceWorker.addEventListener("controllerchange", () => {
      outdated = true;
      if (!busy) location.reload();
    });
    const { waiting } = (await serviceWorker.getRegistration()) ?? {};
    if (waiting) await handOver(waiting);
  } else {
    const { installing, active } = await inTime(registered);
    await new Promise((resolve, reject) => {
      serviceWorker.addEventListener("controllerchange", resolve);
      installing?.addEventListener("statechange", async () => {
        // Why comes by another way.
        if (installing.state === "redundant") await pause(WHY).then(() => reject(new Error(refused)));
      });
      // Where this page was opened past a worker that is there.
      active?.postMessage("take over");
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
    // The browser shows a page of its own there: what it asked for was lost on its way.
    setTimeout(() => (frame.src = wanted()), HANDOVER);
  }
}

let busy = false;
let ready = false;
let outdated = false;
let late;

/** Where the service worker ends while it is asked, nothing ever comes: the page stays as it is. */
function leave(page) {
  busy = true;
  clearTimeout(late);
  late = setTimeout(() => {
    page.stop();
    warn(texts.unheard);
    // Its forms may be sent again.
    page.dispatchEvent(new Event("pageshow"));
  }, LONGEST);
}

frame.addEventListener("load", () => {
  if (outdated) return location.reload();
  inFrame((page) => {
    const { href, pathname, search } = page.location;
    if (!href.startsWith(ROOT.href)) return;
    clearTimeout(late);
    if (notice.textContent === texts.unheard) warn("");
    frame.hidden = false;
    begin.hidden = true;
    performance.mark("shown");
    paper.hidden = !pathname.endsWith("/view");
    history.replaceState(null, "", href);
    document.title = page.document.title;
    busy = false;
    // Where nobody answered, a form is sent again as it was, with its key.
    const again = page.document.querySelector("#ask-again");
    // Such a page is not where somebody was: a first visit has lost nothing yet.
    if (!again) localStorage[LAST] = `/${(pathname + search).slice(ROOT.pathname.length)}`;
    again?.addEventListener("click", (event) => {
      event.preventDefault();
      page.location.reload();
    });
    // What is being typed, and a link that waits for the engine, must not be lost.
    page.addEventListener("input", () => (busy = true));
    page.addEventListener("beforeunload", () => leave(page));
    if (ready) renew(page);
    // The engine may have become ready just as the wait for it ended.
    if (ready && again) setTimeout(() => inFrame((now) => renew(now, "#ask-again")), HANDOVER);
  });
});

// Printed from the browser's own menu, this page would be what is printed.
const paper = document.querySelector("#paper");
paper.addEventListener("click", ({ target }) => {
  if (target.matches(".back")) history.back();
  else if (target.matches("button")) inFrame((page) => page.print());
});

/** Have a page that was kept, or one that has `which`, look again, unless somebody writes in it or leaves it. */
function renew(page, which = "html[data-kept]:not(:has(#live))") {
  if (!busy && page.document.querySelector(which)) page.location.reload();
}

/** Now that there is somebody to ask, what waits is sent. */
function wake() {
  ready = true;
  performance.mark("ready");
  inFrame((page) => {
    page.dispatchEvent(new Event("online"));
    renew(page);
    renew(page, "#ask-again");
  });
  // A page that was lost on its way is asked for again.
  setTimeout(() => frame.hidden && (frame.src = wanted()), HANDOVER);
}

/** A worker that starts an engine: when it is ready, and when it has failed. */
function begun(script, directory) {
  const engine = new Worker(new URL(script, ROOT), { type: "module" });
  const failed = new Promise((_, reject) => {
    engine.addEventListener("error", (event) => reject(new Error(event.message)));
    engine.addEventListener("message", ({ data }) => {
      if (data.failed) reject(Object.assign(new Error(data.failed), data));
      else if (data.full) warn(texts.full);
    });
  });
  const ready = new Promise((resolve) => {
    engine.addEventListener("message", ({ data }) => data.ready && resolve(data));
  });
  engine.postMessage({ address: ROOT.href, directory });
  return { engine, failed, ready: inTime(ready, failed) };
}

let settle;
let settled = new Promise((resolve) => (settle = resolve));

/** Let go of the copy of the score book that a build was tried on; who tried it may hold it a moment longer. */
async function endTrial() {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(TRIAL, { recursive: true }).catch(() => {});
}

/** Whether a new build's engine opens a copy of the score book, and shows a page of it. */
async function tried(folder) {
  const running = await settled;
  // Where nothing runs, nothing is lost.
  if (!running) return {};
  const copied = await answered(running, { copy: TRIAL });
  if (copied.failed) return copied;
  const { engine, ready, failed } = begun(`${folder}engine.js`, TRIAL);
  try {
    await ready;
    const asked = { method: "GET", url: ROOT.href, headers: [], body: new ArrayBuffer() };
    const { status } = await Promise.race([answered(engine, asked), failed]);
    return status === 200 ? {} : { failed: `${status}` };
  } catch (error) {
    return { failed: error.message };
  } finally {
    engine.terminate();
    endTrial();
  }
}

/** Run the engine until it fails, or this page is put to sleep. */
async function run() {
  const { engine, failed, ready: opened } = begun("engine.js", DIRECTORY);
  const forward = ({ data, ports: [port] }) => {
    if (!data.method) return;
    engine.postMessage(data, [port]);
    if (data.method === "POST" && data.url.includes("/deals/")) keep();
  };
  const frozen = new Promise((_, reject) => {
    addEventListener("freeze", () => reject(new Error(ASLEEP)), { once: true });
  });
  const ended = Promise.race([failed, frozen]);
  try {
    const { empty } = await Promise.race([opened, ended]);
    warn(empty && LAST in localStorage ? texts.gone : "");
    endTrial();
    settle(engine);
    navigator.serviceWorker.addEventListener("message", forward);
    // By this lock the service worker finds who has the engine.
    navigator.locks.request(READY, () => ended).catch(() => {});
    wake();
    // What a first page does not need comes now.
    fetch(new URL("later", ROOT)).catch(() => {});
    await ended;
  } finally {
    ready = false;
    settled = new Promise((resolve) => (settle = resolve));
    navigator.serviceWorker.removeEventListener("message", forward);
    engine.terminate();
  }
}

async function start() {
  // In a page of somebody else nothing is shown, and nothing is done.
  if (top !== window) return stop(texts.framed);
  if (!navigator.serviceWorker || !navigator.locks || !navigator.storage?.getDirectory || !self.DecompressionStream) {
    return stop(texts.noStorage);
  }
  try {
    await navigator.storage.getDirectory();
    await worker();
  } catch ({ name, message }) {
    if (NOTHING_KEPT.includes(name)) return stop(texts.noStorage);
    return stop(message === "QuotaExceededError" ? texts.full : texts.missing, message);
  }
  got.remove();
  say(texts.starting);
  document.body.append(frame);
  frame.src = wanted();
  for (let failures = 0; ; ) {
    try {
      await navigator.locks.request(BOOK, run);
    } catch (error) {
      console.error(error.message);
      // A page that was put to sleep did not fail.
      failures += error.message !== ASLEEP;
      if (NOTHING_KEPT.includes(error.name)) return stop(texts.noStorage, error.message);
      if (error.full) {
        warn(texts.full);
      } else if (failures > 2 && document.visibilityState !== "hidden") {
        return stop(texts.failed, error.message);
      }
      if (error.full || document.visibilityState === "hidden") await new Promise((resolve) => {
        document.addEventListener("visibilitychange", resolve, { once: true });
      });
    }
  }
}

start();
