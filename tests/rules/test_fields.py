"""The fields that each question declares, held to what its answer takes."""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.rules import CaseError, rule
from referee.rules.questions import QUESTIONS
from referee.rules.questions.fields import ALWAYS, NEVER, Field, Where
from tests.rules.caselaw import precedents

EVERY_CASE = frozenset({"game", "ask", "options"})


def _of_each_question() -> Iterator[dict[str, Any]]:
    """The fullest case of each question in each game."""
    fullest: dict[tuple[str, str], dict[str, Any]] = {}
    for one in precedents():
        case = dict(one.case)
        key = (case["game"], case["ask"])
        if len(case) > len(fullest.get(key, {})) and not _refused(case):
            fullest[key] = case
    yield from fullest.values()


def _refused(case: dict[str, Any]) -> str | None:
    """The field that a case is refused for, or None."""
    try:
        rule(case)
    except CaseError as error:
        return error.field
    return None


def _fields(needed: Where | None = None) -> list[tuple[dict[str, Any], Field[Any]]]:
    """Each field, or each so needed, in each case that has it."""
    return [
        (case, field)
        for case in _of_each_question()
        for field in QUESTIONS[case["ask"]].fields
        if needed in (None, field.needed) and field.name in case
    ]


def test_the_case_law_uses_no_other_fields() -> None:
    others = {
        (one.case["ask"], name)
        for one in precedents()
        if not _refused(dict(one.case))
        for name in one.case
        if name not in EVERY_CASE | {field.name for field in QUESTIONS[one.case["ask"]].fields}
    }
    assert others <= IDLE


IDLE = {
    ("meld", "deal"), ("points", "deal"), ("score", "deal"), ("score", "players"),
    ("standings", "deal"),
}  # fmt: skip
"""Fields that cases give though nothing depends on them."""


def test_a_needed_field_is_asked_for_by_name() -> None:
    for case, field in _fields(ALWAYS):
        without = {name: value for name, value in case.items() if name != field.name}
        # Cards of a hand or a list of claims are held to each other first.
        first = {field.name} | ({"hand"} if field.name == "card" else set())
        assert _refused(without) in first, (case, field.name)


def test_a_field_not_needed_may_be_left_out_or_null() -> None:
    for case, field in _fields(NEVER):
        if case["ask"] in ("contract", "declare") and field.name in ("cards", "melds", "groups"):
            continue
        without = {name: value for name, value in case.items() if name != field.name}
        assert _refused(without) is None, (case, field.name)
        assert _refused(without | {field.name: None}) is None, (case, field.name)


def test_a_field_holds_what_it_may_even_where_nothing_turns_on_it() -> None:
    for case in _of_each_question():
        for field in QUESTIONS[case["ask"]].fields:
            first = {field.name} | ({"melds"} if field.name == "cards" else set())
            assert _refused(case | {field.name: 1.5}) in first, (case, field.name)


def test_a_word_is_one_of_those_listed() -> None:
    for case, field in _fields():
        if not field.words:
            continue
        if field.name != "what":
            # Each thing that goes wrong needs fields of its own.
            refused = [word for word in field.words if _refused(case | {field.name: word})]
            assert refused == [], (case, field.name)
        assert _refused(case | {field.name: "no such word"}) == field.name, case


@pytest.mark.parametrize("wild", ["Z", "7h", "7 8", "", 7])
def test_what_is_no_rank_is_told_how_a_rank_is_written(wild: object) -> None:
    case = {"game": "indian-rummy", "ask": "meld", "cards": "3h 4h 5h", "wild": wild}
    with pytest.raises(CaseError) as refused:
        rule(case)
    assert refused.value.field == "wild"
    assert "Write the rank drawn as wild" in str(refused.value)
