"""What cards cost, by their rank and suit and by where they lie."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.language import say
from referee.rules.cards import JOKER_RANK, Card, Cards
from referee.rules.law.meld_law import Meld, upwards
from referee.rules.schema.runs import from_the_top
from referee.rules.schema.variant import Terms, Variant

_SHORTEST_SPAN = 3


class CardValue(NamedTuple):
    """Cards of one value: `K, Q, J, 10` and 10.

    `points` is the number that each counts, or `face value` where each counts what it shows.
    `ranks` are cards, such as `A♥`, where the suits of a rank differ.
    """

    label: str
    ranks: tuple[str, ...]
    points: int | str


def points_of(variant: Variant, cards: Iterable[Card]) -> int:
    """What cards cost together; jokers nothing where there are none."""
    return sum(map(variant.points.of, cards))


def cards_that_differ(variant: Variant, rank: str) -> tuple[Card, ...]:
    """A card of each suit of a rank where they cost different points, else one without a suit."""
    cards = [Card(rank, suit) for suit in variant.suits]
    differ = rank != JOKER_RANK and len(set(map(variant.points.of, cards))) > 1
    return tuple(cards) if differ else (Card(rank),)


def card_values(variant: Variant) -> tuple[CardValue, ...]:
    """What every card of the game costs, highest first; () where no card costs anything.

    Three number cards or more that count what they show stand together as `face value`.
    """
    if not variant.has_points:
        return ()
    ranks = [JOKER_RANK] * variant.has_jokers + from_the_top(variant.deck.ranks)
    cards = [card for rank in ranks for card in cards_that_differ(variant, rank)]
    by_points = sorted(cards, key=variant.points.of, reverse=True)
    groups = [
        (points, tuple([str(card) if card.suit else card.rank for card in same]))
        for points, same in groupby(by_points, variant.points.of)
    ]
    shown = tuple(same[0] for points, same in groups if same == (str(points),))
    if len(shown) < _SHORTEST_SPAN:
        shown = ()
    values = [
        CardValue(_label(shown), shown, say("face-value"))
        if same == shown[:1]
        else CardValue(_label(same), same, points)
        for points, same in groups
        if same[0] not in shown[1:]
    ]
    if variant.costs_change:
        label = say("wild-of-deal", colour=variant.wilds.colour)
        values.append(CardValue(label, (), variant.points.wild or 0))
    return tuple(values)


def _label(ranks: Sequence[str]) -> str:
    """Ranks as players read them, number cards that follow on from each other as a span."""
    words: list[str] = []
    span: list[str] = []
    for rank in (*ranks, ""):
        if rank.isdigit() and (not span or int(rank) == int(span[-1]) - 1):
            span.append(rank)
            continue
        words += [f"{span[0]}–{span[-1]}"] if len(span) >= _SHORTEST_SPAN else span
        span = [rank] if rank.isdigit() else []
        words += (
            [] if span else [say("card", rank="joker", suit="none") if rank == JOKER_RANK else rank]
        )
    return ", ".join(filter(None, words))


Lies = Sequence[tuple[Card, Card]]
"""The cards of a meld on the table, each with the card it stands for, a run's from low to high."""


def has_low_ace(terms: Terms, stands: Cards) -> bool:
    """Whether a meld, a run from low to high, begins with an ace that counts otherwise."""
    ranks = [card.rank for card in stands[:2]]
    return terms.points.low_ace is not None and ranks[0] == "A" and ranks[1:] not in ([], ["A"])


def laid_value(terms: Terms, lies: Lies) -> int:
    """What the cards of a meld on the table are worth, a wild as the card that it is."""
    low = lies[0][0].rank == "A" and has_low_ace(terms, [stands for _, stands in lies])
    cards = [card for card, _ in lies]
    return points_of(terms, cards) + (low_ace_change(terms, cards[0]) if low else 0)


def standing_value(terms: Terms, stands: Cards) -> int:
    """What a meld, a run from low to high, is worth where a wild counts as what it stands for."""
    return laid_value(terms, [(card, card) for card in stands])


def dearest_way(terms: Terms, meld: Meld) -> Cards:
    """What the cards of a meld stand for, those of a run from low to high.

    An ace that could be at either end lies where the run is worth more.
    """
    if meld.kind == "set":
        return meld.stands
    ways = [way.stands for way in upwards(terms, meld)]
    return max(ways, key=lambda run: standing_value(terms, run))


def tapped_value(terms: Terms, cards: Cards) -> int:
    """What melds are worth whose cards are given one after the other, without where each ends.

    An ace beside the lowest rank, as the two, is low, on either side, unless it belongs to other
    aces or to the two highest on its other side, or the two to another.
    """
    ranks, line = tuple([card.rank for card in cards]), terms.deck.beside_ace
    low, high = line[:1], line[:-3:-1]
    value = points_of(terms, cards)
    for place, ace in enumerate(cards):
        before, after = ranks[:place][::-1], ranks[place + 1 :]
        for side, other in ((after, before), (before, after)):
            claimed = other[:1] == ("A",) or other[:2] == high
            if ace.rank == "A" and side[:1] == low != side[1:2] and not claimed:
                value += low_ace_change(terms, ace)
                break
    return value


def low_ace_change(terms: Terms, ace: Card) -> int:
    """What an ace counts more or less where it is low."""
    low = terms.points.low_ace
    return 0 if low is None else low - terms.points.of(ace)
