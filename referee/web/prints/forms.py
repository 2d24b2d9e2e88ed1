"""What to print, and how. It is sent by address and writes nothing."""

from collections.abc import Mapping, Sequence
from typing import Final

from werkzeug.datastructures import MultiDict
from wtforms import SelectField, StringField

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
    SheetError,
)
from referee.rules.schema.variant import Variant
from referee.scorebook.checked import MOST_DIGITS, parse_whole
from referee.scorebook.limits import SEATS
from referee.web.forms import FieldGroup

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


_NUMBERS: Final = {
    "copies": ("paper-copies-not", MOST_COPIES),
    "players": ("paper-names-not", SEATS),
    "rows": ("paper-rows-not", MOST_ROWS),
}
"""The fields of numbers, with what is said where one is none, and the largest."""

FIELDS: Final = (*_CHOICES, *_NUMBERS, "sheet", "kit", "booklet", "beside", "stacked")
"""What an address may say of a sheet."""


def read_sheet(sent: MultiDict[str, str], sheets: Mapping[str, object]) -> tuple[str, PrintOptions]:
    """The sheet that an address asks for, the first where it names none, and what was chosen.

    Raises `SheetError` for what cannot be printed, and another `ValueError` for what is no choice.
    """
    chosen = {name: sent.get(name) or values[0] for name, values in _CHOICES.items()}
    numbers = {name: _number(name, sent[name]) for name in _NUMBERS if sent.get(name)}
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


def _number(name: str, text: str) -> int:
    number, (message, most) = parse_whole(text.strip()), _NUMBERS[name]
    if number is None:
        raise SheetError(say(message, most=most, **{name: text[:MOST_DIGITS]}))
    return number


def sheet_form(sent: MultiDict[str, str], variant: Variant, *, blank: bool) -> FieldGroup:
    """The fields as an address fills them, with what is wrong with their numbers.

    Blank sheets ask for how many they are.
    """
    choices = {
        name: {value: say(f"print-{name}_{value}") for value in values}
        for name, values in _CHOICES.items()
    }
    # The first is compared with where an address names none.
    first, *others = others_than(variant)
    choices["beside"] = {"": first.name} | {one.id: one.name for one in others}
    if blank:
        players = range(variant.players.least, min(variant.players.most, SEATS) + 1)
        choices["players"] = {"": say("print-players-any")} | {str(n): str(n) for n in players}
    numbers = {"copies": MOST_COPIES} | ({} if variant.deals else {"rows": MOST_ROWS})
    fields = {
        **{name: SelectField(choices=answers) for name, answers in choices.items()},
        **{name: StringField() for name in numbers},
    }
    usual = {name: next(iter(answers)) for name, answers in choices.items()}
    form = FieldGroup("", fields, sent, usual | {"copies": "1"})
    for name, most in numbers.items():
        text = sent.get(name)
        if text and not 1 <= (parse_whole(text) or 0) <= most:
            form[name].errors = [say("option-number", least=1, most=most)]
    for field in form:
        field.label.text = say(f"print-{field.name}")
    return form
