"""What a person entered in a form, to be shown again where it was not saved."""

from collections.abc import Mapping
from typing import Final

from referee.language import has, say
from referee.scorebook.names import strip_invisible

_CHOSEN: Final = frozenset({"out", "player", "after", "dealer", "one", "other", "order"})
"""Fields that hold the keys of players. Messages name them, as they name the other fields."""

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
    if has(mark := f"deal-mark-{field}"):
        return say(mark), say("submitted-yes")
    if not of:
        chosen = f"people-chose-{text}"
        if field in _CHOSEN:
            text = ", ".join(_player(key, names) for key in text.split())
        elif field == "begins" and has(chosen):
            text = say(chosen)
        return (say(label), text) if has(label := f"submitted-{field}") else None
    if kind in ("cards", "points"):
        return _player(of, names), text
    if kind == "melded":
        return say("hand-of-melded", name=_player(of, names)), text
    if kind == "fate" and has(fate := f"hand-fate-{text}"):
        return _player(of, names), say(fate)
    if kind == "name":
        return say("submitted-seat", seat=_number(of, 1)), text
    return (of.replace("_", " "), text) if kind == "option" else None


def _player(key: str, names: Mapping[str, str]) -> str:
    if key in names:
        return names[key]
    return say("submitted-player-number", player=_number(key[1:], 0)) if key[:1] == "p" else key


def _number(text: str, more: int) -> str:
    return str(int(text) + more) if text.isascii() and text.isdecimal() and len(text) < 4 else text
