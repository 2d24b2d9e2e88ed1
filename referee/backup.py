"""A consistent copy of the score book while the server goes on writing."""

import errno
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from referee.instance import CommandError, database_url
from referee.language import say
from referee.scorebook.book_file import WAIT_SECONDS, check_log, database_file, open_read_only
from referee.scorebook.outages import Outage, Reason, reason_of, why_not_written

_NO_LINKS: Final = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EOPNOTSUPP)
"""Errors of file systems without hard links, such as those of USB sticks."""


def backup(folder: Path, copy: Path) -> None:
    """Copy the score book of an instance folder into a new file (0600), whole or not at all.

    It is written under a name that ends in `.part`, checked, and then renamed to `copy`.
    Raises `CommandError` where there is nothing to copy or the copy would replace a file, and
    `Outage` where either cannot be used or the score book is damaged.
    """
    score_book = database_file(database_url(), folder)
    if score_book is None:
        raise CommandError(say("backup-not-sqlite", file=str(copy)))
    if not os.path.lexists(score_book):
        raise CommandError(say("book-missing", folder=str(folder)))
    if os.path.lexists(copy):
        raise CommandError(say("backup-exists", file=str(copy)))
    with draft_of(copy) as draft:
        copy_book(_opened(score_book), score_book, draft)
        _put(draft, copy)


@contextmanager
def draft_of(file: Path) -> Iterator[Path]:
    """A new file (0600) beside another, to be renamed to it; gone at the end where it was not.

    Raises `CommandError` where it cannot be made, and `Outage` where the file cannot be written.
    """
    draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    try:
        _create(draft, file)
        yield draft
    except OSError as error:
        reason = reason_of(error)
        if reason is None:
            raise
        raise Outage(reason, str(file)) from error
    finally:
        with suppress(OSError):
            draft.unlink()


def _create(draft: Path, copy: Path) -> None:
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        problem = str(error.strerror)
        raise CommandError(say("backup-refused", file=str(copy), problem=problem)) from error


def copy_book(opened: sqlite3.Connection, score_book: Path, draft: Path) -> None:
    """Copy an opened score book into a draft, check it, and have it written to the disk.

    SQLite's backup function reads a snapshot while others write. Raises `Outage` for a score book
    that cannot be copied whole; closes it.
    """
    with closing(opened) as source, closing(sqlite3.connect(draft)) as target:
        try:
            # SQLite's backup waits for a lock for ever; a query waits for some seconds.
            source.execute("SELECT count(*) FROM sqlite_master").close()
        except sqlite3.Error as error:
            raise _outage(error, score_book) from error
        try:
            source.backup(target)
            # A single file, without a write-ahead log beside it.
            target.execute("PRAGMA journal_mode = DELETE").close()
            _check(target, score_book)
        except sqlite3.Error as error:
            damaged = reason_of(error) is Reason.DAMAGED
            raise _outage(error, score_book if damaged else draft) from error
    sync(draft)


def sync(path: Path) -> None:
    """Have a file, or the names in a folder, written to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _opened(score_book: Path) -> sqlite3.Connection:
    check_log(score_book)
    reason = why_not_written(score_book)
    if reason is Reason.READ_ONLY:
        return open_read_only(score_book)
    if reason not in (None, Reason.FULL):
        raise Outage(reason, str(score_book))
    address = f"{score_book.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS)


def _check(copied: sqlite3.Connection, score_book: Path) -> None:
    """Raise `Outage` unless the copy is a whole score book."""
    if copied.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise Outage(Reason.DAMAGED, str(score_book))
    tables = {name for (name,) in copied.execute("SELECT name FROM sqlite_master")}
    if "entry" not in tables:
        raise Outage(Reason.EMPTY, str(score_book))


def _outage(error: sqlite3.Error, file: Path) -> Exception:
    reason = reason_of(error, file)
    return Outage(reason, str(file)) if reason else error


def _put(draft: Path, copy: Path) -> None:
    """Give the finished file its name, unless another file has it by now."""
    try:
        os.link(draft, copy)
    except FileExistsError as error:
        raise CommandError(say("backup-exists", file=str(copy))) from error
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        draft.rename(copy)
    sync(copy.absolute().parent)
