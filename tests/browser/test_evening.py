"""Whole games played on a phone against a real server, to the totals and winners they must have."""

import io
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from referee.variants import catalogue
from tests.browser.evening import Evening
from tests.browser.phones import fill, start_game
from tests.servers import Served, free_port, serving

pytestmark = pytest.mark.browser
BOTH = pytest.mark.parametrize("which", [0, 1], ids=["no correction", "a correction"])


def play(evening: Evening, game: dict[str, Any]) -> None:
    """Play a game to its end, its correction in between where it has one."""
    evening.start(game)
    correction = game.get("correction")
    for number in range(1, len(game["deals"]) + 1):
        evening.write(game, number)
    assert evening.totals() == game["totals"]
    if correction:
        evening.correct(correction["deal"], correction["player"], correction["hand"])
        assert evening.totals() == correction["totals"]
        back = game["deals"][correction["deal"] - 1]["hands"][correction["player"]]
        evening.correct(correction["deal"], correction["player"], back)


def holds_what_it_must(evening: Evening, game: dict[str, Any]) -> None:
    """The table ends on the totals and the winners given."""
    evening.page.goto(evening.table)
    assert evening.totals() == game["totals"]
    assert all(winner in evening.winners() for winner in game["winners"])


@BOTH
def test_a_game_is_played_by_tapping_cards_and_printed(
    server: Served, phone: Page, sample_games: list[dict[str, Any]], which: int
) -> None:
    game = sample_games[which]
    evening = Evening(phone, server.url)
    play(evening, game)
    holds_what_it_must(evening, game)
    pad = phone.request.get(f"{evening.table}/print/pdf?sheet=score-pad&paper=a4").body()
    text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pad)).pages)
    assert all(player in text for player in game["players"])
    assert all(str(total) in text for total in game["totals"].values())
    cheat = phone.request.get(f"{evening.table}/print/pdf?sheet=contracts&paper=letter")
    assert cheat.body().startswith(b"%PDF-")


@BOTH
def test_a_game_is_played_without_scripts(
    server: Served, plain_phone: Page, sample_games: list[dict[str, Any]], which: int
) -> None:
    evening = Evening(plain_phone, server.url)
    play(evening, sample_games[which])
    holds_what_it_must(evening, sample_games[which])


@pytest.mark.parametrize("scripts", ["phone", "plain_phone"])
def test_double_taps_and_a_killed_server_lose_and_double_nothing(
    tmp_path: Path,
    sample_games: list[dict[str, Any]],
    scripts: str,
    request: pytest.FixtureRequest,
) -> None:
    page: Page = request.getfixturevalue(scripts)
    game = sample_games[0] if scripts == "phone" else sample_games[1]
    folder, port = tmp_path / "instance", free_port()
    evening = Evening(page, f"http://127.0.0.1:{port}", doubled=True)
    for number in range(len(game["deals"]) + 1):
        with serving(folder, port=port) as server:
            if number:
                evening.write(game, number)
            else:
                evening.start(game)
            kill(server)
    with serving(folder, port=port):
        holds_what_it_must(evening, game)
        written = evening.written()
        # The table sat down, each deal, and the end.
        assert len(written) == len(game["deals"]) + 2
        page.goto(evening.url)
        assert page.locator(f".door[href*='{evening.table.rpartition('/')[2]}']").count() == 1
        assert page.locator("main .door[href^='/games/']").count() == 1


@pytest.mark.parametrize("scripts", ["phone", "plain_phone"])
def test_who_went_out_after_all_has_nothing_left_at_a_tap(
    server: Served, scripts: str, request: pytest.FixtureRequest
) -> None:
    page: Page = request.getfixturevalue(scripts)
    table = open_a_written_deal(page, server)
    page.locator("#out-2").check()
    bo = page.locator("[data-player=p2]")
    assert bo.get_by_text("Went out: 0").is_visible()
    assert not bo.locator("output").is_visible()
    assert not page.locator("#points-p2").is_visible()
    page.locator("#points-p1").fill("35")
    page.locator("#write").click()
    page.wait_for_url(table)
    page.goto(f"{table}/deals/1")
    held = [page.locator(f"#points-{player}").input_value() for player in ("p1", "p2")]
    assert held == ["35", ""]


def test_the_last_of_a_large_table_goes_out(server: Served, plain_phone: Page) -> None:
    game = max(catalogue(), key=lambda variant: variant.most_seats)
    page, most = plain_phone, game.most_seats
    page.goto(f"{server.url}/games/new/{game.id}")
    for seat in range(most):
        page.locator(f"#name-{seat}").fill(f"Player {seat + 1}")
    page.get_by_text("House rules", exact=True).click()
    page.locator(f"#option-{game.seats_option}").select_option(str(most))
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("link", name="Enter deal 1").click()
    last = page.locator(f"[data-player=p{most}]")
    page.locator(f"#out-{most}").check()
    assert last.get_by_text("Went out: 0").is_visible()
    assert not last.locator("input").last.is_visible()


def test_what_is_typed_for_who_went_out_stays_in_sight(server: Served, phone: Page) -> None:
    open_a_written_deal(phone, server)
    phone.locator("#points-p2").fill("25")
    phone.locator("#out-2").check()
    assert phone.locator("#points-p2").is_visible()
    assert phone.locator("[data-player=p2] output").is_visible()


def open_a_written_deal(page: Page, server: Served) -> str:
    """Start a game, write its first deal and open that again; the address of the table."""
    table = start_game(page, server.url)
    page.goto(f"{table}/deals/1")
    fill(page, "20")
    page.locator("#write").click()
    page.wait_for_url(table)
    page.goto(f"{table}/deals/1")
    return table


def kill(server: Served) -> None:
    """Kill a server and its workers as a power cut would."""
    master = server.process.pid
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    for process in (master, *map(int, children)):
        os.kill(process, signal.SIGKILL)
    server.process.wait(timeout=10)
