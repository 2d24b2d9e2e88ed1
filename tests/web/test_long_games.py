"""Games whose log is so long that their pages are made where rulings are."""

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from flask import Flask

from referee.scorebook import cache
from referee.scorebook.plain import plain_game
from referee.scorebook.repository import NewGame, open_game, start_game, write
from referee.web.limits import TABLE_ENTRIES
from tests.scorebook.tables import written
from tests.test_server import one_process

Threads = dict[str, list[int]]
"""The threads that worked on the requests of a path, in turn."""

PATHS = ("/", "/games/{}", "/games/{}/deals/1", "/games/{}/log", "/games/{}/links")


@pytest.fixture(scope="module")
def worked() -> Threads:
    return {}


@pytest.fixture(scope="module")
def served(app: Flask, worked: Threads) -> Iterator[str]:
    """The address of a server of one process, which notes who works on what."""

    def noting(environ, start_response):
        worked.setdefault(environ["PATH_INFO"], []).append(threading.get_ident())
        return app(environ, start_response)

    with one_process(noting) as url:
        yield url


def game_of(app: Flask, entries: int) -> NewGame:
    """A game with so many entries."""
    with app.app_context():
        new = start_game(plain_game(), ["Ann", "Bo"], 0)
        access = open_game(new.keeper_token)
        assert access
        for deal in range(1, entries):
            write(access, written(deal, None, 1, 2), key=f"deal-no-{deal}", base=deal)
    return new


def asked(url: str, token: str, path: str, sent: object = None) -> int:
    """The status of an answer to who has a link."""
    body = None if sent is None else json.dumps(sent).encode()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        if not path.startswith("/api/"):
            opener.open(f"{url}/k/{token}").close()
            cache.forget()
        with opener.open(urllib.request.Request(url + path, body, headers)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.parametrize("more", [0, 1], ids=["edge", "over"])
def test_long_games_are_answered_where_rulings_are(
    app: Flask, served: str, worked: Threads, more: int
) -> None:
    asked(served, "", "/api/rulings", {})
    [ruling] = set(worked["/api/rulings"])
    new = game_of(app, TABLE_ENTRIES + more)
    entries = f"/api/games/{new.game_id}/entries"
    hands = {"p1": {"points": 7}, "p2": {"points": 8}}
    deal = {"kind": "deal-written", "deal": 1, "out": None, "hands": hands}
    sent = {"key": "another-key", "base": 0, "entry": deal}
    worked.clear()
    statuses = {path: asked(served, new.keeper_token, path.format(new.game_id)) for path in PATHS}
    statuses[entries] = asked(served, new.keeper_token, entries, sent)
    assert set(statuses.values()) == {200, 409}
    last = {path: worked[path.format(new.game_id)][-1] == ruling for path in statuses}
    assert last == {path: bool(more) or path.endswith("/links") for path in statuses}


def test_news_of_a_long_game_need_not_wait(app: Flask, served: str, worked: Threads) -> None:
    new = game_of(app, TABLE_ENTRIES + 1)
    path = f"/games/{new.game_id}/news"
    asked(served, new.keeper_token, path)
    assert len(worked[path]) == 1
