"""How a score pad is ruled: its columns by the width of the paper, its rows by what is left."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from math import ceil
from typing import Final, NamedTuple

from referee.language import say
from referee.printing.geometry import Frame
from referee.printing.options import MOST_ROWS, SheetError
from referee.printing.text_metrics import POINT, line_count

_WISH: Final = 25
_BEFORE: Final = 22
_LEAST: Final = 9.0
_LEAST_LARGE: Final = 13.0
_PART: Final = 11.5
_HALF: Final = 10.5
"""Millimetres of a player's column for which that before them is narrower on large paper, before
them at least with contracts, of each of them, also in large print, of what is easily written in,
and of each half of one."""

_FIGURES: Final = 16.0
_LEAST_FIGURES: Final = 6.0
_EDGE: Final = 1.4
"""Print of figures at most and at least, and millimetres of a column that they leave free."""

_NAMES: Final = 1.25
_TIGHT: Final = 1.4
_SQUARES: Final = 1.5
_MANY: Final = 10
_MOST_ROW: Final = 36
"""Lines to write on that a name and a row have at least, a row of four squares too where only fewer
rows pay for it, from how many rows on one has two whole ones, and millimetres of it that are
enough."""

LEAST_NOTATION: Final = 3.8
_ABOUT_CARDS: Final = 0.6
"""Millimetres of small cards at least, and of white above and below them."""


class Way(NamedTuple):
    """How a row says what its deal asks: the print of words, and millimetres of cards; 0 for none.

    `said`, `below`: millimetres of words, and of what stands below all else. `number`: whether
    that is the number of cards that are dealt.
    """

    words: float
    cards: float
    said: float
    number: bool
    below: float

    @property
    def least(self) -> float:
        """Millimetres that all this takes at least."""
        return self.said + (self.cards and _ABOUT_CARDS + self.cards) + self.below

    @property
    def rank(self) -> int:
        """How little is said: 0 for all, then cards and number, words and number, words alone."""
        return 3 if not self.number else 2 if not self.cards else 1 if not self.words else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """What the width of the paper settles, in millimetres.

    `before`: what stands before the players' columns. `figure`: the widest figure for a point of
    print, 0 on a blank pad, and `least` the print of it at least. `halved`: whether two figures
    have room side by side.
    """

    width: float
    before: int
    columns: int
    figure: float
    least: float
    halved: bool

    @property
    def column(self) -> float:
        """How wide each player's column is."""
        return (self.width - self.before) / self.columns

    @property
    def lefts(self) -> list[float]:
        """The left edge of each player's column."""
        return [round(self.before + self.column * at, 2) for at in range(self.columns)]


def columns_of(
    frame: Frame, columns: int, figure: float, named: tuple[float, float, float]
) -> Columns:
    """So many columns on paper of that width; raises `SheetError` where they have no room.

    `named`: millimetres of what stands before them, at least, easily read, and of use at most.
    """
    width, figures = frame.inner_width, frame.least if frame.large else _LEAST_FIGURES
    least = max(_LEAST_LARGE if frame.large else _LEAST, figure * figures + _EDGE)
    written = max(least, _PART)
    wishes = least, written, _WISH if frame.scale.side >= 190 else 2 * _PART
    left = (min(one, width - columns * wish) for one, wish in zip(named, wishes, strict=True))
    before = ceil(max(min(named[0], _BEFORE), *left))
    room = int((width - before) / least)
    if room < columns:
        says = say("paper-pad-too-many", room=room, players=columns)
        raise SheetError(says if room > 1 else say("paper-pad-too-small"))
    halved = width - before >= 2 * columns * max(least, _HALF)
    return Columns(
        width=width, before=before, columns=columns, figure=figure, least=figures, halved=halved
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad(Columns):
    """How a pad is ruled, in millimetres.

    `names`, `row`, `total`, `behind` and, of totals so far on a further face, `carried` are
    heights, of which the last two may be 0. A row has points above the total, or beside it where it
    is `split`; in `parts` it has four squares, whose labels stand at the foot of the names, as high
    as `labels`. `faces`: rows on each face. `way`: what a row says. `foot`: which of those to
    choose from stands at the foot.
    """

    names: int
    labels: int
    row: int
    total: int
    behind: int
    carried: int
    split: bool
    parts: bool
    faces: tuple[int, ...]
    way: Way
    foot: int

    @property
    def upper(self) -> int:
        """The height of the upper part of a row, with the points of the deal above the total."""
        return self.row if self.split else self.row // 2

    @property
    def box(self) -> float:
        """The width of what points stand in."""
        return self.column / (2 if self.split or self.parts else 1)

    @property
    def dot(self) -> float:
        """How far the middle of the dealer's dot is from the lines at its left and above it."""
        return min(1.75, round(0.2 * self.upper, 1))

    @property
    def beside_dot(self) -> float:
        """How far what stands clear of the dealer's dot is from the lines at which that is."""
        return round(1.5 * self.dot + 0.3, 2)

    @property
    def sign(self) -> float:
        """How wide the signs of what is melded and held are."""
        return round(0.42 * self.upper, 1)

    @property
    def size(self) -> float:
        """The print of points in half points, which end below the dealer's dot or beside it."""
        clear = self.beside_dot
        below = (self.upper - 2 * clear) / POINT / 0.74
        fitting, beside = ((self.box - edge) / (self.figure or 1e-9) for edge in (_EDGE, 2 * clear))
        size = min(_FIGURES, self.upper / POINT / 1.25, fitting, max(below, beside))
        return int(max(size, self.least) * 2) / 2


def rule(
    frame: Frame,
    columns: Columns,
    room: float,
    names: float,
    labels: int,
    rows: int,
    ways: Sequence[Way],
    feet: Sequence[tuple[int, float]],
    *,
    lost: bool,
    more: bool,
    parts: bool,
) -> Pad:
    """The rows of a pad on as few faces as can be; raises `SheetError` where there is no room.

    `room`, `names` and `labels`: millimetres below the header, and of the names and the labels of
    four squares there. `rows`: as many at least, and `more` where there is room. `ways`: what rows
    may say, the most first. `feet`: what may stand below them, by how little it says, and how high
    it is; what says less than 0 does is `lost` where it needs paper of its own. Of these the first
    is taken that costs neither a face nor what a deal asks.
    """
    scale, pen = frame.scale, frame.scale.pen
    high = max(int(_NAMES * pen), ceil(names + 2)) + labels
    total = max(scale.total, ceil(frame.least * 0.8))
    splits = (False, True) if columns.halved and not parts else (False,)
    said = line_count(say("pad-behind"), columns.before, frame.least) == 1 and not frame.large
    behinds, whole, found = (pen, 0) if said else (0,), room - high, []
    told = line_count(say("final-so-far"), columns.before, frame.least) == 1
    for (foot, (brief, taken)), split, behind, carried, (says, way) in product(
        enumerate(feet), splits, behinds, (pen, 0)[not told :], enumerate(ways)
    ):
        tall = pen if split else 2 * pen
        low = tall if split or frame.large else ceil(_TIGHT * pen)
        last, least = whole - carried - taken - total - behind, ceil(max(low, way.least))
        if min(last, whole - carried) < least:
            continue
        others = len(on_faces(rows, int(whole // least), int(last // least))) - 1
        # The first face has no totals to take over.
        full = whole - carried * (others > 1)
        eased = max(low, ceil(_SQUARES * pen * parts))
        lower, higher = (others * int(full // one) + int(last // one) for one in (eased, tall))
        count = min(max(rows, more * max(higher, min(lower, _MANY))), MOST_ROWS)
        faces = on_faces(count, int(full // least), int(last // least))
        if carried and len(faces) == 1:
            continue
        most = max(_MOST_ROW, least)
        first = max(faces[:-1], default=0)
        row = min(int(full // (first or 1)), int(last // faces[-1]), most)
        # Names have what rows leave.
        names = high + min(int(full - first * row), int(last - faces[-1] * row), pen // 2)
        # Cards and their number are worth more than points below, and these more than words.
        dear = len(faces) + (lost and brief > 0), way.rank > 1, brief > 1, way.rank > 0
        cost = (*dear, brief, -carried, split is not more, -count, says, foot, -behind, -row)
        found.append((cost, faces, way, row, names, behind, carried, split, foot))
    if not found:
        raise SheetError(say("paper-pad-too-small"))
    _, faces, way, row, names, behind, carried, split, foot = min(found)
    return Pad(
        **asdict(columns), names=names, labels=labels, row=row, total=total, behind=behind,
        carried=carried, split=split, parts=parts, faces=faces, way=way, foot=foot,
    )  # fmt: skip


def on_faces(rows: int, full: int, last: int) -> tuple[int, ...]:
    """Rows on each face, by the room there, which is `last` rows on the last of them."""
    more = max(0, ceil((rows - last) / full))
    lowest = min(last, max(1, rows - more * full, rows * last // (more * full + last)))
    return (*(ceil((rows - lowest - at) / more) for at in range(more)), lowest)
