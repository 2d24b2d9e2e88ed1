"""What comes over the wire when a browser opens a page: the first time, and the next."""

from functools import cache, partial

from playwright.sync_api import CDPSession, Page

from tests.bench import Figure, benchmark, weighing
from tests.bench.tables import PAGES, at_a_server
from tests.conftest import PHONE

FIRST_BYTES = 60_000
NEXT_BYTES = 10_000


@cache
def _visits(name: str) -> tuple[int, int]:
    """The bytes of both visits to a page, headers among them."""
    phone, path = PAGES[name]()
    url = f"http://127.0.0.1:{phone.connection.port}"
    cookies = [cookie.split("=", 1) for cookie in phone.cookie.split("; ")]
    # On plain http in a home network there is no service worker.
    context = at_a_server()[0].new_context(viewport=PHONE, service_workers="block")
    context.add_cookies([{"name": name, "value": text, "url": url} for name, text in cookies])
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    weights = _weight(page, network, url + path), _weight(page, network, url + path)
    context.close()
    return weights


def _weight(page: Page, network: CDPSession, url: str) -> int:
    came: list[int] = []
    network.on("Network.loadingFinished", lambda load: came.append(int(load["encodedDataLength"])))
    page.goto(url, wait_until="networkidle")
    return sum(came)


def _visit(name: str, number: int) -> Figure:
    return Figure(weight=_visits(name)[number])


for _name in PAGES:
    for _number, (_visited, _most) in enumerate((("first", FIRST_BYTES), ("next", NEXT_BYTES))):
        benchmark(
            f"{_visited} visit, {_name}",
            aim=f"≤ {_most // 1000} KB over the wire",
            meets=weighing(_most),
        )(partial(_visit, _name, _number))
