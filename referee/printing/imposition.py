"""Which face of a sheet lies where on which page: copies, cut-stack order, folding and turning."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.printing.geometry import Grid
from referee.printing.options import Duplex, PrintOptions


@dataclass(frozen=True, slots=True)
class Slot:
    """What lies in one slot of a page: the number of a face, upside down or not; None for white."""

    face: int | None
    turned: bool = False


Page = tuple[Slot, ...]
"""The slots of a page, row by row from the top left."""


Face = Mapping[str, object]
"""The values that the template of a sheet shows on one face."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The title of the document, its faces in reading order, and every page as it is printed.

    `folded`: the rows of a page are cut apart and folded in the middle, both sides printed.
    `sheet`: what players of the game call the sheet.
    """

    title: str
    faces: tuple[Face, ...]
    grid: Grid
    pages: tuple[Page, ...]
    options: PrintOptions
    folded: bool = False
    sheet: str = ""


def side_by_side(
    faces: Sequence[int], grid: Grid, copies: int = 1, *, stacked: bool = False
) -> tuple[Page, ...]:
    """So many copies of all faces, as many on a page as its grid has slots.

    What is left of the last page takes further copies that fit whole, so that no paper is wasted.
    `stacked`: the faces of one slot follow one another from page to page. After one cut, the piles
    put on one another, first slot on top, lie in sequence.
    """
    slots = grid.slots
    pages = -(-len(faces) * copies // slots)
    printed = tuple(faces) * (pages * slots // len(faces))
    sequence = [Slot(face) for face in printed + (None,) * (pages * slots - len(printed))]
    if stacked:
        return tuple(tuple(sequence[page::pages]) for page in range(pages))
    return tuple(tuple(sequence[at : at + slots]) for at in range(0, len(sequence), slots))


def back_to_back(
    faces: Sequence[int],
    grid: Grid,
    duplex: Duplex,
    copies: int = 1,
    *,
    stacked: bool = False,
    backs: bool = True,
) -> tuple[Page, ...]:
    """As `side_by_side` on both sides of the paper: each second face lies behind the one before.

    Cut apart, every card shows a face, and turned like a page of a book the next one, the right way
    up whichever edge the printer turns the paper over. An odd face has a white back; without
    `backs` every face has.
    """
    fronts = faces[::2] if backs else faces
    behind = dict[int | None, int](zip(faces[::2], faces[1::2], strict=False)) if backs else {}
    over_top = turns_over_its_top(grid, duplex)
    rows = [range(first, first + grid.columns) for first in range(0, grid.slots, grid.columns)]
    # Behind a slot lies its mirror image across the edge that the paper turns over.
    mirrored = rows[::-1] if over_top else [row[::-1] for row in rows]
    pages: list[Page] = []
    for front in side_by_side(fronts, grid, copies, stacked=stacked):
        # What is behind stands on its head where the paper turns so.
        back = (Slot(behind.get(front[at].face), over_top) for row in mirrored for at in row)
        pages += [front, tuple(back)]
    return tuple(pages)


FOLDED: Final = (3, 2, 0, 1)
"""Four faces of a card folded once, as `back_to_back` takes them: the outside, its last face left
of its first, and behind each what is inside."""


def booklet_order(pages: int) -> Iterator[int]:
    """Pages by number, from 0, as two of them lie side by side on paper folded in the middle.

    So many as four goes into; of each four, two lie on the front of the paper and two behind.
    """
    for first in range(0, pages // 2, 2):
        last = pages - 1 - first
        yield from (last, first, first + 1, last - 1)


def turns_over_its_top(grid: Grid, duplex: Duplex) -> bool:
    """Whether the printer turns the paper over its upper edge rather than its left one."""
    return (grid.width > grid.height) == (duplex is Duplex.LONG)
