"""Arranging: the lay-down from one hand that leaves the fewest points."""

from contextlib import suppress
from typing import NamedTuple

from referee.rules.cards import JOKER_RANK, Card, Cards, LaidCard, Melds, cards_in, without
from referee.rules.findings import violations
from referee.rules.law.play import judge_discard, judge_go_out
from referee.rules.law.points import points_of
from referee.rules.law.table import lay_off_choices, on_table
from referee.rules.schema.runs import from_the_top
from referee.rules.schema.variant import Terms
from referee.rules.search.laying import Laying, groupings_of, task_of, with_runs
from referee.rules.search.solver import Budget, Spent

MOST_CARDS = 26
"""The most cards in a hand to arrange: callers refuse more."""

MOST_STEPS = 60_000
"""The work that a search may do before the best so far stands, unproven.

A step is about a microsecond on an ordinary machine; what takes several counts as several.
"""

MOST_STEPS_TO_GO_OUT = 10_000
"""How much of that may go into whether the player can go out."""


class Arrangement(NamedTuple):
    """What to lay down from a hand, and what is then left.

    `can_lay_contract`, or open, is None where neither is asked for. `melds` are as they would be
    laid, runs from low to high and every wild with what it stands for: those of the contract first.
    `proven` is false where the search ended before it had weighed everything. `can_go_out` tells
    whether all cards could leave the hand in this turn with nothing laid off, None where the search
    ended before it knew; `way_out` is how, where they can. `fits_own` are those cards of `left`
    that may then be added to `melds` in the same turn.
    """

    can_lay_contract: bool | None
    melds: Melds
    left: tuple[Card, ...]
    points_left: int
    proven: bool
    can_go_out: bool | None
    way_out: "WayOut | None" = None
    fits_own: tuple[Card, ...] = ()


class WayOut(NamedTuple):
    """How all cards leave the hand in one turn: the melds laid, and the card discarded last."""

    melds: Melds
    discard: Card | None = None


def arrange(terms: Terms, cards: Cards, *, steps: int = MOST_STEPS) -> Arrangement:
    """Find the lay-down from one hand that leaves the fewest points, by any contract of the deal.

    `steps` is the work budget for each of them.
    """
    best = _arranged(terms, cards, steps)
    for instead in terms.instead:
        if not best.proven:
            break
        other = _arranged(instead, cards, steps)
        worse = not best.can_lay_contract or other.points_left < best.points_left
        best = other if other.can_lay_contract and worse else best
    return best


def _arranged(terms: Terms, cards: Cards, steps: int) -> Arrangement:
    """Find the lay-down from one hand that leaves the fewest points.

    The contract comes first where there is one, then further melds where the game allows them in
    the same turn; nothing is laid off. Where the contract cannot be laid, or not be opened, nothing
    is. `steps` is the work budget.
    """
    asked = True if terms.contract or terms.least_opening else None
    laid = tuple(map(LaidCard, cards))
    budget = Budget(steps)
    ways: list[tuple[Laying, Melds]] = []
    untried: list[Laying] = []
    for task in groupings_of(terms):
        laying = Laying(terms, task, laid, budget)
        if ways and asked:
            untried.append(laying)
            continue
        if terms.least_opening and not task.value:
            # Worth less, melds open where the whole hand goes down at once.
            with suppress(Spent):
                if "meld" in terms.ways_out and (whole := laying.best(laid, 0)):
                    ways.append((laying, whole))
                elif out := _way_out(laying, (), cards, 0):
                    ways.append((laying, out.melds))
            continue
        with suppress(Spent):
            laying.best(laid, task.left)
        # Nothing laid is an answer where that is proven to be the best.
        if laying.found or (laying.found is not None and not budget.is_spent):
            ways.append((laying, laying.found))
    proven = not budget.is_spent
    best = min(ways, key=lambda way: points_of(terms, _left(terms, cards, way[1])), default=None)
    melds = best[1] if best else ()
    left = _left(terms, cards, melds)
    fits_own = () if terms.deal.whole_hand or terms.is_showdown else _fits_own(terms, melds, left)
    try:
        fewest = points_of(terms, left)
        if terms.showdown.declares and terms.scoring.grouped != "two-runs":
            # Groups that spare their holder cards need not be those of a declaration.
            law = terms.showdown
            task = with_runs(terms, task_of(terms), law.pure_runs, law.runs)
            way_out = _way_out(Laying(terms, task, laid, budget), (), cards, fewest)
        else:
            way_out = _way_out(best[0], melds, left, fewest) if best else None
        # A hand that may be worth less if all of it goes down at once leaves it in another way.
        for laying in untried:
            way_out = way_out or _way_out(laying, (), cards, 0)
        can_go_out = way_out is not None if best or proven else None
    except Spent:
        way_out = can_go_out = None
    return Arrangement(
        can_lay_contract=asked and bool(ways),
        melds=melds,
        left=left,
        points_left=points_of(terms, left),
        proven=proven,
        can_go_out=can_go_out,
        way_out=way_out,
        fits_own=fits_own,
    )


def _left(terms: Terms, cards: Cards, melds: Melds) -> tuple[Card, ...]:
    """The cards not laid, the dearest first, and of those that cost the same the highest."""
    highest = JOKER_RANK, *from_the_top(terms.deck.ranks)
    left = sorted(without(cards, cards_in(melds)), key=lambda card: highest.index(card.rank))
    return tuple(sorted(left, key=terms.points.of, reverse=True))


def _fits_own(terms: Terms, melds: Melds, left: Cards) -> tuple[Card, ...]:
    """The natural cards left that may be added to the melds just laid, in the same turn."""
    if terms.lay_off.when == "later-turn":
        return ()
    table = [lies for meld in melds if (lies := on_table(terms, meld))]
    rest = [card for card in left if not terms.is_wild(card)]
    fitting: list[Card] = []
    while grown := next(
        (
            (card, at, choices[0])
            for card in rest
            for at, meld in enumerate(table)
            if (choices := lay_off_choices(terms, (LaidCard(card),), meld))
        ),
        None,
    ):
        card, at, table[at] = grown
        rest.remove(card)
        fitting.append(card)
    return tuple(fitting)


def _way_out(laying: Laying, melds: Melds, left: Cards, fewest: int) -> WayOut | None:
    """How all cards can leave the hand: all laid, or all but one that is discarded.

    No way leaves less than the `fewest` points. Raises `Spent` where the work budget did not last
    to say so.
    """
    terms = laying.terms
    if sum(map(len, melds)) < terms.go_out.melded:
        return None
    # Whoever shows a hand discards first, unless all of it in melds is worth more.
    keeps_all = not terms.is_showdown or terms.scoring.big_gin
    if keeps_all and not left and not violations(judge_go_out(terms, "meld")):
        return WayOut(melds)
    if violations(judge_go_out(terms, "discard")):
        return None
    if len(left) == 1 and _may_go(terms, left[0], melds):
        return WayOut(melds, left[0])
    laying.budget.steps = min(laying.budget.steps, MOST_STEPS_TO_GO_OUT)
    laid = laying.laid
    dead = [one for one in laid if not terms.is_wild(one.card) and not laying.lives(one)]
    if len(dead) > 1:
        return None
    for one in dict.fromkeys(dead or laid):
        if terms.points.of(one.card) >= fewest and _may_go(terms, one.card, ()):
            at = laid.index(one)
            rest = laying.best((*laid[:at], *laid[at + 1 :]), 0)
            if rest is not None and _may_go(terms, one.card, rest):
                return WayOut(rest, one.card)
    return None


def _may_go(terms: Terms, card: Card, table: Melds) -> bool:
    judged = judge_discard(terms, card, [card], took=(), table=table, down="this-turn", last=True)
    return not violations(judged)
