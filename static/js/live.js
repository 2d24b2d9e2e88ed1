// Keeps a page of the table up to date: asks every two seconds while it is seen, and at once when
// the phone wakes. A page that could not ask for a while says how old it is.
import { showTimes } from "./times.js";

const EVERY = 1800;
const PATIENCE = 8000;
const MINUTE = 60000;
const main = document.querySelector("#main");
const state = document.querySelector("#live");
const game = state.dataset.game;
let heard = Date.now();
let asking = false;

const version = () => main.querySelector("[data-version]").dataset.version;

function say(text) {
  if (state.textContent !== text) state.textContent = text;
  state.hidden = !text;
}

function age() {
  const silent = Date.now() - heard;
  if (silent < PATIENCE) return say("");
  const minutes = Math.floor(silent / MINUTE);
  const ago = minutes ? `${minutes} min` : `${Math.round(silent / 1000)} s`;
  say(`No connection. This is how it was ${ago} ago.`);
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

export async function look() {
  if (asking || document.visibilityState === "hidden") return;
  asking = true;
  try {
    const news = await fetch(`${game}/news?version=${version()}`, { cache: "no-store" });
    if (news.status === 404) return location.reload();
    if (!news.ok) throw new Error(news.status);
    if (news.status === 200) {
      const page = await fetch(location.href, { cache: "no-store" });
      if (!page.ok) throw new Error(page.status);
      replace(await page.text());
    }
    heard = Date.now();
  } catch {
    // No server just now: the next time will do.
  } finally {
    asking = false;
    age();
  }
}

setInterval(() => {
  age();
  look();
}, EVERY);
document.addEventListener("visibilitychange", look);
for (const waking of ["online", "focus", "pageshow"]) addEventListener(waking, look);

const here = () => fetch(`${game}/here`, { method: "POST", keepalive: true }).catch(() => {});
here();
setInterval(here, 10 * MINUTE);

// Where the address is secure, the form of the next deal is kept for when there is no connection.
async function keepForm() {
  const next = main.querySelector("a.big[href*='/deals/']");
  const spare = next && (await globalThis.caches?.open("spare-1"));
  await spare?.add(next.href).catch(() => {});
}
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
