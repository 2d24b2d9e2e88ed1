// A form that is on its way is not sent again by a second tap; coming back frees it. The server takes
// the same key only once as well, so this only saves a wait.
// Without a connection a form is not sent at all, since the browser would show a page of its own in
// place of what was typed. So the server is asked for something small first, and once it answers, the
// browser sends the form as it would by itself.
import { textsOf } from "./texts.js";

const PATIENCE = 4000;
// Empty where the site runs in this very browser.
const { unchanged } = textsOf(document.querySelector("#outbox-texts"));
const notice = Object.assign(document.createElement("div"), { className: "panel notice full" });
notice.setAttribute("role", "alert");
// The form for which the server has just answered.
let cleared;

// HEAD, since worker.js answers a GET from what it kept.
const ask = () =>
  fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });

addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  notice.remove();
  if (event.defaultPrevented) return;
  if (form.dataset.sent) return event.preventDefault();
  if (form === cleared || !unchanged) {
    // What a GET asks for may be a file: the page stays, and another may be asked for.
    if (form.method === "post") form.dataset.sent = "yes";
    return;
  }
  event.preventDefault();
  form.dataset.sent = "yes";
  const answer = await ask().catch(() => null);
  delete form.dataset.sent;
  if (answer) {
    // A table that changed meanwhile was drawn anew, without this form.
    if (!form.isConnected) document.body.append(Object.assign(form, { hidden: true }));
    cleared = form;
    form.requestSubmit(submitter);
    cleared = null;
  } else {
    notice.textContent = unchanged;
    submitter.after(notice);
    notice.scrollIntoView({ block: "nearest" });
  }
});

addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});
