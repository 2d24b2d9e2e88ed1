"""How a score pad is ruled: its columns and rows, and the lines drawn between them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from markupsafe import Markup

from referee.language import say

UPPER: Final = 0.6
"""Part of a row above its dots, where the points of the deal stand and the total below."""


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


def on_faces(rows: int, full: int, last: int) -> tuple[int, ...]:
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
