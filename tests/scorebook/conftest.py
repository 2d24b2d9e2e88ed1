"""A score book in a real file, and in a real PostgreSQL where its programs are installed."""

import os
import pwd
import shutil
import subprocess
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.scorebook.tables import open_book

DEBIAN_PROGRAMS = "/usr/lib/postgresql"


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    """The URL of a PostgreSQL server of our own, gone after the tests."""
    initdb = _program("initdb")
    if initdb is None:
        pytest.skip("PostgreSQL's programs (initdb, pg_ctl) are not installed")
    # PostgreSQL refuses to run as root, and pytest's own folders are closed to other users.
    as_user, user = (
        ([], None) if os.geteuid() else (["runuser", "-u", "postgres", "--"], "postgres")
    )
    folder = Path(tmp_path_factory.mktemp("postgres"))
    if user:
        folder = Path("/tmp") / f"referee-postgres-{os.getpid()}"
        folder.mkdir(mode=0o700)
        account = pwd.getpwnam(user)
        os.chown(folder, account.pw_uid, account.pw_gid)
    cluster, socket = folder / "cluster", folder
    subprocess.run(
        [*as_user, initdb, "-D", cluster, "-U", "referee", "-A", "trust", "-E", "UTF8"],
        check=True, capture_output=True, cwd="/",
    )  # fmt: skip
    pg_ctl = [*as_user, initdb.with_name("pg_ctl"), "-D", cluster, "-w"]
    # Durability is PostgreSQL's own affair, so that these tests need not wait for the disk.
    options = f"-c listen_addresses='' -c unix_socket_directories='{socket}' -c fsync=off"
    subprocess.run(
        [*pg_ctl, "-l", folder / "log", "-o", options, "start"],
        check=True, stdout=subprocess.DEVNULL, cwd="/",
    )  # fmt: skip
    yield f"postgresql://referee@/postgres?host={socket}"
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
        storage_engine().dispose()


def storage_engine():
    """The engine of the current app's score book."""
    from referee.scorebook.storage import db

    return db.engine
