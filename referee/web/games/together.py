"""Counting together: the code for the phones at the table, and the seats that they take by it."""

from typing import Final

from flask import current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.language import say
from referee.scorebook.cache import book_of
from referee.scorebook.counting import (
    counting_code,
    open_code,
    seats_taken,
    start_counting,
    stop_counting,
    take_seat,
)
from referee.scorebook.errors import Refused
from referee.scorebook.links import Access
from referee.web import keyring
from referee.web.forms import KeyForm
from referee.web.games.links import code_of
from referee.web.games.views import blueprint
from referee.web.limits import CODES_PER_MINUTE
from referee.web.rate_limit import RateLimit
from referee.web.security import mark_secret

codes: Final = RateLimit(CODES_PER_MINUTE)


@blueprint.get("/games/<game_id>/together")
def together(game_id: str) -> str:
    """The code under which the phones at the table take their seats."""
    access = keyring.writer_or_404(game_id)
    book = book_of(access)
    code = counting_code(access)
    if code:
        mark_secret()
    site = (current_app.config.get("PUBLIC_URL") or request.url_root).rstrip("/")
    taken = seats_taken(access)
    return render_template(
        "games/together.html",
        access=access,
        book=book,
        code=code,
        address=f"{site}/join",
        image=code_of(f"{site}/join/{code}") if code else None,
        seats=[(seat, seat.key in taken) for seat in book.players],
    )


@blueprint.post("/games/<game_id>/together")
def together_start(game_id: str) -> Response:
    """Make the code."""
    start_counting(keyring.writer_or_404(game_id))
    return redirect(url_for("games.together", game_id=game_id))


@blueprint.post("/games/<game_id>/together/stop")
def together_stop(game_id: str) -> Response:
    """Withdraw the code and all seats."""
    stop_counting(keyring.writer_or_404(game_id))
    return redirect(url_for("games.together", game_id=game_id))


@blueprint.get("/join")
def join() -> Response | str | tuple[str, int]:
    """Where the code of a table is typed."""
    typed = request.args.get("code", "").strip()
    if not typed:
        return render_template("games/join.html", problem="", typed="")
    if _opened(typed) is None:
        problem = say("join-no-code")
        return render_template("games/join.html", problem=problem, typed=typed[:20]), 422
    return redirect(url_for("games.seats_open", code="".join(typed.upper().split())))


@blueprint.get("/join/<code>")
def seats_open(code: str) -> Response | str | tuple[str, int]:
    """Choose a name: the seats of a table, and which of them other phones have."""
    return _seats_page(code)


@blueprint.post("/join/<code>")
def sit(code: str) -> Response | str | tuple[str, int]:
    """Take a seat."""
    if not KeyForm().validate():
        return _seats_page(code, say("form-expired"))
    opened = _opened(code)
    if opened is None:
        return _seats_page(code)
    mine = keyring.access_to(opened.game_id)
    if mine and mine.writes:
        return redirect(url_for("games.table", game_id=opened.game_id))
    player = request.form.get("player", "")
    if mine is None or mine.seat != player:
        leaves = mine.link_id if mine and mine.seat else ""
        if not mine and not keyring.has_free_place():
            raise keyring.KeyringFull
        try:
            token = take_seat(opened, player, over=bool(request.form.get("over")), leaves=leaves)
        except Refused as refused:
            return _seats_page(code, str(refused))
        keyring.add(opened.game_id, token)
    return redirect(url_for("games.seat", game_id=opened.game_id))


def _opened(code: str) -> Access | None:
    """The game that a code opens; raises `TooManyRequests` after too many wrong ones."""
    mark_secret()
    codes.count(counts=False)
    opened = open_code(code)
    if opened is None:
        codes.count()
    return opened


def _seats_page(code: str, problem: str = "") -> Response | str | tuple[str, int]:
    opened = _opened(code)
    if opened is None:
        problem = say("join-no-code")
        return render_template("games/join.html", problem=problem, typed=code[:20]), 404
    mine = keyring.access_to(opened.game_id)
    if mine and mine.writes:
        return redirect(url_for("games.table", game_id=opened.game_id))
    taken = seats_taken(opened)
    page = render_template(
        "games/sit.html",
        code=code,
        book=book_of(opened),
        taken=taken - {mine.seat} if mine else taken,
        problem=problem,
    )
    return (page, 422) if problem else page
