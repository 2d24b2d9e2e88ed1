"""Choosing a sheet, the PDF file of it, and the print view for when there is no PDF."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from referee.files import PRINTABLES
from referee.printing import (
    SHEETS,
    Paper,
    PressFailed,
    SheetError,
    available,
    print_sheet,
    sheet_css,
    sheet_html,
)
from referee.rules.variant import Variant
from referee.scorebook.games import Role, book_of, links_of
from referee.variants import catalogue
from referee.web import keys
from referee.web.games.views import address_of
from referee.web.limits import PRINTS_PER_MINUTE, STATIC_SECONDS
from referee.web.pace import Pace
from referee.web.prints.forms import SheetForm, sheet_form
from referee.web.prints.on_paper import on_paper
from referee.web.variants.named import variant_or_404

blueprint: Final = Blueprint("prints", __name__)
pace: Final = Pace(PRINTS_PER_MINUTE)


@blueprint.get("/prints")
def choose() -> str:
    """Choose a game, then a sheet of it."""
    game = request.args.get("game")
    if not game:
        return render_template("prints/choose.html", catalogue=catalogue())
    variant = variant_or_404(game)
    return _sheets_page(variant, sheet_form(request.args, variant), {"game": game})


@blueprint.get("/games/<game_id>/print")
def of_game(game_id: str) -> str:
    """Choose a sheet of a game as it stands."""
    book = book_of(keys.open_or_404(game_id))
    return _sheets_page(book.variant, sheet_form(request.args), {"game_id": game_id})


def _sheets_page(variant: Variant, form: SheetForm, whose: Mapping[str, Any]) -> str:
    kind = "of_game" if "game_id" in whose else "blank"
    return render_template(
        "prints/sheets.html",
        variant=variant,
        form=form,
        sheets=SHEETS.values(),
        game_id=whose.get("game_id"),
        pdf=url_for(f"prints.pdf_{kind}", **whose),
        view=url_for(f"prints.view_{kind}", **whose),
        missing=available(),
    )


@blueprint.get("/prints/<game>/pdf")
def pdf_blank(game: str) -> Response:
    """A blank sheet as a PDF file."""
    variant = variant_or_404(game)
    form = _valid(sheet_form(request.args, variant))
    return _pdf(variant, form, {"players": form.chosen_players()}, {"game": game})


@blueprint.get("/prints/<game>/view")
def view_blank(game: str) -> str | tuple[str, int]:
    """A blank sheet as a page to print from the browser."""
    variant = variant_or_404(game)
    form = _valid(sheet_form(request.args, variant))
    return _view(variant, form, {"players": form.chosen_players()})


@blueprint.get("/games/<game_id>/print/pdf")
def pdf_of_game(game_id: str) -> Response:
    """A sheet of a game as it stands, as a PDF file."""
    variant, values = _game_values(game_id)
    return _pdf(variant, _valid(sheet_form(request.args)), values, {"game_id": game_id})


@blueprint.get("/games/<game_id>/print/view")
def view_of_game(game_id: str) -> str | tuple[str, int]:
    """A sheet of a game as it stands, as a page to print from the browser."""
    variant, values = _game_values(game_id)
    return _view(variant, _valid(sheet_form(request.args)), values)


@blueprint.get("/prints/<sheet>/<paper>.css")
def stylesheet(sheet: str, paper: str) -> Response:
    """The stylesheet of a print view."""
    if sheet not in SHEETS or paper not in set(Paper):
        abort(404)
    return Response(sheet_css(sheet, Paper(paper), fonts="../fonts/"), mimetype="text/css")


@blueprint.get("/prints/fonts/<name>")
def font(name: str) -> Response:
    """A font that sheets are set in."""
    path = PRINTABLES / "fonts" / name
    if path.suffix != ".ttf" or not path.is_file():
        abort(404)
    headers = {"Cache-Control": f"public, max-age={STATIC_SECONDS}"}
    return Response(path.read_bytes(), mimetype="font/ttf", headers=headers)


def _game_values(game_id: str) -> tuple[Variant, dict[str, Any]]:
    access = keys.open_or_404(game_id)
    book = book_of(access)
    link = None
    if access.role is Role.KEEPER:
        viewer = next((one for one in links_of(access) if one.role is Role.VIEWER), None)
        link = address_of(viewer.token) if viewer else None
    game = on_paper(book, title=access.title, started_at=access.started_at, link=link)
    return book.variant, {"game": game}


def _pdf(
    variant: Variant, form: SheetForm, values: Mapping[str, Any], whose: Mapping[str, Any]
) -> Response:
    pace.count()
    sheet, paper = form.sheet.data, form.chosen_paper()
    prints = current_app.config["INSTANCE"] / "prints"
    try:
        pdf = print_sheet(sheet, variant, paper=paper, prints=prints, **values)
    except PressFailed as failed:
        kind = "of_game" if "game_id" in whose else "blank"
        view = url_for(f"prints.view_{kind}", **whose, **form.data)
        return Response(render_template("prints/failed.html", says=str(failed), view=view), 503)
    except SheetError as error:
        return Response(render_template("prints/failed.html", says=str(error), view=None), 422)
    headers = {
        "Content-Disposition": f'inline; filename="{sheet}-{paper}.pdf"',
        # Browsers show a PDF file by a page of their own, which our policy would leave bare.
        "Content-Security-Policy": "frame-ancestors 'none'",
    }
    return Response(pdf, mimetype="application/pdf", headers=headers)


def _view(variant: Variant, form: SheetForm, values: Mapping[str, Any]) -> str | tuple[str, int]:
    sheet, paper = form.sheet.data, form.chosen_paper()
    style = url_for("prints.stylesheet", sheet=sheet, paper=paper.value)
    try:
        return sheet_html(sheet, variant, paper=paper, stylesheet=style, **values)
    except SheetError as error:
        return render_template("prints/failed.html", says=str(error), view=None), 422


def _valid(form: SheetForm) -> SheetForm:
    if not form.validate():
        abort(400)
    return form
