"""Many at once on real servers: one on SQLite, and two on one database of PostgreSQL."""

import secrets
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Barrier

from tests.http_clients import Answer, Program
from tests.postgres import NoPostgres, cluster
from tests.servers import serving

KEYS = 50
AT_ONCE = 4
STARTS = 40
DEALS = 25


def main() -> bool:
    """Run the races; true where nothing was doubled, lost, or answered with a fault."""
    held = _hold("SQLite", None, 1)
    try:
        with cluster() as database:
            held = _hold("PostgreSQL, two servers", database.url, 2) and held
    except NoPostgres:
        print("  PostgreSQL is not installed: left out")
    return held


def _hold(name: str, url: str | None, servers: int) -> bool:
    with _served(url, servers) as urls:
        wrong = [*_keys(urls), *_starts(urls), *_phones(urls)]
    print(
        f"  {name}: {KEYS} keys sent {AT_ONCE} times at once, {STARTS} forms sent {AT_ONCE} times "
        f"at once, {DEALS} deals by {AT_ONCE} phones at once: {len(wrong)} wrong",
        *wrong[:5],
        sep="\n    ",
        flush=True,
    )
    return not wrong


@contextmanager
def _served(url: str | None, servers: int) -> Iterator[list[str]]:
    """The addresses of servers on one database, which share their key."""
    folder = Path(tempfile.mkdtemp(prefix="referee-races-"))
    environment = {"DATABASE_URL": url} if url else {}
    try:
        with ExitStack() as running:
            urls: list[str] = []
            for number in range(servers):
                instance = folder / f"instance-{number}"
                if number:
                    shutil.copytree(folder / "instance-0", instance)
                served = running.enter_context(serving(instance, environment=environment))
                urls.append(served.url)
            yield urls
    finally:
        shutil.rmtree(folder)


def _at_once(
    urls: Sequence[str], token: str, ask: Callable[[Program, int], Answer]
) -> list[Answer]:
    """What several programs are answered that ask at the same moment, of all servers in turn."""
    ready = Barrier(AT_ONCE)

    def wait_and_ask(number: int) -> Answer:
        address = ".".join(str(1 + secrets.randbelow(250)) for _ in range(4))
        program = Program(urls[number % len(urls)], token, address)
        ready.wait()
        return ask(program, number)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(wait_and_ask, range(AT_ONCE)))


def _write(program: Program, path: str, deal: int, key: str, points: int) -> Answer:
    """The answer to a deal that is written, of any number of points from 0 to 15."""
    hands = {"p1": {"points": points}, "p2": {"points": 0}}
    entry = {"kind": "deal-written", "deal": deal, "out": "p2", "hands": hands}
    return program.ask(f"{path}/entries", {"key": key, "base": deal, "entry": entry})


def _keys(urls: Sequence[str]) -> Iterator[str]:
    """Each key is written once, and acknowledged to all who sent it."""
    program = Program(urls[0])
    path = program.start()
    for deal in range(1, KEYS + 1):

        def ask(one: Program, _: int, deal: int = deal) -> Answer:
            return _write(one, path, deal, f"key-no-{deal}", 0)

        answers = _at_once(urls, program.token, ask)
        statuses = Counter(answer.status for answer in answers)
        if statuses != {201: 1, 200: AT_ONCE - 1}:
            yield f"key {deal}: {dict(statuses)}"
    if (version := program.ask(path).json["version"]) != KEYS + 1:
        yield f"{version} entries, not {KEYS + 1}"


def _starts(urls: Sequence[str]) -> Iterator[str]:
    """A form sent several times starts one game, the first of its rules too."""
    for number in range(STARTS):
        game = ("basic-rummy", "rummy-wild", "six-to-ten", "shanghai-rum")[number % 4]
        body = {"game": game, "players": ["A", "B", "C"], "key": f"start-of-a-race-number-{number}"}

        def ask(one: Program, _: int, body: object = body) -> Answer:
            return one.ask("/api/games", body)

        answers = _at_once(urls, "", ask)
        games = {answer.json["id"] if answer.status == 201 else "" for answer in answers}
        if len(games) != 1 or "" in games:
            yield f"start {number}: {[answer.status for answer in answers]}"


def _phones(urls: Sequence[str]) -> Iterator[str]:
    """Of several phones that write one deal differently, one is first; the others see that."""
    program = Program(urls[0])
    path = program.start()
    for deal in range(1, DEALS + 1):

        def ask(one: Program, number: int, deal: int = deal) -> Answer:
            return _write(one, path, deal, f"deal-{deal}-of-{number}", 5 * number)

        statuses = Counter(answer.status for answer in _at_once(urls, program.token, ask))
        if statuses != {201: 1, 409: AT_ONCE - 1}:
            yield f"deal {deal}: {dict(statuses)}"
    if (version := program.ask(path).json["version"]) != DEALS + 1:
        yield f"{version} entries, not {DEALS + 1}"
