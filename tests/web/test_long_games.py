"""Games whose log is long: answered where rulings are, and shown part by part."""

import json
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from flask import Flask

from referee.scorebook import cache
from referee.scorebook.limits import LOG_PART
from referee.scorebook.links import open_game
from referee.scorebook.plain import plain_game
from referee.scorebook.repository import NewGame, start_game, write
from referee.web.limits import TABLE_ENTRIES
from tests.pages import CheckedClient
from tests.scorebook.tables import corrected, written
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
    """A game with so many entries: its start, a deal, and what that was corrected to."""
    with app.app_context():
        new = start_game(plain_game(), ["Ann", "Bo"], 0)
        access = open_game(new.keeper_token)
        assert access
        write(access, written(1, None, 1, 2), key="deal-no-1", base=1)
        for number in range(2, entries):
            fix = corrected(1, None, 1, number + 1)
            write(access, fix, key=f"fix-no-{number}", base=number)
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


# The log of a long game, in parts

CORRECTIONS = 2 * LOG_PART + 30


@pytest.fixture(scope="module")
def long_game(app: Flask) -> NewGame:
    return game_of(app, CORRECTIONS + 2)


def test_log_is_shown_in_parts_that_lead_to_each_other(
    client: CheckedClient, long_game: NewGame
) -> None:
    client.see(f"/k/{long_game.keeper_token}")
    log = f"/games/{long_game.game_id}/log"
    ways: dict[str, list[str]] = {}
    corrected_to: list[int] = []
    path = log
    while path not in ways:
        page = client.see(path)
        assert page.tags["time"] <= LOG_PART
        corrected_to += map(int, re.findall(r"Bo, deal 1: (\d+), not", page.text))
        ways[path] = [link for link in page.links if link.startswith(f"{log}?")]
        path = ways[path][-1]
    assert corrected_to == list(range(CORRECTIONS + 2, 2, -1))
    first, second, third = ways
    assert ways == {
        first: [second],
        second: [f"{log}?before={CORRECTIONS + 3}", third],
        third: [second],
    }


def test_only_the_last_change_of_all_parts_is_undone_without_asking_for_more(
    client: CheckedClient, long_game: NewGame
) -> None:
    client.see(f"/k/{long_game.keeper_token}")
    log = f"/games/{long_game.game_id}/log"
    shown = []
    for path in (log, f"{log}?before={LOG_PART + 3}"):
        html = client.get(path).text
        undo = re.findall(r'<form method="post" action="[^"]*/undo"(.*?)>', html)
        shown.append((undo.count(""), html.count('<details class="fold earlier"')))
    assert shown == [(1, 1), (0, 1)]


def test_program_reads_a_log_part_by_part(client: CheckedClient, long_game: NewGame) -> None:
    def numbers(query: str = "") -> list[int]:
        headers = {"Authorization": f"Bearer {long_game.viewer_token}"}
        answer = client.get(f"/api/games/{long_game.game_id}{query}", headers=headers)
        return [line["number"] for line in answer.json["log"]]  # type: ignore[index]

    last = CORRECTIONS + 2
    assert numbers() == list(range(last - LOG_PART + 1, last + 1))
    assert numbers("?limit=2") == [last - 1, last]
    assert numbers("?after=0&limit=3") == [1, 2, 3]
    assert numbers(f"?after={last - 1}") == [last]
    assert numbers(f"?after={last}") == []


@pytest.mark.parametrize(
    "query", ["limit=0", f"limit={LOG_PART + 1}", "limit=x", "after=-1", "after=", "after=1.5"]
)
def test_part_of_a_log_that_cannot_be_names_the_field(
    client: CheckedClient, long_game: NewGame, query: str
) -> None:
    headers = {"Authorization": f"Bearer {long_game.viewer_token}"}
    answer = client.get(f"/api/games/{long_game.game_id}?{query}", headers=headers)
    error = answer.json["error"]  # type: ignore[index]
    assert (answer.status_code, error["field"]) == (422, query.partition("=")[0])
    assert "a whole number from " in error["message"]


def test_conflict_names_no_more_entries_than_a_part(
    client: CheckedClient, long_game: NewGame
) -> None:
    fix = {"kind": "deal-corrected", "deal": 1, "hands": {"p1": {"points": 1}, "p2": {"points": 0}}}
    answer = client.post(
        f"/api/games/{long_game.game_id}/entries",
        json={"key": "another-key", "base": 0, "entry": fix | {"out": None}},
        headers={"Authorization": f"Bearer {long_game.keeper_token}"},
    )
    assert (answer.status_code, len(answer.json["theirs"])) == (409, LOG_PART)  # type: ignore[index]
