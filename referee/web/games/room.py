"""Room on a browser's list of games: how much there is, and how to make some."""

from flask import abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from referee.scorebook.limits import KEYRING
from referee.scorebook.repository import known_games
from referee.web import keyring
from referee.web.games.views import blueprint


@blueprint.get("/games/room")
def room() -> str:
    """The games of this browser, each to delete or to take off the list, the oldest first."""
    return _page()


@blueprint.app_errorhandler(keyring.KeyringFull)
def _no_room(_: keyring.KeyringFull) -> tuple[str, int]:
    return _page(refused=True), 409


def _page(*, refused: bool = False) -> str:
    return render_template(
        "games/room.html",
        games=known_games(keyring.tokens())[::-1],
        room=keyring.free_places(),
        most=KEYRING,
        refused=refused,
    )


@blueprint.post("/games/<game_id>/off")
def off(game_id: str) -> Response:
    """Take a game off this browser's list; its link brings it back."""
    # A keeper's link may be kept nowhere else.
    if keyring.open_or_404(game_id).keeps:
        abort(403)
    keyring.remove(game_id)
    return redirect(url_for("games.room"))
