"""The pages on which a deal is entered, corrected, or inserted before another."""

from flask import abort, redirect, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response

from referee.language import say
from referee.scorebook.cache import book_of
from referee.scorebook.errors import Refused
from referee.scorebook.events.deals import WholeDeal
from referee.scorebook.links import Access
from referee.scorebook.repository import Stale, write
from referee.web import keyring
from referee.web.forms import new_key
from referee.web.games.deal_form import DealForm
from referee.web.games.deal_page import DealPage
from referee.web.games.forms import SwapForm
from referee.web.games.together import CountedLine, counted_lines, fill_in, use_counted
from referee.web.games.views import blueprint
from referee.web.rate_limit import retry_page, writes
from referee.web.security import sent_by_script
from referee.web.submitted import submitted_values


@blueprint.route("/games/<game_id>/deals/<int:deal>", methods=["GET", "POST"])
def deal(game_id: str, deal: int) -> Response | str | tuple[str, int]:
    """Write a deal, or correct one that was written before."""
    return _deal(keyring.writer_or_404(game_id), deal)


@blueprint.route("/games/<game_id>/deals/<int:deal>/before", methods=["GET", "POST"])
def forgotten(game_id: str, deal: int) -> Response | str | tuple[str, int]:
    """Write a deal that was forgotten, just before another."""
    return _deal(keyring.writer_or_404(game_id), deal, forgotten=True)


def _deal(
    access: Access, deal: int, *, forgotten: bool = False
) -> Response | str | tuple[str, int]:
    try:
        page = DealPage(book_of(access), deal, forgotten=forgotten)
    except Refused as refused:
        return abort(404) if request.method == "GET" else _not_written(access, str(refused))
    if request.method == "GET" or page.form.look.raw_data:
        return _deal_page(access, page)
    lines = _counted(access, page)
    if page.form.use.data:
        use_counted(page, lines)
        return _deal_page(access, page)
    event = page.event({line.seat.key: line.hand.hand.points for line in lines if line.hand})
    if event is None:
        return _deal_page(access, page), 422
    return _write(access, page, event, deal, forgotten=forgotten)


def _write(
    access: Access, page: DealPage, event: WholeDeal, deal: int, *, forgotten: bool
) -> Response | tuple[str, int]:
    try:
        writes.count()
        written = write(access, event, key=page.sent_key, base=page.form.seen())
    except TooManyRequests as quick:
        page.refuse(None, say("form-too-often"))
        return retry_page(_deal_page(access, page), quick)
    except Refused as refused:
        about = None if refused.seat is None else page.players[refused.seat].key
        page.refuse(about, str(refused))
        return _deal_page(access, page), 422
    if isinstance(written, Stale):
        return _both(access, written, deal, forgotten=forgotten)
    if sent_by_script():
        return Response(status=204)
    return redirect(url_for("games.table", game_id=access.game_id, _anchor="saved"))


def _both(access: Access, stale: Stale, deal: int, *, forgotten: bool) -> tuple[str, int]:
    """What another phone wrote, and beside it what was typed."""
    try:
        page = DealPage(stale.book, deal, forgotten=forgotten, anew=True)
    except Refused as refused:
        return _not_written(access, str(refused))
    return render_template("games/stale.html", access=access, page=page, stale=stale), 409


def _deal_page(access: Access, page: DealPage) -> str:
    following = [
        {
            "name": say("deal-save", deal=number),
            "title": say("deal-save-heading", deal=number),
            "lead": lead,
            "action": url_for(".deal", game_id=access.game_id, deal=number),
        }
        for number, lead in page.following
    ]
    lines = _counted(access, page)
    if request.method == "GET":
        fill_in(page, lines)
    return render_template(
        "games/deal.html",
        access=access,
        page=page,
        counted=lines,
        swap=_swap_form(page) if page.row else None,
        following=following,
    )


def _counted(access: Access, page: DealPage) -> tuple[CountedLine, ...]:
    """The hands of the deal that comes next; none on the page of another deal."""
    return () if page.row or page.before else counted_lines(access, page.book)


def _swap_form(page: DealPage) -> SwapForm:
    one, other, *_ = (seat.key for seat in page.players)
    form = SwapForm.blank(page.book, one=one, other=other)
    form.one.choices = form.other.choices = [(seat.key, seat.name) for seat in page.players]
    return form


def _not_written(access: Access, problem: str) -> tuple[str, int]:
    """What was typed for a deal that cannot be written, and why, so that it is not lost.

    The form there shows it for the deal that comes next.
    """
    book = book_of(access)
    form = DealForm().fill(book.names)
    known = {
        "csrf_token": generate_csrf(),
        "key": new_key(),
        "base": str(book.version),
        "slip": str(book.next_deal_id),
        "replaces": str(form.key.data or ""),
    }
    page = render_template(
        "games/refused.html",
        access=access,
        problem=problem,
        mine=submitted_values(form.entered(), book.names),
        next_deal=book.next_deal,
        fields=form.entered() | known,
    )
    return page, 422
