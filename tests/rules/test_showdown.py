"""Knocks and what they bring, held against a second answer that tries everything."""

import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from referee.rules import rule
from referee.rules.cards import RANKS, SUITS
from tests.rules.oracle_showdown import (
    Card,
    Gin,
    all_melds,
    best_arrangements,
    is_meld,
    least_deadwood,
    points,
    read,
    showdown,
    three_thirteen,
    write,
)
from tests.shares import share

PACK = [(rank, suit) for suit in SUITS for rank in range(1, len(RANKS) + 1)]
LIMIT = 10
DEALS = share(400, 2)


def some_cards(chance: random.Random, size: int, pool: Sequence[Card] = PACK) -> list[Card]:
    """So many cards of a pool: any, or of two suits, of few ranks, or of neighbouring ranks."""
    at = chance.randint(1, 8)
    suits, ranks = chance.sample(SUITS, 2), chance.sample(range(1, 14), 6)
    dense = {
        0: pool,
        1: [card for card in pool if card[1] in suits],
        2: [card for card in pool if card[0] in ranks],
        3: [card for card in pool if at <= card[0] < at + 6],
    }[chance.randrange(4)]
    chosen = chance.sample(dense, min(size, len(dense)))
    rest = [card for card in pool if card not in chosen]
    return chosen + chance.sample(rest, size - len(chosen))


SOME_MELDS = [
    [(rank, suit) for suit in suits]
    for rank in range(1, 14)
    for suits in ("shd", "shc", "sdc", "hdc", SUITS)
] + [
    [(rank, suit) for rank in range(low, low + size)]
    for suit in SUITS
    for size in (3, 4, 5)
    for low in range(1, 15 - size)
]


def a_knocker(chance: random.Random, packs: int = 1) -> tuple[Card, ...]:
    """Ten cards that may be knocked with, or eleven in melds: some melds, and low cards."""
    while True:
        size, hand = chance.choice([10, 10, 10, 11]), list[Card]()
        for meld in chance.sample(SOME_MELDS, 12):
            fits = max(Counter([*hand, *meld]).values()) <= packs
            hand += meld if fits and len(hand) + len(meld) <= size else []
        low = [card for card in PACK if card[0] < 6 and hand.count(card) < packs]
        hand += chance.sample(low, size - len(hand))
        least = least_deadwood(tuple(hand))
        if least == 0 or (size == 10 and least <= LIMIT):
            return tuple(chance.sample(hand, size))


def a_defender(chance: random.Random, knocker: Sequence[Card]) -> tuple[Card, ...]:
    """Ten other cards, half of the time some that could knock themselves."""
    pool = [card for card in PACK if card not in knocker]
    while chance.random() < 0.5:
        hand = a_knocker(chance)[:10]
        if not set(hand) & set(knocker):
            return hand
    return tuple(some_cards(chance, 10, pool))


def a_table(chance: random.Random) -> tuple[Gin, dict[str, object]]:
    """What a table plays for, and its options."""
    gin = Gin(
        gin=chance.choice([20, 25]),
        big_gin=chance.choice([31, 50]),
        undercut=chance.choice([10, 25]),
        level_undercuts=chance.random() < 0.7,
    )
    named = {"gin": gin.gin, "big_gin": gin.big_gin, "undercut": gin.undercut}
    options: dict[str, object] = {f"scoring.{key}": value for key, value in named.items()}
    return gin, options | ({} if gin.level_undercuts else {"scoring.undercut_when": "lower"})


def without_noughts(parts: dict[str, int]) -> dict[str, int]:
    return {part: n for part, n in parts.items() if n}


@pytest.mark.parametrize("seed", range(4))
def test_deal_is_worth_what_trying_everything_says(seed: int) -> None:
    chance = random.Random(seed)
    seen = set()
    for _ in range(DEALS // 4):
        knocker = a_knocker(chance)
        defender = a_defender(chance, knocker)
        gin, options = a_table(chance)
        hands = {"Ann": write(knocker), "Bo": write(defender)}
        case = {"game": "gin", "ask": "score", "hands": hands, "out": "Ann", "options": options}
        laid = None
        if chance.random() < 0.4:
            laid = chance.choice(best_arrangements(knocker))[0]
            case["melded"] = {"Ann": [write(meld) for meld in laid]}
        wanted = showdown(knocker, defender, laid=laid, gin=gin)
        facts: Any = rule(case).facts
        assert facts["result"] == wanted.result, case
        assert facts["deadwood"] == dict(zip(["Ann", "Bo"], wanted.deadwood, strict=True)), case
        assert facts["points"] == dict(zip(["Ann", "Bo"], wanted.points, strict=True)), case
        parts = [without_noughts(facts["parts"][name]) for name in ("Ann", "Bo")]
        assert parts == [*map(without_noughts, wanted.parts)], case
        seen.add(wanted.result)
    assert seen >= {"gin", "knock", "undercut"}


def a_fitting_defender(
    chance: random.Random, pool: Sequence[Card], knocker: tuple[Card, ...]
) -> tuple[Card, ...]:
    """Ten cards of a pool, some of which fit melds that the knocker might lay."""
    melds = {meld for melds, _ in best_arrangements(knocker) for meld in melds}
    fit = [card for card in pool if any(is_meld((*meld, card)) for meld in melds)]
    chosen = chance.sample(fit, min(len(fit), 4))
    rest = list((Counter(pool) - Counter(chosen)).elements())
    return (*chosen, *some_cards(chance, 10 - len(chosen), rest))


@pytest.mark.parametrize(
    ("knocker", "defender", "deadwood"),
    [
        # Clubs 9 to K and 9s 9c: with the set of nines the run begins at the 10.
        ("Qc 10c 9d 5d Jc 2s 9s 9c 9c Kc", "7h 8h 2d 9d 6s 10h 3h 3s Qh 8h", (7, 66)),
        ("6c 5c 5s 8c 7c 5s 2h 9c 5h 2s", "4c 4c 7h Jc Jh 7h Jh 3h 7d 5h", (4, 16)),
        ("Ad 5h Ah Ad 5h Ac 3h 3s 2h 4h", "As 6h 6h As Kd Qc Kc Ks Qs Qh", (8, 8)),
    ],
)
def test_knocker_of_two_packs_groups_so_that_the_defender_keeps_most(
    knocker: str, defender: str, deadwood: tuple[int, int]
) -> None:
    assert showdown(read(knocker), read(defender)).deadwood == deadwood
    case = {"game": "gin", "ask": "score", "hands": {"Ann": knocker, "Bo": defender}}
    facts = rule({**case, "out": "Ann", "options": {"packs": 2}}).facts
    assert facts["deadwood"] == dict(zip(["Ann", "Bo"], deadwood, strict=True))
    assert facts["proven"] is True


def test_deal_of_two_packs_is_worth_what_trying_everything_says() -> None:
    chance, pack, several = random.Random(8), Counter(PACK * 2), 0
    while several < share(60, 4):
        knocker = a_knocker(chance, packs=2)
        ways = best_arrangements(knocker)
        if not ways[0][1] or len({frozenset(map(frozenset, melds)) for melds, _ in ways}) < 2:
            continue
        several += 1
        pool = list((pack - Counter(knocker)).elements())
        defender = a_fitting_defender(chance, pool, knocker)
        hands = {"Ann": write(knocker), "Bo": write(defender)}
        case = {"game": "gin", "ask": "score", "hands": hands, "out": "Ann"}
        facts: Any = rule({**case, "options": {"packs": 2}}).facts
        wanted = showdown(knocker, defender)
        assert facts["deadwood"] == dict(zip(["Ann", "Bo"], wanted.deadwood, strict=True)), case
        assert facts["proven"] is True


def test_chinchon_of_two_packs_is_closed_so_that_the_others_keep_most() -> None:
    """The six spades 2 to 7 beside a two: in one run, or in two, which the five fits too."""
    hands = {"Ann": "2s 3s 6s 4s 2s 7s 5s", "Bo": "5s As Ad 2c Ah 4s As"}
    case = {"game": "chinchon", "ask": "score", "hands": hands, "out": "Ann", "players": 5}
    assert rule(case).facts["deadwood"] == {"Ann": 2, "Bo": 11}


def test_a_hand_with_wilds_that_may_be_grouped_otherwise_is_owned() -> None:
    hands = {"Ann": "7h Ac 8h 6h 3d 4h 5d 5h 5c 5s", "Bo": "Ac 2c 3c Qc Qd Jc 2h Qs 9c 10c"}
    case = {"game": "gin", "ask": "score", "hands": hands, "out": "Ann"}
    options = {"packs": 2, "wilds.ranks": ["5"], "wilds.as_itself": True}
    assert rule({**case, "options": options}).facts["proven"] is False


def test_knock_leaves_what_trying_everything_leaves() -> None:
    chance = random.Random(5)
    verdicts = set()
    for _ in range(DEALS):
        hand = tuple(some_cards(chance, 10))
        ruling = rule({"game": "gin", "ask": "knock", "hand": write(hand)})
        facts: Any = ruling.facts
        least = least_deadwood(hand)
        melds = [read(meld) for meld in facts["melds"]]
        left = read(facts["deadwood"])
        assert facts["points"] == least == points(left), hand
        assert sorted([card for meld in melds for card in meld] + [*left]) == sorted(hand)
        places = [frozenset(map(hand.index, meld)) for meld in melds]
        assert set(places) <= set(all_melds(hand))
        assert (ruling.verdict == "legal") == (least <= LIMIT)
        if ruling.verdict == "legal":
            assert ruling.facts["kind"] == ("knock" if least else "gin")
        verdicts.add(ruling.facts.get("kind", "no"))
    assert verdicts >= {"no", "knock"}


def test_whole_hand_of_three_thirteen_counts_what_trying_everything_says() -> None:
    chance = random.Random(6)
    for _ in range(120):
        deal = chance.randint(1, 8)
        hand = tuple(some_cards(chance, deal + 2, PACK * 2))
        case = {"game": "three-thirteen", "ask": "score", "deal": deal, "out": "Ann"}
        facts = rule({**case, "hands": {"Ann": "", "Bo": write(hand)}}).facts
        assert facts["points"] == {"Ann": 0, "Bo": three_thirteen(hand, deal)}, write(hand)


def test_defence_is_found_in_a_moment() -> None:
    """Dense hands: what takes longest of many stays far below what anybody would notice."""
    chance, slowest = random.Random(7), 0.0
    for _ in range(150):
        knocker = a_knocker(chance)
        defender = a_defender(chance, knocker)
        hands = {"Ann": write(knocker), "Bo": write(defender)}
        start = time.thread_time()
        rule({"game": "gin", "ask": "score", "hands": hands, "out": "Ann"})
        slowest = max(slowest, time.thread_time() - start)
    print(f"slowest {1e3 * slowest:.1f} ms")
    assert slowest < 0.5
