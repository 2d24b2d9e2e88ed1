"""How a score pad is ruled: its columns by the width of the paper, its rows by what is left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from math import ceil
from typing import Any, Final

from referee.language import say
from referee.printing.geometry import Frame
from referee.printing.options import MOST_ROWS, SheetError
from referee.printing.text_metrics import POINT

UPPER: Final = 0.6
"""Part of a row above its dots, where the points of the deal stand and the total below."""

_WISH: Final = 32
"""Millimetres of a player's column for which the column before them is narrower."""

_BEFORE: Final = 22
_LEAST: Final = 9.0
_LEAST_LARGE: Final = 13.0
_PART: Final = 10.5
"""Millimetres at least before the players' columns with contracts, of each of these, and of half
of one to write in."""

_FIGURES: Final = 16.0
_LEAST_FIGURES: Final = 6.0
_EDGE: Final = 1.4
_DIGIT: Final = 0.74
"""Print of figures at most and at least, millimetres of a column that they leave free, and how high
they are in sizes of print."""

DOT: Final = 0.8
"""Millimetres from the middle of the dealer's dot to its edge."""

_MOST_ROW: Final = 34
_MOST_LARGE_ROW: Final = 36
_ROOMY_ROW: Final = 16
"""Millimetres of a row at most, and from which a pad has room for all house rules at its foot."""

Way = tuple[int, float, float]
"""How much of a deal a row says, from 0 for all to 3 for words alone, the print of these, and
millimetres of its cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """What the width of the paper settles, in millimetres.

    `before`: what stands before the players' columns, each of which is a `column` wide. `figure`:
    the widest figure for a point of print, 0 on a blank pad, and `least` the print of it at least.
    `halved`: whether two figures have room side by side.
    """

    width: float
    before: int
    columns: int
    column: float
    figure: float
    least: float
    halved: bool

    @property
    def lefts(self) -> list[float]:
        """The left edge of each player's column."""
        return [round(self.before + self.column * at, 2) for at in range(self.columns)]


def columns_of(frame: Frame, columns: int, figure: float, named: float, *, words: bool) -> Columns:
    """So many columns on paper of that width; raises `SheetError` where they have no room.

    `named`: what takes so many millimetres before them at least, and as much as is to spare where
    these are `words`.
    """
    width, large = frame.inner_width, frame.large
    figures = frame.least if large else _LEAST_FIGURES
    least = max(_LEAST_LARGE if large else _LEAST, figure * figures + _EDGE)
    most = width * (0.36 if words else 0.11) * (1.2 if large else 1)
    low = most * (0.64 if words and frame.scale.side >= 190 else 1)
    before = max(round(min(most, max(low, width - columns * _WISH))), ceil(named))
    if words:
        before = min(before, max(_BEFORE, int(width - columns * least)))
    room = int((width - before) / least)
    if room < columns:
        says = say("paper-pad-too-many", room=room, players=columns)
        raise SheetError(says if room > 1 else say("paper-pad-too-small"))
    column = (width - before) / columns
    halved = column >= 2 * max(least, _PART)
    return Columns(width=width, before=before, columns=columns, column=column, figure=figure,
                   least=figures, halved=halved)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad(Columns):
    """How a pad is ruled, in millimetres.

    `names`, `row`, `total` and `behind` are heights, of which `behind` may be 0. A row has points
    above the total, or beside it where it is `split`; in `parts` it has four squares. `faces`: rows
    on each face. `way`: what a row says. `foot`: which of those to choose from stands at the foot.
    """

    names: int
    row: int
    total: int
    behind: int
    split: bool
    parts: bool
    faces: tuple[int, ...]
    way: Way
    foot: int

    @property
    def upper(self) -> int:
        """The height of the upper part of a row."""
        return self.row // 2 if self.parts else self.row if self.split else round(self.row * UPPER)

    @property
    def box(self) -> float:
        """The width of what points stand in."""
        return self.column / (2 if self.split or self.parts else 1)

    @property
    def dot(self) -> float:
        """How far the middle of the dealer's dot is from the lines at its left and above it."""
        return min(2.0, round(0.2 * self.upper, 1))

    @property
    def size(self) -> float:
        """The print of points in half points, which end below the dealer's dot or beside it."""
        clear = self.dot + DOT + 0.3
        below = (self.upper - 2 * clear) / POINT / _DIGIT
        fitting, beside = ((self.box - edge) / (self.figure or 1e-9) for edge in (_EDGE, 2 * clear))
        size = min(_FIGURES, min(self.upper, 16) / POINT / 1.25, fitting, max(below, beside))
        return int(max(size, self.least) * 2) / 2


def rule(
    frame: Frame,
    columns: Columns,
    room: float,
    names: float,
    rows: int,
    ways: Mapping[Way, float],
    feet: Sequence[tuple[int, float]],
    *,
    more: bool,
    melded: bool,
) -> Pad:
    """The rows of a pad on as few faces as can be; raises `SheetError` where there is no room.

    `room` and `names`: millimetres below the header, and of the names there. `rows`: as many at
    least, and `more` where there is room. `ways`: what rows may say, the most first, and what that
    takes. `feet`: what may stand below them, by how little it says, and how high it is. Of these
    the first is taken that costs neither a face nor the height of a row.
    """
    scale, pen = frame.scale, frame.scale.pen
    high = max(int(1.25 * pen), ceil(names + 2))
    total = max(scale.total, ceil(frame.least * 0.8))
    full, parts = room - high, melded and columns.column >= 2 * _PART
    splits = (False, True) if columns.halved and not parts else (False,)

    def fitting() -> Iterator[tuple[tuple[float, ...], dict[str, Any]]]:
        """What each way of ruling costs, and what it is."""
        for (foot, (brief, taken)), split, (says, (way, least)) in product(
            enumerate(feet), splits, enumerate(ways.items())
        ):
            last, row = full - taken - total, ceil(max(pen if split else 2 * pen, least))
            if last < row or full < row:
                continue
            count = max(rows, more * min(int(last // row), MOST_ROWS))
            faces = on_faces(count, int(full // row), int(last // row))
            filled = min([int(full // max(faces[:-1], default=1)), int(last // faces[-1])])
            most = pen + 2 if split and more else _MOST_LARGE_ROW if frame.large else _MOST_ROW
            row = max(row, min(filled, most))
            behind = pen if last - faces[-1] * row >= pen and not frame.large else 0
            if brief or more or row >= _ROOMY_ROW:
                cost = len(faces), brief, split is not more, -count, says, -row, -behind, foot
                yield cost, {"row": row, "behind": behind, "split": split, "faces": faces,
                             "way": way, "foot": foot}  # fmt: skip

    _, found = min(fitting(), default=(0, {}))
    if not found:
        raise SheetError(say("paper-pad-too-small"))
    return Pad(**asdict(columns), names=high, total=total, parts=parts, **found)


def on_faces(rows: int, full: int, last: int) -> tuple[int, ...]:
    """Rows on each face, as even as can be; the last takes no more than `last`."""
    more = max(0, ceil((rows - last) / full))
    lowest = min(last, max(rows - more * ceil(rows / (more + 1)), 1))
    return (*(ceil((rows - lowest - at) / more) for at in range(more)), lowest)
