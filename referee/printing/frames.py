"""The room for one face of a sheet: a page, or its part where several lie on one page."""

from dataclasses import dataclass, replace
from typing import Final

from referee.printing.choices import LEAST_SIDE, Choices, Inks, Print, Turn
from referee.printing.paper import SheetError


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A page in millimetres, and the columns and rows that it is cut or folded into."""

    wide: float
    tall: float
    columns: int = 1
    rows: int = 1

    @property
    def slots(self) -> int:
        """How many faces a page takes."""
        return self.columns * self.rows

    @property
    def slot_wide(self) -> float:
        """Millimetres of one slot."""
        return self.wide / self.columns

    @property
    def slot_tall(self) -> float:
        """Millimetres of one slot."""
        return self.tall / self.rows

    @property
    def name(self) -> str:
        """A name for the geometry, as addresses and classes write it: `2100x2970-1x2`."""
        size = f"{round(self.wide * 10)}x{round(self.tall * 10)}"
        return f"{size}-{self.columns}x{self.rows}"


GUTTER: Final = 7.0
"""Millimetres between two columns of text."""

_COLUMN: Final = 80
"""Millimetres that a column of text has at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The room for a face in millimetres, margins included, and what is printed in it.

    `least`: the smallest print in points. `reserved`: millimetres kept free for a page number.
    `columns`: how many blocks of text stand side by side, `GUTTER` apart.
    """

    wide: float
    tall: float
    least: float
    inks: Inks
    code: bool
    reserved: float = 0
    columns: int = 1

    @property
    def margin(self) -> float:
        """White along each edge, in millimetres: more than printers need, enough to hold it by."""
        return margin(self.wide, self.tall)

    @property
    def room_wide(self) -> float:
        """Millimetres between the margins, of each column where there are several."""
        between = self.wide - 2 * self.margin - (self.columns - 1) * GUTTER
        return between / self.columns

    @property
    def room_tall(self) -> float:
        """Millimetres between the margins."""
        return self.tall - 2 * self.margin - self.reserved

    @property
    def large(self) -> bool:
        """Whether large print was chosen."""
        return self.least > 10


def with_columns(whole: Frame) -> Frame:
    """The same room with text in as many columns as there is room for."""
    return replace(whole, columns=max(1, int((whole.room_wide + GUTTER) / (_COLUMN + GUTTER))))


NUMBER_MM: Final = 0.5
"""Millimetres that a page number takes for every point of print."""

_MARGINS: Final = ((190, 10.0), (130, 8.0), (100, 6.0), (0, 5.0))


def margin(wide: float, tall: float) -> float:
    """The margin of a face of that size."""
    return next(mm for least, mm in _MARGINS if min(wide, tall) >= least)


def page(choices: Choices) -> tuple[float, float]:
    """Width and height of the paper as it lies, in millimetres."""
    size = choices.paper.wide, choices.paper.tall
    return size if choices.turn is Turn.UPRIGHT else (size[1], size[0])


def grid(choices: Choices) -> Grid:
    """The page cut into as many slots as were chosen; raises `SheetError` where they are too small.

    Two upright faces lie side by side on paper that lies across, and the other way round.
    """
    wide, tall = page(choices)
    if choices.up == 1:
        cut = Grid(wide=wide, tall=tall)
    elif choices.up == 4:
        cut = Grid(wide=wide, tall=tall, columns=2, rows=2)
    elif tall > wide:
        cut = Grid(wide=tall, tall=wide, columns=2)
    else:
        cut = Grid(wide=tall, tall=wide, rows=2)
    check_size(cut, choices)
    return cut


def check_size(cut: Grid, choices: Choices) -> None:
    """Raise `SheetError` where a slot is too small to print on in the print chosen."""
    if min(cut.slot_wide, cut.slot_tall) < LEAST_SIDE[choices.print]:
        what = "Large print needs" if choices.print is Print.LARGE else "A sheet needs"
        least = LEAST_SIDE[choices.print]
        raise SheetError(
            f"{what} paper at least {least} mm wide for each. Choose larger paper or fewer on a "
            "page."
        )


def frame(choices: Choices, cut: Grid) -> Frame:
    """One slot of a grid."""
    return Frame(
        wide=cut.slot_wide,
        tall=cut.slot_tall,
        least=choices.least,
        inks=choices.inks,
        code=choices.code,
        reserved=choices.least * NUMBER_MM if choices.numbered else 0,
    )
