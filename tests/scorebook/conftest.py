"""A score book in a real file, and in a real PostgreSQL where its programs are installed."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
import sqlalchemy as sa

from referee.scorebook import storage
from tests.scorebook.tables import open_book

DEBIAN_PROGRAMS = "/usr/lib/postgresql"


@pytest.fixture(scope="session")
def postgres():
    """The URL of a PostgreSQL server of our own, gone after the tests."""
    initdb = _program("initdb")
    if initdb is None:
        pytest.skip("PostgreSQL's programs (initdb, pg_ctl) are not installed")
    # PostgreSQL refuses to run as root, and pytest's own folders are closed to other users.
    as_user = [] if os.geteuid() else ["runuser", "-u", "postgres", "--"]
    folder = Path(tempfile.mkdtemp(prefix="referee-postgres-"))
    if as_user:
        shutil.chown(folder, "postgres", "postgres")
    cluster = folder / "cluster"
    subprocess.run(
        [*as_user, str(initdb), "-D", str(cluster), "-U", "referee", "-A", "trust", "-E", "UTF8"],
        check=True, capture_output=True, cwd="/",
    )  # fmt: skip
    pg_ctl = [*as_user, str(initdb.with_name("pg_ctl")), "-D", str(cluster), "-w"]
    # Durability is PostgreSQL's own affair, so that these tests need not wait for the disk.
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    subprocess.run(
        [*pg_ctl, "-l", str(folder / "log"), "-o", options, "start"],
        check=True, stdout=subprocess.DEVNULL, cwd="/",
    )  # fmt: skip
    yield f"postgresql://referee@/postgres?host={folder}"
    subprocess.run([*pg_ctl, "-m", "immediate", "stop"], check=True, capture_output=True, cwd="/")
    shutil.rmtree(folder)


def _program(name: str) -> Path | None:
    found = shutil.which(name)
    if found:
        return Path(found).resolve()
    versions = sorted(Path(DEBIAN_PROGRAMS).glob(f"*/bin/{name}"))
    return versions[-1] if versions else None


@pytest.fixture
def postgres_url(postgres):
    """The URL of an empty database."""
    engine = sa.create_engine(postgres.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    return postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request):
    """Where a score book is kept; None for the file in its instance folder."""
    if request.param == "sqlite":
        return None
    return request.getfixturevalue("postgres_url")


@pytest.fixture
def app(tmp_path, database_url):
    """An app with an empty score book, in its context."""
    app = open_book(tmp_path, database_url)
    with app.app_context():
        yield app
        storage.db.engine.dispose()
