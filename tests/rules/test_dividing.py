"""How loose cards are divided into a contract, wilds that were said to stand for a card too."""

from typing import cast

import pytest

from referee.rules import rule
from referee.rules.cards import parse_laid
from referee.rules.search import why_not
from referee.rules.search.why_not import Unknown, divide
from referee.variants import load
from tests.proof import planted

DIVIDED = [
    ("a wild that serves the run", "contract-rummy-bicycle", 2, {}, "7h 8h *=9h 10h 9s 9d 9c",
     ["9c 9d 9s", "7h 8h *=9h 10h"]),
    ("a wild of any suit", "contract-rummy-bicycle", 2, {}, "7h 8h *=9 10h 9s 9d 9c",
     ["9c 9d 9s", "7h 8h *=9 10h"]),
    ("a wild in the place of its twin", "contract-rummy-bicycle", 2, {}, "6d 6d 6h *=6h 4h 5h 7h",
     ["6d 6d *=6h", "4h 5h 6h 7h"]),
    ("two wilds that may not lie together", "contract-rummy-bicycle", 1,
     {"wilds.most_per_meld": 1}, "8s 8d *=8 9s 9d *", ["8d 8s *=8", "9d 9s *"]),
    ("two wilds that may not lie side by side", "contract-rummy-bicycle", 2,
     {"wilds.adjacent": False}, "9s 9d 9c 4h *=5h *=7h 6h", ["9c 9d 9s", "4h *=5h 6h *=7h"]),
    ("a suit that a wild has taken", "contract-rummy-bicycle", 1,
     {"sets.suits": "different"}, "8s 8d *=8c 8c 8d 8s", ["8d 8s *=8c", "8c 8d 8s"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "deal", "options", "cards", "melds"),
    [case[1:] for case in DIVIDED],
    ids=[case[0] for case in DIVIDED],
)
def test_cards_fall_into_the_melds_of_the_contract(game, deal, options, cards, melds):
    ruling = rule({"game": game, "ask": "contract", "deal": deal, "players": 5, "cards": cards,
                   "options": options})  # fmt: skip
    found = cast(list[dict[str, list[str]]], ruling.facts["matches"])
    matches = sorted(sorted(match["cards"]) for match in found)
    assert (ruling.verdict, matches) == ("legal", sorted(sorted(meld.split()) for meld in melds))


BROKEN = [
    ("wilds side by side", "contract-rummy-bicycle", 2, {"wilds.adjacent": False},
     "9s 9d 9c 4h *=5h *=6h 7h", ["wild.adjacent"]),
    ("runs that join up", "contract-rummy-bicycle", 3, {},
     "2h 3h 4h *=5h 6h 7h 8h 9h", ["contract.same-suit"]),
    ("more wilds than natural cards", "shanghai-rum", 1, {},
     "8s *=8 * 9s 9d 9c", ["wild.balance"]),
    ("a meld too long", "contract-rummy-house", 1, {}, "3s 3d 3c 8s 8d 8c *=8",
     ["contract.size"]),
    ("a wild too many in a meld", "contract-rummy-bicycle", 1, {"wilds.most_per_meld": 1},
     "8s *=8 *=8 9s 9d 9c", ["wild.number"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "deal", "options", "cards", "breaks"),
    [case[1:] for case in BROKEN],
    ids=[case[0] for case in BROKEN],
)
def test_where_a_rule_bars_every_division_it_is_named(game, deal, options, cards, breaks):
    ruling = rule({"game": game, "ask": "contract", "deal": deal, "players": 5, "cards": cards,
                   "options": options})  # fmt: skip
    assert [one.rule for one in ruling.findings if not one.ok] == breaks


def test_a_card_left_over_beside_wilds_that_were_said_is_named():
    cards = "8s 8d *=8 9s 9d *=9 Kc"
    ruling = rule({"game": "contract-rummy-bicycle", "ask": "contract", "deal": 1, "players": 5,
                   "cards": cards})  # fmt: skip
    assert [one.said() for one in ruling.findings] == [
        "The contract is here, but the K♣ would be left over."
    ]


def test_a_search_that_ends_before_it_knows_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(why_not, "MOST_STEPS", 10)
    with pytest.raises(Unknown):
        divide(load("contract-rummy-bicycle").at(1), parse_laid("4s 5s 6s 7s 8s 9s"))


def test_wilds_that_may_be_themselves_are_divided() -> None:
    options = {
        "wilds.ranks": ["2", "3", "4", "5"],
        "wilds.as_itself": True,
        "contracts.same_suit_runs": "gap",
    }
    case = {"game": "contract-rummy-bicycle", "ask": "contract", "deal": 7, "players": 8}
    cards = "3h 5h 6h 4d 4h 4h 8h 4c 2h 5s 3h 7h"
    assert rule(case | {"cards": cards, "options": options}).verdict == "legal"


def test_a_choice_of_planted_heaps_is_found() -> None:
    assert planted.heaps_are_found(100)
