"""What comes over the wire when a browser opens a table: the first time, and the next."""

from functools import cache

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.bench import Figure, benchmark, weighing
from tests.bench.tables import DEALS, PLAYERS, full_table
from tests.conftest import CHROMIUM, PHONE

FIRST_BYTES = 60_000
NEXT_BYTES = 10_000


@cache
def _visits() -> tuple[int, int]:
    """The bytes of both visits, headers among them."""
    phone, table, _ = full_table(1)
    url = f"http://127.0.0.1:{phone.connection.port}"
    cookies = [one.split("=", 1) for one in phone.cookie.split("; ")]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=list(CHROMIUM)
        )
        # On plain http in a home network there is no service worker.
        context = browser.new_context(viewport=PHONE, service_workers="block")  # type: ignore[arg-type]
        context.add_cookies([{"name": name, "value": text, "url": url} for name, text in cookies])
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        weights = _weight(page, network, url + table), _weight(page, network, url + table)
        browser.close()
    return weights


def _weight(page: Page, network: CDPSession, url: str) -> int:
    came: list[int] = []
    network.on("Network.loadingFinished", lambda one: came.append(int(one["encodedDataLength"])))
    page.goto(url, wait_until="networkidle")
    return sum(came)


@benchmark(
    f"first visit of a table, {PLAYERS} players, {DEALS} deals",
    aim="≤ 60 KB over the wire",
    meets=weighing(FIRST_BYTES),
)
def first_visit() -> Figure:
    return Figure(weight=_visits()[0])


@benchmark(
    f"next visit of a table, {PLAYERS} players, {DEALS} deals",
    aim="≤ 10 KB over the wire",
    meets=weighing(NEXT_BYTES),
)
def next_visit() -> Figure:
    return Figure(weight=_visits()[1])
