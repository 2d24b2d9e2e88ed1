"""How often a thumb taps, from the table's page until a deal is saved."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench import Figure, benchmark, counting
from tests.browser.phones import NAMES, new_page, start_game
from tests.browser.thumb import GAME, HANDS, Thumb
from tests.conftest import CHROMIUM
from tests.servers import serving

CARDS = sum(len(cards.split()) for cards in HANDS)


def _tapped(write: Callable[[Thumb, str], None]) -> Thumb:
    """What a thumb did that wrote the first deal of four players."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "instance") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=list(CHROMIUM)
        )
        page = new_page(browser, has_touch=True)
        thumb = Thumb(page)
        write(thumb, start_game(page, server.url, GAME.id, NAMES))
        browser.close()
    return thumb


@benchmark(
    f"taps: a deal of four, {CARDS} cards tapped",
    aim=f"≤ {CARDS} cards + 5",
    meets=counting(CARDS + 5),
)
def tapped_deal() -> Figure:
    return Figure(taps=_tapped(Thumb.tap_deal).taps)


@benchmark(
    "taps: a deal of four typed, keys of the number pad and Next not counted",
    aim="≤ 4",
    meets=counting(4),
)
def typed_deal() -> Figure:
    return Figure(taps=_tapped(Thumb.type_deal).taps)
