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

    def print_options(self) -> PrintOptions:
        """What was chosen; raises `SheetError` where it cannot be."""
        return PrintOptions(
            paper=Paper(self.paper.data),
            orientation=Orientation(self.turn.data),
            up=int(self.up.data),
            stacked=self.stacked.data,
            copies=self.copies.data or 1,
            players=_number(self, "players"),
            rows=_number(self, "rows"),
            print=PrintSize(self.print.data),
            inks=Inks(self.inks.data),
            code=self.code.data == "yes",
            both_sides=self.duplex.data != _ONE,
            duplex=Duplex.LONG if self.duplex.data == _ONE else Duplex(self.duplex.data),
            kit=tuple(self.kit.data or ()),
            booklet=self.booklet.data,
            beside=self.beside.data,
        )

    def as_query(self, **changes: object) -> dict[str, object]:
        """The choices as an address carries them."""
        given = {name: field.data for name, field in self._fields.items() if field.data}
        return {**given, **changes}


def _number(form: SheetForm, name: str) -> int | None:
    data = form[name].data if name in form else None
    return int(data) if data else None


def sheet_form(
    sent: MultiDict[str, str], variant: Variant, sheets: Mapping[str, Sheet], *, blank: bool
) -> SheetForm:
    """The form filled with what the address says; blank sheets ask for how many they are."""
    given = MultiDict(sent)
    defaults = {name: values[0] for name, values in _CHOICES.items()}
    for name, default in {
        **defaults,
        "copies": "1",
        "players": "",
        "beside": "",
        "sheet": next(iter(sheets)),
    }.items():
        given.setdefault(name, default)
    form = SheetForm(given)
    if blank:
        most = min(variant.players.most, SEATS)
        numbers = [str(number) for number in range(variant.players.least, most + 1)]
        form.players.choices = {"": say("print-players-any")} | {
            number: number for number in numbers
        }
    else:
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
    return form
