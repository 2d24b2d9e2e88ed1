"""The pages of a game over HTTP, from a real server, beside an empty page on the same server."""

import atexit
import gzip
import http.client
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import cache
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

from referee.variants import catalogue
from tests.bench import Figure, benchmark, median_seconds
from tests.pages import check
from tests.servers import free_port, serving

EMPTY = "from flask import Flask\napp = Flask('empty')\n@app.route('/', methods=['GET', 'POST'])\ndef empty(): return ''\n"  # noqa: E501
GUNICORN = ("-m", "gunicorn", "-w", "2", "-k", "gthread", "--threads", "4", "--keep-alive", "5")
PLAYERS = 6

_until_exit = ExitStack()
atexit.register(_until_exit.close)


class Phone:
    """One connection that keeps its cookie, as a browser does."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookie = ""

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
        self, method: str, path: str, body: str | None = None
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        """The status, the bytes that came, and the headers."""
        # As browsers do over plain http.
        headers = {"Accept-Encoding": "gzip, deflate"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
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
            self.cookie = cookie.split(";")[0]
        return answer.status, came, answer.headers


@cache
def _empty_server() -> Phone:
    folder = Path(_until_exit.enter_context(tempfile.TemporaryDirectory()))
    (folder / "empty.py").write_text(EMPTY, encoding="utf-8")
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, *GUNICORN, "-b", f"127.0.0.1:{port}", "empty:app"],
        cwd=folder,
        stderr=subprocess.DEVNULL,
    )
    _until_exit.callback(process.wait)
    _until_exit.callback(process.terminate)
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


@cache
def _table() -> tuple[Phone, str]:
    """A phone at a table of six with five deals written, and the path of that table."""
    folder = Path(_until_exit.enter_context(tempfile.TemporaryDirectory())) / "instance"
    server = _until_exit.enter_context(serving(folder))
    phone = Phone(int(server.url.rpartition(":")[2]))
    variant = max(catalogue(), key=lambda one: (len(one.deals), one.players.most))
    form = check(phone.get(f"/games/new/{variant.id}")).forms[0].fields
    names = {f"name-{seat}": f"Player {seat + 1}" for seat in range(PLAYERS)}
    table = phone.post(f"/games/new/{variant.id}", {**form, **names, "dealer": "0"})
    for deal in range(1, 6):
        _write_deal(phone, table, deal, 10)
    return phone, table


def _write_deal(phone: Phone, table: str, deal: int, points: int) -> float:
    """Write one deal, and the seconds that sending it took."""
    form = check(phone.get(f"{table}/deals/{deal}")).forms[0].fields
    typed = {f"points-p{seat}": str(points + 5 * seat) for seat in range(2, PLAYERS + 1)}
    start = time.perf_counter()
    phone.post(f"{table}/deals/{deal}", {**form, "out": "p1", **typed})
    return time.perf_counter() - start


def _beside_empty(call: Callable[[], object], times: int = 400) -> Figure:
    empty = _empty_server()
    return Figure(
        seconds=median_seconds(call, times=times),
        floor=median_seconds(lambda: empty.load("/"), times=times),
    )


@benchmark(
    "table page, 6 players, 5 deals",
    floor="an empty Flask page on gunicorn",
    aim="≤ 3 × the empty page",
    meets=lambda figure: figure.floor is not None and figure.seconds <= 3 * figure.floor,
)
def table_page() -> Figure:
    phone, table = _table()
    return _beside_empty(lambda: phone.load(table))


@benchmark(
    "deal posted (corrected each time)",
    floor="an empty form sent to the empty page",
    aim="≤ 3 ms",
    meets=lambda figure: figure.seconds <= 0.003,
)
def deal_posted() -> Figure:
    phone, table = _table()
    empty = _empty_server()
    points = count(10, 5)
    sent = sorted(_write_deal(phone, table, 5, next(points) % 60 + 10) for _ in range(101))
    return Figure(
        seconds=sent[len(sent) // 2],
        floor=median_seconds(lambda: empty.post("/", {"a": "b"}), times=200),
    )


@benchmark(
    "POST /api/rulings, one meld",
    floor="an empty Flask page on gunicorn",
    aim="≤ 2 × the empty page",
    meets=lambda figure: figure.floor is not None and figure.seconds <= 2 * figure.floor,
)
def ruling_posted() -> Figure:
    phone, _ = _table()
    case = json.dumps({"game": catalogue()[0].id, "ask": "meld", "cards": "8s 8d 8h"})

    def ask() -> None:
        phone.connection.request("POST", "/api/rulings", case, {"Content-Type": "application/json"})
        answer = phone.connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status

    return _beside_empty(ask, times=60)
