"""What a person entered in a form, to be shown again where it was not saved."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from referee.scorebook.names import seen
from referee.web.words import label

_CHOSEN: Final = MappingProxyType(
    {
        "out": "entered.out",
        "player": "entered.player",
        "after": "entered.after",
        "dealer": "entered.dealer",
        "one": "entered.one",
        "other": "entered.other",
    }
)
"""Fields that hold the key of a player, and their labels."""

_TEXTS: Final = MappingProxyType(
    {
        "name": "entered.name",
        "title": "entered.title",
        "day": "entered.day",
        "begins": "entered.begins",
        "points": "entered.points",
    }
)
SHOWN_LENGTH: Final = 400
"""Characters shown of one field."""


def submitted_values(
    form: Mapping[str, str], names: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """What somebody typed or chose in a form, by its label; empty and hidden fields are left out.

    `names` are the players' names by their keys; a key without a name is shown as a number.
    """
    lines: dict[str, list[str]] = {}
    for field, text in form.items():
        shown = seen(text).strip()[:SHOWN_LENGTH]
        if shown and (line := _line(field, shown, names)):
            lines.setdefault(line[0], []).append(line[1])
    return tuple((name, " · ".join(texts)) for name, texts in lines.items())


def _line(field: str, text: str, names: Mapping[str, str]) -> tuple[str, str] | None:
    kind, _, of = field.partition("-")
    if field in _CHOSEN:
        return label(_CHOSEN[field]), _player(text, names)
    if field in _TEXTS:
        return label(_TEXTS[field]), text
    if field == "order":
        return label("entered.order"), ", ".join(_player(key, names) for key in text.split())
    if kind in ("cards", "points"):
        return _player(of, names), text
    if kind == "name":
        return label("entered.seat", seat=_number(of, 1)), text
    if kind == "option":
        return of.replace("_", " "), text
    return None


def _player(key: str, names: Mapping[str, str]) -> str:
    if key in names:
        return names[key]
    return label("entered.player.number", player=_number(key[1:], 0)) if key[:1] == "p" else key


def _number(text: str, more: int) -> str:
    return str(int(text) + more) if text.isascii() and text.isdecimal() and len(text) < 4 else text
