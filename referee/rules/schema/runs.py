"""Runs: the stretches of ranks that a run may take in a game."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from referee.rules.cards import RANKS
from referee.rules.schema.deck import Ace, Deck
from referee.rules.schema.variant import Variant


class Window(NamedTuple):
    """A stretch of ranks that a run may take.

    `slots` are the places of each rank in it, `once` whether each rank has a single one. `bits`
    are its ranks as `RANK_BITS`, an ace as that of its end.
    """

    ranks: tuple[str, ...]
    slots: dict[str, tuple[int, ...]]
    once: bool
    bits: int


_HIGH = 1 << len(RANKS)

RANK_BITS = {rank: 1 << at for at, rank in enumerate(RANKS)} | {"A": 1 | _HIGH}
"""Each rank as a bit, from the low ace to the high one; an ace that is either is both."""

Line = Deck | tuple[str, ...]
"""A deck, or the ranks that one has not."""


@lru_cache(maxsize=512)
def rank_lines(ace: Ace, deck: Line) -> tuple[tuple[str, ...], ...]:
    """The ranks in the order in which runs follow them, once for each place of the ace."""
    line = deck.line if isinstance(deck, Deck) else tuple(r for r in RANKS if r not in deck)
    if "A" not in line:
        return (line,)
    middle = tuple(rank for rank in line if rank != "A")
    return {
        "low": (("A", *middle),),
        "high": ((*middle, "A"),),
        "low-or-high": (("A", *middle), (*middle, "A")),
        "both": (("A", *middle, "A"),),
    }[ace]


@lru_cache(maxsize=2048)
def run_windows(ace: Ace, deck: Line, size: int) -> tuple[Window, ...]:
    """Every stretch of `size` ranks that a run may take, from low to high."""
    stretches = dict.fromkeys(
        line[at : at + size] for line in rank_lines(ace, deck) for at in range(len(line) - size + 1)
    )
    return tuple(window_of(ranks) for ranks in stretches)


def window_of(ranks: tuple[str, ...]) -> Window:
    """A stretch of ranks with its slots and bits."""
    slots = {rank: tuple(at for at, slot in enumerate(ranks) if slot == rank) for rank in ranks}
    low = 1 if ranks[0] == "A" else 0
    high = _HIGH if ranks[-1] == "A" else 0
    bits = low | high | sum(RANK_BITS[rank] for rank in slots if rank != "A")
    return Window(ranks, slots, len(slots) == len(ranks), bits)


@lru_cache(maxsize=2048)
def runs_upwards(
    ace: Ace, deck: Line, size: int
) -> Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The runs of a size from low to high, by their ranks sorted as texts are.

    There are two where the ranks are all of the deck: the ace then lies at either end.
    """
    runs: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {}
    for window in run_windows(ace, deck, size):
        ranks = tuple(sorted(window.ranks))
        runs[ranks] = (*runs.get(ranks, ()), window.ranks)
    return runs


def longest_run(variant: Variant) -> int:
    """The most cards that a run can have."""
    # All lines of a game are as long.
    ranks = len(rank_lines(variant.ranks.ace, variant.deck)[0])
    return min(ranks, variant.runs.most or ranks)


def runs_apart(one: tuple[str, ...], other: tuple[str, ...], line: tuple[str, ...] = RANKS) -> int:
    """How far apart two runs of a suit lie: 0 sharing a rank, 1 following on, 2 with a gap between.

    `line` are the ranks of runs in their order. An ace follows on from the last of them, and the
    next rank from an ace, only where the run has its ace at that end.
    """
    (_, end), (start, _) = sorted((_run_ends(one, line), _run_ends(other, line)))
    return min(max(start - end, 0), 2)


@lru_cache(maxsize=512)
def _run_ends(ranks: tuple[str, ...], line: tuple[str, ...]) -> tuple[int, int]:
    """The places of a run's ends among the ranks with an ace at either end, from 0."""
    middle = [rank for rank in line if rank != "A"]
    places = [middle.index(rank) + 1 for rank in ranks if rank != "A"]
    # A run from ace to ace takes all the places; a lone ace is low.
    low, high = min(places, default=1), max(places, default=0)
    aces = ranks.count("A")
    if aces == 1:
        return (low, high + 1) if high == len(middle) and low > 1 else (0, high)
    return (low - 1, high + 1) if aces else (low, high)
