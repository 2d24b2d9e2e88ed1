"""Whole games from start to end, on four phones and on one, and their totals on paper.

`./run proof whole_games` plays every game.
"""

import pytest
from playwright.sync_api import Browser

from referee.variants import catalogue
from tests.browser.whole_games import GAMES, play
from tests.servers import Served

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_every_game_is_among_them() -> None:
    assert sorted(whole.game for whole in GAMES) == sorted(game.id for game in catalogue())


@pytest.mark.parametrize("name", ["conquian", "kalooki-40"])
def test_a_whole_game(name: str, browser: Browser, server: Served) -> None:
    [whole] = [game for game in GAMES if game.game == name]
    play(browser, server.url, whole)
