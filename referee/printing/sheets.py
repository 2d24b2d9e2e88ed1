"""The sheets: a registry of what can be printed, and each one as HTML with its CSS."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from referee.files import PRINTABLES
from referee.printing import contracts, fitting, score_pad
from referee.printing.paper import GameOnPaper, Paper
from referee.rules.variant import Variant

LayOut = Callable[[Variant, Paper, int | None, GameOnPaper | None], Mapping[str, object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One kind of sheet: its id (also its folder and file name), title, and a line on it.

    `lay_out` makes the values that its template shows, `row_heights` are those its style knows.
    """

    id: str
    title: str
    about: str
    lay_out: LayOut
    row_heights: range


SHEETS: Final[Mapping[str, Sheet]] = MappingProxyType(
    {
        sheet.id: sheet
        for sheet in (
            Sheet(
                id="score-pad",
                title="Score pad",
                about="A row for every deal with its contract, cards and dealer, and big boxes.",
                lay_out=score_pad.lay_out,
                row_heights=fitting.ROW_HEIGHTS,
            ),
            Sheet(
                id="contracts",
                title="Contracts",
                about="What each deal asks for, as cards and in words, to read across the table.",
                lay_out=contracts.lay_out,
                row_heights=contracts.ROW_HEIGHTS,
            ),
        )
    }
)
"""Every sheet by its id, in the order in which players see them."""


class UnknownSheet(LookupError):
    """There is no sheet of that name; the text names those there are."""


def sheet_html(
    sheet_id: str,
    variant: Variant,
    *,
    paper: Paper,
    players: int | None = None,
    game: GameOnPaper | None = None,
    stylesheet: str | None = None,
) -> str:
    """A sheet as a whole HTML document, without scripts, inline styles or addresses to fetch.

    `players`: how many a blank sheet is for; without it as many as the sheet has room for. With
    `game`, the number of its names. `stylesheet`: the address where the web serves `sheet_css`,
    linked from the head; None for the press. Raises `UnknownSheet`, and `SheetError` for a number
    of players that the game does not allow or more rows than paper takes.
    """
    sheet = _sheet(sheet_id)
    values = sheet.lay_out(variant, paper, players, game)
    template = _templates().get_template(f"{sheet.id}/sheet.html")
    return template.render(values, stylesheet=stylesheet)


def sheet_css(sheet_id: str, paper: Paper, *, fonts: str = "fonts/") -> str:
    """The stylesheet of a sheet on one size of paper, for screen and print.

    `fonts`: what stands before the names of the font files in `printables/fonts`; an address when
    the web serves them, relative to the stylesheet. Raises `UnknownSheet`.
    """
    return _css(_sheet(sheet_id).id, paper, fonts)


@lru_cache(maxsize=16)
def _css(sheet_id: str, paper: Paper, fonts: str) -> str:
    if not re.fullmatch(r"[\w:/.~%-]*", fonts, re.ASCII):
        raise ValueError(f"not an address for fonts: {fonts!r}")
    page = (
        _templates()
        .get_template("page.css")
        .render(fonts=fonts, size=paper.css_size, width=paper.css_width)
    )
    own = _templates().get_template(f"{sheet_id}/sheet.css")
    return page + "\n" + own.render(row_heights=SHEETS[sheet_id].row_heights)


def _sheet(sheet_id: str) -> Sheet:
    if sheet_id not in SHEETS:
        raise UnknownSheet(f"There is no sheet “{sheet_id}”. There are: {', '.join(SHEETS)}.")
    return SHEETS[sheet_id]


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(PRINTABLES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        auto_reload=False,
    )
