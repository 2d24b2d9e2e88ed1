"""What a reader of tagged PDF files finds: headings, lists, and words for every picture.

The rules are those of PDF/UA that can be read off the structure tree: no level of heading is left
out, lists hold items and nothing else, and a figure has an alternative text.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.printing.options import PrintOptions
from referee.printing.sheets import SHEETS
from referee.variants import catalogue
from tests.printing.conftest import NAMES, game_of, printed, read

GAME = next(one for one in catalogue() if one.has_contracts)


def elements(pdf: bytes) -> Iterator[tuple[str, Any, str]]:
    """Every element of the structure tree in reading order: its type, itself, its parent's type."""

    def below(element: Any, parent: str) -> Iterator[tuple[str, Any, str]]:
        kids = element.get("/K", [])
        for kid in kids if isinstance(kids, list) else [kids]:
            kid = kid.get_object() if hasattr(kid, "get_object") else kid
            if isinstance(kid, dict) and "/S" in kid:
                yield str(kid["/S"]), kid, parent
                yield from below(kid, str(kid["/S"]))

    yield from below(read(pdf).trailer["/Root"]["/StructTreeRoot"], "")


@pytest.mark.parametrize("sheet", list(SHEETS))
def test_headings_lists_and_figures_are_what_they_are_called(sheet: str) -> None:
    game = game_of(GAME, NAMES[:3], written=3, corrections=("One", "Two"))
    found = list(elements(printed(sheet, GAME, PrintOptions(), game=game)))
    kinds = [kind for kind, _, _ in found]
    levels = [int(kind[2:]) for kind in kinds if kind[:2] == "/H" and kind[2:].isdigit()]
    assert levels.count(1) == 1, "one title"
    assert levels[0] == 1, "first what the sheet is"
    for before, after in zip(sorted(set(levels)), sorted(set(levels))[1:], strict=False):
        assert after - before == 1, "no level is left out"
    assert all((parent == "/L") == (kind == "/LI") for kind, _, parent in found), "items, in lists"
    assert all(str(element.get("/Alt", "")) for kind, element, _ in found if kind == "/Figure")
    if sheet in ("agreement", "rules", "final"):
        assert "/L" in kinds
    if sheet in ("score-pad", "final"):
        assert "/TH" in kinds and "/TD" in kinds
