"""The sentences of the score book."""

import pytest

from referee.language import ENGLISH, FOLDER
from referee.scorebook.events.players import Begins
from referee.scorebook.links import Role
from tests.said import HOUSE, strings

MESSAGES = {
    line.partition(" =")[0]
    for line in (FOLDER / "en" / "book.ftl").read_text(encoding="utf-8").splitlines()
    if " = " in line and not line.startswith("#")
}
NAMED_BY_A_VALUE = {
    *(f"link-{role}" for role in Role),
    *(f"log-joined-{begins}" for begins in Begins if begins is not Begins.RULE),
    *(f"log-returned-{begins}" for begins in Begins),
    *(f"log-corrected-out{who}" for who in ("", "-won", "-nobody", "-somebody")),
    *(f"log-corrected-{change}" for change in ("came", "gone", "points", "held")),
}


@pytest.fixture(scope="module")
def in_code():
    return strings((HOUSE / "scorebook").rglob("*.py"))


def test_every_sentence_is_said_somewhere(in_code):
    assert set() == MESSAGES - in_code - NAMED_BY_A_VALUE


def test_every_sentence_that_is_said_is_there(in_code):
    said = {text for text in in_code if text.startswith(("log-", "no-", "may-not-", "link-"))}
    beginnings = {"log-joined-", "log-returned-", "log-corrected-", "log-corrected-out", "link-"}
    assert {text for text in said - beginnings if not ENGLISH.has(text)} == set()


@pytest.mark.parametrize("message", sorted(NAMED_BY_A_VALUE))
def test_every_value_that_names_a_sentence_has_one(message):
    assert ENGLISH.has(message)
