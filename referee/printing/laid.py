"""A sheet laid out: its faces, and the pages that they lie on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.printing.choices import Choices
from referee.printing.frames import Grid
from referee.printing.imposing import Imposed, side_by_side

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


def on_pages(title: str, faces: Sequence[Face], choices: Choices, grid: Grid) -> Laid:
    """Faces on a page, or side by side on it, as often as was chosen."""
    imposed = side_by_side(len(faces), grid, choices.copies, stacked=choices.stacked)
    return Laid(title=title, faces=tuple(faces), imposed=imposed, least=choices.least)
