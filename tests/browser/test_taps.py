"""How long it takes from the page of a table to the reason of a ruling."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.phones import WHOLLY_SEEN
from tests.browser.taps import PATHS, ask, phone_to_ask_with, table_in
from tests.conftest import SHORT_PHONE
from tests.servers import Served
from tests.shares import some

pytestmark = pytest.mark.browser

LONG = {"the best of ten cards"}
"""Ten cards of many melds take longer."""

ANSWER = ".verdict h2, .verdict .reason, .rail .button:has(.answer-now)"
"""What is read of an answer, on its page or on the button of the question."""

IN_DEAL = 1
"""The deal whose disputes are gone through here; `./run bench disputes` has all of them."""


def test_a_dispute_is_settled_in_ten_seconds_with_its_reason(
    browser: Browser, server: Served
) -> None:
    page = phone_to_ask_with(browser)
    page.set_viewport_size(SHORT_PHONE)
    table = table_in(page, server.url, IN_DEAL)
    in_deal = [one for one in PATHS.items() if one[1].deal == IN_DEAL]
    took, unseen = {}, set()
    for name, path in some(in_deal, 2):
        took[name] = ask(page, table, path).seconds
        seen = page.locator(ANSWER).evaluate_all(WHOLLY_SEEN)
        unseen |= set() if seen and all(seen) else {name}
    page.context.close()
    assert {name for name, seconds in took.items() if seconds > 10} <= LONG
    assert unseen == set()


def test_a_meld_on_the_table_is_tapped_rather_than_entered(
    browser: Browser, server: Served
) -> None:
    page = phone_to_ask_with(browser)
    table = table_in(page, server.url)
    page.goto(f"{table}/melds")
    page.get_by_role("link", name="Bob lays down").click()
    page.locator(".pad").wait_for()
    # Before its script runs, each tap asks for another page.
    page.wait_for_load_state()
    for card in ["9s", "9d", "9c", "4h", "4s", "*"]:
        page.locator(f".pad [value='{card}']").tap()
    page.locator(".rail .big").tap()
    page.get_by_role("button", name="Lay it on the table").tap()
    page.get_by_role("heading", name="Melds on the table").wait_for()
    page.goto(f"{table.replace('/games/', '/disputes?at=')}")
    page.locator(".pad [value='9h']").tap()
    page.locator(".rail .big", has_text="May I lay this off?").tap()
    page.locator(".target").first.tap()
    assert not page.locator("[data-strip=onto]").is_visible()
    page.locator(".rail .big").tap()
    page.get_by_role("heading", name="Only if", exact=True).wait_for()
    page.goto(f"{table.replace('/games/', '/disputes?at=')}&ask=lay-off&cards=9h&more=yes")
    page.locator(".pad [value='4d']").tap()
    expect(page.locator("#cards")).to_have_value("9h 4d")
    page.locator(".target").last.tap()
    page.locator(".pad [value='9s']").tap()
    expect(page.locator("#onto")).to_have_value("9s")
    page.context.close()
