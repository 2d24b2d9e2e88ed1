"""Readings: what cards may be read as, and what each wild among them then stands for."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from operator import itemgetter

from referee.rules.cards import Card, Cards, Laid
from referee.rules.law.meld_law import Meld, law_of, orders_upwards, resolved, stands_in_set
from referee.rules.schema.melds import Kind
from referee.rules.schema.runs import Window, from_the_top, runs_upwards, windows_with
from referee.rules.schema.variant import Terms

MOST_READINGS = 240
"""The most readings that a ruling lists: enough for five different wilds in one meld."""


def readings(terms: Terms, laid: Laid, kind: Kind) -> Iterator[Meld]:
    """Every reading of cards as one kind by rank, suit and order alone, the assumed one first.

    Alike wilds are not told apart. Standings that were said are kept. Past `MOST_READINGS` of a
    suit only one for each stretch of ranks is given.
    """
    return _set_readings(terms, laid) if kind == "set" else _run_readings(terms, laid)


def fixed_cards(terms: Terms, laid: Laid) -> list[Card | None]:
    """The card that each laid card must stand for, or None for a wild that is free."""
    wild = terms.wild_cards
    return [says or (None if card in wild else card) for card, says in laid]


def told_cards(terms: Terms, laid: Laid) -> list[Card]:
    """What the cards stand for that are no free wilds."""
    return [card for card in fixed_cards(terms, laid) if card is not None]


def _set_readings(terms: Terms, laid: Laid) -> Iterator[Meld]:
    ranks = {card.rank for card in told_cards(terms, laid)}
    if len(ranks) > 1:
        return
    # Of wilds alone it has first the ranks that its cards have themselves.
    own = [one.card.rank for one in laid if terms.wilds.as_itself and not one.card.is_joker]
    for rank in ranks or dict.fromkeys((*own, *from_the_top(terms.deck.line))):
        yield resolved(terms, "set", laid, set_of_rank(terms, laid, rank))


def set_of_rank(terms: Terms, laid: Laid, rank: str, there: Cards = ()) -> list[Card]:
    """What cards stand for in a set of a rank, beside those that are `there`.

    A wild of the rank stands as itself where it may, unless it would be of a suit too many.
    """
    fixed = fixed_cards(terms, laid)
    own = [
        at
        for at, one in enumerate(laid)
        if fixed[at] is None and terms.wilds.as_itself and one.card.rank == rank
    ]
    stands = [card or Card(rank) for card in fixed]
    others = [card for at, card in enumerate(stands) if at not in own]
    suited = stands_in_set(terms, [*there, *others], [laid[at].card for at in own])
    for at, card in zip(own, suited, strict=True):
        stands[at] = card
    return stands


def _run_readings(terms: Terms, laid: Laid) -> Iterator[Meld]:
    fixed = fixed_cards(terms, laid)
    suits = {card.suit for card in fixed if card is not None and card.suit}
    if terms.runs.mixed:
        for ranks in _orders(terms, laid, fixed):
            stands = [card or Card(rank) for card, rank in zip(fixed, ranks, strict=True)]
            yield _by_colour(terms, resolved(terms, "run", laid, stands))
        return
    if len(suits) > 1:
        return
    for suit in suits or terms.suits:
        for ranks in _orders(terms, laid, fixed):
            stands = [
                card if card and card.suit else Card(rank, suit)
                for card, rank in zip(fixed, ranks, strict=True)
            ]
            yield resolved(terms, "run", laid, stands)


def _by_colour(terms: Terms, run: Meld) -> Meld:
    """A run in which no wild is used as itself whose own colour does not fit there."""
    law = law_of(terms, "run")
    if not (law.colours and terms.wilds.as_itself):
        return run
    order, ways = orders_upwards(terms, run)[0], [*run.standings]
    stands = [ways[at].stands for at in order]
    # Where its other cards do not fit together, that alone is what is wrong.
    for place, at in enumerate(order if law.fit_colours(stands) else ()):
        one = ways[at]
        if not (one.wild or one.stands.suit):
            stands[place] = one.card
            if not law.fit_colours(stands):
                stands[place] = one.stands
                ways[at] = one._replace(wild=True)
    return run._replace(standings=tuple(ways))


def _orders(terms: Terms, laid: Laid, fixed: Sequence[Card | None]) -> Iterator[tuple[str, ...]]:
    """What rank each card may stand for in a run, the assumed order first."""
    deck = terms.deck
    ranks = [card.rank for card in fixed if card is not None]
    if len(ranks) == len(laid):
        if tuple(sorted(ranks)) in runs_upwards(deck, len(laid)):
            yield tuple(ranks)
        return
    weighed: list[tuple[tuple[int, int, int], tuple[str, ...]]] = []
    for at, window in enumerate(windows_with(deck, len(laid), frozenset(ranks))):
        for places in placements(window, fixed):
            # The first order of a stretch is the one assumed of it.
            room = max(MOST_READINGS - len(weighed), 1)
            orders = list(islice(_wild_orders(laid, places), room))
            if len(orders) == room and terms.wilds.as_itself:
                orders += _with_one_as_itself(laid, fixed, window)
            for order in orders:
                key = _assumed_key(order, places, at)
                weighed.append((key, tuple([window.ranks[place] for place in order])))
    weighed.sort(key=itemgetter(0))
    yield from dict.fromkeys(order for _, order in weighed)


def _with_one_as_itself(
    laid: Laid, fixed: Sequence[Card | None], window: Window
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
    as_given = tuple(range(len(order)))
    if order in (as_given, as_given[::-1]):
        return int(order != as_given), 0, window
    return 2, min((place for place in places if place is not None), default=0), window


def _lie_in_order(places: Sequence[int | None], down: bool) -> bool:
    """Whether cards can lie as a run from low to high, or from high to low."""
    last = len(places) - 1
    return all(place in (None, last - at if down else at) for at, place in enumerate(places))


def placements(window: Window, fixed: Sequence[Card | None]) -> Iterator[tuple[int | None, ...]]:
    """Each way to give the fixed cards places in a window, those of one rank in the order given."""
    of_rank: dict[str, list[int]] = {}
    for at, card in enumerate(fixed):
        if card is not None:
            of_rank.setdefault(card.rank, []).append(at)
    ways = [combinations(window.slots.get(rank, ()), len(some)) for rank, some in of_rank.items()]
    for chosen in product(*ways):
        places: list[int | None] = [None] * len(fixed)
        for some, taken in zip(of_rank.values(), chosen, strict=True):
            for at, place in zip(some, taken, strict=True):
                places[at] = place
        yield tuple(places)


def _wild_orders(laid: Laid, places: tuple[int | None, ...]) -> Iterator[tuple[int, ...]]:
    """Each way to give the free wilds the places left, alike wilds not told apart.

    In the order given they fill the gaps, then the high end, then the low end, each from the cards
    that are there outwards; or simply upwards or downwards where the cards lie so.
    """
    wilds = [at for at, place in enumerate(places) if place is None]
    free = [slot for slot in range(len(places)) if slot not in places]
    if len(wilds) > 1 and not _lie_in_order(places, down=False):
        if _lie_in_order(places, down=True):
            free.reverse()
        else:
            lowest = min(place for place in places if place is not None)
            free = [slot for slot in free if slot > lowest] + [*range(lowest - 1, -1, -1)]
    for way in unalike_orders(laid, tuple(wilds)):
        order = list(places)
        for wild, slot in zip(way, free, strict=True):
            order[wild] = slot
        yield tuple(order)  # type: ignore[arg-type]


def unalike_orders(laid: Laid, wilds: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every order of the wilds at these places in which alike ones keep theirs."""
    if len(wilds) < 2:
        yield wilds
        return
    tried = set()
    for at, wild in enumerate(wilds):
        if laid[wild].card not in tried:
            tried.add(laid[wild].card)
            for rest in unalike_orders(laid, wilds[:at] + wilds[at + 1 :]):
                yield (wild, *rest)
