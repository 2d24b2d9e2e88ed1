"""Whole games played on a phone against a real server, to the totals and winners they must have.

`./run proof evenings` plays each of them with scripts and without, taps once as well, and kills
servers at every deal.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.evening import play_on_killed_servers
from tests.browser.phones import GAME, say_out, start_game
from tests.servers import Served

pytestmark = pytest.mark.browser


def test_double_taps_and_killed_servers_lose_and_double_nothing(
    tmp_path: Path, phone: Page, sample_games: list[dict[str, Any]]
) -> None:
    [corrected] = [game for game in sample_games if "correction" in game]
    play_on_killed_servers(tmp_path, phone, corrected, often=4)


def test_double_taps_and_killed_servers_do_no_harm_without_scripts(
    tmp_path: Path, plain_phone: Page, sample_games: list[dict[str, Any]]
) -> None:
    play_on_killed_servers(tmp_path, plain_phone, sample_games[0], often=3)


@pytest.mark.parametrize("scripts", ["phone", "plain_phone"])
def test_who_went_out_after_all_has_nothing_left_at_a_tap(
    server: Served, scripts: str, request: pytest.FixtureRequest
) -> None:
    page: Page = request.getfixturevalue(scripts)
    table = open_a_written_deal(page, server)
    say_out(page, 2)
    page.locator("#points-p1").fill("35")
    page.locator("#write").click()
    page.wait_for_url(re.compile(f"{table}(#saved)?$"))
    page.goto(f"{table}/deals/1")
    held = [page.locator(f"#points-{player}").input_value() for player in ("p1", "p2")]
    assert held == ["35", ""]


def test_what_stood_for_who_went_out_comes_back_with_another_choice(
    server: Served, phone: Page
) -> None:
    open_a_written_deal(phone, server)
    phone.locator("#points-p2").fill("25")
    say_out(phone, 2)
    assert phone.locator("[data-player=p2]").get_by_text("went out").is_visible()
    assert phone.locator("#points-p2").input_value() == ""
    say_out(phone, 1)
    assert phone.locator("#points-p2").input_value() == "25"


def open_a_written_deal(page: Page, server: Served) -> str:
    """Open the first deal of a game that has one; the address of the table."""
    table = start_game(page, server.url, deals=[[0, *[20] * (GAME.players.least - 1)]])
    page.goto(f"{table}/deals/1")
    return table
