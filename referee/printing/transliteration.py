"""Names and notes in letters of the shipped fonts, for machines without a font for the others.

The shipped fonts have Latin, Greek, Cyrillic, Hebrew and Arabic letters. Chinese, Japanese, Korean
and others come from the machine that prints. Where it has none, anyascii spells them in Latin
letters, and pictures are left out.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import count, groupby
from typing import Final

from anyascii import anyascii

from referee.language import ISOLATE, ISOLATED, say
from referee.paths import PRINTABLES
from referee.printing.models import MOST_NAME, GameOnPaper
from referee.printing.text_cleanup import cleaned

_JOINERS: Final = "\u200c\u200d\ufe0e\ufe0f"
_BLANK_BEFORE_STOP: Final = re.compile(r"\s+(?=[,.;:!?])")


def in_plain_letters(game: GameOnPaper) -> GameOnPaper | None:
    """The game with all that was typed in letters of the shipped fonts; None where it is so."""
    named = (*game.names, *game.dealers, *game.winners)
    if all(map(_is_plain, (*named, game.title, game.note, *game.corrections, *game.rulings))):
        return None
    names = dict(zip(game.names, _distinct(game.names), strict=True))

    def name_of(player: str) -> str:
        return names.get(player) or plain_name(player)

    def text_of(text: str) -> str:
        for name in sorted(names, key=len, reverse=True):
            if not _is_plain(name):
                text = text.replace(name, names[name])
        return plain_text(text)

    return replace(
        game,
        title=text_of(game.title),
        names=tuple(map(name_of, game.names)),
        dealers=tuple(map(name_of, game.dealers)),
        winners=tuple(map(name_of, game.winners)),
        rows=tuple(
            replace(row, dealer=name_of(row.dealer), out=row.out and name_of(row.out))
            for row in game.rows
        ),
        corrections=tuple(map(text_of, game.corrections)),
        rulings=tuple(map(text_of, game.rulings)),
        note=text_of(game.note),
    )


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
                plain = stem[: MOST_NAME - len(number)].rstrip() + number
            taken.add(_looks(plain))
        distinct.append(plain)
    return tuple(distinct)


def _looks(name: str) -> str:
    """What two names share that look the same in a column, whatever their capitals."""
    return cleaned(name, MOST_NAME).casefold()


def plain_name(name: str) -> str:
    """A name in letters that the shipped fonts have; "" where none is left."""
    if _is_plain(name):
        return name
    plain = plain_text(name)
    return plain[:1].upper() + plain[1:] if any(map(str.isalnum, plain)) else ""


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
    kinds = groupby(unicodedata.normalize("NFKC", letters), lambda one: unicodedata.category(one))
    return "".join(
        anyascii("".join(run)) if kind[0] in "LM" else " " * (kind[0] != "C") for kind, run in kinds
    )


def _is_plain(text: str) -> bool:
    return text.isascii() or all(map(_is_shipped, text))


def _is_shipped(letter: str) -> bool:
    return letter.isspace() or letter in _shipped_letters()


@cache
def _shipped_letters() -> frozenset[str]:
    widths: Mapping[str, object] = json.loads(
        (PRINTABLES / "fonts" / "widths.json").read_text("utf-8")
    )
    spans = (span.split("-") for span in str(widths["further"]).split())
    further = {
        chr(code) for first, last in spans for code in range(int(first, 16), int(last, 16) + 1)
    }
    latin = widths["bold"]
    assert isinstance(latin, dict)
    return frozenset(latin) | further | {ISOLATE, ISOLATED}
