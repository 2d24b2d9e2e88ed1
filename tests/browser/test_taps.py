"""How many taps lead from the page of a table to the ruling."""

import pytest
from playwright.sync_api import Browser

from tests.browser.taps import PATHS, table_to_ask_at, taps_to_ruling
from tests.servers import Served

pytestmark = pytest.mark.browser


def test_every_dispute_is_ruled_on_in_few_taps(browser: Browser, server: Served) -> None:
    page, table = table_to_ask_at(browser, server.url)
    took = {name: taps_to_ruling(page, table, path) for name, path in PATHS.items()}
    page.context.close()
    assert {name: taps for name, taps in took.items() if taps > PATHS[name].most} == {}


def test_a_meld_on_the_table_is_tapped_rather_than_entered(
    browser: Browser, server: Served
) -> None:
    page, table = table_to_ask_at(browser, server.url)
    page.goto(f"{table}/melds")
    page.get_by_role("link", name="Bob lays down").click()
    for card in ["9s", "9d", "9c", "4h", "4s", "*"]:
        page.locator(f".pad [value='{card}']").tap()
    page.locator(".go .big").tap()
    page.get_by_role("button", name="Lay it on the table").tap()
    page.get_by_role("heading", name="Melds on the table").wait_for()
    page.goto(f"{table.replace('/games/', '/disputes?at=')}")
    page.locator(".pad [value='9h']").tap()
    page.locator(".question[value='lay-off']").tap()
    page.locator(".target").first.tap()
    assert not page.locator("[data-strip=onto]").is_visible()
    page.locator(".go .big").tap()
    page.get_by_role("heading", name="Yes", exact=True).wait_for()
    page.goto(f"{table.replace('/games/', '/disputes?at=')}&ask=lay-off&cards=9h&more=yes")
    page.locator(".pad [value='4d']").tap()
    assert page.locator("#cards").input_value() == "9h 4d"
    page.locator(".target").last.tap()
    page.locator(".pad [value='9s']").tap()
    assert page.locator("#onto").input_value() == "9s"
    page.context.close()
