"""What the cards of a hand count at the end of a deal, and what of a hand cannot be."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from referee.language import say
from referee.rules.cards import Card, CardsError, parse_cards, write_cards
from referee.rules.deals import plan_deal
from referee.rules.law.points import points_of, tapped_value
from referee.rules.schema.variant import Terms
from referee.rules.search.arrange import MOST_CARDS
from referee.rules.search.showdown import grouped, show
from referee.scorebook import limits
from referee.scorebook.events.base import Hand


def hand_problem(
    hand: Hand, name: str, terms: Terms, *, written: bool = False, laid: bool = False
) -> str:
    """What is wrong with a hand by itself, or the empty text.

    `written`: its points are what the player writes, where the game counts no cards. `laid`: they
    are those of melds that lie on the table.
    """
    if hand.points is None:
        whole = hand.cards is None and hand.sum is None
        return "" if whole else say("no-hand-missing", player=name)
    least = -limits.HAND_POINTS if written and not terms.counts_cards else 0
    if not least <= hand.points <= limits.HAND_POINTS:
        return say("no-hand-points", player=name, least=least, most=limits.HAND_POINTS)
    if hand.cards is None or hand == Hand(points=0, cards=""):
        return ""
    try:
        counted, cards = count_cards(terms, hand.cards, laid=laid)
    except CardsError as error:
        return say("no-hand-cards", player=name, why=str(error))
    # Copies of earlier commits hold what all of the cards cost, whether grouped or wild by draw.
    worths = (points_of(of, cards) for of in (terms, terms.game))
    if hand.points == counted.points or hand.points in worths:
        return ""
    return say("no-hand-worth", player=name, worth=counted.points or 0, points=hand.points)


@lru_cache(maxsize=limits.HANDS_KEPT)
def count_cards(terms: Terms, cards: str, *, laid: bool = False) -> tuple[Hand, tuple[Card, ...]]:
    """The hand that cards make, or what is `laid` down; raises `CardsError` for what is none.

    They are counted once on their way from a form to the log. A whole hand, its cards with their
    suits, counts what is left of it in its best groups, where groups are spared.
    """
    held = parse_cards(cards, suits=False, among=terms.deck.suits)
    points = tapped_value(terms, held) if laid else points_of(terms, held)
    if not laid and _shows(terms, held):
        points = grouped(terms, held).points
    return Hand(points=points, cards=write_cards(held)), held


def _shows(terms: Terms, cards: Sequence[Card]) -> bool:
    """Whether cards are a hand to be grouped, rather than what its groups left of it."""
    whole = all(card.suit or card.is_joker for card in cards)
    return terms.is_showdown and terms.scoring.spares_groups and whole and len(cards) <= MOST_CARDS


def shown_hands(
    terms: Terms, out: str | None, hands: Mapping[str, Hand]
) -> tuple[Mapping[str, Hand], str]:
    """The hands that a knock counts otherwise than by themselves, and with which gin it came.

    To the melds of a hand shown by its cards the others add what they can.
    """
    if not terms.showdown.knocks or out is None:
        return {}, ""
    cards = {player: count_cards(terms, hand.cards or "")[1] for player, hand in hands.items()}
    whole = {player: held for player, held in cards.items() if held and _shows(terms, held)}
    if out not in whole:
        return {}, terms.full_knocks[0] if hands[out].points == 0 else ""
    dealt = plan_deal(terms, len(hands)).cards_each
    shown = show(terms, whole, out, dealt)
    counted = {
        player: msgspec.structs.replace(hands[player], points=hand.points)
        for player, hand in shown.hands.items()
    }
    return counted, "" if shown.kind == "knock" else shown.kind
