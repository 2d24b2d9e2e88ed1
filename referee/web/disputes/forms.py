"""The form of the desk. It is sent by address, so that every ruling has one."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import (
    Form,
    HiddenField,
    RadioField,
    SelectField,
    SelectMultipleField,
    StringField,
)
from wtforms.validators import InputRequired, Length

from referee.language import say
from referee.rules.cases import NAME, NAMES, SOME_NAMES
from referee.rules.deals import contract_words, wild_cards
from referee.rules.declared import Question
from referee.rules.fields import AtDesk
from referee.rules.house_rules import house_rules
from referee.rules.variant import Terms, Variant
from referee.web.disputes import words
from referee.web.disputes.questions import ON_CARDS, OPTION
from referee.web.games.new import option_field
from referee.web.limits import CARDS_LENGTH, KEY_LENGTH, NAMES_LENGTH, QUERY_BYTES
from referee.web.words import says


class DeskForm(Form):
    """The fields of one question; it writes nothing, so it needs no token.

    `whole` are problems that belong to no field.
    """

    whole: tuple[str, ...] = ()

    def typed(self) -> dict[str, str]:
        """What stands in every field; several answers to one have blanks between."""
        return {
            field.name: " ".join(field.data) if isinstance(field.data, list) else field.data or ""
            for field in self
        }

    def options(self) -> dict[str, str]:
        """What is chosen for every option."""
        return {
            name.removeprefix(OPTION): text.strip() or "0"
            for name, text in self.typed().items()
            if name.startswith(OPTION)
        }

    def say(self, name: str, text: str) -> None:
        """Put a problem beside its field, or before all of them where it has none."""
        if name in self:
            self[name].errors = [*self[name].errors, text]
        else:
            self.whole = (*self.whole, text)

    def has_problems(self) -> bool:
        """Whether anything is wrong with what was sent."""
        return bool(self.whole or any(field.errors for field in self))


def desk_form(
    variant: Variant, question: Question, sent: Mapping[str, str], seats: Sequence[str]
) -> DeskForm:
    """The form of a question about a game, filled with what the address says.

    `seats` are the names of the players; the fields that choose among them are left out where
    nobody is named yet.
    """
    fields: dict[str, Any] = {}
    defaults: dict[str, str] = {}
    for one in question.fields_for(variant):
        if one.holds not in (NAME, SOME_NAMES) or seats:
            fields[one.name] = _field(variant, question, one, seats)
            defaults[one.name] = "1" if one.name == "deal" else ""
    for name in asked_options(variant, sent):
        made = option_field(variant.options[name])
        fields[OPTION + name] = made
        defaults[OPTION + name] = str(made.kwargs["default"])
    form: DeskForm = type("DeskForm", (DeskForm,), fields)(_several(fields, defaults | dict(sent)))
    return form


def asked_options(variant: Variant, sent: Mapping[str, str]) -> tuple[str, ...]:
    """The options on the desk: those offered first, and any that the address names."""
    named = {name.removeprefix(OPTION) for name in sent if name.startswith(OPTION)}
    named |= {sent.get("options", ""), *house_rules(variant).first}
    return tuple(name for name in variant.options if name in named)


def _several(fields: Mapping[str, Any], sent: Mapping[str, str]) -> MultiDict[str, str]:
    """As forms send it: several answers to one field one by one."""
    pairs = []
    for name, text in sent.items():
        several = name in fields and fields[name].field_class is SelectMultipleField
        pairs += [(name, part) for part in text.split()] if several else [(name, text)]
    return MultiDict(pairs)


def _field(variant: Variant, question: Question, one: AtDesk, seats: Sequence[str]) -> Any:
    label = words.label(variant, question.ask, one.words)
    if one.holds in ON_CARDS:
        return StringField(label, [_up_to(CARDS_LENGTH)])
    if one.holds is NAMES:
        return StringField(label, [_up_to(NAMES_LENGTH)])
    if one.name == "deal":
        return SelectField(label, choices=_deals(variant), validate_choice=False)
    if one.name == "players":
        return SelectField(label, choices=_players(variant), validate_choice=False)
    if one.holds is SOME_NAMES:
        return SelectMultipleField(label, choices=_seats(seats), validate_choice=False)
    if one.holds is NAME:
        choices = _seats(seats) if one.needed else {"": "Nobody"} | _seats(seats)
        return RadioField(label, choices=choices, validate_choice=False)
    choices = {answer: words.choice(one.name, answer) for answer in one.choices}
    return RadioField(label, choices=choices, validate_choice=False)


def _up_to(most: int) -> Length:
    return Length(max=most, message=says("form.longer", most=most))


def _seats(seats: Sequence[str]) -> dict[str, str]:
    return {str(place): name for place, name in enumerate(seats)}


def _deals(variant: Variant) -> dict[str, str]:
    """The deals to choose from: those of the game, or one for each rank that is wild in turn."""
    count = len(variant.deals) or len(variant.wilds.by_deal)
    plans = (variant.at(number) for number in range(1, count + 1))
    return {str(terms.number): _about(terms) for terms in plans}


def _about(terms: Terms) -> str:
    """The number of a deal, what it asks for, and what is wild in it where that changes."""
    asks = contract_words(terms.contract) or (terms.deal.name if terms.deal else "")
    wild = say("deal-wild-only", cards=wild_cards(terms)) if terms.wilds.by_deal else ""
    told = " · ".join(filter(None, (asks, wild)))
    return f"{terms.number}: {told}" if told else str(terms.number)


def _players(variant: Variant) -> dict[str, str]:
    numbers = range(variant.players.least, variant.players.most + 1)
    return {"": "not given"} | {str(number): str(number) for number in numbers}


class KeepForm(FlaskForm):  # type: ignore[misc]  # flask_wtf ships no types
    """The button that keeps a ruling: the question once more, and a key so that it is kept once."""

    key = HiddenField(validators=[InputRequired(), Length(8, KEY_LENGTH)])
    query = HiddenField(validators=[InputRequired(), Length(max=QUERY_BYTES)])
