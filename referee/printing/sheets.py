"""The sheets: a registry of what can be printed, and each one as HTML with its CSS."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from referee.files import PRINTABLES
from referee.language.markup import settle_templates
from referee.printing import (
    agreement,
    contracts,
    final_sheet,
    fitting,
    rule_card,
    score_pad,
    tents,
    values,
)
from referee.printing.blocks import MOST_BESIDE, shown_wide
from referee.printing.choices import Choices
from referee.printing.frames import GUTTER, Grid, margin
from referee.printing.heads import HEAD_HEIGHTS, halves
from referee.printing.laid import Laid
from referee.printing.marks import draw_marks
from referee.printing.paper import GameOnPaper, SheetError
from referee.printing.wording import REFUSALS
from referee.rules.variant import Variant

LayOut = Callable[[Variant, Choices, GameOnPaper | None], Laid]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One kind of sheet: its id (also its folder and file name), title, and a line on it.

    `make` puts it on faces, and `style` holds the values that its stylesheet is filled with.
    `suits` says whether it can be printed of a game, blank or (True) with a table's game on it, and
    `refusal` is the word for why not. In a kit its pages are `numbered`, unless they are cut and
    folded.
    """

    id: str
    title: str
    about: str
    make: LayOut
    style: Mapping[str, object] = field(default_factory=dict)
    suits: Callable[[Variant, bool], bool] = lambda variant, has_game: variant.counts_cards
    refusal: str = "sheet.rules"
    numbered: bool = True


SHEETS: Final[Mapping[str, Sheet]] = MappingProxyType(
    {
        sheet.id: sheet
        for sheet in (
            Sheet(
                id="score-pad",
                title="Score pad",
                about="A row for every deal with its contract, cards and dealer, and big boxes.",
                make=score_pad.lay_out,
                style={"row_heights": fitting.ROW_HEIGHTS, "shapes": fitting.SHAPES},
                suits=lambda variant, has_game: True,
            ),
            Sheet(
                id="contracts",
                title="Contracts",
                about="What each deal asks for, as cards and in words, to read across the table.",
                make=contracts.lay_out,
                style=contracts.STYLE,
            ),
            Sheet(
                id="tents",
                title="Table tents",
                about="One contract per sheet, folded to stand and be read from both sides.",
                make=tents.lay_out,
                numbered=False,
                suits=lambda variant, has_game: variant.has_contracts,
                refusal="tents.contracts",
            ),
            Sheet(
                id="rules",
                title="Rule card",
                about="The whole game on one sheet, printed on both sides, to cut and fold.",
                make=rule_card.lay_out,
                numbered=False,
            ),
            Sheet(
                id="values",
                title="Points and melds",
                about="What cards count, and right and wrong melds, checked by the referee.",
                make=values.lay_out,
            ),
            Sheet(
                id="agreement",
                title="House agreement",
                about="Your house rules, what the source leaves open, and room to sign.",
                make=agreement.lay_out,
            ),
            Sheet(
                id="final",
                title="Final sheet",
                about="Places, every deal, a chart, corrections and your note.",
                make=final_sheet.lay_out,
                style={"row_heights": range(6, 20)},
                suits=lambda variant, has_game: has_game,
                refusal="final.game",
            ),
        )
    }
)
"""Every sheet by its id, in the order in which players see them."""


PICTURE_MM: Final = 31.75
"""How wide a picture of a sheet is on the screen: 120 pixels."""

CONTENTS: Final = "kit"
"""The folder of the contents page of a kit, which is no sheet by itself."""


class UnknownSheet(LookupError):
    """There is no sheet of that name; the text names those there are."""


def lay_out(
    sheet_id: str, variant: Variant, choices: Choices, game: GameOnPaper | None = None
) -> Laid:
    """A sheet on its faces and pages; raises as `sheet_html` does."""
    sheet = find_sheet(sheet_id)
    if not sheet.suits(variant, game is not None):
        raise SheetError(REFUSALS[sheet.refusal].format(game=variant.name))
    return sheet.make(variant, choices, game)


def sheet_html(
    sheet_id: str,
    variant: Variant,
    choices: Choices | None = None,
    *,
    game: GameOnPaper | None = None,
    stylesheet: str | None = None,
) -> str:
    """A sheet as a whole HTML document, without scripts, inline styles or addresses to fetch.

    Every page that differs from the others stands in it once, whatever the number of copies.
    `choices`: an upright A4 sheet without them. With `game`, the players are its names.
    `stylesheet`: the address where the web serves `sheet_css` for the `layout_name` of the same
    sheet, linked from the head; None for the press. Raises `UnknownSheet`, and `SheetError` where
    the choices cannot be printed.
    """
    laid = lay_out(sheet_id, variant, choices or Choices(), game)
    return html_of(sheet_id, laid, stylesheet)


def html_of(
    sheet_id: str,
    laid: Laid,
    stylesheet: str | None = None,
    *,
    first_page: int | None = None,
    picture: bool = False,
) -> str:
    """The HTML document of a sheet that is laid out.

    `first_page`: the number printed on its first page, None to number none. `picture`: on a screen
    it shows nothing but its first page, `PICTURE_MM` wide.
    """
    grid = laid.imposed.grid
    classes = [sheet_id, "across" if grid.wide > grid.tall else "upright"]
    return (
        _templates()
        .get_template("page.html")
        .render(
            title=laid.title,
            classes=" ".join([*classes, "picture"] if picture else classes),
            viewport=round(grid.wide / 25.4 * 96) + 40,
            pages=_filled(sheet_id, laid),
            marks=draw_marks(grid, folded=laid.imposed.folded),
            stylesheet=stylesheet,
            first_page=first_page,
            number_size=halves(laid.least),
        )
    )


def _filled(sheet_id: str, laid: Laid) -> list[list[dict[str, object]]]:
    """The slots of every page with what stands in them; one title is the document's heading."""
    template = _templates().get_template(f"{sheet_id}/face.html")
    faces = [Markup(template.render(face, first=False)) for face in laid.faces]
    head = Markup(template.render(laid.faces[0], first=True))
    pages = []
    for page in laid.imposed.pages:
        slots: list[dict[str, object]] = []
        for slot in page:
            html = faces[slot.face] if slot.face is not None else ""
            if slot.face == 0 and head:
                html, head = head, Markup("")
            slots.append({"html": html, "turned": slot.turned})
        pages.append(slots)
    return pages


def layout_name(laid: Laid) -> str:
    """The name of the geometry of a sheet, for `sheet_css`."""
    return laid.imposed.grid.name


_LAYOUT: Final = re.compile(r"(\d{3,4})x(\d{3,4})-([12])x([12])")


def sheet_css(sheet_id: str, layout: str, *, fonts: str = "fonts/") -> str:
    """The stylesheet of a sheet in one geometry (`layout_name`), for screen and print.

    `fonts`: what stands before the names of the font files in `printables/fonts`; an address when
    the web serves them, relative to the stylesheet. Raises `UnknownSheet`, and `ValueError` for a
    name of no geometry.
    """
    if sheet_id != CONTENTS:
        find_sheet(sheet_id)
    return _css(sheet_id, layout, fonts)


@lru_cache(maxsize=64)
def _css(sheet_id: str, layout: str, fonts: str) -> str:
    if not re.fullmatch(r"[\w:/.~%-]*", fonts, re.ASCII):
        raise ValueError(f"not an address for fonts: {fonts!r}")
    grid = _grid(layout)
    shape = {
        "grid": grid,
        "margin": margin(grid.slot_wide, grid.slot_tall),
        "gutter": GUTTER,
        "shown": [(cards, round(shown_wide(cards), 2)) for cards in range(1, MOST_BESIDE + 1)],
    }
    style = SHEETS[sheet_id].style if sheet_id in SHEETS else {}
    page = _templates().get_template("page.css")
    own = _templates().get_template(f"{sheet_id}/sheet.css")
    return "\n".join(
        (
            page.render(shape, fonts=fonts, head_heights=HEAD_HEIGHTS, picture=PICTURE_MM),
            own.render(shape, **style),
        )
    )


def _grid(layout: str) -> Grid:
    found = _LAYOUT.fullmatch(layout)
    if not found:
        raise ValueError(f"not a geometry: {layout!r}")
    wide, tall, columns, rows = map(int, found.groups())
    return Grid(wide=wide / 10, tall=tall / 10, columns=columns, rows=rows)


def find_sheet(sheet_id: str) -> Sheet:
    """The sheet of that id; raises `UnknownSheet`."""
    if sheet_id not in SHEETS:
        raise UnknownSheet(f"There is no sheet “{sheet_id}”. There are: {', '.join(SHEETS)}.")
    return SHEETS[sheet_id]


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=FileSystemLoader(PRINTABLES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        auto_reload=False,
    )
    settle_templates(templates)
    return templates
