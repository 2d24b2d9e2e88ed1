"""How much a screen reader says while a deal is written by keys alone."""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench import Figure, benchmark
from tests.browser.eyes_closed import GAME, MOST_FOR_A_DEAL, NAMES, Listener, write_deal
from tests.browser.phones import new_page, start_game
from tests.conftest import CHROMIUM
from tests.servers import serving


@benchmark(
    f"utterances: a deal of {len(NAMES)} written by keys",
    aim=f"≤ {MOST_FOR_A_DEAL}",
    meets=lambda figure: figure.utterances is not None and figure.utterances <= MOST_FOR_A_DEAL,
)
def deal_by_keys() -> Figure:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "instance") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=list(CHROMIUM)
        )
        page = new_page(browser)
        table = start_game(page, server.url, GAME.id, NAMES)
        listener = Listener(page)
        listener.open(table)
        said = write_deal(listener, table, 1)
        browser.close()
    return Figure(utterances=len(said))
