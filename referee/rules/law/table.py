"""Melds on the table: how they lie there, and what may come of adding cards to them."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from referee.rules.cards import Laid, LaidCard, stands_as_itself
from referee.rules.findings import Finding
from referee.rules.law.meld_law import (
    OF_WILDS,
    Meld,
    Standing,
    resolved,
    standing,
    upwards,
    violations,
)
from referee.rules.law.melds import legal_reading
from referee.rules.law.readings import MOST_READINGS, readings, set_of_rank, told_cards
from referee.rules.schema.melds import KINDS
from referee.rules.schema.variant import Terms


def on_table(terms: Terms, onto: Laid) -> Meld | None:
    """A meld as it lies on the table, its wilds as said or else as assumed; None for no meld."""
    meld = legal_reading(terms, onto, *KINDS)
    return upwards(terms, meld)[0] if meld and meld.kind == "run" else meld


def lay_off_choices(terms: Terms, cards: Laid, table: Meld) -> list[Meld]:
    """Every meld that may come of adding cards to one on the table, the assumed one first.

    A set takes cards of its rank and wilds. A run takes cards at its ends; spare wilds go to the
    high end first. Where the game lets a wild move, the card it stands for takes its place and it
    goes to either end. Melds with too many wilds come last. Nothing where the cards do not all fit,
    or may not lie together.
    """
    ways = [grown for grown in ways_to_grow(terms, cards, table) if not barred(terms, grown)]
    return sorted(ways, key=lambda grown: bool(faults_of_wilds_added(terms, grown, table)))


def barred(terms: Terms, meld: Meld) -> list[Finding]:
    """Why the cards of a meld may not lie together, however many of them may be wilds."""
    return [wrong for wrong in violations(terms, meld) if wrong.rule not in OF_WILDS]


def faults_of_wilds_added(terms: Terms, grown: Meld, table: Meld) -> list[Finding]:
    """Why a meld may not have grown by so many wilds, where those that are added are limited."""
    free = terms.lay_off.any_wilds or len(grown.wilds) <= len(table.wilds)
    return [] if free else [*violations(terms, grown)]


def ways_to_grow(terms: Terms, cards: Laid, table: Meld) -> list[Meld]:
    """As `lay_off_choices`, by rank, suit and order alone."""
    if table.kind == "set":
        return _grown_set(terms, cards, table)
    moved = wilds_replaced(terms, cards, table)
    # Where there is room at both ends for the same rank, nothing need move.
    ways = [
        run
        for count in range(len(moved) + 1)
        for some in combinations(moved, count)
        for run in _grown_runs(terms, cards, table, some)
    ]
    return list(dict.fromkeys(ways))[:MOST_READINGS]


def _grown_runs(
    terms: Terms, cards: Laid, table: Meld, moved: Sequence[tuple[LaidCard, Standing]]
) -> Iterator[Meld]:
    """Every run that comes of cards at its ends, of which some take the places of wilds that move.

    The high end comes first; on each end wilds go outwards in the order given.
    """
    stays, rest = list(table.standings), list(cards)
    for laid_card, wild in moved:
        stays[stays.index(wild)] = standing(terms, laid_card.card, laid_card.card)
        rest.remove(laid_card)
    lies = [LaidCard(one.card, one.stands) for one in stays]
    freed = [LaidCard(wild.card) for _, wild in moved]
    for run in readings(terms, (*lies, *rest, *freed), "run"):
        # Of two aces, a wild goes to the high end.
        for way in sorted(upwards(terms, run), key=lambda way: not way.standings[-1].wild):
            # By the colour of what comes, a wild of its own rank may count as a wild from then on.
            pairs = way.pairs
            at = pairs.index(lies[0])
            if [*pairs[at : at + len(lies)]] == lies:
                yield way


def _grown_set(terms: Terms, cards: Laid, table: Meld) -> list[Meld]:
    rank = table.ranks[0]
    if any(card.rank != rank for card in told_cards(terms, cards)):
        return []
    stands = set_of_rank(terms, cards, rank, table.stands)
    return [Meld("set", (*table.standings, *resolved(terms, "set", cards, stands).standings))]


def wilds_replaced(terms: Terms, cards: Laid, table: Meld) -> list[tuple[LaidCard, Standing]]:
    """The cards that take the place of a wild in a run, each with that wild, where it may move."""
    if not terms.lay_off.moves_wild or table.kind == "set":
        return []
    wilds = [one for one in table.standings if one.wild]
    replaced = []
    for laid_card in cards:
        for wild in wilds:
            if stands_as_itself(laid_card.card, wild.stands) and not terms.is_wild(laid_card.card):
                replaced.append((laid_card, wild))
                wilds.remove(wild)
                break
    return replaced
