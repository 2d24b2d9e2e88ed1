"""Whole games played on a phone against a real server, to the totals and winners they must have.

`./run proof evenings` plays each of them with scripts and without, and kills servers at every deal.
"""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from tests.browser.evening import Evening, play_on_killed_servers
from tests.browser.phones import GAME, start_game
from tests.servers import Served

pytestmark = pytest.mark.browser


@pytest.fixture
def corrected_game(sample_games: list[dict[str, Any]]) -> dict[str, Any]:
    """The game that has a correction."""
    [game] = [game for game in sample_games if "correction" in game]
    return game


def test_a_game_is_played_by_tapping_cards_and_printed(
    server: Served, phone: Page, corrected_game: dict[str, Any]
) -> None:
    game = corrected_game
    evening = Evening(phone, server.url)
    evening.play(game)
    evening.holds_what_it_must(game)
    pad = phone.request.get(f"{evening.table}/print/pdf?sheet=score-pad&paper=a4").body()
    text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pad)).pages)
    assert all(player in text for player in game["players"])
    assert all(str(total) in text for total in game["totals"].values())
    cheat = phone.request.get(f"{evening.table}/print/pdf?sheet=contracts&paper=letter")
    assert cheat.body().startswith(b"%PDF-")


def test_double_taps_and_a_killed_server_lose_and_double_nothing(
    tmp_path: Path, phone: Page, sample_games: list[dict[str, Any]]
) -> None:
    play_on_killed_servers(tmp_path, phone, sample_games[0], often=3)


def test_double_taps_and_a_killed_server_do_no_harm_without_scripts(
    tmp_path: Path, plain_phone: Page, corrected_game: dict[str, Any]
) -> None:
    play_on_killed_servers(tmp_path, plain_phone, corrected_game, often=3)


@pytest.mark.parametrize("scripts", ["phone", "plain_phone"])
def test_who_went_out_after_all_has_nothing_left_at_a_tap(
    server: Served, scripts: str, request: pytest.FixtureRequest
) -> None:
    page: Page = request.getfixturevalue(scripts)
    table = open_a_written_deal(page, server)
    page.locator("#out-2").check()
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
    phone.locator("#out-2").check()
    assert phone.locator("[data-player=p2]").get_by_text("Went out: 0").is_visible()
    assert not phone.locator("#points-p2").is_visible()
    phone.locator("#out-1").check()
    assert phone.locator("#points-p2").input_value() == "25"


def open_a_written_deal(page: Page, server: Served) -> str:
    """Open the first deal of a game that has one; the address of the table."""
    table = start_game(page, server.url, deals=[[0, *[20] * (GAME.players.least - 1)]])
    page.goto(f"{table}/deals/1")
    return table
