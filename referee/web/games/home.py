"""The games of a browser: home, a page that archives and deletes them, and their statistics."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from flask import redirect, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from referee.language import say
from referee.scorebook.cache import book_of
from referee.scorebook.limits import KEYRING
from referee.scorebook.links import Role
from referee.scorebook.repository import KnownGame, delete_game, known_games
from referee.scorebook.statistics import closest_of, day_of, pairs_of, people_of
from referee.scorebook.storage import now
from referee.web import keyring
from referee.web.costs import Cost, Work
from referee.web.game_choice import plain_letters
from referee.web.games.pages import blueprint
from referee.web.limits import SEARCH_LENGTH, SEARCHED_GAMES

_ARCHIVE: Final = "archive"
"""The cookie with the ids of the games that this browser does not list."""


@blueprint.get("/")
def home() -> str:
    """Home: start a game, go on with one, settle a dispute, print."""
    # Two forms that a new browser loads at once would each begin a session: only one would be good.
    generate_csrf()
    known = known_games(keyring.tokens())
    archived = _archived()
    listed = [game for game in known if game.game_id not in archived]
    asked = request.args.get("q", "").strip()
    games = [game for game in listed if _matches(game, asked)]
    finished = [game for game in games if game.book.finished]
    unfinished = [game for game in games if not game.book.finished]
    # What was begun last is resumed, even before its first deal.
    going = [game for game in unfinished if game.book.deals or game is games[0]]
    return render_template(
        "games/home.html",
        known=known,
        archived=len(known) - len(listed),
        searches=len(listed) >= SEARCHED_GAMES,
        asked=asked,
        most=SEARCH_LENGTH,
        games=games,
        resumed=None if asked else next(iter(going), None),
        going=going if asked else going[1:],
        finished=finished,
        again=next((game for game in listed if game.role in (Role.KEEPER, Role.SCORER)), None),
        unplayed=[game for game in unfinished if game not in going],
    )


def _matches(game: KnownGame, asked: str) -> bool:
    """Whether each word is part of a name, of the title or of what is played."""
    names = [seat.name for seat in game.book.players]
    text = plain_letters(" ".join([game.title, game.book.variant.name, *names]))
    return all(word in text for word in plain_letters(asked).split())


def _archived() -> frozenset[str]:
    return frozenset(filter(None, request.cookies.get(_ARCHIVE, "").split(".")))


@blueprint.get("/games/room")
def room() -> str:
    """The games of this browser, to archive or to delete, the oldest first."""
    return _room()


@blueprint.app_errorhandler(keyring.KeyringFull)
def _no_room(_: keyring.KeyringFull) -> tuple[str, int]:
    return _room(refused=True), 409


def _room(problem: str = "", *, refused: bool = False) -> str:
    return render_template(
        "games/room.html",
        games=known_games(keyring.tokens())[::-1],
        archived=_archived(),
        room=keyring.free_places(),
        most=KEYRING,
        problem=problem,
        refused=refused,
    )


@blueprint.post("/games/room")
def sort_out() -> Response | str | tuple[str, int]:
    """Archive the chosen games, bring them back, or delete them once that is confirmed."""
    known = known_games(keyring.tokens())
    sent, do = set(request.form.getlist("game")), request.form.get("do")
    chosen = [game for game in known if game.game_id in sent]
    ids = {game.game_id for game in chosen}
    if not chosen:
        return _room(say("room-choose")), 422
    if do == "delete":
        return _delete(ids) if request.form.get("sure") else _really(chosen)
    archived = {game.game_id for game in known} & _archived()
    kept = archived | ids if do == "archive" else archived - ids
    response = redirect(url_for("games.room"))
    keyring.keep_cookie(response, _ARCHIVE, ".".join(sorted(kept)))
    return response


@blueprint.route("/games/<game_id>/delete", methods=["GET", "POST"])
def delete(game_id: str) -> Response | str:
    """Delete a game for good, once that is confirmed."""
    keyring.keeper_or_404(game_id)
    if request.method == "POST":
        return _delete([game_id])
    return _really([game for game in known_games(keyring.tokens()) if game.game_id == game_id])


def _really(games: Sequence[KnownGame]) -> str:
    return render_template("games/delete.html", games=games)


def _delete(games: Iterable[str]) -> Response:
    """Delete those games that this browser keeps; the others leave its list alone."""
    for game_id in games:
        access = keyring.current().access_to(game_id)
        if access and access.keeps:
            delete_game(access)
        keyring.current().remove(game_id)
    return redirect(url_for("games.home"))


PERIODS: Final[Mapping[str, Callable[[date], date]]] = {
    "all": lambda today: date.min,
    "year": lambda today: today.replace(month=1, day=1),
    "twelve-months": lambda today: today - timedelta(days=365),
}
"""The first day of each period, by the end of the message that names it."""


@blueprint.get("/games/people")
@Cost(Work.RULING)
def statistics() -> str:
    """Games, places and meetings of the people in the finished games of this browser."""
    books = [book_of(access) for access in keyring.opened()]
    game, period = request.args.get("game", ""), request.args.get("period", "all")
    since = PERIODS.get(period, PERIODS["all"])(now().astimezone().date())
    shown = [book for book in books if game in ("", book.variant.id) and day_of(book) >= since]
    return render_template(
        "games/statistics.html",
        people=people_of(shown),
        pairs=pairs_of(shown),
        closest=closest_of(shown),
        unfinished=sum(not book.finished for book in shown),
        games={book.variant.id: book.variant.name for book in books if book.finished},
        game=game,
        periods=PERIODS,
        period=period,
    )
