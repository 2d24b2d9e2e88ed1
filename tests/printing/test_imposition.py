"""Which face lies where: proved by cutting, piling and folding the pages that come out."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pypdfium2
import pytest

from referee.printing.geometry import Grid
from referee.printing.imposition import (
    FOLDED,
    Face,
    back_to_back,
    side_by_side,
    turns_over_its_top,
)
from referee.printing.options import Duplex, Orientation, Paper, PrintOptions
from referee.printing.renderer import part_of
from referee.variants import catalogue
from tests.printing.conftest import blocks_of, game_of, lay_out, printed

GRIDS = {
    1: Grid(width=210, height=297),
    2: Grid(width=297, height=210, columns=2),
    4: Grid(width=210, height=297, columns=2, rows=2),
}
VARIANT = next(one for one in catalogue() if one.has_contracts)


def faces_on(faces: int, up: int, copies: int, *, stacked: bool) -> list[list[int | None]]:
    """The faces on every page, slot by slot."""
    pages = side_by_side(range(faces), GRIDS[up], copies, stacked=stacked)
    return [[slot.face for slot in page] for page in pages]


def cut_and_piled(pages: Sequence[Sequence[int | None]]) -> list[int]:
    """Cut the pile of pages once into its slots, put the first slot's pile on top, and read."""
    return [face for slot in zip(*pages, strict=True) for face in slot if face is not None]


PILES = list(product((1, 2, 3, 5, 7, 8), (1, 2, 4), (1, 2, 3, 10)))
"""Faces, how many on a page, copies."""


def test_cut_stacks_lie_in_sequence() -> None:
    for faces, up, copies in PILES:
        read = cut_and_piled(faces_on(faces, up, copies, stacked=True))
        assert read == list(range(faces)) * (len(read) // faces), (faces, up, copies)
        assert len(read) >= faces * copies, (faces, up, copies)


def test_pages_in_reading_order_hold_every_face_in_turn() -> None:
    for faces, up, copies in PILES:
        read = [face for page in faces_on(faces, up, copies, stacked=False) for face in page]
        there = [face for face in read if face is not None]
        assert there == list(range(faces)) * (len(there) // faces), (faces, up, copies)


@pytest.mark.parametrize(
    ("faces", "up", "copies", "pages"),
    [(1, 4, 1, 1), (1, 4, 5, 2), (7, 4, 1, 2), (7, 4, 4, 7), (7, 1, 3, 21), (3, 2, 1, 2)],
)
def test_no_page_more_than_needed(faces: int, up: int, copies: int, pages: int) -> None:
    for stacked in (False, True):
        assert len(faces_on(faces, up, copies, stacked=stacked)) == pages


def test_what_is_left_of_a_page_takes_further_copies() -> None:
    assert faces_on(1, 4, 1, stacked=False) == [[0, 0, 0, 0]]
    assert faces_on(3, 4, 1, stacked=False) == [[0, 1, 2, None]]


def test_equal_pages_are_laid_out_once() -> None:
    layout = lay_out("score-pad", VARIANT, PrintOptions(up=2, players=3, copies=50))
    part = part_of("score-pad", layout)
    assert part.html.count('<div class="page">') == len(set(layout.pages)) < len(layout.pages)
    assert len(part.order) == len(layout.pages)


@pytest.mark.parametrize("stacked", [False, True], ids=["reading order", "cut-stack order"])
def test_cut_stack_order_is_read_back_from_paper(stacked: bool) -> None:
    options = PrintOptions(paper=Paper.A4, up=4, copies=3, stacked=stacked)
    pdf = printed("tents", VARIANT, options)
    pages = [[first_number(page, at) for at in range(4)] for page in pypdfium2.PdfDocument(pdf)]
    deals = len(VARIANT.deals)
    if stacked:
        read = cut_and_piled(pages)
    else:
        read = [one for page in pages for one in page if one is not None]
    assert read == list(range(1, deals + 1)) * (len(read) // deals)


# Both sides: what lies behind a face once the paper is cut.

SIDES = {
    "one upright": Grid(width=210, height=297),
    "one across": Grid(width=297, height=210),
    "two across": Grid(width=297, height=210, columns=2),
    "two upright": Grid(width=210, height=297, rows=2),
    "four upright": Grid(width=210, height=297, columns=2, rows=2),
    "four across": Grid(width=297, height=210, columns=2, rows=2),
}


def cut_from(
    faces: int, grid: Grid, duplex: Duplex, copies: int, *, stacked: bool
) -> list[list[tuple[int | None, int | None]]]:
    """Front and back of every card of every sheet of paper, slot by slot of its front.

    Raises `AssertionError` where a back stands on its head, turned like a page of a book.
    """
    pages = back_to_back(range(faces), grid, duplex, copies, stacked=stacked)
    over_top = turns_over_its_top(grid, duplex)
    sheets = []
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        cards = []
        for at, slot in enumerate(front):
            row, column = divmod(at, grid.columns)
            # Where a pin stuck through the middle of the slot comes out on the other page.
            x, y = (column + 0.5) * grid.slot_width, (row + 0.5) * grid.slot_height
            x, y = (x, grid.height - y) if over_top else (grid.width - x, y)
            behind = back[int(y / grid.slot_height) * grid.columns + int(x / grid.slot_width)]
            assert not slot.turned
            assert behind.face is None or behind.turned is over_top
            cards.append((slot.face, behind.face))
        sheets.append(cards)
    return sheets


@pytest.mark.parametrize("stacked", [False, True], ids=["reading order", "cut-stack order"])
@pytest.mark.parametrize("duplex", Duplex)
@pytest.mark.parametrize("grid", SIDES.values(), ids=SIDES)
def test_cards_cut_from_both_sides_hold_front_and_back_of_one_pad(
    grid: Grid, duplex: Duplex, stacked: bool
) -> None:
    for faces, copies in product((1, 2, 3, 5, 8), (1, 3, 10)):
        sheets = cut_from(faces, grid, duplex, copies, stacked=stacked)
        piles = zip(*sheets, strict=True) if stacked else sheets
        cards = [card for pile in piles for card in pile if card != (None, None)]
        pad = [(at, at + 1 if at + 1 < faces else None) for at in range(0, faces, 2)]
        assert cards == pad * (len(cards) // len(pad)), (faces, copies)
        assert len(cards) >= len(pad) * copies, (faces, copies)


@pytest.mark.parametrize("duplex", Duplex)
def test_what_stands_alone_has_a_white_back(duplex: Duplex) -> None:
    printed_on = back_to_back(range(3), GRIDS[2], duplex, backs=False)
    pages = [[slot.face for slot in page] for page in printed_on]
    assert pages == [[0, 1], [None, None], [2, None], [None, None]]


@pytest.mark.parametrize(
    ("up", "turn", "duplex", "stacked"),
    [
        (1, Orientation.UPRIGHT, Duplex.LONG, False),
        (1, Orientation.ACROSS, Duplex.SHORT, True),
        (2, Orientation.UPRIGHT, Duplex.SHORT, False),
        (2, Orientation.ACROSS, Duplex.LONG, True),
        (4, Orientation.UPRIGHT, Duplex.LONG, True),
        (4, Orientation.ACROSS, Duplex.SHORT, False),
    ],
)
def test_sheets_of_several_faces_are_read_back_from_both_sides(
    up: int, turn: Orientation, duplex: Duplex, stacked: bool
) -> None:
    options = PrintOptions(
        up=up, orientation=turn, copies=3, stacked=stacked, both_sides=True, duplex=duplex
    )
    changes = tuple(f"Correction {at:03} of a long evening at this table." for at in range(60))
    game = game_of(VARIANT, written=len(VARIANT.deals), corrections=changes)
    layout = lay_out("final", VARIANT, options, game)
    grid, faces = layout.grid, len(layout.faces)
    assert faces > 1
    over_top = turns_over_its_top(grid, duplex)
    words = [known_words(face) for face in layout.faces]
    pages = [
        [read_slot(page, grid, *divmod(at, grid.columns)) for at in range(grid.slots)]
        for page in pypdfium2.PdfDocument(printed("final", VARIANT, options, game=game))
    ]
    sheets = []
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        cards = []
        for at, text in enumerate(front):
            row, column = divmod(at, grid.columns)
            if over_top:
                row = grid.rows - 1 - row
            else:
                column = grid.columns - 1 - column
            cards.append((which(words, text), which(words, back[row * grid.columns + column])))
        sheets.append(cards)
    order = zip(*sheets, strict=True) if stacked else sheets
    read = [card for pile in order for card in pile if card != (None, None)]
    whole = [(at, at + 1 if at + 1 < faces else None) for at in range(0, faces, 2)]
    assert read == whole * (len(read) // len(whole))
    assert len(read) >= 3 * len(whole)


def known_words(face: Face) -> str:
    """Words that stand on this face and no other."""
    blocks: Any = blocks_of(face)
    texts = [" ".join(str(one.text).split()) for one in blocks if one.text]
    for block in blocks:
        if block.kind == "table":
            texts.append(f"Deal {block.table['heads'][0].lines[0]}")
    return next((one for one in texts if one.startswith("Correction 0")), max(texts, key=len))


def which(words: Sequence[str], text: str) -> int | None:
    """The face whose words these are."""
    return next((at for at, one in enumerate(words) if one in text), None)


def first_number(page: pypdfium2.PdfPage, slot: int) -> int | None:
    """The number of the deal in one of four slots of a page."""
    width, height = (one / 2 for one in page.get_size())
    left, top = slot % 2 * width, slot // 2 * height
    text = page.get_textpage().get_text_bounded(
        left=left, right=left + width, top=2 * height - top, bottom=height - top
    )
    return int(text.split("Deal ")[1].split()[0]) if "Deal " in text else None


# Folding: where a face lies on the paper, and on which side.


def held(grid: Grid, duplex: Duplex) -> list[list[int | None]]:
    """The faces of each card in the order in which a reader turns to them, cut and folded.

    Raises `AssertionError` where one stands on its head.
    """
    front, back = back_to_back(FOLDED, grid, duplex, grid.rows)
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
        Grid(width=297, height=210, columns=2),
        Grid(width=210, height=297, columns=2, rows=2),
        Grid(width=279.4, height=215.9, columns=2),
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
        (Grid(width=210, height=297), Duplex.LONG, False),
        (Grid(width=210, height=297), Duplex.SHORT, True),
        (Grid(width=297, height=210), Duplex.LONG, True),
        (Grid(width=297, height=210), Duplex.SHORT, False),
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
    options = PrintOptions(up=up, duplex=duplex)
    layout = lay_out("rules", VARIANT, options)
    pdf = pypdfium2.PdfDocument(printed("rules", VARIANT, options))
    assert len(pdf) == 2
    grid = layout.grid
    over_top = turns_over_its_top(grid, duplex)
    words = [first_words(face) for face in layout.faces]
    for row in range(grid.rows):
        # Each face is looked for where it must be, seen from the front of the paper.
        places = [(0, row, 1), (1, row, 1), (1, row, 0), (0, row, 0)]
        for text, (side, at, column) in zip(words, places, strict=True):
            if side and over_top:
                at = grid.rows - 1 - at
            elif side:
                column = 1 - column
            assert text in read_slot(pdf[side], grid, at, column)


def first_words(face: Face) -> str:
    first, *_ = blocks_of(face)
    return " ".join((first.strong if first.kind == "shown" else first.text).split())[:30]


def read_slot(page: pypdfium2.PdfPage, grid: Grid, row: int, column: int) -> str:
    point = 72 / 25.4
    width, height = grid.slot_width * point, grid.slot_height * point
    top = grid.height * point - row * height
    text = page.get_textpage().get_text_bounded(
        left=column * width, right=(column + 1) * width, top=top, bottom=top - height
    )
    return " ".join(str(text).split())


def test_paper_that_lies_across_is_printed_so() -> None:
    page = pypdfium2.PdfDocument(
        printed("contracts", VARIANT, PrintOptions(orientation=Orientation.ACROSS))
    )[0]
    assert page.get_size()[0] > page.get_size()[1]
