"""A PostgreSQL server of our own, where its programs are installed."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

_DEBIAN_PROGRAMS = "/usr/lib/postgresql"


class NoPostgres(Exception):
    """PostgreSQL's programs are not installed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """A server with one database, reached through a socket in its folder."""

    folder: Path
    programs: Path
    as_user: tuple[str, ...]

    @property
    def url(self) -> str:
        return f"postgresql://referee@/postgres?host={self.folder}"

    def start(self) -> None:
        # Durability is PostgreSQL's own affair, so that tests need not wait for the disk.
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        self._pg_ctl("-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """Stop at once, as a crash would."""
        self._pg_ctl("-m", "immediate", "stop")

    def empty(self) -> None:
        """Make the database an empty one."""
        engine = sa.create_engine(self.url.replace("postgresql:", "postgresql+psycopg:"))
        with engine.begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
        engine.dispose()

    def _pg_ctl(self, *arguments: str) -> None:
        self.run("pg_ctl", "-D", str(self.folder / "cluster"), "-w", *arguments)

    def run(self, program: str, *arguments: str) -> None:
        command = [*self.as_user, str(self.programs / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server that runs until the block ends; raises `NoPostgres`."""
    initdb = _program("initdb")
    if initdb is None:
        raise NoPostgres
    # PostgreSQL refuses to run as root, and pytest's own folders are closed to other users.
    as_user = () if os.geteuid() else ("runuser", "-u", "postgres", "--")
    folder = Path(tempfile.mkdtemp(prefix="referee-postgres-"))
    if as_user:
        shutil.chown(folder, "postgres", "postgres")
    made = Cluster(folder=folder, programs=initdb.parent, as_user=as_user)
    try:
        options = ("-U", "referee", "-A", "trust", "-E", "UTF8", "--no-sync")
        made.run("initdb", "-D", str(folder / "cluster"), *options)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder)


def _program(name: str) -> Path | None:
    found = shutil.which(name)
    if found:
        return Path(found).resolve()
    versions = sorted(Path(_DEBIAN_PROGRAMS).glob(f"*/bin/{name}"))
    return versions[-1] if versions else None
