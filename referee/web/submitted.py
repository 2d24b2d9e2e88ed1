"""What a person entered in a form, to be shown again where it was not saved."""

import re
from collections.abc import Mapping
from typing import Final

from referee.language import has, say
from referee.scorebook.checked import parse_whole
from referee.scorebook.names import strip_invisible

_KEYS: Final = re.compile(r"p\d+( p\d+)*")
"""What a field holds in which players were chosen; messages name it, as they name the others."""
_PART: Final = re.compile(r"part\d+")

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
    # Cards that were tapped stand beside the field of their hand.
    kind, _, of = field.removeprefix("cards-").rpartition("-")
    if has(mark := f"deal-mark-{field}"):
        return say(mark), say("submitted-yes")
    for label in (f"submitted-{field}", f"deal-feat-{field}"):
        if has(label):
            return say(label), _chosen(field, text, names)
    if kind in ("", "points") or _PART.fullmatch(kind):
        return (_player(of, names), text) if kind or field != of else None
    if has(hand := f"hand-of-{kind}"):
        return say(hand, name=_player(of, names)), text
    if kind == "fate" and has(fate := f"hand-fate-{text}"):
        return _player(of, names), say(fate)
    if kind == "name":
        return say("submitted-seat", seat=_number(of, 1)), text
    option = field.removeprefix("option-")
    return (option.replace("_", " "), text) if option != field else None


def _chosen(field: str, text: str, names: Mapping[str, str]) -> str:
    if _KEYS.fullmatch(text):
        return ", ".join(_player(key, names) for key in text.split())
    chosen = f"people-chose-{text}"
    return say(chosen) if field == "begins" and has(chosen) else text


def _player(key: str, names: Mapping[str, str]) -> str:
    if key in names:
        return names[key]
    return say("submitted-player-number", player=_number(key[1:], 0)) if key[:1] == "p" else key


def _number(text: str, more: int) -> str:
    number = parse_whole(text)
    return text if number is None else str(number + more)
