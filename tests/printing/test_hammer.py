"""Twenty clients on all sheets at once, while a table goes on writing."""

import re
import statistics
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from http.cookiejar import CookieJar
from itertools import count
from pathlib import Path

import pytest

from referee.printing.sheets import SHEETS
from referee.variants import catalogue
from tests.servers import Served, nothing_ahead, serving

CLIENTS = 20
DEALS = 5
PRINTED = 3
GAME = next(one for one in catalogue() if one.has_contracts)
SLOWEST = 3.0
"""Seconds that a deal may take to be written on a machine that has nothing left to give."""
TIMES = 30
"""How many times as long it may take as a game to be started before anybody prints, which tells a
machine that others keep busy."""

pytestmark = pytest.mark.slow
_FIELD = re.compile(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"')


class Phone:
    """A browser without scripts, with a ring of keys of its own."""

    def __init__(self, server: Served) -> None:
        self._url = server.url
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        return self.fetch(path).decode()

    def fetch(self, path: str) -> bytes:
        with self._opener.open(self._url + path, timeout=120) as answer:
            return bytes(answer.read())

    def send(self, path: str, **values: str) -> str:
        """Fill in the form of a page and send it; gives the address that it leads to."""
        form = self.get(path).split('method="post"')[-1]
        fields = {name: value for name, value in _FIELD.findall(form) if "radio" not in name}
        body = urllib.parse.urlencode({**fields, **values}).encode()
        with self._opener.open(self._url + path, body, timeout=120) as answer:
            answer.read()
            return urllib.parse.urlsplit(answer.url).path


def print_without_pause(
    url: str, seat: int, answers: Counter[int], full: threading.Event, over: threading.Event
) -> None:
    """Ask for one sheet after the other, each one new to the drawer.

    `full`: set once some were printed and one was refused.
    """
    for number in count(seat):
        if over.is_set():
            return
        blank = [one.id for one in SHEETS.values() if one.suits(GAME, False)]
        sheet = blank[number % len(blank)]
        asked = f"sheet={sheet}&copies={number % 50 + 1}&players={3 + number % 2}"
        address = f"{url}/prints/{GAME.id}/pdf?{asked}"
        try:
            with urllib.request.urlopen(address, timeout=120) as answer:
                kind = answer.read(5)
                answers[answer.status if kind == b"%PDF-" else 0] += 1
        except urllib.error.HTTPError as error:
            with error:
                answers[error.code] += 1
                over.wait(0.05)
        if answers[200] >= PRINTED and answers[429] + answers[503]:
            full.set()


def test_a_table_writes_on_while_twenty_clients_print(tmp_path: Path) -> None:
    answers: Counter[int] = Counter()
    full, over = threading.Event(), threading.Event()
    with serving(tmp_path / "instance", prepare=nothing_ahead) as server:
        phone = Phone(server)
        names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cy"))}
        start = time.perf_counter()
        table = phone.send(f"/games/new/{GAME.id}", dealer="0", players="3", **names)
        quiet = time.perf_counter() - start
        clients = [
            threading.Thread(
                target=print_without_pause, args=(server.url, seat, answers, full, over)
            )
            for seat in range(CLIENTS)
        ]
        for client in clients:
            client.start()
        assert full.wait(120)
        seconds = []
        for deal in range(1, DEALS + 1):
            points = {"points-p1": "", "points-p2": "15", "points-p3": "20"}
            start = time.perf_counter()
            phone.send(f"{table}/deals/{deal}", out="p1", **points)
            seconds.append(time.perf_counter() - start)
        shown = phone.get(table)
        over.set()
        for client in clients:
            client.join(120)
    # What cannot be printed now is refused: too many at the press, or too many from one address.
    assert set(answers) <= {200, 429, 503}
    assert answers[200] >= PRINTED
    assert answers[429] + answers[503] > 0
    assert f"{DEALS * 15}" in shown and f"{DEALS * 20}" in shown
    assert statistics.median(seconds) < max(SLOWEST, TIMES * quiet)
