"""Declarations and what losing hands count, held to the slow oracle on random and dense hands."""

import random
from typing import Any

import pytest

from referee.rules import rule
from tests.rules.oracle_declare import (
    HIGH_LINE,
    JOKER,
    LOW_LINE,
    RANKS,
    READINGS_OF_THE_COUNT,
    are_groups_of_a_declaration,
    is_declaration,
    least_count,
)

SUITS = "shdc"
SIZES = ((3, 3, 3, 4), (4, 3, 3, 3), (5, 4, 4), (3, 4, 6))


def asked(ask: str, **case: object) -> dict[str, Any]:
    return rule({"game": "indian-rummy", "ask": ask, **case}).as_dict()


def deck(suits: str = SUITS, ranks: tuple[str, ...] = RANKS) -> list[str]:
    return 2 * [rank + suit for rank in ranks for suit in suits] + [JOKER] * 2


def drawn(chance: random.Random, size: int) -> list[str]:
    """A hand of any cards, of two suits, or of six ranks."""
    dense = deck("".join(chance.sample(SUITS, 2))), deck(ranks=tuple(chance.sample(RANKS, 6)))
    return chance.sample(chance.choice((deck(), *dense)), size)


def planned(chance: random.Random, wild: str) -> list[str]:
    """A hand made of groups, some with a wild: most are declarations."""
    cards, hand = deck(), []
    for at, size in enumerate(chance.choice(SIZES)):
        group = None
        while group is None or any(cards.count(card) < group.count(card) for card in group):
            if at < 2 or size > 4 or chance.random() < 0.4:
                line, suit = chance.choice((LOW_LINE, HIGH_LINE)), chance.choice(SUITS)
                first = chance.randrange(len(line) - size + 1)
                group = [rank + suit for rank in line[first : first + size]]
            else:
                rank = chance.choice(RANKS)
                group = [rank + suit for suit in chance.sample(SUITS, size)]
            if at and chance.random() < 0.4:
                rank = "A" if wild == JOKER else wild
                wilds = (JOKER, rank + chance.choice(SUITS))
                group[chance.randrange(size)] = chance.choice(wilds)
        for card in group:
            cards.remove(card)
        hand += group
    return chance.sample(hand, len(hand))


@pytest.mark.parametrize("seed", range(8))
def test_declarations_are_those_of_the_oracle(seed: int) -> None:
    chance = random.Random(f"declared {seed}")
    wild = chance.choice((*RANKS, JOKER))
    hand = planned(chance, wild) if seed % 4 else drawn(chance, 13)
    ruling = asked("declare", cards=" ".join(hand), wild=wild)
    legal = is_declaration(hand, wild)
    assert (ruling["verdict"] == "legal") is legal, (hand, wild)
    if legal:
        groups = [group["cards"] for group in ruling["facts"]["groups"]]
        assert sorted(" ".join(groups).split()) == sorted(hand)
        assert are_groups_of_a_declaration([group.split() for group in groups], wild)
        assert asked("declare", groups=groups, wild=wild)["verdict"] == "legal"
    else:
        assert ruling["facts"]["points"] == 80


@pytest.mark.parametrize("reading", READINGS_OF_THE_COUNT)
@pytest.mark.parametrize("seed", range(8))
def test_losing_hands_count_what_the_oracle_counts(seed: int, reading: str) -> None:
    chance = random.Random(f"lost {seed}")
    wild = chance.choice((*RANKS, JOKER))
    hand = planned(chance, wild)[:10] if seed % 2 else drawn(chance, 10)
    case = {"hands": {"Ann": "", "Bo": " ".join(hand)}, "out": "Ann", "wild": wild}
    scored = asked("score", **case, options={"scoring.grouped": reading})
    assert scored["facts"]["points"]["Bo"] == least_count(hand, wild, reading), (hand, wild)


def test_a_card_that_is_offered_for_another_mends_the_hand() -> None:
    chance, offered = random.Random("mended"), 0
    for _ in range(30):
        wild = chance.choice((*RANKS, JOKER))
        hand = planned(chance, wild)
        hand[0] = chance.choice([card for card in deck() if hand.count(card) < 2])
        ruling = rule(
            {"game": "indian-rummy", "ask": "declare", "cards": " ".join(hand), "wild": wild}
        )
        offers: Any = ruling.facts.get("nearest", ())
        for offer in offers:
            offered += 1
            change, mended = dict(offer.values), [*hand]
            mended[hand.index(change["old"].code)] = change["new"].code
            assert asked("declare", cards=" ".join(mended), wild=wild)["verdict"] == "legal"
    assert offered > 15


TWO_RUNS = "3h 4h 5h 8s 9s * 5s 5d 5c Kd Jc 6d 4c"
ONE_RUN = "3h 4h 5h 8s 8d 8c Kd 10c 9s 2h 3d 6c 2s"
NO_PURE_RUN = "3h 4h * 8s 9s * 5s 5d 5c Kd Jc 6d 4c"


def test_a_pool_to_101_is_scored_deal_by_deal() -> None:
    """Cy goes out with 78 + 40, Ann with 20 + 80 + 20, and Bo is left with 30 + 69 = 99."""
    deals: tuple[tuple[str, dict[str, str], dict[str, object]], ...] = (
        ("Ann", {"Bo": TWO_RUNS, "Cy": ONE_RUN}, {}),
        ("Bo", {"Ann": ONE_RUN, "Cy": TWO_RUNS}, {"dropped": {"Ann": "first", "Cy": "middle"}}),
        ("Bo", {"Ann": NO_PURE_RUN}, {"events": {"Ann": ["wrong-declaration"]}}),
        ("Ann", {"Bo": NO_PURE_RUN}, {}),
        ("Bo", {"Ann": TWO_RUNS}, {"dropped": {"Ann": "first"}}),
    )
    rounds = [
        asked("score", hands={out: "", **hands}, out=out, wild="Q", **told)["facts"]["points"]
        for out, hands, told in deals
    ]
    assert rounds == [
        {"Ann": 0, "Bo": 30, "Cy": 78},
        {"Ann": 20, "Bo": 0, "Cy": 40},
        {"Ann": 80, "Bo": 0},
        {"Ann": 0, "Bo": 69},
        {"Ann": 20, "Bo": 0},
    ]
    before = asked("standings", rounds=rounds[:4])["facts"]
    assert not before["finished"] and before["eliminated"] == ["Cy"]
    after = asked("standings", rounds=rounds)["facts"]
    assert after["totals"] == {"Ann": 120, "Bo": 99, "Cy": 118}
    assert (after["winners"], after["eliminated"]) == (["Bo"], ["Cy", "Ann"])


@pytest.mark.parametrize("reading", ["any", "two-runs", "pure-run", "by-steps"])
@pytest.mark.parametrize(
    "hand",
    [
        "* 10h 7h 9h Jc * 6d 7d 8h 8c Jh Jd Jc 8d",
        "10h 7h 9h 8h 3d 4d 5d 6d Jh Jd Jc 7d 7s 2c",
    ],
)
def test_a_hand_that_goes_out_is_shown_as_a_declaration(hand: str, reading: str) -> None:
    told = {"wild": "8", "options": {"run_size": 4, "scoring.grouped": reading}}
    way = asked("arrange", cards=hand, **told)["facts"].get("goes_out")
    assert way is None or way["discard"] in hand.split()
    assert (way is None) == hand.endswith("2c")
    if way:
        assert asked("declare", groups=way["melds"], **told)["verdict"] == "legal"
