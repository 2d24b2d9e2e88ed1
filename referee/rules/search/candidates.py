"""Candidates: every meld that a hand could lay, counted so that a search can try thousands."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import Literal, NamedTuple

from referee.rules.cards import JOKER, RANKS, SUIT_SIGNS, Card, Laid, LaidCard
from referee.rules.law.meld_law import Law, standing
from referee.rules.law.points import standing_value
from referee.rules.schema.melds import Kind
from referee.rules.schema.runs import RANK_BITS, Window, run_windows
from referee.rules.schema.variant import Terms

ANY_SUIT = (*SUIT_SIGNS, "")

Objective = Literal["points", "cards"]
"""What a search lays most of: points, so that the fewest are left, or cards."""

FIELD = 7
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
        self.guards = sum(1 << FIELD * at + FIELD - 1 for at in range(len(self.cells)))
        self.wilds = wilds

    def pack(self, laid: Iterable[LaidCard]) -> int:
        """Cards as a packed number."""
        return sum(1 << FIELD * self.place[laid_card] for laid_card in laid)

    def count(self, packed: int) -> int:
        """How many cards a packed number counts: the sum of its digits, as casting out nines."""
        return packed % ((1 << FIELD) - 1)

    def unpack(self, packed: int) -> Laid:
        """The cards that a packed number counts."""
        counts = (packed >> FIELD * at & (1 << FIELD) - 1 for at in range(len(self.cells)))
        return tuple(c for c, count in zip(self.cells, counts, strict=True) for _ in range(count))


class Demand(NamedTuple):
    """What a meld is laid for: a piece of the contract, or a further meld.

    `law` is what it may be made of. `paired`: which rank or which stretch it takes may bar another
    meld of the contract. `valued`: it matters what it is worth as it lies, as a search says where
    all melds have to be worth so much.
    """

    law: Law
    paired: bool = False
    valued: bool = False

    @property
    def exact(self) -> bool:
        """Whether it matters how many wilds a meld has, or where a run has those it need not have.

        Then each is listed with all its wilds, and has room for no more.
        """
        return self.valued or (self.law.kind == "run" and (self.paired or self.law.ordered))

    def spares_own(self, naturals: int, own: int) -> bool:
        """Whether some of the wilds that stand as themselves had better stay free wilds.

        A wild does all that its own card would, but for counting as natural: where the law limits
        nothing else, no more of them need be natural than a meld asks for. `naturals` are the
        others.
        """
        law = self.law
        return own > max(law.naturals - naturals, 0) and law.takes_any


class Form(NamedTuple):
    """The stretch of ranks that a run takes in a suit, and the places in it of natural cards.

    Of a set, the rank alone. There is no suit where runs are of any.
    """

    ranks: tuple[str, ...]
    suit: str = ""
    places: tuple[int, ...] = ()

    @property
    def kind(self) -> Kind:
        """Whether it is of a set or a run."""
        return "run" if len(self.ranks) > 1 else "set"


class Candidate(NamedTuple):
    """One meld that a hand could lay.

    `wilds` is the fewest free ones it needs, `room` how many more it may take. `naturals` is
    packed, `points` is what they weigh. `taken` counts `wilds` and those that stand as themselves.
    `value` is what it is worth as it lies, where that matters.
    """

    wilds: int
    naturals: int
    points: int
    room: int
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
    terms: Terms, held: Held, demand: Demand, further: Demand | None
) -> Iterator[Candidate]:
    """Every meld of natural cards and wilds that meets a demand.

    Left out are melds that may as well be laid as a shorter one, with a wild added or with the rest
    as a `further` meld. Melds of wilds alone are left out too: see `of_wilds`.
    """
    melds = _sets if demand.law.kind == "set" else _runs
    return melds(terms, held, demand, further)


def of_wilds(terms: Terms, held: Held, demand: Demand) -> Iterator[Candidate]:
    """The melds of wilds alone that meet a demand: of any that differ in nothing, the first."""
    law = demand.law
    for size in range(law.least, (held.wilds if demand.exact else law.least) + 1):
        if size > held.wilds or not (law.fits(0, size) and law.may_lie((), (True,) * size)):
            continue
        melds = [
            Candidate(size, 0, 0, 0 if demand.exact else law.room(0, size), form, size, value)
            for form, value in _forms(terms, demand, size)
        ]
        melds.sort(key=lambda meld: -meld.value)
        yield from melds if demand.paired else melds[:1]


def _forms(terms: Terms, demand: Demand, size: int) -> Iterator[tuple[Form, int]]:
    """Every form of a meld of so many cards, and what it is worth where that matters."""
    if demand.law.kind == "set":
        for rank in reversed(terms.deck.line):
            lies = [Card(rank)] * size if demand.valued else []
            yield Form((rank,)), standing_value(terms, lies) if lies else 0
        return
    suits = ("",) if terms.runs.mixed else terms.deck.suits
    for suit in suits:
        for value, window in _stretches(terms, size, suit, demand.valued):
            yield Form(window.ranks, suit), value


def _candidate(
    held: Held, demand: Demand, form: Form, taken: Sequence[int], packed: int, free: int,
    value: int,
) -> Candidate | None:  # fmt: skip
    """A meld of the cards in some cells and of free wilds; None where it is none to be listed."""
    law = demand.law
    said = sum([cell in held.said for cell in taken]) if held.said else 0
    own = sum([cell in held.own for cell in taken]) if held.own else 0
    naturals, wilds = len(taken) - said, free + said
    if own and (free + own > held.wilds or demand.spares_own(naturals - own, own)):
        return None
    if not law.fits(naturals, wilds):
        return None
    points = sum([held.points[cell] for cell in taken])
    room = 0 if demand.exact else law.room(naturals, wilds)
    return Candidate(free, packed, points, room, form, free + own, value)


def _sets(terms: Terms, held: Held, demand: Demand, further: Demand | None) -> Iterator[Candidate]:
    by_rank: dict[str, list[int]] = {}
    for cell, card in enumerate(held.stands):
        by_rank.setdefault(card.rank, []).append(cell)
    law, splits = demand.law, _splitting(demand, further)
    for rank, cells in by_rank.items():
        if sum([held.counts[cell] for cell in cells]) + held.wilds < law.least:
            continue
        form = Form((rank,))
        # Wilds that were said to stand for the rank alone may be of different suits.
        usable = [
            1 if law.unlike and held.stands[cell].suit else held.counts[cell] for cell in cells
        ]
        for copies in product(*[range(count + 1) for count in usable]):
            count = sum(copies)
            fewest = max(law.least - count, 0)
            if not count or fewest > held.wilds:
                continue
            taken = [cell for n, cell in zip(copies, cells, strict=True) for _ in range(n)]
            said = sum([cell in held.said for cell in taken])
            packed = sum([1 << FIELD * cell for cell in taken])
            stands = [held.stands[cell] for cell in taken]
            # Of unlike suits they are already, unless some stand for others.
            if not law.spread and (held.said or not law.unlike) and not law.may_lie(stands, ()):
                continue
            most = held.wilds if demand.valued or law.spread else fewest
            for free in range(fewest, most + 1):
                lies = [*stands, *[Card(rank)] * free]
                if law.spread and not law.may_lie(lies, ()):
                    continue
                value = standing_value(terms, lies) if demand.valued else 0
                found = _candidate(held, demand, form, taken, packed, free, value)
                if found and not splits((False,) * (count - said) + (True,) * (said + free)):
                    yield found


def _runs(terms: Terms, held: Held, demand: Demand, further: Demand | None) -> Iterator[Candidate]:
    seen: set[tuple[int, int]] = set()
    law, longest, wilds = demand.law, _longest_whole(held, demand, further), [True]
    exact, splits = demand.exact, _splitting(demand, further)
    for suit in ("",) if terms.runs.mixed else terms.deck.suits:
        cells: dict[str, list[int]] = {}
        for cell, card in enumerate(held.stands):
            if not suit or card.suit in (suit, ""):
                cells.setdefault(card.rank, []).append(cell)
        bits = sum([RANK_BITS[rank] for rank in cells])
        count = sum([held.counts[cell] for alike in cells.values() for cell in alike])
        for size in range(law.least, min(longest, count + held.wilds) + 1):
            # With a free wild at its end it is a shorter run with a wild added.
            whole = size > law.least and not exact
            for value, window in _stretches(terms, size, suit, demand.valued):
                held_there = (bits & window.bits).bit_count()
                if held_there < window.bits.bit_count() - held.wilds or (
                    whole and not (window.ranks[0] in cells and window.ranks[-1] in cells)
                ):
                    continue
                ends = (0, size - 1) if whole else ()
                for places, taken in _fillings(held, law, window, cells, ends):
                    free = size - len(taken)
                    packed = sum([1 << FIELD * cell for cell in taken])
                    alike = packed, free if exact else 0
                    if alike in seen and not demand.paired:
                        continue
                    form = Form(window.ranks, suit, places)
                    run = _candidate(held, demand, form, taken, packed, free, value)
                    if run is None:
                        continue
                    if further or law.ordered or law.colours:
                        wilds, stands = [True] * size, [JOKER] * size
                        for place, cell in zip(places, taken, strict=True):
                            wilds[place], stands[place] = cell in held.said, held.stands[cell]
                        if not law.may_lie(stands, wilds):
                            continue
                    seen.add(alike)
                    if not (further and splits(tuple(wilds))):
                        yield run


def _stretches(terms: Terms, size: int, suit: str, valued: bool) -> tuple[tuple[int, Window], ...]:
    """Every stretch of ranks that a run of a suit may take, with what the run is worth as it lies.

    From the top, for spare wilds are taken to be at the high end. Where runs are `valued` the
    dearest comes first: of the stretches that the same cards may take, only that is listed.
    """
    windows = run_windows(terms.deck, size)[::-1]
    if not valued:
        return tuple([(0, window) for window in windows])
    worth = [
        (standing_value(terms, [Card(rank, suit) for rank in window.ranks]), window)
        for window in windows
    ]
    return tuple(sorted(worth, key=lambda one: -one[0]))


def _fillings(
    held: Held, law: Law, window: Window, cells: Mapping[str, list[int]], ends: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Each way to fill some places of a stretch, all `ends` too, from cells, the most first."""
    size = len(window.ranks)
    places = [place for place, rank in enumerate(window.ranks) if rank in cells]
    if ends:
        places = places[1:-1]
    fewest = max(size - held.wilds, len(ends), 1)
    for count in range(len(places) + len(ends), fewest - 1, -1):
        if not law.fits(count, size - count):
            continue
        for inner in combinations(places, count - len(ends)):
            chosen = (*ends[:1], *inner, *ends[1:])
            for taken in product(*[cells[window.ranks[place]] for place in chosen]):
                if window.once or all(taken.count(at) <= held.counts[at] for at in taken):
                    yield chosen, taken


def _longest_whole(held: Held, demand: Demand, further: Demand | None) -> int:
    """The most cards of a run that might not as well be laid as two, as far as sizes tell.

    A longer run has a natural card at each end, and so has each part of it.
    """
    if further is None or held.said or not demand.law.falls_apart or (demand.valued and held.wilds):
        return demand.law.most
    return demand.law.least + further.law.least - 1


def _splitting(demand: Demand, further: Demand | None) -> Callable[[tuple[bool, ...]], bool]:
    """Whether a meld may as well be laid as two, one for its demand and one further meld.

    By which of its cards are wilds, those of a run from low to high.
    """
    if further is None:
        return lambda wilds: False

    def fits(one: Demand, wilds: tuple[bool, ...]) -> bool:
        count = sum(wilds)
        return one.law.fits(len(wilds) - count, count) and one.law.may_lie((), wilds)

    return cache(lambda wilds: any(
        fits(one, wilds[:cut]) and fits(other, wilds[cut:])
        for cut in range(1, len(wilds))
        for one, other in ((demand, further), (further, demand))
    ))  # fmt: skip
