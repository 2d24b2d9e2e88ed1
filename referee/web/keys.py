"""The ring of keys: which games this browser may open, kept in its signed cookie."""

from collections.abc import Iterator
from typing import Final

from flask import abort, session
from werkzeug.exceptions import Conflict

from referee.scorebook.games import Access, Role, known_games, open_game
from referee.scorebook.limits import KEYRING

_RING = "ring"


class NoRoom(Exception):
    """The ring is full, and every key on it writes."""


class Renewed(Conflict):
    """A game that was started before has other links by now, and none on the ring opens it."""


def keys() -> Iterator[tuple[str, str]]:
    """The game and the token of every key, newest first."""
    for pair in session.get(_RING, ()):
        yield pair[0], pair[1]


def tokens() -> list[str]:
    """The tokens of every key, newest first."""
    return [token for _, token in keys()]


def keep(game_id: str, token: str) -> None:
    """Put a key first on the ring.

    Off a full ring falls a key that opens nothing any more, else one to look on. Raises `NoRoom`
    where there is none, and leaves the ring as it is.
    """
    others = [[game, held] for game, held in keys() if game != game_id]
    if len(others) >= KEYRING:
        falls = next(iter(_loose()), None)
        if falls is None:
            raise NoRoom
        others = [pair for pair in others if pair[0] != falls]
    session[_RING] = [[game_id, token], *others]
    session.permanent = True


def room() -> int:
    """How many more games this browser can take before a key that writes would fall off."""
    return KEYRING - len(tokens()) + len(_loose())


def has_room() -> bool:
    """Whether this browser can take one more game."""
    return len(tokens()) < KEYRING or bool(_loose())


def _loose() -> list[str]:
    """The games whose keys may fall off, the first to fall first.

    Those that open nothing; then those to look on at a game that is over, then at any; the oldest
    first in each.
    """
    games = {game.game_id: game for game in known_games(tokens())}
    falls: dict[str, int] = {}
    for game_id in reversed([game for game, _ in keys()]):
        game = games.get(game_id)
        if game is None:
            falls[game_id] = 0
        elif game.role is Role.VIEWER:
            falls[game_id] = 1 if game.finished else 2
    return sorted(falls, key=lambda game_id: falls[game_id])


def held(game_id: str) -> Access | None:
    """What this browser's key to a game allows, or None where it has none that opens."""
    token = next((held for game, held in keys() if game == game_id), None)
    return open_game(token) if token else None


def open_or_404(game_id: str) -> Access:
    """What this browser's key to a game allows; 404 without one, as for a game that is not."""
    return held(game_id) or abort(404)


def writer_or_404(game_id: str) -> Access:
    """As `open_or_404`, for what the keeper and a second scorer may do: 403 with a viewer's key."""
    access = open_or_404(game_id)
    if not access.writes:
        abort(403)
    return access


def keeper_or_404(game_id: str) -> Access:
    """As `open_or_404`, for what only the keeper may do: 403 with any other key."""
    access = open_or_404(game_id)
    if not access.keeps:
        abort(403)
    return access


def drop(game_id: str) -> None:
    """Take the key to a game off the ring."""
    session[_RING] = [[game, held] for game, held in keys() if game != game_id]


def trade(token: str) -> Access | None:
    """Put the key behind a link on the ring; None where it opens nothing.

    Who holds a key that allows more to the same game keeps that one. Raises `NoRoom`.
    """
    access = open_game(token)
    if access is None:
        return None
    before = held(access.game_id)
    if before is None or _RANK[before.role] <= _RANK[access.role]:
        keep(access.game_id, token)
    return access


def take(game_id: str, token: str) -> None:
    """Put the key that a game was started with on the ring, as `trade` does.

    What is sent again may come long after the first time. Raises `Renewed` where that key opens
    nothing any more, unless another on the ring opens the game, and `NoRoom`.
    """
    if trade(token) is None and held(game_id) is None:
        raise Renewed


_RANK: Final = {Role.VIEWER: 0, Role.SCORER: 1, Role.KEEPER: 2}
