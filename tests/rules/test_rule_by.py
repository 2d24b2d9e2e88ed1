"""Ruling by a game that is at hand rather than by its file."""

from typing import Any

import pytest

from referee.rules import CaseError, rule, rule_by
from referee.variants import load

CASE: dict[str, Any] = {"game": "six-to-ten", "ask": "meld", "cards": "9s 2h 2d"}


def test_a_ruling_goes_by_the_game_at_hand() -> None:
    strict = load("six-to-ten", {"natural_cards_per_meld": 2})
    assert rule(CASE).verdict == "legal"
    assert rule_by(strict, CASE).verdict == "illegal"


def test_the_game_at_hand_needs_no_file() -> None:
    case = CASE | {"game": "a-game-of-long-ago"}
    assert rule_by(load("six-to-ten"), case).verdict == "legal"


def test_what_cannot_be_ruled_on_is_said_as_ever() -> None:
    with pytest.raises(CaseError) as error:
        rule_by(load("six-to-ten"), CASE | {"cards": "x"})
    assert error.value.field == "cards"
