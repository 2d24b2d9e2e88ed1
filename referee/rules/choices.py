"""Choices: every meld that a hand could lay, counted so that a search can try thousands of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import NamedTuple

from referee.rules.cards import RANKS, SUITS, Card
from referee.rules.meld_law import Law, law_of
from referee.rules.runs import RANK_BITS, Window, run_windows
from referee.rules.scoring import point_of_rank
from referee.rules.variant import Kind, Piece, Size, Terms, WildLimit

FIELD = 6
"""Bits of a packed number that count one natural card; the highest of them stays 0."""


class Held:
    """The natural cards of a hand as a search counts them, and its number of wilds.

    `cells` are the cards without their copies, the cheapest first. A packed number counts each in a
    field of its own, and `guards` has the highest bit of each field set: the packed number `some`
    holds all that `other` counts where `(some | guards) - other & guards == guards`.
    """

    __slots__ = ("at", "cells", "counts", "guards", "packed", "points", "wilds")

    def __init__(self, terms: Terms, naturals: Iterable[Card], wilds: int) -> None:
        def by_points(card: Card) -> tuple[int, int, int]:
            points = point_of_rank(terms, card.rank)
            return points, RANKS.index(card.rank), SUITS.index(card.suit)

        held = Counter(naturals)
        self.cells = tuple(sorted(held, key=by_points))
        self.counts = tuple(held[card] for card in self.cells)
        self.points = tuple(point_of_rank(terms, card.rank) for card in self.cells)
        self.at: Mapping[Card, int] = {card: at for at, card in enumerate(self.cells)}
        self.packed = self.pack(held.elements())
        self.guards = sum(1 << FIELD * at + FIELD - 1 for at in range(len(self.cells)))
        self.wilds = wilds

    def pack(self, cards: Iterable[Card]) -> int:
        """Cards as a packed number."""
        return sum(1 << FIELD * self.at[card] for card in cards)

    def unpack(self, packed: int) -> tuple[Card, ...]:
        """The cards that a packed number counts."""
        counts = (packed >> FIELD * at & (1 << FIELD) - 1 for at in range(len(self.cells)))
        return tuple(c for c, count in zip(self.cells, counts, strict=True) for _ in range(count))


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """What a meld is laid for: a piece of the contract, or a further meld.

    `law` is what it may be made of. `paired`: which rank or which stretch it takes may bar another
    meld of the contract.
    """

    kind: Kind
    law: Law
    paired: bool = False

    @property
    def least(self) -> int:
        """The fewest cards."""
        return self.law.least

    @property
    def most(self) -> int:
        """The most cards."""
        return self.law.most

    @property
    def exact(self) -> bool:
        """Whether it matters where in its stretch a run has its wilds, those it need not have too.

        Then each is listed with all its wilds, and has room for no more.
        """
        return self.paired or self.law.spaced

    def allows(self, naturals: int, wilds: int) -> bool:
        """Whether a meld may be of so many natural cards and wilds."""
        return self.law.has_size(naturals + wilds) and self.law.may_mix(naturals, wilds)

    @property
    def alone(self) -> bool:
        """Whether a meld of wilds alone meets it."""
        return self.allows(0, self.least) and self.law.may_lie((True,) * self.least)

    def room(self, naturals: int, wilds: int) -> int:
        """How many more wilds fit such a meld."""
        law = self.law
        if naturals < law.naturals:
            return 0
        most = min(law.wilds, naturals) if law.balanced else law.wilds
        return min(most - wilds, law.most - naturals - wilds)


class Form(NamedTuple):
    """The stretch of ranks that a run takes in a suit, and the places in it of natural cards.

    Of a set, the rank alone: no suit, no places.
    """

    ranks: tuple[str, ...]
    suit: str = ""
    places: tuple[int, ...] = ()

    @property
    def kind(self) -> Kind:
        """Whether it is of a set or a run."""
        return Kind.RUN if self.suit else Kind.SET


class Choice(NamedTuple):
    """One meld that a hand could lay.

    `wilds` is the fewest it needs, `room` how many more it may take. `naturals` is packed, `points`
    is what they are worth. `demand` is the number of the demand that it meets.
    """

    wilds: int
    naturals: int
    points: int
    room: int
    demand: int
    form: Form


def contract_demand(terms: Terms, piece: Piece, *, paired: bool) -> Demand | None:
    """What a piece of a contract demands, or None where no meld can meet it."""
    law = law_of(terms, piece.kind)
    least = max(law.least, piece.size)
    exact = terms.contracts.size is Size.EXACT
    most = min(law.most, piece.size) if exact else law.most
    if most < least:
        return None
    limited = terms.contracts.wilds is WildLimit.AT_MOST_NATURALS
    law = replace(law, least=least, most=most, balanced=limited or law.balanced)
    return Demand(kind=piece.kind, law=law, paired=paired)


def further_demand(terms: Terms, kind: Kind) -> Demand:
    """What a further meld of a kind demands."""
    return Demand(kind=kind, law=law_of(terms, kind))


def choices_of(
    terms: Terms, held: Held, at: int, demand: Demand, further: Demand | None
) -> Iterator[Choice]:
    """Every meld of natural cards and wilds that meets a demand, the demand of number `at`.

    Left out are melds that may as well be laid as a shorter one, with a wild added or with the rest
    as a `further` meld. Melds of wilds alone are left out too: they need no cards to be chosen.
    """
    if demand.kind is Kind.SET:
        yield from _sets(held, at, demand, further)
    else:
        yield from _runs(terms, held, at, demand, further)


def _sets(held: Held, at: int, demand: Demand, further: Demand | None) -> Iterator[Choice]:
    by_rank: dict[str, list[int]] = {}
    for cell, card in enumerate(held.cells):
        by_rank.setdefault(card.rank, []).append(cell)
    for rank, cells in by_rank.items():
        if sum([held.counts[cell] for cell in cells]) + held.wilds < demand.least:
            continue
        form = Form((rank,))
        worth = held.points[cells[0]]
        for copies in product(*(range(held.counts[cell] + 1) for cell in cells)):
            count = sum(copies)
            wilds = max(demand.least - count, 0)
            if not count or wilds > held.wilds or not demand.allows(count, wilds):
                continue
            cards = [
                held.cells[cell] for n, cell in zip(copies, cells, strict=True) for _ in range(n)
            ]
            if not demand.law.may_join(cards):
                continue
            if further and _splits(demand, further, (True,) * count + (False,) * wilds):
                continue
            naturals = sum(n << FIELD * cell for n, cell in zip(copies, cells, strict=True))
            room = demand.room(count, wilds)
            yield Choice(wilds, naturals, count * worth, room, at, form)


def _runs(
    terms: Terms, held: Held, at: int, demand: Demand, further: Demand | None
) -> Iterator[Choice]:
    ranks = terms.ranks
    seen: set[tuple[int, int]] = set()
    for suit in SUITS:
        cells = {card.rank: cell for card, cell in held.at.items() if card.suit == suit}
        bits = sum([RANK_BITS[rank] for rank in cells])
        most = min(demand.most, sum(held.counts[cell] for cell in cells.values()) + held.wilds)
        most = min(most, _longest_whole(demand, further))
        for size in range(demand.least, most + 1):
            # From the top, for spare wilds are taken to be at the high end.
            for window in reversed(run_windows(ranks.ace, ranks.removed, size)):
                if (bits & window.bits).bit_count() < size - held.wilds:
                    continue
                for choice in _in_window(held, at, demand, window, suit, cells):
                    alike = choice.naturals, choice.wilds if demand.exact else 0
                    if alike in seen and not demand.paired:
                        continue
                    seen.add(alike)
                    if not (further and _splits(demand, further, _pattern(choice.form))):
                        yield choice


def _in_window(
    held: Held, at: int, demand: Demand, window: Window, suit: str, cells: Mapping[str, int]
) -> Iterator[Choice]:
    """The runs that take one stretch of ranks in a suit."""
    size = len(window.ranks)
    places = [place for place, rank in enumerate(window.ranks) if rank in cells]
    ends: tuple[int, ...] = ()
    if size > demand.least and not demand.exact:
        # With a wild at its end it is the shorter run with a wild added.
        ends = (0, size - 1)
        if places[:1] != [0] or places[-1:] != [size - 1]:
            return
        places = places[1:-1]
    most = len(places) + len(ends)
    for count in range(most, max(size - held.wilds, len(ends), 1) - 1, -1):
        if not demand.allows(count, size - count):
            continue
        room = 0 if demand.exact else demand.room(count, size - count)
        for inner in combinations(places, count - len(ends)):
            chosen = (ends[0], *inner, ends[1]) if ends else inner
            if not demand.law.may_lie([place not in chosen for place in range(size)]):
                continue
            taken = [cells[window.ranks[place]] for place in chosen]
            naturals = sum([1 << FIELD * cell for cell in taken])
            if (held.packed | held.guards) - naturals & held.guards == held.guards:
                points = sum([held.points[cell] for cell in taken])
                form = Form(window.ranks, suit, chosen)
                yield Choice(size - count, naturals, points, room, at, form)


def _longest_whole(demand: Demand, further: Demand | None) -> int:
    """The most cards of a run that might not as well be laid as two, as far as sizes tell.

    A longer run has a natural card at each end, and so has each part of it.
    """
    if further is None or demand.law.balanced or demand.law.naturals > 1:
        return demand.most
    return demand.least + further.least - 1


def _pattern(form: Form) -> tuple[bool, ...]:
    return tuple(place in form.places for place in range(len(form.ranks)))


def _splits(demand: Demand, further: Demand, pattern: Sequence[bool]) -> bool:
    """Whether a meld may as well be laid as two, one for its demand and one further meld."""
    size = len(pattern)
    if size < demand.least + further.least:
        return False
    for cut in range(1, size):
        low, high = sum(pattern[:cut]), sum(pattern[cut:])
        for one, other in ((demand, further), (further, demand)):
            if one.allows(low, cut - low) and other.allows(high, size - cut - high):
                return True
    return False
