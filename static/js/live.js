// Keeps a page of the table up to date: asks about every two seconds while it is seen, and at once
// when the phone wakes. A page that could not ask for a while says how old it is.
import { fill, textsOf } from "./texts.js";
import { showTimes } from "./times.js";

const EVERY = 1800;
const PATIENCE = 8000;
const AT_ONCE = 1000;
const MINUTE = 60000;
const HOUR = 60 * MINUTE;
// An answer to such a request is kept by worker.js.
const KEPT = { cache: "no-store", headers: { "Keep-Spare": "yes" } };
const main = document.querySelector("#main");
const state = document.querySelector("#live");
const game = state.dataset.game;
const texts = textsOf(state);
let asking = null;

const shown = () => main.querySelector("[data-version]").dataset;
const version = () => shown().version;

// Two clocks: the one stands still while the phone sleeps, the other may be set.
const clocks = () => [performance.now(), Date.now()];
const since = (then) => Math.max(...clocks().map((now, which) => now - then[which]));
let heard = clocks();
let opening = true;

function say(text) {
  if (state.textContent !== text) state.textContent = text;
  state.hidden = !text;
}

function ago(silent) {
  if (silent < MINUTE) return fill(texts.seconds, { number: Math.round(silent / 1000) });
  if (silent < HOUR) return fill(texts.minutes, { number: Math.floor(silent / MINUTE) });
  return fill(texts.hours, { number: Math.floor(silent / HOUR) });
}

function age() {
  const silent = since(heard);
  say(silent < PATIENCE ? "" : fill(texts.silent, { ago: ago(silent) }));
}

function replace(html) {
  const next = new DOMParser().parseFromString(html, "text/html").querySelector("#main");
  if (!next?.querySelector("[data-version]")) return location.reload();
  const open = [...main.querySelectorAll("details")].map((one) => one.open);
  const held = main.contains(document.activeElement) ? document.activeElement : null;
  const same = held?.getAttribute("href");
  main.replaceChildren(...next.childNodes);
  main.querySelectorAll("details").forEach((one, place) => (one.open = open[place] ?? false));
  if (same) main.querySelector(`[href="${CSS.escape(same)}"]`)?.focus({ preventScroll: true });
  showTimes(main);
  dispatchEvent(new Event("table-changed"));
}

// An answer tells how the game stood when it was asked for.
function remember(asked) {
  heard = asked;
  opening = false;
  try {
    localStorage.setItem(`heard ${game}`, JSON.stringify({ version: version(), at: heard[1] }));
  } catch {
    // This browser keeps nothing.
  }
}

// A page that opened without a connection may be of long ago: kept by the browser, or the spare.
function recall() {
  if (!opening) return;
  opening = false;
  const before = JSON.parse(localStorage.getItem(`heard ${game}`));
  if (Number(version()) <= Number(before?.version)) heard[1] = before.at;
}

async function ask({ at, stop: { signal } }) {
  const news = await fetch(`${game}/news?version=${version()}&next=${shown().next}`, { cache: "no-store", signal });
  if (news.status === 404) return location.reload();
  if (!news.ok) throw new Error(news.status);
  if (news.status === 200) {
    const page = await fetch(location.href, { ...KEPT, signal });
    if (!page.ok) throw new Error(page.status);
    replace(await page.text());
  }
  remember(at);
}

async function look() {
  if (asking || document.visibilityState === "hidden") return;
  const mine = { at: clocks(), stop: new AbortController() };
  asking = mine;
  const patience = setTimeout(() => mine.stop.abort(), PATIENCE);
  try {
    await ask(mine);
  } catch {
    // No server just now: the next time will do.
    if (asking === mine) recall();
  } finally {
    clearTimeout(patience);
    if (asking === mine) {
      asking = null;
      age();
    }
  }
}

// What was asked before the phone slept may never be answered.
function wake() {
  if (asking && since(asking.at) > AT_ONCE) {
    asking.stop.abort();
    asking = null;
  }
  look();
}

setInterval(() => (asking ? age() : look()), EVERY);
document.addEventListener("visibilitychange", wake);
for (const waking of ["online", "focus", "pageshow"]) addEventListener(waking, wake);

const here = () => fetch(`${game}/here`, { method: "POST", keepalive: true }).catch(() => {});
here();
setInterval(here, 10 * MINUTE);

// Where the address is secure, the worker keeps this page as it is now and the form of the next
// deal for when there is no connection, and the page that then stands for all others.
const offline = new URL("offline", document.querySelector("link[rel=manifest]").href);
function keepForm() {
  const next = main.querySelector("a.big[href*='/deals/']");
  if (!navigator.serviceWorker?.controller) return;
  for (const page of [next?.href, offline]) if (page) fetch(page, KEPT).catch(() => {});
}
navigator.serviceWorker?.addEventListener("controllerchange", keepForm);
addEventListener("table-changed", keepForm);
keepForm();

// The screen of whoever keeps stays awake while the game goes on.
let lock = null;
async function stayAwake() {
  const wanted = main.querySelector("[data-awake]") && document.visibilityState === "visible";
  if (wanted && !lock) {
    lock = await navigator.wakeLock?.request("screen").catch(() => null);
    lock?.addEventListener("release", () => (lock = null));
  } else if (!wanted && lock) await lock.release();
}
document.addEventListener("visibilitychange", stayAwake);
addEventListener("table-changed", stayAwake);
stayAwake();
