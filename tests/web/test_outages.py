"""A full disk, a disk that can only be read, a lock that is held, a database that is down.

A real server says why it cannot save, goes on showing what it can, keeps what was typed, and
recovers by itself.
"""

import fcntl
import sqlite3
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from referee.backup import backup
from referee.instance import prepare
from referee.scorebook.storage import newest_revision
from tests.disks import disk, fault, faulty_disk, fill, mounted_over_read_only
from tests.http_clients import Answer, Phone, Program
from tests.postgres import Cluster
from tests.servers import REFEREE, Served, impatient, serving
from tests.sites import client_of, site_in

ROOT = Path(__file__).resolve().parents[2]

BOOK = "referee.sqlite3"
DEAL = {"points-p1": "45", "points-p2": "0", "out": "p2"}


class Table:
    """A game on a server, that a phone and a program keep writing in."""

    def __init__(self, url: str) -> None:
        self.phone, self.program = Phone(url), Program(url)
        self.page = self.phone.start()
        self.game = self.program.start()
        self.deals = 0

    def write(self) -> Answer:
        """Save the next deal from its form."""
        path = f"{self.page}/deals/{self.deals + 1}"
        return self.phone.post(path, self.form.fields | DEAL)

    def look(self) -> None:
        """Get the form of the next deal."""
        self.form = self.phone.get(f"{self.page}/deals/{self.deals + 1}").form

    def check_refused(self, title: str) -> None:
        """The next deal cannot be saved: a page and JSON say why; both can be read all the same."""
        self.look()
        answer = self.write()
        assert (answer.status, answer.headers["Retry-After"]) == (503, "10")
        assert title in answer.text
        assert "45" in answer.text
        self.kept = answer.form.fields
        told = self.program.ask(f"{self.game}/entries", self.entry())
        assert (told.status, told.headers["Retry-After"]) == (503, "10")
        assert title in told.json["error"]["message"]
        for _ in range(6):
            assert self.phone.get(self.page).status == 200
            assert self.program.ask(self.game).status == 200

    def check_saved(self) -> None:
        """What was refused is saved once it is sent again, as the page itself sends it."""
        assert self.kept.items() >= DEAL.items()
        for _ in range(2):
            assert self.phone.post(f"{self.page}/deals/{self.deals + 1}", self.kept).status == 302
        assert self.program.ask(f"{self.game}/entries", self.entry()).status == 201
        self.deals += 1
        assert self.program.ask(self.game).json["version"] == self.deals + 1
        page = self.phone.get(self.page).text
        assert f"/deals/{self.deals + 1}" in page

    def entry(self) -> dict[str, object]:
        hands = {"p1": {"points": 45}, "p2": {"points": 0}}
        deal = {"kind": "deal-written", "deal": self.deals + 1, "out": "p2", "hands": hands}
        return {"key": f"deal-no-{self.deals + 1}", "base": self.deals + 1, "entry": deal}


def test_full_disk(tmp_path: Path) -> None:
    with disk(tmp_path / "instance", megabytes=2) as folder, serving(folder) as server:
        table = Table(server.url)
        filling = fill(folder)
        # What room its log has is used up first.
        table.look()
        while table.write().status == 302:
            table.deals += 1
            fill_again = fill(folder)
            assert fill_again == filling
            table.look()
        while table.program.ask(f"{table.game}/entries", table.entry()).status == 201:
            table.deals += 1
        table.check_refused("The disk is full")
        for sheet in ("final", "score-pad"):
            with table.phone.opener.open(
                f"{server.url}{table.page}/print/pdf?sheet={sheet}"
            ) as pdf:
                assert pdf.read(5) == b"%PDF-"
        filling.unlink()
        table.check_saved()


def test_sheets_are_printed_though_every_disk_is_full(tmp_path: Path) -> None:
    with disk(tmp_path / "disk") as full:
        if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode:
            pytest.skip("this needs a root folder that a disk is mounted on")
        # The program has to stay in sight, should it lie in one of them.
        hidden = [place for place in ("/tmp", "/var/tmp") if not ROOT.is_relative_to(place)]
        folders = " ".join(f"mount --bind {full} {place};" for place in hidden)
        # In a system of its own, where nothing but the full disk can be written.
        alone = f'{folders} mount -o remount,ro,bind / /; exec "$@"'
        command = ("unshare", "--mount", "sh", "-c", alone, "sh", *REFEREE)
        with serving(full / "instance", command=command) as server:
            fill(full)
            for sheet in ("rules", "score-pad"):
                address = f"{server.url}/prints/six-to-ten/pdf?sheet={sheet}"
                with urllib.request.urlopen(address) as pdf:
                    assert pdf.read(5) == b"%PDF-"


def test_disk_that_met_a_fault_is_still_read(tmp_path: Path) -> None:
    with faulty_disk(tmp_path / "instance") as folder, serving(folder) as server:
        table = Table(server.url)
        fault(folder)
        table.check_refused("Nothing can be saved right now")


def test_server_writes_nothing_after_a_newer_one_changed_the_tables(tmp_path: Path) -> None:
    def stamp(version: str) -> None:
        with closing(sqlite3.connect(tmp_path / "instance" / BOOK)) as book, book:
            book.execute("UPDATE alembic_version SET version_num = ?", [version])

    with serving(tmp_path / "instance") as server:
        table = Table(server.url)
        stamp("9999")
        table.check_refused("The score book was updated")
        stamp(newest_revision())
        table.check_saved()


@contextmanager
def turn_held(folder: Path) -> Iterator[None]:
    """Another process has the turn and does not come back."""
    with (folder / f"{BOOK}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Served]]:
    """An instance and its server, which recovers from what is done to it."""
    folder = tmp_path_factory.mktemp("outages") / "instance"
    with serving(folder, prepare=impatient) as server:
        yield folder, server


def test_lock_that_another_process_holds(here: tuple[Path, Served]) -> None:
    folder, server = here
    table = Table(server.url)
    with turn_held(folder):
        table.check_refused("The score book is busy")
    table.check_saved()


def test_disk_that_can_only_be_read_for_a_while(here: tuple[Path, Served]) -> None:
    folder, server = here
    table = Table(server.url)
    copy = table.phone.get(f"{table.page}/copy.json").text
    form = table.phone.get("/games/bring").form.fields
    with mounted_over_read_only(folder):
        table.check_refused("Nothing can be saved right now")
        answer = table.phone.bring(copy, form)
        assert (answer.status, "Nothing can be saved right now" in answer.text) == (503, True)
    table.check_saved()


def test_database_that_is_moved_away_and_back(here: tuple[Path, Served]) -> None:
    folder, server = here
    table = Table(server.url)
    table.look()
    (folder / BOOK).rename(folder / "away")
    answer = table.write()
    assert (answer.status, answer.form.fields["points-p1"]) == (503, "45")
    table.kept = answer.form.fields
    assert not (folder / BOOK).exists()
    (folder / "away").rename(folder / BOOK)
    table.check_saved()


def test_backup_put_in_its_place_is_neither_mixed_up_nor_overwritten(
    tmp_path: Path, port: int
) -> None:
    folder = tmp_path / "instance"
    with serving(folder, port=port) as server:
        table = Table(server.url)
        copy = tmp_path / "copy.sqlite3"
        backup(folder, copy)
        table.look()
        assert table.write().status == 302
        for path in folder.glob(f"{BOOK}*"):
            path.rename(tmp_path / path.name)
        copy.rename(folder / BOOK)
        for _ in range(6):
            answer = table.write()
            assert answer.status == 503
            assert "restart the server" in answer.text
    with serving(folder, port=port):
        assert table.program.ask(table.game).json["version"] == 1
        table.kept = answer.form.fields
        table.check_saved()


def test_no_process_takes_a_replaced_book_for_its_own(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "instance")
    asked = {"game": "basic-rummy", "players": ["Mara", "Jon"]}
    started = client_of(site_in(folder)).post("/api/games", json=asked).json
    assert started
    backup(folder, tmp_path / "copy.sqlite3")
    with serving(folder) as server:
        (tmp_path / "copy.sqlite3").rename(folder / BOOK)
        program = Program(server.url, started["secrets"]["keeper"])
        told = {program.ask(f"/api/games/{started['id']}").status for _ in range(20)}
    assert told == {503}


def test_postgresql_stopped_and_started_again(
    postgres: Cluster, postgres_url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "instance"
    with serving(folder, environment={"DATABASE_URL": postgres_url}) as server:
        table = Table(server.url)
        table.look()
        postgres.stop()
        try:
            answer = table.write()
            page = table.phone.get(table.page)
            told = table.program.ask(table.game)
        finally:
            postgres.start()
        assert (answer.status, page.status, told.status) == (503, 503, 503)
        for text in (answer.text, page.text, told.json["error"]["message"]):
            assert "The database isn’t answering" in text
        table.kept = answer.form.fields
        table.check_saved()
