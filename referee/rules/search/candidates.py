"""Candidates: every meld that a hand could lay, counted so that a search can try thousands."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Literal, NamedTuple

from referee.rules.cards import RANKS, SUIT_SIGNS, Card, LaidCard
from referee.rules.law.meld_law import Law, standing
from referee.rules.law.points import standing_value
from referee.rules.schema.melds import Kind
from referee.rules.schema.runs import RANK_BITS, Window, run_windows
from referee.rules.schema.variant import Terms

ANY_SUIT = (*SUIT_SIGNS, "")

Objective = Literal["points", "cards"]
"""What a search lays most of: points, so that the fewest are left, or cards."""

FIELD = 6
"""Bits of a packed number that count one natural card; the highest of them stays 0."""


class Held:
    """The cards of a hand as a search counts them, but for its free wilds, which it only numbers.

    Free is a wild that nobody said anything of. One that was said to stand for a card is taken as
    that card, and counts as a wild in its meld all the same: `said` are the cells of such wilds.
    A free wild of a rank that may stand as itself has a cell too, one of `own`: laid from there it
    is a natural card, and one fewer of the free wilds; its weight is counted with theirs, not here.
    `cells` are the cards without their copies, the lightest first, and `stands` what they stand
    for. A packed number counts each in a field of its own, and `guards` has the highest bit of each
    field set: the packed number `some` holds all that `other` counts where
    `(some | guards) - other & guards == guards`.
    """

    __slots__ = (
        "cells", "counts", "guards", "own", "own_bits", "packed", "place", "points", "said",
        "stands", "wilds",
    )  # fmt: skip

    def __init__(
        self,
        terms: Terms,
        laid: Iterable[LaidCard],
        wilds: int,
        own: Collection[LaidCard],
        objective: Objective,
    ) -> None:
        def weight(laid_card: LaidCard) -> int:
            return 0 if laid_card in own else weight_of(terms, laid_card.card, objective)

        def by_points(laid_card: LaidCard) -> tuple[int, int, int]:
            rank, suit = laid_card.stands.rank, laid_card.stands.suit
            return weight(laid_card), RANKS.index(rank), ANY_SUIT.index(suit)

        held = Counter(laid)
        self.cells = tuple(sorted(held, key=by_points))
        self.stands = tuple(laid_card.stands for laid_card in self.cells)
        self.said = frozenset(
            cell for cell, laid_card in enumerate(self.cells)
            if laid_card.says and standing(terms, laid_card.card, laid_card.says).wild
        )  # fmt: skip
        self.counts = tuple(held[laid_card] for laid_card in self.cells)
        self.points = tuple(map(weight, self.cells))
        self.place: Mapping[LaidCard, int] = {
            laid_card: cell for cell, laid_card in enumerate(self.cells)
        }
        self.own = frozenset(cell for cell, laid_card in enumerate(self.cells) if laid_card in own)
        self.own_bits = sum((1 << FIELD) - 1 << FIELD * cell for cell in self.own)
        self.packed = self.pack(held.elements())
        self.guards = sum(1 << FIELD * at + FIELD - 1 for at in range(len(self.cells)))
        self.wilds = wilds

    def pack(self, laid: Iterable[LaidCard]) -> int:
        """Cards as a packed number."""
        return sum(1 << FIELD * self.place[laid_card] for laid_card in laid)

    def unpack(self, packed: int) -> tuple[LaidCard, ...]:
        """The cards that a packed number counts."""
        counts = (packed >> FIELD * at & (1 << FIELD) - 1 for at in range(len(self.cells)))
        return tuple(c for c, count in zip(self.cells, counts, strict=True) for _ in range(count))

    def said_among(self, cells: Iterable[int]) -> int:
        """How many of some cards are wilds that were said to stand for one."""
        return sum(cell in self.said for cell in cells) if self.said else 0

    def own_among(self, cells: Iterable[int]) -> int:
        """How many of some cards are wilds that would stand as themselves."""
        return sum(cell in self.own for cell in cells) if self.own else 0


class Demand(NamedTuple):
    """What a meld is laid for: a piece of the contract, or a further meld.

    `law` is what it may be made of. `paired`: which rank or which stretch it takes may bar another
    meld of the contract. `valued`: it matters what it is worth as it lies.
    """

    kind: Kind
    law: Law
    paired: bool = False
    valued: bool = False

    @property
    def exact(self) -> bool:
        """Whether it matters where in its stretch a run has its wilds, those it need not have too.

        Then each is listed with all its wilds, and has room for no more.
        """
        return self.paired or self.law.ordered or self.valued

    def spares_own(self, naturals: int, own: int) -> bool:
        """Whether some of the wilds that stand as themselves had better stay free wilds.

        A wild does all that its own card would, but for counting as natural: where the law limits
        nothing else, no more of them need be natural than a meld asks for. `naturals` are the
        others.
        """
        law = self.law
        return own > max(law.naturals - naturals, 0) and law == law.of_any_cards()

    @property
    def alone(self) -> bool:
        """Whether a meld of wilds alone meets it."""
        return self.law.fits(0, self.law.least) and self.law.may_lie((), (True,) * self.law.least)

    def room_alone(self, wilds: int, melds: int) -> int:
        """For how many wilds there is room in melds of wilds alone, at most so many melds.

        So many `wilds` are there to make them of; there may be room for more.
        """
        least = self.law.least
        melds = min(melds, wilds // least) if self.alone else 0
        return melds * (least + self.law.room(0, least))


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
        return "run" if self.suit else "set"


class Candidate(NamedTuple):
    """One meld that a hand could lay.

    `wilds` is the fewest free ones it needs, `room` how many more it may take. `naturals` is
    packed, `points` is what they weigh. `demand` is the number of the demand that it meets. `taken`
    counts `wilds` and those that stand as themselves. `value` is what it is worth as it lies, where
    that matters.
    """

    wilds: int
    naturals: int
    points: int
    room: int
    demand: int
    form: Form
    taken: int
    value: int = 0


def weight_of(terms: Terms, card: Card, objective: Objective) -> int:
    """What laying a card is worth to a search: its points and then the card, or the reverse."""
    points = terms.points.of(card)
    return points * MOST_LAID + 1 if objective == "points" else points + MOST_POINTS


MOST_LAID = 128
"""More cards than any search is given."""

MOST_POINTS = MOST_LAID * 500
"""More points than they cost together."""


def candidates_of(
    terms: Terms, held: Held, at: int, demand: Demand, further: Demand | None
) -> Iterator[Candidate]:
    """Every meld of natural cards and wilds that meets a demand, the demand of number `at`.

    Left out are melds that may as well be laid as a shorter one, with a wild added or with the rest
    as a `further` meld. Melds of wilds alone are left out too: they need no cards to be chosen.
    """
    if demand.kind == "set":
        yield from _sets(terms, held, at, demand, further)
    else:
        yield from _runs(terms, held, at, demand, further)


def _sets(
    terms: Terms, held: Held, at: int, demand: Demand, further: Demand | None
) -> Iterator[Candidate]:
    by_rank: dict[str, list[int]] = {}
    for cell, card in enumerate(held.stands):
        by_rank.setdefault(card.rank, []).append(cell)
    law = demand.law
    for rank, cells in by_rank.items():
        if sum([held.counts[cell] for cell in cells]) + held.wilds < law.least:
            continue
        form = Form((rank,))
        for copies in product(*[range(held.counts[cell] + 1) for cell in cells]):
            count = sum(copies)
            fewest = max(law.least - count, 0)
            if not count or fewest > held.wilds:
                continue
            taken = [cell for n, cell in zip(copies, cells, strict=True) for _ in range(n)]
            if not law.may_lie([held.stands[cell] for cell in taken], ()):
                continue
            own = held.own_among(taken)
            packed = sum([1 << FIELD * cell for cell in taken])
            points = sum([held.points[cell] for cell in taken])
            for free in range(fewest, (held.wilds if demand.valued else fewest) + 1):
                wilds = free + held.said_among(taken)
                naturals = count + free - wilds
                if free + own > held.wilds or (own and demand.spares_own(naturals - own, own)):
                    continue
                if not law.fits(naturals, wilds):
                    continue
                if further and _splits(demand, further, (False,) * naturals + (True,) * wilds):
                    continue
                room = value = 0
                if demand.valued:
                    stands = [*(held.stands[cell] for cell in taken), *[Card(rank)] * free]
                    value = standing_value(terms, stands)
                else:
                    room = law.room(naturals, wilds)
                yield Candidate(free, packed, points, room, at, form, free + own, value)


def _runs(
    terms: Terms, held: Held, at: int, demand: Demand, further: Demand | None
) -> Iterator[Candidate]:
    seen: set[tuple[int, int]] = set()
    longest, exact = _longest_whole(held, demand, further), demand.exact
    for suit in terms.deck.suits:
        cells: dict[str, list[int]] = {}
        for cell, card in enumerate(held.stands):
            if card.suit in (suit, ""):
                cells.setdefault(card.rank, []).append(cell)
        bits = sum([RANK_BITS[rank] for rank in cells])
        count = sum([held.counts[cell] for alike in cells.values() for cell in alike])
        for size in range(demand.law.least, min(longest, count + held.wilds) + 1):
            # From the top, for spare wilds are taken to be at the high end.
            splits = further is not None and size >= demand.law.least + further.law.least
            windows = run_windows(terms.deck, size)[::-1]
            if demand.valued:
                # Of the stretches that the same cards may take, only the dearest is listed.
                windows = tuple(sorted(windows, key=lambda one: -_run_value(terms, one, suit)))
            for window in windows:
                if (bits & window.bits).bit_count() < window.bits.bit_count() - held.wilds:
                    continue
                value = _run_value(terms, window, suit) if demand.valued else 0
                for found, wilds in _in_window(held, at, demand, window, suit, cells, splits):
                    run = found._replace(value=value) if value else found
                    alike = run.naturals, run.wilds if exact else 0
                    if alike in seen and not demand.paired:
                        continue
                    seen.add(alike)
                    if not (further and _splits(demand, further, wilds)):
                        yield run


def _run_value(terms: Terms, window: Window, suit: str) -> int:
    """What a run that takes a stretch of ranks is worth as it lies."""
    return standing_value(terms, [Card(rank, suit) for rank in window.ranks])


def _in_window(
    held: Held,
    at: int,
    demand: Demand,
    window: Window,
    suit: str,
    cells: Mapping[str, list[int]],
    splits: bool,
) -> Iterator[tuple[Candidate, list[bool]]]:
    """The runs that take one stretch of ranks in a suit, and which of their cards are wilds.

    Which are wilds is told only of runs that might split, and where the law asks for their order.
    """
    size, law, exact = len(window.ranks), demand.law, demand.exact
    wilds: list[bool] = []
    places = [place for place, rank in enumerate(window.ranks) if rank in cells]
    ends: tuple[int, ...] = ()
    if size > law.least and not exact:
        # With a free wild at its end it is the shorter run with a wild added.
        ends = (0, size - 1)
        if places[:1] != [0] or places[-1:] != [size - 1]:
            return
        places = places[1:-1]
    most = len(places) + len(ends)
    held_at_all = held.packed | held.guards
    for count in range(most, max(size - held.wilds, len(ends), 1) - 1, -1):
        free = size - count
        if not law.fits(count, free):
            continue
        for inner in combinations(places, count - len(ends)):
            chosen = (ends[0], *inner, ends[1]) if ends else inner
            for taken in product(*[cells[window.ranks[place]] for place in chosen]):
                packed = sum([1 << FIELD * cell for cell in taken])
                if held_at_all - packed & held.guards != held.guards:
                    continue
                said, own = held.said_among(taken), held.own_among(taken)
                if own and (free + own > held.wilds or demand.spares_own(count - said - own, own)):
                    continue
                if said and not law.fits(count - said, free + said):
                    continue
                if splits or law.ordered:
                    wilds = [True] * size
                    for place, cell in zip(chosen, taken, strict=True):
                        wilds[place] = cell in held.said
                    if law.ordered and not law.may_lie((), wilds):
                        continue
                room = 0 if exact else law.room(count - said, free + said)
                points = sum([held.points[cell] for cell in taken])
                form = Form(window.ranks, suit, chosen)
                yield Candidate(free, packed, points, room, at, form, free + own), wilds


def _longest_whole(held: Held, demand: Demand, further: Demand | None) -> int:
    """The most cards of a run that might not as well be laid as two, as far as sizes tell.

    A longer run has a natural card at each end, and so has each part of it.
    """
    if further is None or held.said or not demand.law.falls_apart or (demand.valued and held.wilds):
        return demand.law.most
    return demand.law.least + further.law.least - 1


def _splits(demand: Demand, further: Demand, wilds: Sequence[bool]) -> bool:
    """Whether a meld may as well be laid as two, one for its demand and one further meld."""
    size = len(wilds)
    if size < demand.law.least + further.law.least:
        return False
    for cut in range(1, size):
        low, high = sum(wilds[:cut]), sum(wilds[cut:])
        for one, other in ((demand, further), (further, demand)):
            if (
                one.law.fits(cut - low, low)
                and other.law.fits(size - cut - high, high)
                and one.law.may_lie((), wilds[:cut])
                and other.law.may_lie((), wilds[cut:])
            ):
                return True
    return False
