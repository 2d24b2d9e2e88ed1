"""How much a screen reader says while a deal is written by keys alone."""

from tests.bench import Figure, benchmark
from tests.bench.tables import at_a_server
from tests.browser.eyes_closed import GAME, MOST_FOR_A_DEAL, NAMES, Listener, write_deal
from tests.browser.phones import new_page, start_game


@benchmark(
    f"utterances: a deal of {len(NAMES)} written by keys",
    aim=f"≤ {MOST_FOR_A_DEAL}",
    meets=lambda figure: figure.utterances is not None and figure.utterances <= MOST_FOR_A_DEAL,
)
def deal_by_keys() -> Figure:
    browser, url = at_a_server()
    page = new_page(browser)
    table = start_game(page, url, GAME.id, NAMES)
    listener = Listener(page)
    listener.open(table)
    said = write_deal(listener, table, 1)
    page.context.close()
    return Figure(utterances=len(said))
