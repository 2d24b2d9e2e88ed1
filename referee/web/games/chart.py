"""The page of the running totals as lines: points of a drawing, for the template to draw.

It is drawn by ourselves. Of the libraries that draw SVG, pygal (3.1.3) comes nearest: a filter
takes out the styles and scripts that this site's policy keeps out. Yet it names lines at their ends
without keeping names apart, so that players who are level lie on each other, and its legend tells
lines apart by colour alone. Matplotlib (3.11) writes its colours into every line, good for a light
page or a dark one; Bokeh, Plotly and Altair draw in the browser.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from flask import render_template

from referee.scorebook.cache import book_of
from referee.scorebook.projection import ScoreBook
from referee.web import keyring
from referee.web.games.views import blueprint

WIDTH: Final = 360
HEIGHT: Final = 240
"""Of few players' chart: that of many is as tall as their names need."""
LEFT: Final = 44
RIGHT: Final = 116
TOP: Final = 12
BOTTOM: Final = 26
LABEL_HEIGHT: Final = 17
LABEL_ROOM: Final = 14
"""From the end of a line to the name, where a thinner line leads."""


@blueprint.get("/games/<game_id>/chart")
def chart(game_id: str) -> str:
    """The running totals as lines, and as a table under them."""
    access = keyring.open_or_404(game_id)
    book = book_of(access)
    size = {"width": WIDTH, "left": LEFT, "right": RIGHT}
    names = {"x": WIDTH - RIGHT + LABEL_ROOM, "wide": RIGHT - LABEL_ROOM, "tall": LABEL_HEIGHT}
    return render_template(
        "games/chart.html", access=access, book=book, chart=chart_of(book), size=size, names=names
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The line of one player: `points` as SVG takes them, and where the name stands beside it.

    `leads` is the line from the last dot to the name, as SVG takes it, empty for who left earlier.
    """

    name: str
    total: int
    points: str
    dots: tuple[tuple[float, float], ...]
    label_y: float
    leads: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A number beside an axis, with where it stands."""

    at: float
    says: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The drawing, so `tall`: one line for each player, deals to the right, totals upwards."""

    tall: int
    lines: tuple[Line, ...]
    totals: tuple[Tick, ...]
    deals: tuple[Tick, ...]


def chart_of(book: ScoreBook) -> Chart | None:
    """The running totals of a game; None before two deals are written."""
    count = len(book.deals)
    if count < 2:
        return None
    numbers = [total for row in book.deals for total in row.running.values()]
    low, high = min(0, *numbers), max(0, *numbers)
    step = _step(high - low)
    low, high = low // step * step, -(-high // step) * step or step
    tall = max(HEIGHT, TOP + BOTTOM + LABEL_HEIGHT * len(book.everyone))

    def x_of(deal: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (deal - 1) / (count - 1), 1)

    def y_of(total: int) -> float:
        return round(TOP + (tall - TOP - BOTTOM) * (high - total) / (high - low), 1)

    lines = []
    for seat in book.everyone:
        dots = tuple(
            (x_of(row.number), y_of(row.running[seat.key]))
            for row in book.deals
            if seat.key in row.running
        )
        lines.append((seat, dots))
    heights = _apart([dots[-1][1] if dots else y_of(0) for _, dots in lines], tall - BOTTOM)
    return Chart(
        tall=tall,
        lines=tuple(
            Line(
                name=seat.name,
                total=book.totals[seat.key],
                points=" ".join(f"{x},{y}" for x, y in dots),
                dots=dots,
                label_y=height,
                leads=_leading(dots, x_of(count), height),
            )
            for (seat, dots), height in zip(lines, heights, strict=True)
        ),
        totals=tuple(Tick(at=y_of(n), says=n) for n in range(low, high + 1, step)),
        deals=tuple(
            Tick(at=x_of(n), says=n) for n in range(1, count + 1) if count < 12 or n % 5 == 1
        ),
    )


def _step(span: int) -> int:
    """A round number of which four or five make the whole height."""
    step = 1
    while span > 5 * step:
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    return step


def _apart(heights: list[float], lowest: float) -> list[float]:
    """The heights of labels, moved so that none lies on another, nor below the lowest place."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = dict(enumerate(heights))
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + LABEL_HEIGHT)
    for above, place in enumerate(reversed(order)):
        placed[place] = min(placed[place], lowest - above * LABEL_HEIGHT)
    return [round(placed[place], 1) for place in range(len(heights))]


def _leading(dots: tuple[tuple[float, float], ...], end: float, height: float) -> str:
    if not dots or dots[-1][0] != end:
        return ""
    return f"{end},{dots[-1][1]} {WIDTH - RIGHT + LABEL_ROOM - 2},{height}"
