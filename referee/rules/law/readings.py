"""Readings: what cards may be read as, and what each wild among them then stands for."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from referee.rules.cards import RANKS, SUITS, Card, LaidCard, stands_as_itself
from referee.rules.law.meld_law import stands_in_set
from referee.rules.schema.melds import Kind
from referee.rules.schema.runs import RANK_BITS, Window, run_windows, runs_upwards
from referee.rules.schema.variant import Terms

MOST_READINGS = 240
"""The most readings that a ruling lists: enough for five different wilds in one meld."""


class Reading(NamedTuple):
    """One way to read cards as a meld.

    `stands` says, in the order given, which card each stands for: a bare rank for a wild in a set.
    `wilds` says which of them are used as wilds.
    """

    kind: Kind
    stands: tuple[Card, ...]
    wilds: tuple[bool, ...]

    @property
    def rank(self) -> str:
        """The rank of a set; of a run, the rank of its first card as given."""
        return self.stands[0].rank

    @property
    def ranks(self) -> tuple[str, ...]:
        """The rank of each card, in the order given."""
        return tuple([card.rank for card in self.stands])

    @property
    def reads_as(self) -> list[str]:
        """What each card stands for, as cases write it, in the order given."""
        return [card.code for card in self.stands]

    @property
    def wild_count(self) -> int:
        """How many wilds it uses."""
        return sum(self.wilds)

    def as_dict(self) -> dict[str, object]:
        """The reading as plain data."""
        return {"kind": str(self.kind), "reads_as": self.reads_as}


def readings(
    terms: Terms, laid: Sequence[LaidCard], kind: Kind, most: int = MOST_READINGS
) -> Iterator[Reading]:
    """Every reading of cards as one kind by rank, suit and order alone, the assumed one first.

    Alike wilds are not told apart. Standings that were said are kept. Past `most` readings of a
    suit only one for each stretch of ranks is given.
    """
    if kind == "set":
        return _set_readings(terms, laid)
    return _run_readings(terms, laid, most)


def fixed_cards(terms: Terms, laid: Sequence[LaidCard]) -> list[Card | None]:
    """The card that each laid card must stand for, or None for a wild that is free."""
    wild = terms.wild_ranks
    return [
        laid_card.says or (None if laid_card.card.rank in wild else laid_card.card)
        for laid_card in laid
    ]


def told_cards(terms: Terms, laid: Sequence[LaidCard]) -> list[Card]:
    """What the cards stand for that are no free wilds."""
    return [card for card in fixed_cards(terms, laid) if card is not None]


def stands_as_wild(terms: Terms, card: Card, stands: Card) -> bool:
    """Whether a card that stands for another, or for itself, is used as a wild."""
    if not terms.is_wild(card):
        return False
    return not (terms.wilds.as_itself and stands_as_itself(card, stands))


def _set_readings(terms: Terms, laid: Sequence[LaidCard]) -> Iterator[Reading]:
    fixed, as_itself = fixed_cards(terms, laid), terms.wilds.as_itself
    ranks = {card.rank for card in fixed if card is not None}
    if len(ranks) > 1:
        return
    for rank in ranks or _free_ranks(terms, laid):
        stands = tuple([
            card or (laid_card.card if as_itself and laid_card.card.rank == rank else Card(rank))
            for laid_card, card in zip(laid, fixed, strict=True)
        ])  # fmt: skip
        if as_itself:
            stands = _of_missing_suits(terms, laid, stands)
        yield Reading("set", stands, _wild_flags(terms, laid, stands))


def _of_missing_suits(
    terms: Terms, laid: Sequence[LaidCard], stands: tuple[Card, ...]
) -> tuple[Card, ...]:
    """What cards of a set stand for, where wilds that are of its rank may be of a suit too many."""
    own = [
        at
        for at, laid_card in enumerate(laid)
        if stands[at] == laid_card.card and laid_card.says is None
    ]
    suited = dict(zip(own, stands_in_set(terms, [stands[at] for at in own]), strict=True))
    return tuple([suited.get(at, card) for at, card in enumerate(stands)])


def _free_ranks(terms: Terms, laid: Sequence[LaidCard]) -> list[str]:
    """The ranks of a set of wilds alone: first those that its cards have themselves."""
    own = [
        laid_card.card.rank
        for laid_card in laid
        if terms.wilds.as_itself and not laid_card.card.is_joker
    ]
    high_first = [rank for rank in ("A", *reversed(RANKS[1:])) if rank not in terms.ranks.removed]
    return list(dict.fromkeys(own + high_first))


def _wild_flags(terms: Terms, laid: Sequence[LaidCard], stands: Sequence[Card]) -> tuple[bool, ...]:
    wild = terms.wild_ranks
    return tuple([
        laid_card.card.rank in wild and stands_as_wild(terms, laid_card.card, card)
        for laid_card, card in zip(laid, stands, strict=True)
    ])  # fmt: skip


def _run_readings(
    terms: Terms, laid: Sequence[LaidCard], most: int = MOST_READINGS
) -> Iterator[Reading]:
    fixed = fixed_cards(terms, laid)
    suits = {card.suit for card in fixed if card is not None and card.suit}
    if len(suits) > 1:
        return
    for suit in suits or SUITS:
        for ranks in _orders(terms, laid, fixed, most):
            stands = tuple([Card(rank, suit) for rank in ranks])
            yield Reading("run", stands, _wild_flags(terms, laid, stands))


def _orders(
    terms: Terms, laid: Sequence[LaidCard], fixed: Sequence[Card | None], most: int
) -> Iterator[tuple[str, ...]]:
    """What rank each card may stand for in a run, the assumed order first."""
    ace, removed = terms.ranks.ace, terms.ranks.removed
    ranks = [card.rank for card in fixed if card is not None]
    if len(ranks) == len(laid):
        if tuple(sorted(ranks)) in runs_upwards(ace, removed, len(laid)):
            yield tuple(ranks)
        return
    weighed: list[tuple[tuple[int, int, int], tuple[str, ...]]] = []
    held = sum({RANK_BITS[rank] for rank in ranks if rank != "A"})
    for at, window in enumerate(run_windows(ace, removed, len(laid))):
        if held & ~window.bits:
            continue
        for places in placements(window, fixed):
            # The first order of a stretch is the one assumed of it.
            room = max(most - len(weighed), 1)
            orders = list(islice(_wild_orders(laid, places), room))
            if len(orders) == room and terms.wilds.as_itself:
                orders += _with_one_as_itself(laid, fixed, window)
            for order in orders:
                key = _assumed_key(order, places, at)
                weighed.append((key, tuple([window.ranks[place] for place in order])))
    weighed.sort(key=itemgetter(0))
    yield from dict.fromkeys(order for _, order in weighed)


def _with_one_as_itself(
    laid: Sequence[LaidCard], fixed: Sequence[Card | None], window: Window
) -> Iterator[tuple[int, ...]]:
    """For each free wild of a rank in a window one order in which it stands for that rank."""
    for at, laid_card in enumerate(laid):
        if fixed[at] is None and laid_card.card.rank in window.slots:
            for places in placements(window, [*fixed[:at], laid_card.card, *fixed[at + 1 :]]):
                yield from islice(_wild_orders(laid, places), 1)


def _assumed_key(
    order: tuple[int, ...], places: tuple[int | None, ...], window: int
) -> tuple[int, int, int]:
    """Sorts orders so that the assumed one comes first (readings: as given, else gaps, high, low).

    `order` holds the place of each card in the run, `places` the same but for free wilds. First the
    cards as they lie, upwards and then downwards; else the fewest wilds below the lowest card that
    is no free wild.
    """
    count = len(order)
    if order == _UPWARDS[count]:
        return 0, 0, window
    if order == _DOWNWARDS[count]:
        return 1, 0, window
    return 2, min((place for place in places if place is not None), default=0), window


_UPWARDS = tuple(tuple(range(count)) for count in range(15))

_DOWNWARDS = tuple(tuple(reversed(range(count))) for count in range(15))


def placements(window: Window, fixed: Sequence[Card | None]) -> Iterable[tuple[int | None, ...]]:
    """Each way to give the fixed cards places of their own in a window."""
    if not window.once:
        return _all_placements(window, fixed)
    places: list[int | None] = []
    for card in fixed:
        slots = window.slots.get(card.rank) if card is not None else ANYWHERE
        if slots is None or (card is not None and slots[0] in places):
            return ()
        places.append(slots[0] if card is not None else None)
    return (tuple(places),)


ANYWHERE = (0,)


def _all_placements(
    window: Window, fixed: Sequence[Card | None]
) -> Iterator[tuple[int | None, ...]]:
    """As `placements`, in a window that holds a rank twice."""
    if not fixed:
        yield ()
        return
    *others, card = fixed
    for places in _all_placements(window, others):
        if card is None:
            yield (*places, None)
            continue
        for slot in window.slots.get(card.rank, ()):
            if slot not in places:
                yield (*places, slot)


def _wild_orders(
    laid: Sequence[LaidCard], places: tuple[int | None, ...]
) -> Iterator[tuple[int, ...]]:
    """Each way to give the free wilds the places left, alike wilds not told apart.

    In the order given they fill the gaps, then the high end, then the low end, each from the cards
    that are there outwards; or simply upwards or downwards where the cards lie so.
    """
    wilds = [at for at, place in enumerate(places) if place is None]
    free = [slot for slot in range(len(places)) if slot not in places]
    if len(wilds) > 1 and not _lies_upwards(places):
        if _lies_downwards(places):
            free.reverse()
        else:
            lowest = min(place for place in places if place is not None)
            free = [slot for slot in free if slot > lowest] + [*range(lowest - 1, -1, -1)]
    for way in unalike_orders(laid, tuple(wilds)):
        order = list(places)
        for wild, slot in zip(way, free, strict=True):
            order[wild] = slot
        yield tuple(order)  # type: ignore[arg-type]


def unalike_orders(laid: Sequence[LaidCard], wilds: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every order of the wilds at these places in which alike ones keep theirs."""
    if not wilds:
        yield ()
        return
    tried = set()
    for at, wild in enumerate(wilds):
        if laid[wild].card not in tried:
            tried.add(laid[wild].card)
            for rest in unalike_orders(laid, wilds[:at] + wilds[at + 1 :]):
                yield (wild, *rest)


def _lies_upwards(places: tuple[int | None, ...]) -> bool:
    """Whether cards can lie as a run from low to high."""
    return all(place in (None, at) for at, place in enumerate(places))


def _lies_downwards(places: tuple[int | None, ...]) -> bool:
    """Whether cards can lie as a run from high to low."""
    last = len(places) - 1
    return all(place in (None, last - at) for at, place in enumerate(places))
