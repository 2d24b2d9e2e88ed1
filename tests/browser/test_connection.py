"""A form without a connection: its page stays with what was typed, and nothing is done twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.phones import GAME, hold_one, new_page, read, start_game
from tests.servers import Served, nothing_ahead, serving

SAYS = "No connection. Nothing was changed; you can try again."
PLAYED = [[0, *[20] * (GAME.players.least - 1)]]
CHECK = "**/once.js"
FOREVER = "AbortSignal.timeout = () => new AbortController().signal"
"""Has a page wait for an answer as long as it takes, also while a test holds that back."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone on a plain home network: no service worker there."""
    made = new_page(browser, service_workers="block")
    yield made
    made.context.close()


@pytest.fixture
def table(page: Page, server: Served) -> str:
    """The page of a game with one deal, opened."""
    address = start_game(page, server.url, deals=PLAYED)
    page.goto(address)
    return address


def events(page: Page, table: str, says: str) -> int:
    """How often the log says something."""
    return sum(says in words for words in read(page, f"{table}/log").words)


def test_a_game_is_ended_once_the_server_is_there_again(
    page: Page, tmp_path: Path, port: int
) -> None:
    with serving(tmp_path / "instance", port=port, prepare=nothing_ahead) as server:
        table = start_game(page, server.url, deals=PLAYED)
        page.goto(table)
    page.get_by_text("End the game here").click()
    end = page.get_by_role("button", name="End the game")
    for _ in range(2):
        end.click()
        expect(page.get_by_role("alert")).to_have_text(SAYS)
    with serving(tmp_path / "instance", port=port, prepare=nothing_ahead):
        end.click()
        expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
        assert events(page, table, "ended") == 1


@pytest.mark.parametrize(
    "path",
    ["", "/log", "/people", "/seats", "/points", "/options", "/about", "/links", "/pad", "/print"],
)
def test_no_button_of_a_table_loses_its_page(page: Page, table: str, path: str) -> None:
    page.goto(table + path)
    page.context.set_offline(True)
    buttons = page.locator("main form button[type=submit]:not([data-move])")
    assert buttons.count()
    for place in range(buttons.count()):
        buttons.nth(place).evaluate("button => button.click()")
        notice = page.get_by_role("alert", include_hidden=True)
        expect(notice).to_have_text(SAYS)
        assert notice.evaluate(
            "(notice, button) => notice.previousElementSibling === button",
            buttons.nth(place).element_handle(),
        )
    assert page.url == table + path


def test_a_name_that_was_typed_is_still_there(page: Page, table: str) -> None:
    page.goto(f"{table}/people")
    page.get_by_text("Add a player").first.click()
    form = page.locator("form[action$='/join']")
    form.locator("[name=name]").fill("Zoe")
    page.context.set_offline(True)
    form.locator("[type=submit]").click()
    expect(form.get_by_role("alert")).to_have_text(SAYS)
    page.context.set_offline(False)
    form.locator("[type=submit]").click()
    expect(page.locator("summary", has_text="Zoe")).to_be_visible()
    assert events(page, table, "Zoe") == 1


def test_a_tap_whose_answer_was_lost_is_seen_on_coming_back(page: Page, table: str) -> None:
    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/undo-last", lose, times=1)
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(undo).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def test_taps_while_the_connection_is_looked_for_send_a_form_once(page: Page, table: str) -> None:
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    page.evaluate(FOREVER)
    undo = page.get_by_role("button", name="Undo")
    [check] = hold_one(page, CHECK, undo.click)
    undo.click()
    sent.clear()
    check.continue_()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    assert len([address for address in sent if "undo-last" in address]) == 1


def test_a_tap_counts_where_the_table_is_drawn_anew_meanwhile(page: Page, table: str) -> None:
    page.evaluate(FOREVER)
    undo = page.get_by_role("button", name="Undo")
    [check] = hold_one(page, CHECK, undo.click)
    page.evaluate("document.querySelector('#main').innerHTML = ''")
    check.continue_()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()


def test_a_form_that_gets_no_answer_is_free_again(page: Page, table: str) -> None:
    undo = page.get_by_role("button", name="Undo")
    hold_one(page, CHECK, undo.click)
    expect(page.get_by_role("alert")).to_have_text(SAYS)
    undo.click()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
