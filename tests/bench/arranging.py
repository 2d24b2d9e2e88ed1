"""The best lay-down from a hand, beside judging what it lays and beside an integer program."""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

from referee.rules.cards import Card, parse_cards
from referee.rules.law.contracts import judge_contract
from referee.rules.law.melds import judge_meld
from referee.rules.schema.variant import Variant
from referee.rules.search.arrange import Arrangement, arrange
from referee.variants import catalogue, load
from tests.bench import Figure, benchmark, beside, scaled, within
from tests.rules.hands import a_hand, some_deal
from tests.rules.oracle import TooMany, best_lay_down

Hand = tuple[Variant, int | None, Sequence[Card]]

WORST = (
    ("contract-rummy-bicycle", 6, "* * 2s 10s Qs 6s 6s Js 4s 2s 9s Ks 2s 5s 7s 10s As 3s 8s 6s"),
    ("contract-rummy-bicycle", 7, "* * 6s 9s 9s 5s Js Qs 10s 2s Ks 8s 2s As 4s 7s 3s 2s 6s"),
    ("six-to-ten", 5, "2h 2c 2s 2h 2s Qc Qs Kd 10d Ks Qd 9d Jc Qh Js Kh Jd Jc 9c"),
    ("rummy-wild", 1, "* * * * 10c 10s As Ad 3c 9s Ah 4s 2h 8s Qs Ac 9d 9h Js 10h"),
    ("contract-rummy-house", 6, "* * * * * * * 6c 4h 7c 5c 5s 7d 5h 6d 6s 7s 7h 7c"),
)
"""The slowest of some fifty thousand dense hands of 13 to 20 cards with up to eight wilds."""


def _hands(size: int, wilds: int, count: int) -> list[Hand]:
    """So many random and dense hands, from every game that has wilds, every deal."""
    chance = random.Random(size)
    games = [variant for variant in catalogue() if variant.has_wilds]
    hands: list[Hand] = []
    while len(hands) < scaled(count, 3):
        variant = games[len(hands) % len(games)]
        hands.append((variant, some_deal(chance, variant), a_hand(chance, variant, size, wilds)))
    return hands


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _arranging(hand: Hand) -> float:
    variant, deal, cards = hand
    return min(_seconds(partial(arrange, variant.at(deal), cards)) for _ in range(5))


def _judge(hand: Hand, found: Arrangement) -> None:
    variant, deal, _ = hand
    if found.can_lay_contract and deal is not None:
        judge_contract(variant.at(deal), found.melds)
    for meld in found.melds:
        judge_meld(variant.at(), meld)


def _beside_judging(hands: Sequence[Hand]) -> Figure:
    laid = [(hand, arrange(hand[0].at(hand[1]), hand[2])) for hand in hands]
    judged = [_seconds(partial(_judge, hand, found)) for hand, found in laid if found.melds]
    return Figure(
        seconds=statistics.median(map(_arranging, hands)), floor=statistics.median(judged)
    )


@benchmark(
    "arrange 11 cards, two wilds",
    floor="judging what it lays",
    aim="≤ 1 ms",
    meets=within(1e-3),
)
def eleven_cards() -> Figure:
    return _beside_judging(_hands(11, 2, 300))


@benchmark(
    "arrange 16 cards, six wilds",
    floor="judging what it lays",
    aim="≤ 3 ms",
    meets=within(3e-3),
)
def sixteen_cards() -> Figure:
    return _beside_judging(_hands(16, 6, 200))


@benchmark(
    "arrange the slowest hands found",
    floor="judging what it lays",
    aim="≤ 40 ms",
    meets=within(40e-3),
)
def slowest_hands() -> Figure:
    hands = [(load(game), deal, parse_cards(cards)) for game, deal, cards in WORST]
    return Figure(seconds=max(map(_arranging, hands)), floor=max(map(_judging_alone, hands)))


def _judging_alone(hand: Hand) -> float:
    found = arrange(hand[0].at(hand[1]), hand[2])
    return _seconds(partial(_judge, hand, found))


@benchmark(
    "arrange, the integer program's hands",
    floor="an integer program, HiGHS",
    aim="≤ 1/10 of it",
    meets=beside(0.1),
)
def beside_a_program() -> Figure:
    took, program = [], []
    for hand in _hands(12, 3, 60):
        variant, deal, cards = hand
        try:
            program.append(_seconds(partial(best_lay_down, variant, cards, deal)))
        except TooMany:
            continue
        took.append(_arranging(hand))
    return Figure(seconds=statistics.median(took), floor=statistics.median(program))
