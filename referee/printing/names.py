"""Names at the head of a column: the size of print and the line ends that fit them in."""

from dataclasses import dataclass
from math import ceil, inf
from typing import Final

from referee.printing.words import shortened, width

_NAME_TALL: Final = 12
"""Millimetres of height that a name may fill."""

_SIZES: Final = (("large", 14), ("middle", 11), ("small", 9), ("least", 7.5))
"""Sizes of print for a name, in points, and the classes that set them."""

_POINT: Final = 0.353
_LETTER: Final = 0.56
"""Millimetres in a point; the width of a bold letter, in sizes of print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One player of the pad: a name, empty on a blank one, and a size of print that fits it.

    The name is in parts, between which a line may end with a hyphen.
    """

    parts: tuple[str, ...]
    size: str


def fit_name(name: str, mm: float) -> Column:
    """The name in the largest print that holds it in its column, shortened where none does."""
    for size, points in _SIZES:
        letters, lines = _letters_and_lines(mm, points)
        if _lines_taken(name, letters) <= lines:
            return Column(parts=(name,), size=size)
    return Column(parts=_broken(shortened(name, (letters - 1) * lines), letters), size=size)


def _broken(name: str, letters: int) -> tuple[str, ...]:
    """The name with the words that are wider than a line cut into parts of about one length."""
    parts = [""]
    for word in name.split():
        number = ceil(width(word) / letters)
        size = ceil(len(word) / number)
        parts[-1] += word[:size]
        parts += [word[at : at + size] for at in range(size, len(word), size)]
        parts[-1] += " "
    parts[-1] = parts[-1].rstrip()
    return tuple(parts)


def _letters_and_lines(mm: float, points: float) -> tuple[int, int]:
    print_mm = points * _POINT
    return int((mm - 1.6) / (print_mm * _LETTER)), int(_NAME_TALL / (print_mm * 1.05))


def _lines_taken(name: str, letters: int) -> float:
    """How many lines a name takes without breaking a word; infinite where it must be broken."""
    lines, used = 1, 0
    for word in name.split():
        if width(word) > letters:
            return inf
        used += width(word) + (used > 0)
        if used > letters:
            lines, used = lines + 1, width(word)
    return lines
