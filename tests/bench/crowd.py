"""Five hundred viewers who ask every two seconds while twenty tables write; eight who only write.

The crowd has processes of its own and reads nothing of what it gets: threads that take pages apart
beside those that measure would measure themselves.
"""

import re
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path

from referee.scorebook.plain import plain_game
from tests.bench import Figure, benchmark, scaled, within
from tests.bench.tables import SERVER, Phone, until_exit
from tests.pages import check
from tests.servers import serving

TABLES = scaled(20, 2)
VIEWERS = scaled(500, 10)
EVERY = 2.0
CONNECTIONS = scaled(50, 5)
SECONDS = scaled(10.0, 2.0)
WRITERS = scaled(8, 2)
WRITER_SECONDS = scaled(5.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Where a phone sits: the path of its table, its cookie, and what its forms carry."""

    table: str
    cookie: str
    carries: Mapping[str, str]


def serve_tables(tables: int) -> tuple[int, list[Seat], list[Seat]]:
    """The port of a new server, and the keeper and a viewer of every table."""
    folder = Path(until_exit.enter_context(tempfile.TemporaryDirectory())) / "instance"
    server = until_exit.enter_context(serving(folder, command=SERVER))
    port = int(server.url.rpartition(":")[2])
    keepers, viewers = [], []
    for number in range(tables):
        keeper, viewer = Phone(port), Phone(port)
        form = check(keeper.get(f"/games/new/{plain_game().id}")).forms[0].fields
        names = {"name-0": f"Ann {number}", "name-1": f"Bo {number}", "dealer": "0"}
        table = keeper.post(f"/games/new/{plain_game().id}", {**form, **names})
        link = re.findall(r"/k/\w+", keeper.get(f"{table}/links"))[0]
        viewer.ask("GET", link)
        carries = {"csrf_token": form["csrf_token"]}
        keepers.append(Seat(table=table, cookie=keeper.cookie, carries=carries))
        viewers.append(Seat(table=table, cookie=viewer.cookie, carries={}))
    return port, keepers, viewers


@cache
def _served() -> tuple[int, list[Seat], list[Seat]]:
    return serve_tables(TABLES)


def _timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _look_on(port: int, seats: Sequence[Seat], end: float) -> list[float]:
    """The seconds of every poll of the viewers, ten to a connection."""
    pause = EVERY * CONNECTIONS / VIEWERS

    def one(number: int) -> list[float]:
        seat, phone = seats[number % len(seats)], Phone(port)
        polls: list[float] = []
        phone.cookie = seat.cookie

        def poll() -> None:
            status, _, _ = phone.ask("GET", f"{seat.table}/news?version=1")
            assert status in (200, 204), status

        time.sleep(pause * number / CONNECTIONS)
        while time.time() < end:
            polls.append(_timed(poll))
            time.sleep(max(0.0, pause - polls[-1]))
        return polls

    return together(one, CONNECTIONS)


def post_deals(port: int, seats: Sequence[Seat], end: float, pause: float) -> list[float]:
    """The seconds of every deal posted, by one keeper at each table."""

    def one(number: int) -> list[float]:
        seat, phone = seats[number], Phone(port)
        posts: list[float] = []
        phone.cookie = seat.cookie
        # From an address of its own, for no single one may write as fast as they do together.
        phone.address = f"10.0.0.{number + 1}"
        time.sleep(pause * number / len(seats))
        written = len(re.findall(r"/deals/\d+\?player=p1", phone.get(seat.table)))
        for deal in count(written + 1):
            if time.time() >= end or deal > 250:
                return posts
            if pause:
                phone.get(f"{seat.table}/deals/{deal}")
            # What the form carries: a key of its own, the last entry seen, and its slip.
            fields = {"key": f"deal-no-{deal}", "base": str(deal), "slip": str(deal)}
            fields |= {"points-p1": "5", "points-p2": str(deal), **seat.carries}
            path = f"{seat.table}/deals/{deal}"
            posts.append(_timed(partial(phone.post, path, fields)))
            time.sleep(pause)
        raise AssertionError("deals do not end")

    return together(one, len(seats))


def together(one: Callable[[int], list[float]], times: int) -> list[float]:
    with ThreadPoolExecutor(times) as threads:
        return [seconds for each in threads.map(one, range(times)) for seconds in each]


def _import_first(seconds: float) -> None:
    """Take so long in a new process, once it has imported what it needs."""
    time.sleep(seconds)


@cache
def loaders() -> ProcessPoolExecutor:
    """Two processes that have imported what they need."""
    pool = ProcessPoolExecutor(2, mp_context=get_context("forkserver"))
    until_exit.callback(pool.shutdown)
    list(pool.map(_import_first, (0.5, 0.5)))
    return pool


@cache
def _crowd() -> tuple[list[float], list[float]]:
    """The seconds of every poll and of every deal posted."""
    port, keepers, viewers = _served()
    processes = loaders()
    end = time.time() + SECONDS
    polls = processes.submit(_look_on, port, viewers, end)
    posts = processes.submit(post_deals, port, keepers, end, EVERY)
    return polls.result(), posts.result()


def _slowest(seconds: list[float]) -> float:
    """The 99th percentile."""
    return sorted(seconds)[int(len(seconds) * 0.99)]


@benchmark(
    f"poll, p99, {VIEWERS} viewers and {TABLES} tables writing",
    aim="≤ 40 ms, no errors",
    meets=within(0.040),
)
def poll_in_a_crowd() -> Figure:
    return Figure(seconds=_slowest(_crowd()[0]))


@benchmark(
    f"deal posted, p99, {VIEWERS} viewers and {TABLES} tables writing",
    aim="≤ 40 ms, no errors",
    meets=within(0.040),
)
def post_in_a_crowd() -> Figure:
    return Figure(seconds=_slowest(_crowd()[1]))


@benchmark(
    f"deal posted, p99, {WRITERS} writers without a pause",
    aim="≤ 40 ms, no errors",
    meets=within(0.040),
)
def post_among_writers() -> Figure:
    port, keepers, _ = _served()
    processes = loaders()
    end = time.time() + WRITER_SECONDS
    posts = processes.submit(post_deals, port, keepers[:WRITERS], end, 0.0)
    return Figure(seconds=_slowest(posts.result()))
