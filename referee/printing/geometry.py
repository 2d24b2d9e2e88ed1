"""The room for one face of a sheet: a page, or its part where several lie on one page."""

from dataclasses import dataclass, replace
from typing import Final

from referee.language import say
from referee.printing.options import (
    LEAST_SIDE,
    Inks,
    Orientation,
    PrintOptions,
    PrintSize,
    SheetError,
)


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
    def slot_width(self) -> float:
        """Millimetres of one slot."""
        return self.width / self.columns

    @property
    def slot_height(self) -> float:
        """Millimetres of one slot."""
        return self.height / self.rows

    def takes(self, size: PrintSize) -> bool:
        """Whether slots are large enough to print on in that size."""
        return min(self.slot_width, self.slot_height) >= LEAST_SIDE[size]

    @property
    def name(self) -> str:
        """A name for the geometry, as addresses and classes write it: `2100x2970-1x2`."""
        size = f"{round(self.width * 10)}x{round(self.height * 10)}"
        return f"{size}-{self.columns}x{self.rows}"


GUTTER: Final = 7.0
"""Millimetres between two columns of text."""

_COLUMN: Final = 80
"""Millimetres that a column of text has at least."""


_WIDE: Final = 150
_ROOMY: Final = 110
_LOW: Final = 100
"""Millimetres between the margins from which a face is wide or roomy, and below which it is low."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The room for a face in millimetres, margins included, and what is printed in it.

    `least`: the smallest print in points. `reserved`: millimetres kept free for a page number.
    `columns`: how many blocks of text stand side by side, `GUTTER` apart.
    """

    width: float
    height: float
    least: float
    inks: Inks
    code: bool
    reserved: float = 0
    columns: int = 1

    @property
    def margin(self) -> float:
        """White along each edge, in millimetres: more than printers need, enough to hold it by."""
        return margin(self.width, self.height)

    @property
    def inner_width(self) -> float:
        """Millimetres between the margins, of each column where there are several."""
        between = self.width - 2 * self.margin - (self.columns - 1) * GUTTER
        return between / self.columns

    @property
    def inner_height(self) -> float:
        """Millimetres between the margins."""
        return self.height - 2 * self.margin - self.reserved

    @property
    def wide(self) -> bool:
        """Whether text may be large and stand in columns, as upright on A4."""
        return self.inner_width >= _WIDE

    @property
    def roomy(self) -> bool:
        """Whether a header may be large, as upright on A5."""
        return self.inner_width >= _ROOMY

    @property
    def low(self) -> bool:
        """Whether a header should be low."""
        return self.inner_height < _LOW

    @property
    def large(self) -> bool:
        """Whether large print was chosen."""
        return self.least > 10


def in_text_columns(whole: Frame) -> Frame:
    """The same room with text in as many columns as there is room for."""
    return replace(whole, columns=max(1, int((whole.inner_width + GUTTER) / (_COLUMN + GUTTER))))


NUMBER_MM: Final = 0.5
"""Millimetres that a page number takes for every point of print."""

_MARGINS: Final = ((190, 10.0), (130, 8.0), (100, 6.0), (0, 5.0))


def margin(width: float, height: float) -> float:
    """The margin of a face of that size."""
    return next(mm for least, mm in _MARGINS if min(width, height) >= least)


def grid_of(options: PrintOptions) -> Grid:
    """The page cut into as many slots as were chosen; raises `SheetError` where they are too small.

    Two upright faces lie side by side on paper that lies across, and the other way round.
    """
    width, height = options.paper.width, options.paper.height
    if options.orientation is Orientation.ACROSS:
        width, height = height, width
    if options.up == 1:
        cut = Grid(width=width, height=height)
    elif options.up == 4:
        cut = Grid(width=width, height=height, columns=2, rows=2)
    elif height > width:
        cut = Grid(width=height, height=width, columns=2)
    else:
        cut = Grid(width=height, height=width, rows=2)
    if not cut.takes(options.print):
        least = LEAST_SIDE[options.print]
        raise SheetError(say("paper-too-small", print=options.print, least=least))
    return cut


def frame_of(options: PrintOptions, cut: Grid | None = None) -> Frame:
    """One slot of the page as it is cut, or of another grid."""
    cut = cut or grid_of(options)
    return Frame(
        width=cut.slot_width,
        height=cut.slot_height,
        least=options.least,
        inks=options.inks,
        code=options.code,
        reserved=options.least * NUMBER_MM if options.numbered else 0,
    )
