"""How long a dispute takes, from the page of a table to the reason of its ruling."""

from functools import cache, partial

from tests.bench import Figure, benchmark, scaled, within
from tests.bench.tables import at_a_server
from tests.browser.taps import PATHS, Took, ask, phone_to_ask_with, table_in

SECONDS = 10


@cache
def _took() -> dict[str, Took]:
    """What each dispute takes, by a finger on real pages."""
    browser, url = at_a_server()
    page = phone_to_ask_with(browser)
    # The tests tap them all; to go through the benchmark, one is enough for each of them.
    paths = dict([*PATHS.items()][: scaled(len(PATHS), 1)])
    deals = {path.deal for path in paths.values()}
    tables = {deal: table_in(page, url, deal) for deal in deals}
    took = {name: ask(page, tables[path.deal], path) for name, path in paths.items()}
    page.context.close()
    return took


def _figure(name: str) -> Figure:
    all_took = _took()
    took = all_took.get(name) or next(iter(all_took.values()))
    return Figure(seconds=took.seconds, taps=took.taps, strokes=took.strokes, words=took.words)


for dispute in PATHS:
    benchmark(f"disputes: {dispute}", aim=f"≤ {SECONDS} s", meets=within(SECONDS))(
        partial(_figure, dispute)
    )
