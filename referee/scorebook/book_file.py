"""Where a score book is: its address, its file where SQLite keeps it, and what lies beside that."""

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from referee.paths import DATABASE_FILE
from referee.scorebook.outages import Outage, Reason, why_not_written

WAIT_SECONDS: Final = 5
"""How long anybody waits for the database; a phone waits a second longer for its answer."""
_POLL_SECONDS: Final = 0.0005


class SqliteFile:
    """A SQLite file that is there, and stays the same while this process runs.

    What was read of another file is still remembered here, by versions that mean nothing in a
    backup that was put in its place.
    """

    def __init__(self, path: Path, known: os.stat_result | None) -> None:
        self._path = path
        self._known = known

    def open(self) -> sqlite3.Connection:
        """Open it for reading and writing, safely for what was acknowledged; raises `Outage`."""
        reason = why_not_written(self._path)
        if reason not in (None, Reason.FULL):
            # SQLite would open it all the same, and never write through this connection.
            raise Outage(reason, str(self._path))
        status = self._path.stat()
        if not status.st_size:
            raise Outage(Reason.EMPTY, str(self._path))
        if self._known and self._known.st_ino != status.st_ino:
            raise Outage(Reason.REPLACED, str(self._path))
        # The driver's own transactions begin too late and lose updates; `begin` begins ours.
        connection = sqlite3.connect(
            f"{self._path.as_uri()}?mode=rw",
            uri=True,
            timeout=WAIT_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        connection.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON"
        )
        self._known = status
        return connection

    def check(self, *_: object) -> None:
        """Have a connection made anew unless it leads to the file of that name."""
        with suppress(OSError):
            if self._known is None or os.path.samestat(self._known, self._path.stat()):
                return
        raise sa.exc.DisconnectionError


def database_file(given: str | None, folder: Path) -> Path | None:
    """The SQLite file of a score book, or None where PostgreSQL keeps it.

    `given`: an address, or None for the file in its folder. Raises `Outage` for no such address.
    """
    return file_at(database_url(given, folder.absolute()))


def database_url(given: str | None, folder: Path) -> URL:
    """The address of a score book, as SQLAlchemy opens it; arguments and errors as above."""
    try:
        url = make_url(given or f"sqlite:///{folder / DATABASE_FILE}")
    except (sa.exc.ArgumentError, ValueError) as error:
        raise Outage(Reason.ADDRESS, "DATABASE_URL") from error
    if url.get_backend_name() == "sqlite":
        return url.set(database=str(folder / (url.database or DATABASE_FILE)))
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise Outage(Reason.ADDRESS, url.render_as_string(hide_password=True))
    # SQLAlchemy's own choice for this scheme would be another driver.
    return url.set(drivername="postgresql+psycopg")


def file_at(url: URL) -> Path | None:
    """The SQLite file of an address, or None where it is of PostgreSQL."""
    return Path(url.database) if url.database and url.get_backend_name() == "sqlite" else None


def place_of(url: URL, file: Path | None) -> str:
    """What names a score book to people: a path, or an address without its password."""
    return str(file) if file else url.set(drivername="postgresql").render_as_string()


def open_read_only(file: Path) -> sqlite3.Connection:
    """Open a file on a disk that can only be read.

    Without a log beside it, all there is stands in the file itself, and nobody can add to it.
    """
    log, _ = logs(file)
    whole = not log.exists() or not log.stat().st_size
    return sqlite3.connect(
        f"{file.as_uri()}?mode=ro{'&immutable=1' if whole else ''}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
    )


def logs(file: Path) -> tuple[Path, Path]:
    """The logs that SQLite may leave beside a database, with what is not in its file yet.

    First the write-ahead log, then the log for rolling back.
    """
    return beside(file, "-wal"), beside(file, "-journal")


def beside(file: Path, end: str) -> Path:
    """The file whose name goes on after that of a database."""
    return file.with_name(f"{file.name}{end}")


def check_log(file: Path) -> None:
    """Raise `Outage` where the write-ahead log beside a file was written for another database.

    Call it before SQLite opens the file, which would mix them up. A backup is no file for such a
    log, and SQLite marks a file in its bytes 18 and 19 before it begins one.
    """
    log, _ = logs(file)
    if log.exists() and log.stat().st_size:
        with file.open("rb") as opened:
            head = opened.read(20)
        if head.startswith(b"SQLite format 3\0") and head[18:] == b"\1\1":
            raise Outage(Reason.FOREIGN_LOG, str(file))


@contextmanager
def locked(file: Path, *, alone: bool = True, seconds: float = 0) -> Iterator[None]:
    """Hold a lock file (0600); raises `TimeoutError` where others hold it for so many seconds."""
    how = fcntl.LOCK_NB | (fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
    give_up = time.monotonic() + seconds
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        while True:
            try:
                fcntl.flock(descriptor, how)
                break
            except BlockingIOError:
                if time.monotonic() >= give_up:
                    raise TimeoutError from None
                time.sleep(_POLL_SECONDS)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def hold(file: Path, *, alone: bool = False) -> Iterator[None]:
    """Hold a score book while it is served, or `alone`; raises `Outage` where others hold it.

    Several servers may serve one book, and the last of their processes to end lets go of it.
    """
    with ExitStack() as held:
        try:
            held.enter_context(locked(beside(file, ".served"), alone=alone))
        except TimeoutError as error:
            raise Outage(Reason.BUSY, str(file)) from error
        yield


def check_file(file: Path) -> None:
    """Raise `Outage` where a file is broken or no score book, and leave it as it is."""
    address = f"{file.as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS)) as connection:
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise Outage(Reason.DAMAGED, str(file))
        # It was made with the first tables.
        connection.execute("SELECT count(*) FROM alembic_version").close()
