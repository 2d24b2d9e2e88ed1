"""Sheets of paper and the games on them."""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from html import unescape
from io import BytesIO
from typing import Any, cast

import pypdf
import pypdfium2
import pytest

from referee.language import Catalogue, in_use
from referee.printing import document
from referee.printing.blocks import Block, TextFace
from referee.printing.document import html_of
from referee.printing.geometry import margins
from referee.printing.imposition import Face, Layout
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions
from referee.printing.renderer import Renderer, print_sheet, stop
from referee.rules.deals import deal_count
from referee.rules.schema.variant import Variant
from referee.scorebook.names import initials
from referee.scorebook.score_table import ScoreCell, ScoreRow, ScoreTable, ScoreTotal

_POINTS = 72 / 25.4

KEPT = 512
"""Sheets that are kept once printed: all of the tests, though not all of the long proof."""

LAYOUTS = 4096
"""Layouts that are kept, as many as one file of tests asks for."""

NAMES = ("Mara", "Jon", "Edith", "Chi", "Ben", "Ann", "Ola", "Kim")


@pytest.fixture(scope="session")
def renderer() -> Iterator[Renderer]:
    """A renderer with a worker of its own, which is replaced when a test has killed it."""
    renderer = Renderer()
    yield renderer
    renderer.stop()


@pytest.fixture(scope="session", autouse=True)
def _no_worker_left() -> Iterator[None]:
    yield
    stop()


def game_of(
    variant: Variant,
    names: tuple[str, ...] = NAMES[:3],
    written: int = 2,
    *,
    points: Sequence[Sequence[int | None]] = (),
    **changes: object,
) -> GameOnPaper:
    """A game of so many written deals, in which the seats deal and go out in turn.

    `points`: those of each deal, by seat; without them who did not go out writes 5, 15, 25 … more
    each deal.
    """
    count = len(names)
    if not points:
        points = [
            [0 if seat == deal % count else 10 * seat + 5 * deal for seat in range(count)]
            for deal in range(1, written + 1)
        ]
    last = deal_count(variant) or len(points) + 1
    values: dict[str, object] = {
        "title": "Friday night",
        "scores": scores_of(names, points, last),
        "link": "https://rummy.example.org/k/4rGkPvXwq2NTdMzB7sYhJc",
        "date": "21 November 2026",
    }
    return GameOnPaper(**{**values, **changes})  # type: ignore[arg-type]


def scores_of(
    names: Sequence[str], points: Sequence[Sequence[int | None]], last: int = 0
) -> ScoreTable:
    """The scores of a game by its points; who has the lowest total is first. `last`: its last deal.

    Points that are None are missing, and so are the totals after them.
    """
    count, rows, running = len(names), [], [0] * len(names)
    missing = [False] * count
    for number, hand in enumerate(points, 1):
        running = [total + (more or 0) for total, more in zip(running, hand, strict=True)]
        missing = [was or more is None for was, more in zip(missing, hand, strict=True)]
        out = number % count if hand[number % count] == 0 else None
        cells = tuple(
            ScoreCell(
                player=f"p{seat + 1}", name=names[seat], took_part=True, points=hand[seat],
                running=running[seat], complete=not missing[seat], went_out=seat == out,
                missing=hand[seat] is None, starting_points=0,
            )
            for seat in range(count)
        )  # fmt: skip
        out_key = None if out is None else f"p{out + 1}"
        rows.append(replace(row_of(names, number), out=out_key, cells=cells))
    totals = tuple(
        ScoreTotal(
            player=f"p{seat + 1}", name=name, initial=initials(names)[seat],
            number=seat + 1,
            total=running[seat], leads=False,
            place=1 + sorted(running).index(running[seat]), complete=not missing[seat],
        )
        for seat, name in enumerate(names)
    )  # fmt: skip
    to_come = tuple(row_of(names, number) for number in range(len(rows) + 1, last + 1))
    return ScoreTable(rows=tuple(rows), to_come=to_come, totals=totals)


def row_of(names: Sequence[str], number: int) -> ScoreRow:
    """A deal to come; the seats deal in turn."""
    seat = (number - 1) % len(names)
    return ScoreRow(number=number, asked="", dealer=f"p{seat + 1}", dealer_name=names[seat])


def blocks_of(face: Face) -> Sequence[Block]:
    """The blocks in the first column of a face that is made of text."""
    return cast(TextFace, face)["columns"][0]


def read(pdf: bytes) -> Any:
    """A PDF file as its reader sees it; untyped, since any part of it may be anything."""
    return pypdf.PdfReader(BytesIO(pdf))


@lru_cache(maxsize=KEPT)
def texts_of(pdf: bytes) -> tuple[str, ...]:
    """The text of each page of a PDF file, line by line, with the hyphens that end lines."""
    document = pypdfium2.PdfDocument(pdf)
    texts = [page.get_textpage().get_text_range() for page in document]
    return tuple(text.replace("\ufffe", "-").replace("\x02", "-") for text in texts)


def sizes_of(pdf: bytes) -> list[tuple[int, int]]:
    """The width and height of each page of a PDF file in whole millimetres."""
    document = pypdfium2.PdfDocument(pdf)
    sizes = map(document.get_page_size, range(len(document)))
    return [(round(width / _POINTS), round(height / _POINTS)) for width, height in sizes]


def pages_of(pdf: bytes) -> list[str]:
    """The words of each page on one line."""
    return [" ".join(text.split()) for text in texts_of(pdf)]


def text_of(pdf: bytes) -> str:
    """All the words of a PDF file on one line."""
    return " ".join(pages_of(pdf))


NOT_SHOWN = re.compile(r"<head>.*?</head>|<title>.*?</title>", re.DOTALL)
"""What of an HTML document is not seen on paper."""


def words_of_html(html: str) -> str:
    """What can be read in HTML, on one line."""
    shown = re.sub(r"</?(?:b|span)\b[^>]*>", "", NOT_SHOWN.sub(" ", html))
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", shown)).split())


FILLED = str.maketrans("♡♢", "♥♦")


def lines_of(pdf: bytes) -> list[str]:
    """The lines of a PDF file, hollow suits read as red ones."""
    return [
        line.strip()
        for text in texts_of(pdf)
        # Of some glyphs PDFium thinks that they begin a line, though nothing parts rank and suit.
        for line in re.sub(r"(?<=[\dAJQK])\r?\n(?=[♠♥♦♣♡♢])", "", text)
        .translate(FILLED)
        .splitlines()
    ]


def outside_faces(pdf: bytes, layout: Layout) -> list[str]:
    """The characters of a PDF file that reach into the margins of their face."""
    grid = layout.grid
    across, down = margins(grid.face_width, grid.face_height)
    whites = across * grid.times * _POINTS, down * grid.times * _POINTS
    width, height = grid.slot_width * _POINTS, grid.slot_height * _POINTS
    found = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), start=1):
        text, page_height = page.get_textpage(), page.get_size()[1]
        for at in range(text.count_chars()):
            left, low, right, high = text.get_charbox(at)
            # Boxes of glyphs reach a little beyond their ink, and the hook of an f beyond its room.
            hair = max(0.35 * _POINTS, 0.1 * (high - low))
            side, above = (white - hair for white in whites)
            x = left - (left + right) / 2 // width * width
            y = page_height - high - (page_height - (low + high) / 2) // height * height
            if (
                not (side <= x <= width - side - (right - left))
                or not (above <= y <= height - above - (high - low))
            ) and (left < right and low < high):
                letter = text.get_text_range(at, 1)
                if letter.strip():
                    found.append(f"page {number}: {letter}")
    return found


def lay_out(
    sheet: str, variant: Variant, options: PrintOptions, game: GameOnPaper | None = None
) -> Layout:
    """A sheet on its faces and pages, laid out once for all tests that ask for it."""
    return _laid_out(in_use(), sheet, variant, options, game)


@lru_cache(maxsize=LAYOUTS)
def _laid_out(
    _language: Catalogue,
    sheet: str,
    variant: Variant,
    options: PrintOptions,
    game: GameOnPaper | None,
) -> Layout:
    return document.lay_out(sheet, variant, options, game)


def sheet_html(
    sheet: str,
    variant: Variant,
    options: PrintOptions | None = None,
    *,
    game: GameOnPaper | None = None,
    stylesheet: str | None = None,
) -> str:
    """A sheet as a whole HTML document."""
    layout = lay_out(sheet, variant, options or PrintOptions(), game)
    return html_of(sheet, layout, stylesheet)


def words_on(
    sheet: str,
    variant: Variant,
    options: PrintOptions | None = None,
    *,
    game: GameOnPaper | None = None,
) -> str:
    """The words of a sheet on one line, each of which `checks` look for on paper."""
    return words_of_html(sheet_html(sheet, variant, options, game=game))


def printed(
    sheet: str,
    variant: Variant,
    options: PrintOptions | None = None,
    *,
    game: GameOnPaper | None = None,
) -> bytes:
    """A sheet as a PDF file, printed once for all tests that ask for it, without a complaint."""
    return _printed(sheet, variant, options or PrintOptions(), game)


@lru_cache(maxsize=KEPT)
def _printed(
    sheet: str, variant: Variant, options: PrintOptions, game: GameOnPaper | None
) -> bytes:
    with no_complaint():
        return print_sheet(sheet, variant, options, game=game)


class _Heard(logging.Handler):
    """What a room complains of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextmanager
def no_complaint() -> Iterator[None]:
    """Fail where the press complains of a sheet: none gives it any reason to."""
    heard, log = _Heard(), logging.getLogger("referee.printing")
    log.addHandler(heard)
    try:
        yield
    finally:
        log.removeHandler(heard)
    assert heard.messages == []
