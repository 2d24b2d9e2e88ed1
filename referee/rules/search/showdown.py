"""The showdown: how a hand is best grouped, a knock, and what others add to the melds shown."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from itertools import combinations, islice
from typing import NamedTuple

from referee.rules.cards import RANKS, Card, Cards, Laid, LaidCard, Melds, without
from referee.rules.findings import Finding, broken, find
from referee.rules.law.meld_law import Meld
from referee.rules.law.melds import legal_readings
from referee.rules.law.points import points_of
from referee.rules.law.table import faults_of_wilds_added, lay_off_choices, on_table
from referee.rules.schema.variant import Terms
from referee.rules.search.arrange import arrange
from referee.rules.search.deadwood import Grouping, deadwood_of

MOST_WAYS = 1000
"""How many ways to group a knocker's hand, or to add to melds, are weighed at most."""

_DEAREST_UPCARD = 10


def groupings(terms: Terms, cards: Cards) -> Iterator[Grouping]:
    """Every way to group a hand that leaves the least; but one where it holds wilds or twins."""
    table = deadwood_of(terms)
    if (found := table.groupings(cards) if table else None) is not None:
        return found
    best = arrange(terms, cards)
    return iter((Grouping(best.melds, best.left, best.points_left),))


def grouped(terms: Terms, cards: Cards) -> Grouping:
    """One way to group a hand that leaves the least."""
    return next(groupings(terms, cards))


def least_left(terms: Terms, cards: Cards) -> int:
    """The fewest points that a hand leaves ungrouped."""
    table = deadwood_of(terms)
    least = table.least(cards) if table else None
    return arrange(terms, cards).points_left if least is None else least


def knock_limit(terms: Terms) -> int:
    """The most points that may be left for a knock; by the card turned up where that decides."""
    law, upcard = terms.showdown, terms.drawn.upcard
    if upcard is None or not law.by_upcard:
        return law.knock
    if upcard.rank == "A" and law.upcard_ace == "gin":
        return 0
    return min(RANKS.index(upcard.rank) + 1, _DEAREST_UPCARD)


def knock_kind(terms: Terms, hand: Cards, left: Cards, dealt: int) -> str:
    """How one knocks: by `knock`, or with nothing left.

    That is `gin`, and `big-gin` where no card was discarded, where hands are compared; else
    `closed`, and `chinchon` where all are natural cards of one run.
    """
    if left:
        return "knock"
    usual, special = terms.full_knocks
    if terms.scoring.difference:
        return special if len(hand) > dealt else usual
    run = legal_readings(terms, tuple(map(LaidCard, hand)), kind="run")
    return special if any(not one.wilds for one in run) else usual


def knocked(terms: Terms, hand: Cards) -> Grouping:
    """A hand grouped so that it may be knocked with, else so that it leaves the least."""
    law, way = terms.showdown, grouped(terms, hand)
    if not law.most_left or len(way.left) <= law.most_left:
        return way
    choices = [c for n in range(1, law.most_left + 1) for c in combinations(hand, n)]
    for left in sorted(choices, key=partial(points_of, terms)):
        points = points_of(terms, left)
        if points > knock_limit(terms):
            break
        others = grouped(terms, without(hand, left))
        if not others.left:
            return Grouping(others.melds, left, points)
    return way


def judge_knock(terms: Terms, hand: Cards, way: Grouping, dealt: int) -> Finding:
    """Judge a knock with the cards kept, grouped so; `dealt` is how many each player was dealt."""
    left, points, limit = way.left, way.points, knock_limit(terms)
    if len(hand) > dealt + 1:
        return broken(terms, "showdown.knock", "undiscarded", has=len(hand), dealt=dealt)
    if not left and (terms.scoring.difference or len(hand) <= dealt):
        return find(terms, "showdown.knock", knock_kind(terms, hand, left, dealt))
    if len(hand) > dealt:
        return broken(terms, "showdown.knock", "undiscarded", has=len(hand), dealt=dealt)
    if limit and 0 < (most := terms.showdown.most_left) < len(left):
        return broken(terms, "showdown.knock", "many", cards=left, most=most)
    if limit and points <= limit:
        return find(terms, "showdown.knock", "knock", cards=left, points=points, most=limit)
    code = "over" if limit else "gin-only"
    return broken(terms, "showdown.knock", code, cards=left, points=points, most=limit)


class Shown(NamedTuple):
    """What comes of a knock: its kind, how each hand is grouped, and what others add to its melds.

    The hands of others are without what they add.
    """

    kind: str
    hands: Mapping[str, Grouping]
    added: Mapping[str, tuple[Card, ...]]


def show(
    terms: Terms,
    hands: Mapping[str, Cards],
    out: str,
    dealt: int,
    way: Grouping | None = None,
) -> Shown:
    """What comes of a knock with the hand of `out`, grouped in that way.

    Where that is not said, it is grouped so that it leaves the least, and of several such ways so
    that the others then keep the most.
    """
    most = terms.showdown.most_left
    ways = [way] if way else [*islice(groupings(terms, hands[out]), MOST_WAYS)]
    if most and (way is None or len(way.left) > most):
        ways = [one for one in ways if len(one.left) <= most] or [knocked(terms, hands[out])]
    outcomes = [_after(terms, hands, out, dealt, way) for way in dict.fromkeys(ways)]
    return max(outcomes, key=lambda shown: sum(hand.points for hand in shown.hands.values()))


def _after(terms: Terms, hands: Mapping[str, Cards], out: str, dealt: int, way: Grouping) -> Shown:
    kind = knock_kind(terms, hands[out], way.left, dealt)
    adds = kind == "knock" and terms.showdown.lay_offs
    shown, added = {out: way}, {}
    for player, hand in hands.items():
        if player != out:
            added[player] = best_added(terms, way.melds, hand) if adds else ()
            shown[player] = grouped(terms, without(hand, added[player]))
    return Shown(kind, shown, added)


def best_added(terms: Terms, melds: Melds, cards: Cards) -> tuple[Card, ...]:
    """The cards of a hand that leave the least if they are added to melds of another."""
    held = Counter(cards)
    ways: dict[tuple[Card, ...], None] = {(): None}
    for meld in melds:
        longer = _longer(terms, meld, tuple(cards))
        both = (
            tuple(sorted((*way, *added), key=lambda card: card.code))
            for way in ways
            for added in longer
            if not way or not added or Counter((*way, *added)) <= held
        )
        ways = dict.fromkeys(islice(both, MOST_WAYS))
    return min(ways, key=lambda added: (least_left(terms, without(cards, added)), len(added)))


@lru_cache(1024)
def _longer(terms: Terms, meld: Laid, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Every choice of cards that may be added to one meld, one after the other."""
    start = on_table(terms, meld)
    if start is None:
        return ((),)
    states: dict[tuple[tuple[Card, ...], Meld], None] = {((), start): None}
    frontier = list(states)
    while frontier and len(states) < MOST_WAYS:
        added, table = frontier.pop()
        for card in Counter(cards) - Counter(added):
            for grown in lay_off_choices(terms, (LaidCard(card),), table):
                after = (tuple(sorted((*added, card), key=lambda card: card.code)), grown)
                if after not in states:
                    states[after] = None
                    frontier.append(after)
    # Cards that are added later may make up for a wild.
    held = (added for added, grown in states if not faults_of_wilds_added(terms, grown, start))
    return tuple(dict.fromkeys(held))
