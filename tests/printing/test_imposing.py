"""Which face lies where: proved by cutting, piling and folding the pages that come out."""

from collections.abc import Sequence
from itertools import product

import pypdfium2
import pytest

from referee.printing import Choices, Duplex, Paper, Turn, lay_out, print_sheet
from referee.printing.frames import Grid
from referee.printing.imposing import folded, side_by_side, turns_over_its_top
from referee.variants import catalogue

GRIDS = {
    1: Grid(wide=210, tall=297),
    2: Grid(wide=297, tall=210, columns=2),
    4: Grid(wide=210, tall=297, columns=2, rows=2),
}
VARIANT = next(one for one in catalogue() if one.has_contracts)


def printed(faces: int, up: int, copies: int, *, stacked: bool) -> list[list[int | None]]:
    """The faces on every page, slot by slot."""
    imposed = side_by_side(faces, GRIDS[up], copies, stacked=stacked)
    return [[slot.face for slot in imposed.pages[at]] for at in imposed.order]


def cut_and_piled(pages: Sequence[Sequence[int | None]]) -> list[int]:
    """Cut the pile of pages once into its slots, put the first slot's pile on top, and read."""
    return [face for slot in zip(*pages, strict=True) for face in slot if face is not None]


@pytest.mark.parametrize(
    ("faces", "up", "copies"), list(product((1, 2, 3, 5, 7, 8), (1, 2, 4), (1, 2, 3, 10)))
)
def test_cut_stacks_lie_in_sequence(faces: int, up: int, copies: int) -> None:
    read = cut_and_piled(printed(faces, up, copies, stacked=True))
    assert read == list(range(faces)) * (len(read) // faces)
    assert len(read) >= faces * copies


@pytest.mark.parametrize(
    ("faces", "up", "copies"), list(product((1, 2, 3, 5, 7, 8), (1, 2, 4), (1, 2, 3, 10)))
)
def test_pages_in_reading_order_hold_every_face_in_turn(faces: int, up: int, copies: int) -> None:
    read = [face for page in printed(faces, up, copies, stacked=False) for face in page]
    there = [face for face in read if face is not None]
    assert there == list(range(faces)) * (len(there) // faces)


@pytest.mark.parametrize(
    ("faces", "up", "copies", "pages"),
    [(1, 4, 1, 1), (1, 4, 5, 2), (7, 4, 1, 2), (7, 4, 4, 7), (7, 1, 3, 21), (3, 2, 1, 2)],
)
def test_no_page_more_than_needed(faces: int, up: int, copies: int, pages: int) -> None:
    for stacked in (False, True):
        assert len(printed(faces, up, copies, stacked=stacked)) == pages


def test_what_is_left_of_a_page_takes_further_copies() -> None:
    assert printed(1, 4, 1, stacked=False) == [[0, 0, 0, 0]]
    assert printed(3, 4, 1, stacked=False) == [[0, 1, 2, None]]


def test_equal_pages_are_laid_out_once() -> None:
    imposed = side_by_side(1, GRIDS[2], 50)
    assert (len(imposed.pages), imposed.order) == (1, (0,) * 25)


@pytest.mark.parametrize("stacked", [False, True], ids=["reading order", "cut-stack order"])
def test_cut_stack_order_is_read_back_from_paper(stacked: bool) -> None:
    choices = Choices(paper=Paper.A4, up=4, copies=3, stacked=stacked)
    pdf = print_sheet("tents", VARIANT, choices)
    pages = [[first_number(page, at) for at in range(4)] for page in pypdfium2.PdfDocument(pdf)]
    deals = len(VARIANT.deals)
    if stacked:
        read = cut_and_piled(pages)
    else:
        read = [one for page in pages for one in page if one is not None]
    assert read == list(range(1, deals + 1)) * (len(read) // deals)


def first_number(page: pypdfium2.PdfPage, slot: int) -> int | None:
    """The number of the deal in one of four slots of a page."""
    wide, tall = (one / 2 for one in page.get_size())
    left, top = slot % 2 * wide, slot // 2 * tall
    text = page.get_textpage().get_text_bounded(
        left=left, right=left + wide, top=2 * tall - top, bottom=tall - top
    )
    return int(text.split("Deal ")[1].split()[0]) if "Deal " in text else None


# Folding: where a face lies on the paper, and on which side.


def held(grid: Grid, duplex: Duplex) -> list[list[int | None]]:
    """The faces of each card in the order in which a reader turns to them, cut and folded.

    Raises `AssertionError` where one stands on its head.
    """
    imposed = folded(grid, grid.rows, duplex)
    front, back = (imposed.pages[at] for at in imposed.order)
    over_top = turns_over_its_top(grid, duplex)
    cards = []
    for row in range(grid.rows):
        inside = {}
        for column in range(2):
            # What lies behind this place of the front: mirrored left to right, or top to bottom.
            behind = (grid.rows - 1 - row, column) if over_top else (row, 1 - column)
            slot = back[behind[0] * 2 + behind[1]]
            assert slot.turned is over_top, "turned over the top, the back is printed on its head"
            inside[column] = slot.face
        outside = [front[row * 2 + column].face for column in range(2)]
        # The cover is the right half of the outside; the page behind it comes next.
        cards.append([outside[1], inside[1], inside[0], outside[0]])
    return cards


@pytest.mark.parametrize("duplex", Duplex)
@pytest.mark.parametrize(
    "grid",
    [
        Grid(wide=297, tall=210, columns=2),
        Grid(wide=210, tall=297, columns=2, rows=2),
        Grid(wide=279.4, tall=215.9, columns=2),
    ],
    ids=["one card across", "two cards upright", "letter"],
)
def test_folded_cards_read_in_order_whichever_edge_the_printer_turns_over(
    grid: Grid, duplex: Duplex
) -> None:
    assert held(grid, duplex) == [[0, 1, 2, 3]] * grid.rows


@pytest.mark.parametrize(
    ("grid", "duplex", "over_top"),
    [
        (Grid(wide=210, tall=297), Duplex.LONG, False),
        (Grid(wide=210, tall=297), Duplex.SHORT, True),
        (Grid(wide=297, tall=210), Duplex.LONG, True),
        (Grid(wide=297, tall=210), Duplex.SHORT, False),
    ],
    ids=["upright long", "upright short", "across long", "across short"],
)
def test_which_edge_is_the_top_follows_from_how_the_paper_lies(
    grid: Grid, duplex: Duplex, over_top: bool
) -> None:
    assert turns_over_its_top(grid, duplex) is over_top


@pytest.mark.parametrize("duplex", Duplex)
@pytest.mark.parametrize("up", [1, 2])
def test_the_rule_card_is_read_back_in_order_from_paper(up: int, duplex: Duplex) -> None:
    choices = Choices(up=up, duplex=duplex)
    laid = lay_out("rules", VARIANT, choices)
    pdf = pypdfium2.PdfDocument(print_sheet("rules", VARIANT, choices))
    assert len(pdf) == 2
    grid = laid.imposed.grid
    over_top = turns_over_its_top(grid, duplex)
    words = [first_words(face) for face in laid.faces]
    for row in range(grid.rows):
        # Each face is looked for where it must be, seen from the front of the paper.
        places = [(0, row, 1), (1, row, 1), (1, row, 0), (0, row, 0)]
        for text, (side, at, column) in zip(words, places, strict=True):
            if side and over_top:
                at = grid.rows - 1 - at
            elif side:
                column = 1 - column
            assert text in read_slot(pdf[side], grid, at, column)


def first_words(face: object) -> str:
    blocks = face["blocks"]  # type: ignore[index]
    return str(blocks[0].text)[:30] if blocks else ""


def read_slot(page: pypdfium2.PdfPage, grid: Grid, row: int, column: int) -> str:
    point = 72 / 25.4
    wide, tall = grid.slot_wide * point, grid.slot_tall * point
    top = grid.tall * point - row * tall
    text = page.get_textpage().get_text_bounded(
        left=column * wide, right=(column + 1) * wide, top=top, bottom=top - tall
    )
    return " ".join(str(text).split())


def test_paper_that_lies_across_is_printed_so() -> None:
    page = pypdfium2.PdfDocument(print_sheet("contracts", VARIANT, Choices(turn=Turn.ACROSS)))[0]
    assert page.get_size()[0] > page.get_size()[1]
