"""Why the score book cannot be used: a reason for errors of SQLite, PostgreSQL and files.

The terminal and the pages each have a sentence for every reason.
"""

import errno
import os
import sqlite3
from enum import StrEnum
from pathlib import Path
from typing import Final

import sqlalchemy as sa


class Reason(StrEnum):
    """Why the score book cannot be used."""

    FULL = "full"
    READ_ONLY = "read-only"
    BUSY = "busy"  # another program holds it, and did not let go for some seconds
    UNREACHABLE = "unreachable"
    DAMAGED = "damaged"
    DENIED = "denied"
    MISSING = "missing"
    REPLACED = "replaced"  # by another file, while the server ran
    FOREIGN_LOG = "foreign-log"  # the log beside it is another book's
    EMPTY = "empty"  # a database without a score book in it
    FOLDER = "folder"  # there is one where the file should be
    LATER = "later"  # a later version of this program wrote it
    EARLIER = "earlier"  # an earlier one did, and it was not migrated
    HALF = "half"  # its tables are not those of its version: an update stopped halfway
    ADDRESS = "address"
    DRIVER = "driver"  # the one for PostgreSQL is not installed


class Outage(Exception):
    """The score book cannot be used: why, and where it is (a path, or an address, no password).

    `detail` is what PostgreSQL says about it, or empty.
    """

    def __init__(self, reason: Reason, place: str, detail: str = "") -> None:
        super().__init__(f"{place}: {reason}{detail and f' ({detail})'}")
        self.reason = reason
        self.place = place
        self.detail = detail


def reason_of(error: BaseException, file: Path | None = None) -> Reason | None:
    """The reason behind an error, or None where it is no outage; `file` is the SQLite database."""
    if isinstance(error, sa.exc.TimeoutError):
        # Everybody else holds a connection.
        return Reason.BUSY
    if isinstance(error, sa.exc.DBAPIError) and error.orig is not None:
        return reason_of(error.orig, file)
    if isinstance(error, sqlite3.Error):
        return _reason_of_sqlite(error, file)
    if isinstance(error, TimeoutError):
        return Reason.BUSY
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0)
    if type(error).__module__.startswith("psycopg"):
        return _reason_of_postgres(error)
    return None


_SYSTEM: Final[dict[int, Reason]] = {
    errno.ENOSPC: Reason.FULL,
    errno.EDQUOT: Reason.FULL,
    errno.EFBIG: Reason.FULL,
    errno.EROFS: Reason.READ_ONLY,
    errno.EACCES: Reason.DENIED,
    errno.EPERM: Reason.DENIED,
    errno.ENOENT: Reason.MISSING,
    errno.ENOTDIR: Reason.MISSING,
    errno.ELOOP: Reason.MISSING,
    errno.EISDIR: Reason.FOLDER,
    errno.EIO: Reason.DAMAGED,
    errno.EMFILE: Reason.BUSY,
    errno.ENFILE: Reason.BUSY,
}


_SQLITE: Final[dict[int, Reason]] = {
    sqlite3.SQLITE_FULL: Reason.FULL,
    sqlite3.SQLITE_BUSY: Reason.BUSY,
    sqlite3.SQLITE_LOCKED: Reason.BUSY,
    sqlite3.SQLITE_CORRUPT: Reason.DAMAGED,
    sqlite3.SQLITE_NOTADB: Reason.DAMAGED,
    sqlite3.SQLITE_IOERR_SHMSIZE: Reason.FULL,
    sqlite3.SQLITE_READONLY_DBMOVED: Reason.MISSING,
}


def _reason_of_sqlite(error: sqlite3.Error, file: Path | None) -> Reason | None:
    code = getattr(error, "sqlite_errorcode", 0)
    kind = code & 0xFF
    if reason := _SQLITE.get(code) or _SQLITE.get(kind):
        return reason
    if kind in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR) and file:
        return why_not_written(file) or Reason.DAMAGED
    if str(error).startswith("no such table"):
        return Reason.EMPTY
    return None


def why_not_written(file: Path) -> Reason | None:
    """What stands in the way of writing to a file, or None where nothing does.

    It is not opened: closing a file that SQLite has open would take SQLite's locks away.
    """
    try:
        if file.is_dir():
            return Reason.FOLDER
        system = os.statvfs(file)
    except OSError as error:
        return reason_of(error)
    if system.f_flag & os.ST_RDONLY:
        return Reason.READ_ONLY
    if not (os.access(file, os.R_OK | os.W_OK) and os.access(file.parent, os.W_OK | os.X_OK)):
        return Reason.DENIED
    return None if system.f_bavail else Reason.FULL


_POSTGRES: Final[dict[str, Reason]] = {
    "53100": Reason.FULL,
    "25006": Reason.READ_ONLY,
    "55P03": Reason.BUSY,
    "57014": Reason.BUSY,
    "40001": Reason.BUSY,
    "40P01": Reason.BUSY,
    "42501": Reason.DENIED,
    "42P01": Reason.EMPTY,
    "3F000": Reason.EMPTY,
    "58030": Reason.DAMAGED,
    "XX001": Reason.DAMAGED,
    "XX002": Reason.DAMAGED,
}
"""What PostgreSQL's own codes (SQLSTATE) mean for the score book."""

_CUT_OFF: Final = ("08", "28", "3D", "53", "57")
"""The classes of codes that mean: nobody is let in, or no longer."""


def _reason_of_postgres(error: BaseException) -> Reason | None:
    state = getattr(error, "sqlstate", None)
    if state is None:
        # Nothing came from the server itself: the connection could not be made, or broke.
        cut_off = type(error).__name__ in ("OperationalError", "ConnectionTimeout")
        return Reason.UNREACHABLE if cut_off else None
    return _POSTGRES.get(state) or (Reason.UNREACHABLE if state.startswith(_CUT_OFF) else None)
