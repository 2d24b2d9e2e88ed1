"""The buttons beside the numbers of house rules."""

from playwright.sync_api import Browser

from referee.variants import catalogue
from tests.conftest import PHONE
from tests.servers import Served

GAME = next(game for game in catalogue() if "wilds_per_meld" in game.options and game.has_wilds)


def test_numbers_are_stepped_through_in_words(browser: Browser, server: Served) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{server.url}/games/new/{GAME.id}")
    page.get_by_text("House rules", exact=True).click()
    field = page.locator("#option-wilds_per_meld")
    stepper = page.locator(".stepper", has=field)
    less, more = stepper.locator("button").all()
    for button in (less, more):
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    assert field.locator("option:checked").inner_text() == "Any number"
    less.focus()
    page.keyboard.press("Enter")
    assert field.input_value() == "6"
    assert stepper.locator("[aria-live]").inner_text() == "6"
    more.click()
    more.click()
    assert field.input_value() == "0"
    page.context.close()


def test_without_a_script_numbers_are_chosen(browser: Browser, server: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/games/new/{GAME.id}")
    page.get_by_text("House rules", exact=True).click()
    assert not page.locator("[data-step]").first.is_visible()
    page.select_option("#option-wilds_per_meld", "2")
    assert page.locator("#option-wilds_per_meld option:checked").inner_text() == "2"
    context.close()
