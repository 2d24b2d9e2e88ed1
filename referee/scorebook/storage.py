"""Where the score book is kept: SQLite, or PostgreSQL through the same statements.

`init_app` and `migrate` prepare an app. `reading` and `writing` give a session, and `connected` and
`appending` the connection below it, for what every deal and every poll asks for.
"""

import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from flask import Flask, current_app
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.orm import Session

from referee.scorebook.book_file import (
    WAIT_SECONDS,
    SqliteFile,
    beside,
    check_file,
    check_log,
    database_url,
    file_at,
    locked,
    logs,
    open_read_only,
    place_of,
)
from referee.scorebook.models import Base, db
from referee.scorebook.outages import Outage, Reason, reason_of

MIGRATIONS: Final = Path(__file__).parent / "migrations"
"""The history of the tables; revisions are numbered as their files are, `0001` and so on."""

_JSON: Final[Mapping[str, Any]] = {
    "json_serializer": lambda value: msgspec.json.encode(value).decode(),
    "json_deserializer": msgspec.json.decode,
}
"""How SQLAlchemy writes and reads JSON: the values of `msgspec` as they are."""

_EXTENSION: Final = "scorebook"
_VERSION: Final = sa.text("SELECT version_num FROM alembic_version")
MIGRATION_LOCK: Final = 0x5C02E
"""An advisory lock of PostgreSQL that means: the tables are being changed."""


@dataclass(frozen=True, slots=True)
class _Store:
    """The open score book of one app; `file` is None where it is not kept in SQLite.

    `place` names it to people: a path, or an address without its password. `turn` is held by the
    thread whose turn it is to write.
    """

    engine: Engine
    place: str
    file: Path | None
    turn: Lock

    def close(self) -> None:
        """Let go of all connections that nobody has."""
        self.engine.dispose()


def init_app(app: Flask) -> None:
    """Keep the score book of an app where its settings say.

    `INSTANCE` is its folder. `DATABASE_URL` may name another place: `sqlite:///…` or
    `postgresql://…`. `BOOK_STATUS` is the status of its file where several processes share the
    book: they then hold to one file, whenever each opens it first. Raises `Outage` for an address
    that names nothing of the kind.
    """
    url = database_url(app.config.get("DATABASE_URL"), Path(app.config["INSTANCE"]).absolute())
    file = file_at(url)
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    opened = SqliteFile(file, app.config.get("BOOK_STATUS")) if file else None
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", _options(url, opened))
    try:
        db.init_app(app)
    except ModuleNotFoundError as error:
        raise Outage(Reason.DRIVER, place_of(url, file)) from error
    with app.app_context():
        engine = db.engine
    if opened:
        event.listen(engine, "checkout", opened.check)
    app.extensions[_EXTENSION] = _Store(engine, place_of(url, file), file, turn=Lock())


def _options(url: URL, file: SqliteFile | None) -> dict[str, Any]:
    """How SQLAlchemy opens the database, and how long it waits for it."""
    if file:
        return {"creator": file.open, "pool_timeout": WAIT_SECONDS, **_JSON}
    usual = {
        "connect_timeout": WAIT_SECONDS,
        "tcp_user_timeout": WAIT_SECONDS * 1000,
        "options": f"-c lock_timeout={WAIT_SECONDS}s",
    }
    chosen = {name: value for name, value in usual.items() if name not in url.query}
    return {"connect_args": chosen, "pool_pre_ping": True, "pool_timeout": WAIT_SECONDS, **_JSON}


def begin(connection: Connection) -> None:
    """Begin a transaction that writes; reads are single statements, which need none in SQLite."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


@contextmanager
def _opened() -> Iterator[_Store]:
    """The score book of the current app; raises `Outage` where an error means that it is of no use.

    `detail` is then the first line of what PostgreSQL says, which names what could not be reached.
    """
    store: _Store = current_app.extensions[_EXTENSION]
    try:
        yield store
    except (sa.exc.SQLAlchemyError, sqlite3.Error, OSError) as error:
        if (outage := _outage(store, error)) is error:
            raise
        raise outage from error


def _outage(store: _Store, error: Exception) -> Exception:
    """The outage that an error of a score book means, or the error where it means none."""
    reason = reason_of(error, store.file)
    if reason is None:
        return error
    if reason is not Reason.FULL:
        # They may be of no use any more. On a full disk they are: new ones need room.
        store.close()
    said = str(error.orig) if isinstance(error, sa.exc.DBAPIError) else ""
    return Outage(reason, store.place, said.partition("\n")[0])


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


@contextmanager
def connected() -> Iterator[Connection]:
    """A connection for single statements that change nothing; raises `Outage`."""
    with _opened() as store, _reader(store) as connection:
        yield connection


@contextmanager
def reading() -> Iterator[Session]:
    """A session on such a connection; raises `Outage`."""
    with connected() as connection, Session(connection) as session:
        yield session


def _reader(store: _Store) -> Connection:
    """A connection for reading, also where the disk can only be read."""
    try:
        return store.engine.connect()
    except Outage as outage:
        if outage.reason is not Reason.READ_ONLY or store.file is None:
            raise
        # No connection outlives its use, so that what is written once the disk is back is seen. Nor
        # do those at hand: SQLite closes no file while the process has it open once more.
        store.close()
        creator = partial(open_read_only, store.file)
        only = sa.create_engine(store.engine.url, creator=creator, poolclass=sa.NullPool)
        return only.connect()


@contextmanager
def appending(seconds: float | None = None) -> Iterator[Connection]:
    """A connection in a write transaction, committed at the end and undone by an error.

    In SQLite all writers take turns, and wait so many seconds at most, or `WAIT_SECONDS`. In
    PostgreSQL whoever reads before writing locks the rows it read with `with_for_update`, which
    SQLite leaves out. Raises `Outage`, also where another version of this program has changed the
    tables meanwhile; where PostgreSQL broke off at the very end, all may have been written even so.
    """
    with _opened() as store, _turn(store, seconds), store.engine.begin() as connection:
        begin(connection)
        _check_version(connection.scalar(_VERSION) or "", store.place)
        yield connection


@contextmanager
def writing(seconds: float | None = None) -> Iterator[Session]:
    """A session on such a connection; raises as `appending` does."""
    with appending(seconds) as connection, Session(connection) as session:
        yield session
        session.flush()


def insert_once(session: Session, model: type[Base], values: Mapping[str, object]) -> Any | None:
    """Insert a row, and give its primary key; None where its place is taken already.

    PostgreSQL waits for another transaction that is taking the place, so that what took it can be
    read afterwards.
    """
    # PostgreSQL's dialect takes long to import; only a book that is kept there needs it.
    dialect = import_module(f"sqlalchemy.dialects.{session.get_bind().dialect.name}")
    statement = dialect.insert(model).values(values).on_conflict_do_nothing()
    return session.scalar(statement.returning(*sa.inspect(model).primary_key))


@contextmanager
def _turn(store: _Store, seconds: float | None = None) -> Iterator[None]:
    """Wait for this writer's turn among all threads and processes; raises `TimeoutError`.

    SQLite's own waiting sleeps ever longer: a second and more with eight writers. PostgreSQL locks
    rows instead.
    """
    if store.file is None:
        yield
        return
    seconds = WAIT_SECONDS if seconds is None else seconds
    give_up = time.monotonic() + seconds
    if not store.turn.acquire(timeout=seconds):
        raise TimeoutError
    try:
        with locked(beside(store.file, ".lock"), seconds=give_up - time.monotonic()):
            yield
    finally:
        store.turn.release()


def book_app(folder: Path, database_url: str | None) -> Flask:
    """An app with nothing but a score book: enough to migrate it, or to see what it is."""
    app = Flask(__name__)
    app.config.update(INSTANCE=folder, DATABASE_URL=database_url)
    init_app(app)
    return app


def migrate(app: Flask, *, begin: bool = True) -> bool:
    """Bring the tables up to this version; at once where they are, and one process at a time.

    Gives whether there was a score book before.

    Begins a new score book where there is no database, unless `begin` is false: then there was one
    before. Leaves no connection open. Raises `Outage`, also for a book of a later version, for one
    whose tables are not those of its version, and for a database that holds none.
    """
    with app.app_context(), _opened() as store, _turn(store), closing(store):
        if store.file and not os.path.lexists(store.file):
            if not begin or any(log.exists() for log in logs(store.file)):
                raise Outage(Reason.MISSING, store.place)
            _begin_file(store.file)
            return False
        if store.file:
            check_log(store.file)
            check_file(store.file)
        with store.engine.begin() as connection:
            if not store.file:
                lock = sa.text("SELECT pg_advisory_xact_lock(:number)")
                connection.execute(lock, {"number": MIGRATION_LOCK})
            revision = _revision(connection)
            if revision is None and not begin:
                raise Outage(Reason.EMPTY, store.place)
            if (revision or "") > newest_revision():
                raise Outage(Reason.LATER, store.place)
            if revision != newest_revision():
                try:
                    _upgrade(app)
                except sa.exc.DBAPIError as error:
                    if reason_of(error, store.file):
                        raise
                    raise Outage(Reason.HALF, store.place) from error
        with store.engine.connect() as connection:
            _check_tables(connection, store.place)
        return revision is not None


def check(app: Flask) -> None:
    """Raise `Outage` unless there is a score book of this version."""
    with app.app_context(), _opened() as store, closing(store):
        if store.file:
            check_log(store.file)
        with _reader(store) as connection:
            revision = _revision(connection)
        if revision is None:
            raise Outage(Reason.EMPTY, store.place)
        _check_version(revision, store.place)


def _check_version(revision: str, place: str) -> None:
    if revision != newest_revision():
        reason = Reason.LATER if revision > newest_revision() else Reason.EARLIER
        raise Outage(reason, place)


def _check_tables(connection: Connection, place: str) -> None:
    """Raise `Outage` where a table or a column is missing."""
    there = sa.inspect(connection)
    for table in db.metadata.sorted_tables:
        try:
            columns = {column["name"] for column in there.get_columns(table.name)}
        except sa.exc.NoSuchTableError:
            columns = set()
        if not columns.issuperset(table.columns.keys()):
            raise Outage(Reason.HALF, place)


def _begin_file(file: Path) -> None:
    """Begin a score book beside the file, and put it there when it is whole (0600)."""
    draft = beside(file, ".new")
    for left in (draft, *logs(draft), beside(draft, "-shm")):
        left.unlink(missing_ok=True)
    # SQLite gives its log files the permissions of the database file.
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        with closing(sqlite3.connect(draft)) as connection:
            connection.execute("PRAGMA journal_mode = WAL").close()
        app = book_app(draft.parent, f"sqlite:///{draft}")
        with app.app_context():
            _upgrade(app)
            # The last connection to be closed leaves no log.
            db.engine.dispose()
        draft.rename(file)
    finally:
        draft.unlink(missing_ok=True)


@cache
def newest_revision() -> str:
    """The revision that the tables of this version have: the last file of the migrations."""
    return max(path.stem for path in (MIGRATIONS / "versions").glob("[0-9]*.py")).split("_")[0]


def _revision(connection: Connection) -> str | None:
    """The revision that the tables have; empty before the first, None where nothing was begun."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision = connection.scalar(_VERSION)
    return str(revision or "")


def _upgrade(app: Flask) -> None:
    # Seldom needed, and slow to import.
    import flask_migrate

    flask_migrate.Migrate(app, db, directory=str(MIGRATIONS))
    flask_migrate.upgrade()
