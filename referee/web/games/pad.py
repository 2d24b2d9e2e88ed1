"""The page on which a pad of paper is typed in, several deals at once."""

from flask import abort, redirect, render_template, request, url_for
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response

from referee.language import say
from referee.scorebook.cache import book_of
from referee.scorebook.drafts import carried_number
from referee.scorebook.errors import Refused
from referee.scorebook.links import Access
from referee.scorebook.pads import PadDraft
from referee.scorebook.repository import Stale, write
from referee.web import keyring
from referee.web.games.views import blueprint
from referee.web.rate_limit import retry_page, writes


@blueprint.route("/games/<game_id>/pad", methods=["GET", "POST"])
def pad(game_id: str) -> Response | str | tuple[str, int]:
    """Type in the deals from the next one on, and save them once they add up."""
    access = keyring.writer_or_404(game_id)
    book = book_of(access)
    try:
        draft = PadDraft.read(book, request.form)
    except Refused:
        return abort(404) if request.method == "GET" else redirect(table_of(access))
    if request.method == "GET" or "look" in request.form:
        return _page(access, draft)
    draft = draft.judged()
    if not draft.events:
        return _page(access, draft), 422
    try:
        writes.count()
        base = carried_number(draft.texts["base"])
        written = write(access, *draft.events, key=draft.texts["key"], base=base, book=book)
    except TooManyRequests as quick:
        return retry_page(_page(access, draft.refused(say("form-too-often"))), quick)
    except Refused as refused:
        return _page(access, draft.refused(str(refused))), 422
    if isinstance(written, Stale):
        moved = PadDraft.read(written.book, request.form).judged()
        return _page(access, moved), 409
    return redirect(table_of(access))


def table_of(access: Access) -> str:
    """The address of the table, at what was just saved."""
    return url_for("games.table", game_id=access.game_id, _anchor="saved")


def _page(access: Access, draft: PadDraft) -> str:
    return render_template("games/pad.html", access=access, draft=draft)
