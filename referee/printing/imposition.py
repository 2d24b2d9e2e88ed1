"""Which face of a sheet lies where on which page: copies, cut-stack order, folding and turning."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.printing.geometry import Grid
from referee.printing.options import Duplex, Inks


@dataclass(frozen=True, slots=True)
class Slot:
    """What lies in one slot of a page: the number of a face, upside down or not; None for white."""

    face: int | None
    turned: bool = False


Page = tuple[Slot, ...]
"""The slots of a page, row by row from the top left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imposition:
    """Pages in the order in which they are printed.

    `pages` holds each different page once, and `order` its place among them for every page that is
    printed. `folded`: the rows are cut apart and folded in the middle, both sides printed.
    """

    grid: Grid
    pages: tuple[Page, ...]
    order: tuple[int, ...]
    folded: bool = False


Face = Mapping[str, object]
"""The values that the template of a sheet shows on one face."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The title of the document, its faces in reading order, and where each one lies.

    `least`: the smallest print in points, which page numbers are set in.
    """

    title: str
    faces: tuple[Face, ...]
    imposition: Imposition
    least: float = 9
    inks: Inks = Inks.RED

    @property
    def geometry(self) -> str:
        """The name of how its pages are cut, for the stylesheet."""
        return self.imposition.grid.name


def every_page(layout: Layout) -> Layout:
    """The same sheet with every page by itself, as often as it is printed and in that order."""
    imposition = layout.imposition
    pages = tuple(imposition.pages[number] for number in imposition.order)
    by_itself = replace(imposition, pages=pages, order=tuple(range(len(pages))))
    return replace(layout, imposition=by_itself)


def side_by_side(faces: int, grid: Grid, copies: int = 1, *, stacked: bool = False) -> Imposition:
    """So many copies of all faces, as many on a page as its grid has slots.

    What is left of the last page takes further copies that fit whole, so that no paper is wasted.
    `stacked`: the faces of one slot follow one another from page to page. After one cut, the piles
    put on one another, first slot on top, lie in sequence.
    """
    return _gathered(grid, _pages(faces, grid.slots, copies, stacked))


def back_to_back(
    faces: int,
    grid: Grid,
    duplex: Duplex,
    copies: int = 1,
    *,
    stacked: bool = False,
    backs: bool = True,
) -> Imposition:
    """As `side_by_side` on both sides of the paper: each second face lies behind the one before.

    Cut apart, every card shows a face, and turned like a page of a book the next one, the right way
    up whichever edge the printer turns the paper over. An odd face has a white back; without
    `backs` every face has.
    """
    fronts = range(0, faces, 2) if backs else range(faces)
    over_top = turns_over_its_top(grid, duplex)
    rows = [range(first, first + grid.columns) for first in range(0, grid.slots, grid.columns)]
    # Behind a slot lies its mirror image across the edge that the paper turns over.
    mirrored = rows[::-1] if over_top else [row[::-1] for row in rows]
    pages: list[Page] = []
    for numbers in _pages(len(fronts), grid.slots, copies, stacked):
        front = tuple(Slot(None if slot.face is None else fronts[slot.face]) for slot in numbers)
        behind = [_behind(slot, faces, over_top) if backs else Slot(None) for slot in front]
        pages += [front, tuple(behind[at] for row in mirrored for at in row)]
    return _gathered(grid, pages)


def _behind(front: Slot, faces: int, over_top: bool) -> Slot:
    """What is printed behind a slot: the next face, on its head where the paper turns so."""
    if front.face is None or front.face + 1 >= faces:
        return Slot(None)
    return Slot(front.face + 1, turned=over_top)


def _pages(faces: int, slots: int, copies: int, stacked: bool) -> list[Page]:
    """So many copies of all faces on pages, and on what is left more copies that fit whole."""
    pages = -(-faces * copies // slots)
    total = faces * (pages * slots // faces)
    sequence = [Slot(at % faces if at < total else None) for at in range(pages * slots)]
    if stacked:
        return [tuple(sequence[page::pages]) for page in range(pages)]
    return [tuple(sequence[at : at + slots]) for at in range(0, len(sequence), slots)]


def _gathered(grid: Grid, pages: Sequence[Page], *, folded: bool = False) -> Imposition:
    different = tuple(dict.fromkeys(pages))
    place = {page: at for at, page in enumerate(different)}
    order = tuple(place[page] for page in pages)
    return Imposition(grid=grid, pages=different, order=order, folded=folded)


def booklet_order(pages: int) -> Iterator[int]:
    """Pages by number, from 0, as two of them lie side by side on paper folded in the middle.

    So many as four goes into; of each four, two lie on the front of the paper and two behind.
    """
    for first in range(0, pages // 2, 2):
        last = pages - 1 - first
        yield from (last, first, first + 1, last - 1)


FOLDED_FACES: Final = 4

_OUTSIDE: Final = (3, 0)
_INSIDE: Final = (1, 2)


def folded(grid: Grid, copies: int, duplex: Duplex) -> Imposition:
    """Four faces for cards folded once: each row of the grid, of two columns, is one card.

    The front of the paper is the outside of the cards: last face left, first face right. The back
    is the inside. Turned over the long edge of upright paper the back stands upright; turned over
    the short one it stands on its head, so that it is printed so. On paper that lies across the two
    change places.
    """
    front = tuple(Slot(face) for face in _OUTSIDE * grid.rows)
    back = tuple(Slot(face) for face in _INSIDE * grid.rows)
    if turns_over_its_top(grid, duplex):
        back = tuple(Slot(slot.face, turned=True) for slot in reversed(back))
    return _gathered(grid, [front, back] * -(-copies // grid.rows), folded=True)


def turns_over_its_top(grid: Grid, duplex: Duplex) -> bool:
    """Whether the printer turns the paper over its upper edge rather than its left one."""
    return (grid.width > grid.height) == (duplex is Duplex.LONG)
