"""A whole game with eyes closed: by keys alone, and by what a screen reader says."""

import pytest
from playwright.sync_api import Page

from tests.browser.eyes_closed import GAME, MOST_FOR_A_DEAL, NAMES, Listener, start_game, write_deal
from tests.browser.phones import send
from tests.browser.phones import start_game as open_table
from tests.servers import Served

pytestmark = pytest.mark.browser


def test_a_game_is_played_by_keys_and_heard(phone: Page, server: Served) -> None:
    listener = Listener(phone)
    table = start_game(listener, server.url)
    last = len(GAME.deals)
    for deal in range(1, last + 1):
        if 1 < deal < last:
            hands = {f"points-p{seat}": "20" for seat in range(2, len(NAMES) + 1)}
            send(phone, f"{table}/deals/{deal}", {"out": "p1", **hands})
            continue
        if deal == last:
            listener.open(table)
        said = write_deal(listener, table, deal)
        assert "Who went out?, Ann, radio" in said
        assert len(said) <= MOST_FOR_A_DEAL, said
    listener.wait_to_hear("Ann won with 0. ")
    assert sum("won" in said for said in listener.heard) == 1


def test_a_key_of_the_keypad_is_heard_and_a_digit_typed_is_not_repeated(
    phone: Page, server: Served
) -> None:
    listener = Listener(phone)
    table = open_table(phone, server.url, GAME.id, NAMES)
    listener.open(f"{table}/deals/1")
    listener.tab_to("Dave: points or cards")
    before = len(listener.heard)
    listener.press("7")
    assert listener.heard[before:] == []
    listener.tab_to("King")
    listener.press("Enter")
    assert listener.heard[-1].startswith("Dave: ")
