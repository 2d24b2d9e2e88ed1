"""What an illegal ruling offers instead: one other card, one more or less, another standing."""

import random
from collections import Counter
from typing import Any, cast

import pytest

from referee.rules import rule
from referee.rules.cards import write_cards
from referee.rules.findings import Offer
from referee.variants import load
from tests.proof import mends
from tests.rules.hands import a_hand

SIX, BICYCLE, HOUSE = "six-to-ten", "contract-rummy-bicycle", "contract-rummy-house"
BASIC, ENCYCLOPEDIA, WILD = "basic-rummy", "contract-rummy-encyclopedia", "rummy-wild"


def offered(game, ask, **case):
    ruling = rule({"game": game, "ask": ask, **case})
    return [offer.said() for offer in cast(list[Offer], ruling.facts.get("nearest", []))]


@pytest.mark.parametrize(
    ("game", "cards", "first"),
    [
        (SIX, "6s 7s 8h", "Swap the 8♥ for the 8♠ and it’s a run."),
        (SIX, "9s 9d 8c", "Swap the 8♣ for the 9♥ and it’s a set."),
        (SIX, "9s 9d", "Add the 9♥ and it’s a set."),
        (SIX, "5s 6s 8s", "Add the 7♠ and it’s a run."),
        (SIX, "Qc Kc 2d=9c", "Legal if the 2♦ stands for the A♣."),
        (SIX, "9s 9d *", "Swap the joker for the 9♥ and it’s a set."),
        (BASIC, "7s 7s 7d", "Swap the 7♠ for the 7♥ and it’s a set."),
        (BICYCLE, "4c 5c 6c", "Add the 3♣ and it’s a run."),
        (BICYCLE, "Qh Kh Ah 2h", "Swap the 2♥ for the J♥ and it’s a run."),
        (BICYCLE, "8s 8d *=9d", "Legal if the joker stands for an 8."),
        (WILD, "8c 8d 8h 8s *", "Leave out the joker and it’s a set."),
        (WILD, "5s 6s *=6s", "Legal if the joker stands for the 7♠."),
        ("progressive", "Ks Kh Kd 4h Ks", "Swap the 4♥ for the K♣ and it’s a set."),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_the_nearest_meld(game, cards, first):
    players = 4 if game != SIX else 2
    assert offered(game, "meld", cards=cards, players=players)[0] == first


@pytest.mark.parametrize("cards", ["7d Qs *", "7s Qd *", "7c Qh *", "7h Qc *"])
def test_of_two_suits_as_near_that_of_the_first_card_stays(cards):
    last = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[cards[4]]
    assert offered(WILD, "meld", cards=cards, kind="run")[0].startswith(f"Swap the Q{last} for")


@pytest.mark.parametrize(
    ("game", "deal", "melds", "first"),
    [
        (
            HOUSE,
            1,
            "3s 3d 3c / 8s 8d 8c 8h",
            "Leave any one of the eights out of 8♠ 8♦ 8♣ 8♥ and the contract is met.",
        ),
        (HOUSE, 2, "5s 5d 5c / Ks Kd Kc", "Add the 5♥ to 5♠ 5♦ 5♣ and the contract is met."),
        (
            SIX,
            1,
            "9s 9d 8c / 4s 4d 4h",
            "In 9♠ 9♦ 8♣ swap the 8♣ for the 9♥ and the contract is met.",
        ),
        (BICYCLE, 3, "2h 3h 4h *=5h / 6h 7h 8h 9h", "Legal if the joker stands for the A♥."),
        (
            BICYCLE,
            1,
            "8s 8d * / Ks Kd *",
            "In 8♠ 8♦ joker swap the joker for the 8♥ and the contract is met.",
        ),
        (SIX, 1, "7s 7h 8d / 7d 8s 8h", "Group them so: 8♦ 8♥ 8♠ and 7♦ 7♥ 7♠."),
        (BICYCLE, 1, "Ks Kd Kh Kc Ks Kd", "Group them so: K♣ K♦ K♦ and K♥ K♠ K♠."),
    ],
    ids=[
        "too long",
        "too short",
        "no meld",
        "following on",
        "too many jokers",
        "grouped otherwise",
        "one meld for two",
    ],
)
def test_the_nearest_contract(game, deal, melds, first):
    case = {"deal": deal, "melds": melds.split(" / "), "players": 4}
    assert offered(game, "contract", **case)[0] == first


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        (
            "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh",
            "Group them so: 10♥ J♥ Q♥ K♥ A♥, 5♥ 6♥ 7♥ 8♥ 9♥ and 2♥ 3♥ 4♥.",
        ),
        (
            "Ah 2h 3h / 4h 5d 5c Kc=5s / 6s 6h 6d / 8h 9h Kh",
            "Group them so: A♥ 2♥ 3♥ 4♥, 8♥ 9♥ K♣, 6♦ 6♥ 6♠ and 5♣ 5♦ K♥.",
        ),
        (
            "Ah 2h 3h / 4h 5d 5c Kc=5s / 6s 6h 7d / 8h 9h Kh",
            "Swap the 5♣ for the 6♦ and the hand can be declared.",
        ),
    ],
    ids=["one long run", "another wild in each", "a card that no group has"],
)
def test_the_nearest_declaration(groups, said):
    wild = "K" if "/" in groups else "5"
    shown = groups.split(" / ")
    assert offered("indian-rummy", "declare", wild=wild, groups=shown) == [said]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (
            "6h 7c 5s 4d 7s 4s 7s 4h 6h 4h 5c 4s 6s",
            "Swap the 6♥ and the 5♣ for the 5♥ and the 7♥, and the hand can be declared.",
        ),
        (
            "3h 4h 5h 8s 9s 10s Kd Kc 9h 6h 6d Jc 7c",
            "Swap the 9♥, the 6♦ and the 7♣ for the Q♣, the Q♦ and the A♦, "
            "and the hand can be declared.",
        ),
    ],
)
def test_several_cards_are_swapped_together_where_one_would_not_do(cards, said):
    assert offered("indian-rummy", "declare", wild="2", cards=cards) == [said]


SWAPPED = ("old", "new")


def test_with_the_cards_that_are_swapped_together_a_hand_is_declared():
    chance, swapped = random.Random(23), 0
    game = load("indian-rummy")
    for _ in range(60):
        cards = a_hand(chance, game, 13, 0)
        case = {"game": game.id, "ask": "declare", "wild": "2", "cards": write_cards(cards)}
        for offer in cast(list[Offer], rule(case).facts.get("nearest", [])):
            if offer.code != "swap":
                continue
            values: dict[str, Any] = dict(offer.values)
            gone, new = ([dict(one.values)["card"] for one in values[key]] for key in SWAPPED)
            mended = [*(Counter(cards) - Counter(gone)).elements(), *new]
            assert len(mended) == len(cards)
            assert rule(case | {"cards": write_cards(mended)}).verdict == "legal"
            swapped += 1
    assert swapped > 15


def test_further_melds_are_named_among_those_that_the_cards_make():
    melds = ["3d 2c 10s 3h", "8s 8d 8h", "Qs Qh * Qc 2d"]
    assert offered("frustration", "contract", deal=1, players=4, melds=melds) == [
        "Group them so: Q♣ Q♥ Q♠, 8♦ 8♥ 2♣, 3♦ 3♥ joker and 8♠ 2♦ 10♠."
    ]


def test_a_card_that_cannot_serve_twice_is_wanted_a_second_time():
    case = {"deal": 2, "cards": "4h 5h 6h 7s 7d 7h Kc", "players": 4}
    assert offered("contract-rummy-bicycle", "contract", **case) == [
        "Swap the K♣ for another 7♥ and the contract is met."
    ]


def test_a_card_too_many_is_found_in_a_heap():
    found = offered(ENCYCLOPEDIA, "contract", deal=1, players=4, cards="3s 8s 3d 8d Kh 3c 8c")
    assert found == ["Leave out the K♥ and the contract is met."]


@pytest.mark.parametrize(
    ("game", "deal", "cards", "options", "said"),
    [
        ("red-aces", 4, "* Qd Qh Qc 4h 4d 4s Ad Ac Ah As", {},
         "Leave out the joker and the contract is met."),
        ("carioca", 1, "Qs * Qd 6h 6d 6c", {"wilds.kinds": "runs"},
         "Swap the joker for the Q♥ and the contract is met."),
    ],
    ids=["more than the packs hold", "a wild that no meld may hold"],
)  # fmt: skip
def test_a_card_of_a_heap_that_cannot_serve_goes(game, deal, cards, options, said):
    case = {"deal": deal, "players": 4, "cards": cards, "options": options}
    assert offered(game, "contract", **case) == [said]


@pytest.mark.parametrize(
    ("game", "cards", "onto", "first"),
    [
        (SIX, "8h", "5s 6s 7s", "Swap the 8♥ for the 8♠ and it fits."),
        (SIX, "9s", "5s 6s 7s", "Add the 8♠ and it fits."),
        (SIX, "2h=9s", "5s 6s 7s", "Legal if the 2♥ stands for the 8♠."),
        (BASIC, "6c Kd", "3c 4c 5c", "Leave out the K♦ and it fits."),
        (BASIC, "8h", "9s 9d 9c", "Swap the 8♥ for the 9♥ and it fits."),
    ],
    ids=["other suit", "one more", "other standing", "one less", "other rank"],
)
def test_the_nearest_lay_off(game, cards, onto, first):
    case = {"deal": 1, "cards": cards, "onto": onto, "down": "earlier", "whose": "other"}
    assert offered(game, "lay-off", **case)[0] == first


@pytest.mark.parametrize(
    ("ask", "case"),
    [
        ("meld", {"cards": "3s 9d Kc"}),
        ("meld", {"cards": "9s 9d 9c"}),
        ("further-meld", {"deal": 1, "cards": "5s 6s 8s", "down": "no"}),
        ("lay-off", {"deal": 1, "cards": "8h", "onto": "5s 6s 7s", "down": "no"}),
        ("contract", {"deal": 4, "melds": ["9s 9d 9c"]}),
    ],
    ids=["far from anything", "legal as it is", "too early to meld", "too early", "much missing"],
)
def test_nothing_is_offered_where_no_card_would_help(ask, case):
    assert offered(SIX, ask, **case) == []


def test_no_more_than_two_changes_are_offered():
    assert len(offered(BASIC, "meld", cards="4c 5c 7c")) == 2


def test_the_meld_at_fault_is_blamed_whatever_the_order():
    melds = ["Ks Kh Kd", "3s 4s 5s 7d"]
    for named in (melds, melds[::-1]):
        ruling = rule({"game": SIX, "ask": "contract", "deal": 2, "players": 4, "melds": named})
        assert all("7♦" in finding.said() for finding in ruling.findings)


@pytest.mark.parametrize(
    ("ask", "case", "said"),
    [
        ("meld", {"cards": "4h 5h 6h 8h"}, "Missing: the 7♥."),
        ("contract", {"deal": 2, "players": 4, "melds": ["4h 5h 6h 8h", "Ks Kh Kd"]},
         "Missing: the 7♥."),
        ("contract", {"deal": 2, "players": 4, "cards": "4h 5h 6h 8h Ks Kh Kd"},
         "Missing: the 7♥."),
        ("lay-off", {"deal": 1, "cards": "8h", "onto": "4h 5h 6h", "down": "earlier"},
         "The 8♥ can’t be added to 4♥ 5♥ 6♥: the 7♥ is missing between."),
        ("meld", {"cards": "4h 5h 9h"}, "Missing: 6♥ 7♥ 8♥."),
    ],
    ids=["meld", "named", "heap", "lay-off", "several"],
)  # fmt: skip
def test_a_run_with_a_gap_names_what_is_missing(ask, case, said):
    findings = rule({"game": SIX, "ask": ask, **case}).findings
    assert said in [finding.said() for finding in findings]


@pytest.mark.parametrize(
    ("game", "cards", "options", "first"),
    [
        (HOUSE, "9s 6d 6h 6s *", {"sets.suits": "different"}, "Leave out the 9♠ and it’s a set."),
        (BICYCLE, "Qc Ac Qd Qs", {"sets.most": 3}, "Leave out the A♣ and it’s a set."),
    ],
)
def test_the_card_that_is_strange_and_too_many_is_left_out(game, cards, options, first):
    assert offered(game, "meld", cards=cards, options=options)[0] == first


def test_a_card_whose_place_a_wild_leaves_is_offered():
    options = {"wilds.ranks": ["3", "8"], "wilds.as_itself": True}
    laid = {"cards": "Kc", "onto": "3d 5c 6c 7c", "deal": 3, "down": "earlier"}
    offers = offered(BICYCLE, "lay-off", **laid, options=options)
    assert offers == ["Swap the K♣ for the 4♣ and it fits."]


def test_a_card_of_the_colour_that_a_run_has_is_offered():
    laid = {"cards": "3c", "onto": "7d 8d 9d 10d", "deal": 1, "down": "earlier"}
    offers = offered("continental", "lay-off", **laid, options={"runs.suits": "colour"})
    assert offers == ["Swap the 3♣ for the 6♥ and it fits.", "Swap the 3♣ for the J♥ and it fits."]


def test_nothing_is_left_out_where_the_whole_hand_goes_down():
    melds = ["2h 3h 4h 5h", "7d 8d 9d 10d", "9c 10c Jc Qc Ks"]
    offers = offered(HOUSE, "contract", deal=7, players=4, melds=melds)
    assert offers == [
        f"In 9♣ 10♣ J♣ Q♣ K♠ swap the K♠ for the {card} and the contract is met."
        for card in ("K♣", "8♣")
    ]


def test_only_cards_of_the_hand_come():
    melds = ["Ks Kh Kd", "3s 4s 5s 7d"]
    hand = "Ks Kh Kd 3s 4s 5s 7d 8c 9c"
    case = {"deal": 2, "players": 4, "melds": melds}
    assert offered(SIX, "contract", **case, hand=hand) == []
    assert offered(SIX, "contract", **case, hand=hand + " 6s")


IN_SIX = {"players": 2, "deal": 1, "melds": ["9s 9h", "9d 9c 2c"]}


@pytest.mark.parametrize(
    ("game", "case", "offer"),
    [
        (SIX, {**IN_SIX, "hand": "9s 9h 9d 9c 2c 2h Ks"}, "Add the 2♥ to 9♠ 9♥"),
        (SIX, IN_SIX, "Add the 2♦ to 9♠ 9♥"),
        (SIX, {"players": 2, "deal": 1, "cards": "9s 9h 9d 9c 2c"}, "Add the 2♦"),
        (BICYCLE, {"deal": 1, "melds": ["9s 9h", "Ks Kh Kd"], "hand": "9s 9h Ks Kh Kd * 4c"},
         "Add the joker to 9♠ 9♥"),
    ],
)  # fmt: skip
def test_a_wild_comes_where_no_natural_card_does(game, case, offer):
    assert offered(game, "contract", **case) == [f"{offer} and the contract is met."]


@pytest.mark.parametrize("melds", [["Ks Kh Kc", "Qh Qd"], ["10d Jd * Kd", "5c 6c"]])
def test_no_card_helps_where_it_is_too_early_to_open(melds):
    assert offered("remi-51", "contract", melds=melds, round=3)
    assert offered("remi-51", "contract", melds=melds, round=1) == []


def test_no_card_helps_where_it_is_too_early_for_a_meld():
    case = {"cards": "5c 6c", "down": "no"}
    early = {"game": "basic-rummy", "options": {"opening.rounds": 1}}
    assert offered(ask="further-meld", **early, **case, round=2)
    assert offered(ask="further-meld", **early, **case, round=1) == []


def test_the_card_of_the_hand_that_makes_a_heap_the_contract_comes():
    case = {"deal": 1, "players": 4, "cards": "* 2d 10s 2h 2s *=Js"}
    assert offered(ENCYCLOPEDIA, "contract", **case, hand="* 2d 10s 2h 2s * 5s Jc") == [
        "Swap the 10♠ for the J♣ and the contract is met."
    ]


def test_a_choice_of_the_mends_offered_is_true():
    assert mends.main(100)
