"""Score books of earlier commits open, read as they did, and are continued.

What they showed lies beside them in tests/data/books, and is never written anew; only sentences
are compared with a file that may be, where a wording was changed on purpose.
"""

import base64
import gzip
import json
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from referee.rules.building.build import build
from referee.scorebook import cache as score_cache
from referee.scorebook.first_edition import second_edition
from tests.books.kept import BOOKS, KeptBook, opened, phone_of, tables_of
from tests.books.shown import figures, plain_game, texts
from tests.books.table import Table, bring
from tests.pages import CheckedClient
from tests.sites import client_of, site_in

KEPT = [KeptBook(folder.name) for folder in sorted(BOOKS.iterdir()) if folder.is_dir()]
GAMES = [
    pytest.param((book, place), id=f"{book.name}-{place}-{game['game']}")
    for book in KEPT
    for place, game in enumerate(book.shown)
]
ASPECTS = (
    ("title", "game", "options", "version"),
    ("players", "deals", "finished", "next"),
    ("totals", "places", "winners"),
    ("log",),
    ("standings", "sheet"),
    ("melds",),
    ("rulings",),
    ("csv",),
)
"""What is compared together, so that a failure says what reads otherwise."""

Games = list[dict[str, Any]]


@pytest.fixture(scope="module", autouse=True)
def _days_of_utc() -> Iterator[None]:
    """The days of a spreadsheet are those of the machine, and the books were made in UTC."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(scope="module", params=KEPT, ids=lambda book: book.name)
def book(request: pytest.FixtureRequest) -> KeptBook:
    """A book that an earlier commit wrote."""
    kept: KeptBook = request.param
    return kept


@pytest.fixture(scope="module")
def phone(book: KeptBook, tmp_path_factory: pytest.TempPathFactory) -> CheckedClient:
    """A phone that keeps every game of the book as it opens today, which nobody continues."""
    return phone_of(opened(book, tmp_path_factory.mktemp("opened")), book)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], CheckedClient]:
    """Makes a phone without keys, at an empty book."""

    def make() -> CheckedClient:
        return client_of(site_in(tmp_path_factory.mktemp("empty")))

    return make


@pytest.fixture(scope="module")
def read(phone: CheckedClient, book: KeptBook) -> Games:
    """What the book shows today."""
    return [figures(table, links["keeper"]) for table, links in tables_of(phone, book)]


@pytest.fixture(scope="module")
def brought(empty: Callable[[], CheckedClient], book: KeptBook) -> Games:
    """What the copy that was saved then shows in an empty book of today."""
    return _brought(empty(), book.copy)


@pytest.fixture(scope="module")
def carried(empty: Callable[[], CheckedClient], phone: CheckedClient, book: KeptBook) -> Games:
    """What a copy that is saved today from the old book shows in an empty book."""
    return _brought(empty(), phone.get("/games/all.json").text)


def _brought(phone: CheckedClient, copy: str) -> Games:
    tables = bring(phone, copy)
    texts = phone.cookies().values()
    secrets = {pair[:12]: pair[12:] for text in texts for pair in text.split(".")[1:]}
    return [figures(table, secrets[table.game_id]) for table in tables]


def _verdicts(games: Games) -> Games:
    """Games with the verdicts of their rulings alone, without the numbers in their sentences."""
    return [
        game
        | {"rulings": {line: ruling["verdict"] for line, ruling in game["rulings"].items()}}
        | {
            "log": [
                [*line[:4], "", *line[5:]] if str(line[0]) in game["rulings"] else line
                for line in game["log"]
            ]
        }
        for game in games
    ]


@cache
def _usual(book: KeptBook) -> Mapping[str, Mapping[str, object]]:
    """The options of the games of a book as they come, by game and name."""
    copied = {game["variant"]: game["definition"] for game in json.loads(book.copy)["games"]}
    return {
        id: {name: option.default for name, option in build(kept, id=id).options.items()}
        for id, definition in copied.items()
        if (kept := second_edition(definition, id))
    }


def _alike(games: Games, book: KeptBook) -> Games:
    """Games with every option, those not shown as they come, and each entry's lines sorted.

    Which options are shown besides those that a table turned, and in what order an entry names
    several that it changed, is no figure of a game.
    """
    usual = _usual(book)
    assert all(set(game["options"]) <= set(usual[game["game"]]) for game in games)
    return [
        game | {"options": usual[game["game"]] | game["options"], "log": sorted(game["log"])}
        for game in games
    ]


def _only(games: Games, names: tuple[str, ...]) -> Games:
    return [{name: game[name] for name in names} for game in games]


@pytest.mark.parametrize("names", ASPECTS, ids="-".join)
@pytest.mark.parametrize("way", ["read", "brought", "carried"])
def test_every_game_shows_what_it_did(
    request: pytest.FixtureRequest, book: KeptBook, way: str, names: tuple[str, ...]
) -> None:
    games, shown = request.getfixturevalue(way), book.shown
    if way != "read":
        # The rulings of a copy are given anew, in today's words.
        games, shown = _verdicts(games), _verdicts(shown)
    assert _only(_alike(games, book), names) == _only(_alike(shown, book), names)


def test_nothing_is_shown_that_is_not_compared(book: KeptBook) -> None:
    assert {name for game in book.shown for name in game} == {
        name for names in ASPECTS for name in names
    }


def test_every_game_says_what_it_did(phone: CheckedClient, book: KeptBook) -> None:
    """Where sentences were reworded on purpose: `python -m tests.books NAME --texts`."""
    assert [texts(table) for table, _ in tables_of(phone, book)] == book.texts


def test_links_open_what_they_did(phone: CheckedClient, book: KeptBook) -> None:
    for table, links in tables_of(phone, book):
        looks_on = phone.application.test_client()
        assert looks_on.get(f"/k/{links['viewer']}").status_code == 302
        answers = [looks_on.get(f"{table.address}{page}").status_code for page in ("", "/menu")]
        assert answers == [200, 403]
        head = [{"Authorization": f"Bearer {secret}"} for secret in links["links"]]
        opens = [phone.get(f"/api{table.address}", headers=one).status_code for one in head]
        assert opens == [200] * len(head)


def test_links_taken_back_open_nothing(phone: CheckedClient, book: KeptBook) -> None:
    withdrawn = book.keys["withdrawn"]
    assert withdrawn
    assert {phone.get(f"/k/{secret}").status_code for secret in withdrawn} == {404}


@pytest.fixture(scope="module")
def continued(tmp_path_factory: pytest.TempPathFactory) -> Callable[[KeptBook], CheckedClient]:
    """Gives the phone of a book that is written in: one for all tests."""
    phones: dict[str, CheckedClient] = {}

    def phone(book: KeptBook) -> CheckedClient:
        if book.name not in phones:
            site = opened(book, tmp_path_factory.mktemp("continued"))
            phones[book.name] = phone_of(site, book)
        return phones[book.name]

    return phone


@pytest.fixture(params=GAMES)
def game(
    request: pytest.FixtureRequest, continued: Callable[[KeptBook], CheckedClient]
) -> tuple[Table, str, dict[str, Any]]:
    """A game of an old book, the secret of its keeper's link, and what it showed."""
    book, place = request.param
    links = book.keys["games"][place]
    table = Table(continued(book), f"/games/{links['game']}")
    return table, links["keeper"], book.shown[place]


def test_every_game_is_continued(game: tuple[Table, str, dict[str, Any]]) -> None:
    table, secret, before = game
    if before["next"]:
        _write_next(table, secret, before)
    else:
        _play_again(table, before)
    written = plain_game(table, secret)
    _correct_last(table, secret, written)
    table.undo(written["version"] + 1)
    undone = plain_game(table, secret)
    played = ("deals", "totals", "places", "next", "finished", "winners")
    assert _only([undone], played) == _only([written], played)
    kept = table.keep("meld", cards="8h 9s") if before["game"] != "scores" else ""
    # As after the next start of the server.
    score_cache.forget()
    after = figures(table, secret)
    assert _only([after], played) == _only([written], played)
    ended = before["log"][-1][0]
    assert sorted(line for line in after["log"] if line[0] <= ended) == sorted(before["log"])
    if kept:
        assert after["rulings"].pop(kept.rpartition("/")[2])["verdict"] == "illegal"
    assert after["rulings"] == before["rulings"]


def _write_next(table: Table, secret: str, before: dict[str, Any]) -> None:
    """Write the next deal with 10 points for everybody who did not go out."""
    keys = [player["key"] for player in before["players"] if player["plays"]]
    out = "" if before["game"] == "scores" else keys[0]
    held = [key for key in keys if key != out]
    table.deal(before["next"]["number"], out, **dict.fromkeys(held, "10"))
    after = plain_game(table, secret)
    points = after["deals"][-1]["points"]
    assert sorted(points) == sorted(keys)
    # Where the winner collects, it is the same points.
    assert sum(points.values()) == 10 * len(held)
    totals = {key: total + points.get(key, 0) for key, total in before["totals"].items()}
    assert after["totals"] == totals
    assert after["version"] == before["version"] + 1
    assert len(after["deals"]) == len(before["deals"]) + 1


def _play_again(table: Table, before: dict[str, Any]) -> None:
    """Play a finished game again: everybody who plays stays in the same seat."""
    again = table.again()
    names = [player["name"] for player in before["players"] if player["plays"]]
    players = plain_game(again, again.links()[0][1])["players"]
    assert [player["name"] for player in players] == names


def _correct_last(table: Table, secret: str, before: dict[str, Any]) -> None:
    """Give everybody who did not go out in the last deal 5 points."""
    last = before["deals"][-1]
    held = [key for key in (*last["points"], *last["missing"]) if key != last["out"]]
    table.deal(last["number"], last["out"] or "", **dict.fromkeys(held, "5"))
    after = plain_game(table, secret)
    assert sum(after["deals"][-1]["points"].values()) == 5 * len(held)
    assert after["version"] == before["version"] + 1


def test_a_book_is_no_larger_than_a_few_pictures(book: KeptBook) -> None:
    files = [path.stat().st_size for path in book.folder.iterdir()]
    assert sum(files) < 400_000


def test_the_parts_of_a_book_can_be_read(book: KeptBook) -> None:
    assert gzip.decompress(book.database.read_bytes()).startswith(b"SQLite format 3")
    assert len(base64.b64decode(book.keys["secret_key"])) == 32
