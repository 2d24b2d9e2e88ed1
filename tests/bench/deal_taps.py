"""How often a thumb taps, from the table's page until a deal is saved."""

from collections.abc import Callable

from tests.bench import Figure, benchmark, counting
from tests.bench.tables import at_a_server
from tests.browser.phones import NAMES, new_page, start_game
from tests.browser.thumb import GAME, HANDS, Thumb

CARDS = sum(len(cards.split()) for cards in HANDS)


def _tapped(write: Callable[[Thumb, str], None]) -> Thumb:
    """What a thumb did that wrote the first deal of four players."""
    browser, url = at_a_server()
    page = new_page(browser, has_touch=True)
    thumb = Thumb(page)
    page.goto(start_game(page, url, GAME.id, NAMES))
    write(thumb, page.url)
    page.context.close()
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
