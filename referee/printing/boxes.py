"""The empty boxes of a pad, drawn as lines: as many cells of a table would take far longer."""

from functools import lru_cache
from typing import Final

from markupsafe import Markup

from referee.printing.measure import POINT

# The lines that the stylesheet of the pad draws around written boxes.
_STRONG: Final = 1.2 * POINT
_LINE: Final = 0.5 * POINT
_GREY: Final = "#777"


@lru_cache(maxsize=64)
def draw_boxes(columns: int, rows: int, column: float, row: float) -> Markup:
    """What parts the boxes of so many players and deals, laid over the rows of a table.

    `column`, `row`: millimetres of one, the lines around the whole pad included. Each box has a
    line across it: points above, total below.
    """
    edge = _STRONG / 2
    column -= _STRONG / columns
    wide, tall = columns * column - 2 * edge, rows * row - 2 * edge
    right, foot = edge + wide, edge + tall
    halves = "".join(f"M{edge:.2f} {(at + 0.5) * row:.2f}H{right:.2f}" for at in range(rows))
    beside = "".join(f"M{at * column:.2f} {edge:.2f}V{foot:.2f}" for at in range(1, columns))
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" '
        f'viewBox="{edge:.2f} {edge:.2f} {wide:.2f} {tall:.2f}" '
        f'width="{wide:.2f}mm" height="{tall:.2f}mm">'
        f"{_lines(halves, _LINE, _GREY)}{_lines(beside, _LINE)}</svg>"
    )


def _lines(path: str, thick: float, ink: str = "#000") -> str:
    if not path:
        return ""
    return f'<path fill="none" stroke="{ink}" stroke-width="{thick:.2f}" d="{path}"/>'
