"""Deadwood: the least points that a hand of one pack leaves ungrouped, quickly and exactly.

A hand without wilds and without twins is a mask of ranks for each suit. A table holds of every mask
what its cards leave at least beside runs; sets are then tried at the few ranks that are held often
enough. What such a table can't answer is for the general search.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, reduce
from itertools import chain, combinations, product
from operator import and_, or_
from typing import NamedTuple

from referee.rules.cards import RANKS, SUITS, Card, Cards, Laid, LaidCard, Melds, cards_in
from referee.rules.law.meld_law import law_of
from referee.rules.schema.runs import run_windows
from referee.rules.schema.variant import Terms

_SUIT = len(RANKS)
_THIRD, _LAST = 2 * _SUIT, 3 * _SUIT
_ALL = (1 << _SUIT) - 1
_FREE_CARDS = 6
"""Bits of a cost below its points, which count the cards that cost nothing."""

Masks = tuple[int, int, int, int]
"""The ranks held of each suit, in the order of `SUITS`, the ace as the lowest bit."""


class Grouping(NamedTuple):
    """A hand in melds, runs from low to high, the cards that they leave, and their points."""

    melds: Melds
    left: tuple[Card, ...]
    points: int


class MeldLaw(NamedTuple):
    """What the law of melds comes to for natural cards of one pack.

    `runs` are the ranks of each run from low to high; `sets` the fewest and the most cards of a
    set; `points` what each of `RANKS` costs, and `natural` the ranks that may be grouped or left.
    """

    runs: tuple[tuple[str, ...], ...]
    sets: tuple[int, int]
    points: tuple[int, ...]
    natural: tuple[str, ...] = RANKS


@lru_cache(1024)
def deadwood_of(terms: Terms) -> "Deadwood | None":
    """The table for a deal, None where hands are not simply grouped as their holder likes.

    That is where a contract is asked for, melds are limited by the turn, groups are spared only
    beside some runs, or cards cost less than nothing or by their suit. Deals of one law share a
    table.
    """
    natural = tuple(rank for rank in terms.deck.line if rank not in terms.wilds.ranks)
    points = tuple(terms.points.of(Card(rank)) for rank in RANKS)
    bound = terms.contract or terms.further_melds.melds_per_turn or terms.scoring.grouped != "any"
    if bound or min(points) < 0 or terms.points.differ:
        return None
    sets, runs = law_of(terms, "set"), law_of(terms, "run")
    windows = [
        window.ranks
        for size in range(runs.least, min(runs.most, len(RANKS)) + 1)
        for window in run_windows(terms.deck, size)
        if window.once and set(window.ranks) <= {*natural}
    ]
    return deadwood_under(MeldLaw(tuple(windows), (sets.least, sets.most), points, natural))


@lru_cache
def deadwood_under(law: MeldLaw) -> "Deadwood":
    """The table for a law of melds, made in some milliseconds."""
    return Deadwood(law)


class Deadwood:
    """What hands leave ungrouped under one law.

    `least` and `groupings` give None for a hand that holds a wild, a card that is not of the pack,
    or a card twice.
    """

    def __init__(self, law: MeldLaw) -> None:
        self._cost = {1 << at: points << _FREE_CARDS or 1 for at, points in enumerate(law.points)}
        self._bits = {
            Card(rank, suit): 1 << _SUIT * at + RANKS.index(rank)
            for at, suit in enumerate(SUITS)
            for rank in law.natural
        }
        self._bit = self._bits.__getitem__
        # Two runs may be of the same cards: all ranks, with the ace at either end.
        self._ranks = {sum(1 << RANKS.index(rank) for rank in ranks): ranks for ranks in law.runs}
        longest_first = sorted(self._ranks, key=int.bit_count, reverse=True)
        self._runs_from = {
            low: [run for run in longest_first if run & -run == low] for low in self._cost
        }
        fewest, most = law.sets
        self._splits = {taken: _splits(taken, fewest, most) for taken in range(1 << len(SUITS))}
        self._sets = tuple(
            tuple(
                tuple(-(taken >> at & 1) for at in range(len(SUITS)))
                for taken, ways in self._splits.items()
                if taken and taken & held == taken and ways
            )
            for held in self._splits
        )
        self._often = _held_by_three if fewest == 3 else _held_by(fewest)
        self._worth, self._left = self._tables()
        self._ways: dict[int, list[tuple[int, ...]]] = {0: [()]}

    def _tables(self) -> tuple[list[int], list[int]]:
        """What the cards of each mask cost together, and what they cost at least beside runs."""
        shortest = min((run.bit_count() for run in chain(*self._runs_from.values())), default=0)
        # A run twice as long as it has to be is as good as two.
        needed = {
            low: [run for run in runs if run.bit_count() < 2 * shortest]
            for low, runs in self._runs_from.items()
        }
        worth, left = [0], [0]
        for mask in range(1, _ALL + 1):
            low = mask & -mask
            cost = self._cost[low]
            worth.append(worth[mask ^ low] + cost)
            least = left[mask ^ low] + cost
            for run in needed[low]:
                if run & mask == run and left[mask ^ run] < least:
                    least = left[mask ^ run]
            left.append(least)
        return worth, left

    def _masks(self, cards: Cards) -> Masks | None:
        """A hand as masks."""
        try:
            held = sum(map(self._bit, cards))
        except KeyError:
            return None
        # Of twins the sum has fewer bits.
        if held.bit_count() != len(cards):
            return None
        return held & _ALL, held >> _SUIT & _ALL, held >> _THIRD & _ALL, held >> _LAST

    def least(self, cards: Cards) -> int | None:
        """The least points that a hand leaves ungrouped."""
        masks = self._masks(cards)
        return None if masks is None else self._least(*masks) >> _FREE_CARDS

    def groupings(self, cards: Cards) -> Iterator[Grouping] | None:
        """Every way to group a hand that leaves the least, cards that cost nothing grouped too."""
        masks = self._masks(cards)
        return None if masks is None else self._groupings(cards, masks)

    def _least(self, a: int, b: int, c: int, d: int) -> int:
        left = self._left
        least = left[a] + left[b] + left[c] + left[d]
        if least:
            often = self._often(a, b, c, d)
            if often:
                return self._with_sets(a, b, c, d, often, least)
        return least

    def _with_sets(self, a: int, b: int, c: int, d: int, often: int, least: int) -> int:
        """The least so far, or less with sets of some of these ranks."""
        rank = often & -often
        rest = often ^ rank
        left, worth = self._left, self._worth
        if rest:
            least = self._with_sets(a, b, c, d, rest, least)
            spared = worth[a & rest] + worth[b & rest] + worth[c & rest] + worth[d & rest]
        at = rank.bit_length() - 1
        held = a >> at & 1 | (b >> at & 1) << 1 | (c >> at & 1) << 2 | (d >> at & 1) << 3
        for s, h, t, u in self._sets[held]:
            w, x, y, z = a ^ rank & s, b ^ rank & h, c ^ rank & t, d ^ rank & u
            found = left[w] + left[x] + left[y] + left[z]
            if found < least:
                least = found
            if rest and found - spared < least:
                least = self._with_sets(w, x, y, z, rest, least)
        return least

    def _groupings(self, cards: Cards, masks: Masks) -> Iterator[Grouping]:
        least = self._least(*masks)
        for sets, beside in self._beside_sets(masks, self._often(*masks), least):
            for ways in product(*map(self._runs_in, beside)):
                yield self._grouped(cards, sets, ways, least)

    def _grouped(
        self, cards: Cards, sets: Melds, runs: Iterable[tuple[int, ...]], least: int
    ) -> Grouping:
        melds = [*sets]
        for suit, way in zip(SUITS, runs, strict=True):
            for run in way:
                melds.append(_run_cards(self._ranks[run], suit))
        grouped = {*cards_in(melds)}
        left = tuple([card for card in cards if card not in grouped])
        return Grouping(tuple(melds), left, least >> _FREE_CARDS)

    def _beside_sets(self, masks: Masks, often: int, least: int) -> Iterator[tuple[Melds, Masks]]:
        """Every choice of sets beside which runs leave the least, and the cards beside them."""
        left, worth = self._left, self._worth
        if sum([left[mask] - worth[mask & often] for mask in masks]) > least:
            return
        if not often:
            yield (), masks
            return
        rank = often & -often
        rest = often ^ rank
        held = sum([1 << suit for suit, mask in enumerate(masks) if mask & rank])
        for taken, ways in self._splits.items():
            if taken & held == taken and ways:
                a, b, c, d = [
                    mask ^ rank if taken >> suit & 1 else mask for suit, mask in enumerate(masks)
                ]
                for others, beside in self._beside_sets((a, b, c, d), rest, least):
                    for way in ways:
                        yield (*[_set_cards(rank, suits) for suits in way], *others), beside

    def _runs_in(self, mask: int) -> list[tuple[int, ...]]:
        """Every way to lay runs of one suit that leaves the least, the longest runs first."""
        ways = self._ways.get(mask)
        if ways is None:
            low, left = mask & -mask, self._left
            ways = [
                (run, *others)
                for run in self._runs_from[low]
                if run & mask == run and left[mask ^ run] == left[mask]
                for others in self._runs_in(mask ^ run)
            ]
            if left[mask ^ low] + self._cost[low] == left[mask]:
                ways += self._runs_in(mask ^ low)
            self._ways[mask] = ways
        return ways


def _splits(suits: int, fewest: int, most: int) -> list[tuple[int, ...]]:
    """Every way to lay the cards of one rank in these suits, given as bits, in sets."""
    if not suits:
        return [()]
    low = suits & -suits
    return [
        (one, *others)
        for one in range(suits, 0, -1)
        if one & suits == one and one & low and fewest <= one.bit_count() <= most
        for others in _splits(suits ^ one, fewest, most)
    ]


@lru_cache(512)
def _run_cards(ranks: tuple[str, ...], suit: str) -> Laid:
    return tuple([LaidCard(Card(rank, suit)) for rank in ranks])


@lru_cache
def _set_cards(rank: int, suits: int) -> Laid:
    return tuple(
        LaidCard(Card(RANKS[rank.bit_length() - 1], suit))
        for at, suit in enumerate(SUITS)
        if suits >> at & 1
    )


def _held_by(suits: int) -> Callable[[int, int, int, int], int]:
    """Gives the ranks held in at least so many suits."""
    return lambda *masks: reduce(or_, (reduce(and_, some) for some in combinations(masks, suits)))


def _held_by_three(a: int, b: int, c: int, d: int) -> int:
    """As most games ask it, and far more quickly."""
    return a & b & (c | d) | c & d & (a | b)
