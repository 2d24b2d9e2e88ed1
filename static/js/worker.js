// Opens the app and the games this phone knows when there is no server. Pages come from the server
// whenever it answers; what it answered last is the spare, marked with its age. For any other page
// there is one that says what needs the server. Forms always go to the server itself.
const OURS = "spare-";
const SPARE = `${OURS}3`;
const PATIENCE = 4000;
const MOST = 120;
const OFFLINE = new URL("offline", location).href;
const KEPT_AT = "Kept-At";
// The address says what these pages are about: another page of them is no spare.
const ASKED = /\/(disputes|prints|compare)$/;

self.addEventListener("install", (event) => {
  event.waitUntil(fetch(OFFLINE).then((answer) => keep(OFFLINE, answer)).catch(() => {}));
  self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== SPARE) await caches.delete(name);
  }
  await self.clients.claim();
}

const gameOf = (address) => /^.*\/games\/\w+/.exec(address)?.[0];
// When a game was let go of: what had been asked for by then is not kept either.
const gone = new Map();

/** Let go of a page that is not there any more, and with the page of a game of all others of it. */
async function forget(spare, address) {
  await spare.delete(address);
  const game = gameOf(address);
  // Another page of it may be missing while the game goes on.
  if (!game || (address !== game && (await fetch(game)).status !== 404)) return;
  gone.set(game, Date.now());
  for (const kept of await spare.keys()) {
    if (kept.url === game || kept.url.startsWith(`${game}/`)) await spare.delete(kept);
  }
}

async function keep(address, answer, asked = Date.now()) {
  const spare = await caches.open(SPARE);
  if (answer.status === 404) return forget(spare, address);
  // A page with the secret of a link says that it is not to be kept.
  if (answer.headers.get("Cache-Control") === "no-store") return spare.delete(address);
  if (!answer.ok || answer.redirected) return;
  // A connection that breaks off must not take what was kept: it is replaced by a whole page.
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT, asked);
  const whole = await answer.blob();
  const isLate = () => gone.get(gameOf(address)) >= asked;
  if (isLate()) return;
  await spare.put(address, new Response(whole, { headers }));
  if (isLate()) return spare.delete(address);
  const kept = await spare.keys();
  for (const old of kept.slice(0, Math.max(kept.length - MOST, 0))) await spare.delete(old);
}

async function page(request) {
  const spare = await caches.open(SPARE);
  const ignoreSearch = !ASKED.test(new URL(request.url).pathname);
  const kept = await spare.match(request.url, { ignoreSearch });
  const asked = Date.now();
  try {
    const answer = await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE) } : {});
    if (!new URL(request.url).search) keep(request.url, answer.clone(), asked).catch(() => {});
    return answer;
  } catch (error) {
    if (kept) return marked(kept);
    const offline = await spare.match(OFFLINE);
    if (offline) return offline;
    throw error;
  }
}

/** A spare page that knows when it came from the server, in milliseconds. */
async function marked(kept) {
  const html = await kept.text();
  const { headers } = kept;
  return new Response(html.replace("<html", `<html data-kept="${headers.get(KEPT_AT)}"`), { headers });
}

async function fresh(request) {
  const asked = Date.now();
  const answer = await fetch(request);
  keep(request.url.split("?")[0], answer.clone(), asked).catch(() => {});
  return answer;
}

async function file(request) {
  return (await caches.match(request.url)) ?? fresh(request);
}

/** The answer to a request for what is kept; none for one that is the server's own affair. */
function answered(request) {
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return undefined;
  if (pathname.includes("/static/")) return file(request);
  // A page asks for what is to be kept; if it kept that itself, it would lose it by being left.
  if (request.headers.has("Keep-Spare")) return fresh(request);
  const secret = pathname.includes("/k/") || pathname.endsWith("/pdf");
  return request.mode === "navigate" && !secret ? page(request) : undefined;
}

self.addEventListener("fetch", (event) => {
  const answer = answered(event.request);
  if (answer) event.respondWith(answer);
});
