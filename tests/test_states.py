"""Every state that an installation can be in: the terminal says in one sentence what to do.

And whatever it finds, it leaves as it was: no empty score book begins where there was one.
"""

import fcntl
import hashlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.disks import WITHOUT_RIGHTS, disk, fill, give_away, set_writable
from tests.postgres import Cluster
from tests.processes import Process
from tests.scorebook.tables import open_book
from tests.servers import REFEREE, impatient, reserved_port, run_command

BOOK = "referee.sqlite3"
KEY = b"k" * 32


@dataclass(slots=True)
class Place:
    """An instance folder whose state is being made, and what undoes it afterwards."""

    folder: Path
    held: ExitStack
    environment: dict[str, str] = field(default_factory=dict)
    command: Sequence[str] = REFEREE
    arguments: Sequence[str] = ("migrate",)

    @property
    def book(self) -> Path:
        return self.folder / BOOK

    def begun(self) -> "Place":
        """A score book with its key, as the first start leaves it."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        open_book(self.folder)
        (self.folder / "secret_key").write_bytes(KEY)
        return self

    def on_disk(self) -> "Place":
        """On a small disk of its own."""
        self.held.enter_context(disk(self.folder))
        return self

    def sql(self, *statements: str) -> None:
        with closing(sqlite3.connect(self.book)) as database, database:
            for statement in statements:
                database.execute(statement)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with ExitStack() as held:
        yield Place(folder=tmp_path / "instance", held=held)


STATES: dict[str, tuple[Callable[[Place], object], str, str]] = {}
"""How a state comes about, what is said of it, and a part of the cure."""


def state(name: str, says: str, cure: str) -> Callable[[Callable[[Place], object]], object]:
    def keep(make: Callable[[Place], object]) -> object:
        STATES[name] = (make, says, cure)
        return make

    return keep


@state("the file is no database", f"{BOOK} is damaged", "backup")
def _(place: Place) -> None:
    place.begun().book.write_bytes(b"not a score book" * 500)


@state("a page of the database is broken", f"{BOOK} is damaged", "backup")
def _(place: Place) -> None:
    place.begun()
    with place.book.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xee" * 4096)


@state("the database was cut short", f"{BOOK} is damaged", "backup")
def _(place: Place) -> None:
    os.truncate(place.begun().book, 3 * 4096)


@state("the database has no bytes", "no score book at", "backup")
def _(place: Place) -> None:
    os.truncate(place.begun().book, 0)


@state("the database has no bytes, and no key", "no score book at", "backup")
def _(place: Place) -> None:
    os.truncate(place.begun().book, 0)
    (place.folder / "secret_key").unlink()


@state("the database holds no tables", "no score book at", "backup")
def _(place: Place) -> None:
    # As a backup that was killed leaves it, once its journal has undone it.
    place.begun().book.unlink()
    place.sql("CREATE TABLE t (n)", "DROP TABLE t")


@state("the database is another program's", "no score book at", "backup")
def _(place: Place) -> None:
    place.begun().book.unlink()
    place.sql("CREATE TABLE recipes (title TEXT)")


@state("the database is gone", "is missing", "backup back there")
def _(place: Place) -> None:
    place.begun().book.unlink()


@state("the database was left behind when the folder moved", "is missing", "--instance DIR")
def _(place: Place) -> None:
    place.begun()
    elsewhere = place.folder.with_name("moved")
    elsewhere.mkdir(mode=0o700)
    shutil.copy(place.folder / "secret_key", elsewhere)
    place.folder = elsewhere


@state("only the log of the database is there", "is missing", "backup back there")
def _(place: Place) -> None:
    place.folder.mkdir(mode=0o700)
    place.book.with_name(f"{BOOK}-wal").write_bytes(b"w" * 4096)


@state("only a journal of the database is there", "is missing", "backup back there")
def _(place: Place) -> None:
    place.folder.mkdir(mode=0o700)
    place.book.with_name(f"{BOOK}-journal").write_bytes(b"j" * 4096)


@state("the link to the database leads nowhere", "is missing", "backup back there")
def _(place: Place) -> None:
    place.folder.mkdir(mode=0o700)
    place.book.symlink_to("/nowhere/at/all.sqlite3")


@state("the database is a folder", f"{BOOK} is a folder", "move it away")
def _(place: Place) -> None:
    place.folder.mkdir(mode=0o700)
    place.book.mkdir()


@state("the lock is a folder", f"{BOOK}.* is a folder", "move it away")
def _(place: Place) -> None:
    place.begun()
    lock = place.folder / f"{BOOK}.lock"
    lock.unlink()
    lock.mkdir()


@state("a later version wrote it", "by a later version", "install that version")
def _(place: Place) -> None:
    place.begun().sql("UPDATE alembic_version SET version_num = '9999'")


@state("an earlier version wrote it, and a sheet is printed", "an earlier version", "run migrate")
def _(place: Place) -> None:
    place.begun().sql("UPDATE alembic_version SET version_num = '0001'")
    place.arguments = ("print", "score-pad", "--link", "http://x/k/" + "A" * 26)


@state("the key is cut short", "secret_key is damaged", "Put its backup there")
def _(place: Place) -> None:
    (place.begun().folder / "secret_key").write_bytes(b"short")
    place.arguments = ("serve", "--port", str(place.held.enter_context(reserved_port())))


@state("the key is a folder", "secret_key is a folder", "move it away")
def _(place: Place) -> None:
    key = place.begun().folder / "secret_key"
    key.unlink()
    key.mkdir()
    place.arguments = ("serve", "--port", str(place.held.enter_context(reserved_port())))


@state("the key is somebody else's", "secret_key belongs to another user", "sudo chown -R")
def _(place: Place) -> None:
    give_away(place.begun().folder / "secret_key")
    (place.folder / "secret_key").chmod(0o600)
    place.command = (*WITHOUT_RIGHTS, *REFEREE)
    place.arguments = ("serve", "--port", str(place.held.enter_context(reserved_port())))


@state("the database is somebody else's", f"{BOOK} belongs to another user", "sudo chown -R")
def _(place: Place) -> None:
    give_away(place.begun().book)
    place.book.chmod(0o600)
    place.command = (*WITHOUT_RIGHTS, *REFEREE)


@state("the folder is somebody else's", "belongs to another user", "sudo chown -R")
def _(place: Place) -> None:
    give_away(place.begun().folder)
    place.command = (*WITHOUT_RIGHTS, *REFEREE)


@state("the folder is a file", "can’t be used", "--instance DIR")
def _(place: Place) -> None:
    place.folder.touch()


@state("the folder is open to others, with files of theirs", "open to other users", "chmod 700")
def _(place: Place) -> None:
    place.folder.mkdir()
    place.folder.chmod(0o755)
    (place.folder / "holiday.jpg").touch()


@state("the disk is full at the first start", "disk of .* is full", "free some space")
def _(place: Place) -> None:
    fill(place.on_disk().folder)


@state("the disk is read-only at the first start", "read-only", "remount,rw")
def _(place: Place) -> None:
    set_writable(place.on_disk().folder, False)


@state("the disk is read-only", "read-only", "remount,rw")
def _(place: Place) -> None:
    set_writable(place.on_disk().begun().folder, False)


@state("another process has the turn", f"{BOOK} is in use by another program", "try again")
def _(place: Place) -> None:
    lock = place.held.enter_context((place.begun().folder / f"{BOOK}.lock").open("w"))
    fcntl.flock(lock, fcntl.LOCK_EX)


@state("a database shell has everything locked", f"{BOOK} is in use by another", "try again")
def _(place: Place) -> None:
    place.begun().sql("UPDATE alembic_version SET version_num = '0002'")
    # In a process of its own: closing the file anywhere in a process undoes its locks.
    shell = subprocess.Popen(
        [sys.executable, "-c", SHELL, str(place.book)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    place.held.callback(shell.communicate)
    assert shell.stdout
    assert shell.stdout.readline() == b"locked\n"


SHELL = """
import sqlite3, sys
shell = sqlite3.connect(sys.argv[1], isolation_level=None)
shell.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


@state("PostgreSQL is not running", "refuses the connection.*refused", "start it")
def _(place: Place) -> None:
    place.environment["DATABASE_URL"] = "postgresql://ann:secret@127.0.0.1:1/rummy"


@state("the address is of another kind", "isn’t the address of a database", "postgresql://")
def _(place: Place) -> None:
    place.environment["DATABASE_URL"] = "mysql://ann:secret@localhost/rummy"


@state("the address is nonsense", "isn’t the address of a database", "postgresql://")
def _(place: Place) -> None:
    place.environment["DATABASE_URL"] = "the usual place"


@state("the address names a file that was never there", "is missing", "--instance DIR")
def _(place: Place) -> None:
    place.begun()
    place.environment["DATABASE_URL"] = "sqlite:///another.sqlite3"


@state("the driver for PostgreSQL is missing", "driver for postgresql://", "pip install")
def _(place: Place) -> None:
    place.environment["DATABASE_URL"] = "postgresql://ann:secret@127.0.0.1:1/rummy"
    hidden = (
        "import sys; sys.modules['psycopg'] = None; from referee import cli; sys.exit(cli.main())"
    )
    place.command = (sys.executable, "-P", "-c", hidden)


@state("the backup would go to a full disk", "copy.* is full", "free some space")
def _(place: Place) -> None:
    place.begun()
    target = place.held.enter_context(disk(place.folder.with_name("usb"), megabytes=1))
    fill(target)
    place.arguments = ("backup", str(target / "copy.sqlite3"))


@state("the backup would go to a read-only disk", "copy.* can’t be written", "another file")
def _(place: Place) -> None:
    place.begun()
    target = place.held.enter_context(disk(place.folder.with_name("usb"), megabytes=1))
    set_writable(target, False)
    place.arguments = ("backup", str(target / "copy.sqlite3"))


@state("the backup would replace a folder", "already exists", "Name a new file")
def _(place: Place) -> None:
    place.begun().folder.with_name("copies").mkdir()
    place.arguments = ("backup", str(place.folder.with_name("copies")))


@state("there is nothing to back up", "no score book in", "--instance DIR")
def _(place: Place) -> None:
    place.arguments = ("backup", str(place.folder.with_name("copy.sqlite3")))


@state("what is backed up is damaged", f"{BOOK} is damaged", "backup")
def _(place: Place) -> None:
    os.truncate(place.begun().book, 3 * 4096)
    place.arguments = ("backup", str(place.folder.with_name("copy.sqlite3")))


def content(folder: Path) -> dict[str, str]:
    """What the files in a folder hold, but for the locks and what SQLite keeps beside a book."""
    if not folder.is_dir():
        return {}
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.is_file() and not path.name.endswith((".lock", ".served", "-shm", "-wal"))
    }


def told(place: Place) -> subprocess.CompletedProcess[str]:
    """What a command says."""
    arguments = [*place.arguments, "--instance", str(place.folder)]
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DATABASE_URL", raising=False)
        for name, value in place.environment.items():
            patch.setenv(name, value)
        if place.command == REFEREE:
            files = [place.folder.with_name(name) for name in ("said", "complained")]
            # What is locked stays so, however long a command waits for it.
            process = Process(run_command, arguments, impatient, output=files[0], errors=files[1])
            status = process.wait(60)
            said, complained = (file.read_text(encoding="utf-8") for file in files)
            return subprocess.CompletedProcess(arguments, status, said, complained)
        return subprocess.run(
            [*place.command, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )


def check_told(place: Place, says: str, cure: str) -> None:
    before = content(place.folder)
    ended = told(place)
    assert (ended.returncode, ended.stdout) == (1, ""), ended.stderr
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    sentence = ended.stderr
    assert re.search(says, sentence), sentence
    assert cure in sentence
    assert "secret@" not in sentence
    assert content(place.folder) == before


@pytest.mark.parametrize("name", STATES)
def test_state_is_told_in_one_sentence_with_its_cure(name: str, place: Place) -> None:
    make, says, cure = STATES[name]
    make(place)
    check_told(place, says, cure)


def test_a_database_of_postgresql_that_is_not_there(place: Place, postgres: Cluster) -> None:
    place.environment["DATABASE_URL"] = postgres.url.replace("/postgres?", "/nowhere?")
    check_told(place, "refuses the connection.*nowhere", "correct DATABASE_URL")


def test_an_empty_database_of_postgresql_where_there_was_a_book(
    place: Place, postgres_url: str
) -> None:
    place.begun().environment["DATABASE_URL"] = postgres_url
    check_told(place, "no score book at postgresql://", "correct DATABASE_URL")


def test_first_start_that_was_killed_is_begun_again(place: Place) -> None:
    place.folder.mkdir(mode=0o700)
    for end in ("", "-wal", "-shm", "-journal"):
        (place.folder / f"{BOOK}.new{end}").write_bytes(b"half of it")
    ended = told(place)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert sorted(path.name for path in place.folder.iterdir()) == [BOOK, f"{BOOK}.lock"]


def test_backup_of_a_book_on_a_read_only_disk(place: Place) -> None:
    place.on_disk().begun()
    set_writable(place.folder, False)
    copy = place.folder.with_name("copy.sqlite3")
    place.arguments = ("backup", str(copy))
    assert told(place).stderr == ""
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM game").fetchall() == [(0,)]
