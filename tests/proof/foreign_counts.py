"""How many hands of one pack meld whole, by methods that have nothing in common.

Rank by rank over all ways to have melded so far; every union of melds that share no card; and for
few cards the table of what hands leave, asked of every hand.
"""

import time
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from referee.rules.cards import RANKS
from tests.bench.peers import PACK
from tests.proof.foreign import table_of, told
from tests.rules.altered import altered

WHOLE = {
    "low": (96, 53, 36, 4_010, 4_100, 3_690, 97_624, 136_694),
    "low-or-high": (100, 57, 40, 4_352, 4_604, 4_300, 110_420, 160_056),
}
"""How many hands of 3, 4 … 10 cards are melds and nothing else, by the place of the ace."""


def main() -> bool:
    """Count hands of up to ten cards, and ask the table of those of up to five."""
    return counted(10, 5)


def whole(share: tuple[int, int] = (1, 1)) -> bool:
    """Count hands of up to twelve cards, and ask the table of those of up to six."""
    return counted(12, 6)


def counted(most: int, asked: int) -> bool:
    """Count the hands of so many cards at most; true where all methods agree."""
    held = True
    for ace, expected in WHOLE.items():
        sizes = range(3, most + 1)
        start = time.perf_counter()
        by_rank = _whole_by_rank(ace != "low", most)
        between = time.perf_counter()
        by_union = _whole_by_union(ace != "low", most)
        end = time.perf_counter()
        seconds = f"by recurrence {between - start:.1f} s, by unions {end - between:.1f} s"
        print(f"  hands of one pack that meld whole, the ace {ace}: {seconds}")
        for size in sizes:
            share = by_rank[size] / comb(52, size)
            print(f"    {size:2} cards: {by_rank[size]:12,} by recurrence, {by_union[size]:12,} by "
                  f"unions, one hand in {1 / share:,.0f}")  # fmt: skip
        table = table_of(altered("basic-rummy", ranks={"ace": ace}).at())
        for size in range(3, asked + 1):
            start = time.perf_counter()
            count = sum(not table.least(hand) for hand in combinations(PACK, size))
            seconds = f"the table asked of each of {comb(52, size):,} hands"
            held &= told(f"  {size} cards", count, by_rank[size],
                         f"{seconds}, {time.perf_counter() - start:.0f} s")  # fmt: skip
        held &= all(by_rank[size] == by_union[size] for size in sizes)
        held &= all(by_rank[size] == count for size, count in enumerate(expected, 3))
    return held


def _whole_by_rank(high: bool, most: int) -> Counter[int]:
    """How many hands meld whole, by size: rank by rank, over all ways to have melded so far.

    A way is how long the run is that is open in each suit, and the aces kept for the high end. A
    hand is counted once, by the set of all its ways.
    """
    sets = [0, *(suits for suits in range(16) if suits.bit_count() >= 3)]

    @cache
    def melded(lengths: tuple[int, ...], held: int) -> frozenset[tuple[int, ...]]:
        return frozenset(
            tuple(min(length + 1, 3) if (held ^ out) >> suit & 1 else 0
                  for suit, length in enumerate(lengths))
            for out in sets
            if out & held == out
            and all((held ^ out) >> suit & 1 or length in (0, 3)
                    for suit, length in enumerate(lengths))
        )  # fmt: skip

    @cache
    def after(ways: frozenset[tuple[tuple[int, ...], int]], held: int) -> Any:
        return frozenset((new, kept) for lengths, kept in ways for new in melded(lengths, held))

    counts: Counter[Any] = Counter()
    for held in range(16):
        ways = frozenset(
            (lengths, kept)
            for kept in range(16 if high else 1)
            if kept & held == kept
            for lengths in melded((0, 0, 0, 0), held ^ kept)
        )
        counts[ways, held.bit_count()] += 1
    for _ in RANKS[1:]:
        longer: Counter[Any] = Counter()
        for (ways, size), hands in counts.items():
            for held in range(16):
                if size + held.bit_count() <= most and (then := after(ways, held)):
                    longer[then, size + held.bit_count()] += hands
        counts = longer
    total: Counter[int] = Counter()
    for (ways, size), hands in counts.items():
        if any(
            all(length >= 2 if kept >> suit & 1 else length in (0, 3)
                for suit, length in enumerate(lengths))
            for lengths, kept in ways
        ):  # fmt: skip
            total[size] += hands
    return total


def _whole_by_union(high: bool, most: int) -> Counter[int]:
    """How many hands meld whole, by size: every union of melds that share no card, each once."""
    lines = [[*range(13)], [*range(1, 13), 0]] if high else [[*range(13)]]
    sets = [
        sum(1 << 13 * suit + rank for suit in suits)
        for rank in range(13) for size in (3, 4) for suits in combinations(range(4), size)
    ]  # fmt: skip
    runs = [
        sum(1 << 13 * suit + rank for rank in line[at : at + size])
        for line in lines for suit in range(4) for size in range(3, 6)
        for at in range(len(line) - size + 1)
    ]  # fmt: skip
    melds = [(meld, meld.bit_count()) for meld in dict.fromkeys(sets + runs)]
    unions: list[set[int]] = [set() for _ in range(most + 1)]

    def grow(start: int, cards: int, size: int) -> None:
        for at in range(start, len(melds)):
            meld, more = melds[at]
            if size + more <= most and not cards & meld:
                unions[size + more].add(cards | meld)
                grow(at + 1, cards | meld, size + more)

    grow(0, 0, 0)
    return Counter({size: len(hands) for size, hands in enumerate(unions)})
