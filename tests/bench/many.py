"""A full table, an unchanged poll, and both again where a great many games are stored."""

import sqlite3
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from referee.scorebook.plain import plain_game
from referee.scorebook.storage import DATABASE_FILE
from tests.bench import Figure, benchmark, median_seconds
from tests.bench.pages import Phone, _empty_server, _until_exit
from tests.pages import check
from tests.servers import serving

PLAYERS = 8
DEALS = 20
STORED = 100_000

_GAMES = """
INSERT INTO game (public_id, start_key, variant_id, edition, options, title, version,
                  started_at, written_at)
WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
SELECT printf('many%08d', n), printf('many %d', n), variant_id, edition, options, title, 1,
       started_at, written_at FROM game, number WHERE game.id = 1
"""
_LINKS = """
INSERT INTO link (public_id, game_id, role, number, token_hash, made_at)
SELECT 'l' || public_id, id, 'keeper', 1, 'hash of ' || public_id, started_at
FROM game WHERE id > 1
"""
_ENTRIES = """
INSERT INTO entry (game_id, number, link_id, key, at, base, body)
SELECT game.id, 1, link.id, game.start_key, game.started_at, 0,
       (SELECT body FROM entry WHERE game_id = 1 AND number = 1)
FROM game JOIN link ON link.game_id = game.id WHERE game.id > 1
"""


@cache
def _table(stored: int) -> tuple[Phone, str, int]:
    """A phone at a full table among so many games, the path of the table and its version."""
    folder = Path(_until_exit.enter_context(tempfile.TemporaryDirectory())) / "instance"
    server = _until_exit.enter_context(serving(folder))
    phone = Phone(int(server.url.rpartition(":")[2]))
    form = check(phone.get(f"/games/new/{plain_game().id}")).forms[0].fields
    names = {f"name-{seat}": f"Player {seat + 1}" for seat in range(PLAYERS)}
    table = phone.post(f"/games/new/{plain_game().id}", {**form, **names, "dealer": "0"})
    for deal in range(1, DEALS + 1):
        fields = check(phone.get(f"{table}/deals/{deal}")).forms[0].fields
        typed = {f"points-p{seat}": str(deal * seat) for seat in range(1, PLAYERS + 1)}
        phone.post(f"{table}/deals/{deal}", {**fields, **typed})
    if stored > 1:
        book = sqlite3.connect(folder / DATABASE_FILE)
        with book:
            book.execute(_GAMES, (stored - 1,))
            book.execute(_LINKS)
            book.execute(_ENTRIES)
        book.close()
    return phone, table, DEALS + 1


def _page(stored: int) -> Callable[[], object]:
    phone, table, _ = _table(stored)
    return lambda: phone.load(table)


def _poll(stored: int) -> Callable[[], object]:
    phone, table, version = _table(stored)

    def poll() -> None:
        status, _, _ = phone.fetch("GET", f"{table}/news?version={version}")
        assert status == 204, status

    return poll


def _beside_empty(call: Callable[[], object]) -> Figure:
    empty = _empty_server()
    return Figure(
        seconds=median_seconds(call, times=400),
        floor=median_seconds(lambda: empty.load("/"), times=400),
    )


def _times(most: float) -> Callable[[Figure], bool]:
    return lambda figure: figure.floor is not None and figure.seconds <= most * figure.floor


@benchmark(
    f"table page, {PLAYERS} players, {DEALS} deals",
    floor="an empty Flask page on gunicorn",
    aim="≤ 3 × the empty page",
    meets=_times(3),
)
def full_table() -> Figure:
    return _beside_empty(_page(1))


@benchmark(
    "poll, nothing changed",
    floor="an empty Flask page on gunicorn",
    aim="≤ 2 × the empty page",
    meets=_times(2),
)
def unchanged_poll() -> Figure:
    return _beside_empty(_poll(1))


@benchmark(
    f"table page, {STORED:,} games stored",
    floor="the same page, one game stored",
    aim="flat: ≤ 1.2 ×",
    meets=_times(1.2),
)
def table_among_many() -> Figure:
    return Figure(
        seconds=median_seconds(_page(STORED), times=400),
        floor=median_seconds(_page(1), times=400),
    )


@benchmark(
    f"poll, {STORED:,} games stored",
    floor="the same poll, one game stored",
    aim="flat: ≤ 1.2 ×",
    meets=_times(1.2),
)
def poll_among_many() -> Figure:
    return Figure(
        seconds=median_seconds(_poll(STORED), times=400),
        floor=median_seconds(_poll(1), times=400),
    )
