"""Which finding a ruling rests on, and the sentence that its page says under the answer."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from referee.language import listed
from referee.rules import Ruling, rule
from referee.rules.questions import question_of
from referee.variants import catalogue, load
from referee.web.verdict_view import MeldView, VerdictView, deciding
from tests.rules.caselaw import rulings

SHOWN = ("score", "standings", "deal")
"""Questions that no page asks."""

EMPTY = set(
    re.findall(
        r"\S+",
        "a an all and any are be by can do down for gets have i in is it it’s its left like "
        "may meld more not of on one or out so the then there they this to was what which with yes "
        "you your",
    )
)


def view_of(case: Mapping[str, Any], ruling: Ruling) -> VerdictView:
    return VerdictView(load(case["game"], case.get("options")), case, ruling.as_dict())


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w’♠♥♦♣]+", text.casefold())) - EMPTY


def asked(case: Mapping[str, Any]) -> str:
    """The question of a case as its page words it."""
    question = question_of(case)
    return listed((question.phrase(load(case["game"])),)) if question else ""


def test_every_ruling_of_the_case_law_has_a_reason_that_is_not_its_answer_again() -> None:
    views = [
        (one, view_of(one.case, ruling))
        for one, ruling in rulings()
        if one.case["ask"] not in SHOWN
    ]
    assert len(views) > 1000
    assert [one.id for one, view in views if view.reason[-1:] not in (".", "!")] == []
    circular = {
        view.reason: one.id
        for one, view in views
        if words(view.reason) <= words(f"{view.headline} {asked(one.case)}")
    }
    assert circular == {}


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ({"ask": "meld", "cards": "4h 5h 6h 8h"}, "Missing: the 7 of hearts."),
        ({"ask": "meld", "cards": "8h 9h 10h Jh"}, "8♥ 9♥ 10♥ J♥ make a run of hearts."),
        ({"ask": "meld", "cards": "Kh *"}, "K♥ joker are only 2 cards; a set needs 3."),
        ({"ask": "meld", "cards": "8h * 10h Jh"}, "The joker stands for the 9 of hearts."),
        (
            {"ask": "meld", "cards": "Qh Kh Ah Jh"},
            "The ace of hearts is high here, the highest card of its run.",
        ),
        # What the source leaves open is what it hangs on.
        (
            {"ask": "meld", "cards": "8h * * Jh", "players": 5},
            "A meld with a natural card may hold any number of wilds.",
        ),
        (
            {"ask": "contract", "deal": 1, "melds": ["9s 9d *", "4s 4d 4h"]},
            "Deal 1: two sets of 3.",
        ),
        (
            {"ask": "contract", "deal": 1, "melds": ["9s 9d 9c"]},
            "Deal 1 asks for two sets of 3; a set of 3 is missing.",
        ),
        (
            {"ask": "lay-off", "deal": 1, "down": "earlier", "onto": "8h * 10h Jh", "cards": "Qh"},
            "The Q♥ fits 8♥ joker 10♥ J♥.",
        ),
        (
            {"ask": "lay-off", "deal": 1, "down": "no", "onto": "8h 9h 10h Jh", "cards": "2c"},
            "Your own contract must be down before you add cards to melds.",
        ),
        ({"ask": "points", "cards": "K 7 *"}, "10 + 7 + 15 = 32."),
        (
            {
                "ask": "discard",
                "card": "7c",
                "hand": "7c 9d",
                "took": "9d",
                "down": "no",
                "deal": 1,
            },
            "No rule keeps the 7 of clubs in your hand.",
        ),
        (
            {"ask": "irregularity", "what": "late-claim", "drawn_next": True, "deal": 1},
            "A late claim to the discard counts until the next player draws.",
        ),
    ],
)
def test_the_reason_is_what_the_ruling_rests_on(case: dict[str, Any], reason: str) -> None:
    whole = {"game": "contract-rummy-bicycle", **case}
    view = view_of(whole, rule(whole))
    assert view is not None
    assert view.reason == reason


def drawn(melds: Iterable[MeldView]) -> list[str]:
    """Melds as they are drawn: each card with what stands under it, one that is missing in []."""
    return [
        " ".join(
            f"[{one.card}]" if one.missing else f"{one.card} {one.under}".strip()
            for one in meld.cards
        )
        for meld in melds
    ]


WILD_BY_DEAL = next(one.id for one in catalogue() if one.wilds.by_deal[:1] == ("3",))
WILD_BY_DRAW = next(one.id for one in catalogue() if one.wilds.drawn)


@pytest.mark.parametrize(
    ("case", "melds", "others"),
    [
        (
            {"game": WILD_BY_DEAL, "deal": 1, "cards": "7s 8s 3d"},
            "7♠ 8♠ 3♦ as 9♠",
            "7♠ 8♠ 3♦ as 6♠",
        ),
        (
            {"game": WILD_BY_DRAW, "wild": "7", "cards": "5s 7h 6s"},
            "5♠ 7♥ as 7♠ 6♠",
            "5♠ 7♥ as 4♠ 6♠",
        ),
    ],
    ids=["by deal", "by draw"],
)
def test_a_wild_of_the_deal_says_what_it_stands_for(
    case: dict[str, Any], melds: str, others: str
) -> None:
    asked = {"ask": "meld", **case}
    view = view_of(asked, rule(asked))
    assert (drawn(view.melds), drawn(view.other_readings)) == ([melds], [others])


def test_wilds_are_shown_as_the_reason_reads_them() -> None:
    asked = {"game": WILD_BY_DRAW, "ask": "meld", "wild": "7", "cards": "5s 7h 7s"}
    view = view_of(asked, rule(asked))
    assert view.reason == "The 7♥ may stand for the 6♠."
    assert drawn(view.melds) == ["5♠ 7♥ as 6♠ 7♠"]
    others = drawn(view.other_readings)
    assert others[0] == "5♠ 7♥ as 5 7♠ as 5"
    assert "5♠ 7♥ as 6♠ 7♠" not in others


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ("7s 8s *=10s Js", "7♠ 8♠ [9♠] joker as 10♠ J♠"),
        ("7s 8s *=9s Js", "7♠ 8♠ joker as 9♠ [10♠] J♠"),
        ("7s 8s 9s *=Js", "7♠ 8♠ 9♠ [10♠] joker as J♠"),
        ("7s 8s Js Qs", "7♠ 8♠ [9♠] [10♠] J♠ Q♠"),
    ],
)
def test_only_what_is_missing_is_drawn_as_missing(cards: str, shown: str) -> None:
    asked = {"game": "contract-rummy-bicycle", "ask": "meld", "cards": cards}
    assert drawn(view_of(asked, rule(asked)).melds) == [shown]


def _finding(id: str, *, ok: bool = True, by: str = "rules") -> dict[str, Any]:
    return {"rule": id, "ok": ok, "settled_by": by}


@pytest.mark.parametrize(
    ("verdict", "by", "facts", "findings", "decides"),
    [
        ("illegal", "rules", {}, [("set.size", False, "table"), ("run.suit", False, "rules")], 1),
        ("illegal", "rules", {}, [("lay-off.fit", False, "rules"), ("run.ace", False, "rules")], 1),
        ("legal", "rules", {}, [("set.rank", True, "rules"), ("wild.standing", True, "rules")], 1),
        ("legal", "table", {}, [("set.rank", True, "rules"), ("wild.number", True, "table")], 1),
        ("answer", "rules", {}, [("set.rank", True, "rules"), ("points.cards", True, "rules")], 1),
        (
            "answer",
            "rules",
            {"can_go_out": True},
            [("points.cards", True, "rules"), ("set.rank", True, "rules")],
            1,
        ),
        ("answer", "table", {}, [("claim.number", True, "table"), ("claim.who", True, "rules")], 0),
    ],
)
def test_the_finding_that_decides(
    verdict: str, by: str, facts: dict[str, Any], findings: list[Any], decides: int
) -> None:
    plain = [_finding(id, ok=ok, by=by) for id, ok, by in findings]
    ruling = {"verdict": verdict, "settled_by": by, "facts": facts, "findings": plain}
    assert deciding(ruling) is plain[decides]


def test_a_ruling_without_findings_rests_on_none() -> None:
    assert (
        deciding({"verdict": "answer", "settled_by": "rules", "facts": {}, "findings": []}) is None
    )
