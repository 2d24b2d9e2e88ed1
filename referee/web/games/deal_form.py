"""The form of a deal: who went out, and what everybody else was left with."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, RadioField, StringField
from wtforms.form import BaseForm

from referee.language import say
from referee.rules.cards import Card, CardsError, parse_cards, write_cards
from referee.rules.scoring import points_of
from referee.rules.tally import Doubt
from referee.rules.variant import NobodyOut, Variant
from referee.scorebook.events import Hand
from referee.scorebook.limits import HAND_POINTS
from referee.scorebook.projection import ScoreBook
from referee.web.forms import AtMost, FieldGroup, TextField, carried
from referee.web.games.forms import ChangeForm
from referee.web.limits import CARDS_LENGTH, SUM_LENGTH
from referee.web.parsing import parse_whole

NOBODY: Final = "nobody"
_SUM: Final = re.compile(r"\d{1,6}(\s*\+\s*\d{1,6})*")
_SIGNED: Final = re.compile(r"-?\d{1,6}(\s*[+-]\s*\d{1,6})*")
_TERM: Final = re.compile(r"-?\d+")


class HandError(ValueError):
    """What is typed for one player cannot be taken; the text says what would be right."""


class HandMissing(HandError):
    """Nothing is typed for one player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedHand:
    """What one player was left with, as it stands in the form.

    `cards` are those tapped or typed, None where points were typed instead; `hand` is both as the
    score book keeps them.
    """

    hand: Hand
    cards: tuple[Card, ...] | None


class ShownDealForm(ChangeForm):
    """The deal that a form was shown for, by its id, 0 for none."""

    slip = carried(r"[0-9]{0,9}")

    def deal(self) -> int:
        """The id of the deal."""
        return parse_whole(self.slip.data or "") or 0

    def shown_at(self, book: ScoreBook) -> int:
        """The version of the book that the form was shown with; never a later one than there is."""
        base = parse_whole(self.base.data or "")
        return book.version if base is None else min(base, book.version)


class DealForm(ShownDealForm):
    """A deal: who went out, and the cards or points of each player.

    `cards` and `points` are fields by the player's key: those of the `players` of the deal, and of
    `others`, who may have been in it when the form was shown. `sure` is the fingerprint of the
    doubts that were agreed to, and `replaces` the key of another form in whose place this one came.
    `tap` and `untap` are keys of a keypad, `use` is the player whose cards are dropped.
    """

    out = RadioField(choices=[], validate_choice=False)
    sure = carried(r"[0-9a-f]{0,64}")
    replaces = HiddenField()
    tap = StringField()
    untap = StringField()
    use = StringField()

    def __init__(
        self, players: Iterable[str], others: Iterable[str], filled: Mapping[str, str]
    ) -> None:
        super().__init__(data=filled)
        self.players = tuple(players)
        sent = request.form if self.is_submitted() else None
        keys = dict.fromkeys((*self.players, *others))
        self.cards = _hand_fields("cards-", keys, CARDS_LENGTH, sent, filled)
        self.points = _hand_fields("points-", keys, SUM_LENGTH, sent, filled)

    def hand(self, player: str) -> tuple[str, str]:
        """The cards and the points of a player as they were typed."""
        return str(self.cards[player].data or ""), str(self.points[player].data or "")

    def hands(self) -> dict[str, str]:
        """Who went out and what was typed for the players, by the names of the fields."""
        groups = (self.cards, self.points)
        fields = [self.out, *(group[player] for group in groups for player in self.players)]
        return {field.name: str(field.data or "") for field in fields}

    def went_out(self) -> str | None:
        """The player of this deal who went out, or None."""
        return str(self.out.data) if self.out.data in self.players else None

    def problems(self) -> list[str]:
        """What is wrong with the form itself, whatever the deal."""
        forms: tuple[BaseForm, ...] = (self, self.cards, self.points)
        return [
            str(text)
            for form in forms
            if not form.validate()
            for texts in form.errors.values()
            for text in texts
        ]


def _hand_fields(
    prefix: str,
    players: Iterable[str],
    most: int,
    sent: MultiDict[str, str] | None,
    filled: Mapping[str, str],
) -> FieldGroup:
    """A field for each player, filled by its whole name."""
    return FieldGroup(
        prefix,
        {key: TextField(validators=[AtMost(most)]) for key in players},
        sent,
        {key: filled.get(prefix + key, "") for key in players},
    )


def filled_with(out: str | None, hands: Mapping[str, Hand]) -> dict[str, str]:
    """A deal that was written before, as the fields of its form."""
    filled = {"out": out or NOBODY}
    for player, hand in hands.items():
        if hand.cards is not None:
            filled[f"cards-{player}"] = hand.cards
        elif player != out and hand.points is not None:
            filled[f"points-{player}"] = hand.sum or str(hand.points)
    return filled


def nobody_may(variant: Variant) -> bool:
    """Whether a deal of this game may end with nobody out."""
    return variant.scoring.nobody_out is not NobodyOut.NOT_SCORED


def read_hand(variant: Variant, cards_typed: str, points_typed: str, name: str) -> TypedHand:
    """What a player was left with, from the two fields of the form.

    Raises `HandMissing` for neither, and `HandError` for both that are not the same.
    """
    typed = points_typed.strip()
    points = read_points(typed, signed=not variant.counts_cards) if typed else None
    if not cards_typed.strip():
        if points is None:
            raise HandMissing(say("deal-no-score", name=name))
        # A sum may be pasted, with blanks that are none.
        added = " ".join(typed.split()) if _TERM.fullmatch(typed) is None else None
        return TypedHand(hand=Hand(points=points, sum=added), cards=None)
    try:
        cards = parse_cards(cards_typed, suits=False)
    except CardsError as error:
        raise HandError(str(error)) from error
    worth = points_of(variant, cards)
    if points is not None and points != worth:
        raise HandError(say("deal-both", cards=worth, points=points))
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


def went_out_with(cards_typed: str, points_typed: str, variant: Variant, name: str) -> TypedHand:
    """What is written for the player who went out: nothing, unless something was typed."""
    if not cards_typed.strip() and not points_typed.strip(" 0"):
        return TypedHand(hand=Hand(points=0, cards=""), cards=())
    return read_hand(variant, cards_typed, points_typed, name)


def fingerprint(doubts: Sequence[Doubt]) -> str:
    """A short text that stands for these doubts, so that a yes is a yes to them and no others."""
    said = "\n".join(f"{doubt.player}: {doubt.says}" for doubt in doubts)
    return hashlib.sha256(said.encode()).hexdigest()[:16]
