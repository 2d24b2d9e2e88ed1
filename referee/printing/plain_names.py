"""Letters that no font at hand may have: what stands for names and notes in them on paper.

The shipped fonts have Latin, Greek, Cyrillic, Hebrew and Arabic letters. Chinese, Japanese, Korean
and others come from the machine that prints. Where it has none, kana and hangul are written in
Latin letters, pictures are left out, and a name that is empty then is called by its seat.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby

from referee.files import PRINTABLES
from referee.language import ISOLATE, ISOLATED
from referee.printing.paper import MOST_NAME, GameOnPaper
from referee.printing.wording import WORDS
from referee.printing.words import cleaned

_TIES = "\u200c\u200d\ufe0e\ufe0f"
_STOPS = ",.;:!?"
_SPELT = ("HIRAGANA LETTER ", "KATAKANA LETTER ", "HANGUL SYLLABLE ")


def in_plain_letters(game: GameOnPaper) -> GameOnPaper | None:
    """The game with all that was typed in letters of the shipped fonts; None where it is so."""
    named = (*game.names, *game.dealers, *game.winners)
    if all(map(_is_plain, (*named, game.title, game.note, *game.corrections, *game.rulings))):
        return None
    names = dict(zip(game.names, _seated(game.names), strict=True))
    return replace(
        game,
        title=_told(game.title, names),
        names=tuple(names[name] for name in game.names),
        dealers=tuple(_called(name, names) for name in game.dealers),
        winners=tuple(_called(name, names) for name in game.winners),
        rows=tuple(
            replace(
                row,
                dealer=_called(row.dealer, names),
                out=_called(row.out, names) if row.out else None,
            )
            for row in game.rows
        ),
        corrections=tuple(_told(sentence, names) for sentence in game.corrections),
        rulings=tuple(_told(sentence, names) for sentence in game.rulings),
        note=_told(game.note, names),
    )


def _called(name: str, names: Mapping[str, str]) -> str:
    """What the player of that name is called on paper."""
    return names.get(name) or plain_name(name)


def _told(sentence: str, names: Mapping[str, str]) -> str:
    """A sentence in plain letters, in which the players are called as everywhere else."""
    for name in sorted(names, key=len, reverse=True):
        if not _is_plain(name):
            sentence = sentence.replace(name, names[name])
    return plain_text(sentence)


def _seated(names: Sequence[str]) -> tuple[str, ...]:
    """The names in plain letters, in seat order: those that would be the same tell their seats."""
    plain = [plain_name(name) for name in names]
    alike = Counter(map(_seen, plain))
    # A name that was plain before is left as it is, and none is made the same as another.
    free = [not _is_plain(name) and (not new or alike[_seen(new)] > 1)
            for name, new in zip(names, plain, strict=True)]  # fmt: skip
    taken = {_seen(new) for new, one in zip(plain, free, strict=True) if not one}
    for seat in range(len(names)):
        if free[seat]:
            tries = _by_seat(plain[seat], seat + 1)
            plain[seat] = next(one for one in tries if _seen(one) not in taken)
            taken.add(_seen(plain[seat]))
    return tuple(plain)


def _by_seat(name: str, number: int) -> Iterator[str]:
    """What a player may be called by the number of the seat, the best first, without end."""
    if not name:
        yield WORDS["plain.player"].format(number=number)
        name = WORDS["plain.seat"].format(number=number)
        yield name
    behind = ""
    while True:
        behind += f" {number}"
        yield name[: MOST_NAME - len(behind)].rstrip() + behind


def _seen(name: str) -> str:
    """What two names share that look the same in a column, whatever their capitals."""
    return cleaned(name, MOST_NAME).casefold()


def plain_name(name: str) -> str:
    """A name in letters that the shipped fonts have; "" where none is left.

    What had to be spelt begins with a capital.
    """
    if _is_plain(name):
        return name
    plain = _words(name, named=True)
    return plain if any(map(str.isalnum, plain)) else ""


def plain_text(text: str) -> str:
    """Text in letters that the shipped fonts have: what they lack is spelt, or left out."""
    return _words(text)


def _words(text: str, *, named: bool = False) -> str:
    found = ""
    for word in text.split():
        plain = _spelt(word, named=named)
        # A comma behind a picture that is gone belongs to the word before.
        tied = plain != word and plain[:1] in _STOPS
        if plain:
            found += plain if tied else f" {plain}"
    return found.strip()


def _spelt(word: str, *, named: bool) -> str:
    """One word in plain letters, which may leave none of it or make two of it."""
    if _is_plain(word):
        return word
    found = ""
    for known, run in groupby(unicodedata.normalize("NFC", word), _has):
        letters = "".join(run)
        if known:
            # What tied letters that are gone now would stand alone.
            found += letters.strip(_TIES)
            continue
        for letter in unicodedata.normalize("NFKC", letters):
            sound = letter if _has(letter) else _sound(letter)
            begins = not found or found.endswith(" ")
            found += sound.capitalize() if named and begins else sound
    return " ".join(found.split())


def _sound(letter: str) -> str:
    """A letter that no shipped font has as it sounds; a blank where others stood for words."""
    name, kind = unicodedata.name(letter, ""), unicodedata.category(letter)
    if name.startswith(_SPELT):
        return name.split()[-1].lower()
    # Marks belong to the letter before, also the one for a long vowel.
    return "" if kind[0] in "MC" or kind == "Lm" else " "


def _is_plain(text: str) -> bool:
    return text.isascii() or all(_has(letter) or letter.isspace() for letter in text)


def _has(letter: str) -> bool:
    return letter in _shipped() or letter in (ISOLATE, ISOLATED)


@cache
def _shipped() -> frozenset[str]:
    read = json.loads((PRINTABLES / "fonts" / "widths.json").read_text("utf-8"))
    further = (span.split("-") for span in read["further"].split())
    rows = (range(int(first, 16), int(last, 16) + 1) for first, last in further)
    return frozenset(read["bold"]) | {chr(code) for row in rows for code in row}
