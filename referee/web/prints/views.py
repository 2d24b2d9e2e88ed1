"""Choosing a sheet, the PDF file of it, and the print view for when there is no PDF."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Final

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from referee.language import say
from referee.paths import PRINTABLES
from referee.printing.document import KIT, PICTURE_MM, UnknownSheet, html_of, lay_out, sheet_css
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions, SheetError
from referee.printing.renderer import RenderFailed, available, print_sheet, warm_up
from referee.printing.sheets import SHEETS, Sheet
from referee.printing.transliteration import spelt_names
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from referee.web.costs import Cost, Work
from referee.web.game_choice import choice_page
from referee.web.limits import PRINTS_PER_MINUTE, STATIC_SECONDS
from referee.web.on_paper import game_to_print, make_sheets_ahead
from referee.web.prints.forms import FIELDS, read_sheet, sheet_form
from referee.web.rate_limit import RateLimit
from referee.web.rule_card import variant_or_404
from referee.web.security import CONTENT_SECURITY_POLICY

blueprint: Final = Blueprint("prints", __name__)
pace: Final = RateLimit(PRINTS_PER_MINUTE)

_PICTURE_PIXELS: Final = round(PICTURE_MM / 25.4 * 96)
_CHOOSING: Final = f"{CONTENT_SECURITY_POLICY}; frame-src 'self'"
"""The page to choose on shows each sheet in a frame."""

_IN_A_FRAME: Final = CONTENT_SECURITY_POLICY.replace(
    "frame-ancestors 'none'", "frame-ancestors 'self'"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintRequest:
    """Whose sheets are asked for: a game as such, or the one of a table.

    `whose` is what addresses say of it.
    """

    variant: Variant
    game: GameOnPaper | None
    whose: dict[str, Any]

    @property
    def sheets(self) -> Mapping[str, Sheet]:
        """The sheets that can be printed of it, by id: of a finished game the final one first."""
        at_table, first = self.game is not None, self.game and self.game.finished and "final"
        suiting = [sheet for sheet in SHEETS.values() if sheet.suits(self.variant, at_table)]
        return {sheet.id: sheet for sheet in sorted(suiting, key=lambda one: one.id != first)}

    def address(self, view: str, **query: Any) -> str:
        """The address of a view of the same sheets."""
        return url_for(f"prints.{view}", **self.whose, **query)

    def view_as_chosen(self, **changes: Any) -> str:
        """The address of the print view with what this request chose, but for some changes."""
        said = {name: request.args.getlist(name) for name in FIELDS if name in request.args}
        return self.address("view", **said | changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """The address of a picture and its size in pixels; `problem`: why there is none."""

    address: str = ""
    width: int = 0
    height: int = 0
    problem: str = ""


@blueprint.get("/prints")
def choose() -> str | Response:
    """Choose a game, then a sheet of it."""
    game = request.args.get("game")
    if not game:
        return choice_page("prints/choose.html", catalogue())
    return _sheets_page(_asked(game=game))


@blueprint.get("/games/<game_id>/print")
@Cost(Work.RULING)
def of_game(game_id: str) -> Response:
    """Choose a sheet of a game as it stands."""
    return _sheets_page(_asked(game_id=game_id))


def _sheets_page(asked: PrintRequest) -> Response:
    warm_up()
    sheets = asked.sheets
    try:
        _, options = read_sheet(request.args, sheets)
    except ValueError as error:
        problem = str(error) if isinstance(error, SheetError) else say("print-impossible")
        pictures = dict.fromkeys(sheets, Picture(problem=problem))
    else:
        make_sheets_ahead(asked.variant, asked.game, options)
        pictures = {sheet: _picture(asked, options, sheet) for sheet in sheets}
    page = render_template(
        "prints/sheets.html",
        variant=asked.variant,
        form=sheet_form(request.args, asked.variant, blank=asked.game is None),
        chosen=request.args.get("sheet") or next(iter(sheets)),
        said=request.args,
        sheets=sheets.values(),
        pictures=pictures,
        kit=KIT,
        game_id=asked.whose.get("game_id"),
        game=asked.whose.get("game"),
        pdf=asked.address("pdf"),
        view=asked.address("view"),
        missing=available(),
        spelt=_spelt(asked.game),
    )
    return Response(page, headers={"Content-Security-Policy": _CHOOSING})


def _spelt(game: GameOnPaper | None) -> str:
    """How names are spelt where no font has their letters; empty where ours have them all."""
    spelt = spelt_names(game) if game else {}
    return say("prints-spelt", names=(*spelt,), spelt=(*spelt.values(),)) if spelt else ""


def _picture(asked: PrintRequest, options: PrintOptions, sheet: str) -> Picture:
    """Where the picture of a sheet is, and how large; why there is none otherwise."""
    try:
        grid = lay_out(sheet, asked.variant, options, asked.game).grid
    except SheetError as error:
        return Picture(problem=str(error))
    return Picture(
        address=asked.view_as_chosen(sheet=sheet, picture="yes", kit=None),
        width=_PICTURE_PIXELS,
        height=ceil(_PICTURE_PIXELS * grid.height / grid.width),
    )


@blueprint.get("/prints/<sheet>/<layout>.css")
def stylesheet(sheet: str, layout: str) -> Response:
    """The stylesheet of a print view."""
    try:
        css = sheet_css(sheet, layout, fonts="../fonts/")
    except (UnknownSheet, ValueError):
        abort(404)
    return Response(css, mimetype="text/css")


@blueprint.get("/prints/fonts/<name>")
def font(name: str) -> Response:
    """A font that sheets are set in."""
    fonts = {path.name: path for path in (PRINTABLES / "fonts").glob("*.ttf")}
    if name not in fonts:
        abort(404)
    headers = {"Cache-Control": f"public, max-age={STATIC_SECONDS}"}
    return Response(fonts[name].read_bytes(), mimetype="font/ttf", headers=headers)


def _asked(game: str = "", game_id: str = "") -> PrintRequest:
    """What an address asks for, by the id of a variant or of the game at a table."""
    if not game_id:
        return PrintRequest(variant=variant_or_404(game), game=None, whose={"game": game})
    variant, on_paper = game_to_print(game_id)
    return PrintRequest(variant=variant, game=on_paper, whose={"game_id": game_id})


@blueprint.get("/prints/<game>/pdf")
@blueprint.get("/games/<game_id>/print/pdf")
@Cost(Work.PRINTING)
def pdf(**whose: str) -> Response:
    """A sheet as a PDF file, blank or of a game as it stands."""
    asked = _asked(**whose)
    pace.count()
    sheet, options = _chosen(asked)
    prints = current_app.config["INSTANCE"] / "prints"
    try:
        file = print_sheet(sheet, asked.variant, options, game=asked.game, prints=prints)
    except RenderFailed as failed:
        instead = None if sheet == KIT else asked.view_as_chosen(copies=None)
        return _failed(str(failed), 503, instead)
    name = f"{asked.variant.id}-{sheet}-{options.paper}.pdf"
    headers = {
        "Content-Disposition": f'inline; filename="{name}"',
        # Browsers show a PDF file by a page of their own, which our policy would leave bare.
        "Content-Security-Policy": "frame-ancestors 'none'",
    }
    return Response(file, mimetype="application/pdf", headers=headers)


@blueprint.get("/prints/<game>/view")
@blueprint.get("/games/<game_id>/print/view")
@Cost(Work.RULING)
def view(**whose: str) -> Response:
    """The same as a page to print from the browser."""
    asked = _asked(**whose)
    warm_up()
    sheet, options = _chosen(asked)
    if sheet == KIT:
        raise SheetError(say("print-kit-view"))
    layout = lay_out(sheet, asked.variant, replace(options, copies=1), asked.game)
    style = url_for("prints.stylesheet", sheet=sheet, layout=layout.grid.name)
    picture = bool(request.args.get("picture"))
    headers = {"Content-Security-Policy": _IN_A_FRAME, "X-Frame-Options": "SAMEORIGIN"}
    html = html_of(sheet, layout, style, picture=picture)
    return Response(html, headers=headers if picture else None)


def _chosen(asked: PrintRequest) -> tuple[str, PrintOptions]:
    """The sheet that this request asks for, and what it says of it; 400 for what is no choice."""
    try:
        return read_sheet(request.args, asked.sheets)
    except SheetError:
        raise
    except ValueError:
        abort(400)


@blueprint.errorhandler(SheetError)
def _refused(error: SheetError) -> Response:
    return _failed(str(error), 422)


def _failed(why: str, status: int, view: str | None = None) -> Response:
    return Response(render_template("prints/failed.html", problem=why, view=view), status)
