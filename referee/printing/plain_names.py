"""Names in letters that no font at hand may have: what stands for them on paper.

The shipped fonts have Latin, Greek, Cyrillic, Hebrew and Arabic letters. Chinese, Japanese, Korean
and others come from the machine that prints. Where it has none, kana and hangul are written in
Latin letters, pictures are left out, and what is empty then is called by its seat.
"""

import json
import unicodedata
from dataclasses import replace
from functools import cache

from referee.files import PRINTABLES
from referee.printing.paper import GameOnPaper

_JOINERS = "\u200c\u200d"
_SPELT = ("HIRAGANA LETTER ", "KATAKANA LETTER ", "HANGUL SYLLABLE ")


def in_plain_letters(game: GameOnPaper) -> GameOnPaper | None:
    """The game with its names in letters that the shipped fonts have; None where they are so."""
    texts = (*game.names, *game.dealers, *game.winners, game.title)
    if all(_is_plain(text) for text in texts):
        return None
    names = {name: plain_name(name, seat) for seat, name in enumerate(game.names)}

    def plain(name: str) -> str:
        return names.get(name) or plain_name(name, None)

    return replace(
        game,
        title=plain_text(game.title),
        names=tuple(names.values()) if len(names) == len(game.names) else _each(game.names),
        dealers=tuple(map(plain, game.dealers)),
        winners=tuple(map(plain, game.winners)),
        rows=tuple(
            replace(row, dealer=plain(row.dealer), out=plain(row.out) if row.out else None)
            for row in game.rows
        ),
        corrections=tuple(map(plain_text, game.corrections)),
        rulings=tuple(map(plain_text, game.rulings)),
        note=plain_text(game.note),
    )


def _each(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(plain_name(name, seat) for seat, name in enumerate(names))


def plain_name(name: str, seat: int | None) -> str:
    """A name in letters that the shipped fonts have; by its seat, from 0, where none is left."""
    plain = plain_text(name)
    if any(letter.isalnum() for letter in plain):
        return plain
    return "" if seat is None else f"Player {seat + 1}"


def plain_text(text: str) -> str:
    """Text in letters that the shipped fonts have: what they lack is spelt, or left out."""
    if _is_plain(text):
        return text
    parts = [_spelt(letter) for letter in unicodedata.normalize("NFKC", text)]
    words = "".join(parts).split()
    return " ".join(word[:1].upper() + word[1:] for word in words)


def _spelt(letter: str) -> str:
    if _has(letter):
        # What joined letters that are gone now would stand alone.
        return "" if letter in _JOINERS else letter
    name = unicodedata.name(letter, "")
    return name.split()[-1].lower() if name.startswith(_SPELT) else ""


def _is_plain(text: str) -> bool:
    return text.isascii() or all(_has(letter) or letter.isspace() for letter in text)


def _has(letter: str) -> bool:
    return letter in _shipped()


@cache
def _shipped() -> frozenset[str]:
    read = json.loads((PRINTABLES / "fonts" / "widths.json").read_text("utf-8"))
    further = (span.split("-") for span in read["further"].split())
    rows = (range(int(first, 16), int(last, 16) + 1) for first, last in further)
    return frozenset(read["bold"]) | {chr(code) for row in rows for code in row}
