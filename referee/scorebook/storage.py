"""Where the score book is kept: SQLite, or PostgreSQL through the same statements.

`init_app` and `migrate` prepare an app. `reading` and `writing` give a connection; everything that
changes the book goes through `writing`.
"""

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Connection, Dialect, Engine, make_url

from referee.scorebook.refusals import LaterBook
from referee.scorebook.wording import says

MIGRATIONS: Final = Path(__file__).parent / "migrations"
"""The history of the tables; revisions are numbered as their files are, `0001` and so on."""
DATABASE_FILE: Final = "referee.sqlite3"
BUSY_MILLISECONDS: Final = 10_000

_READS: Final = "scorebook_reads"
_EXTENSION: Final = "scorebook"
MIGRATION_LOCK: Final = 0x5C02E
"""An advisory lock of PostgreSQL that means: the tables are being changed."""

db = SQLAlchemy(
    metadata=sa.MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
)


class Moment(sa.TypeDecorator[datetime]):
    """A moment in UTC; SQLite keeps it without its zone."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment as the database takes it."""
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment with its zone."""
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


edition = db.Table(
    "edition",
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("definition", sa.JSON, nullable=False),
    comment="A variant as it was when games were started under it, kept once for all of them.",
)

game = db.Table(
    "game",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("public_id", sa.String(12), nullable=False, unique=True),
    sa.Column("start_key", sa.String(64), nullable=False, unique=True),
    sa.Column("variant_id", sa.String(80), nullable=False),
    sa.Column("edition", sa.ForeignKey("edition.digest"), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("naming", sa.Integer, nullable=False, server_default="0"),
    sa.Column("started_at", Moment, nullable=False),
    sa.Column("written_at", Moment, nullable=False),
)

link = db.Table(
    "link",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("public_id", sa.String(12), nullable=False, unique=True),
    sa.Column("game_id", sa.ForeignKey("game.id"), nullable=False),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("made_at", Moment, nullable=False),
    sa.Column("withdrawn_at", Moment),
    sa.Column("name", sa.String(40)),
    sa.Column("used_at", Moment),
    sa.UniqueConstraint("game_id", "role", "number"),
)

entry = db.Table(
    "entry",
    sa.Column("game_id", sa.ForeignKey("game.id"), primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("link_id", sa.ForeignKey("link.id"), nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("base", sa.Integer, nullable=False),
    sa.Column("body", sa.JSON, nullable=False),
    sa.UniqueConstraint("game_id", "key"),
)


@dataclass(frozen=True, slots=True)
class _Store:
    """The open score book of one app; `file` is None where it is not kept in SQLite."""

    reader: Engine
    writer: Engine
    file: Path | None


def init_app(app: Flask) -> None:
    """Keep the score book of an app where its settings say.

    `INSTANCE` is its folder. `DATABASE_URL` may name another place: `sqlite:///…` or
    `postgresql://…`.
    """
    url = _url(app.config.get("DATABASE_URL"), Path(app.config["INSTANCE"]).absolute())
    file = Path(url.database) if url.database and url.get_backend_name() == "sqlite" else None
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {} if file else {"pool_pre_ping": True})
    db.init_app(app)
    with app.app_context():
        engine = db.engine
    if file:
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin)
    app.extensions[_EXTENSION] = _Store(
        reader=engine.execution_options(**{_READS: True}),
        writer=engine,
        file=file,
    )


def _url(given: str | None, folder: Path) -> URL:
    url = make_url(given or f"sqlite:///{folder / DATABASE_FILE}")
    if url.get_backend_name() == "sqlite":
        return url.set(database=str(folder / (url.database or DATABASE_FILE)))
    # SQLAlchemy's own choice for this scheme would be another driver.
    return url.set(drivername="postgresql+psycopg")


def _prepare_sqlite(connection: Any, record: object) -> None:
    # The driver's own transactions begin too late and lose updates; `_begin` begins ours.
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout = {BUSY_MILLISECONDS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    # Reads are single statements, which need no transaction.
    if not connection.get_execution_options().get(_READS):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _store() -> _Store:
    store: _Store = current_app.extensions[_EXTENSION]
    return store


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


@contextmanager
def reading() -> Iterator[Connection]:
    """A connection for single statements that change nothing."""
    with _store().reader.connect() as connection:
        yield connection


@contextmanager
def writing() -> Iterator[Connection]:
    """A write transaction, committed at the end and undone by an error.

    In SQLite all writers take turns. In PostgreSQL whoever reads before writing locks the rows it
    read with `with_for_update`, which SQLite leaves out.
    """
    store = _store()
    with _turn(store), store.writer.begin() as connection:
        yield connection


def insert_once(
    connection: Connection, table: sa.Table, values: Mapping[str, object]
) -> Any | None:
    """Insert a row, and give its primary key; None where its place is taken already.

    PostgreSQL waits for another transaction that is taking the place, so that what took it can be
    read afterwards.
    """
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = insert(table).values(values).on_conflict_do_nothing()
    return connection.scalar(statement.returning(*table.primary_key))


@contextmanager
def _turn(store: _Store) -> Iterator[None]:
    """Wait for this writer's turn among all threads and processes.

    SQLite's own waiting sleeps and polls: a second and more with eight writers. A file that is
    opened anew has a lock of its own, so that threads wait for each other as processes do, in the
    order in which they came.
    """
    if store.file is None:
        yield
        return
    descriptor = _opened(store.file.with_name(f"{store.file.name}.lock"))
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _opened(file: Path) -> int:
    """A descriptor of a file that is made (0600) where there is none."""
    return os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def migrate(app: Flask) -> None:
    """Bring the tables up to this version; at once where they are, and one process at a time.

    Makes the SQLite file (0600) where there is none. Leaves no connection open. Raises `LaterBook`
    where a later version has changed the tables.
    """
    with app.app_context(), ExitStack() as held:
        store = _store()
        held.callback(store.writer.dispose)
        held.enter_context(_turn(store))
        if store.file is None:
            held.enter_context(_advisory_lock(store.reader))
        else:
            # SQLite gives its log files the permissions of the database file.
            os.close(_opened(store.file))
        revision, newest = _revision(store.reader), newest_revision()
        if revision > newest:
            raise LaterBook(says("no.later.book"))
        if revision < newest:
            _upgrade(app)


@contextmanager
def _advisory_lock(engine: Engine) -> Iterator[None]:
    lock = sa.text("SELECT pg_advisory_xact_lock(:number)")
    with engine.begin() as connection:
        connection.execute(lock, {"number": MIGRATION_LOCK})
        yield


def newest_revision() -> str:
    """The revision that the tables of this version have: the last file of the migrations."""
    return max(path.stem for path in (MIGRATIONS / "versions").glob("[0-9]*.py")).split("_")[0]


def _revision(engine: Engine) -> str:
    """The revision that the tables have, or the empty text where there are none."""
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return ""
        found = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
        return str(found or "")


def _upgrade(app: Flask) -> None:
    # Seldom needed, and slow to import.
    import flask_migrate

    flask_migrate.Migrate(app, db, directory=str(MIGRATIONS))
    flask_migrate.upgrade()
