"""The server as a whole: its start, its memory, and how many requests a second it answers."""

import re
import secrets
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache, partial
from itertools import count
from pathlib import Path

from referee.variants import catalogue
from tests.bench import SMALLEST, Figure, NotHere, benchmark, in_turns, scaled
from tests.bench.crowd import Seat, loaders, post_deals, serve_tables, together
from tests.bench.tables import SERVER, Phone, until_exit
from tests.servers import Served, serving

RUN = Path(__file__).resolve().parent.parent.parent / "run"
STARTS = 5
PHONES = (1, scaled(4, 2), scaled(16, 2))
SECONDS = scaled(4.0, 0.2)
POSTS = scaled(100, 2)
PROPORTIONAL = re.compile(r"^Pss:\s+(\d+) kB", re.M)


def _started(folder: Path, command: Sequence[str]) -> float:
    """The seconds from a command to the first page of the server that it starts."""
    start = time.perf_counter()
    with serving(folder, command=command):
        return time.perf_counter() - start


@benchmark("idle server: from ./run to its first page", floor="python -m referee serve")
def start() -> Figure:
    if SMALLEST:
        raise NotHere("./run may set up anew where a test runs.")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "instance"
        bare = (str(RUN.parent / ".venv/bin/python"), "-P", "-m", "referee")
        # The first start makes the score book.
        _started(folder, bare)
        pairs = [(_started(folder, [str(RUN)]), _started(folder, bare)) for _ in range(STARTS)]
    took, least = zip(*pairs, strict=True)
    return Figure(seconds=sorted(took)[STARTS // 2], floor=sorted(least)[STARTS // 2])


@cache
def _idle() -> Served:
    """A server of which one page and one sheet were asked for."""
    folder = Path(until_exit.enter_context(tempfile.TemporaryDirectory())) / "instance"
    server = until_exit.enter_context(serving(folder, command=SERVER))
    port = int(server.url.rpartition(":")[2])
    Phone(port).load(f"/prints/{catalogue()[0].id}/pdf?sheet=rules")
    time.sleep(scaled(2.0, 0.0))
    return server


def processes(pid: int) -> list[int]:
    """A process and all that it started, and so on."""
    # Each thread lists its own.
    files = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(child) for file in files for child in file.read_text().split()]
    return [pid, *(below for child in children for below in processes(child))]


def _is_worker(pid: int) -> bool:
    """Whether a process lays out sheets."""
    return b"referee/printing/" in Path(f"/proc/{pid}/cmdline").read_bytes()


def memory(pids: Sequence[int]) -> int:
    """The bytes of some processes; what several share counts for each in proportion."""
    rolled = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids]
    return sum(1024 * int(size) for text in rolled for size in PROPORTIONAL.findall(text))


@benchmark("idle server: memory of its three processes")
def memory_of_server() -> Figure:
    pids = processes(_idle().process.pid)
    return Figure(weight=memory([pid for pid in pids if not _is_worker(pid)]))


@benchmark("idle server: memory of the render worker, after one sheet")
def memory_of_render_worker() -> Figure:
    workers = [pid for pid in processes(_idle().process.pid) if _is_worker(pid)]
    return Figure(weight=max(memory([pid]) for pid in workers))


def _load_pages(port: int, seats: Sequence[Seat], end: float) -> list[float]:
    """The seconds of every page of its table that a phone loads, one behind the other."""

    def load(number: int) -> list[float]:
        seat, phone = seats[number], Phone(port)
        phone.cookie = seat.cookie
        phone.address = f"10.0.1.{number + 1}"
        took: list[float] = []
        while time.time() < end:
            began = time.perf_counter()
            phone.load(seat.table)
            took.append(time.perf_counter() - began)
        return took

    return together(load, len(seats))


@cache
def _tables(phones: int) -> tuple[int, list[Seat], list[Seat]]:
    return serve_tables(phones)


def _rate(phones: int, load: Callable[..., list[float]], *more: float) -> Figure:
    """The requests a second of so many phones, each at its own table."""
    port, keepers, _ = _tables(phones)
    took = loaders().submit(load, port, keepers, time.time() + SECONDS, *more).result()
    return Figure(rate=phones * len(took) / sum(took) if took else 0)


for _phones in PHONES:
    _from = f"{_phones} phones"
    benchmark(f"busy server: table pages, {_from}")(partial(_rate, _phones, _load_pages))
    benchmark(f"busy server: deals posted, {_from}")(partial(_rate, _phones, post_deals, 0.0))


def _bare_commit(folder: Path) -> Callable[[], object]:
    """Commit one row of the size of an entry, as durably as the score book does."""
    database = until_exit.enter_context(
        closing(sqlite3.connect(folder / "bare.sqlite3", isolation_level=None))
    )
    for statement in (
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "CREATE TABLE entry (number INTEGER PRIMARY KEY, body TEXT)",
    ):
        database.execute(statement).close()
    body = secrets.token_hex(100)
    return lambda: database.execute("INSERT INTO entry (body) VALUES (?)", (body,)).close()


@benchmark(
    "busy server: deal posted beside a bare commit",
    floor="a bare commit of one row in SQLite",
    aim="≤ the floor + 1 ms",
    meets=lambda figure: figure.floor is not None and figure.seconds <= figure.floor + 0.001,
)
def deal_beside_commit() -> Figure:
    port, [seat], _ = serve_tables(1)
    phone = Phone(port)
    phone.cookie = seat.cookie
    numbers = count(1)

    def post() -> None:
        deal = next(numbers)
        fields = {"key": f"deal-no-{deal}", "base": str(deal), "slip": str(deal)}
        fields |= {"points-p1": "5", "points-p2": str(deal), **seat.carries}
        phone.post(f"{seat.table}/deals/{deal}", fields)

    folder = Path(until_exit.enter_context(tempfile.TemporaryDirectory()))
    return in_turns(post, _bare_commit(folder), times=POSTS)
