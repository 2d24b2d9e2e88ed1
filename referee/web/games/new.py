"""The form of a new game: who plays, who deals first, and what this table has settled."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask_wtf import FlaskForm
from wtforms import HiddenField, RadioField, SelectField, StringField
from wtforms.validators import InputRequired, Length, Regexp

from referee.rules.build import OptionError
from referee.rules.house_rules import heading_of, house_rules
from referee.rules.rulebook import HEADINGS
from referee.rules.variant import Option, Variant, plain
from referee.scorebook.errors import NameRefused, Refused
from referee.scorebook.limits import NAME_TYPED, SEATS
from referee.scorebook.settings import with_options
from referee.web.limits import KEY_LENGTH
from referee.web.words import says

DRAW: Final = "draw"
OPTION: Final = "option-"
"""What the names of the option fields begin with."""

ROOMY: Final = 4
"""Seats shown before anybody asks for one more."""


def new_key() -> str:
    """A key that makes what a form sends be written once, however often it arrives."""
    return secrets.token_urlsafe(16)


def drawn(key: str, players: int) -> int:
    """Who deals first by the draw: the same seat each time the same form arrives."""
    return int.from_bytes(hashlib.sha256(f"draw {key}".encode()).digest()[:8], "big") % players


class StartForm(FlaskForm):  # type: ignore[misc]  # flask_wtf ships no types
    """The fields that every new game has; `start_form` adds seats and options."""

    key = HiddenField(
        validators=[InputRequired(says("form.key")), Length(8, KEY_LENGTH, says("form.key"))]
    )
    dealer = RadioField(validate_choice=False)

    def seats(self) -> list[Any]:
        """The name fields, in seat order."""
        return [field for field in self if field.name.startswith("name-")]

    def names(self) -> dict[int, str]:
        """The names that are filled in, by the number of their seat from 0."""
        typed = enumerate(str(field.data or "").strip() for field in self.seats())
        return {seat: name for seat, name in typed if name}

    def chosen(self, variant: Variant) -> Variant | None:
        """The variant under the options chosen; None where a field now says what is wrong."""
        wished = {
            field.name.removeprefix(OPTION): str(field.data or "").strip() or "0"
            for field in self
            if field.name.startswith(OPTION)
        }
        try:
            chosen = with_options(variant, wished)
        except OptionError as error:
            name = OPTION + error.option
            field = self[name] if name in self else self.dealer  # noqa: SIM401  # a form, no table
            field.errors = [error.clash or str(error)]
            return None
        given = len(self.names())
        if given > chosen.players.most and OPTION + (chosen.seats_option or "") in self:
            self[OPTION + str(chosen.seats_option)].errors = [says("names.many", given=given)]
            return None
        return chosen

    def table(self, variant: Variant) -> tuple[list[str], int]:
        """The names in seat order and the index of who deals first, drawn where that is wished.

        Raises `Refused` with what to do where too few sit down or nobody is on that seat.
        """
        names = self.names()
        least = variant.players.least
        if len(names) < least:
            more = least - len(names)
            word = "names.few.one" if more == 1 else "names.few"
            few = says(word, game=variant.name, least=least, more=more)
            raise NameRefused(few, seat=len(names))
        if self.dealer.data == DRAW:
            return list(names.values()), drawn(str(self.key.data), len(names))
        seats = [str(seat) for seat in names]
        if self.dealer.data not in seats:
            raise Refused(says("dealer.seat" if self.dealer.data else "dealer.none"))
        return list(names.values()), seats.index(self.dealer.data)

    def option_problem(self) -> bool:
        """Whether one of the options is what is wrong."""
        return any(field.name.startswith(OPTION) and field.errors for field in self)

    def say(self, refused: Refused) -> None:
        """Put what was refused beside the seat that it is about, else beside the dealer."""
        if refused.seat is None:
            self.dealer.errors = [str(refused)]
            return
        # The score book counts players; the form may have empty seats between them.
        given = list(self.names())
        empty = [seat for seat in range(len(self.seats())) if seat not in given]
        seat = (given + empty)[refused.seat]
        self[f"name-{seat}"].errors = [str(refused)]


def start_form(variant: Variant, defaults: Mapping[str, str] | None = None) -> StartForm:
    """The form of a new game of that variant, filled with what was sent or with `defaults`."""
    fields: dict[str, Any] = {}
    for seat in range(min(variant.most_seats, SEATS)):
        fields[f"name-{seat}"] = StringField(
            f"Seat {seat + 1}", [Length(max=NAME_TYPED, message=says("form.long"))]
        )
    for name in house_rules(variant).first:
        fields[OPTION + name] = option_field(variant.options[name])
    form_class = type("StartForm", (StartForm,), fields)
    form: StartForm = form_class(data={"key": new_key(), "dealer": DRAW, **(defaults or {})})
    return form


def option_field(option: Option) -> Any:
    """A field for one option: a choice of its answers, or a number."""
    if option.is_number and not option.steps:
        least, most = option.least, option.most
        wrong = says("option.number", least=least, most=most)
        return StringField(option.asks, [Regexp(r"\s*\d{0,6}\s*\Z", message=wrong)],
                           default=plain(option.default))  # fmt: skip
    choices = dict(option.answers)
    # What is none of them is refused by the game itself, which names those there are.
    return SelectField(
        option.asks, choices=choices, default=plain(option.default), validate_choice=False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionGroup:
    """Options about one part of the game, by the heading of the rules that they change."""

    heading: str
    names: tuple[str, ...]


def option_groups(variant: Variant) -> tuple[OptionGroup, ...]:
    """The options that tables argue about first, under the headings of the rule card."""
    return grouped(variant, house_rules(variant).first)


def more_groups(variant: Variant) -> tuple[OptionGroup, ...]:
    """The other options that matter in a variant, under the same headings."""
    return grouped(variant, house_rules(variant).more)


def grouped(variant: Variant, names: Sequence[str]) -> tuple[OptionGroup, ...]:
    """Options by name, under the headings of the rule card."""
    groups = (
        OptionGroup(
            heading=heading,
            names=tuple(name for name in names if heading_of(variant.options[name]) == heading),
        )
        for heading in HEADINGS
    )
    return tuple(group for group in groups if group.names)
