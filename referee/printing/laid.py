"""A sheet laid out: its faces, and the pages that they lie on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.printing.choices import Choices
from referee.printing.frames import Grid
from referee.printing.imposing import Imposed, back_to_back, side_by_side

Face = Mapping[str, object]
"""The values that the template of a sheet shows on one face."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """The title of the document, its faces in reading order, and where each one lies.

    `least`: the smallest print in points, which page numbers are set in.
    """

    title: str
    faces: tuple[Face, ...]
    imposed: Imposed
    least: float = 9


def on_pages(
    title: str, faces: Sequence[Face], choices: Choices, grid: Grid, *, backs: bool = True
) -> Laid:
    """Faces on a page, or side by side on it, as often as was chosen.

    `backs`: whether one face may be printed on the back of another.
    """
    count, copies, stacked = len(faces), choices.copies, choices.stacked
    if choices.both_sides:
        imposed = back_to_back(count, grid, choices.duplex, copies, stacked=stacked, backs=backs)
    else:
        imposed = side_by_side(count, grid, copies, stacked=stacked)
    return Laid(title=title, faces=tuple(faces), imposed=imposed, least=choices.least)
