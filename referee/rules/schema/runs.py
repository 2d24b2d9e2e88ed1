"""Runs: the stretches of ranks that a run may take in a game."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from referee.rules.cards import RANKS
from referee.rules.schema.deck import Ace, Deck
from referee.rules.schema.variant import Variant


class Window(NamedTuple):
    """A stretch of ranks that a run may take.

    `slots` are the places of each rank in it, `once` whether each rank has a single one. `bits`
    are its ranks as `RANK_BITS`, an ace as that of its end, low where it is at none.
    """

    ranks: tuple[str, ...]
    slots: dict[str, tuple[int, ...]]
    once: bool
    bits: int


_HIGH = 1 << len(RANKS)

RANK_BITS = {rank: 1 << at for at, rank in enumerate(RANKS)} | {"A": 1 | _HIGH}
"""Each rank as a bit, from the low ace to the high one; an ace that is either is both."""


@lru_cache
def rank_lines(deck: Deck, ace: Ace | None = None) -> tuple[tuple[str, ...], ...]:
    """The ranks in the order in which runs follow them, once for each place of the ace.

    `ace` as if it stood there.
    """
    if "A" not in deck.line:
        return (deck.line,)
    middle = deck.beside_ace
    return {
        "low": (("A", *middle),),
        "high": ((*middle, "A"),),
        "low-or-high": (("A", *middle), (*middle, "A")),
        "both": (("A", *middle, "A"),),
        "cyclic": (("A", *middle),),
        "endless": (("A", *middle),),
    }[ace or deck.ace]


def goes_round(deck: Deck, ace: Ace | None = None) -> bool:
    """Whether runs go on after the last rank with an ace and the first; `ace` as if it was so."""
    return "A" in deck.line and (ace or deck.ace) in ("cyclic", "endless")


@lru_cache(2048)
def run_windows(deck: Deck, size: int, ace: Ace | None = None) -> tuple[Window, ...]:
    """Every stretch of `size` ranks that a run may take, from low to high."""
    ranks, lines = len(deck.line), rank_lines(deck, ace)
    starts = len(lines[0]) - size + 1
    if goes_round(deck, ace):
        lines = (deck.line * (size // ranks + 2),)
        starts = ranks if size <= ranks or (ace or deck.ace) == "endless" else 0
    stretches = dict.fromkeys(line[at : at + size] for line in lines for at in range(starts))
    return tuple(window_of(ranks) for ranks in stretches)


@lru_cache(4096)
def windows_with(deck: Deck, size: int, ranks: frozenset[str]) -> tuple[Window, ...]:
    """Those stretches in which all of some ranks are."""
    return tuple([one for one in run_windows(deck, size) if ranks <= one.slots.keys()])


def window_of(ranks: tuple[str, ...]) -> Window:
    """A stretch of ranks with its slots and bits."""
    slots = {rank: tuple(at for at, slot in enumerate(ranks) if slot == rank) for rank in ranks}
    low = 1 if "A" in ranks[:-1] else 0
    high = _HIGH if ranks[-1] == "A" else 0
    bits = low | high | sum(RANK_BITS[rank] for rank in slots if rank != "A")
    return Window(ranks, slots, len(slots) == len(ranks), bits)


@lru_cache(2048)
def runs_upwards(
    deck: Deck, size: int, ace: Ace | None = None
) -> Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The runs of a size from low to high, by their ranks sorted as texts are.

    There are two where the ranks are all of the deck: the ace then lies at either end.
    """
    runs: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {}
    for window in run_windows(deck, size, ace):
        ranks = tuple(sorted(window.ranks))
        runs[ranks] = (*runs.get(ranks, ()), window.ranks)
    return runs


def longest_run(variant: Variant) -> int:
    """The most cards that a run can have; 0 for no limit."""
    if goes_round(variant.deck) and variant.ranks.ace == "endless":
        return variant.runs.most
    # All lines of a game are as long.
    ranks = len(rank_lines(variant.deck)[0])
    return min(ranks, variant.runs.most or ranks)


def runs_apart(deck: Deck, one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How far apart two runs of a suit lie: 0 sharing a rank, 1 following on, 2 with a gap between.

    An ace follows on from the last rank of the deck, and the first from an ace, only where the run
    has its ace at that end.
    """
    if goes_round(deck):
        first, second = {*one}, {*other}
        beside = [{*pair} for pair in pairwise((*deck.line, deck.line[0]))]
        touching = any(pair & first and pair & second for pair in beside)
        return 0 if first & second else 1 if touching else 2
    (_, end), (start, _) = sorted((_run_ends(deck, one), _run_ends(deck, other)))
    return min(max(start - end, 0), 2)


@lru_cache
def _run_ends(deck: Deck, ranks: tuple[str, ...]) -> tuple[int, int]:
    """The places of a run's ends among the ranks with an ace at either end, from 0."""
    middle = deck.beside_ace
    places = [middle.index(rank) + 1 for rank in ranks if rank != "A"]
    # A run from ace to ace takes all the places; a lone ace is low.
    low, high = min(places, default=1), max(places, default=0)
    aces = ranks.count("A")
    if aces == 1:
        return (low, high + 1) if high == len(middle) and low > 1 else (0, high)
    return (low - 1, high + 1) if aces else (low, high)


def from_the_top(ranks: Sequence[str]) -> list[str]:
    """Some ranks of a deck from the highest to the lowest, an ace first."""
    return sorted(ranks, key=lambda rank: (rank == "A", ranks.index(rank)), reverse=True)
