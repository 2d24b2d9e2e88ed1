"""Names at the head of a column: the size of print and the line ends that fit them in."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from referee.printing.heads import halves
from referee.printing.measure import line, wide
from referee.printing.words import shortened, width

SIZES: Final = (14.0, 12.0, 11.0, 10.0, 9.0, 8.0)
"""Sizes of print for a name, in points."""

LARGE: Final = (16.0, 14.0)

_EDGE: Final = 1.6
_LETTER: Final = 0.62
"""Width of a bold letter in sizes of print, for names that are cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One player of the pad: a name, empty on a blank one, and its print in half points.

    The name is in parts, between which a line may end with a hyphen.
    """

    parts: tuple[str, ...]
    size: int


def fit_names(
    names: Sequence[str], mm: float, tall: float, sizes: Sequence[float] = SIZES
) -> tuple[Column, ...]:
    """Names side by side, all in the largest print that holds each of them in its column.

    A name that not even the smallest print holds is cut to its column in that, by itself.
    """
    largest = [next((one for one in sizes if _stands(name, mm - _EDGE, tall, one)), None)
               for name in names]  # fmt: skip
    size = min(filter(None, largest), default=sizes[-1])
    return tuple(
        Column(parts=(name,), size=halves(size)) if fits else _cut(name, mm, tall, sizes[-1])
        for name, fits in zip(names, largest, strict=True)
    )


def _cut(name: str, mm: float, tall: float, points: float) -> Column:
    """The name shortened, and broken where a word is wider than its column."""
    letters = max(int((mm - _EDGE) / (points * 0.353 * _LETTER)), 2)
    count = max(int(tall / line(points)), 1)
    short = shortened(name, max((letters - 1) * count, 2))
    return Column(parts=_broken(short, letters), size=halves(points))


def _stands(name: str, mm: float, tall: float, points: float) -> bool:
    """Whether a name fits without breaking a word."""
    count, used, space = 1, 0.0, wide(" ", points, bold=True)
    for word in name.split():
        long = wide(word, points, bold=True)
        if long > mm:
            return False
        if used and used + space + long > mm:
            count, used = count + 1, long
        else:
            used += long + (space if used else 0)
    return count * line(points) <= tall


def _broken(name: str, letters: int) -> tuple[str, ...]:
    """The name with the words that are wider than a line cut into parts of about one length."""
    parts = [""]
    for word in name.split():
        number = ceil(width(word) / letters)
        size = ceil(len(word) / max(number, 1))
        parts[-1] += word[:size]
        parts += [word[at : at + size] for at in range(size, len(word), size)]
        parts[-1] += " "
    parts[-1] = parts[-1].rstrip()
    return tuple(parts)
