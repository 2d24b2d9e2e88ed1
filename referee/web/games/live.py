"""What open screens ask for: whether anything changed, and the table in large for a television."""

from contextlib import suppress

from flask import jsonify, render_template, request
from werkzeug.wrappers import Response

from referee.scorebook.cache import book_of
from referee.scorebook.links import use_link, viewer_link
from referee.scorebook.outages import Outage
from referee.web import keyring
from referee.web.games.qr import code_of
from referee.web.games.table import lay_out
from referee.web.games.views import address_of, blueprint
from referee.web.security import csrf


@blueprint.get("/games/<game_id>/news")
def news(game_id: str) -> Response:
    """204 while a screen shows the game as it is, else the version that it has now."""
    access = keyring.open_or_404(game_id)
    if request.args.get("version") == str(access.version):
        answer = Response(status=204)
    else:
        answer = jsonify(version=access.version)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("/games/<game_id>/here")
@csrf.exempt  # type: ignore[untyped-decorator]  # other sites cannot send our cookie
def here(game_id: str) -> Response:
    """A screen was opened: its link was used just now."""
    access = keyring.open_or_404(game_id)
    # Where that cannot be written down, the screen is none the worse for it.
    with suppress(Outage):
        use_link(access)
    return Response(status=204)


@blueprint.get("/games/<game_id>/screen")
def screen(game_id: str) -> str:
    """The table in large, to be read across the room."""
    access = keyring.open_or_404(game_id)
    book = book_of(access)
    link = viewer_link(access)
    address = address_of(link.token) if link else None
    return render_template(
        "games/screen.html",
        access=access,
        book=book,
        view=lay_out(book),
        code=code_of(address) if address else None,
    )
