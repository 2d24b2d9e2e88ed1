"""A consistent copy of the score book while the server goes on writing."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from referee.instance import Refusal, database_file


def backup(folder: Path, copy: Path) -> None:
    """Copy the score book of an instance folder into a new file (0600).

    Raises `Refusal` where there is nothing to copy, or where the copy would replace a file.
    """
    score_book = database_file(folder)
    if score_book is None:
        raise Refusal(
            "This score book is not kept in SQLite. "
            f"For PostgreSQL type: pg_dump \"$DATABASE_URL\" > '{copy}'"
        )
    if not score_book.is_file():
        raise Refusal(f"There is no score book in {folder}. Name its folder with --instance DIR.")
    _create(copy)
    try:
        _copy(score_book, copy)
    except BaseException:
        copy.unlink()
        raise


def _create(copy: Path) -> None:
    """Claim the new file's name, readable by its owner only."""
    try:
        os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError as error:
        raise Refusal(f"{copy} exists already. Name a file that does not.") from error
    except OSError as error:
        raise Refusal(f"{copy} cannot be written ({error.strerror}). Name another file.") from error


def _copy(score_book: Path, copy: Path) -> None:
    """Copy by SQLite's own backup, which sees one moment even while others write."""
    with (
        closing(sqlite3.connect(f"{score_book.absolute().as_uri()}?mode=rw", uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
        # One file to carry away, without a write-ahead log beside it.
        target.execute("PRAGMA journal_mode = DELETE")
