"""What the forms of all parts of the site are made of."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import SelectField, StringField
from wtforms.form import BaseForm

from referee.language import capitalized, say
from referee.rules.building.house_rules import heading_of
from referee.rules.building.rulebook import HEADINGS
from referee.rules.schema.options import Option, OptionError, OptionValue, plain
from referee.rules.schema.variant import Variant
from referee.scorebook.errors import OptionRefused
from referee.scorebook.events.table import OptionsChanged, options_changed, with_new_options
from referee.scorebook.limits import NAME_LENGTH

NAME_FIELD: Final = {
    "maxlength": NAME_LENGTH,
    "autocomplete": "off",
    "autocapitalize": "words",
    "spellcheck": "false",
}
"""Attributes of a field for a player's name."""

OPTION: Final = "option-"
"""What the names of the fields of house rules begin with."""


def new_key() -> str:
    """An idempotency key: what a form sends under it is written once, however often it arrives."""
    return secrets.token_urlsafe(16)


def sent_key() -> str:
    """The idempotency key of the form that was sent; the score book refuses what is none."""
    return request.form.get("key", "")


class FieldGroup(BaseForm):
    """Fields that a page has as many of as it needs, such as `points-p1` and `points-p2`.

    They hold what was `sent`, else what they are `filled` with. `prefix` ends with a hyphen. What
    is none of the answers of a field is refused where it is used.
    """

    def __init__(
        self,
        prefix: str,
        fields: Mapping[str, Any],
        sent: MultiDict[str, str] | None = None,
        filled: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(fields, prefix=prefix)
        self.process(sent, data=filled)

    def texts(self) -> dict[str, str]:
        """What stands in each field, by its name without the prefix; blanks around it left out."""
        return {name: str(field.data or "").strip() for name, field in self._fields.items()}

    def sent(self) -> dict[str, str]:
        """The same of those fields alone that were sent."""
        return {name: text for name, text in self.texts().items() if self[name].raw_data}


def option_fields(
    variant: Variant, names: Iterable[str], sent: MultiDict[str, str] | None = None
) -> FieldGroup:
    """Fields for some house rules of a game, filled with those in force."""
    chosen = {name: plain(variant.chosen[name]) for name in names}
    fields = {name: option_field(variant.options[name], value) for name, value in chosen.items()}
    return FieldGroup(OPTION, fields, sent, chosen)


def option_field(option: Option, value: str = "") -> Any:
    """A field for one house rule: a choice of its answers, of which `value` is one, or a number."""
    if not option.labels:
        return StringField(option.asks, render_kw={"inputmode": "numeric", "maxlength": 6})
    answers = {value: capitalized(label) for value, label in option.labels}
    if value:
        answers.setdefault(value, value)
    # What is none of them is refused by the game itself, which names those there are.
    return SelectField(option.asks, choices=answers)


def option_problem(variant: Variant, error: OptionError) -> str:
    """What is wrong with a house rule, as players read it beside its field."""
    if error.clash:
        return say("option-clash", why=error.clash)
    option = variant.options.get(variant.option_name(error.option))
    if option is None or not option.is_number:
        return say("option-no-such-answer")
    return say("option-number", least=option.least, most=option.most)


def change_of_options(variant: Variant, sent: Mapping[str, str]) -> OptionsChanged:
    """The change of house rules that the fields of a form make; raises `OptionRefused`."""
    fields = [name for name in sent if name.startswith(OPTION)]
    wished = {name.removeprefix(OPTION): sent[name] for name in fields}
    return OptionsChanged(options=changed_options(variant, wished))


def changed_options(variant: Variant, wished: Mapping[str, str]) -> dict[str, OptionValue]:
    """The house rules among those wished that differ from those in force; `OptionRefused`."""
    given = {name: text.strip() or "0" for name, text in wished.items()}
    known = {name: text for name, text in given.items() if name in variant.options}
    try:
        after = with_new_options(variant, known)
    except OptionError as error:
        option = variant.option_name(error.option)
        raise OptionRefused(option_problem(variant, error), option=option) from error
    return {name: after.chosen[name] for name in options_changed(variant, after)}


def grouped(variant: Variant, names: Iterable[str]) -> dict[str, list[str]]:
    """House rules by name, under the headings of the rule card."""
    by_heading: dict[str, list[str]] = {heading: [] for heading in HEADINGS}
    for name in names:
        by_heading[heading_of(variant.options[name])].append(name)
    return {heading: under for heading, under in by_heading.items() if under}
