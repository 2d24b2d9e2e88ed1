"""Names at the head of a column: the size of print and the line ends that fit them in."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from referee.printing.text_cleanup import column_count, shortened
from referee.printing.text_metrics import POINT, line_height, text_width

SIZES: Final = (14.0, 12.0, 11.0, 10.0, 9.0, 8.0)
"""Sizes of print for a name, in points."""

LARGE_SIZES: Final = (16.0, 14.0)

_EDGE: Final = 1.6
_LETTER: Final = 0.62
"""Width of a bold letter in sizes of print, for names that are cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameColumn:
    """The head of a player's column: a name, empty on a blank pad, and its print in points.

    The name is in parts, between which a line may end with a hyphen.
    """

    parts: tuple[str, ...]
    size: float


def fit_names(
    names: Sequence[str], width: float, height: float, sizes: Sequence[float] = SIZES
) -> tuple[NameColumn, ...]:
    """Names side by side, all in the largest print that holds each of them in its column.

    A name that not even the smallest print holds is cut to its column in that, by itself.
    """
    fitting = [
        next((size for size in sizes if _fits(name, width - _EDGE, height, size)), None)
        for name in names
    ]
    size = min(filter(None, fitting), default=sizes[-1])
    return tuple(
        NameColumn(parts=(name,), size=size) if fits else _cut(name, width, height, sizes[-1])
        for name, fits in zip(names, fitting, strict=True)
    )


def _fits(name: str, width: float, height: float, size: float) -> bool:
    """Whether a name fits without breaking a word."""
    lines, used, space = 1, 0.0, text_width(" ", size, bold=True)
    for word in name.split():
        needed = text_width(word, size, bold=True)
        if needed > width:
            return False
        if used and used + space + needed > width:
            lines, used = lines + 1, needed
        else:
            used += needed + (space if used else 0)
    return lines * line_height(size) <= height


def _cut(name: str, width: float, height: float, size: float) -> NameColumn:
    """The name shortened, and words wider than its column in parts of about one length."""
    letters = max(int((width - _EDGE) / (size * POINT * _LETTER)), 2)
    lines = max(int(height / line_height(size)), 1)
    parts = [""]
    for word in shortened(name, max((letters - 1) * lines, 2)).split():
        step = ceil(len(word) / max(ceil(column_count(word) / letters), 1))
        first, *further = (word[start : start + step] for start in range(0, len(word), step))
        parts[-1] += first
        parts += further
        parts[-1] += " "
    parts[-1] = parts[-1].rstrip()
    return NameColumn(parts=tuple(parts), size=size)
