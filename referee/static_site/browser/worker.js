"use strict";
// The service worker of the folder, without a state of its own: addresses in the address bar get the
// shell, files of the folder come from what was fetched once, and all else is asked of the engine,
// a worker of that shell which holds the lock. Kept pages are the site's own affair, in its worker.js.
// A new build is installed when the old one's shell has started its engine on a copy of the book, and
// is in charge once no page of the old one is open, or the only one is just being opened.
{
const { FILES, LATER, PAGES } = self.folder;
const ROOT = new URL(self.registration.scope);
const CACHE = `folder-${ROOT.pathname}`;
const READY = `ready ${ROOT.pathname}`;
const TRIAL = "trial/";
const PAUSE = 100;
const WATCH = 500;
// Who has asked for so long is told that nobody answers, and may ask again.
const PATIENCE = 30_000;
// As many as a browser asks of one host at a time.
const LANES = 6;
const SHELL = {
  "Content-Type": "text/html; charset=utf-8",
  // All else stands in the page itself: it comes from a plain host at first.
  "Content-Security-Policy": "frame-ancestors 'none'",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};
const UNHEARD = {
  ...SHELL,
  "Content-Security-Policy": "default-src 'self'; frame-ancestors 'self'",
  "X-Frame-Options": "SAMEORIGIN",
};
const ENGINE = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const pause = (wait) => new Promise((resolve) => setTimeout(resolve, wait));
const network = self.fetch.bind(self);

/** Which page has the engine; nothing while none has. */
async function holder() {
  const { held } = await navigator.locks.query();
  return held.find(({ name }) => name === READY)?.clientId;
}

/** Ask pages of the folder: only one answers. */
function sent(message, windows) {
  return new Promise((resolve) => {
    for (const window of windows.filter(({ frameType }) => frameType === "top-level")) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      window.postMessage(message, [port2]);
    }
  });
}

/** Every page of the folder, whichever build it is of. */
async function open() {
  const windows = await self.clients.matchAll({ includeUncontrolled: true });
  return windows.filter(({ url }) => url.startsWith(ROOT.href));
}

/** Tell every page of the folder. */
async function tell(message) {
  for (const window of await open()) window.postMessage(message);
}

/** Settles when another page has the engine, or none, or when nobody waits for that any more. */
async function lost(page, isOver) {
  do await pause(WATCH);
  while (!isOver() && (await holder()) === page);
}

/** The engine's answer. Who brings a signal has another page to show, and does not wait for it. */
async function ask(request, { signal } = {}) {
  const { method, url, referrer } = request;
  const headers = [...request.headers, ["referer", referrer]];
  const message = { method, url: url.split("#")[0], headers, body: await request.arrayBuffer() };
  const stopped = new Promise((_, refuse) => {
    for (const stop of [request.signal, AbortSignal.timeout(PATIENCE)]) {
      stop.addEventListener("abort", () => refuse(stop.reason));
    }
  });
  stopped.catch(() => {});
  for (;;) {
    const page = await holder();
    if (!page && signal) throw new TypeError("not started");
    // What was lost on the way is asked again: each form has a key, and is written once.
    let over = false;
    const asked = page
      ? [sent(message, await self.clients.matchAll()), lost(page, () => over)]
      : [pause(PAUSE)];
    const answer = await Promise.race([...asked, stopped]).finally(() => (over = true));
    if (answer) {
      const { status } = answer;
      const body = [204, 304].includes(status) ? null : answer.body;
      return new Response(body, { status, headers: answer.headers });
    }
  }
}

/** What stands for the content of a file, as the build makes it. */
async function hashOf(content) {
  const digest = await crypto.subtle.digest("SHA-256", content);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A file of the folder, unpacked where it came packed, and from then on kept. Says how much `came` of it. */
async function file(name, { hash, packed, type } = FILES[name], came = () => {}) {
  const cache = await caches.open(CACHE);
  const address = new URL(`${name}?${hash}`, ROOT);
  const kept = await cache.match(address);
  if (kept) return kept;
  const line = new AbortController();
  let late;
  const heard = () => {
    clearTimeout(late);
    late = setTimeout(() => line.abort(), PATIENCE);
  };
  heard();
  const asked = { cache: "no-cache", signal: line.signal };
  const answer = await network(new URL(packed ? `${name}.pack` : name, ROOT), asked);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const parts = answer.body.pipeThrough(new TransformStream({
    transform(part, given) {
      heard();
      came(part.length);
      given.enqueue(part);
    },
  }));
  const body = packed ? parts.pipeThrough(new DecompressionStream("gzip")) : parts;
  const content = await new Response(body).arrayBuffer();
  // While a build is copied to its host, files of two are there. Some hosts add to pages themselves.
  if (!name.endsWith(".html") && (await hashOf(content)) !== hash) throw new Error(`${name} is of another build`);
  await cache.put(address, new Response(content, { headers: { "Content-Type": type } }));
  return cache.match(address);
}

/** A file of the build that is tried. */
async function tried(name) {
  const table = await caches.match(new URL(TRIAL, ROOT));
  return file(name, (await table.json())[name]);
}

/** A page of the folder itself: wherever in it somebody is, what it asks for lies at its root. */
async function page(name, given) {
  const html = await (await file(name)).text();
  return new Response(html.replaceAll(/="\.?\//g, `="${ROOT.pathname}`), given);
}

async function guarded(answer) {
  const { body, headers } = await answer;
  const given = new Headers(headers);
  given.set("Content-Security-Policy", ENGINE);
  return new Response(body, { headers: given });
}

function routed(event) {
  const { request } = event;
  const { mode, destination, method, url, referrer } = request;
  const name = url.slice(ROOT.href.length).split(/[?#]/)[0];
  const navigates = mode === "navigate";
  // Pages of the site stand in the shell's frame: a form that is sent from anywhere else is forged.
  if (navigates && destination === "document") {
    return method === "GET" ? page("index.html", { headers: SHELL }) : Response.redirect(ROOT, 303);
  }
  if (navigates && method !== "GET" && !referrer.startsWith(ROOT.href)) return Response.error();
  const trial = name.startsWith(TRIAL);
  if ((trial || name in FILES) && method === "GET" && name !== "index.html") {
    const found = trial ? tried(name.slice(TRIAL.length)) : file(name);
    return name.endsWith("engine.js") ? guarded(found) : found;
  }
  if (name === "later") return Promise.all(LATER.map((name) => file(name))).then(() => new Response());
  const answer = answered(request) ?? ask(request);
  if (!navigates) return answer;
  return answer.catch(() => page("offline.html", { status: 503, headers: UNHEARD })).finally(() => tell({ heard: true }));
}

/** Fetch everything, and say why not where that fails. */
async function install() {
  try {
    await fetchAll();
  } catch ({ name, message }) {
    await tell({ refused: name === "QuotaExceededError" ? name : message });
    throw new Error(message);
  }
}

async function fetchAll() {
  const first = !self.registration.active;
  const names = Object.keys(FILES).filter((name) => !first || !LATER.includes(name));
  const total = names.reduce((sum, name) => sum + FILES[name].bytes, 0);
  let got = 0;
  const add = (bytes) => tell({ got: (got += bytes), total });
  const rest = names.values();
  const lane = async () => {
    for (const name of rest) {
      let left = FILES[name].bytes;
      await file(name, FILES[name], (bytes) => {
        left -= bytes;
        add(bytes);
      });
      // What was here already did not come.
      await add(left);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (!first) await tryBuild();
}

/** Have the old build start this one's engine beside its own: what fails is not installed. */
async function tryBuild() {
  const cache = await caches.open(CACHE);
  await cache.put(new URL(TRIAL, ROOT), new Response(JSON.stringify(FILES)));
  const asked = await open();
  const tried = sent({ trial: TRIAL }, asked);
  const left = (async () => {
    do await pause(WATCH);
    while ((await open()).some(({ id }) => asked.some((one) => one.id === id)));
    return { failed: "nobody is there any more" };
  })();
  const { failed } = await Promise.race([tried, left]);
  if (failed) throw new Error(failed);
}

/** Whoever asks is just being opened: where no other page is open, nothing is interrupted. */
async function takeOver({ ports: [port] }) {
  const alone = (await open()).length === 1;
  port?.postMessage(alone);
  if (alone) await self.skipWaiting();
  // A page that came past this worker is its own too.
  await self.clients.claim().catch(() => {});
}

async function activate() {
  const cache = await caches.open(CACHE);
  const known = new Set(Object.entries(FILES).map(([name, { hash }]) => `${name}?${hash}`));
  for (const { url } of await cache.keys()) {
    if (!known.has(url.slice(ROOT.href.length))) await cache.delete(url);
  }
  await begin();
}

const only = (act) => (event) => {
  event.stopImmediatePropagation();
  act(event);
};
self.addEventListener("install", only((event) => event.waitUntil(install())));
self.addEventListener("activate", only((event) => event.waitUntil(activate())));
self.addEventListener("message", (event) => event.waitUntil(takeOver(event)));
self.addEventListener("fetch", only((event) => {
  if (event.request.url.startsWith(ROOT.href)) event.respondWith(routed(event));
}));

// The site's own worker comes after these listeners, and keeps pages; what it fetches, it asks the
// engine for.
self.fetch = (asked, options = {}) => ask(new Request(asked, options), options);
importScripts(PAGES);
}
