"""Sheets as HTML documents, and their stylesheets."""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from referee.language import in_use, say
from referee.language.markup import settle_templates
from referee.paths import PRINTABLES
from referee.printing.comparison import differing
from referee.printing.geometry import GUTTER, Grid, margins, scale_of
from referee.printing.imposition import Layout, Page
from referee.printing.models import GameOnPaper, figure, shown_points
from referee.printing.options import Inks, PrintOptions, SheetError
from referee.printing.sheets import SHEETS, Sheet, job_of
from referee.rules.deals import DealError
from referee.rules.schema.variant import Variant

PICTURE_MM: Final = 31.75
"""How wide a picture of a sheet is on the screen: 120 pixels."""

KIT: Final = "kit"
"""What a kit is called where a sheet could be named; its contents page is set as `KIT`."""

LENGTHS: Final = range(141)
"""Whole millimetres that stylesheets have classes for: `h-12` and `w-12` for a height and a width,
`in-12` and `to-12` for what is free at the left and the right."""

_SUIT_CLASS: Final = {"♥": "red", "♦": "dia", "♣": "clu"}
_SUIT: Final = re.compile("[♥♦♣]")
_UNBROKEN: Final = re.compile(r"([^ ]*(?:[♥♦♣♡♢]|\d–\d|\bnon-)[^ ]*)")
_PLAIN: Final = re.compile(r"\S(?:.*\S)?")
_NUMBER: Final = re.compile(r"(?<![\w#])\d[\d–]*")
_HOLLOW: Final = str.maketrans("♥♦", "♡♢")

_GEOMETRY: Final = re.compile(r"(\d{3,4})x(\d{3,4})-([12])x([12])")


class UnknownSheet(LookupError):
    """There is no sheet of that name; the text names those there are."""


def find_sheet(sheet_id: str) -> Sheet:
    """The sheet of that id; raises `UnknownSheet`."""
    if sheet_id not in SHEETS:
        raise UnknownSheet(say("paper-no-sheet", sheet=sheet_id, sheets=", ".join(SHEETS)))
    return SHEETS[sheet_id]


def lay_out(
    sheet_id: str, variant: Variant, options: PrintOptions, game: GameOnPaper | None = None
) -> Layout:
    """A sheet on its faces and pages; raises `UnknownSheet` and `SheetError`."""
    sheet = find_sheet(sheet_id)
    if not sheet.suits(variant, game is not None):
        raise SheetError(say(sheet.refusal, game=variant.name))
    try:
        layout = sheet.lay_out(job_of(variant, options, game))
    except DealError as error:
        # House rules may leave too few cards for some numbers of players.
        raise SheetError(str(error)) from error
    return replace(layout, sheet=sheet.title_in(variant))


def html_of(
    sheet_id: str,
    layout: Layout,
    stylesheet: str | None = None,
    *,
    first_page: int | None = None,
    picture: bool = False,
) -> str:
    """The HTML document of a sheet that is laid out.

    `first_page`: the number printed on its first page, None to number none. `picture`: on a screen
    it shows nothing but its first page, `PICTURE_MM` wide.
    """
    title = layout.sheet or say(f"sheet-{sheet_id}")
    if layout.title != title:
        title = say("paper-document", title=layout.title, sheet=title)
    template = _templates().select_template([f"{sheet_id}/face.html", "face.html"])
    firsts = iter((True,))

    @cache
    def drawn(face: int, first: bool) -> Markup:
        inks, values = layout.options.inks, layout.faces[face]
        return Markup(template.render(values, first=first, inks=inks, bookmark=title))

    def show(face: int) -> Markup:
        # One heading alone is the bookmark of the document.
        return drawn(face, face == 0 and next(firsts, False))

    def read(page: Page) -> Iterable[int]:
        # What lies first on a page that is folded need not be read first.
        numbers = {at: slot.face for at, slot in enumerate(page) if slot.face is not None}
        return sorted(numbers, key=numbers.__getitem__)

    page = _templates().get_template("page.html")
    return page.render(
        language=in_use().language,
        title=title,
        sheet=sheet_id,
        layout=layout,
        grid=layout.grid,
        show=show,
        read=read,
        stylesheet=stylesheet,
        first_page=first_page,
        picture=picture,
    )


def sheet_css(sheet_id: str, geometry: str, *, fonts: str = "fonts/") -> str:
    """The stylesheet of a sheet in one geometry (`Grid.name`), for a browser.

    `fonts`: what stands before the names of the font files in `printables/fonts`; an address when
    the web serves them, relative to the stylesheet. Raises `UnknownSheet`, and `ValueError` for a
    name of no geometry.
    """
    return "\n".join(sheet_styles(sheet_id, geometry, fonts=fonts))


@lru_cache(maxsize=64)
def sheet_styles(sheet_id: str, geometry: str, *, fonts: str) -> tuple[str, str]:
    """A stylesheet as `sheet_css` in two parts: what all sheets share, and what is its own."""
    if sheet_id != KIT:
        find_sheet(sheet_id)
    if not re.fullmatch(r"[\w:/.~%-]*", fonts, re.ASCII):
        raise ValueError(f"not an address for fonts: {fonts!r}")
    if not (named := _GEOMETRY.fullmatch(geometry)):
        raise ValueError(f"not a geometry: {geometry!r}")
    width, height, columns, rows = map(int, named.groups())
    grid = Grid(width=width / 10, height=height / 10, columns=columns, rows=rows)
    across, down = margins(grid.face_width, grid.face_height)
    scale = scale_of(grid.face_width, grid.face_height)
    values = {"grid": grid, "across": across, "down": down, "scale": scale, "gutter": GUTTER,
              "fonts": fonts, "lengths": LENGTHS, "picture": PICTURE_MM}  # fmt: skip
    templates = _templates()
    own = templates.select_template([f"{sheet_id}/sheet.css", "blocks.css"])
    files = templates.get_template("common.css"), templates.get_template("page.css"), own
    common, *page = (file.render(values) for file in files)
    return common, "\n".join(page)


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
    templates.filters.update(
        points=shown_points, figure=figure, suits=_suits, numbers=_numbers, differing=differing
    )
    # Stylesheets count print in half points.
    templates.filters["pt"] = lambda points: f"pt-{round(points * 2)}"
    return templates


@pass_context
def _suits(context: Context, text: str) -> Markup:
    """Text with its red suits in red, or hollow where nothing but black is printed."""
    said = str(escape(text))
    if context["inks"] is Inks.BLACK:
        said = said.translate(_HOLLOW)
    return Markup("\n".join(map(_line, said.split("\n"))))


def _numbers(said: Markup) -> Markup:
    """The same with its numbers in bold, whose figures are as wide as others."""
    return Markup(_NUMBER.sub(r"<b>\g<0></b>", str(said)))


def _line(said: str) -> str:
    if not _UNBROKEN.search(said):
        return said
    # A line may end where a span begins, though nothing parts a rank and its suit, and at a dash.
    # Before these WeasyPrint may end a line at the first word of bare text, not of a span.
    return "".join(
        f'<span class="nb">{_inked(words)}</span>' if _UNBROKEN.match(words)
        else _PLAIN.sub(r"<span>\g<0></span>", words)
        for words in _UNBROKEN.split(said)
    )  # fmt: skip


def _inked(cards: str) -> str:
    return _SUIT.sub(lambda sign: f'<span class="{_SUIT_CLASS[sign[0]]}">{sign[0]}</span>', cards)
