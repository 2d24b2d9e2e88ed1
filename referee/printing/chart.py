"""How the totals of a game went, as lines: where everything stands, and the drawing for paper.

It is drawn by ourselves. Of the libraries that draw SVG, pygal (3.1.3) comes nearest: a filter
takes out the styles and scripts that this site's policy keeps out. Yet it names lines at their ends
without keeping names apart, so that players who are level lie on each other, and its legend tells
lines apart by colour alone. Matplotlib (3.11) writes its colours into every line, good for a light
page or a dark one; Bokeh, Plotly and Altair draw in the browser.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from markupsafe import Markup

from referee.printing.models import figure
from referee.printing.text_cleanup import shortened_to
from referee.printing.text_metrics import LINE, POINT, text_width

Point = tuple[float, float]
Totals = Sequence[Sequence[int | None]]
"""The running totals of each seat, deal by deal; None where nothing is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartBox:
    """The size of a chart, what is left free around its lines, and how much room text needs.

    `label`: the height of a name beside its line. `number`: the width of the number of a deal.
    """

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    label: float
    number: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLine:
    """The points of one seat's line, and the height at which its name stands."""

    points: tuple[Point, ...]
    label: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A number beside an axis, and where along the axis it stands."""

    number: int
    position: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A line for each seat; totals upwards, and deals to the right from before the first."""

    lines: tuple[ChartLine, ...]
    totals: tuple[Tick, ...]
    deals: tuple[Tick, ...]


def lay_out_chart(totals: Totals, box: ChartBox) -> Chart:
    """Where everything of a chart stands."""
    numbers = [0, *(total for seat in totals for total in seat if total is not None)]
    step = _step(max(numbers) - min(numbers))
    low, high = min(numbers) // step * step, -(-max(numbers) // step) * step or step
    deals = max(map(len, totals), default=0)
    across = (box.width - box.left - box.right) / max(deals, 1)
    up = (box.height - box.top - box.bottom) / (high - low)

    def place(deal: int, total: int) -> Point:
        return round(box.left + across * deal, 2), round(box.top + up * (high - total), 2)

    lines = []
    for running in totals:
        start = [place(0, 0)] if running and running[0] is not None else []
        written = ((deal, total) for deal, total in enumerate(running, 1) if total is not None)
        lines.append((*start, *(place(deal, total) for deal, total in written)))
    ends = [points[-1][1] if points else place(0, 0)[1] for points in lines]
    labels = _apart(ends, box.label, box.height - box.bottom)
    every = next((n for n in (1, 2, 5, 10) if n * across >= box.number), 20)
    return Chart(
        lines=tuple(
            ChartLine(points=points, label=label)
            for points, label in zip(lines, labels, strict=True)
        ),
        totals=tuple(
            Tick(number=total, position=place(0, total)[1]) for total in range(low, high + 1, step)
        ),
        deals=tuple(
            Tick(number=deal, position=place(deal, 0)[0])
            for deal in range(1, deals + 1)
            if deal % every == 0
        ),
    )


def _step(span: int) -> int:
    """A round number of which four or five make the whole height."""
    step = 1
    while span > 5 * step:
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    return step


def _apart(heights: Sequence[float], label: float, lowest: float) -> list[float]:
    """The heights of labels, moved so that none lies on another, nor below the lowest place."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = dict(enumerate(heights))
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + label)
    for above, seat in enumerate(reversed(order)):
        placed[seat] = min(placed[seat], lowest - above * label)
    return [round(placed[seat], 2) for seat in range(len(heights))]


# On paper

_SIGNS: Final = (
    "M-1.2 0a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0z",
    "M-1.1 -1.1H1.1V1.1H-1.1z",
    "M0 -1.5L1.4 1H-1.4z",
    "M0 -1.6L1.6 0L0 1.6L-1.6 0z",
    "M0 1.5L1.4 -1H-1.4z",
    "M-1.6 -.6H1.6V.6H-1.6z",
    "M-1.2 -1.4H1.2L-1.2 1.4H1.2z",
    "M-1.5 -.5H-.5V-1.5H.5V-.5H1.5V.5H.5V1.5H-.5V.5H-1.5z",
)
_SHAPES: Final = 4
"""Shapes told apart at first sight: they come filled and then hollow before the next ones do."""

_DASHES: Final = ("", "3 1", "1 1", "4 1 1 1")
_EDGE: Final = 3.0
_NAMES: Final = 0.25
"""Part of the width that names beside their lines may take."""


def draw_sign(seat: int) -> Markup:
    """The sign of a seat, from 0: four shapes, filled and then hollow, then four more."""
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" viewBox="-2 -2 4 4" '
        f'width="3.6mm" height="3.6mm">{_sign(seat, (0, 0))}</svg>'
    )


def chart_height(seats: int, least: float, points: float) -> float:
    """Millimetres of a chart that has room for a name beside each line, `least` or more."""
    label = points * POINT * LINE
    return max(least, seats * label + 2 * _EDGE + label)


def draw_chart(
    names: Sequence[str],
    totals: Totals,
    title: str,
    width: float,
    height: float,
    points: float = 9,
) -> Markup:
    """A line for each seat through its running totals, with its signs and its name at the end.

    `width` and `height` in millimetres; deals and totals are numbered in print of so many `points`.
    """
    print_mm = points * POINT
    names = [
        shortened_to(name, lambda cut: text_width(cut, points) <= _NAMES * width) for name in names
    ]
    numbers = [total for seat in totals for total in seat if total is not None]
    deals = max(map(len, totals), default=0)
    box = ChartBox(
        width=width,
        height=height,
        left=max(text_width(figure(2 * number), points) for number in (0, *numbers)) + _EDGE,
        right=max(text_width(name, points) for name in names) + _EDGE,
        top=_EDGE,
        bottom=_EDGE + print_mm * LINE,
        label=print_mm * LINE,
        number=text_width(str(deals), points) + 1,
    )
    chart = lay_out_chart(totals, box)
    end = width - box.right
    drawn = []
    for tick in chart.totals:
        ink = "#999" if tick.number == 0 else "#ccc"
        drawn.append(_path(f"M{box.left:.2f} {tick.position:.2f}H{end:.2f}", ink, 0.2))
        y = tick.position + print_mm * 0.35
        drawn.append(_text(figure(tick.number), (box.left - 1.5, y), print_mm, "end"))
    for tick in chart.deals:
        drawn.append(_text(str(tick.number), (tick.position, height - 0.8), print_mm, "middle"))
    for seat, (name, line) in enumerate(zip(names, chart.lines, strict=True)):
        if line.points:
            route = "L".join(f"{x:.2f} {y:.2f}" for x, y in line.points)
            drawn.append(_path(f"M{route}", "#000", 0.4, _DASHES[seat % len(_DASHES)]))
            drawn += [_sign(seat, point) for point in line.points[1:]]
        drawn.append(_text(name, (end + 2, line.label + print_mm * 0.35), print_mm, "start"))
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}mm" height="{height:g}mm"><title>{Markup.escape(title)}</title>'
        f"{''.join(drawn)}</svg>"
    )


def _path(path: str, ink: str, thick: float, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path fill="none" stroke="{ink}" stroke-width="{thick}"{dashes} d="{path}"/>'


def _text(text: str, place: Point, mm: float, anchor: str) -> str:
    x, y = place
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{mm:.2f}" font-family="Sheet, Sheet Ext, '
        f'Sheet Wide" text-anchor="{anchor}">{Markup.escape(text)}</text>'
    )


def _sign(seat: int, place: Point) -> str:
    fours, shape = divmod(seat, _SHAPES)
    sign = _SIGNS[(fours // 2 * _SHAPES + shape) % len(_SIGNS)]
    fill = "#fff" if fours % 2 else "#000"
    x, y = place
    return (
        f'<path fill="{fill}" stroke="#000" stroke-width=".3" d="{sign}" '
        f'transform="translate({x:.2f} {y:.2f})"/>'
    )
