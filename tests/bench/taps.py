"""How many taps lead from the page of a table to the ruling, by a finger on a real page."""

import sys
import tempfile
from functools import cache, partial
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench import Figure, benchmark, counting
from tests.browser.taps import PATHS, table_to_ask_at, taps_to_ruling
from tests.conftest import CHROMIUM
from tests.servers import FOR_MANY_TESTS, serving


@cache
def _taps() -> dict[str, int]:
    """The taps that each dispute takes."""
    command = (sys.executable, "-P", "-c", FOR_MANY_TESTS)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "instance", command=command) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=list(CHROMIUM)
        )
        page, table = table_to_ask_at(browser, server.url)
        return {name: taps_to_ruling(page, table, path) for name, path in PATHS.items()}


def _figure(name: str) -> Figure:
    return Figure(taps=_taps()[name])


for dispute, path in PATHS.items():
    benchmark(
        f"taps: to the ruling, {dispute}", aim=f"≤ {path.most} taps", meets=counting(path.most)
    )(partial(_figure, dispute))
