"""The pages of a browser that keeps games: home, room for more games, and statistics."""

from typing import Final

from flask import Blueprint, abort, redirect, render_template, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from referee.scorebook.cache import book_of
from referee.scorebook.limits import KEYRING
from referee.scorebook.repository import known_games, open_game
from referee.scorebook.statistics import pairs_of, people_of
from referee.variants import catalogue
from referee.web import keyring
from referee.web.limits import GUESSES_PER_MINUTE, HOME_GAMES, STARTS_PER_MINUTE
from referee.web.rate_limit import RateLimit

blueprint: Final = Blueprint("games", __name__)
starts: Final = RateLimit(STARTS_PER_MINUTE)
guesses: Final = RateLimit(GUESSES_PER_MINUTE)


@blueprint.get("/")
def home() -> str:
    """Home: start a game, go on with one, settle a dispute, print."""
    # Two forms that a new browser loads at once would each begin a session: only one would be good.
    generate_csrf()
    games = known_games(keyring.tokens())
    return render_template(
        "games/home.html",
        games=games[:HOME_GAMES],
        older=games[HOME_GAMES:],
        catalogue=catalogue(),
    )


@blueprint.get("/games/people")
def statistics() -> str:
    """Games, places and meetings of the people in the finished games of this browser."""
    opened = [access for token in keyring.tokens() if (access := open_game(token))]
    books = [book_of(access) for access in opened]
    return render_template(
        "games/statistics.html",
        people=people_of(books),
        pairs=pairs_of(books),
        unfinished=sum(not book.finished for book in books),
    )


@blueprint.get("/games/room")
def room() -> str:
    """The games of this browser, each to delete or to take off the list, the oldest first."""
    return _room()


@blueprint.app_errorhandler(keyring.KeyringFull)
def _no_room(_: keyring.KeyringFull) -> tuple[str, int]:
    return _room(refused=True), 409


def _room(*, refused: bool = False) -> str:
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
