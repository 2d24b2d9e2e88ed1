"""`kill -9` under load: what was acknowledged is there once, whole, and nothing else is.

Six writers, three phones that send forms and three programs, each repeat what they send until it is
acknowledged: deals of several kinds of game, corrections of them, and points outside a deal.
Meanwhile server processes are killed, whole servers and single workers in turn, and so are backups,
migrations, first starts, and servers that are bringing games back. In PostgreSQL two servers serve
one database, which is killed too.
"""

import itertools
import os
import random
import re
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any
from urllib.parse import urljoin

import flask_migrate
import sqlalchemy as sa

from referee.scorebook import models, storage
from tests.http_clients import UNANSWERED, Answer, Phone, Program
from tests.pages import PageReader
from tests.postgres import Cluster, NoPostgres, cluster
from tests.servers import REFEREE, reserved_port

GAMES = {
    "basic-rummy": {},
    "five-hundred": {},
    "scores": {"called": "Whist", "parts": "bid, tricks"},
}
"""The games that are written in, with what their start asks for: one that counts cards, one whose
deals have parts, and one that its table names with parts of its own."""

Entry = tuple[str, int, int]
"""What a writer had acknowledged: its kind, its number, and the points that it gave a player."""

BOOK = "referee.sqlite3"
KILLS = 40
WRITES = 4_000
DEALS_A_GAME = 12
SECONDS = 900
"""When a part gives up."""


def main(kills: int = KILLS, writes: int = WRITES) -> bool:
    """Kill so often, until so many writes were acknowledged; true where nothing differs."""
    held = _hold("SQLite", None, kills, writes)
    try:
        with cluster() as database:
            held = _hold("PostgreSQL, two servers", database, kills // 2, writes // 2) and held
    except NoPostgres:
        print("  PostgreSQL is not installed: left out")
    return held


def _hold(name: str, database: Cluster | None, kills: int, writes: int) -> bool:
    folder = Path(tempfile.mkdtemp(prefix="referee-kills-"))
    try:
        proof = _Proof(folder, database)
        wrong = [*proof.writing(kills, writes), *proof.bringing(4), *proof.migrating(6)]
        if not database:
            wrong += proof.beginning(6)
    finally:
        shutil.rmtree(folder)
    print(f"  {name}: {proof.count}")
    for line in wrong[:10]:
        print(f"    {line}")
    print(f"  {name}: {len(wrong)} lost, doubled or half", flush=True)
    return not wrong


@dataclass(slots=True)
class _Count:
    """What was done."""

    servers: int = 0
    workers: int = 0
    databases: int = 0
    backups: int = 0
    whole: int = 0
    migrations: int = 0
    brought: int = 0
    begun: int = 0
    writes: int = 0
    repeated: int = 0
    games: int = 0

    def __str__(self) -> str:
        return (
            f"killed {self.servers} servers whole, {self.workers} workers, {self.databases} "
            f"databases, {self.backups} backups, {self.migrations} migrations, {self.brought} "
            f"bringings of games, {self.begun} first starts; {self.writes:,} writes acknowledged "
            f"in {self.games} games by six writers, {self.repeated} sent again; "
            f"{self.whole} backups whole"
        )


class _Server:
    """A server on a port of its own, in a session of its own, so that its processes are known."""

    def __init__(self, folder: Path, port: int, url: str | None) -> None:
        self.folder = folder
        self.port = port
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {**os.environ, **({"DATABASE_URL": url} if url else {})}
        self.start()

    def start(self) -> None:
        with self.folder.with_name(f"{self.folder.name}.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*REFEREE, "serve", "--port", str(self.port), "--instance", str(self.folder)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._environment,
                start_new_session=True,
            )
        self.wait()

    def wait(self) -> None:
        """Wait for a page; starts the server anew where it ended."""
        give_up = time.monotonic() + 60
        while time.monotonic() < give_up:
            try:
                if Phone(self.url).get("/").status == 200:
                    return None
            except UNANSWERED:
                time.sleep(0.05)
            if self._process.poll() is not None:
                return self.start()
        raise AssertionError(f"no page was served by {self.folder}")

    def kill(self) -> None:
        """Kill all its processes at once."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def kill_worker(self, chance: random.Random) -> bool:
        """Kill one of its processes but the first; false where there is no other."""
        others = [one for one in _session(self._process.pid) if one != self._process.pid]
        if others:
            os.kill(chance.choice(others), signal.SIGKILL)
        return bool(others)


def _session(leader: int) -> Iterator[int]:
    """The processes of a session."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader:
            yield int(path.parent.name)


@dataclass(slots=True)
class _Game:
    """A game that somebody writes in, and what of it was acknowledged."""

    kind: str
    path: str
    token: str = ""
    entries: list[Entry] = field(default_factory=list)

    @property
    def plan(self) -> Iterator[Entry]:
        """What is written, in turn: every third deal is corrected, and points follow it."""
        for deal in range(1, DEALS_A_GAME + 1):
            yield "deal-written", deal, 5 * deal
            if deal % 3 == 0:
                yield "deal-corrected", deal, 5 * deal + 5
                yield "points-given", deal // 3, -deal

    def fields(self, points: int) -> dict[str, str]:
        """A deal as its form has it that brings the first player so many points."""
        if self.kind == "five-hundred":
            melded = {"melded-p1": str(points + 10), "melded-p2": "0"}
            return {**melded, "points-p1": "10", "points-p2": "0"}
        if self.kind == "scores":
            return {"points-p1": "2", "part2-p1": str(points - 2), "points-p2": "0"}
        # Who goes out has what the other holds.
        return {"points-p1": "0", "points-p2": str(points), "out": "p1"}

    def entry(self, kind: str, number: int, points: int) -> dict[str, Any]:
        """The same as programs send it."""
        if kind == "points-given":
            return {"kind": kind, "id": number, "player": "p1", "points": points, "why": ""}
        hands: dict[str, Any] = {"p1": {"points": 0}, "p2": {"points": points}}
        entry: dict[str, Any] = {"kind": kind, "deal": number, "out": "p1", "hands": hands}
        if self.kind == "five-hundred":
            entry |= {"out": None, "besides": {"melded": {"p1": {"points": points + 10}}}}
            entry["hands"] = {"p1": {"points": 10}, "p2": {"points": 0}}
        elif self.kind == "scores":
            sums = {"points": points, "sum": f"2+{points - 2}"}
            entry |= {"out": None, "hands": {"p1": sums, "p2": {"points": 0}}}
        return entry


@dataclass(slots=True)
class _Writers:
    """Six that write until they are told to stop, each in games of its own."""

    servers: list[_Server]
    wrong: list[str] = field(default_factory=list)
    games: list[_Game] = field(default_factory=list)
    repeated: int = 0
    _kinds: Iterator[str] = field(default_factory=lambda: itertools.cycle(GAMES))
    stopped: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)

    @property
    def writes(self) -> int:
        return sum(len(game.entries) for game in self.games)

    @contextmanager
    def running(self) -> Iterator[None]:
        kinds = [self._by_forms, self._by_programs] * 3
        threads = [
            Thread(target=self._write, args=(kind, number)) for number, kind in enumerate(kinds)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.stopped.set()
            for thread in threads:
                thread.join()

    def _write(self, kind: Callable[[str], None], number: int) -> None:
        urls = itertools.cycle(server.url for server in self.servers)
        for _ in range(number):
            next(urls)
        try:
            while not self.stopped.is_set():
                kind(next(urls))
        except Exception as error:
            self.wrong.append(f"a writer ended: {error!r}")

    def _until(self, ask: Callable[[], Answer], *statuses: int) -> Answer:
        """The acknowledgement of what is sent until it has one."""
        give_up = time.monotonic() + 120
        while time.monotonic() < give_up:
            try:
                answer = ask()
            except UNANSWERED:
                answer = None
            if answer and answer.status in statuses:
                return answer
            if answer and answer.status not in (429, 502, 503):
                raise AssertionError(f"{answer.status}: {answer.text[:200]}")
            with self.lock:
                self.repeated += 1
            time.sleep(0.05)
        raise AssertionError("no answer for two minutes")

    def _by_forms(self, url: str) -> None:
        phone, kind = Phone(url, address=_address()), next(self._kinds)
        new = f"/games/new/{kind}"
        form = self._until(lambda: phone.get(new), 200).form.fields
        form |= {"name-0": "Mara", "name-1": "Jon", "dealer": "0", **GAMES[kind]}
        started = self._until(lambda: phone.post(new, form), 302)
        page = re.sub(r"^http://[^/]*", "", started.headers["Location"])
        shared = self._until(lambda: phone.get(f"{page}/copy.json"), 200)
        assert '"games"' in shared.text
        game = _Game(kind=kind, path=page)
        self.games.append(game)
        with self._kept(game, phone):
            for entry in game.plan:
                self._send_form(phone, game, *entry)
                game.entries.append(entry)
                if self.stopped.is_set():
                    break

    def _send_form(self, phone: Phone, game: _Game, kind: str, number: int, points: int) -> None:
        gives = kind == "points-given"
        page = f"{game.path}/points" if gives else f"{game.path}/deals/{number}"
        shown = self._until(lambda: phone.get(page), 200)
        # The last form for points is that for more; the first of a deal is that of the deal.
        forms = [form for form in PageReader(shown.text).forms if form.method == "post"]
        form = forms[-1] if gives else forms[0]
        more = {"player": "p1", "sign": "minus", "points": str(-points)} if gives else {}
        fields = form.fields | (more or game.fields(points))
        action = urljoin(page, form.action)
        self._until(lambda: phone.post(action, fields), 302)

    @contextmanager
    def _kept(self, game: _Game, phone: Phone) -> Iterator[None]:
        """Read at the end what the phone's copy of its game holds."""
        yield
        copy = self._until(lambda: phone.get(f"{game.path}/copy.json"), 200).json
        [plain] = copy["games"]
        written = [line["entry"] for line in plain["log"] if line["entry"]["kind"] != "started"]
        held = [_held(entry) for entry in written]
        if held != game.entries:
            self.wrong.append(f"{game.path} by forms: {game.entries} acknowledged, there is {held}")

    def _by_programs(self, url: str) -> None:
        program, kind = Program(url, address=_address()), next(self._kinds)
        body = {"game": kind, "players": ["Mara", "Jon"], "key": secrets.token_hex()}
        named = GAMES[kind]
        body |= {"called": named["called"], "parts": named["parts"].split(", ")} if named else {}
        started = self._until(lambda: program.ask("/api/games", body), 201).json
        program.token = started["secrets"]["keeper"]
        game = _Game(kind=kind, path=f"/api/games/{started['id']}", token=program.token)
        self.games.append(game)
        for base, planned in enumerate(game.plan, 1):
            sent = {"key": secrets.token_hex(8), "base": base, "entry": game.entry(*planned)}
            path = f"{game.path}/entries"
            self._until(lambda path=path, sent=sent: program.ask(path, sent), 200, 201)  # type: ignore[misc]
            game.entries.append(planned)
            if self.stopped.is_set():
                break


def _held(entry: Mapping[str, Any]) -> Entry:
    """An entry as it was planned, whatever holds its points."""
    if entry["kind"] == "points-given":
        return entry["kind"], entry["id"], entry["points"]
    first, other = entry["hands"]["p1"]["points"], entry["hands"]["p2"]["points"]
    melded = entry.get("besides", {}).get("melded", {}).get("p1", {"points": 0})["points"]
    return entry["kind"], entry["deal"], melded - first if melded else first + other


def _address() -> str:
    """An address of its own for everybody, for limits count by address."""
    return ".".join(str(random.randint(1, 250)) for _ in range(4))


class _Proof:
    """One database, the servers on it, and what was done to them."""

    def __init__(self, folder: Path, database: Cluster | None) -> None:
        self._folder = folder
        self._database = database
        self._url = database.url if database else None
        self._chance = random.Random(1)
        self.count = _Count()

    def writing(self, kills: int, writes: int) -> list[str]:
        """Kill servers, workers, the database and backups while six write."""
        with self._servers() as servers:
            writers = _Writers(servers)
            give_up = time.monotonic() + SECONDS
            with writers.running():
                for number in range(kills):
                    enough = writes * (number + 1) // kills
                    while writers.writes < enough and not writers.wrong:
                        time.sleep(0.01)
                        if time.monotonic() > give_up:
                            writers.wrong.append(f"only {writers.writes} writes in {SECONDS} s")
                    self._kill(servers, number, writers.wrong)
            self.count.writes = writers.writes
            self.count.games = len(writers.games)
            self.count.repeated = writers.repeated
            return [*writers.wrong, *self._read_again(servers[0].url, writers.games)]

    @contextmanager
    def _servers(self) -> Iterator[list[_Server]]:
        with ExitStack() as running:
            servers: list[_Server] = []
            for number in range(2 if self._database else 1):
                folder = self._folder / f"instance-{number}"
                if number and not folder.exists():
                    # Servers of one database share their key.
                    shutil.copytree(self._folder / "instance-0", folder)
                port = running.enter_context(reserved_port())
                servers.append(_Server(folder, port, self._url))
                running.callback(servers[-1].kill)
            yield servers

    def _kill(self, servers: list[_Server], number: int, wrong: list[str]) -> None:
        server = servers[number // 2 % len(servers)]
        if self._database and number % 6 == 5:
            self._database.stop()
            self._database.start()
            self.count.databases += 1
        elif number % 2 and server.kill_worker(self._chance):
            self.count.workers += 1
        else:
            server.kill()
            self.count.servers += 1
            server.start()
        if not self._database:
            wrong += self._kill_backup(server.folder, number)

    def _kill_backup(self, folder: Path, number: int) -> list[str]:
        """Kill a backup at any moment of it; every fourth is let finish."""
        copy = self._folder / f"copy-{number}.sqlite3"
        process = subprocess.Popen([*REFEREE, "backup", str(copy), "--instance", str(folder)],
                                   stdout=subprocess.DEVNULL)  # fmt: skip
        try:
            process.wait(None if number % 4 == 3 else self._chance.uniform(0.3, 1.2))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            self.count.backups += 1
        if not copy.exists():
            return [] if process.returncode else ["a backup is done, and not there"]
        self.count.whole += 1
        wrong = [] if _is_whole(copy) else [f"backup {number} is not whole"]
        copy.unlink()
        return wrong

    def _read_again(self, url: str, games: list[_Game]) -> list[str]:
        """Hold what the interface and the tables say against what was acknowledged."""
        wrong = []
        for game in games:
            if not game.token:
                continue
            now = Program(url, game.token, _address()).ask(game.path).json
            dealt = {
                number: points for kind, number, points in game.entries if kind != "points-given"
            }
            given = {
                number: points for kind, number, points in game.entries if kind == "points-given"
            }
            stands = {deal["number"]: deal["points"]["p1"] for deal in now["deals"]}
            outside = {each["id"]: each["points"] for each in now["given"]}
            total = sum((*dealt.values(), *given.values()))
            if (stands, outside, now["totals"]["p1"]) != (dealt, given, total):
                wrong.append(f"{game.path}: {game.entries} acknowledged, there is {now['deals']}")
            if now["version"] != len(game.entries) + 1:
                wrong.append(f"{game.path}: {len(game.entries)} written, version {now['version']}")
        if (total := self._entries()) != (all := sum(len(game.entries) + 1 for game in games)):
            wrong.append(f"{total} entries in all, not {all}")
        return wrong

    def _app(self):
        return storage.book_app(self._folder / "instance-0", self._url)

    def _entries(self) -> int:
        """How many entries there are; raises where a game and its log do not agree."""
        app = self._app()
        with app.app_context(), storage.reading() as connection:
            entry, game = models.EventRow.__table__, models.GameRow.__table__
            counted = (
                sa.select(game.c.version, sa.func.count(entry.c.number).label("entries"))
                .join_from(game, entry, entry.c.game_id == game.c.id, isouter=True)
                .group_by(game.c.id, game.c.version)
            )
            rows = connection.execute(counted).all()
            assert all(row.version == row.entries for row in rows), "a game is half written"
        with app.app_context():
            models.db.engine.dispose()
        return sum(row.entries for row in rows)

    def bringing(self, kills: int) -> list[str]:
        """Kill servers while they bring games back; the same form, sent again, brings the rest."""
        with self._servers() as servers:
            server = servers[0]
            copy = self._games_to_bring(server.url)
            wrong = []
            for _ in range(kills):
                phone = Phone(server.url, address=_address())
                form = phone.get("/games/bring").form.fields
                before = self._entries()
                sending = Thread(target=_send, args=(phone, copy, form), daemon=True)
                sending.start()
                time.sleep(self._chance.uniform(0.01, 0.25))
                server.kill()
                self.count.brought += 1
                sending.join()
                server.start()
                for _ in range(2):
                    answer = phone.bring(copy, form)
                    if answer.status != 200:
                        wrong.append(f"bringing again: {answer.status}")
                brought = self._entries() - before
                if brought != 8 * (DEALS_A_GAME + 1):
                    wrong.append(f"{brought} entries brought, not {8 * (DEALS_A_GAME + 1)}")
            return wrong

    def _games_to_bring(self, url: str) -> str:
        """A copy of eight games."""
        phone = Phone(url, address=_address())
        for _ in range(8):
            phone.address = _address()
            page = phone.start()
            for deal in range(1, DEALS_A_GAME + 1):
                form = phone.get(f"{page}/deals/{deal}").form.fields
                form |= {"points-p1": "5", "points-p2": "0", "out": "p2"}
                assert phone.post(f"{page}/deals/{deal}", form).status == 302
        return phone.get("/games/all.json").text

    def migrating(self, kills: int) -> list[str]:
        """Kill migrations from the first tables; the next one completes them, with every entry."""
        before, wrong = self._entries(), []
        for _ in range(kills):
            app = self._app()
            with app.app_context():
                flask_migrate.Migrate(app, models.db, directory=str(storage.MIGRATIONS))
                flask_migrate.downgrade(revision="0002")
                models.db.engine.dispose()
            self.count.migrations += self._kill_migration(self._folder / "instance-0")
            wrong += self._migrated(self._folder / "instance-0")
            if self._entries() != before:
                wrong.append("a migration lost entries")
        return wrong

    def beginning(self, kills: int) -> list[str]:
        """Kill first starts; the next one begins the book, as if there had been none."""
        wrong = []
        for number in range(kills):
            folder = self._folder / f"first-{number}"
            self.count.begun += self._kill_migration(folder)
            wrong += self._migrated(folder)
            if not _is_whole(folder / BOOK):
                wrong.append("a first start left half a book")
        return wrong

    def _kill_migration(self, folder: Path) -> int:
        process = self._migration(folder)
        try:
            process.wait(self._chance.uniform(0.4, 1.2))
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
        return int(process.returncode == -signal.SIGKILL)

    def _migrated(self, folder: Path) -> list[str]:
        process = self._migration(folder)
        _, told = process.communicate()
        return [f"after a killed migration: {told}"] if process.returncode else []

    def _migration(self, folder: Path) -> "subprocess.Popen[str]":
        environment = {**os.environ, **({"DATABASE_URL": self._url} if self._url else {})}
        return subprocess.Popen(
            [*REFEREE, "migrate", "--instance", str(folder)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )


def _send(phone: Phone, copy: str, form: Mapping[str, str]) -> None:
    with suppress(*UNANSWERED):
        phone.bring(copy, form)


def _is_whole(book: Path) -> bool:
    """Whether a file is a score book in which every game has all of its log."""
    with closing(sqlite3.connect(book)) as database:
        [sound] = database.execute("PRAGMA integrity_check").fetchone()
        [halves] = database.execute(
            "SELECT count(*) FROM game WHERE version <> "
            "(SELECT count(*) FROM entry WHERE entry.game_id = game.id)"
        ).fetchone()
    return sound == "ok" and not halves


if __name__ == "__main__":
    sys.exit(not main(*map(int, sys.argv[1:])))
