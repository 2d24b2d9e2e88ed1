// Moments in the time of this phone; the server writes them in UTC and says so.
const clock = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat([], { day: "numeric", month: "short" });

export function showTimes(within) {
  const today = new Date().toDateString();
  for (const time of within.querySelectorAll("time[datetime*=T]")) {
    const at = new Date(time.dateTime);
    const date = at.toDateString() === today ? "" : `${day.format(at)}, `;
    time.textContent = date + clock.format(at);
  }
}

showTimes(document);
