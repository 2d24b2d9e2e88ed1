"""What is left in a hand at the end of a deal: how it is typed, what it counts, what cannot be."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import msgspec

from referee.language import OneOf, say
from referee.rules.cards import Card, CardsError, parse_cards, write_cards
from referee.rules.deals import plan_deal
from referee.rules.law.points import cards_that_differ, low_ace_change, points_of, tapped_value
from referee.rules.schema.variant import Terms
from referee.rules.search.arrange import MOST_CARDS
from referee.rules.search.showdown import grouped, knocked, show
from referee.scorebook import limits
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Hand
from referee.scorebook.ways import SIGNED, Way, terms_of, text_of_cards

NOTHING: Final = Hand(points=0, cards="")
"""What is left to who went out."""

_SUM: Final = re.compile(r"\d{1,6}(\s*\+\s*\d{1,6})*")
_WORDS: Final = re.compile(r"[\s,;]+")
_NUMBER: Final = re.compile(r"(?<!\S)\d+(?!\S)")

Held = int | tuple[Card, ...]
"""What a hand is counted by: its cards, or else its points."""


class HandError(Refused):
    """What is typed for one player cannot be taken; the text says what would be right."""


def text_of_hand(hand: Hand) -> str:
    """A hand as its field holds it; empty while its points are missing."""
    if hand.cards:
        return text_of_cards(hand.cards)
    return hand.sum or ("" if hand.points is None else str(hand.points))


def read_hand(terms: Terms, entered: str, way: Way, *, laid: bool = False) -> tuple[Hand, Held]:
    """What a player was left with, or has `laid` down: a number or a sum is points, else cards.

    In a game that counts no cards it is a number, below nought too, such as `40-15`. Raises
    `HandError` for what is neither.
    """
    counts = way.cards
    if entered.isdecimal() and entered.isascii() and len(entered) <= limits.HAND_DIGITS:
        return Hand(points=(points := int(entered))), points
    if not counts or SIGNED.fullmatch(entered):
        typed = entered.replace("−", "-")
        if not (_SUM if counts else SIGNED).fullmatch(typed) or not typed.isascii():
            raise HandError("deal-negative" if counts and typed.isascii() else "deal-no-number")
        numbers = terms_of(typed)
        points = sum(map(int, numbers))
        if abs(points) > limits.HAND_POINTS:
            raise HandError("deal-too-large", most=limits.HAND_POINTS)
        # A sum may be pasted, with blanks that are none.
        added = None if len(numbers) == 1 and entered.isascii() else " ".join(entered.split())
        return Hand(points=points, sum=added), points
    words = _WORDS.sub(" ", entered).strip()
    # `45 5` is no 4 and 5.
    if set(terms.deck.ranks).issuperset(_NUMBER.findall(words)):
        try:
            hand, cards = count_cards(terms, words, laid=laid)
        except CardsError:
            pass
        else:
            for card in cards:
                if not card.suit and (suited := cards_that_differ(terms, card.rank))[0].suit:
                    raise HandError("case-suit-counts", cards=OneOf(suited))
            return hand, cards
    raise HandError("deal-no-hand")


def check_hands(
    hands: Mapping[str, Hand],
    names: Mapping[str, str],
    terms: Terms,
    out: str | None = None,
    *,
    written: bool = False,
    laid: bool = False,
) -> None:
    """Raise `Refused` for the first of some hands that cannot be, by the players' `names`.

    `out` ended the deal. `written`: points are what players write. `laid`: they are those of melds
    that lie on the table.
    """
    most, counts = limits.HAND_POINTS, not written
    known = laid
    least = 0 if counts else -most
    for seat, (player, name) in enumerate(names.items()):
        hand, wrong = hands.get(player, NOTHING), ""
        known |= hand.points is not None
        if hand.points is None:
            if hand.cards is not None or hand.sum is not None:
                wrong = say("no-hand-missing", player=name)
        elif not least <= hand.points <= most:
            wrong = say("no-hand-points", player=name, least=least, most=most)
        elif hand.cards:
            wrong = _cards_problem(hand, name, terms, laid=laid)
        # Shown with the others', a hand may count otherwise than by itself. Copies of earlier
        # commits have twins of the knocker grouped in one way alone.
        if wrong and counts and not laid and len(hands) > 1:
            ways = (shown_hands(terms, out, hands, one_way=one_way)[0] for one_way in (False, True))
            wrong = "" if any(shown.get(player) == hand for shown in ways) else wrong
        if not wrong and player == out and hand.points != 0 and not terms.showdown.knocks:
            wrong = say("no-hand-out", player=name)
        if wrong:
            raise Refused("", wrong, seat=seat)
    if not known:
        raise Refused("no-hand-any")


def _cards_problem(hand: Hand, name: str, terms: Terms, *, laid: bool) -> str:
    """What is wrong with the cards of a hand, or what they are said to cost."""
    try:
        counted, cards = count_cards(terms, hand.cards or "", laid=laid)
    except CardsError as error:
        return say("no-hand-cards", player=name, why=str(error))
    # Copies of earlier commits hold what all of the cards cost, whether grouped or wild by draw.
    worths = {points_of(of, cards) for of in (terms, terms.game)}
    if terms.wilds.colour != "all":
        before = of_any_colour(terms)
        counted_before, _ = count_cards(before, hand.cards or "", laid=laid)
        worths |= {points_of(before, cards), counted_before.points or 0}
    if laid:
        # They took fewer of the aces to be low.
        low = [low_ace_change(terms, card) for card in cards if card.rank == "A"]
        worths |= {worth + sum(low[:aces]) for worth in worths for aces in range(len(low))}
    if hand.points == counted.points or hand.points in worths:
        return ""
    return say("no-hand-worth", player=name, worth=counted.points or 0, points=hand.points or 0)


def of_any_colour(terms: Terms) -> Terms:
    """Terms as earlier commits counted by them: they took all cards of a wild rank for wild."""
    return replace(terms, points=terms.points.with_wilds(terms.wilds.ranks))


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
    terms: Terms, out: str | None, hands: Mapping[str, Hand], *, one_way: bool = False
) -> tuple[Mapping[str, Hand], str]:
    """The hands that a knock counts otherwise than by themselves, and with which gin it came.

    To the melds of a hand shown by its cards the others add what they can. `one_way`: it is grouped
    in the first way that leaves the least, not in the best of them.
    """
    if not terms.showdown.knocks or out is None:
        return {}, ""
    cards = {player: count_cards(terms, hand.cards or "")[1] for player, hand in hands.items()}
    whole = {player: held for player, held in cards.items() if held and _shows(terms, held)}
    if out not in whole:
        return {}, terms.full_knocks[0] if hands[out].points == 0 else ""
    dealt = plan_deal(terms, len(hands)).cards_each
    shown = show(terms, whole, out, dealt, knocked(terms, whole[out]) if one_way else None)
    counted = {
        player: msgspec.structs.replace(hands[player], points=hand.points)
        for player, hand in shown.hands.items()
    }
    return counted, "" if shown.kind == "knock" else shown.kind
