"""Searching the rules as one types, as the server does it without a script."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from referee.variants import load
from referee.web.rule_card import RuleCard
from tests.rule_questions import ASKED
from tests.servers import Served

pytestmark = pytest.mark.browser

GAMES = ("contract-rummy-house", "gin", "chinchon")
ODD = (
    "",
    " ?",
    "can I",
    "may",
    "MELDING",
    "anybody's",
    "CHINCHÓN",
    "elephant",
    "elephant stock",
    "constructor",
)

SHOWN = """() => [...document.querySelectorAll(".rule-text:not([hidden])")].map((rule) =>
    rule.firstElementChild.textContent)"""
SAID = """() => [...document.querySelectorAll("#none, #closest")].map((line) => line.hidden)"""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_typed_finds_what_the_server_finds(
    browser: Browser, server: Served, game: str
) -> None:
    page = browser.new_page()
    # What is typed on the answer to another question is searched for among all rules.
    page.goto(f"{server.url}/rules/{game}?q=discard+joker")
    for question in (*(asked for _, asked, _ in ASKED), *ODD):
        page.fill("#q", question)
        card = RuleCard(load(game), question)
        answers, texts = card.answers, [text for one in card.sections for text in one.texts]
        found = [text for text in texts if text in answers.shown]
        assert page.evaluate(SHOWN) == found, question
        assert page.evaluate(SAID) == [bool(found), not answers.is_closest], question
    page.close()


def test_the_heading_says_how_to_play_only_above_how_to_play(
    browser: Browser, server: Served
) -> None:
    page = browser.new_page()
    page.goto(f"{server.url}/rules/gin?q=elephant")
    heading = page.locator("h1")
    expect(heading).to_have_text("Gin Rummy")
    page.fill("#q", "")
    expect(heading).to_have_text("How to play in a minute")
    page.fill("#q", "big gin")
    expect(heading).to_have_text("Gin Rummy")
    page.close()


def test_answers_are_on_the_screen_of_a_narrow_phone_without_scripts(
    browser: Browser, server: Served
) -> None:
    narrow = ViewportSize(width=195, height=422)
    context = browser.new_context(viewport=narrow, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/rules/gin")
    page.fill("#q", "big gin points")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**q=big**")
    top = page.locator(".rule-text:not([hidden])").first.evaluate(
        "r => r.getBoundingClientRect().top"
    )
    assert 0 < top < narrow["height"] / 2
    context.close()
