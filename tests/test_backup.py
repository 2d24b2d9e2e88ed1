"""Copies of the score book, made while it is written to."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from referee.backup import backup
from referee.instance import Refusal


@pytest.fixture(autouse=True)
def no_other_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An instance whose score book has one committed row."""
    folder = tmp_path / "instance"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "referee.sqlite3")) as book, book:
        book.execute("PRAGMA journal_mode = WAL")
        book.execute("CREATE TABLE deal (points INTEGER)")
        book.execute("INSERT INTO deal VALUES (65)")
    return folder


def rows(path: Path) -> list[tuple[int]]:
    with closing(sqlite3.connect(path)) as book:
        return book.execute("SELECT points FROM deal").fetchall()


def test_copy_holds_what_was_committed_while_another_writes(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(folder / "referee.sqlite3")) as writer:
        writer.execute("INSERT INTO deal VALUES (99)")
        backup(folder, copy)
        writer.commit()
    assert rows(copy) == [(65,)]


def test_copy_is_one_private_file(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    backup(folder, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.sqlite3"]


def test_existing_file_is_kept(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("the scores of last year")
    with pytest.raises(Refusal, match="exists already"):
        backup(folder, copy)
    assert copy.read_text() == "the scores of last year"


def test_missing_score_book_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no score book"):
        backup(tmp_path, tmp_path / "copy.sqlite3")
    assert list(tmp_path.iterdir()) == []


def test_damaged_score_book_leaves_no_copy(tmp_path: Path) -> None:
    (tmp_path / "referee.sqlite3").write_bytes(b"not a score book" * 500)
    with pytest.raises(sqlite3.DatabaseError):
        backup(tmp_path, tmp_path / "copy.sqlite3")
    assert not (tmp_path / "copy.sqlite3").exists()


def test_folder_that_is_not_there_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="cannot be written"):
        backup(folder, tmp_path / "nowhere" / "copy.sqlite3")


def test_postgresql_is_left_to_its_own_tool(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://localhost/rummy")
    with pytest.raises(Refusal, match="pg_dump"):
        backup(folder, tmp_path / "copy.sqlite3")
