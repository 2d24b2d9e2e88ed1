"""How the totals of a game went, as lines; a sign for each player, none of them told by colour."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

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
    totals: Sequence[Sequence[int | None]], title: str, wide: float, tall: float
) -> Markup:
    """A line for each seat through its running totals, deal by deal from nought.

    `totals`: the running totals of each seat; None where nothing is written. `wide` and `tall` in
    millimetres.
    """
    numbers = [0, *(one for seat in totals for one in seat if one is not None)]
    low, high = min(numbers), max(numbers)
    deals = max((len(seat) for seat in totals), default=0)
    across = (wide - 2 * _EDGE) / max(deals, 1)
    up = (tall - 2 * _EDGE) / max(high - low, 1)

    def place(deal: int, number: int) -> tuple[float, float]:
        return _EDGE + deal * across, tall - _EDGE - (number - low) * up

    zero = place(0, 0)[1]
    drawn = [
        f'<path fill="none" stroke="#999" stroke-width=".2" d="M0 {zero:.2f}H{wide:.2f}"/>',
        *(
            f'<path fill="none" stroke="#ccc" stroke-width=".15" d="M{x:.2f} 0V{tall:.2f}"/>'
            for x in (place(deal, 0)[0] for deal in range(1, deals + 1))
        ),
    ]
    for seat, running in enumerate(totals):
        points = [place(0, 0)] + [
            place(deal, number)
            for deal, number in enumerate(running, start=1)
            if number is not None
        ]
        path = "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
        dash = _DASHES[seat % len(_DASHES)]
        drawn.append(
            f'<path fill="none" stroke="#000" stroke-width=".4" stroke-dasharray="{dash}" '
            f'd="M{path}"/>'
            if dash
            else f'<path fill="none" stroke="#000" stroke-width=".4" d="M{path}"/>'
        )
        drawn += [_sign(seat, x, y) for x, y in points[1:]]
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {wide:g} {tall:g}" '
        f'width="{wide:g}mm" height="{tall:g}mm"><title>{Markup.escape(title)}</title>'
        f"{''.join(drawn)}</svg>"
    )


def _sign(seat: int, x: float, y: float) -> str:
    fours, shape = divmod(seat, _SHAPES)
    sign = _SIGNS[(fours // 2 * _SHAPES + shape) % len(_SIGNS)]
    fill = "#fff" if fours % 2 else "#000"
    return (
        f'<path fill="{fill}" stroke="#000" stroke-width=".3" d="{sign}" '
        f'transform="translate({x:.2f} {y:.2f})"/>'
    )
