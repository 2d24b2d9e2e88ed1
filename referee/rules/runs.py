"""Runs: the stretches of ranks that a run may take in a game."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from referee.rules.cards import RANKS
from referee.rules.variant import Ace, Variant


class Window(NamedTuple):
    """A stretch of ranks that a run may take.

    `slots` are the places of each rank in it, `once` whether each rank has a single one. `bits`
    are its ranks as `RANK_BITS`, an ace as that of its end.
    """

    ranks: tuple[str, ...]
    slots: dict[str, tuple[int, ...]]
    once: bool
    bits: int


RANK_BITS = {rank: 1 << at for at, rank in enumerate(RANKS)} | {"A": 1 | 1 << 13}
"""Each rank as a bit, from the low ace to the high one; an ace that is either is both."""


@lru_cache(maxsize=64)
def rank_lines(ace: Ace, removed: tuple[str, ...] = ()) -> tuple[tuple[str, ...], ...]:
    """The ranks in the order in which runs follow them, once for each place of the ace."""
    middle = RANKS[1:]
    lines = {
        Ace.LOW: (("A", *middle),),
        Ace.HIGH: ((*middle, "A"),),
        Ace.EITHER: (("A", *middle), (*middle, "A")),
        Ace.BOTH: (("A", *middle, "A"),),
    }[ace]
    return tuple(tuple(rank for rank in line if rank not in removed) for line in lines)


@lru_cache(maxsize=512)
def run_windows(ace: Ace, removed: tuple[str, ...], size: int) -> tuple[Window, ...]:
    """Every stretch of `size` ranks that a run may take, from low to high."""
    stretches = dict.fromkeys(
        line[at : at + size]
        for line in rank_lines(ace, removed)
        for at in range(len(line) - size + 1)
    )
    return tuple(window_of(ranks) for ranks in stretches)


def window_of(ranks: tuple[str, ...]) -> Window:
    """A stretch of ranks with its slots and bits."""
    slots = {rank: tuple(at for at, slot in enumerate(ranks) if slot == rank) for rank in ranks}
    low = 1 if ranks[0] == "A" else 0
    high = 1 << 13 if ranks[-1] == "A" else 0
    bits = low | high | sum(RANK_BITS[rank] for rank in slots if rank != "A")
    return Window(ranks, slots, len(slots) == len(ranks), bits)


@lru_cache(maxsize=512)
def sorted_stretches(ace: Ace, removed: tuple[str, ...], size: int) -> frozenset[tuple[str, ...]]:
    """The ranks of every run of a size, sorted as texts are."""
    return frozenset(tuple(sorted(window.ranks)) for window in run_windows(ace, removed, size))


@lru_cache(maxsize=512)
def runs_upwards(
    ace: Ace, removed: tuple[str, ...], size: int
) -> Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The runs of a size from low to high, by their ranks in whatever order.

    There are two where the ranks are all thirteen: the ace then lies at either end.
    """
    runs: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {}
    for window in run_windows(ace, removed, size):
        ranks = tuple(sorted(window.ranks))
        runs[ranks] = (*runs.get(ranks, ()), window.ranks)
    return runs


def longest_run(variant: Variant) -> int:
    """The most cards that a run can have."""
    # All lines of a game are as long.
    return len(rank_lines(variant.ranks.ace, variant.ranks.removed)[0])
