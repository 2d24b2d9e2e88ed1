"""The room for one face of a sheet: a page, or its part where several lie on one page."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from referee.language import say
from referee.printing.options import LEAST_SIDE, Inks, Orientation, PrintOptions, SheetError


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A page in millimetres, and the columns and rows that it is cut or folded into."""

    width: float
    height: float
    columns: int = 1
    rows: int = 1

    @property
    def slots(self) -> int:
        """How many faces a page takes."""
        return self.columns * self.rows

    @property
    def times(self) -> float:
        """How many times as large all on a face is: A3 is A4 that is read from further away."""
        return 2**0.5 if min(self.slot_width, self.slot_height) >= _WALL else 1

    @property
    def face_width(self) -> float:
        """Millimetres of a slot before all on it is so many times as large."""
        return self.slot_width / self.times

    @property
    def face_height(self) -> float:
        """Millimetres of a slot before all on it is so many times as large."""
        return self.slot_height / self.times

    @property
    def slot_width(self) -> float:
        """Millimetres of one slot."""
        return self.width / self.columns

    @property
    def slot_height(self) -> float:
        """Millimetres of one slot."""
        return self.height / self.rows

    @property
    def name(self) -> str:
        """A name for the geometry, as addresses and classes write it: `2100x2970-1x2`."""
        size = f"{round(self.width * 10)}x{round(self.height * 10)}"
        return f"{size}-{self.columns}x{self.rows}"


_UNIT: Final = 4.0
"""Millimetres of the one grid that all papers share; what is left over is margin."""

GUTTER: Final = 8.0
"""Millimetres between two columns of text."""

_WALL: Final = 280
"""Millimetres of the shorter side of a face from which it hangs on a wall."""

_COLUMN: Final = 80
"""Millimetres that a column of text has at least."""

_WIDE: Final = 150
_ROOMY: Final = 110
"""Millimetres between the margins from which a face is wide or roomy."""


class Scale(NamedTuple):
    """What stands on paper whose shorter side is at least `side` millimetres.

    `white`: the margin at least. `title`: its print in points. `mark` and `foot_mark`: widths of
    the mark at the head and at the foot. `head` and `foot`: their heights, of the head at least.
    `rule`: thickness of the line below the head. `numeral` and `label`: millimetres
    before text. `pen` and `total`: millimetres that a line to write on
    has at least, and the last of a pad.
    """

    side: float
    white: float
    title: float
    mark: float
    head: int
    foot: float
    foot_mark: float
    rule: float
    numeral: float
    label: float
    pen: int
    total: int

    @property
    def code(self) -> int:
        """The side of a QR code in the head."""
        return max(self.head - 4, 13)


SCALES: Final = (
    Scale(side=190, white=11.5, title=26, mark=24, head=20, foot=9, foot_mark=12,
          rule=1.2, numeral=14, label=32, pen=8, total=14),
    Scale(side=130, white=9, title=20, mark=18, head=16, foot=8, foot_mark=10,
          rule=1.2, numeral=11, label=24, pen=8, total=11),
    Scale(side=100, white=6, title=14, mark=13.5, head=12, foot=6, foot_mark=8,
          rule=0.8, numeral=8, label=18, pen=7, total=8),
    Scale(side=0, white=5.5, title=12.5, mark=12, head=12, foot=5.5, foot_mark=7,
          rule=0.8, numeral=7, label=15, pen=7, total=8),
)  # fmt: skip


@lru_cache(maxsize=64)
def scale_of(width: float, height: float) -> Scale:
    """The scale of a face of that size."""
    return next(scale for scale in SCALES if min(width, height) >= scale.side)


@lru_cache(maxsize=64)
def margins(width: float, height: float) -> tuple[float, float]:
    """White at the sides and above and below, so that whole units of the grid lie between."""
    white = scale_of(width, height).white
    across, down = (((side - 2 * white) // _UNIT) * _UNIT for side in (width, height))
    return round((width - across) / 2, 2), round((height - down) / 2, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The room for a face in millimetres, margins included, and what is printed in it.

    `least`: the smallest print in points. `columns`: how many blocks of text stand side by side,
    `GUTTER` apart, behind so many millimetres for what they are about (`topic`).
    """

    width: float
    height: float
    least: float
    inks: Inks
    columns: int = 1
    topic: float = 0

    @property
    def scale(self) -> Scale:
        """Sizes of what stands on every face of this size; columns are indented as small cards."""
        scale, card = scale_of(self.width, self.height), SCALES[-2]
        if self.columns == 1:
            return scale
        return scale._replace(numeral=card.numeral, label=card.label)

    @property
    def inner_width(self) -> float:
        """Millimetres between the margins, of each column where there are several."""
        return (self.whole_width - self.topic - (self.columns - 1) * GUTTER) / self.columns

    @property
    def inner_height(self) -> float:
        """Millimetres between the upper margin and the foot."""
        return self.height - 2 * margins(self.width, self.height)[1] - self.scale.foot

    @property
    def wide(self) -> bool:
        """Whether text may be large and stand in columns, as upright on A4."""
        return self.inner_width >= _WIDE

    @property
    def roomy(self) -> bool:
        """Whether a header may be large, as upright on A5."""
        return self.inner_width >= _ROOMY

    @property
    def smallest(self) -> bool:
        """Whether this is an index card, smaller than a postcard."""
        return scale_of(self.width, self.height) == SCALES[-1]

    @property
    def large(self) -> bool:
        """Whether large print was chosen."""
        return self.least > 10

    @property
    def whole_width(self) -> float:
        """Millimetres between the margins, across all columns."""
        return self.width - 2 * margins(self.width, self.height)[0]

    def by_width(self, wide: float, roomy: float, small: float | None = None) -> float:
        """What suits a wide face, a roomy one, and a smaller one where that is not as a roomy."""
        return wide if self.wide else roomy if self.roomy or small is None else small


def text_columns(width: float) -> int:
    """How many columns of text have room side by side in so many millimetres."""
    return max(1, int((width + GUTTER) / (_COLUMN + GUTTER)))


def grid_of(options: PrintOptions) -> Grid:
    """The page cut into as many slots as were chosen; raises `SheetError` where they are too small.

    Two upright faces lie side by side on paper that lies across, and the other way round.
    """
    width, height = options.paper.width, options.paper.height
    if (options.orientation is Orientation.ACROSS) != (options.up == 2):
        width, height = height, width
    columns = 2 if options.up == 4 or (options.up == 2 and width > height) else 1
    cut = Grid(width=width, height=height, columns=columns, rows=options.up // columns)
    least = LEAST_SIDE[options.print]
    if min(cut.slot_width, cut.slot_height) < least:
        raise SheetError(say("paper-too-small", print=options.print, least=least))
    return cut


def frame_of(options: PrintOptions) -> Frame:
    """A face on the page as it is cut."""
    cut = grid_of(options)
    return Frame(
        width=cut.face_width, height=cut.face_height, least=options.least, inks=options.inks
    )
