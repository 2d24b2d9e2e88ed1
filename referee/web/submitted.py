"""What a person entered in a form, to be shown again where it was not saved."""

from collections.abc import Mapping
from typing import Final

from referee.language import has, say
from referee.scorebook.names import strip_invisible

_CHOSEN: Final = frozenset({"out", "player", "after", "dealer", "one", "other"})
"""Fields that hold the key of a player; messages name them, as they do the next."""

_TEXTS: Final = frozenset({"name", "title", "day", "begins", "points"})

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
        shown = strip_invisible(text).strip()[:SHOWN_LENGTH]
        if shown and (line := _line(field, shown, names)):
            lines.setdefault(line[0], []).append(line[1])
    return tuple((name, " · ".join(texts)) for name, texts in lines.items())


def _line(field: str, text: str, names: Mapping[str, str]) -> tuple[str, str] | None:
    kind, _, of = field.partition("-")
    if field in _CHOSEN | _TEXTS:
        return say(f"submitted-{field}"), _player(text, names) if field in _CHOSEN else text
    if field == "order":
        return say("submitted-order"), ", ".join(_player(key, names) for key in text.split())
    if kind in ("cards", "points"):
        return _player(of, names), text
    if kind == "melded":
        return say("hand-of-melded", name=_player(of, names)), text
    if (fate := f"hand-fate-{text}") and kind == "fate" and has(fate):
        return _player(of, names), say(fate)
    if has(mark := f"deal-mark-{field}"):
        return say(mark), say("submitted-yes")
    if kind == "name":
        return say("submitted-seat", seat=_number(of, 1)), text
    if kind == "option":
        return of.replace("_", " "), text
    return None


def _player(key: str, names: Mapping[str, str]) -> str:
    if key in names:
        return names[key]
    return say("submitted-player-number", player=_number(key[1:], 0)) if key[:1] == "p" else key


def _number(text: str, more: int) -> str:
    return str(int(text) + more) if text.isascii() and text.isdecimal() and len(text) < 4 else text
