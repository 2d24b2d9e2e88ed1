"""Where to cut and where to fold, drawn along the edges of a page."""

from functools import cache

from markupsafe import Markup

from referee.printing.frames import Grid

_SCISSORS = "M0 -1.3a1.1 1.1 0 1 0 .1 0zM0 .9a1.1 1.1 0 1 0 .1 0zM.9 .5L6 -1.6M.9 -.3L6 1.8"


@cache
def draw_marks(grid: Grid, *, folded: bool) -> Markup:
    """Dashed lines to cut along, with scissors; ticks at both edges where the paper is folded."""
    if grid.slots == 1:
        return Markup("")
    drawn = []
    for column in range(1, grid.columns):
        x = grid.slot_wide * column
        if folded:
            drawn += [_fold(x, at, grid) for at in range(grid.rows)]
        else:
            drawn += [_cut(f"M{x:g} 0V{grid.tall:g}"), _scissors(x, 3, 90)]
    for row in range(1, grid.rows):
        y = grid.slot_tall * row
        drawn += [_cut(f"M0 {y:g}H{grid.wide:g}"), _scissors(3, y, 0)]
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="marks" aria-hidden="true" '
        f'viewBox="0 0 {grid.wide:g} {grid.tall:g}" width="{grid.wide:g}mm" '
        f'height="{grid.tall:g}mm">{"".join(drawn)}</svg>'
    )


def _cut(path: str) -> str:
    return f'<path fill="none" stroke="#777" stroke-width=".2" stroke-dasharray="2 2" d="{path}"/>'


def _fold(x: float, row: int, grid: Grid) -> str:
    top, bottom = row * grid.slot_tall, (row + 1) * grid.slot_tall
    path = f"M{x:g} {top:g}v4M{x:g} {bottom:g}v-4"
    return (
        f'<path fill="none" stroke="#000" stroke-width=".3" stroke-dasharray=".8 .8" d="{path}"/>'
    )


def _scissors(x: float, y: float, turn: int) -> str:
    return (
        f'<path fill="none" stroke="#000" stroke-width=".35" d="{_SCISSORS}" '
        f'transform="translate({x:g} {y:g}) rotate({turn})"/>'
    )
