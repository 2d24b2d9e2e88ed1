"""Choosing a sheet, the PDF file of it, and the print view for when there is no PDF."""

from collections.abc import Mapping
from contextlib import suppress
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
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from referee.web.costs import Work, costly
from referee.web.limits import PRINTS_PER_MINUTE, STATIC_SECONDS
from referee.web.on_paper import game_to_print, make_sheets_ahead
from referee.web.prints.forms import SheetForm, sheet_form
from referee.web.rate_limit import RateLimit
from referee.web.rule_card import variant_or_404
from referee.web.security import CONTENT_SECURITY_POLICY
from referee.web.shelf import shelf

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

    def form(self) -> SheetForm:
        """What the address says of the sheet."""
        return sheet_form(request.args, self.variant, self.sheets, blank=self.game is None)

    def address(self, view: str, **query: Any) -> str:
        """The address of a view of the same sheets."""
        return url_for(f"prints.{view}", **self.whose, **query)


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
        return shelf("prints/choose.html", catalogue())
    return _sheets_page(_asked(game=game))


@blueprint.get("/games/<game_id>/print")
@costly(Work.RULING)
def of_game(game_id: str) -> Response:
    """Choose a sheet of a game as it stands."""
    return _sheets_page(_asked(game_id=game_id))


def _sheets_page(asked: PrintRequest) -> Response:
    warm_up()
    form, sheets = asked.form(), asked.sheets
    with suppress(SheetError):
        if form.validate():
            make_sheets_ahead(asked.variant, asked.game, form.print_options())
    pictures = {sheet: _picture(asked, form, sheet) for sheet in sheets}
    page = render_template(
        "prints/sheets.html",
        variant=asked.variant,
        form=form,
        sheets=sheets.values(),
        pictures=pictures,
        kit=KIT,
        game_id=asked.whose.get("game_id"),
        game=asked.whose.get("game"),
        pdf=asked.address("pdf"),
        view=asked.address("view"),
        missing=available(),
    )
    return Response(page, headers={"Content-Security-Policy": _CHOOSING})


def _picture(asked: PrintRequest, form: SheetForm, sheet: str) -> Picture:
    """Where the picture of a sheet is, and how large; why there is none otherwise."""
    try:
        if not form.validate():
            return Picture(problem=say("print-impossible"))
        grid = lay_out(sheet, asked.variant, form.print_options(), asked.game).grid
    except SheetError as error:
        return Picture(problem=str(error))
    return Picture(
        address=asked.address("view", **form.as_query(sheet=sheet, picture="yes", kit=None)),
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
@costly(Work.PRINTING)
def pdf(**whose: str) -> Response:
    """A sheet as a PDF file, blank or of a game as it stands."""
    asked = _asked(**whose)
    pace.count()
    form = _valid(asked.form())
    prints = current_app.config["INSTANCE"] / "prints"
    try:
        options = form.print_options()
        file = print_sheet(form.sheet.data, asked.variant, options, game=asked.game, prints=prints)
    except RenderFailed as failed:
        instead = asked.address("view", **form.as_query(copies=1))
        return _failed(str(failed), 503, None if form.sheet.data == KIT else instead)
    except SheetError as error:
        return _failed(str(error), 422)
    name = f"{asked.variant.id}-{form.sheet.data}-{options.paper}.pdf"
    headers = {
        "Content-Disposition": f'inline; filename="{name}"',
        # Browsers show a PDF file by a page of their own, which our policy would leave bare.
        "Content-Security-Policy": "frame-ancestors 'none'",
    }
    return Response(file, mimetype="application/pdf", headers=headers)


@blueprint.get("/prints/<game>/view")
@blueprint.get("/games/<game_id>/print/view")
@costly(Work.RULING)
def view(**whose: str) -> Response:
    """The same as a page to print from the browser."""
    asked = _asked(**whose)
    warm_up()
    form = _valid(asked.form())
    if form.sheet.data == KIT:
        return _failed(say("print-kit-view"), 422)
    try:
        options: PrintOptions = replace(form.print_options(), copies=1)
        layout = lay_out(form.sheet.data, asked.variant, options, asked.game)
    except SheetError as error:
        return _failed(str(error), 422)
    style = url_for("prints.stylesheet", sheet=form.sheet.data, layout=layout.grid.name)
    picture = bool(request.args.get("picture"))
    headers = {"Content-Security-Policy": _IN_A_FRAME, "X-Frame-Options": "SAMEORIGIN"}
    html = html_of(form.sheet.data, layout, style, picture=picture)
    return Response(html, headers=headers if picture else None)


def _failed(why: str, status: int, view: str | None = None) -> Response:
    return Response(render_template("prints/failed.html", problem=why, view=view), status)


def _valid(form: SheetForm) -> SheetForm:
    if not form.validate():
        abort(400)
    return form
