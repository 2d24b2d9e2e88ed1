"""Backups put in the place of the score book: nothing is lost, and nothing is mixed up."""

import io
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from referee.backup import backup
from referee.cli import main
from referee.instance import CommandError, prepare
from referee.restore import restore
from referee.scorebook.outages import Outage, Reason
from tests.postgres import Cluster
from tests.processes import Process
from tests.scorebook.tables import open_book
from tests.servers import run_command, serving
from tests.test_backup import cut_short, damage_a_page, damage_head

BOOK = "referee.sqlite3"
REPLACED = "referee-replaced-1.sqlite3"


@pytest.fixture(autouse=True)
def no_other_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)


def add(book: Path, digest: str) -> None:
    with closing(sqlite3.connect(book)) as database, database:
        database.execute("INSERT INTO edition VALUES (?, '{}')", [digest])


def rows(book: Path) -> list[str]:
    with closing(sqlite3.connect(book)) as database:
        return [digest for (digest,) in database.execute("SELECT digest FROM edition")]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A backup that holds one row."""
    return tmp_path / "copy.sqlite3"


@pytest.fixture
def folder(tmp_path: Path, copy: Path) -> Path:
    """An instance whose server was killed: what came after the backup stands in its log alone."""
    living, killed = tmp_path / "living", prepare(tmp_path / "instance")
    living.mkdir()
    open_book(living)
    add(living / BOOK, "early")
    backup(living, copy)
    with closing(sqlite3.connect(living / BOOK)) as writer:
        with writer:
            writer.execute("INSERT INTO edition VALUES ('late', '{}')")
        for path in living.glob(f"{BOOK}*"):
            shutil.copy(path, killed)
    assert (killed / f"{BOOK}-wal").stat().st_size
    return killed


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_backup_takes_the_place_of_a_killed_book_which_is_kept(folder: Path, copy: Path) -> None:
    assert restore(folder, copy) == folder / REPLACED
    assert rows(folder / BOOK) == ["early"]
    assert rows(folder / REPLACED) == ["early", "late"]
    assert stat.S_IMODE((folder / BOOK).stat().st_mode) == 0o600
    assert rows(copy) == ["early"]


def test_no_log_of_the_earlier_book_is_left(folder: Path, copy: Path) -> None:
    restore(folder, copy)
    left = {name for name in files(folder) if name.startswith(BOOK)}
    assert left <= {BOOK, f"{BOOK}.lock", f"{BOOK}.served"}


def test_each_book_that_was_replaced_is_kept(folder: Path, copy: Path) -> None:
    restore(folder, copy)
    assert restore(folder, copy) == folder / "referee-replaced-2.sqlite3"
    assert rows(folder / REPLACED) == ["early", "late"]


def test_backup_is_put_where_there_is_no_book(tmp_path: Path, folder: Path, copy: Path) -> None:
    new = tmp_path / "new"
    assert restore(new, copy) is None
    assert rows(new / BOOK) == ["early"]
    assert stat.S_IMODE(new.stat().st_mode) == 0o700


def test_damaged_book_is_replaced_as_any_other(folder: Path, copy: Path) -> None:
    damage_head(folder / BOOK)
    restore(folder, copy)
    assert rows(folder / BOOK) == ["early"]
    assert (folder / REPLACED).read_bytes().startswith(b"not a score book")


def test_server_shows_the_book_of_the_backup(tmp_path: Path, copy: Path) -> None:
    folder = tmp_path / "instance"
    with serving(folder) as server:
        add(folder / BOOK, "early")
        backup(folder, copy)
        add(folder / BOOK, "late")
        with pytest.raises(Outage) as outage:
            restore(folder, copy)
        assert outage.value.reason is Reason.BUSY
        assert rows(folder / BOOK) == ["early", "late"]
        assert server.get()[0] == 200
    restore(folder, copy)
    with serving(folder) as server:
        assert server.get()[0] == 200
        assert rows(folder / BOOK) == ["early"]


@pytest.mark.parametrize("damage", [damage_head, damage_a_page, cut_short])
def test_damaged_backup_is_refused(damage, folder: Path, copy: Path) -> None:
    damage(copy)
    refuse(Reason.DAMAGED, folder, copy)


def test_database_without_a_score_book_is_refused(folder: Path, copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as database:
        database.execute("DROP TABLE entry")
    with pytest.raises(CommandError, match="so it is no backup"):
        restore(folder, copy)
    assert rows(folder / BOOK) == ["early", "late"]


def test_backup_of_a_later_version_is_refused(folder: Path, copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    refuse(Reason.LATER, folder, copy)


def refuse(reason: Reason, folder: Path, copy: Path) -> None:
    """Nothing changes, and the sentence names the backup."""
    with pytest.raises(Outage) as outage:
        restore(folder, copy)
    assert (outage.value.reason, outage.value.place) == (reason, str(copy))
    assert rows(folder / BOOK) == ["early", "late"]
    assert not [name for name in files(folder) if "replaced" in name or ".part" in name]


def test_backup_that_is_not_there_is_said_to_be_missing(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="can’t be read"):
        restore(folder, tmp_path / "nowhere.sqlite3")
    assert rows(folder / BOOK) == ["early", "late"]


@pytest.mark.parametrize(
    ("answer", "held"), [("yes\n", ["early"]), ("no\n", ["early", "late"]), ("", ["early", "late"])]
)
def test_it_asks_before_it_replaces_a_book(
    answer: str,
    held: list[str],
    folder: Path,
    copy: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    done = main(["restore", str(copy), "--instance", str(folder)])
    said = capsys.readouterr()
    assert rows(folder / BOOK) == held
    assert "Type yes" in said.out
    if answer == "yes\n":
        assert done == 0
        assert str(folder / REPLACED) in said.out
    else:
        assert (done, said.err) == (1, "Nothing was changed.\n")


def test_yes_may_be_said_beforehand(
    folder: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["restore", str(copy), "--yes", "--instance", str(folder)]) == 0
    assert "Type yes" not in capsys.readouterr().out
    assert rows(folder / BOOK) == ["early"]


@pytest.mark.parametrize("command", ["migrate", "backup", "serve"])
def test_log_of_another_book_is_noticed_and_left_alone(
    command: str, folder: Path, copy: Path, port: int, tmp_path: Path
) -> None:
    shutil.copy(copy, folder / BOOK)
    before = (folder / BOOK).read_bytes(), (folder / f"{BOOK}-wal").read_bytes()
    more = {"backup": [str(tmp_path / "new")], "serve": ["--port", str(port)]}.get(command, [])
    arguments = [command, *more, "--instance", str(folder)]
    ended = Process(run_command, arguments, output=tmp_path / "said")
    assert ended.wait(30) == 1
    said = (tmp_path / "said").read_text()
    assert f"{BOOK}-wal belongs to another" in said
    assert "./run restore FILE" in said
    assert before == ((folder / BOOK).read_bytes(), (folder / f"{BOOK}-wal").read_bytes())
    restore(folder, copy)
    assert rows(folder / BOOK) == ["early"]


def test_log_of_a_killed_server_is_its_own(folder: Path) -> None:
    with serving(folder) as server:
        assert server.get()[0] == 200
    assert rows(folder / BOOK) == ["early", "late"]


def test_postgresql_is_left_to_its_own_tools(
    postgres: Cluster,
    postgres_url: str,
    tmp_path: Path,
    copy: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    open_book(tmp_path, postgres_url)
    dump = subprocess.run(["pg_dump", postgres_url], check=True, capture_output=True).stdout
    copy.write_bytes(dump)
    with pytest.raises(CommandError, match="psql") as refused:
        restore(tmp_path, copy)
    command = str(refused.value).partition("type: ")[2].partition(" Then ")[0]
    subprocess.run(command, shell=True, check=True, capture_output=True)
    another = postgres_url.replace("/postgres?", "/restored?")
    again = subprocess.run(["pg_dump", another], check=True, capture_output=True).stdout
    assert b"CREATE TABLE public.entry" in again
