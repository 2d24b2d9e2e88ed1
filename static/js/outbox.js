// Deals that could not be sent yet. Each is kept in this browser before it is sent, under the key
// that its form was shown with, and let go of only when the server itself has said that it, or a
// later one of the same deal, is written, when the page with the server's question about it is
// shown at once, or when somebody throws it away. They go out when a page opens, when the
// connection is back, when the phone wakes, and now and then. Whatever is answered about one, those behind it are
// tried as well: each form says which deal it means, so the server writes none in another's place.
import { forget, restore } from "./draft.js";
import { fill, isolated, textsOf } from "./texts.js";
import { momentOf } from "./times.js";

const EVERY = 5000;
const PATIENCE = 6000;
const LONGEST = 60000;
const FEW = 3;
// The server sends this header back with whatever it answers. What has it not comes from something
// in between: a proxy, or the page where a hotel's Wi-Fi wants a name.
const KEY = "Idempotency-Key";

const texts = textsOf(document.querySelector("#outbox-texts"));

/** Whether nothing at all was answered. */
const lost = (why) => why === "noConnection" || why === "noAnswer";

/** Why an entry is kept: by a key of the texts, or what a page of the server said. */
const reason = (why) => texts[why] ?? why;

function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("outbox", 1);
    asked.onupgradeneeded = () => {
      const store = asked.result.createObjectStore("entries", { autoIncrement: true, keyPath: "n" });
      store.createIndex("key", "key", { unique: true });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function stored(mode, act) {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const turn = database.transaction("entries", mode, { durability: "strict" });
      const asked = act(turn.objectStore("entries"));
      turn.oncomplete = () => resolve(asked?.result);
      turn.onabort = turn.onerror = () => reject(turn.error);
    });
  } finally {
    database.close();
  }
}

const all = () => stored("readonly", (entries) => entries.getAll());

/** Keep an entry; what was typed anew under its key, or in the place of another, keeps the place. */
async function keep(entry, replaces) {
  const kept = await all();
  const before = kept.find((one) => one.key === entry.key);
  const other = kept.find((one) => one.key === replaces);
  const place = other ?? before;
  await stored("readwrite", (entries) => {
    if (before && other) entries.delete(before.n);
    entries.put({ ...entry, typed: entry.typed.length ? entry.typed : place?.typed, ...(place && { n: place.n }) });
  });
}

/** Act on an entry, unless it was thrown away or sent by another tab meanwhile. */
const within = (key, act) =>
  stored("readwrite", (entries) => {
    const kept = entries.index("key").get(key);
    kept.onsuccess = () => kept.result && act(entries, kept.result);
  });

const change = (key, changes) => within(key, (entries, entry) => entries.put({ ...entry, ...changes }));
const drop = (key) => within(key, (entries, { n }) => entries.delete(n));

/** Let go of an entry that this page asks about at once: whoever leaves the page has left it. */
const dropAsked = (key) => within(key, (entries, { asked, n }) => asked && entries.delete(n));

/** Let go of an entry that is written, and of what the server refused of the same deal before. */
async function settle(entry) {
  const deal = ({ action, fields }) => `${action} ${new Map(fields).get("slip")}`;
  const isOvertaken = (one) => one.asks && deal(one) === deal(entry) && !(one.n > entry.n);
  for (const one of await all()) {
    if (one.key === entry.key || isOvertaken(one)) await drop(one.key);
  }
}

const tokenIn = (page) => page.querySelector("input[name=csrf_token]")?.value;

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

/** The fields of an entry with a token of now, from this page or its own: the cookie may be new. */
async function fieldsOf(entry, signal) {
  const here = tokenIn(document);
  const token = here ?? tokenIn(parsed(await (await fetch(entry.action, { signal })).text()));
  return entry.fields.map(([name, value]) => [name, (name === "csrf_token" && token) || value]);
}

/** What a page of the server says is wrong, in one line. */
function reasonIn(html) {
  const page = parsed(html);
  const problems = [...page.querySelectorAll("main .problem")].map((one) => {
    const name = one.closest("section")?.querySelector("h2 span:last-child")?.textContent;
    return name ? `${isolated(name)}: ${one.textContent}` : one.textContent;
  });
  const alerts = [...page.querySelectorAll("main [role=alert] p:not(.entered)")].map((one) => one.textContent);
  const lead = page.querySelector("main .lead")?.textContent;
  return ((problems.length ? problems : alerts).join(" ") || lead || texts.refused).trim();
}

/** Send one entry: `state` is "written", "refused", or "later" with `why`. */
async function posted(entry) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const answer = await fetch(entry.action, {
      method: "POST",
      body: new URLSearchParams(await fieldsOf(entry, giveUp.signal)),
      headers: { [KEY]: entry.key },
      redirect: "manual",
      signal: giveUp.signal,
    });
    if (answer.headers.get(KEY) !== entry.key) return { state: "later", why: "notOurs" };
    if (answer.status === 204) return { state: "written" };
    const wait = Number(answer.headers.get("Retry-After")) * 1000 || 0;
    if (answer.status === 429) return { state: "later", why: "busy", wait };
    if (answer.status >= 500) return { state: "later", why: "fault", wait };
    return { state: "refused", why: reasonIn(await answer.text().catch(() => "")) };
  } catch {
    return { state: "later", why: giveUp.signal.aborted ? "noAnswer" : "noConnection" };
  } finally {
    clearTimeout(timer);
  }
}

const written = new Set();

/** Send one entry and keep what became of it. `behind`: an earlier one of its game still waits. */
async function send(entry, behind = false) {
  const { state, why, wait = 0 } = await posted(entry);
  if (state === "written") {
    written.add(entry.key);
    await settle(entry);
    return state;
  }
  // Only what was answered is asked more and more seldom: a connection may be back at once.
  const tries = (entry.tries ?? 0) + (navigator.onLine ? 1 : 0);
  const pause = lost(why) ? 0 : Math.min(Math.max(EVERY * 2 ** (tries - 1), wait), LONGEST);
  // What is refused behind another may be right once that one is written.
  const refused = state === "refused" && !behind;
  await change(entry.key, { why, tries, due: Date.now() + pause, asks: refused, behind });
  return state;
}

async function sendGame(entries, now) {
  let behind = false;
  let wrote = false;
  for (const entry of entries) {
    // Somebody has to look at what was refused. Who looks at it on this very page may have it written
    // as another deal, and what was on its way by then would be written as well.
    const waits = entry.asks || isShown(entry) || (!now && entry.due > Date.now());
    if (!waits && (await send(entry, behind)) === "written") wrote = true;
    else behind = true;
  }
  return wrote;
}

async function sendEach(now) {
  const games = new Map();
  for (const entry of await all()) games.set(entry.game, [...(games.get(entry.game) ?? []), entry]);
  // A game that gets no answer keeps no other waiting.
  const wrote = await Promise.all([...games.values()].map((entries) => sendGame(entries, now)));
  if (wrote.includes(true)) dispatchEvent(new Event("focus"));
}

let sending = false;
let woken = false;

/** Send what is due, or all `now`; a waking meanwhile tries once more, for a try may be lost. */
async function sendAll(now = true) {
  woken ||= now;
  if (sending) return;
  sending = true;
  try {
    do {
      const all = woken;
      woken = false;
      await sendEach(all);
    } while (woken);
  } finally {
    sending = false;
    await show();
  }
}

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Send an entry as its form would, so that the server's page about it is shown. */
async function look(entry) {
  const fields = await fieldsOf(entry).catch(() => entry.fields);
  // Where it is written now, the next page hears so when it sends it once more.
  await change(entry.key, { asks: false, due: 0 });
  const form = element("form", { method: "post", action: entry.action, hidden: true });
  for (const [name, value] of fields) {
    form.append(element("input", { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}

/** What somebody typed in the form of a deal, a text for each player; without hands, what was chosen. */
function typedIn(form) {
  const out = form.querySelector("input[name=out]:checked");
  const typed = [...form.querySelectorAll(".hand")].map((hand) => {
    const { player } = hand.dataset;
    const name = hand.querySelector("h2 span:last-child").textContent;
    if (out?.value === player && !("outHolds" in form.dataset)) return fill(texts.out, { name });
    // The field shows what cards come to, and a sum stands beside it.
    const shown = [hand.querySelector("input[type=text]").value, hand.querySelector("output").textContent];
    return fill(texts.hand, { name, typed: shown.filter(Boolean).join(" ") || texts.nothing });
  });
  if (typed.length) return out?.value === "nobody" ? [texts.nobody, ...typed] : typed;
  return [...form.querySelectorAll("fieldset:has(input:checked)")].map((asked) => {
    const chosen = [...asked.querySelectorAll("input:checked")].map(({ labels }) => labels[0].textContent);
    return `${asked.querySelector("legend").textContent} ${chosen.join(", ")}`;
  });
}

const strip = element("div", { className: "outbox", hidden: true });
strip.setAttribute("role", "status");
document.body.append(strip);
// What else stands at the foot of a page stands above it.
new ResizeObserver(() => {
  document.documentElement.style.setProperty("--outbox", `${strip.offsetHeight}px`);
}).observe(strip);
let drawn = "";

/** The key of the form that this page says something about. */
function keyAsked() {
  const form = document.querySelector(".deal-form");
  return form?.querySelector(".notice") && form.elements.namedItem("key").value;
}

/** Whether this very page is about an entry: what it asks, or offers to write in its place. */
function isShown(entry) {
  const answers = document.querySelector("[data-answers]")?.dataset.answers;
  const replaces = document.querySelector("[data-replaces]")?.dataset.replaces;
  const refused = document.querySelector("input[name=replaces]")?.value;
  return [keyAsked(), answers, replaces, refused].includes(entry.key);
}

function button(entry, text, act) {
  const made = element("button", { type: "button", className: "button" }, text);
  made.setAttribute("aria-label", fill(texts.button, { does: text, deal: entry.name }));
  made.addEventListener("click", () => act(made));
  return made;
}

function buttonsFor(entry) {
  const again = async (pressed) => {
    pressed.disabled = true;
    await change(entry.key, { asks: false, due: 0 });
    drawn = "";
    await sendAll();
  };
  const away = async (pressed) => {
    if (pressed.dataset.sure) {
      await drop(entry.key);
      forget(entry);
      await sendAll();
    } else {
      pressed.dataset.sure = "yes";
      pressed.textContent = texts.reallyDelete;
      const label = { does: texts.reallyDelete, deal: entry.name };
      pressed.setAttribute("aria-label", fill(texts.button, label));
    }
  };
  return [
    ...(lost(entry.why) ? [] : [button(entry, texts.open, () => look(entry))]),
    button(entry, texts.send, again),
    button(entry, texts.delete, away),
  ];
}

/** Whether an entry needs a decision; one behind another waits for the decision about that one. */
const needsSomebody = (entry) => entry.asks || (entry.tries >= FEW && !entry.behind);

function drawnEntry(entry) {
  const line = element("li", {}, element("p", {}, element("b", {}, entry.name)));
  line.append(element("p", {}, (entry.typed ?? []).join(", ")));
  if (entry.why) line.append(element("p", { className: entry.asks ? "why strong no" : "why strong" }, reason(entry.why)));
  if (needsSomebody(entry)) line.append(element("div", { className: "buttons" }, ...buttonsFor(entry)));
  return line;
}

const list = (entries) => element("ul", { className: "unsent" }, ...entries.map(drawnEntry));

/** Whether the deal of an address was entered, and waits for nothing but to be sent. */
const waits = (entries, action) => entries.some((one) => one.action === action && !one.asks);

/** A table says which deals wait to be sent, and offers the one after them. */
function drawTable(entries) {
  const next = document.querySelector("a.big[data-deals]");
  if (!next) return;
  const first = Number(/\d+$/.exec(next.href));
  let deal = first;
  while (waits(entries, next.href.replace(/\d+$/, deal))) deal += 1;
  // Not while it is tapped.
  if (deal > first || document.querySelector("#waits")) next.textContent = fill(texts.enter, { deal });
  next.hidden = Number(next.dataset.deals) && deal > next.dataset.deals;
  const last = deal - 1;
  const says = fill(last > first ? texts.waitTogether : texts.waits, { deal: first, first, last });
  document.querySelector("#waits")?.remove();
  if (deal > first) document.querySelector(".banner").append(element("p", { id: "waits", className: "strong" }, says));
}

let here;
const standsIn = (form) => JSON.stringify([...new FormData(form)]);

/** A form whose entry waits says so where it is done with, and gives way once that is sent. */
function drawForm(entries) {
  const form = document.querySelector(".deal-form");
  // The newest is what was entered last.
  const entry = entries.findLast((one) => one.action === form?.action);
  if (here && !entries.some((one) => one.key === here.key)) {
    const { key, game, stood } = here;
    here = undefined;
    if (form.hidden) location.assign(written.has(key) ? `${game}#saved` : game);
    // What was changed since is not lost.
    else if (standsIn(form) === stood) location.assign(form.action);
  }
  if (!entry) return;
  // A hand that is sent once more has the same key.
  const same = entry.key === here?.key && JSON.stringify(entry.fields) === JSON.stringify(here.fields);
  if (!same) here = { ...entry, stood: standsIn(form) };
  if (!form.hidden) return;
  const says = needsSomebody(entry) ? texts.decide : texts.later;
  const lines = [element("b", {}, entry.name), (entry.typed ?? []).join(", "), says];
  const waits = document.querySelector("#waits") ?? element("div", { id: "waits", className: "panel notice" });
  waits.replaceChildren(...lines.map((line) => element("p", {}, line)));
  if (!waits.isConnected) form.before(waits);
}

async function show() {
  const kept = await all();
  drawTable(kept);
  const entries = kept.filter((entry) => !isShown(entry));
  drawForm(entries);
  const now = JSON.stringify(entries.map((one) => [one.key, one.fields, one.why, needsSomebody(one)]));
  // Drawn anew it would be read out anew, and a question would be forgotten.
  if (now === drawn) return;
  drawn = now;
  strip.hidden = !entries.length;
  if (!entries.length) return strip.replaceChildren();
  const asking = entries.filter(needsSomebody);
  const waiting = entries.filter((entry) => !needsSomebody(entry));
  const decide = asking.some((entry) => entry.asks);
  // One line until it is opened: what is played goes on above it.
  const why = decide ? texts.needs : reason(entries[0].why ?? "");
  const title = element("b", {}, fill(texts.title, { count: entries.length }));
  const open = strip.querySelector("details")?.open ?? false;
  strip.replaceChildren(
    element("details", { open },
      element("summary", {}, element("span", {}, title, ` ${why}`)),
      element("p", {}, decide ? texts.decide : texts.later),
      list([...asking, ...waiting]),
    ),
  );
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Make the form that of the deal after, for there is no server to ask for it. */
function goOn(form) {
  if (!form.dataset.following) return;
  const [next, ...later] = JSON.parse(form.dataset.following);
  if (!next) {
    form.hidden = true;
    show().catch(() => {});
    return;
  }
  form.dataset.following = JSON.stringify(later);
  form.dataset.name = next.name;
  form.action = next.action;
  form.elements.namedItem("key").value = newKey();
  const slip = form.elements.namedItem("slip");
  slip.value = String(Number(slip.value) + 1);
  for (const field of form.querySelectorAll(".hand input")) field.value = "";
  for (const field of form.querySelectorAll("input[type=radio], input[type=checkbox]")) field.checked = false;
  for (const fate of form.querySelectorAll(".hand select")) fate.value = "";
  for (const one of form.querySelectorAll(".notice, .problem")) one.remove();
  document.querySelector("h1").textContent = next.title;
  document.querySelector(".title p").textContent = next.lead;
  form.querySelector("#write").textContent = next.name;
  restore(form);
  form.dispatchEvent(new Event("emptied"));
  scrollTo(0, 0);
}

/** A form that was opened for a deal that waits to be sent is that of the deal after. */
async function goBeyond(form) {
  const kept = await all();
  while (!form.hidden && waits(kept, form.action)) goOn(form);
}

const fresh = document.querySelector(".deal-form[data-saves]:not([data-typed])");
if (fresh) goBeyond(fresh).catch(() => {});

// Each showing of a form has a key of its own, also where the browser kept the page; a page that
// says what was wrong goes on under the key that was sent.
function showAnew() {
  const form = document.querySelector(".deal-form");
  if (form && !form.querySelector(".notice")) form.elements.namedItem("key").value = newKey();
}

showAnew();
addEventListener("pageshow", (event) => event.persisted && showAnew());

let passed = false;

async function write(form, submitter) {
  const fields = [...new FormData(form, submitter)];
  const key = form.elements.namedItem("key").value;
  const { game, name, replaces } = form.dataset;
  const entry = { key, game, name, action: form.action, fields, typed: typedIn(form) };
  const waits = (one) => one.game === game && ![key, replaces].includes(one.key) && !one.asks;
  const behind = (await all()).some(waits);
  await keep(entry, replaces);
  forget(form);
  if (behind && form.dataset.following) {
    sendAll();
    await show();
    goOn(form);
    return;
  }
  const answer = await send(entry);
  if (answer === "written") {
    location.assign(`${game}#saved`);
  } else if (answer === "refused") {
    // The form itself is sent, so that its answer is seen, with all that was typed.
    await change(key, { asked: true });
    passed = true;
    form.requestSubmit(submitter);
  } else {
    await show();
    goOn(form);
  }
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(".deal-form") || passed || event.submitter?.name === "count") return;
  event.preventDefault();
  if (form.dataset.writing) return;
  form.dataset.writing = "yes";
  write(form, event.submitter)
    .catch(() => {
      // This browser keeps nothing: send it the plain way, once this event is over.
      passed = true;
      setTimeout(() => form.requestSubmit(event.submitter));
    })
    .finally(() => delete form.dataset.writing);
}, true);

// A page with both values: where the other is kept, the one that was sent has its answer.
const both = document.querySelector("[data-answers]");
both?.addEventListener("click", async (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  await drop(both.dataset.answers).catch(() => {});
  location.assign(link.href);
});

// A page from worker.js that does not follow its table by itself says how old it is.
const { kept } = document.documentElement.dataset;
if (kept && !document.querySelector("#live")) {
  const at = momentOf(new Date(Number(kept)), new Date());
  const old = element("p", { className: "panel notice", role: "status" }, fill(texts.kept, { at }));
  document.querySelector("main").prepend(old);
  // Once there is a connection again, what is older than the game can be loaded anew.
  const look = async () => {
    const { ok } = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    if (!ok) return;
    clearInterval(looks);
    old.replaceChildren(fill(texts.old, { at }), " ", element("a", { href: location.href.split("#")[0] }, texts.loads));
  };
  const looks = setInterval(() => look().catch(() => {}), EVERY);
}

const keyShown = keyAsked();
if (keyShown) dropAsked(keyShown).catch(() => {});

for (const waking of ["online", "pageshow"]) addEventListener(waking, () => sendAll());
document.addEventListener("visibilitychange", () => sendAll());
addEventListener("table-changed", () => show().catch(() => {}));
setInterval(() => sendAll(false), EVERY);

if (isSecureContext) {
  const worker = document.querySelector("link[rel=manifest]").href.replace(/[^/]*$/, "worker.js");
  navigator.serviceWorker?.register(worker).catch(() => {});
}
