"""Starting a game with few taps, and moving seats by hand, by keys and by buttons."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import GAME, new_page, start_game
from tests.servers import Served

MOST_TAPS = 8
"""From the home page to a game of four who played before."""


def names_of(page: Page) -> list[str]:
    fields = page.locator(".seat:not(.spare) input[type=text]").all()
    return [field.input_value() for field in fields]


def drag(page: Page, grip: int, to: int) -> None:
    """Drag a row by its grip onto the place of another."""
    grips = page.locator("[data-grip]")
    start, end = grips.nth(grip).bounding_box(), grips.nth(to).bounding_box()
    assert start and end
    x = start["x"] + start["width"] / 2
    page.mouse.move(x, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, end["y"] + end["height"] / 2 + (10 if to > grip else -10), steps=12)
    page.mouse.up()


def test_four_who_played_before_start_with_few_taps(browser: Browser, server: Served) -> None:
    page = new_page(browser)
    names = ("Ann", "Bo", "Cy", "Di")
    start_game(page, server.url, GAME.id, names)
    page.goto(server.url)
    to_the_form = [
        page.get_by_role("link", name="New game"),
        page.get_by_role("link", name=GAME.name).first,
    ]
    on_the_form = [
        *(page.get_by_role("button", name=name, exact=True) for name in names),
        page.get_by_role("button", name="Start the game"),
    ]
    for tap in to_the_form:
        tap.click()
    # Before its script runs, a name that is tapped takes no seat.
    page.wait_for_url(f"**/games/new/{GAME.id}")
    for tap in on_the_form:
        tap.click()
    page.wait_for_url(re.compile(r"/games/(?!new)\w+$"))
    assert len(to_the_form) + len(on_the_form) <= MOST_TAPS
    expect(page.get_by_text("Di").first).to_be_visible()
    page.context.close()


def test_seats_of_a_new_game_are_moved_with_their_dealer(browser: Browser, server: Served) -> None:
    page = new_page(browser)
    page.goto(f"{server.url}/games/new/{GAME.id}")
    for seat, name in enumerate(("Ann", "Bo", "Cy")):
        page.locator(f"[name=name-{seat}]").fill(name)
    page.locator("input[name=dealer][value='0']").check()
    drag(page, 0, 2)
    assert names_of(page)[:3] == ["Bo", "Cy", "Ann"]
    page.locator("[data-grip]").nth(2).press("ArrowUp")
    assert names_of(page)[:3] == ["Bo", "Ann", "Cy"]
    expect(page.get_by_text("Ann sits on seat 2")).to_be_attached()
    page.locator("input[name=players][value='3']").check()
    expect(page.locator(".seat:visible")).to_have_count(3)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile(r"/games/(?!new)\w+$"))
    page.goto(f"{page.url}/log")
    expect(page.get_by_text("Bo, Ann and Cy; Ann deals first")).to_be_visible()
    page.context.close()


def test_enter_goes_on_to_the_next_name_and_starts_no_game(
    browser: Browser, server: Served
) -> None:
    page = new_page(browser)
    page.goto(f"{server.url}/games/new/{GAME.id}")
    page.locator("[name=name-0]").press("Enter")
    expect(page.locator("[name=name-1]")).to_be_focused()
    page.locator("input[name=players][value='2']").check()
    page.locator("[name=name-1]").press("Enter")
    expect(page.get_by_role("button", name="Start the game")).to_be_focused()
    page.context.close()


def test_seats_of_a_table_are_moved_and_saved(browser: Browser, server: Served) -> None:
    page = new_page(browser)
    table = start_game(page, server.url, GAME.id, ("Ann", "Bo", "Cy"))
    page.goto(f"{table}/seats")
    drag(page, 2, 0)
    page.get_by_role("button", name="Move Cy down").click()
    page.get_by_role("button", name="Save seats").click()
    page.wait_for_url(table)
    assert "New seats, clockwise: Ann, Cy and Bo" in page.content()
    page.context.close()
