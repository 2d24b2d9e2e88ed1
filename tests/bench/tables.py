"""Phones at tables on a real server, and an empty server beside it."""

import atexit
import gzip
import http.client
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser

from referee.paths import DATABASE_FILE
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from tests.bench import SMALLEST, Figure, in_turns
from tests.browser.phones import browser_at_a_server
from tests.pages import check
from tests.servers import REFEREE, reserved_port, serving

FEW = 6
"""The players at the table of a card game."""
FEW_DEALS = 5
PLAYERS = 8
"""The players at a full table."""
DEALS = 20
EMPTY = "from flask import Flask\napp = Flask('empty')\n@app.route('/', methods=['GET', 'POST'])\ndef empty(): return ''\n"  # noqa: E501
SERVER = None if SMALLEST else REFEREE
"""The command of a server: the users' own, where anything is measured."""
GUNICORN = ("-m", "gunicorn", "-w", "2", "-k", "gthread", "--threads", "4", "--keep-alive", "5")

until_exit = ExitStack()
atexit.register(until_exit.close)


@cache
def at_a_server() -> tuple[Browser, str]:
    """A browser, and the address of a server over a score book of its own, for all benchmarks."""
    return until_exit.enter_context(browser_at_a_server())


class Phone:
    """One connection that keeps its cookies, as a browser does."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookie = ""
        self.address = ""
        """Where a proxy would say that it asks from; the server counts what each address writes."""

    def get(self, path: str) -> str:
        """A page that must be there."""
        status, text, _ = self.ask("GET", path)
        assert status == 200, (status, path)
        return text

    def load(self, path: str) -> int:
        """Load a page that must be there, still packed; gives the bytes that came."""
        status, body, _ = self.fetch("GET", path)
        assert status == 200, (status, path)
        return len(body)

    def post(self, path: str, fields: Mapping[str, str]) -> str:
        """Send a form that must be taken, and say where it leads."""
        status, text, leads_to = self.ask("POST", path, urlencode(fields))
        assert status in (200, 302, 303), (status, path, text)
        return leads_to

    def ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str, str]:
        """The status, the text and where it leads."""
        status, came, headers = self.fetch(method, path, body)
        if headers.get("Content-Encoding") == "gzip":
            came = gzip.decompress(came)
        return status, came.decode(), headers.get("Location", "")

    def fetch(
        self,
        method: str,
        path: str,
        body: str | bytes | None = None,
        kind: str = "application/x-www-form-urlencoded",
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        """The status, the bytes that came, and the headers."""
        # As browsers do over plain http.
        headers = {"Accept-Encoding": "gzip, deflate"}
        if self.address:
            headers["X-Forwarded-For"] = self.address
        if self.cookie:
            headers["Cookie"] = self.cookie
        if body is not None:
            headers["Content-Type"] = kind
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):
            # The server let the idle connection go; a browser would open another as well.
            self.connection.close()
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
        came = answer.read()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self.cookie = "; ".join(
                {**_named(self.cookie), **_named(cookie.split(";")[0])}.values()
            )
        return answer.status, came, answer.headers


def _named(cookies: str) -> dict[str, str]:
    """Cookies as they are sent, by their names."""
    return {one.partition("=")[0]: one for one in cookies.split("; ") if one}


@cache
def empty_server() -> Phone:
    """A phone at a server of one page with nothing on it."""
    folder = Path(until_exit.enter_context(tempfile.TemporaryDirectory()))
    (folder / "empty.py").write_text(EMPTY, encoding="utf-8")
    port = until_exit.enter_context(reserved_port())
    process = subprocess.Popen(
        [sys.executable, *GUNICORN, "-b", f"127.0.0.1:{port}", "empty:app"],
        cwd=folder,
        stderr=subprocess.DEVNULL,
    )
    until_exit.callback(process.wait)
    until_exit.callback(process.terminate)
    return Phone(_answering(port))


def _answering(port: int) -> int:
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        try:
            Phone(port).get("/")
            return port
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the empty server did not answer")


def new_table(game: str, players: int) -> tuple[Phone, str, Path]:
    """A phone that keeps a new game, the path of its table and the folder it is stored in."""
    folder = Path(until_exit.enter_context(tempfile.TemporaryDirectory())) / "instance"
    server = until_exit.enter_context(serving(folder, command=SERVER))
    phone = Phone(int(server.url.rpartition(":")[2]))
    form = check(phone.get(f"/games/new/{game}")).forms[0].fields
    names = {f"name-{seat}": f"Player {seat + 1}" for seat in range(players)}
    return phone, phone.post(f"/games/new/{game}", {**form, **names, "dealer": "0"}), folder


@cache
def card_table() -> tuple[Phone, str]:
    """A phone at a table of six with five deals written, and the path of that table."""
    variant = max(
        catalogue(), key=lambda one: (one.has_contracts, len(one.deals), one.players.most)
    )
    phone, table, _ = new_table(variant.id, FEW)
    for deal in range(1, FEW_DEALS + 1):
        write_deal(phone, table, deal, 10)
    return phone, table


def write_deal(phone: Phone, table: str, deal: int, points: int) -> float:
    """Write one deal, and the seconds that sending it took."""
    form = check(phone.get(f"{table}/deals/{deal}")).forms[0].fields
    typed = {f"points-p{seat}": str(points + 5 * seat) for seat in range(2, FEW + 1)}
    start = time.perf_counter()
    phone.post(f"{table}/deals/{deal}", {**form, "out": "p1", **typed})
    return time.perf_counter() - start


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
def full_table(stored: int) -> tuple[Phone, str, int]:
    """A phone at a full table among so many games, the path of the table and its version."""
    phone, table, folder = new_table(plain_game().id, PLAYERS)
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


_ASKED = "game={game}&ask=meld&cards=8h+*+10h+Jh"


def _at_cards(after: str) -> tuple[Phone, str]:
    phone, table = card_table()
    return phone, f"{table}{after}"


def _at_full(after: str) -> tuple[Phone, str]:
    phone, table, _ = full_table(1)
    return phone, f"{table}{after}"


def _elsewhere(path: str) -> tuple[Phone, str]:
    phone, _ = card_table()
    return phone, path


def _desk() -> tuple[Phone, str]:
    phone, table = card_table()
    return phone, f"/disputes?at={table.rpartition('/')[2]}"


_GAME = next(variant.id for variant in catalogue() if variant.has_jokers)
PAGES: dict[str, Callable[[], tuple[Phone, str]]] = {
    "home": partial(_elsewhere, "/"),
    "new game": partial(_elsewhere, f"/games/new/{_GAME}"),
    f"table, {PLAYERS} players, {DEALS} deals": partial(_at_full, ""),
    "write a deal": partial(_at_cards, "/deals/6"),
    "dispute desk of a table": _desk,
    "dispute desk": partial(_elsewhere, f"/disputes?{_ASKED.format(game=_GAME)}&more=yes"),
    "ruling": partial(_elsewhere, f"/disputes?{_ASKED.format(game=_GAME)}"),
    "log": partial(_at_full, "/log"),
}
"""The pages that people open most, each with a phone that may open it and its path there."""


def beside_empty(call: Callable[[], object], times: int = 400) -> Figure:
    """The median seconds of a call, and of loading the empty page, in turns."""
    empty = empty_server()
    return in_turns(call, lambda: empty.load("/"), times=times, warm_up=10)
