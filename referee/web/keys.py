"""The ring of keys: which games this browser may open, kept in cookies.

Each answer that adds keys puts them in a cookie of its own, under a name that no other answer has.
So two games started at once, in two tabs with the same cookies, are both kept: the browser itself
puts the cookies together. Browsers keep at least 180 cookies of an address, and at most `KEYRING`
keys are added one by one. Earlier versions kept all keys in the session, where they are still read
and taken away, but never added.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from flask import Flask, Response, abort, current_app, g, request, session
from werkzeug.exceptions import Conflict

from referee.scorebook.games import Access, Role, known_games, open_game
from referee.scorebook.limits import KEYRING
from referee.scorebook.links import ALPHABET, ID_LENGTH, TOKEN_LENGTH, new_id
from referee.web.limits import COOKIE_DAYS, COOKIES_RENEWED, RENEWED_AFTER_DAYS

_RING: Final = "ring"
_NAME: Final = re.compile(rf"game-[{ALPHABET}]{{{ID_LENGTH}}}")
_VALUE: Final = re.compile(rf"\d{{1,7}}(?:\.[{ALPHABET}]{{{ID_LENGTH + TOKEN_LENGTH}}})*")

Pair = tuple[str, str]
"""A game and the token that opens it."""


class NoRoom(Exception):
    """The ring is full, and every key on it writes."""


class Renewed(Conflict):
    """A game that was started before has other links by now, and none on the ring opens it."""


def init_app(app: Flask) -> None:
    """Send the cookies that a view changed, and now and then those that grow old."""
    app.after_request(_send)


class _Ring:
    """The cookies of a request, by their names in the order sent, and which of them changed.

    A cookie holds the day on which it was written, counted since 1970, and keys after it, each a
    game and its token.
    """

    def __init__(self) -> None:
        self.kept: dict[str, list[Pair]] = {}
        self.changed: set[str] = set()
        self.old: list[str] = []
        self.name = f"game-{new_id()}"
        for name, text in request.cookies.items():
            if not _NAME.fullmatch(name) or not _VALUE.fullmatch(text):
                continue
            day, *pairs = text.split(".")
            age = _today() - int(day)
            if age <= COOKIE_DAYS:
                self.kept[name] = [(pair[:ID_LENGTH], pair[ID_LENGTH:]) for pair in pairs]
            if RENEWED_AFTER_DAYS < age <= COOKIE_DAYS:
                self.old.append(name)

    def add(self, pair: Pair) -> None:
        self.kept.setdefault(self.name, []).insert(0, pair)
        self.changed.add(self.name)

    def remove(self, game_id: str) -> None:
        for name, pairs in self.kept.items():
            if any(game == game_id for game, _ in pairs):
                pairs[:] = [pair for pair in pairs if pair[0] != game_id]
                self.changed.add(name)
        before = session.get(_RING, ())
        if any(game == game_id for game, _ in before):
            session[_RING] = [[game, held] for game, held in before if game != game_id]


def _today() -> int:
    return int(datetime.now(UTC).timestamp()) // 86_400


def _ring() -> _Ring:
    if "ring" not in g:
        g.ring = _Ring()
    ring: _Ring = g.ring
    return ring


def _send(response: Response) -> Response:
    if "ring" not in g:
        return response
    ring = _ring()
    how = current_app.session_interface
    path = how.get_cookie_path(current_app)
    secure = how.get_cookie_secure(current_app)
    for name in [*ring.changed, *ring.old[:COOKIES_RENEWED]]:
        pairs = ring.kept[name]
        response.set_cookie(
            name,
            ".".join([str(_today()), *(game + held for game, held in pairs)]) if pairs else "",
            max_age=COOKIE_DAYS * 86_400 if pairs else 0,
            path=path,
            secure=secure,
            httponly=True,
            samesite="Lax",
        )
    response.vary.add("Cookie")
    return response


def keys() -> Iterator[Pair]:
    """The game and the token of every key, newest first."""
    for pairs in reversed(_ring().kept.values()):
        yield from pairs
    yield from map(tuple, session.get(_RING, ()))


def tokens() -> list[str]:
    """The tokens of every key, newest first."""
    return [token for _, token in keys()]


def keep(game_id: str, token: str) -> None:
    """Put a key first on the ring.

    Off a full ring falls a key that opens nothing any more, else one to look on. Raises `NoRoom`
    where there is none, and leaves the ring as it is.
    """
    ring = _ring()
    if len({game for game, _ in keys()} - {game_id}) >= KEYRING:
        falls = next(iter(_loose()), None)
        if falls is None:
            raise NoRoom
        ring.remove(falls)
    ring.remove(game_id)
    ring.add((game_id, token))
    # The token of forms is in the session: a phone that was switched off may still send one.
    session.permanent = True


def room() -> int:
    """How many more games this browser can take before a key that writes would fall off."""
    return max(KEYRING - len(tokens()) + len(_loose()), 0)


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
    opened = [open_game(held) for game, held in keys() if game == game_id]
    return max(filter(None, opened), key=lambda access: _RANK[access.role], default=None)


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
    _ring().remove(game_id)


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
