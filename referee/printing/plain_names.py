"""Names in letters that no font at hand may have: what stands for them on paper.

The shipped fonts have Latin, Greek, Cyrillic, Hebrew and Arabic letters. Chinese, Japanese, Korean
and others come from the machine that prints. Where it has none, kana and hangul are written in
Latin letters, pictures are left out, and what is empty then is called by its seat.
"""

import json
import unicodedata
from collections import Counter
from dataclasses import replace
from functools import cache

from referee.files import PRINTABLES
from referee.printing.paper import MOST_NAME, GameOnPaper
from referee.printing.words import cleaned

_JOINERS = "\u200c\u200d"
_SPELT = ("HIRAGANA LETTER ", "KATAKANA LETTER ", "HANGUL SYLLABLE ")


def in_plain_letters(game: GameOnPaper) -> GameOnPaper | None:
    """The game with its names in letters that the shipped fonts have; None where they are so."""
    texts = (*game.names, *game.dealers, *game.winners, game.title)
    if all(_is_plain(text) for text in texts):
        return None
    seated = _seated(game.names)
    names = dict(zip(game.names, seated, strict=True))

    def plain(name: str) -> str:
        return names.get(name) or plain_name(name, None)

    def told(sentence: str) -> str:
        for name in sorted(game.names, key=len, reverse=True):
            if not _is_plain(name):
                sentence = sentence.replace(name, names[name])
        return plain_text(sentence)

    return replace(
        game,
        title=plain_text(game.title),
        names=seated,
        dealers=tuple(map(plain, game.dealers)),
        winners=tuple(map(plain, game.winners)),
        rows=tuple(
            replace(row, dealer=plain(row.dealer), out=plain(row.out) if row.out else None)
            for row in game.rows
        ),
        corrections=tuple(map(told, game.corrections)),
        rulings=tuple(map(told, game.rulings)),
        note=plain_text(game.note),
    )


def _seated(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names in plain letters, in seat order: those that would be the same tell their seats."""
    plain = [plain_name(name, seat) for seat, name in enumerate(names)]
    alike = Counter(_seen(one) for one in plain)
    # A name that was plain before is left as it is, and none is made the same as another.
    taken = {_seen(one) for one in names if _is_plain(one)} | {
        one for one, times in alike.items() if times == 1
    }
    for seat, name in enumerate(names):
        if _is_plain(name) or alike[_seen(plain[seat])] == 1:
            continue
        behind = ""
        while not behind or _seen(plain[seat]) in taken:
            behind += f" {seat + 1}"
            plain[seat] = plain_name(name, seat)[: MOST_NAME - len(behind)].rstrip() + behind
        taken.add(_seen(plain[seat]))
    return tuple(plain)


def _seen(name: str) -> str:
    """What two names share that look the same in a column, whatever their capitals."""
    return cleaned(name, MOST_NAME).casefold()


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
