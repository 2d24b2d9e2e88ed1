"""The geometry of a score pad: columns, rows and lines as a function of its width and height."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from markupsafe import Markup

from referee.language import say
from referee.printing.geometry import Frame
from referee.printing.options import MOST_ROWS, SheetError
from referee.printing.text_metrics import POINT

_WISH: Final = 32
"""Millimetres of a player's column for which the column before them is narrower."""

_PEN: Final = {130: 8, 0: 7}
"""Millimetres that a row to write in has at least, by the shorter side of the face."""

_LEAST: Final = 9.0
_LEAST_LARGE: Final = 13.0
_PART: Final = 10.5
_MOST_ROW: Final = 28
_MOST_LARGE_ROW: Final = 36
UPPER: Final = 0.6
"""Part of a row above its dots, where the points of the deal stand and the total below."""

_FIGURES: Final = 16.0
_LEAST_FIGURES: Final = 6.0
_EDGE: Final = 1.4
"""Print of figures at most and at least, and millimetres of a column that they leave free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """How a pad is ruled, in millimetres.

    `before`: the columns before the players'; `column`: each of these. `names`, `row`, `total` and
    `behind` are heights, of which `behind` may be 0. A row has points above the total, or beside it
    where it is `split`; in `parts` it has four squares. `faces`: rows on each face. `figures`: the
    print of points.
    """

    width: float
    before: int
    column: float
    columns: int
    names: int
    row: int
    total: int
    behind: int
    split: bool
    parts: bool
    faces: tuple[int, ...]
    figures: float

    @property
    def upper(self) -> int:
        """The height of the upper part of a row."""
        return self.row // 2 if self.parts else self.row if self.split else round(self.row * UPPER)


def fit_pad(
    frame: Frame,
    height: float,
    columns: int,
    rows: int,
    *,
    names: int,
    words: bool,
    named: float,
    parts: bool,
    open_ended: bool,
    foot: float = 0,
    figures: float = 0,
    least_row: int = 0,
) -> Pad:
    """Rule a pad for so many columns and rows at least in so much height.

    `foot`: what stands below the last rows. `words`: whether contracts stand before the columns;
    `named`: millimetres of what else does. `open_ended`: more rows are drawn where there is room.
    `figures`: millimetres of the widest figure for a point of print. `least_row`: what a row takes
    for its words. Raises `SheetError` where columns are too narrow to write in.
    """
    width, large = frame.inner_width, frame.large
    wide = frame.scale.side >= 190
    high, low = (0.36, 0.23 if wide else 0.36) if words else (0.16, 0.16)
    if not words and not named:
        high = low = 0.11
    if large:
        high, low = high * 1.2, low * 1.2
    before = round(min(max(width - columns * _WISH, width * low), width * high))
    figure = figures * (frame.least if large else _LEAST_FIGURES) + _EDGE
    least = max(_LEAST_LARGE if large else _LEAST, figure)
    before = max(before, ceil(named))
    if words and (width - before) / columns < least:
        before = max(22, int(width - columns * least))
    column = (width - before) / columns
    if column < least:
        room = int((width - before) / least)
        says = say("paper-pad-too-many", room=room, players=columns)
        raise SheetError(says if room > 1 else say("paper-pad-too-small"))
    pen = next(mm for side, mm in _PEN.items() if frame.scale.side >= side)
    total = 14 if frame.scale.side >= 190 else 11 if frame.scale.side >= 130 else 8
    total = max(total, ceil(frame.least * 0.8))
    parts = parts and column >= 2 * _PART
    can_split = not parts and column / 2 >= max(least, _PART)
    most = _MOST_LARGE_ROW if large else _MOST_ROW

    def rule(split: bool) -> tuple[tuple[int, ...], int]:
        row = max(pen if split else 2 * pen, least_row)
        full, last = int((height - names) // row), int((height - foot - names - total) // row)
        count = max(rows, min(last, MOST_ROWS)) if open_ended else rows
        return (_on_faces(count, full, last) if full > 0 and last >= 0 else ()), row

    ways = {split: rule(split) for split in (False, *[True] * can_split)}
    ways = {split: way for split, way in ways.items() if way[0]}
    if not ways:
        raise SheetError(say("paper-pad-too-small"))
    split = can_split and (open_ended or len(ways[True][0]) < len(ways.get(False, ways[True])[0]))
    split = split or False not in ways
    faces, row = ways[split]
    rooms = [height - names] * (len(faces) - 1) + [height - foot - names - total]
    filled = [int(room // rows) for room, rows in zip(rooms, faces, strict=True) if rows]
    row = max(row, min(*filled, pen + 2 if split and open_ended else most))
    free = rooms[-1] - faces[-1] * row
    cell = column / 2 if split or parts else column
    pad = Pad(
        width=width, before=before, column=column, columns=columns, names=names, row=row,
        total=total, behind=pen if free >= pen and not large else 0, split=split, parts=parts,
        faces=faces, figures=_FIGURES,
    )  # fmt: skip
    tall = min(pad.upper, 16) / POINT / 1.25
    fitting = (cell - _EDGE) / figures if figures else _FIGURES
    size = max(min(_FIGURES, tall, fitting), frame.least if large else _LEAST_FIGURES)
    return replace(pad, figures=int(size * 2) / 2)


def _on_faces(rows: int, full: int, last: int) -> tuple[int, ...]:
    """Rows on each face, as even as can be; the last takes no more than `last`."""
    if rows <= last:
        return (rows,)
    count = 1 + ceil((rows - last) / full)
    even = min(ceil(rows / count), full)
    faces = [even] * (count - 1)
    left = rows - sum(faces)
    while left > last:
        faces.append(min(even, left - last))
        left -= faces[-1]
    return (*filter(None, faces), max(left, 0))


def draw_pad(pad: Pad, rows: int, dealers: Sequence[int | None], last: bool) -> Markup:
    """The lines of one face, laid under its text.

    `dealers`: the column of who deals in each row, None where nobody is known. `last`: whether
    totals follow the rows.
    """
    foot = pad.names + rows * pad.row
    end = foot + (pad.total + pad.behind if last else 0)
    lefts = [pad.before + pad.column * at for at in range(pad.columns)]
    tops = [pad.names + pad.row * at for at in range(rows)]
    halves = [left + pad.column / 2 for left in lefts] if pad.split or pad.parts else []
    dotted = () if pad.split else tops
    strong = "".join(f"M0 {top:g}H{pad.width:g}" for top in [*tops, *[foot] * (not last)])
    strong += "".join(f"M{left:.2f} 2V{end:g}" for left in lefts)
    if last:
        strong += f"M0 {foot + pad.total:g}H{pad.width:g}"
    thin = "".join(f"M{x:.2f} {pad.names}V{foot:g}" for x in halves)
    if last and pad.behind:
        thin += f"M0 {end:g}H{pad.width:g}"
    if pad.parts:
        thin += "".join(_signs(lefts, tops, pad.upper))
    dots = "".join(f"M{pad.before:g} {top + pad.upper:g}H{pad.width:g}" for top in dotted)
    x, y, r = (1.3, 1.4, 0.8) if pad.split else (2.6, 2.6, 1.0)
    x = pad.column / 2 - x if pad.parts else x
    dealt = "".join(
        f'<circle cx="{lefts[at] + x:.2f}" cy="{top + y:g}" r="{r}"/>'
        for top, at in zip(tops, dealers, strict=False)
        if at is not None
    )
    bar = f'<path stroke-width="1.2" d="M0 {foot:g}H{pad.width:g}"/>' if last else ""
    title, high = say("pad-lines"), end + 1
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ruled" aria-hidden="true" '
        f'viewBox="0 0 {pad.width:g} {high:g}" width="{pad.width:g}mm" height="{high:g}mm">'
        f'<title>{title}</title><g fill="none" stroke="#000">'
        f'<path stroke-width=".35" d="{strong}"/><path stroke-width=".2" d="{thin}"/>{bar}'
        f'<path stroke-width=".3" stroke-linecap="round" stroke-dasharray="0 1" d="{dots}"/></g>'
        f"{dealt}</svg>"
    )


def _signs(lefts: Sequence[float], tops: Sequence[float], upper: float) -> Iterator[str]:
    """A plus in the upper left square of each row, and a minus in the lower."""
    for left in lefts:
        for top in tops:
            x, y = left + 1.6, top + upper / 2
            yield f"M{x - 0.8:.2f} {y:g}h1.6m-.8 -.8v1.6M{x - 0.8:.2f} {y + upper:g}h1.6"
