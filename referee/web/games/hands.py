"""The form of a deal: who went out, and what everybody else was left with."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final

from wtforms import HiddenField, RadioField, StringField
from wtforms.validators import Length

from referee.rules.cards import Card, CardsError, parse_cards, write_cards
from referee.rules.scoring import points_of
from referee.rules.tally import Doubt
from referee.rules.variant import NobodyOut, Variant
from referee.scorebook.events import Hand, Seat
from referee.web.games.post import ChangeForm
from referee.web.limits import CARDS_LENGTH, KEY_LENGTH, MOST_POINTS, SUM_LENGTH
from referee.web.words import says

NOBODY: Final = "nobody"
_SUM: Final = re.compile(r"\d{1,6}(\s*\+\s*\d{1,6})*")
_SIGNED: Final = re.compile(r"-?\d{1,6}(\s*[+-]\s*\d{1,6})*")
_TERM: Final = re.compile(r"-?\d+")


class HandError(ValueError):
    """What is typed for one player cannot be taken; the text says what would be right."""


class HandMissing(HandError):
    """Nothing is typed for one player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What one player was left with, as it stands in the form.

    `cards` are those tapped or typed, None where points were typed instead; `hand` is both as the
    score book keeps them.
    """

    hand: Hand
    cards: tuple[Card, ...] | None


class DealForm(ChangeForm):
    """The fields that every deal has; `deal_form` adds two for each of its `players`."""

    players: ClassVar[tuple[str, ...]] = ()

    slip = HiddenField(validators=[Length(max=9, message=says("form.key"))])
    sure = StringField(validators=[Length(max=KEY_LENGTH, message=says("form.key"))])
    out = RadioField(validate_choice=False)

    def cards_of(self, player: str) -> Any:
        """The field of the cards that a player was left with."""
        return self[f"cards-{player}"]

    def points_of(self, player: str) -> Any:
        """The field of the points that were typed for a player."""
        return self[f"points-{player}"]

    def went_out(self) -> str | None:
        """The player of this deal who went out, or None."""
        return str(self.out.data) if self.out.data in self.players else None


def deal_form(players: Sequence[Seat], filled: Mapping[str, str]) -> DealForm:
    """The form of a deal, filled with what was sent or with `filled`."""
    return _form_of(tuple(seat.key for seat in players))(data=filled)


@lru_cache(maxsize=256)
def _form_of(players: tuple[str, ...]) -> type[DealForm]:
    """The form for players of those keys: WTForms sorts the fields of a class only once."""
    fields: dict[str, Any] = {"players": players}
    for key in players:
        fields[f"cards-{key}"] = StringField(
            "Cards left", [Length(max=CARDS_LENGTH, message=says("form.long"))]
        )
        fields[f"points-{key}"] = StringField(
            "Points", [Length(max=SUM_LENGTH, message=says("form.long"))]
        )
    return type("DealForm", (DealForm,), fields)


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


def read_hand(variant: Variant, cards_typed: str, points_typed: str, name: str) -> Held:
    """What a player was left with, from the two fields of the form.

    Raises `HandMissing` for neither, and `HandError` for both that are not the same.
    """
    typed = points_typed.strip()
    points = read_points(typed, signed=not variant.counts_cards) if typed else None
    if not cards_typed.strip():
        if points is None:
            raise HandMissing(says("hand.empty", name=name))
        # A sum may be pasted, with blanks that are none.
        added = " ".join(typed.split()) if _TERM.fullmatch(typed) is None else None
        return Held(hand=Hand(points=points, sum=added), cards=None)
    try:
        cards = parse_cards(cards_typed, suits=False)
    except CardsError as error:
        raise HandError(str(error)) from error
    worth = points_of(variant, cards)
    if points is not None and points != worth:
        raise HandError(says("hand.both", cards=worth, points=points))
    return Held(hand=Hand(points=worth, cards=write_cards(cards)), cards=cards)


def read_points(typed: str, *, signed: bool = False) -> int:
    """A number or a sum such as `12+11+7`; raises `HandError` for anything else.

    `signed`: as in a game in which numbers may be below nought, such as `40-15`.
    """
    typed = typed.replace("−", "-")
    if not (_SIGNED if signed else _SUM).fullmatch(typed) or not typed.isascii():
        raise HandError(says("hand.points"))
    points = sum(int(term) for term in _TERM.findall("".join(typed.split())))
    if abs(points) > MOST_POINTS:
        raise HandError(says("hand.large", most=MOST_POINTS))
    return points


def went_out_with(cards_typed: str, points_typed: str, variant: Variant, name: str) -> Held:
    """What is written for the player who went out: nothing, unless something was typed."""
    if not cards_typed.strip() and not points_typed.strip(" 0"):
        return Held(hand=Hand(points=0, cards=""), cards=())
    return read_hand(variant, cards_typed, points_typed, name)


def fingerprint(doubts: Sequence[Doubt]) -> str:
    """A short text that stands for these doubts, so that a yes is a yes to them and no others."""
    said = "\n".join(f"{doubt.player}: {doubt.says}" for doubt in doubts)
    return hashlib.sha256(said.encode()).hexdigest()[:16]
