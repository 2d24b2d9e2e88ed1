"""What to print, and how. It is sent by address and writes nothing."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, cast

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, Form, IntegerField, SelectField, SelectMultipleField
from wtforms.validators import Optional, ValidationError

from referee.language import say
from referee.printing.comparison import others_than
from referee.printing.document import KIT
from referee.printing.options import (
    MOST_COPIES,
    MOST_ROWS,
    UPS,
    Duplex,
    Inks,
    Orientation,
    Paper,
    PrintOptions,
    PrintSize,
)
from referee.printing.sheets import Sheet
from referee.rules.schema.variant import Variant
from referee.scorebook.limits import SEATS

_ONE: Final = "one"
_CHOICES: Final[Mapping[str, Sequence[str]]] = {
    "paper": list(Paper),
    "turn": list(Orientation),
    "print": list(PrintSize),
    "inks": list(Inks),
    "up": [str(up) for up in UPS],
    "duplex": [_ONE, *Duplex],
    "code": ["yes", "no"],
}
"""The values of the fields that have a few, the first by default; messages name them."""


class _Number(IntegerField):
    """A whole number; of one that is none, its limits say what would be right."""

    def process_formdata(self, valuelist: list[str]) -> None:
        with suppress(ValueError):
            super().process_formdata(valuelist)


def _up_to(most: int) -> Callable[[Form, Field], None]:
    def check(form: Form, field: Field) -> None:
        if field.data is None or not 1 <= field.data <= most:
            raise ValidationError(say("option-number", least=1, most=most))

    return check


class SheetForm(Form):
    """Which sheet, on which paper, in which print."""

    sheet = SelectField()
    paper = SelectField()
    turn = SelectField()
    print = SelectField()
    inks = SelectField()
    up = SelectField()
    copies = _Number(validators=[_up_to(MOST_COPIES)])
    stacked = BooleanField()
    duplex = SelectField()
    code = SelectField()
    kit = SelectMultipleField()
    booklet = BooleanField()
    beside = SelectField()
    players = SelectField()
    rows = _Number(validators=[Optional(), _up_to(MOST_ROWS)])


FIELDS: Final = frozenset(field.name for field in SheetForm())
"""What an address may say of a sheet."""


def read_sheet(sent: MultiDict[str, str], sheets: Mapping[str, object]) -> tuple[str, PrintOptions]:
    """The sheet that an address asks for, the first where it names none, and what was chosen.

    Raises `SheetError` for what cannot be printed, and another `ValueError` for what is no choice.
    """
    chosen = {name: sent.get(name) or values[0] for name, values in _CHOICES.items()}
    numbers = {name: int(sent[name]) for name in ("copies", "players", "rows") if sent.get(name)}
    sheet, kit = sent.get("sheet") or next(iter(sheets)), tuple(sent.getlist("kit"))
    if sheet not in (KIT, *sheets) or not set(kit) <= sheets.keys():
        raise ValueError(sheet)
    both_sides = chosen["duplex"] != _ONE
    return sheet, PrintOptions(
        paper=Paper(chosen["paper"]),
        orientation=Orientation(chosen["turn"]),
        up=int(chosen["up"]),
        stacked="stacked" in sent,
        print=PrintSize(chosen["print"]),
        inks=Inks(chosen["inks"]),
        code=chosen["code"] == "yes",
        both_sides=both_sides,
        duplex=Duplex(chosen["duplex"]) if both_sides else Duplex.LONG,
        kit=kit,
        booklet="booklet" in sent,
        beside=sent.get("beside", ""),
        **numbers,
    )


def sheet_form(
    sent: MultiDict[str, str], variant: Variant, sheets: Mapping[str, Sheet], *, blank: bool
) -> SheetForm:
    """The form as an address fills it, with what is wrong with its numbers.

    Blank sheets ask for how many they are.
    """
    given = MultiDict(sent)
    usual = {name: values[0] for name, values in _CHOICES.items()}
    usual |= {"sheet": next(iter(sheets)), "copies": "1", "players": "", "beside": ""}
    for name, value in usual.items():
        given.setdefault(name, value)
    form = SheetForm(given)
    numbers = range(variant.players.least, min(variant.players.most, SEATS) + 1)
    form.players.choices = {"": say("print-players-any")} | {str(n): str(n) for n in numbers}
    if not blank:
        del form.players
    if variant.deals:
        del form.rows
    # The first is compared with where an address names none.
    first, *others = others_than(variant)
    form.beside.choices = {"": first.name} | {one.id: one.name for one in others}
    for field in form:
        field.label.text = say(f"print-{field.name}")
    for name, values in _CHOICES.items():
        choices = {value: say(f"print-{name}_{value}") for value in values}
        cast(SelectField, form[name]).choices = choices
    titles = {sheet.id: sheet.title for sheet in sheets.values()}
    form.sheet.choices = titles | {KIT: say("sheet-kit")}
    form.kit.choices = list(titles.items())
    form.validate()
    return form
