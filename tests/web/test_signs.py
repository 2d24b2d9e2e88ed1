"""Signs that cannot be seen, in every text that a program may write: they break nothing."""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.rules.cards import parse_cards
from referee.rules.law.points import points_of
from referee.rules.schema.options import plain
from referee.web.api_types import KINDS_SENT
from tests.pages import CheckedClient
from tests.web.test_api import DEAL, GAME, HANDS, Program

SIGNS = {"a lone surrogate": "\ud800", "a control character": "\x00", "a direction": "\u202e"}
HELD = {"points": points_of(GAME, parse_cards("K 7", suits=False)), "cards": "K 7"}
NEXT = HANDS | {"p2": HELD, "p3": {"points": 20, "sum": "12+8"}}
CHOICE = next(name for name, one in GAME.options.items() if not one.is_number)
OTHER = next(one for one in GAME.options[CHOICE].values if one != GAME.options[CHOICE].default)
GAVE = {"begins": "nought", "points": 0}
JOINED = {"kind": "joined", "player": {"key": "p4", "name": "Di"}, "after": "p3", **GAVE}
LEFT = {"kind": "left", "player": "p4"}

WRITES: dict[str, tuple[list[Any], Any]] = {
    "deal-written": ([], DEAL | {"deal": 2, "hands": NEXT}),
    "deal-corrected": ([], DEAL | {"kind": "deal-corrected", "hands": NEXT}),
    "deal-inserted": ([], DEAL | {"kind": "deal-inserted", "deal": 2, "hands": NEXT, "before": 1}),
    "deal-deleted": ([], {"kind": "deal-deleted", "deal": 1}),
    "results-swapped": ([], {"kind": "results-swapped", "deal": 1, "one": "p1", "other": "p2"}),
    "undone": ([], {"kind": "undone", "entry": 2, "about": ["deal 1"]}),
    "joined": ([], JOINED),
    "left": ([JOINED], LEFT),
    "returned": ([JOINED, LEFT], {"kind": "returned", "player": "p4", **GAVE}),
    "renamed": ([], {"kind": "renamed", "player": "p1", "name": "Anna"}),
    "seats-moved": ([], {"kind": "seats-moved", "order": ["p2", "p1", "p3"]}),
    "cards-drawn": (
        [{"kind": "options-changed", "options": {"wilds.drawn": True}}],
        {"kind": "cards-drawn", "deal": 2, "wild": "7"},
    ),
    "dealer-changed": ([], {"kind": "dealer-changed", "dealer": "p1"}),
    "options-changed": ([], {"kind": "options-changed", "options": {CHOICE: plain(OTHER)}}),
    "points-given": (
        [], {"kind": "points-given", "id": 1, "player": "p2", "points": -5, "why": "Late"}
    ),
    "game-ended": ([], {"kind": "game-ended"}),
    "noted": ([], {"kind": "noted", "title": "At the lake", "day": "2026-08-14"}),
    "melds-laid": (
        [],
        {
            "kind": "melds-laid", "deal": 2, "melds": [{"by": "p1", "cards": "8h *=9h 10h"}],
            "did": "Ann lays 8♥ joker 10♥.",
        },
    ),
}  # fmt: skip
"""What each kind needs before it at a table with one deal, and an entry that can follow then."""

EVERY_KIND = pytest.mark.parametrize("kind", WRITES)


def signed(value: Any, sign: str) -> Iterator[Any]:
    """The same as plain data with a sign in one of its texts, each in turn, names of fields too."""
    if isinstance(value, str):
        yield value + sign
    if isinstance(value, list):
        for place, one in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in signed(one, sign))
    if isinstance(value, dict):
        for name, one in value.items():
            yield from (value | {name: other} for other in signed(one, sign))
            yield {each + sign if each == name else each: old for each, old in value.items()}


def texts(entry: dict[str, Any], sign: str) -> list[Any]:
    """An entry with a sign in one of its texts, each in turn; the names of its own fields stay."""
    return [
        entry | {name: other}
        for name, value in entry.items()
        if name != "kind"
        for other in signed(value, sign)
    ]


def table_for(program: Program, before: list[Any]) -> int:
    """A table with one deal and what is needed besides; gives its version."""
    for number, entry in enumerate([DEAL, *before], 1):
        assert program.write(entry, key=f"before-{number}", base=number).status_code == 201
    return len(before) + 2


@pytest.fixture
def program(client: CheckedClient) -> Program:
    return Program(client)


def test_every_kind_that_programs_write_is_tried() -> None:
    assert set(WRITES) == set(KINDS_SENT)


@EVERY_KIND
def test_every_kind_is_taken_as_it_is(program: Program, kind: str) -> None:
    before, entry = WRITES[kind]
    base = table_for(program, before)
    answer = program.write(entry, base=base)
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("sign", SIGNS.values(), ids=SIGNS)
@EVERY_KIND
def test_a_sign_that_cannot_be_seen_is_refused(
    program: Program, client: CheckedClient, kind: str, sign: str
) -> None:
    before, entry = WRITES[kind]
    base = table_for(program, before)
    for number, wrong in enumerate(texts(entry, sign)):
        answer = program.write(wrong, key=f"signed-{number:03}", base=base)
        assert answer.status_code == 422, (wrong, answer.text)
        assert answer.json["error"]["message"]
    client.see(f"/k/{program.secrets['keeper']}")
    client.see(f"/games/{program.game}")
    client.see(f"/games/{program.game}/log")
    assert program.read().json["version"] == base


UNCLEAN = {
    "a note with blanks too many": {"kind": "noted", "title": "At  the lake", "day": ""},
    "a note of a blank": {"kind": "noted", "title": " ", "day": ""},
    "a day in another form": {"kind": "noted", "title": "", "day": "20260814"},
    "what was done as a list": WRITES["melds-laid"][1] | {"did": ["x"]},
    "what was done with a break": WRITES["melds-laid"][1] | {"did": "Ann\nlays"},
    "a meld of a deal that is true": WRITES["melds-laid"][1] | {"deal": True},
    "a sum in two lines": DEAL | {
        "deal": 2, "hands": HANDS | {"p2": {"points": 20, "sum": "12+\n8"}}
    },
}  # fmt: skip


@pytest.mark.parametrize("entry", UNCLEAN.values(), ids=UNCLEAN)
def test_a_text_that_is_not_clean_is_refused(program: Program, entry: Any) -> None:
    base = table_for(program, [])
    answer = program.write(entry, base=base)
    assert answer.status_code == 422, answer.text
    assert program.read().json["version"] == base
