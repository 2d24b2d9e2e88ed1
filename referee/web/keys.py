"""The ring of keys: which games this browser may open, kept in its signed cookie."""

from collections.abc import Iterator
from typing import Final

from flask import abort, session

from referee.scorebook.games import Access, Role, open_game
from referee.web.limits import RING_KEYS

_RING = "ring"


def keys() -> Iterator[tuple[str, str]]:
    """The game and the token of every key, newest first."""
    for pair in session.get(_RING, ()):
        yield pair[0], pair[1]


def tokens() -> list[str]:
    """The tokens of every key, newest first."""
    return [token for _, token in keys()]


def keep(game_id: str, token: str) -> None:
    """Put a key first on the ring; the oldest falls off a full one."""
    others = [[game, held] for game, held in keys() if game != game_id]
    session[_RING] = [[game_id, token], *others][:RING_KEYS]
    session.permanent = True


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

    Who holds a key that allows more to the same game keeps that one.
    """
    access = open_game(token)
    if access is None:
        return None
    before = held(access.game_id)
    if before is None or _RANK[before.role] <= _RANK[access.role]:
        keep(access.game_id, token)
    return access


_RANK: Final = {Role.VIEWER: 0, Role.SCORER: 1, Role.KEEPER: 2}
