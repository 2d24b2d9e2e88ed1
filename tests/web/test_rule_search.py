"""Searching the rules of a game in one's own words."""

import re
from html import unescape

import pytest

from referee.language import say
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from referee.web.rule_card import RuleCard, anchor_of
from referee.web.rule_search import find, vocabulary
from tests.pages import CheckedClient
from tests.rule_questions import ASKED

RULE = re.compile(r'<div class="rule-text"(?: id="([\w-]+)")?( hidden)?><p>(.*?)</p>')
CARD_GAMES = [game for game in catalogue() if game.is_card_game]


def page_of(client: CheckedClient, game: str, question: str) -> str:
    return client.get(f"/rules/{game}", query_string={"q": question}).text


def answered(client: CheckedClient, game: str, question: str) -> list[str]:
    """The rules that a page shows, by their place or their text."""
    rules = RULE.findall(page_of(client, game, question))
    return [id or unescape(text) for id, hidden, text in rules if not hidden]


@pytest.mark.parametrize(("game", "question", "rule"), ASKED, ids=str)
def test_a_question_finds_its_rule(
    client: CheckedClient, game: str, question: str, rule: str
) -> None:
    assert anchor_of(rule) in answered(client, game, question)[:3]


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.id)
def test_each_word_of_a_rule_finds_it(game: Variant) -> None:
    texts = [text for section in RuleCard(game).sections for text in section.texts]
    words = {text: {*re.findall(r"[\w’]+", text)} for text in texts}
    known = vocabulary()
    for word in set().union(*words.values()):
        shown = find(known.terms(word), texts).shown
        assert {text for text in texts if word in words[text]} <= {*shown}, word


@pytest.mark.parametrize(
    ("word", "other"),
    [("card", "cards"), ("melding", "meld"), ("discarded", "discards"), ("taking", "take"),
     ("JOKER", "joker"), ("anybody's", "anybody’s"), ("wins", "win")],
)  # fmt: skip
def test_endings_and_marks_make_no_difference(client: CheckedClient, word: str, other: str) -> None:
    found = answered(client, "six-to-ten", word)
    assert found and found == answered(client, "six-to-ten", other)


def test_no_phrase_of_players_is_said_twice() -> None:
    lines = (line.split(": ")[0] for line in say("rules-alike").splitlines())
    assert len(vocabulary().alike) == sum(len(line.split(", ")) for line in lines)


def test_accents_make_no_difference(client: CheckedClient) -> None:
    assert answered(client, "chinchon", "chinchon") == answered(client, "chinchon", "CHINCHÓN")


def test_rules_that_hold_every_word_are_shown_alone(client: CheckedClient) -> None:
    assert answered(client, "six-to-ten", "may I discard a joker") == ["rule-discard-wild"]
    assert not said(client, "six-to-ten", "may I discard a joker")


def test_where_no_rule_holds_every_word_the_closest_are_shown(client: CheckedClient) -> None:
    asked = "kalooki-40", "may elephants take the discard before they have gone down"
    found = answered(client, *asked)
    assert "rule-take-discard-when" in found and len(found) <= 3
    assert said(client, *asked) == ["closest"]


def test_nothing_found_says_so(client: CheckedClient) -> None:
    assert answered(client, "gin", "elephants") == []
    assert said(client, "gin", "elephants") == ["none"]


@pytest.mark.parametrize("question", ["", "?", "what can I", " "])
def test_what_asks_for_nothing_leaves_the_page_whole(client: CheckedClient, question: str) -> None:
    html = page_of(client, "gin", question)
    assert len(answered(client, "gin", question)) == len(RULE.findall(html))
    assert "<section data-whole aria" in html and not said(client, "gin", question)


def said(client: CheckedClient, game: str, question: str) -> list[str]:
    """What the page says of a search, by the id of the line."""
    return re.findall(r'<p id="(none|closest)" role="status">', page_of(client, game, question))
