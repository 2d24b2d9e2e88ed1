"""Names at the heads of columns: whole, smaller where they are long, then broken at a syllable."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

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

_VOWEL: Final = "[aeiouyæøœ]"
_SOUND: Final = "(?>[cpst]h|ck|[^aeiouyæøœ])"
_SYLLABLE: Final = re.compile(f"{_VOWEL}(?:{_SOUND}(?={_SOUND}+{_VOWEL})|(?={_SOUND}{_VOWEL}))")
"""Up to where a syllable ends, in small letters without accents."""


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
    return tuple(
        Head(lines=broken(name, room, size if whole else least), size=size if whole else least)
        for name, whole in zip(names, sizes_of, strict=True)
    )


def _is_whole(name: str, room: float, size: float) -> bool:
    parts = (text_width(part, size, _CUT) for _, part in _PART.findall(name))
    return all(part <= room for part in parts) and len(broken(name, room, size)) <= _LINES


def broken(name: str, room: float, size: float) -> tuple[str, ...]:
    """A name on lines so wide; words that are wider are broken.

    That is at a hyphen if they have any, else at a syllable.
    """

    def fits(text: str) -> bool:
        return text_width(text, size, _CUT) <= room

    lines: list[str] = []
    for space, rest in _PART.findall(name):
        if lines and fits(f"{lines[-1]}{space}{rest}"):
            lines[-1] += f"{space}{rest}"
            continue
        while not fits(rest):
            ends = {end for end in range(1, len(rest)) if fits(f"{rest[:end]}-")}
            end = max(ends.intersection(_ends(rest)) or ends or {1})
            # Scripts without capitals have no hyphens either.
            hyphen = rest[:end].isalpha() and rest[:end] != rest[:end].swapcase()
            lines.append(rest[:end] + "-" * hyphen)
            rest = rest[end:]
        lines.append(rest)
    return tuple(lines)


def _ends(word: str) -> Iterator[int]:
    """Where syllables of a word in Latin letters end, with two letters before and three behind."""
    plain = "".join(unicodedata.normalize("NFD", letter.lower())[0] for letter in word)
    ends = (syllable.end() for syllable in _SYLLABLE.finditer(plain))
    return (end for end in ends if 2 <= end <= len(word) - 3)
