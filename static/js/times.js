// Moments in the time of this phone; the server writes them in UTC and says so.
const clock = new Intl.DateTimeFormat([], { timeStyle: "short" });
const day = new Intl.DateTimeFormat([], { day: "numeric", month: "short" });
const longAgo = new Intl.DateTimeFormat([], { day: "numeric", month: "short", year: "numeric" });
const two = (number) => String(number).padStart(2, "0");

function dayOf(at, now) {
  if (at.toDateString() === now.toDateString()) return "";
  return `${(at.getFullYear() === now.getFullYear() ? day : longAgo).format(at)}, `;
}

export const momentOf = (at, now) => dayOf(at, now) + clock.format(at);

export function showTimes(within) {
  const now = new Date();
  for (const time of within.querySelectorAll("time[datetime*=T]")) {
    time.textContent = momentOf(new Date(time.dateTime), now);
  }
  for (const field of within.querySelectorAll("input[type=date][data-began]")) {
    const at = new Date(field.dataset.began);
    field.value = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  }
}

showTimes(document);
