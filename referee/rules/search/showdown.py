"""The showdown: how a hand is best grouped, a knock, and what others add to the melds shown."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import combinations, islice
from typing import NamedTuple

from referee.rules.cards import RANKS, Card, Cards, Laid, LaidCard, Melds, cards_of, without
from referee.rules.findings import Finding, broken, find
from referee.rules.law.meld_law import Meld
from referee.rules.law.melds import legal_readings
from referee.rules.law.points import points_of
from referee.rules.law.table import faults_of_wilds_added, lay_off_choices, on_table
from referee.rules.schema.variant import Terms
from referee.rules.search.arrange import MOST_STEPS, arrange
from referee.rules.search.deadwood import Grouping, deadwood_of
from referee.rules.search.solver import Budget, Spent

MOST_WAYS = 1000
"""How many ways to group a knocker's hand, or to add to melds, are weighed at most."""

STEPS_TO_READ = 10
"""What reading some cards as a meld counts for."""

_DEAREST_UPCARD = 10


def groupings(terms: Terms, cards: Cards, budget: Budget | None = None) -> Iterator[Grouping]:
    """Every way to group a hand that leaves the least, the first of them found at once.

    Of a hand that holds twins the others end where the work `budget` is spent. Of one that holds
    wilds there is but one, and the budget counts as spent.
    """
    table = deadwood_of(terms)
    if (found := table.groupings(cards) if table else None) is not None:
        yield from found
        return
    best = arrange(terms, cards)
    yield Grouping(best.melds, best.left, best.points_left)
    budget = budget or Budget(MOST_STEPS)
    if any(map(terms.is_wild, cards)):
        budget.is_spent = True
        return
    # The dearest first: what cannot be left has to be in a meld.
    held = tuple(sorted(cards, key=lambda card: (-terms.points.of(card), card.code)))
    with suppress(Spent):
        melds = [(Counter(cards_of(meld)), meld) for meld in _melds_in(terms, held, budget)]
        for way, left in _ways_to_meld(terms, held, melds, best.points_left, budget):
            yield Grouping(way, left, best.points_left)


def _melds_in(terms: Terms, cards: tuple[Card, ...], budget: Budget) -> list[Laid]:
    """Every meld of some of these cards, in the order of the first card of each."""
    melds: dict[Laid, None] = {}
    suits = [""] if terms.runs.mixed else terms.suits
    for name in (*dict.fromkeys(card.rank for card in cards), *suits):
        # What else lies together is of one rank or of one suit.
        alike = [card for card in cards if name in (card.rank, card.suit, "")]
        for size in range(1, len(alike) + 1):
            for some in dict.fromkeys(combinations(alike, size)):
                budget.spend(STEPS_TO_READ)
                if lies := on_table(terms, tuple(map(LaidCard, some))):
                    melds[tuple(map(LaidCard, lies.cards))] = None
    return sorted(melds, key=lambda meld: min(map(cards.index, cards_of(meld))))


def _ways_to_meld(
    terms: Terms,
    cards: tuple[Card, ...],
    melds: Sequence[tuple[Counter[Card], Laid]],
    most: int,
    budget: Budget,
) -> Iterator[tuple[tuple[Laid, ...], tuple[Card, ...]]]:
    """Every way to take some of these melds that leaves so many points at most, and what it leaves.

    The first card is in one of them, or it and all that are alike are left.
    """
    if not cards:
        yield (), ()
        return
    budget.spend(len(melds))
    held, first = Counter(cards), cards[0]
    melds = [one for one in melds if one[0] <= held]
    for at, (taken, meld) in enumerate(melds):
        if first in taken:
            rest = without(cards, taken.elements())
            for others, left in _ways_to_meld(terms, rest, melds[at:], most, budget):
                yield (meld, *others), left
    alike = cards[: held[first]]
    if (costs := points_of(terms, alike)) <= most:
        for others, left in _ways_to_meld(terms, cards[len(alike) :], melds, most - costs, budget):
            yield others, (*alike, *left)


def grouped(terms: Terms, cards: Cards) -> Grouping:
    """One way to group a hand that leaves the least."""
    return next(groupings(terms, cards))


@lru_cache(4096)
def least_left(terms: Terms, cards: tuple[Card, ...]) -> int:
    """The fewest points that a hand leaves ungrouped."""
    table = deadwood_of(terms)
    least = table.least(cards) if table else None
    return arrange(terms, cards).points_left if least is None else least


def knock_limit(terms: Terms) -> int:
    """The most points that may be left for a knock; by the card turned up where that decides."""
    law, upcard = terms.showdown, terms.drawn.upcard
    # Games kept from before may have a joker there.
    if upcard is None or upcard.is_joker or not law.by_upcard:
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
    """One way to group a hand so that it may be knocked with, else so that it leaves the least."""
    return next(_ways_to_knock(terms, hand, Budget(MOST_STEPS)))


def _ways_to_knock(terms: Terms, hand: Cards, budget: Budget) -> Iterator[Grouping]:
    """Every way to group a hand so that it leaves the least that it may be knocked with.

    Where it may not be, one that leaves the least.
    """
    most, limit, found = terms.showdown.most_left, knock_limit(terms), False
    for way in groupings(terms, hand, budget):
        if not most or len(way.left) <= most:
            found = True
            yield way
    if found:
        return
    choices = [c for n in range(1, most + 1) for c in combinations(hand, n)]
    for left in sorted(dict.fromkeys(choices), key=partial(points_of, terms)):
        if (points := points_of(terms, left)) > limit:
            break
        for way in groupings(terms, without(hand, left), budget):
            if not way.left:
                found, limit = True, points
                yield Grouping(way.melds, left, points)
    if not found:
        yield grouped(terms, hand)


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

    The hands of others are without what they add. `proven` is false where the knocker's hand may be
    grouped in more ways than were weighed.
    """

    kind: str
    hands: Mapping[str, Grouping]
    added: Mapping[str, tuple[Card, ...]]
    proven: bool = True


def show(
    terms: Terms, hands: Mapping[str, Cards], out: str, dealt: int, way: Grouping | None = None
) -> Shown:
    """What comes of a knock with the hand of `out`, grouped in that way.

    Where that is not said, it is grouped so that it leaves the least, and of several such ways so
    that the others then keep the most.
    """
    most, budget = terms.showdown.most_left, Budget(MOST_STEPS)
    named = way and not 0 < most < len(way.left)
    outcomes: list[Shown] = []
    for tried in [way] if way and named else _ways_to_knock(terms, hands[out], budget):
        if len(outcomes) == MOST_WAYS:
            budget.is_spent = True
            break
        outcomes.append(_after(terms, hands, out, dealt, tried))
        # To such a hand nothing is added, however it is grouped.
        if not (tried.left and terms.showdown.lay_offs):
            break
    best = max(outcomes, key=lambda shown: sum(hand.points for hand in shown.hands.values()))
    return best._replace(proven=not budget.is_spent)


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
