"""How a score pad is cut to its paper: columns, row heights, the size of print, and pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Final

from referee.printing.paper import MOST_ROWS, Paper
from referee.rules.deals import deal_count
from referee.rules.variant import Variant

# Millimetres: the page without its margins, and what stands around the rows.
_TALL: Final = {Paper.A4: 297 - 20, Paper.LETTER: 279 - 20}
_WIDE: Final = {Paper.A4: 210 - 22, Paper.LETTER: 215 - 22}
_HEAD: Final = 22
_NAMES: Final = 13
_TOTALS: Final = 14
_FOOT: Final = 15

ROW_HEIGHTS: Final = range(11, 35)
_ENOUGH_OPEN_ROWS: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How a pad is cut: millimetres before the players' columns, of a row, and of its cards.

    `row`: the least height that holds two lines of words, the cards and who deals.
    `dealer_room`: letters of a dealer's name.
    """

    name: str
    before: int
    row: int
    cards_tall: float
    cards_wide: float
    dealer_room: int


_ROOMY: Final = Shape(
    name="roomy", before=74, row=27, cards_tall=9.6, cards_wide=58, dealer_room=20
)
_MIDDLE: Final = Shape(
    name="middle", before=60, row=25, cards_tall=8.6, cards_wide=47, dealer_room=16
)
_NARROW: Final = Shape(
    name="narrow", before=52, row=23, cards_tall=7.6, cards_wide=40, dealer_room=10
)
_PLAIN: Final = Shape(name="plain", before=46, row=13, cards_tall=0, cards_wide=0, dealer_room=20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """How the notes at the foot are printed: millimetres a line, letters on one, columns.

    Without columns the notes follow one another as running text.
    """

    name: str
    line: float
    letters: int
    columns: int = 2


_PRINTS: Final = (
    Print(name="plain-notes", line=4.5, letters=42),
    Print(name="running-notes", line=3.9, letters=106, columns=0),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What a pad is cut to: `row` and `column` in millimetres, `pages` in rows on each."""

    shape: Shape
    notes: Print
    row: int
    column: float
    pages: tuple[int, ...]


def fit_pad(
    variant: Variant, paper: Paper, players: int, notes: Sequence[Sequence[str]], written: int
) -> Fit:
    """Cut a pad for so many players and deals written, with these lists of notes at its foot."""
    deals = deal_count(variant)
    shape, size, room = _largest(
        paper, _shapes(variant, players), notes, deals or _ENOUGH_OPEN_ROWS
    )
    if deals is None:
        row, rows = shape.row, min(max(int(room // shape.row), written), MOST_ROWS)
    else:
        # A play-off may have followed the last deal.
        row, rows = max(min(int(room // deals), ROW_HEIGHTS[-1]), shape.row), max(deals, written)
    one_page = rows == len(variant.deals) or rows * row <= room
    return Fit(
        shape=shape,
        notes=size,
        row=row,
        column=(_WIDE[paper] - shape.before) / players,
        pages=(rows,) if one_page else _pages(paper, row, rows),
    )


def _shapes(variant: Variant, players: int) -> Sequence[Shape]:
    """The shapes that leave the players wide enough columns, roomiest first."""
    if not variant.has_contracts:
        return (_PLAIN,)
    shapes = (_ROOMY, _MIDDLE, _NARROW)
    return shapes[0 if players <= 4 else 1 if players <= 6 else 2 :]


def _largest(
    paper: Paper, shapes: Sequence[Shape], notes: Sequence[Sequence[str]], rows: int
) -> tuple[Shape, Print, float]:
    """The roomiest shape, then the largest print of notes, that fit; and the rows' room."""
    for shape, size in product(shapes, _PRINTS):
        room = _room(paper, size, notes)
        if room >= rows * shape.row:
            break
    return shape, size, room


def _room(paper: Paper, size: Print, notes: Sequence[Sequence[str]]) -> float:
    """Millimetres left for the rows, rather too few than too many."""
    lines = sum(_lines(some, size) for some in notes)
    return _TALL[paper] - _HEAD - _NAMES - _TOTALS - _FOOT - lines * size.line


def _lines(notes: Sequence[str], size: Print) -> int:
    """The lines that notes take; in columns each row of them is as tall as its tallest."""
    if not size.columns:
        return ceil(sum(len(note) + 3 for note in notes) / size.letters)
    tall = [ceil((len(note) + 2) / size.letters) for note in notes]
    starts = range(0, len(tall), size.columns)
    return sum(max(tall[at : at + size.columns]) for at in starts)


def _pages(paper: Paper, row: int, rows: int) -> tuple[int, ...]:
    """Rows on each page of a game that takes several; the foot follows the last of them."""
    first = int((_TALL[paper] - _HEAD - _NAMES) // row)
    further = int((_TALL[paper] - _NAMES) // row)
    pages = [min(first, rows)]
    while rows > sum(pages):
        pages.append(min(further, rows - sum(pages)))
    return tuple(pages)
