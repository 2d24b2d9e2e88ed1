"""Copies of the score book, made while it is written to: whole, or not there."""

import os
import signal
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

import pytest

from referee.backup import backup
from referee.instance import CommandError
from referee.scorebook.outages import Outage, Reason
from tests.processes import Process
from tests.scorebook.tables import open_book
from tests.servers import run_command

BOOK = "referee.sqlite3"


@pytest.fixture(autouse=True)
def no_other_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An instance whose score book has one committed row more than it begins with."""
    folder = tmp_path / "instance"
    folder.mkdir()
    open_book(folder)
    with closing(sqlite3.connect(folder / BOOK)) as book, book:
        book.execute("INSERT INTO edition VALUES ('65', '{}')")
    return folder


def rows(path: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(path)) as book:
        return book.execute("SELECT digest FROM edition").fetchall()


def beside(copy: Path) -> list[str]:
    """The names of all files in the folder of a copy but the instance."""
    return sorted(path.name for path in copy.parent.iterdir() if path.is_file())


def test_copy_holds_what_was_committed_while_another_writes(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(folder / BOOK)) as writer:
        writer.execute("INSERT INTO edition VALUES ('99', '{}')")
        backup(folder, copy)
        writer.commit()
    assert rows(copy) == [("65",)]


def test_copy_is_one_private_file(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    backup(folder, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert beside(copy) == ["copy.sqlite3"]


def test_existing_file_is_kept(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("the scores of last year")
    with pytest.raises(CommandError, match="already exists"):
        backup(folder, copy)
    assert copy.read_text() == "the scores of last year"
    assert beside(copy) == ["copy.sqlite3"]


def test_missing_score_book_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no score book"):
        backup(tmp_path, tmp_path / "copy.sqlite3")
    assert list(tmp_path.iterdir()) == []


def damage_head(book: Path) -> None:
    book.write_bytes(b"not a score book" * 500)


def damage_a_page(book: Path) -> None:
    # The tables themselves can still be read: only the index of the tokens is nonsense.
    with closing(sqlite3.connect(book)) as database:
        [page] = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_game_1'"
        ).fetchone()
        [size] = database.execute("PRAGMA page_size").fetchone()
    with book.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xee" * size)


def cut_short(book: Path) -> None:
    os.truncate(book, book.stat().st_size - 4096)


@pytest.mark.parametrize("damage", [damage_head, damage_a_page, cut_short])
def test_damaged_score_book_leaves_no_copy(damage, folder: Path, tmp_path: Path) -> None:
    damage(folder / BOOK)
    with pytest.raises(Outage) as outage:
        backup(folder, tmp_path / "copy.sqlite3")
    assert outage.value.reason is Reason.DAMAGED
    assert outage.value.place == str(folder / BOOK)
    assert beside(tmp_path / "copy.sqlite3") == []


def test_database_without_a_score_book_is_not_copied(folder: Path, tmp_path: Path) -> None:
    os.truncate(folder / BOOK, 0)
    with pytest.raises(Outage) as outage:
        backup(folder, tmp_path / "copy.sqlite3")
    assert outage.value.reason is Reason.EMPTY
    assert beside(tmp_path / "copy.sqlite3") == []


def test_folder_that_is_not_there_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="can’t be written"):
        backup(folder, tmp_path / "nowhere" / "copy.sqlite3")


def test_postgresql_is_left_to_its_own_tool(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://localhost/rummy")
    with pytest.raises(CommandError, match="pg_dump"):
        backup(folder, tmp_path / "copy.sqlite3")


@pytest.mark.slow
def test_killed_copy_is_not_there(folder: Path, tmp_path: Path) -> None:
    # Large enough that there is time to kill it halfway.
    with closing(sqlite3.connect(folder / BOOK)) as book, book:
        book.execute("CREATE TABLE more (n INTEGER, padding BLOB)")
        book.execute(
            "WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count LIMIT 2000) "
            "INSERT INTO more SELECT n, zeroblob(20000) FROM count"
        )
    copy = tmp_path / "copies" / "copy.sqlite3"
    copy.parent.mkdir()
    killed = 0
    for _ in range(3):
        command = ["backup", str(copy), "--instance", str(folder)]
        process = Process(run_command, command, output=tmp_path / "said")
        while process.poll() is None and not any(
            path.stat().st_size > 2**20 for path in copy.parent.iterdir()
        ):
            time.sleep(0.001)
        process.kill()
        killed += process.wait() == -signal.SIGKILL
        assert not copy.exists()
        for left in copy.parent.iterdir():
            assert ".part" in left.name
            left.unlink()
    assert killed == 3
