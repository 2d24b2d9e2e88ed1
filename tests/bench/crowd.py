"""Five hundred viewers who ask every two seconds while twenty tables write."""

import re
import tempfile
import threading
import time
from functools import cache
from pathlib import Path

from referee.scorebook.plain import plain_game
from tests.bench import Figure, benchmark
from tests.bench.pages import Phone, _until_exit
from tests.pages import check
from tests.servers import serving

TABLES = 20
VIEWERS = 500
EVERY = 2.0
CONNECTIONS = 50
SECONDS = 10.0


@cache
def _served() -> tuple[int, list[tuple[Phone, str]], list[str]]:
    """The port, the keepers at their tables, and a viewer's cookie for each table."""
    folder = Path(_until_exit.enter_context(tempfile.TemporaryDirectory())) / "instance"
    server = _until_exit.enter_context(serving(folder))
    port = int(server.url.rpartition(":")[2])
    keepers, viewers = [], []
    for number in range(TABLES):
        keeper, viewer = Phone(port), Phone(port)
        form = check(keeper.get(f"/games/new/{plain_game().id}")).forms[0].fields
        names = {"name-0": f"Ann {number}", "name-1": f"Bo {number}", "dealer": "0"}
        table = keeper.post(f"/games/new/{plain_game().id}", {**form, **names})
        link = re.findall(r"/k/\w+", keeper.get(f"{table}/links"))[-1]
        viewer.ask("GET", link)
        keepers.append((keeper, table))
        viewers.append(viewer.cookie)
    return port, keepers, viewers


def _crowd() -> tuple[list[float], list[float], list[str]]:
    """The seconds of every poll and of every deal posted, and what went wrong."""
    port, keepers, viewers = _served()
    polls: list[float] = []
    posts: list[float] = []
    wrong: list[str] = []
    end = time.perf_counter() + SECONDS
    pause = EVERY * CONNECTIONS / VIEWERS

    def look_on(number: int) -> None:
        phone = Phone(port)
        phone.cookie, (_, table) = viewers[number % TABLES], keepers[number % TABLES]
        time.sleep(pause * number / CONNECTIONS)
        while time.perf_counter() < end:
            start = time.perf_counter()
            status, _, _ = phone.ask("GET", f"{table}/news?version=1")
            polls.append(time.perf_counter() - start)
            if status not in (200, 204):
                wrong.append(f"poll {status}")
            time.sleep(max(0.0, pause - (time.perf_counter() - start)))

    def keep(number: int) -> None:
        phone, table = keepers[number]
        written = len(re.findall(r"/deals/\d+\?player=p1", phone.get(table)))
        while time.perf_counter() < end:
            written += 1
            form = check(phone.get(f"{table}/deals/{written}")).forms[0].fields
            start = time.perf_counter()
            phone.post(
                f"{table}/deals/{written}", {**form, "points-p1": "5", "points-p2": str(written)}
            )
            posts.append(time.perf_counter() - start)
            time.sleep(EVERY)

    work = [threading.Thread(target=look_on, args=(number,)) for number in range(CONNECTIONS)]
    work += [threading.Thread(target=keep, args=(number,)) for number in range(TABLES)]
    for one in work:
        one.start()
    for one in work:
        one.join()
    assert not wrong, wrong
    return polls, posts, wrong


def _slowest(seconds: list[float]) -> float:
    """The 99th percentile."""
    return sorted(seconds)[int(len(seconds) * 0.99)]


@benchmark(
    f"poll, p99, {VIEWERS} viewers and {TABLES} tables writing",
    aim="≤ 40 ms, no errors",
    meets=lambda figure: figure.seconds <= 0.040,
)
def poll_in_a_crowd() -> Figure:
    return Figure(seconds=_slowest(_crowd()[0]))


@benchmark(
    f"deal posted, p99, {VIEWERS} viewers and {TABLES} tables writing",
    aim="≤ 40 ms, no errors",
    meets=lambda figure: figure.seconds <= 0.040,
)
def post_in_a_crowd() -> Figure:
    return Figure(seconds=_slowest(_crowd()[1]))
