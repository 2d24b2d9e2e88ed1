"""Names and notes in letters of the shipped fonts, for machines without a font for the others.

The shipped fonts have Latin, Greek, Cyrillic, Hebrew and Arabic letters. Chinese, Japanese, Korean
and others come from the machine that prints. Where it has none, anyascii spells them in Latin
letters, and pictures are left out.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import count, groupby
from typing import Any, Final

from anyascii import anyascii

from referee.language import ISOLATE, ISOLATED, capitalized, say
from referee.printing.models import GameOnPaper
from referee.printing.text_cleanup import cleaned
from referee.printing.text_metrics import font_widths
from referee.scorebook.limits import NAME_LENGTH

_JOINERS: Final = "\u200c\u200d\ufe0e\ufe0f"
_SYLLABLE: Final = re.compile("(?<=[a-z])(?=[A-Z])")
"""Before a sign that is spelt with a capital, as Chinese and Korean ones are."""

_BLANK_BEFORE_STOP: Final = re.compile(r"\s+(?=[,.;:!?])")


def in_plain_letters(game: GameOnPaper) -> GameOnPaper | None:
    """The game with all that was typed in letters of the shipped fonts; None where it is so."""
    names = spelt_names(game)
    strange = sorted(names, key=len, reverse=True)

    def text_of(text: str) -> str:
        for name in strange:
            text = text.replace(name, names[name])
        return plain_text(text)

    plain = _each_text(game, text_of)
    return None if plain == game else plain


def spelt_names(game: GameOnPaper) -> dict[str, str]:
    """The names with letters that the shipped fonts lack, each with the one in its place."""
    plain = zip(game.names, _distinct(game.names), strict=True)
    return {name: spelt for name, spelt in plain if not _is_plain(name)}


def _each_text(value: Any, text_of: Callable[[str], str]) -> Any:
    """The same value with every text in it put otherwise."""
    if isinstance(value, str):
        return text_of(value)
    if isinstance(value, tuple):
        return tuple(_each_text(part, text_of) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {
            part.name: _each_text(getattr(value, part.name), text_of) for part in fields(value)
        }
        return replace(value, **parts)
    return value


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names in plain letters, numbered where two would look the same."""
    taken = {_looks(name) for name in names if _is_plain(name)}
    distinct = []
    for seat, name in enumerate(names, start=1):
        plain = name
        if not _is_plain(name):
            plain = stem = plain_name(name) or say("paper-player", number=seat)
            numbers = count(seat)
            while _looks(plain) in taken:
                number = f" {next(numbers)}"
                plain = stem[: NAME_LENGTH - len(number)].rstrip() + number
            taken.add(_looks(plain))
        distinct.append(plain)
    return tuple(distinct)


def _looks(name: str) -> str:
    """What two names share that look the same in a column, whatever their capitals."""
    return cleaned(name, NAME_LENGTH).casefold()


def plain_name(name: str) -> str:
    """A name in letters that the shipped fonts have; "" where none is left."""
    if _is_plain(name):
        return name
    plain = plain_text(name)
    return capitalized(plain) if any(map(str.isalnum, plain)) else ""


def plain_text(text: str) -> str:
    """Text in letters that the shipped fonts have: other letters are spelt, the rest left out."""
    if _is_plain(text):
        return text
    plain = ""
    for shipped, run in groupby(unicodedata.normalize("NFC", text), _is_shipped):
        letters = "".join(run)
        plain += letters.strip(_JOINERS) if shipped else _spelt(letters)
    return _BLANK_BEFORE_STOP.sub("", " ".join(plain.split()))


def _spelt(letters: str) -> str:
    """Letters of other scripts in Latin ones; a blank for what is no letter."""
    kinds = groupby(unicodedata.normalize("NFKC", letters), unicodedata.category)
    return "".join(
        _SYLLABLE.sub(" ", anyascii("".join(run))) if kind[0] in "LM" else " " * (kind[0] != "C")
        for kind, run in kinds
    )


def _is_plain(text: str) -> bool:
    return text.isascii() or all(map(_is_shipped, set(text)))


def _is_shipped(letter: str) -> bool:
    return letter.isspace() or letter in _shipped_letters()


@cache
def _shipped_letters() -> frozenset[str]:
    widths = font_widths()
    spans = (span.split("-") for span in widths["further"].split())
    further = {
        chr(code) for first, last in spans for code in range(int(first, 16), int(last, 16) + 1)
    }
    return frozenset(widths["bold"]) | further | {ISOLATE, ISOLATED}
