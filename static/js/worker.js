// Opens the app and the games this phone knows when there is no server. Pages come from the server
// whenever it answers; what it answered last is the spare. Forms always go to the server itself.
const SPARE = "spare-1";
const PATIENCE = 4000;
const MOST = 120;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function keep(request, answer) {
  if (!answer.ok || answer.redirected) return;
  const spare = await caches.open(SPARE);
  await spare.put(request, answer);
  const kept = await spare.keys();
  for (const old of kept.slice(0, Math.max(kept.length - MOST, 0))) await spare.delete(old);
}

async function page(request) {
  const spare = await caches.open(SPARE);
  const kept = await spare.match(request.url, { ignoreSearch: true });
  try {
    const answer = await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE) } : {});
    if (!new URL(request.url).search) keep(request.url, answer.clone()).catch(() => {});
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function file(request) {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  keep(request.url, answer.clone()).catch(() => {});
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.includes("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && !pathname.includes("/k/") && !pathname.endsWith("/pdf")) {
    event.respondWith(page(request));
  }
});
