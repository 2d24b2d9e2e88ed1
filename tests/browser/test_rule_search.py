"""Searching the rules as one types, as the server does it without a script."""

import pytest
from playwright.sync_api import Browser

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
    [rule.firstElementChild.textContent, "best" in rule.dataset])"""
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
        found = [[text, text in answers.best] for text in texts if text in answers.shown]
        assert page.evaluate(SHOWN) == found, question
        assert page.evaluate(SAID) == [bool(found), not answers.is_closest], question
    page.close()
