"""How many taps lead from the page of a table to the ruling, by a finger on a real page."""

from functools import cache, partial

from tests.bench import Figure, benchmark, counting
from tests.browser.phones import browser_at_a_server
from tests.browser.taps import PATHS, table_to_ask_at, taps_to_ruling


@cache
def _taps() -> dict[str, int]:
    """The taps that each dispute takes."""
    with browser_at_a_server() as (browser, url):
        page, table = table_to_ask_at(browser, url)
        return {name: taps_to_ruling(page, table, path) for name, path in PATHS.items()}


def _figure(name: str) -> Figure:
    return Figure(taps=_taps()[name])


for dispute, path in PATHS.items():
    benchmark(
        f"taps: to the ruling, {dispute}", aim=f"≤ {path.most} taps", meets=counting(path.most)
    )(partial(_figure, dispute))
