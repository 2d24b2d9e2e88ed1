"""What to print, and how. It is sent by address and writes nothing."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, IntegerField, SelectField, SelectMultipleField
from wtforms.validators import AnyOf, NumberRange, Optional

from referee.printing import SHEETS, Choices, Duplex, Inks, Paper, Print, Sheet, Turn
from referee.printing.choices import MOST_COPIES, UPS
from referee.printing.paper import MOST_NAMES, MOST_ROWS
from referee.rules.variant import Variant
from referee.web.words import says

KIT: Final = "kit"

_PAPERS: Final = {
    Paper.A4.value: "A4",
    Paper.LETTER.value: "Letter",
    Paper.A5.value: "A5",
    Paper.A6.value: "A6",
    Paper.CARD_4X6.value: "4 × 6 in card",
    Paper.CARD_3X5.value: "3 × 5 in card",
}
_TURNS: Final = {Turn.UPRIGHT.value: "portrait", Turn.ACROSS.value: "landscape"}
_UPS: Final = {str(up): "one" if up == 1 else f"{up}, to cut apart" for up in UPS}
_INKS: Final = {
    Inks.RED.value: "red and black",
    Inks.FOUR.value: "four colours",
    Inks.BLACK.value: "black only",
}
_PRINTS: Final = {Print.NORMAL.value: "normal", Print.LARGE.value: "large"}
_ONE: Final = "one"
_SIDES: Final = {
    _ONE: "one side",
    Duplex.LONG.value: "both sides, flipped on the long edge",
    Duplex.SHORT.value: "both sides, flipped on the short edge",
}


class _Number(IntegerField):
    """A whole number; of one that is none, its limits say what would be right."""

    def process_formdata(self, valuelist: list[str]) -> None:
        with suppress(ValueError):
            super().process_formdata(valuelist)


def _up_to(most: int) -> NumberRange:
    return NumberRange(1, most, says("option.number", least=1, most=most))


class SheetForm(Form):
    """Which sheet, on which paper, in which print."""

    sheet = SelectField("Sheet")
    paper = SelectField("Paper", choices=_PAPERS, default=Paper.A4.value)
    turn = SelectField("Orientation", choices=_TURNS, default=Turn.UPRIGHT.value)
    print = SelectField("Text size", choices=_PRINTS, default=Print.NORMAL.value)
    inks = SelectField("Suits", choices=_INKS, default=Inks.RED.value)
    up = SelectField("Sheets on a page", choices=_UPS, default="1")
    copies = _Number("Copies", [_up_to(MOST_COPIES)], default=1)
    stacked = BooleanField("Cut-stack order")
    duplex = SelectField("Print on", choices=_SIDES, default=_ONE)
    code = SelectField("QR code to the game", choices={"yes": "yes", "no": "no"}, default="yes")
    kit = SelectMultipleField("Sheets in the kit")

    def choices(self) -> Choices:
        """What was chosen; raises `SheetError` where it cannot be."""
        return Choices(
            paper=Paper(self.paper.data),
            turn=Turn(self.turn.data),
            up=int(self.up.data),
            stacked=self.stacked.data,
            copies=self.copies.data or 1,
            players=_number(self, "players"),
            rows=_number(self, "rows"),
            print=Print(self.print.data),
            inks=Inks(self.inks.data),
            code=self.code.data == "yes",
            both_sides=self.duplex.data != _ONE,
            duplex=Duplex.LONG if self.duplex.data == _ONE else Duplex(self.duplex.data),
            kit=tuple(self.kit.data or ()),
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
    fields: dict[str, Any] = {}
    if blank:
        most = min(variant.players.most, MOST_NAMES)
        numbers = [str(n) for n in range(variant.players.least, most + 1)]
        choices = {"": "as many as fit"} | {number: number for number in numbers}
        fields["players"] = SelectField("Players", [AnyOf(["", *numbers])], choices=choices)
    if not variant.deals:
        fields["rows"] = _Number("Deals on the pad", [Optional(), _up_to(MOST_ROWS)])
    own: type[SheetForm] = type("SheetForm", (SheetForm,), fields)
    given = MultiDict(sent)
    for name, default in _DEFAULTS.items():
        given.setdefault(name, default)
    given.setdefault("sheet", next(iter(sheets)))
    form = own(given)
    titles = {sheet.id: sheet.title for sheet in sheets.values()}
    form.sheet.choices = titles | {KIT: "Table kit"}
    form.kit.choices = list(titles.items())
    return form


_DEFAULTS: Final = {
    "paper": Paper.A4.value,
    "turn": Turn.UPRIGHT.value,
    "print": Print.NORMAL.value,
    "inks": Inks.RED.value,
    "up": "1",
    "copies": "1",
    "duplex": _ONE,
    "code": "yes",
    "players": "",
}


def all_sheets(variant: Variant, *, blank: bool) -> Mapping[str, Sheet]:
    """The sheets that can be printed of a game, by id."""
    return {one.id: one for one in SHEETS.values() if one.suits(variant, not blank)}
