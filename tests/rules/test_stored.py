"""Rulings as a log keeps them: codes and values, worded when they are read."""

import json
from typing import Any

import pytest

from referee.language import OneOf, Phrase, Value
from referee.rules import Ruling, rule
from referee.rules.cards import JOKER, Card
from referee.rules.schema.melds import Piece
from referee.rules.stored import (
    of_plain,
    phrase_of_plain,
    say_stored,
    store_ruling,
    to_plain,
    worded,
)
from tests.rules.caselaw import rulings

MELD = {"game": "six-to-ten", "ask": "meld", "cards": "9s 9d 2c"}


def kept(ruling: Ruling) -> Any:
    """A ruling as it comes back from a log."""
    return json.loads(json.dumps(store_ruling(ruling)))


def test_every_ruling_of_the_case_law_reads_from_a_log_as_it_was_given() -> None:
    for precedent, ruling in rulings():
        read, given = worded(kept(ruling)), json.loads(json.dumps(ruling.as_dict()))
        assert read["facts"] == given["facts"], precedent.id
        says = [finding["says"] for finding in read["findings"]]
        assert says == [finding["says"] for finding in given["findings"]], precedent.id


def test_a_log_keeps_no_sentence() -> None:
    assert "make a set" not in json.dumps(kept(rule(MELD)))
    assert not any("says" in finding for finding in kept(rule(MELD))["findings"])


def test_a_sentence_of_an_earlier_version_stays_as_it_was() -> None:
    old = {"rule": "set.rank", "ok": True, "says": "9♠ 9♦ 9♣ are of one rank: a set."}
    assert worded({"findings": [old], "facts": {}})["findings"] == [old]


@pytest.mark.parametrize(
    "value",
    [
        "Ann",
        12,
        JOKER,
        Card("8"),
        (Card("9", "h"), JOKER),
        (),
        ("Ann", "Bob"),
        Piece("run", 4),
        OneOf((Phrase.of("way", way="meld"), "x")),
        Phrase.of("stands", may="no", wild=JOKER, **{"as": Phrase.of("rank", rank="8")}),
    ],
)
def test_a_value_comes_back_the_same(value: Value) -> None:
    assert of_plain(json.loads(json.dumps(to_plain(value)))) == value


@pytest.mark.parametrize(
    "plain",
    [None, 1.5, True, {}, {"card": "7x"}, {"card": "7s 8s"}, {"say": 5, "with": {}}, [None]],
)
def test_what_is_no_value_is_refused(plain: object) -> None:
    with pytest.raises(ValueError):
        of_plain(plain)


def test_phrases_in_one_another_have_an_end() -> None:
    deep: Any = "x"
    for _ in range(50):
        deep = [deep]
    with pytest.raises(ValueError, match="Too many"):
        of_plain(deep)


@pytest.mark.parametrize("plain", [5, ["x"], {"cards": "9s"}])
def test_what_is_no_sentence_is_refused(plain: object) -> None:
    with pytest.raises(ValueError, match="no sentence"):
        phrase_of_plain(plain)


def test_a_sentence_of_a_later_version_does_not_stop_a_page() -> None:
    assert say_stored(Phrase.of("ask-the-stars")) == "[ask-the-stars]"
