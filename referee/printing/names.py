"""Names at the heads of columns: whole, smaller where they are long, then broken at a syllable."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from pyphen import LANGUAGES, Pyphen

from referee.printing.text_metrics import Cut, line_height, text_width

SIZES: Final = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.5, 9.0, 8.5, 8.0)
LARGE_SIZES: Final = (20.0, 18.0, 16.0)
"""Sizes of print for a name at the head of a column, in points."""

_LARGER: Final = 1.5
"""How much larger a whole name is than one beside it that is broken, at most."""

_EDGE: Final = 1.8
_LINES: Final = 2
_CUT: Final[Cut] = "strong"
_PART: Final = re.compile(r"( *)([^ -]*-+|[^ -]+)")
"""A word, or part of one up to a hyphen, that a line may end behind; first the space before it."""

_LANGUAGES: Final = ("en_GB", "en_US", "es", "it_IT", "nl_NL", "pl_PL", "el_GR", "ru_RU", "uk_UA")
_LINE: Final = 1.2
_UNEVEN: Final = 0.03
"""Whose dictionaries say where syllables end, whatever language a name is in, none of which takes
long to read; and how many breaks that all of them are against are as bad as a line more, or as the
square of a letter by which a piece is longer than others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The head of a player's column: the lines of a name, none on a blank pad, and its print."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """Millimetres of all lines."""
        return len(self.lines) * line_height(self.size)


def fit_names(names: Sequence[str], width: float, sizes: Sequence[float]) -> tuple[Head, ...]:
    """Names side by side, all in the largest print that holds each of them whole on two lines.

    A name that is whole in none is broken at syllables in the smallest, and the others are no
    more than `_LARGER` beside it.
    """
    room, least = width - _EDGE, sizes[-1]
    sizes_of = [next((size for size in sizes if _is_whole(name, room, size)), 0) for name in names]
    most = sizes[0] if all(sizes_of) else _LARGER * least
    size = min(filter(None, sizes_of), default=least)
    size = max(one for one in sizes if one <= min(size, most))
    prints = [size if whole else least for whole in sizes_of]
    own = zip(names, prints, strict=True)
    return tuple(Head(lines=broken(name, room, size), size=size) for name, size in own)


def _is_whole(name: str, room: float, size: float) -> bool:
    parts = (text_width(part, size, _CUT) for _, part in _PART.findall(name))
    return all(part <= room for part in parts) and len(broken(name, room, size)) <= _LINES


def broken(name: str, room: float, size: float) -> tuple[str, ...]:
    """A name on lines so wide; words that are wider are broken at a hyphen, else at a syllable."""

    def fits(text: str) -> bool:
        return text_width(text, size, _CUT) <= room

    lines: list[str] = []
    for space, rest in _PART.findall(name):
        if lines and fits(f"{lines[-1]}{space}{rest}"):
            lines[-1] += f"{space}{rest}"
            continue
        lines += [rest] if fits(rest) else _pieces(rest, fits)
    return tuple(lines)


def _pieces(word: str, fits: Callable[[str], bool]) -> tuple[str, ...]:
    """A word on lines of its own, broken where that is likeliest right, on about even lines."""
    likely, length = _likely_ends(word), len(word)
    # From each letter on, how bad the lines of the rest are, and they themselves.
    best: dict[int, tuple[float, tuple[str, ...]]] = {}
    for at in reversed(range(length)):
        rest = word[at:]
        ways: list[tuple[float, tuple[str, ...]]] = []
        if fits(rest) or len(rest) == 1:
            ways = [(_UNEVEN * len(rest) ** 2, (rest,))]
        ends = [end for end in range(at + 2, length - 1) if fits(f"{word[at:end]}-")]
        # One letter stands alone only where no more have room.
        for end in ends or [at + 1] * (not ways):
            piece, (worse, lines) = word[at:end], best[end]
            # Scripts without capitals have no hyphens either, nor has what is no word.
            is_word = re.sub("['’]", "", piece).isalpha() and piece != piece.swapcase()
            bad = _LINE + 1 - likely.get(end, 0) + _UNEVEN * len(piece) ** 2 + worse
            ways.append((bad, (piece + "-" * is_word, *lines)))
        best[at] = min(ways)
    return best[0][1]


def _likely_ends(word: str) -> Mapping[int, float]:
    """Where syllables end, and the share of the dictionaries with all its letters that say so.

    Where none has them all, they are taken without accents.
    """
    small = word.lower()
    plain = "".join(unicodedata.normalize("NFD", letter)[0] for letter in small)
    for spelt in (small, plain):
        parts = [*re.finditer(r"[^\W\d_]+", spelt)]
        letters = {letter for part in parts for letter in part[0]}
        known = [one for one, alphabet in _dictionaries() if letters <= alphabet]
        if known:
            break
    ends = Counter(
        part.start() + end for one in known for part in parts for end in one.positions(part[0])
    )
    return {end: said / len(known) for end, said in ends.items()}


@cache
def _dictionaries() -> list[tuple[Pyphen, frozenset[str]]]:
    """The dictionaries that are there, and the letters that each has.

    The site that runs in a browser has the smallest of them alone.
    """
    read = [Pyphen(lang=language) for language in _LANGUAGES if language in LANGUAGES]
    return [(one, frozenset("".join(one.hd.patterns))) for one in read]
