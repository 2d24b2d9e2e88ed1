"""Sheets of paper and the games on them."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pypdf
import pytest

from referee.printing import GameOnPaper, PaperDeal
from referee.printing.press import Press, stop
from referee.rules.deals import deal_count
from referee.rules.variant import Variant

NAMES = ("Mara", "Jon", "Edith", "Chi", "Ben", "Ann", "Ola", "Kim")


@pytest.fixture
def press() -> Iterator[Press]:
    """A press of the test's own, so that no other test waits for its worker."""
    one = Press()
    yield one
    one.stop()


@pytest.fixture(scope="module")
def shared_press() -> Iterator[Press]:
    """One press for many sheets."""
    one = Press()
    yield one
    one.stop()


@pytest.fixture(scope="session", autouse=True)
def _no_worker_left() -> Iterator[None]:
    yield
    stop()


def game_of(
    variant: Variant, names: tuple[str, ...] = NAMES[:3], written: int = 2, **changes: object
) -> GameOnPaper:
    """A game in which the seats go out in turn and the others write 5, 15, 25 … more each deal."""
    count = len(names)
    running, rows = [0] * count, []
    for deal in range(1, written + 1):
        out = deal % count
        points = [0 if seat == out else 10 * seat + 5 * deal for seat in range(count)]
        running = [a + b for a, b in zip(running, points, strict=True)]
        rows.append(
            PaperDeal(
                number=deal,
                dealer=names[(deal - 1) % count],
                out=names[out],
                points=tuple(points),
                running=tuple(running),
            )
        )
    values: dict[str, object] = {
        "title": "Friday night",
        "names": names,
        "rows": tuple(rows),
        "dealers": tuple(names[deal % count] for deal in range(deal_count(variant) or 20)),
        "totals": tuple(running),
        "link": "https://rummy.example.org/k/4rGkPvXwq2NTdMzB7sYhJc",
        "date": "21 November 2026",
    }
    return GameOnPaper(**{**values, **changes})  # type: ignore[arg-type]


def read(pdf: bytes) -> Any:
    """A PDF file as its reader sees it; untyped, since any part of it may be anything."""
    return pypdf.PdfReader(BytesIO(pdf))


def text_of(pdf: bytes) -> str:
    """All the words of a PDF file on one line."""
    return " ".join(" ".join(page.extract_text() for page in read(pdf).pages).split())
