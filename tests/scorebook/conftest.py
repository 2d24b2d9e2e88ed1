"""A score book in a real file; for tests of `EACH_DATABASE` in a real PostgreSQL as well, where its
programs are installed."""

import shutil
import sqlite3

import psycopg
import pytest
import sqlalchemy as sa

from referee.paths import DATABASE_FILE
from referee.scorebook import models
from tests.scorebook.tables import open_book

EACH_DATABASE = pytest.mark.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)
"""For tests of locking, types and retries, where the two databases differ; all others are run on
SQLite alone."""


@pytest.fixture
def database_url(request):
    """Where a score book is kept; None for the file in its instance folder."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return None
    return request.getfixturevalue("postgres_url")


@pytest.fixture(scope="session")
def migrated(tmp_path_factory):
    """The file of an empty score book, whose tables are made once."""
    folder = tmp_path_factory.mktemp("migrated")
    open_book(folder)
    return folder / DATABASE_FILE


@pytest.fixture
def app(tmp_path, database_url, migrated):
    """An app with an empty score book, in its context."""
    if database_url is None:
        shutil.copy2(migrated, tmp_path)
    app = open_book(tmp_path, database_url)
    with app.app_context():
        yield app
        models.db.engine.dispose()


@pytest.fixture
def statements(app, monkeypatch):
    """Every statement that is sent to the database, below SQLAlchemy too."""
    sent: list[str] = []
    connect = sqlite3.connect

    def noted(*given, **more):
        connection = connect(*given, **more)
        connection.set_trace_callback(sent.append)
        return connection

    class Noting(psycopg.Cursor):
        def execute(self, query, *rest, **more):
            # Which only asks whether the connection still stands.
            if query != ";":
                sent.append(str(query))
            return super().execute(query, *rest, **more)

    def note(connection, _):
        if not isinstance(connection, sqlite3.Connection):
            connection.cursor_factory = Noting

    monkeypatch.setattr(sqlite3, "connect", noted)
    models.db.engine.dispose()
    app.extensions["scorebook"].close()
    sa.event.listen(models.db.engine, "connect", note)
    yield sent
    sa.event.remove(models.db.engine, "connect", note)
