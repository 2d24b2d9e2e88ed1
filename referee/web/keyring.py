"""The keyring: which games this browser may open, kept in cookies.

Each response that adds keys writes them to a new cookie with a name of its own, so that two games
started at once in two tabs are both kept. Browsers keep at least 180 cookies of a site, and at most
`KEYRING` keys are added one by one. Earlier versions kept all keys in the session: keys are still
read and removed there, but never added.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter
from time import time
from typing import Final

from flask import Flask, Response, abort, current_app, g, request, session
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import Conflict, Forbidden
from werkzeug.wrappers import Response as BaseResponse

from referee.scorebook.limits import KEYRING
from referee.scorebook.links import (
    ALPHABET,
    ID_LENGTH,
    TOKEN_LENGTH,
    Access,
    Role,
    new_id,
    open_game,
)
from referee.scorebook.repository import NewGame, known_games
from referee.web.limits import COOKIE_DAYS, COOKIES_RENEWED, RENEWED_AFTER_DAYS
from referee.web.security import mark_secret

_SESSION_KEY: Final = "ring"
_NAME: Final = re.compile(rf"game-[{ALPHABET}]{{{ID_LENGTH}}}")
_VALUE: Final = re.compile(rf"\d{{1,7}}(?:\.[{ALPHABET}]{{{ID_LENGTH + TOKEN_LENGTH}}})*")

Pair = tuple[str, str]
"""A game and the token that opens it."""


class KeyringFull(Exception):
    """The keyring is full, and every key on it may change its game."""


class KeepersAlone(Forbidden):
    """Only the scorekeeper may do it, though this key may change the scores."""


class LinkReplaced(Conflict):
    """The links of a game that was started before were replaced, and no key here opens it."""


def init_app(app: Flask) -> None:
    """Send the cookies that a view changed, and renew those that grow old."""
    app.after_request(_send_cookies)


class Keyring:
    """The keys in some cookies by the name of their cookie, oldest cookie first.

    A cookie holds the day it was written, counted since 1970, and then its keys: the id of a game
    and a token each.
    """

    def __init__(self, cookies: Mapping[str, str], earlier: Sequence[Pair] = ()) -> None:
        self.kept: dict[str, list[Pair]] = {}
        self.changed: set[str] = set()
        self.old: list[str] = []
        self.earlier = earlier
        today = _today()
        for name, text in cookies.items():
            if not _NAME.fullmatch(name) or not _VALUE.fullmatch(text):
                continue
            day, *pairs = text.split(".")
            age = today - int(day)
            if age <= COOKIE_DAYS:
                self.kept[name] = [(pair[:ID_LENGTH], pair[ID_LENGTH:]) for pair in pairs]
            if RENEWED_AFTER_DAYS < age <= COOKIE_DAYS:
                self.old.append(name)

    @cached_property
    def name(self) -> str:
        """The cookie that this response adds keys to."""
        return f"game-{new_id()}"

    @property
    def pairs(self) -> list[Pair]:
        """Every key, newest first."""
        newest_first = list(self.kept.values())[::-1]
        return [*chain.from_iterable(newest_first), *self.earlier]

    def opened(self, game_id: str) -> dict[str, Access]:
        """What each key to a game opens, newest first; not those that open nothing any more."""
        opened = {}
        for game, token in self.pairs:
            if game == game_id and (access := open_game(token)):
                opened[token] = access
        return opened

    def access_to(self, game_id: str) -> Access | None:
        """What the keys allow in a game, or None without one that opens it."""
        return min(self.opened(game_id).values(), key=attrgetter("role"), default=None)

    def add(self, pair: Pair) -> None:
        """Add a key as the newest."""
        self.kept.setdefault(self.name, []).insert(0, pair)
        self.changed.add(self.name)

    def remove(self, game_id: str) -> None:
        """Remove every key to a game."""
        for name, pairs in self.kept.items():
            if any(game == game_id for game, _ in pairs):
                pairs[:] = [pair for pair in pairs if pair[0] != game_id]
                self.changed.add(name)
        left = [pair for pair in self.earlier if pair[0] != game_id]
        if len(left) < len(self.earlier):
            self.earlier = session[_SESSION_KEY] = left


def _today() -> int:
    return int(time()) // 86_400


def current() -> Keyring:
    """The keys of the browser that asks."""
    if "ring" not in g:
        g.ring = Keyring(request.cookies, list(map(tuple, session.get(_SESSION_KEY, ()))))
    ring: Keyring = g.ring
    return ring


def _send_cookies(response: Response) -> Response:
    if "ring" not in g:
        return response
    ring: Keyring = g.ring
    for name in [*ring.changed, *ring.old[:COOKIES_RENEWED]]:
        pairs = ring.kept[name]
        held = [str(_today()), *(game + key for game, key in pairs)] if pairs else []
        keep_cookie(response, name, ".".join(held))
    response.vary.add("Cookie")
    return response


def keep_cookie(response: BaseResponse, name: str, text: str) -> None:
    """Have the browser keep a text for this site alone; an empty one is forgotten."""
    how = current_app.session_interface
    response.set_cookie(
        name,
        text,
        max_age=COOKIE_DAYS * 86_400 if text else 0,
        path=how.get_cookie_path(current_app),
        secure=how.get_cookie_secure(current_app),
        httponly=True,
        samesite="Lax",
    )


def tokens() -> list[str]:
    """The token of every key, newest first."""
    return [token for _, token in current().pairs]


def _games() -> set[str]:
    return {game for game, _ in current().pairs}


def opened() -> list[Access]:
    """What this browser's keys allow in each game that they open, newest key first."""
    ring = current()
    games = dict.fromkeys(game for game, _ in ring.pairs)
    return [access for game in games if (access := ring.access_to(game))]


def add(game_id: str, token: str) -> None:
    """Add a key as the newest, in the place of the others to its game.

    The key of a link stays beside that of a seat, which ends with counting together or when another
    phone takes the seat over. A full keyring drops a key that opens nothing any more, else one that
    is view only. Raises `KeyringFull`, and changes nothing, where there is no such key.
    """
    ring = current()
    if len(_games() - {game_id}) >= KEYRING:
        evictable = _evictable()
        if not evictable:
            raise KeyringFull
        ring.remove(evictable[0])
    by_kind = {bool(access.seat): held for held, access in ring.opened(game_id).items()}
    if added := open_game(token):
        by_kind[bool(added.seat)] = token
    ring.remove(game_id)
    for held in by_kind.values():
        ring.add((game_id, held))
    # The token of forms is in the session: a phone that was switched off may still send one, and
    # pages that are opened at once have the same.
    session.permanent = True
    generate_csrf()


def free_places() -> int:
    """How many more games this browser can take without losing a key that may change one."""
    return max(KEYRING - len(_games()) + len(_evictable()), 0)


def has_free_place() -> bool:
    """Whether there is any, which can mostly be told without reading a game."""
    return len(_games()) < KEYRING or bool(_evictable())


def _evictable() -> list[str]:
    """The games whose keys may be dropped, in that order.

    First keys that open nothing, then view-only keys of finished games, then other view-only keys;
    the oldest first in each group.
    """
    games = {game.game_id: game for game in known_games(tokens())}
    groups: dict[str, int] = {}
    for game_id in reversed([game for game, _ in current().pairs]):
        game = games.get(game_id)
        if game is None:
            groups[game_id] = 0
        elif game.role in (Role.VIEWER, Role.SEAT):
            groups[game_id] = 1 if game.book.finished else 2
    return sorted(groups, key=lambda game_id: groups[game_id])


def lost_key(game_id: str) -> bool:
    """Whether this browser has a key to a game that opens nothing any more."""
    ring = current()
    held = [token for game, token in ring.pairs if game == game_id]
    return len(ring.opened(game_id)) < len(held)


def open_or_404(game_id: str) -> Access:
    """What this browser's keys allow in a game; 404 without one, as for an unknown game."""
    return current().access_to(game_id) or abort(404)


def writer_or_404(game_id: str) -> Access:
    """As `open_or_404`; 403 with a view-only key."""
    access = open_or_404(game_id)
    if not access.writes:
        abort(403)
    return access


def keeper_or_404(game_id: str) -> Access:
    """As `open_or_404`; 403 unless the key is the scorekeeper's."""
    access = writer_or_404(game_id)
    if not access.keeps:
        raise KeepersAlone
    return access


def exchange_link(token: str) -> Access | None:
    """Add the key of a link unless one that allows more is there; None where it opens nothing.

    Raises `KeyringFull`.
    """
    access = open_game(token)
    if access is None:
        return None
    before = current().access_to(access.game_id)
    if before is None or before.seat or access.role <= before.role:
        add(access.game_id, token)
    return access


def link_address(token: str | None) -> str | None:
    """The address that opens a link, or None without its secret; marks the response as secret."""
    if token is None:
        return None
    mark_secret()
    return site_address(f"k/{token}")


def site_address(path: str) -> str:
    """The address of something on this site, as other phones open it."""
    site = current_app.config.get("PUBLIC_URL") or request.url_root
    return f"{site.rstrip('/')}/{path}"


def claim_game(started: NewGame) -> None:
    """Add the scorekeeper's key of a game that this browser started.

    A form may be sent again long after the first time: raises `LinkReplaced` where that key opens
    nothing by then, unless another key opens the game. Raises `KeyringFull`.
    """
    if exchange_link(started.keeper_token) is None and not current().access_to(started.game_id):
        raise LinkReplaced
