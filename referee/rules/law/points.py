"""What cards cost, by their rank and by where they lie."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from referee.language import say
from referee.rules.cards import JOKER_RANK, Card
from referee.rules.schema.runs import from_the_top
from referee.rules.schema.variant import Terms, Variant

_SHORTEST_SPAN = 3


@dataclass(frozen=True, slots=True)
class CardValue:
    """Cards of one value: `K Q J 10` and 10.

    `points` is the number that each counts, or `face value` where each counts what it shows.
    """

    label: str
    ranks: tuple[str, ...]
    points: int | str


def point_of_rank(variant: Variant, rank: str) -> int:
    """What one card of a rank costs; `*` is a joker, which costs nothing where there are none."""
    return variant.points.by_rank.get(rank, 0)


def points_of(variant: Variant, cards: Iterable[Card]) -> int:
    """What cards cost together."""
    by_rank = variant.points.by_rank
    return sum(by_rank.get(card.rank, 0) for card in cards)


def card_values(variant: Variant) -> tuple[CardValue, ...]:
    """What every card of the game costs, highest first; () where no card costs anything.

    Three number cards or more that count what they show stand together as `face value`.
    """
    if not variant.has_points:
        return ()
    ranks = [JOKER_RANK] * variant.has_jokers + from_the_top(variant.deck.ranks)
    by_points = sorted(ranks, key=lambda rank: -point_of_rank(variant, rank))
    groups = [
        (points, tuple(same))
        for points, same in groupby(by_points, lambda rank: point_of_rank(variant, rank))
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
    return " ".join(filter(None, words))


Lies = Sequence[tuple[Card, Card]]
"""The cards of a meld on the table, each with the card it stands for, a run's from low to high."""


def has_low_ace(terms: Terms, lies: Lies) -> bool:
    """Whether a meld begins with an ace that counts otherwise than others do."""
    ranks = [stands.rank for _, stands in lies]
    return terms.points.low_ace is not None and ranks[0] == "A" and ranks[1:2] not in ([], ["A"])


def laid_value(terms: Terms, lies: Lies) -> int:
    """What the cards of a meld on the table are worth, a wild as the card that it is."""
    worth = [point_of_rank(terms, card.rank) for card, _ in lies]
    if has_low_ace(terms, lies) and lies[0][0].rank == "A":
        worth[0] = terms.points.low_ace or 0
    return sum(worth)
