"""The form of a deal: who went out, and what everybody else was left with."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Self

from flask import request
from wtforms import HiddenField, RadioField, StringField
from wtforms.form import BaseForm

from referee.language import say
from referee.rules.cards import Card, CardsError, parse_cards, write_cards
from referee.rules.law.points import points_of
from referee.rules.schema.deck import Deck
from referee.rules.schema.variant import Variant
from referee.rules.scoring.tally import Doubt, doubts
from referee.scorebook.events.base import Hand
from referee.scorebook.limits import HAND_POINTS
from referee.scorebook.projection import ScoreBook
from referee.web.forms import AtMost, FieldGroup, TextField, carried
from referee.web.games.forms import ChangeForm
from referee.web.limits import CARDS_LENGTH
from referee.web.parsing import parse_whole

NOBODY: Final = "nobody"
HAND: Final = "points-"
"""What the name of the field of a hand begins with; the player's key follows."""

TAPPED: Final = "cards-"
"""What the name of the field begins with in which a phone sends the cards that were tapped."""

_SUM: Final = re.compile(r"\d{1,6}(\s*\+\s*\d{1,6})*")
_SIGNED: Final = re.compile(r"-?\d{1,6}(\s*[+-]\s*\d{1,6})*")
_TERM: Final = re.compile(r"-?\d+")
_WORDS: Final = re.compile(r"[\s,;]+")


class HandError(ValueError):
    """What is typed for one player cannot be taken; the text says what would be right."""


class HandMissing(HandError):
    """Nothing is typed for one player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedHand:
    """What one player was left with, as it stands in the form.

    `cards` is None where points were typed instead; `hand` is both as the score book keeps them.
    """

    hand: Hand
    cards: tuple[Card, ...] | None

    @property
    def counted(self) -> int | tuple[Card, ...]:
        """The cards, or else the points."""
        return self.hand.points or 0 if self.cards is None else self.cards


class DealForm(ChangeForm):
    """A deal: who went out, and what each player was left with.

    `slip` is the id of the deal that the form was shown for, 0 for none. `sure` is the fingerprint
    of the doubts that were agreed to, and `replaces` the key of another form in whose place this
    one came. With `look`, what was entered is shown rather than saved, and with `use` so is the
    hand that the phone of that player sent. `hands` are there once it is filled.
    """

    slip = carried(r"[0-9]{0,9}")
    out = RadioField(choices=[], validate_choice=False)
    sure = carried(r"[0-9a-f]{0,64}")
    replaces = HiddenField()
    look = StringField()
    use = StringField()

    def deal(self) -> int:
        """The id of the deal that it was shown for."""
        return parse_whole(self.slip.data or "") or 0

    def shown_at(self, book: ScoreBook) -> int:
        """The version of the book that the form was shown with; never a later one than there is."""
        base = parse_whole(self.base.data or "")
        return book.version if base is None else min(base, book.version)

    def fill(
        self,
        players: Iterable[str],
        others: Iterable[str] = (),
        filled: Mapping[str, str] = MappingProxyType({}),
    ) -> Self:
        """Give the form its hands, and fill in what was not sent.

        `hands` are fields by the player's key, of the `players` of the deal and of `others`, who
        may have been in it when the form was shown. Each holds points or cards; a phone sends the
        cards that were tapped beside their sum.
        """
        for field in self:
            if not field.raw_data:
                field.data = filled.get(field.name, field.data)
        self.players = tuple(players)
        keys = dict.fromkeys((*self.players, *others))
        sent = request.form if self.is_submitted() else None
        self.hands = FieldGroup(
            HAND,
            {key: TextField(validators=[AtMost(CARDS_LENGTH)]) for key in keys},
            sent,
            {key: filled.get(HAND + key, "") for key in keys},
        )
        if sent:
            tapped = FieldGroup(TAPPED, {key: TextField() for key in keys}, sent)
            for key, cards in tapped.texts().items():
                if cards:
                    self.hands[key].data = text_of_cards(cards)
        return self

    def hand(self, player: str) -> str:
        """The points or the cards of a player as they were entered."""
        return str(self.hands[player].data or "").strip()

    def entered(self) -> dict[str, str]:
        """Who went out and what was entered for the players, by the names of the fields."""
        fields = [self.out, *(self.hands[player] for player in self.players)]
        return {field.name: str(field.data or "") for field in fields}

    def went_out(self) -> str | None:
        """The player of this deal who went out, or None."""
        return str(self.out.data) if self.out.data in self.players else None

    def problems(self) -> list[str]:
        """What is wrong with the form itself, whatever the deal."""
        forms: tuple[BaseForm, ...] = (self, self.hands)
        return [
            str(text)
            for form in forms
            if not form.validate()
            for texts in form.errors.values()
            for text in texts
        ]


def filled_with(out: str | None, hands: Mapping[str, Hand]) -> dict[str, str]:
    """A deal that was written before, as the fields of its form."""
    filled = {"out": out or NOBODY}
    for player, hand in hands.items():
        if hand.cards or player != out:
            filled[HAND + player] = text_of_hand(hand)
    return {name: text for name, text in filled.items() if text}


def text_of_hand(hand: Hand) -> str:
    """A hand as its field holds it; empty while its points are missing."""
    if hand.cards:
        return text_of_cards(hand.cards)
    return hand.sum or ("" if hand.points is None else str(hand.points))


def text_of_cards(cards: str) -> str:
    """Cards as the field of a hand holds them: a comma tells the card `7,` from 7 points."""
    return f"{cards}," if cards.isdecimal() else cards


def read_cards(deck: Deck, entered: str) -> tuple[Card, ...]:
    """The cards of a hand; raises `HandError` for what is none, as `45 5`, which is no 4 and 5."""
    numbers = {word for word in _WORDS.split(entered) if word.isdigit()}
    try:
        if numbers <= set(deck.ranks):
            return parse_cards(entered, suits=False, among=deck.suits)
    except CardsError:
        pass
    raise HandError(say("deal-no-hand"))


def read_hand(variant: Variant, entered: str, name: str) -> TypedHand:
    """What a player was left with: a number or a sum is points, anything else is cards.

    Raises `HandMissing` for nothing, and `HandError` for what is neither.
    """
    if not entered:
        raise HandMissing(say("deal-no-score", name=name))
    if _SIGNED.fullmatch(entered) or not variant.counts_cards:
        points = read_points(entered, signed=not variant.counts_cards)
        # A sum may be pasted, with blanks that are none.
        added = " ".join(entered.split()) if _TERM.fullmatch(entered) is None else None
        return TypedHand(hand=Hand(points=points, sum=added), cards=None)
    cards = read_cards(variant.deck, entered)
    worth = points_of(variant, cards)
    return TypedHand(hand=Hand(points=worth, cards=write_cards(cards)), cards=cards)


def read_points(typed: str, *, signed: bool = False) -> int:
    """A number or a sum such as `12+11+7`; raises `HandError` for anything else.

    `signed`: as in a game in which numbers may be below nought, such as `40-15`.
    """
    typed = typed.replace("−", "-")
    if not (_SIGNED if signed else _SUM).fullmatch(typed) or not typed.isascii():
        raise HandError(say("deal-no-number"))
    points = sum(int(term) for term in _TERM.findall("".join(typed.split())))
    if abs(points) > HAND_POINTS:
        raise HandError(say("deal-too-large", most=HAND_POINTS))
    return points


def doubts_in(
    variant: Variant, deal: int, players: int, typed: Mapping[str, TypedHand], out: str | None
) -> tuple[Doubt, ...]:
    """What cannot be and what is odd in the hands of a deal, where cards are counted."""
    if not variant.counts_cards:
        return ()
    hands = {player: hand.counted for player, hand in typed.items()}
    return doubts(variant.at(deal), players=players, hands=hands, out=out)


def fingerprint(doubts: Sequence[Doubt]) -> str:
    """A short text that stands for these doubts, so that a yes is a yes to them and no others."""
    said = "\n".join(f"{doubt.player}: {doubt.said()}" for doubt in doubts)
    return hashlib.sha256(said.encode()).hexdigest()[:16]
