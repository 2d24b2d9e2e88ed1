"""How the totals of a game went, as lines; a sign for each player, none of them told by colour."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from markupsafe import Markup

from referee.printing.models import figure
from referee.printing.text_metrics import LINE, POINT, text_width

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


def draw_sign(seat: int) -> Markup:
    """The sign of a seat, from 0: four shapes, filled and then hollow, then four more."""
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" viewBox="-2 -2 4 4" '
        f'width="3.6mm" height="3.6mm">{_sign(seat, 0, 0)}</svg>'
    )


def draw_chart(
    totals: Sequence[Sequence[int | None]],
    title: str,
    width: float,
    height: float,
    points: float = 9,
) -> Markup:
    """A line for each seat through its running totals, deal by deal from nought.

    `totals`: the running totals of each seat; None where nothing is written. `width` and
    `height` in millimetres. Deals are numbered below, and nought and the ends of the scale stand
    at the left, in print of so many `points`.
    """
    numbers = [0, *(one for seat in totals for one in seat if one is not None)]
    low, high = min(numbers), max(numbers)
    scale = sorted({low, 0, high})
    deals = max((len(seat) for seat in totals), default=0)
    print_mm = points * POINT
    left = max(text_width(figure(number), points) for number in scale) + _EDGE
    foot = height - _EDGE - print_mm * LINE
    across = (width - left - _EDGE) / max(deals, 1)
    up = (foot - _EDGE) / max(high - low, 1)

    def place(deal: int, number: int) -> tuple[float, float]:
        return left + deal * across, foot - (number - low) * up

    zero = place(0, 0)[1]
    # Numbers that would touch are left out.
    step = ceil((text_width(str(deals), points) + 1) / across)
    lines = [(deal, place(deal, 0)[0]) for deal in range(1, deals + 1)]
    drawn = [
        f'<path fill="none" stroke="#999" stroke-width=".2" d="M{left:.2f} {zero:.2f}'
        f'H{width:.2f}"/>',
        *(
            f'<path fill="none" stroke="#ccc" stroke-width=".15" d="M{x:.2f} 0V{foot:.2f}"/>'
            for _, x in lines
        ),
        *(
            _text(str(deal), x, height - print_mm * 0.25, print_mm, "middle")
            for deal, x in lines
            if deal % step == 0 or step == 1
        ),
    ]
    for number in scale:
        y = place(0, number)[1]
        if number == 0 or abs(y - zero) > print_mm:
            drawn.append(_text(figure(number), left - 1.5, y + print_mm * 0.35, print_mm, "end"))
    for seat, running in enumerate(totals):
        at = [place(0, 0)] + [
            place(deal, number)
            for deal, number in enumerate(running, start=1)
            if number is not None
        ]
        path = "L".join(f"{x:.2f} {y:.2f}" for x, y in at)
        dash = _DASHES[seat % len(_DASHES)]
        drawn.append(
            f'<path fill="none" stroke="#000" stroke-width=".4" stroke-dasharray="{dash}" '
            f'd="M{path}"/>'
            if dash
            else f'<path fill="none" stroke="#000" stroke-width=".4" d="M{path}"/>'
        )
        drawn += [_sign(seat, x, y) for x, y in at[1:]]
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}mm" height="{height:g}mm"><title>{Markup.escape(title)}</title>'
        f"{''.join(drawn)}</svg>"
    )


def _text(text: str, x: float, y: float, mm: float, anchor: str) -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{mm:.2f}" font-family="Sheet" '
        f'text-anchor="{anchor}">{text}</text>'
    )


def _sign(seat: int, x: float, y: float) -> str:
    fours, shape = divmod(seat, _SHAPES)
    sign = _SIGNS[(fours // 2 * _SHAPES + shape) % len(_SIGNS)]
    fill = "#fff" if fours % 2 else "#000"
    return (
        f'<path fill="{fill}" stroke="#000" stroke-width=".3" d="{sign}" '
        f'transform="translate({x:.2f} {y:.2f})"/>'
    )
