"""How many cards of thirteen have to be exchanged at most for a declaration of Indian rummy.

Others have proven a ceiling. Here every declaration of one pack without wilds is listed, and a hand
held against each: random hands, and ever harder ones. Which cards are a meld is asked of the law.
"""

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache

import numpy as np

from referee.rules.cards import Card, parse_cards
from tests.bench.peers import PACK, Hand, as_number, uniform
from tests.proof.foreign import SEED, short_melds, told

DECLARED, RUNS, SMALLEST = 13, 2, 3
MOST = 7
SOURCE = "arXiv, January 2026, “MinDist is less than 7”: at most 7"
HARDEST = "4s 7c 9h Qs 6d Jc 5s 3c 10d Ad 3d Kh 2h"
"""A hand found by exchanges, none of whose like has been found to be harder."""


def main() -> bool:
    """Count the exchanges from some hundred hands, and look for harder ones."""
    return _hold(1)


def whole(share: tuple[int, int] = (1, 1)) -> bool:
    """As `main`, with ten times the hands."""
    return _hold(10)


def _hold(times: int) -> bool:
    chance = random.Random(SEED)
    print(f"  declarations of one pack without wilds: {len(declarations()):,}", flush=True)
    hands = [uniform(chance, DECLARED) for _ in range(200 * times)]
    far = [*map(fewest_exchanges, hands)]
    counted = sorted(Counter(far).items())
    spread = ", ".join(f"{exchanges} for {count}" for exchanges, count in counted)
    print(f"  exchanges from {len(hands):,} hands to the nearest: {spread}", flush=True)
    for _ in range(5 * times):
        worst = max(far)
        hardest = [hand for hand, exchanges in zip(hands, far, strict=True) if exchanges == worst]
        hands = [*hardest[:20], *(exchanged(chance, chance.choice(hardest), 2) for _ in range(80))]
        far = [*map(fewest_exchanges, hands)]
    print(f"  from the hardest hand found by exchanges from there: {max(far)}", flush=True)
    known = fewest_exchanges(parse_cards(HARDEST))
    return told(f"from the hardest known, {HARDEST}", known, MOST, SOURCE) and max(far) <= MOST


def exchanged(chance: random.Random, hand: Hand, count: int) -> Hand:
    """A hand with so many of its cards exchanged."""
    others = [card for card in PACK if card not in hand]
    return [*chance.sample(hand, len(hand) - count), *chance.sample(others, count)]


def fewest_exchanges(hand: Hand) -> int:
    """How many cards of a hand have to be exchanged for a declaration without wilds."""
    kept = np.bitwise_count(declarations() & np.uint64(_bits(hand))).max()
    return DECLARED - int(kept)


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << as_number(card) for card in cards)


@cache
def declarations() -> np.ndarray:
    """All thirteen cards that are melds, two runs or more among them, each as bits of a number."""
    # Longer runs are two of these.
    melds = [
        (_bits(meld), len(meld), len({card.suit for card in meld}) == 1)
        for meld in short_melds("low-or-high")
    ]
    found = set()

    def grow(start: int, cards: int, size: int, runs: int) -> None:
        for at in range(start, len(melds)):
            meld, more, is_run = melds[at]
            if cards & meld:
                continue
            if size + more <= DECLARED - SMALLEST:
                grow(at + 1, cards | meld, size + more, runs + is_run)
            elif size + more == DECLARED and runs + is_run >= RUNS:
                found.add(cards | meld)

    grow(0, 0, 0, 0)
    return np.array([*found], np.uint64)
