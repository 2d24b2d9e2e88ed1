"""Melds on the table: how they lie there, and what may come of adding cards to them."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from referee.rules.cards import Card, LaidCard, Meld, cards_of, stands_as_itself
from referee.rules.law.meld_law import law_of
from referee.rules.law.melds import legal_readings
from referee.rules.law.readings import (
    MOST_READINGS,
    fixed_cards,
    placements,
    stands_as_wild,
    unalike_orders,
)
from referee.rules.schema.deck import Ace
from referee.rules.schema.melds import Kind
from referee.rules.schema.runs import rank_lines, runs_upwards, window_of
from referee.rules.schema.variant import Terms


class TableMeld(NamedTuple):
    """A meld on the table, in order, each card with what it stands for."""

    kind: Kind
    cards: tuple[tuple[Card, Card], ...]
    """Pairs of the card itself and the card it stands for."""

    @property
    def written(self) -> list[str]:
        """The meld as cases write it, every wild with what it stands for."""
        return [_written(card, stands) for card, stands in self.cards]


def _written(card: Card, stands: Card) -> str:
    return card.code if stands_as_itself(card, stands) else f"{card.code}={stands.code}"


def on_table(terms: Terms, onto: Meld) -> TableMeld | None:
    """A meld as it lies on the table, its wilds as said or else as assumed; None for no meld."""
    legal = legal_readings(terms, onto, most=1)
    if not legal:
        return None
    kind, stands, _ = legal[0]
    pairs = list(zip(cards_of(onto), stands, strict=True))
    return TableMeld(kind, tuple(upwards(terms, pairs) if kind == "run" else pairs))


def upwards(terms: Terms, pairs: list[tuple[Card, Card]]) -> list[tuple[Card, Card]]:
    """The cards of a run from low to high."""
    as_given = tuple([stands.rank for _, stands in pairs])
    fitting = runs_upwards(terms.ranks.ace, terms.ranks.removed, len(pairs)).get(
        tuple(sorted(as_given)), ()
    )
    if as_given in fitting or not fitting:
        return pairs
    if as_given[::-1] in fitting:
        return pairs[::-1]
    left = list(pairs)
    return [left.pop(_first_of(left, rank)) for rank in fitting[0]]


def _first_of(pairs: list[tuple[Card, Card]], rank: str) -> int:
    return next(at for at, (_, stands) in enumerate(pairs) if stands.rank == rank)


def wild_count(terms: Terms, table: TableMeld) -> int:
    """How many cards of a meld are used as wilds."""
    return sum(stands_as_wild(terms, card, stands) for card, stands in table.cards)


def lay_off_choices(terms: Terms, cards: Meld, table: TableMeld) -> list[TableMeld]:
    """Every meld that may come of adding cards to one on the table, the assumed one first.

    A set takes cards of its rank and wilds. A run takes cards at its ends; spare wilds go to the
    high end first. Where the game lets a wild move, the card it stands for takes its place and it
    goes to either end. Nothing where the cards do not all fit, or may not lie together.
    """
    return [grown for grown in ways_to_grow(terms, cards, table) if may_lie(terms, grown)]


def may_lie(terms: Terms, table: TableMeld) -> bool:
    """Whether the cards of a meld on the table may lie together as they do.

    How many of them are wilds is no matter here.
    """
    law = law_of(terms, table.kind)
    stands = [stands for _, stands in table.cards]
    wilds = [stands_as_wild(terms, *pair) for pair in table.cards] if law.spaced else ()
    return len(stands) <= law.most and law.may_lie(stands, wilds)


def ways_to_grow(terms: Terms, cards: Meld, table: TableMeld) -> list[TableMeld]:
    """As `lay_off_choices`, by rank, suit and order alone."""
    if table.kind == "set":
        return _grown_set(terms, cards, table)
    moved = wilds_replaced(terms, cards, table)
    # Where there is room at both ends for the same rank, nothing need move.
    ways = [
        run
        for count in range(len(moved) + 1)
        for some in combinations(moved, count)
        for run in _grown_around(terms, cards, table, some)
    ]
    return list(dict.fromkeys(ways))[:MOST_READINGS]


def _grown_around(
    terms: Terms, cards: Meld, table: TableMeld, moved: Sequence[tuple[LaidCard, Card]]
) -> list[TableMeld]:
    """Every run that comes of cards of which some take the places of wilds that move."""
    stays = list(table.cards)
    freed = []
    rest = list(cards)
    for laid_card, wild in moved:
        at = stays.index((wild, laid_card.card))
        freed.append(LaidCard(wild))
        stays[at] = (laid_card.card, laid_card.card)
        rest.remove(laid_card)
    return grown_runs(terms, (*rest, *freed), tuple(stays))


def _grown_set(terms: Terms, cards: Meld, table: TableMeld) -> list[TableMeld]:
    rank = table.cards[0][1].rank
    added = []
    for laid_card in cards:
        stands = laid_card.says or (Card(rank) if terms.is_wild(laid_card.card) else laid_card.card)
        if stands.rank != rank:
            return []
        added.append((laid_card.card, stands))
    return [TableMeld("set", (*table.cards, *added))]


def wilds_replaced(terms: Terms, cards: Meld, table: TableMeld) -> list[tuple[LaidCard, Card]]:
    """The cards that take the place of a wild in a run, each with that wild, where it may move."""
    if not terms.lay_off.moves_wild or table.kind == "set":
        return []
    wilds = [(card, stands) for card, stands in table.cards if stands_as_wild(terms, card, stands)]
    replaced = []
    for laid_card in cards:
        for wild, stands in wilds:
            if laid_card.card == stands and not terms.is_wild(laid_card.card):
                replaced.append((laid_card, wild))
                wilds.remove((wild, stands))
                break
    return replaced


def grown_runs(
    terms: Terms,
    cards: Meld,
    stays: tuple[tuple[Card, Card], ...],
    ace: Ace | None = None,
) -> list[TableMeld]:
    """Every run that comes of putting all the cards at the ends of a run; `ace` as if it were."""
    suit = stays[0][1].suit
    ranks = tuple(stands.rank for _, stands in stays)
    size = len(ranks) + len(cards)
    ways: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for line in rank_lines(ace or terms.ranks.ace, terms.ranks.removed):
        for at in range(len(line) - len(ranks), -1, -1):
            if line[at : at + len(ranks)] != ranks:
                continue
            for below in range(len(cards) + 1):
                start = at - below
                if start >= 0 and start + size <= len(line):
                    ways.append((line[start:at], line[at + len(ranks) : start + size]))
    # The high end comes first, on whichever line of ranks it is.
    ways.sort(key=lambda way: len(way[0]))
    runs = [run for low, high in ways for run in _filled(terms, cards, low, stays, high, suit)]
    return list(dict.fromkeys(runs))[:MOST_READINGS]


def _filled(
    terms: Terms,
    cards: Meld,
    low: tuple[str, ...],
    stays: tuple[tuple[Card, Card], ...],
    high: tuple[str, ...],
    suit: str,
) -> Iterator[TableMeld]:
    """Each way to fill the ranks below and above a run with the cards, naturals in their places.

    Wilds go to the high end first, in the order given, and on each end outwards.
    """
    slots = [Card(rank, suit) for rank in (*low, *high)]
    fixed = fixed_cards(terms, cards)
    if any(stands and stands.suit not in ("", suit) for stands in fixed):
        return
    for places in placements(window_of((*low, *high)), fixed):
        free = [at for at in (*range(len(low), len(slots)), *range(len(low) - 1, -1, -1))
                if at not in places]  # fmt: skip
        wilds = tuple(at for at, place in enumerate(places) if place is None)
        for order in islice(unalike_orders(cards, wilds), MOST_READINGS):
            placed = dict(zip(free, order, strict=True)) | {
                place: at for at, place in enumerate(places) if place is not None
            }
            laid = [(cards[placed[at]].card, slot) for at, slot in enumerate(slots)]
            yield TableMeld("run", (*laid[: len(low)], *stays, *laid[len(low) :]))
