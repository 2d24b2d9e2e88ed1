// Deals that could not be sent yet. Each is kept in this browser before it is sent, under the key
// that its form was shown with, and let go of only when the server has answered. They go out in
// order: when a page opens, when the connection is back, when the phone wakes, and now and then.
const EVERY = 5000;
const PATIENCE = 6000;
const WRITTEN = "opaqueredirect";

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

/** Keep an entry; what was typed anew under the same key takes its place in the queue. */
async function keep(entry) {
  const before = (await all()).find((one) => one.key === entry.key);
  await stored("readwrite", (entries) => entries.put(before ? { ...entry, n: before.n } : entry));
}

async function drop(key) {
  const found = (await all()).find((one) => one.key === key);
  if (found) await stored("readwrite", (entries) => entries.delete(found.n));
}

/** Send one entry: "written", "asks" where the server wants an answer first, or "later". */
async function sent(entry) {
  try {
    const answer = await fetch(entry.action, {
      method: "POST",
      body: new URLSearchParams(entry.fields),
      redirect: "manual",
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    if (answer.type === WRITTEN) return "written";
    return answer.status >= 500 || answer.status === 429 ? "later" : "asks";
  } catch {
    return "later";
  }
}

async function sendEach() {
  const waiting = new Set();
  let wrote = false;
  for (const entry of await all()) {
    if (waiting.has(entry.game)) continue;
    const answer = await sent(entry);
    if (answer === "written") {
      await drop(entry.key);
      wrote = true;
    } else {
      // The deals after it build on it.
      waiting.add(entry.game);
      if (answer === "asks") await keep({ ...entry, asks: true });
    }
  }
  if (wrote) dispatchEvent(new Event("focus"));
}

let sending = false;
let woken = false;

/** Send all; a waking meanwhile tries once more, for a try from before it may be lost. */
async function sendAll() {
  woken = true;
  if (sending) return;
  sending = true;
  try {
    while (woken) {
      woken = false;
      await sendEach();
    }
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

/** Send an entry as its form would, so that the server's page with its question is shown. */
function ask(entry) {
  const form = element("form", { method: "post", action: entry.action, hidden: true });
  for (const [name, value] of entry.fields) {
    form.append(element("input", { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}

const strip = element("div", { className: "outbox", hidden: true });
strip.setAttribute("role", "status");
document.body.append(strip);

async function show() {
  const entries = await all();
  strip.hidden = !entries.length;
  if (!entries.length) return;
  const names = entries.map((entry) => entry.name).join(", ");
  const said = element("p", {}, element("b", {}, `Not sent yet (${entries.length})`), ` ${names}`);
  const asking = entries.find((entry) => entry.asks);
  strip.replaceChildren(said);
  if (!asking) return;
  const look = element("button", { type: "button", className: "button" }, `Look at: ${asking.name}`);
  look.addEventListener("click", () => ask(asking));
  const away = element("button", { type: "button", className: "button" }, "Throw it away");
  away.addEventListener("click", async () => {
    if (away.dataset.sure) {
      await drop(asking.key);
      await sendAll();
    } else {
      away.dataset.sure = "yes";
      away.textContent = "Really throw it away?";
    }
  });
  strip.append(element("div", { className: "buttons" }, look, away));
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Make the form that of the deal after, for there is no server to ask for it. */
function goOn(form) {
  const [next, ...later] = JSON.parse(form.dataset.following || "[]");
  if (!next) {
    form.hidden = true;
    return;
  }
  form.dataset.following = JSON.stringify(later);
  form.dataset.name = next.name;
  form.action = next.action;
  form.elements.namedItem("key").value = newKey();
  const slip = form.elements.namedItem("slip");
  slip.value = String(Number(slip.value) + 1);
  for (const field of form.querySelectorAll("input[type=text]")) field.value = "";
  for (const field of form.querySelectorAll("input[type=radio]")) field.checked = false;
  for (const one of form.querySelectorAll("details")) one.open = false;
  for (const one of form.querySelectorAll(".notice, .problem")) one.remove();
  document.querySelector("h1").textContent = next.name;
  document.querySelector(".lead").textContent = next.lead;
  form.querySelector("#write").textContent = next.name;
  dispatchEvent(new Event("pageshow"));
  scrollTo(0, 0);
}

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
  const { game, name } = form.dataset;
  const entry = { key, game, name, action: form.action, fields };
  const queue = await all();
  const earlier = queue.some((one) => one.game === game && one.key !== key);
  await keep(entry);
  const answer = earlier ? "later" : await sent(entry);
  if (answer === "written") {
    await drop(key);
    location.assign(game);
  } else if (answer === "asks") {
    // The form itself is sent, so that its answer is seen, with all that was typed.
    if (!queue.some((one) => one.key === key)) await drop(key);
    passed = true;
    form.requestSubmit(submitter);
  } else {
    await show();
    if (form.dataset.following) goOn(form);
  }
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(".deal-form") || passed) return;
  if (/^(un)?tap$/.test(event.submitter?.name ?? "")) return;
  event.preventDefault();
  if (form.dataset.writing) return;
  form.dataset.writing = "yes";
  write(form, event.submitter)
    .catch(() => {
      // This browser keeps nothing: send it the plain way.
      passed = true;
      form.requestSubmit(event.submitter);
    })
    .finally(() => delete form.dataset.writing);
}, true);

// A page with both values: whichever is kept, the one that was sent first has its answer.
const both = document.querySelector("[data-answers]");
both?.addEventListener("click", (event) => {
  if (event.target.closest("a, button")) drop(both.dataset.answers);
});

for (const waking of ["online", "pageshow"]) addEventListener(waking, sendAll);
document.addEventListener("visibilitychange", sendAll);
setInterval(async () => !sending && (await all()).length && sendAll(), EVERY);

if (isSecureContext) {
  const worker = document.querySelector("link[rel=manifest]").href.replace(/[^/]*$/, "worker.js");
  navigator.serviceWorker?.register(worker).catch(() => {});
}
