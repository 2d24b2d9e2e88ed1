"""A table on a server that one address storms, beside the same table on it before.

The storm has a process of its own and an address, 127.0.0.3, or six; the table's phone asks from
127.0.0.2, and a phone that shares the storm's address is watched too. Every storm ends after some
seconds.
"""

import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from threading import Thread

from referee.scorebook.plain import plain_game
from referee.scorebook.transfer import FORMAT, SCHEMA, _digest
from referee.variants import catalogue
from tests.bench import SMALLEST, Figure, benchmark, beside, scaled, weighing, within
from tests.bench.arranging import WORST
from tests.bench.bringing import PLAYERS, long_game
from tests.bench.tables import SERVER, Phone
from tests.pages import check
from tests.servers import Served, serving

SECONDS = scaled(8.0, 0.5)
QUIET_SECONDS = scaled(5.0, 0.5)
PAUSE = 0.02
TABLE = "127.0.0.2"
STORM = "127.0.0.3"
MOST_DISK = 64 * 2**20
MOST_MEMORY = 250 * 2**20
SETTLED_SECONDS = scaled(5.0, 0.5)
"""How long after a storm memory is looked at that should have been given back."""
LONG_GAMES = scaled(5, 1)
SIX = tuple(f"127.0.0.{number}" for number in range(3, 9))
CORRECTIONS = scaled(700, 5)
DEALS = scaled(300, 5)

BRING_HEAD = "POST /games/bring HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"


_long_games: list[tuple[str, str]] = []
"""The ids of very long games on the server that is stormed, and the secrets of their keepers."""


def _as_many(usual: int) -> int:
    """So many at once; at the smallest size a few, for each of them does the same."""
    return scaled(usual, max(1, usual // 20))


def _connected(port: int) -> socket.socket:
    """A connection from the address of the storm."""
    return socket.create_connection(("127.0.0.1", port), 5, (STORM, 0))


def _held(port: int, connections: int, begun: bytes, piece: bytes, every: float) -> None:
    """Keep so many connections, each begun and then fed a piece now and then; for ever."""
    opened: list[socket.socket | None] = [None] * connections
    while True:
        start = time.monotonic()
        for place, one in enumerate(opened):
            try:
                if one is None:
                    opened[place] = one = _connected(port)
                    one.sendall(begun)
                else:
                    one.sendall(piece)
            except OSError:
                if one:
                    one.close()
                opened[place] = None
        time.sleep(max(0.1, every - (time.monotonic() - start)))


def _unfinished(port: int, number: int) -> None:
    """Send a body of 16 MB but for its last one; for ever."""
    length = 16 * 2**20 - 1
    with suppress(OSError), _connected(port) as one:
        one.sendall(BRING_HEAD.format(length=length).encode())
        for _ in range(15):
            one.sendall(bytes(2**20))
        while one.recv(65536):
            pass
    time.sleep(0.5)


def _asked(
    port: int,
    method: str,
    path: str,
    body: bytes | None,
    headers: Mapping[str, str],
    address: str = STORM,
) -> int:
    connection = HTTPConnection("127.0.0.1", port, 60, (address, 0))
    try:
        connection.request(method, path, body, dict(headers))
        answer = connection.getresponse()
        answer.read()
    except (OSError, HTTPException):
        return 0
    finally:
        connection.close()
    return answer.status


def _ruling(port: int, number: int) -> None:
    game, deal, cards = WORST[number % len(WORST)]
    case = json.dumps({"game": game, "ask": "arrange", "deal": deal, "cards": cards}).encode()
    if _asked(port, "POST", "/api/rulings", case, {}) != 200:
        time.sleep(0.2)


def _bringing(port: int, number: int) -> None:
    phone = _phone(port, STORM)
    try:
        status = _brought(phone, _largest_file())
    except (OSError, HTTPException, AssertionError, IndexError):
        status = 0
    if status != 200:
        time.sleep(0.5)


def _brought(phone: Phone, text: bytes) -> int:
    """Bring the games of a file back, as the form does; gives the status of the answer."""
    form = check(phone.get("/games/bring")).forms[-1].fields
    head = "".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in form.items()
    )
    file = '--x\r\nContent-Disposition: form-data; name="file"; filename="games.json"\r\n\r\n'
    body = (head + file).encode() + text + b"\r\n--x--\r\n"
    status, _, _ = phone.fetch("POST", "/games/bring", body, kind="multipart/form-data; boundary=x")
    return status


@cache
def _largest_file() -> bytes:
    """Long games in one file, as many as it may hold."""
    game = json.loads(long_game())["games"][0]
    most = int(scaled(8 * 2**20, 2**17) * 0.98)
    return _file([game] * max(1, most // len(json.dumps(game))))


def _file(games: Sequence[object]) -> bytes:
    whole = {"format": FORMAT, "schema": SCHEMA, "games": games, "check": _digest(games)}
    return json.dumps(whole).encode()


def _bring_long_games(port: int) -> list[tuple[str, str]]:
    """Bring very long games to a server; gives their ids, and the secrets of their keepers."""
    game = json.loads(long_game())["games"][0]
    found = []
    for number in range(LONG_GAMES):
        phone = _phone(port, STORM)
        assert _brought(phone, _file([game | {"title": f"Long game {number}"}])) == 200
        [path] = {
            link for link in check(phone.get("/")).links if re.fullmatch(r"/games/\w{12}", link)
        }
        secret = re.findall(r"/k/(\w+)", phone.get(f"{path}/links"))[-1]
        found.append((path.rpartition("/")[2], secret))
    return found


def _correcting(port: int, number: int) -> None:
    """Correct a deal of a very long game by what was known at its start: that is refused."""
    game, secret = _long_games[number % len(_long_games)]
    hands = {f"p{seat}": {"points": number % 99} for seat in range(1, PLAYERS + 1)}
    entry = {"kind": "deal-corrected", "deal": 1, "out": None, "hands": hands}
    sent = {"key": f"storm-{number:09}", "base": 0, "entry": entry}
    bearer = {"Authorization": f"Bearer {secret}"}
    path, body = f"/api/games/{game}/entries", json.dumps(sent).encode()
    if _asked(port, "POST", path, body, bearer, SIX[number % len(SIX)]) != 409:
        time.sleep(0.2)


def _reading_slowly(port: int, number: int) -> None:
    """Ask for the log of a very long game, or its copy, and take no more than has to be taken."""
    game, secret = _long_games[number % len(_long_games)]
    phone = _phone(port, STORM)
    with suppress(OSError, HTTPException):
        phone.ask("GET", f"/k/{secret}")
        path = f"/games/{game}/{('log', 'copy.json')[number % 2]}"
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {phone.cookie}\r\n\r\n"
        phone.connection.close()
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**16)
            one.bind((STORM, 0))
            one.connect(("127.0.0.1", port))
            one.sendall(head.encode())
            while one.recv(2**15):
                time.sleep(2)
    phone.connection.close()
    time.sleep(0.2)


def _printing(port: int, number: int) -> None:
    games = [one.id for one in catalogue()]
    asks = f"sheet=score-pad&copies={number % 30 + 1}&players={number % 3 + 3}&up={1 + number % 2}"
    path = f"/prints/{games[number % len(games)]}/pdf?{asks}"
    if _asked(port, "GET", path, None, {}) != 200:
        time.sleep(0.2)


def _again(one: Callable[[int, int], None], port: int, times: int) -> None:
    """Do something in so many threads at once, over and over."""
    numbers = count()

    def over_and_over(_: int) -> None:
        while True:
            one(port, next(numbers))

    for number in range(_as_many(times)):
        Thread(target=over_and_over, args=(number,), daemon=True).start()
    time.sleep(3600)


HEAD = b"POST /api/rulings HTTP/1.1\r\nHost: localhost\r\n"
STORMS: Mapping[str, Callable[[int], None]] = {
    "200 slow connections": lambda port: _held(
        port, _as_many(200), HEAD + b"Content-Length: 60000\r\n\r\n", b"x", 0.5
    ),
    "1,150 dripping heads": lambda port: _held(port, _as_many(1150), HEAD, b"X-Slow: x\r\n", 6.0),
    "60 unfinished bodies": lambda port: _again(_unfinished, port, 60),
    "20 with costly rulings": lambda port: _again(_ruling, port, 20),
    "8 bringing the largest file": lambda port: _again(_bringing, port, 8),
    "20 printing": lambda port: _again(_printing, port, 20),
    "20 correcting long games from six addresses": lambda port: _again(_correcting, port, 20),
    "130 reading long games slowly": lambda port: _again(_reading_slowly, port, 130),
}
LATEST = tuple(STORMS)[-2:]
"""The storms in which nothing at another table may take longer than a second."""
ALL = "all of it together"


def storm(name: str, port: int, long_games: Sequence[tuple[str, str]]) -> None:
    """Storm a server until killed."""
    _long_games.extend(long_games)
    chosen = list(STORMS.values()) if name == ALL else [STORMS[name]]
    for one in chosen:
        Thread(target=one, args=(port,), daemon=True).start()
    # Whoever started this may end without a word.
    parent = os.getppid()
    until = time.monotonic() + 10 * SECONDS
    while os.getppid() == parent and time.monotonic() < until:
        time.sleep(0.2)


@contextmanager
def _storming(name: str, port: int, long_games: Sequence[tuple[str, str]]) -> Iterator[None]:
    code = f"from tests.bench.storm import storm; storm({name!r}, {port}, {long_games!r})"
    process = subprocess.Popen([sys.executable, "-c", code])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def _phone(port: int, address: str) -> Phone:
    phone = Phone(port)
    phone.connection = HTTPConnection("127.0.0.1", port, 30, (address, 0))
    return phone


@dataclass(frozen=True, slots=True)
class Seen:
    """What phones saw: seconds of each request; how many failed; bytes of disk and memory."""

    table: Sequence[float]
    ruled: Sequence[float]
    failed: int
    sharing: Sequence[float]
    sharing_failed: int
    disk: int
    memory: int


def _timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


class _Table:
    """A table of two on a served book, and a phone at it."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        new = f"/games/new/{plain_game().id}"
        form = check(self.phone.get(new)).forms[0].fields
        names = {"name-0": "Ann", "name-1": "Bo", "dealer": "0"}
        self.path = self.phone.post(new, {**form, **names})
        self.slip = check(self.phone.get(f"{self.path}/deals/1")).forms[0].fields["csrf_token"]
        self.deals = count(1)

    def page(self) -> None:
        """Look at the table."""
        self.phone.load(self.path)

    def arrive(self) -> None:
        """Look at the table over a new connection."""
        self.phone.connection.close()
        self.page()

    def poll(self) -> None:
        """Ask for news."""
        assert self.phone.fetch("GET", f"{self.path}/news?version=1")[0] in (200, 204)

    def write(self) -> None:
        """Write the next deal."""
        deal = next(self.deals)
        if deal > DEALS:
            return
        fields = {"key": f"deal-no-{deal}", "base": str(deal), "slip": str(deal)}
        fields |= {"points-p1": "5", "points-p2": str(deal), "csrf_token": self.slip}
        self.phone.post(f"{self.path}/deals/{deal}", fields)


def _watch(calls: Sequence[Callable[[], None]], seconds: float) -> tuple[list[float], int]:
    """The seconds of requests one after the other, and how many failed."""
    took, failed, end = list[float](), 0, time.monotonic() + seconds
    for number in count():
        if time.monotonic() > end:
            return took, failed
        start = time.perf_counter()
        try:
            calls[number % len(calls)]()
        except (OSError, HTTPException, AssertionError):
            failed += 1
        took.append(time.perf_counter() - start)
        time.sleep(PAUSE)
    raise AssertionError("counting does not end")


def _processes(server: Served) -> list[int]:
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def _memory(server: Served) -> int:
    """The bytes of the largest process of a server."""
    return max(_resident(pid) for pid in _processes(server))


def _resident(pid: int) -> int:
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))
    return 0


def _disk(server: Served) -> int:
    """The bytes of the temporary files that a server holds open."""
    total = 0
    for pid in _processes(server):
        with suppress(OSError):
            for link in Path(f"/proc/{pid}/fd").iterdir():
                with suppress(OSError):
                    if "(deleted)" in str(link.readlink()):
                        total += link.stat().st_size
    return total


def _measure(server: Served, seconds: float) -> Seen:
    """Watch a table, a table at the address of the storm, disk and memory."""
    port = int(server.url.rpartition(":")[2])
    table = _tables[server.url]
    sharing = _phone(port, STORM)
    weights = [(0, 0)]
    end = time.monotonic() + seconds

    def weigh() -> None:
        while time.monotonic() < end:
            weights.append((_disk(server), _memory(server)))
            time.sleep(0.2)

    with ThreadPoolExecutor(4) as threads:
        calls = [table.page, table.poll, table.arrive, table.poll, table.write]
        seen = threads.submit(_watch, calls, seconds)
        ruled = threads.submit(_watch, [partial(_ruled, _phone(port, TABLE))], seconds)
        share = threads.submit(_watch, [partial(_loaded, sharing)], seconds)
        threads.submit(weigh).result()
        disk, memory = (max(each) for each in zip(*weights, strict=True))
        return Seen(
            table=seen.result()[0],
            ruled=ruled.result()[0],
            failed=seen.result()[1] + ruled.result()[1],
            sharing=share.result()[0],
            sharing_failed=share.result()[1],
            disk=disk,
            memory=memory,
        )


def _loaded(phone: Phone) -> None:
    phone.load("/")


def _ruled(phone: Phone) -> None:
    phone.load(f"/disputes?game={catalogue()[0].id}&ask=meld&cards=8h+9h+10h")


_tables: dict[str, _Table] = {}


@cache
def _stormed(name: str) -> tuple[Seen, Seen, int]:
    """What was seen on a quiet server, then in a storm, and the memory taken afterwards."""
    if SMALLEST and name != ALL:
        # All of them together go through what each of them does.
        return _stormed(ALL)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "instance"
        server = stack.enter_context(serving(folder, command=SERVER))
        port = int(server.url.rpartition(":")[2])
        _tables[server.url] = _Table(_phone(port, TABLE))
        long_games = _bring_long_games(port)
        _measure(server, scaled(1.0, 0.2))
        quiet = _measure(server, QUIET_SECONDS)
        with _storming(name, port, long_games):
            time.sleep(scaled(2.0, 0.5))
            stormed = _measure(server, SECONDS)
        time.sleep(SETTLED_SECONDS)
        settled = _memory(server)
    _tell(name, quiet, stormed, settled)
    return quiet, stormed, settled


def _tell(name: str, quiet: Seen, seen: Seen, settled: int) -> None:
    """Print the whole of what was seen, for those who look closer."""
    kinds = {
        "quiet": quiet.table,
        "table": seen.table,
        "desk quiet": quiet.ruled,
        "desk": seen.ruled,
        "at the storm's address": seen.sharing,
    }
    times = ", ".join(
        f"{kind} {_ms(statistics.median(took))}/{_ms(slowest(took))}/{_ms(max(took))}"
        for kind, took in kinds.items()
    )
    print(
        f"{name}: p50/p99/longest in ms: {times}; "
        f"failed {seen.failed} of {len(seen.table) + len(seen.ruled)}, "
        f"at the storm's address {seen.sharing_failed} of {len(seen.sharing)}; "
        f"{seen.disk / 2**20:.0f} MB disk, {seen.memory / 2**20:.0f} MB memory, "
        f"{settled / 2**20:.0f} MB afterwards",
        file=sys.stderr,
        flush=True,
    )


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.3g}"


def slowest(seconds: Sequence[float]) -> float:
    """The 99th percentile."""
    return sorted(seconds)[int(len(seconds) * 0.99)]


def _p99(name: str) -> Figure:
    quiet, seen, _ = _stormed(name)
    took = float("inf") if seen.failed else slowest(seen.table)
    return Figure(seconds=took, floor=slowest(quiet.table))


def _longest(name: str) -> Figure:
    quiet, seen, _ = _stormed(name)
    return Figure(seconds=max(seen.table), floor=max(quiet.table))


def _desk(name: str) -> Figure:
    quiet, seen, _ = _stormed(name)
    return Figure(seconds=slowest(seen.ruled), floor=slowest(quiet.ruled))


for _name in (*STORMS, ALL):
    benchmark(
        f"storm, {_name}: table, p99",
        floor="the same table, quiet",
        aim="≤ 5 × quiet, no errors",
        meets=beside(5),
    )(partial(_p99, _name))
    _most = 1 if _name in LATEST else 2
    benchmark(f"storm, {_name}: table, longest", aim=f"≤ {_most} s", meets=within(_most))(
        partial(_longest, _name)
    )
    benchmark(f"storm, {_name}: temporary disk", aim="≤ 64 MB", meets=weighing(MOST_DISK))(
        partial(lambda name: Figure(weight=_stormed(name)[1].disk), _name)
    )
    benchmark(f"storm, {_name}: memory of a process", aim="≤ 250 MB", meets=weighing(MOST_MEMORY))(
        partial(lambda name: Figure(weight=_stormed(name)[1].memory), _name)
    )
    benchmark(f"storm, {_name}: memory afterwards", aim="≤ 250 MB", meets=weighing(MOST_MEMORY))(
        partial(lambda name: Figure(weight=_stormed(name)[2]), _name)
    )

benchmark(
    f"storm, {ALL}: ruling of another address, p99",
    floor="the same ruling, quiet",
    aim="≤ 2 s",
    meets=within(2),
)(partial(_desk, ALL))


@benchmark(
    f"storm, memory after {CORRECTIONS} corrections of {DEALS} deals",
    aim="≤ 250 MB",
    meets=weighing(MOST_MEMORY),
)
def corrections() -> Figure:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "instance", command=SERVER) as server,
    ):
        port = int(server.url.rpartition(":")[2])
        table = _Table(Phone(port))
        for _ in range(DEALS):
            table.write()
        for number in range(CORRECTIONS):
            base = DEALS + 1 + number
            fields = {"key": f"fix-no-{number}", "base": str(base), "slip": "1"}
            fields |= {"points-p1": str(number % 90), "points-p2": "5", "csrf_token": table.slip}
            # From more than one address, for none may write as often as this in a minute.
            table.phone.address = f"10.0.2.{number // 100}"
            table.phone.post(f"{table.path}/deals/1", fields)
            table.page()
        return Figure(weight=_memory(server))
