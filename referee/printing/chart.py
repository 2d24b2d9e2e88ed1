"""How the totals of a game went, as lines: where everything of the chart stands.

Screen and paper each draw it in their own style. Of the libraries that draw SVG, pygal (3.1.3)
comes nearest, but does not keep names at the ends of lines apart, and its legend tells lines apart
by colour alone; Matplotlib (3.11) writes its colours into every line.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartBox:
    """The size of a chart, what is left free around its lines, and how much room text needs.

    `label`: the height of a name beside its line. `number`: the width of the number of a deal.
    `lead`: how far from the end of a line its name begins, to which a thinner line leads.
    """

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    label: float
    number: float
    lead: float

    @property
    def end(self) -> float:
        """Where lines end."""
        return self.width - self.right

    @property
    def beside(self) -> float:
        """Where names begin."""
        return self.end + self.lead


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLine:
    """One player's line, a dot on it for each deal, and the height of the name beside its end.

    `lead`: what joins both, () where the line ends before.
    """

    name: str
    points: tuple[Point, ...]
    dots: tuple[Point, ...]
    label: float
    lead: tuple[Point, ...]


Tick = tuple[int | str, float]
"""A number or a word beside an axis, and where along the axis it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A line for each player, with deals to the right from before the first."""

    box: ChartBox
    lines: tuple[ChartLine, ...]
    totals: tuple[Tick, ...]
    deals: tuple[Tick, ...]


def lay_out_chart(
    names: Sequence[str],
    totals: Sequence[Sequence[int | None]],
    box: ChartBox,
    end: str = "",
    *,
    best: str = "highest",
) -> Chart:
    """Where everything of a chart stands.

    `totals`: the running totals of each player, deal by deal; None where there is none.
    `end`: what the last are called where they are of no deal. `best`: whether the `lowest`
    or the `highest` total is the uppermost.
    """
    numbers = [0, *(total for running in totals for total in running if total is not None)]
    # Four or five steps make the whole height.
    step = _rounded_up((max(numbers) - min(numbers)) / 5)
    low, high = min(numbers), max(numbers)
    high = high or (not low) * step
    ticks = range(-(-low // step) * step, high + 1, step)
    deals = max(map(len, totals))
    across = (box.end - box.left) / deals
    up = (box.height - box.top - box.bottom) / (high - low)

    def place(deal: int, total: int) -> Point:
        below = total - low if best == "lowest" else high - total
        return round(box.left + across * deal, 2), round(box.top + up * below, 2)

    dots = [
        tuple(place(deal, total) for deal, total in enumerate(running, 1) if total is not None)
        for running in totals
    ]
    starts = [(place(0, 0),) if running[0] is not None else () for running in totals]
    ends = [line[-1][1] if line else place(0, 0)[1] for line in dots]
    labels = _apart(ends, box.label, box.height - box.bottom)
    last, _ = place(deals, 0)
    every = _rounded_up(box.number / across)
    # A number gives way to the word beside it.
    numbered = range(every, deals + 1 - every * bool(end), every)
    return Chart(
        box=box,
        lines=tuple(
            ChartLine(
                name=name,
                points=start + line,
                dots=line,
                label=label,
                lead=(line[-1], (box.beside, label)) if line and line[-1][0] == last else (),
            )
            for name, start, line, label in zip(names, starts, dots, labels, strict=True)
        ),
        totals=tuple((total, place(0, total)[1]) for total in ticks),
        deals=(*((deal, place(deal, 0)[0]) for deal in numbered), *[(end, last)] * bool(end)),
    )


def _rounded_up(least: float) -> int:
    """The first of 1, 2, 5, 10, 20 and so on that is not less."""
    number = 1
    while number < least:
        number = number * 5 // 2 if str(number).startswith("2") else number * 2
    return number


def _apart(heights: Sequence[float], label: float, lowest: float) -> list[float]:
    """The heights of labels, moved as little as can be so that none lies on another.

    Nor does any lie above the drawing, or below the lowest place.
    """
    order = sorted(range(len(heights)), key=heights.__getitem__)
    # Those that would lie on one another stand together, about the middle of their places.
    groups: list[list[float]] = []
    for above, seat in enumerate(order):
        groups.append([heights[seat] - above * label])
        while len(groups) > 1 and _mean(groups[-2]) > _mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    firsts = (_mean(group) for group in groups for _ in group)
    last = lowest - (len(order) - 1) * label
    placed = {
        seat: round(min(max(first, label / 2), last), 2) + above * label
        for above, (seat, first) in enumerate(zip(order, firsts, strict=True))
    }
    return [placed[seat] for seat in range(len(heights))]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
