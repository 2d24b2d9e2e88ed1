"""The instance folder and the key that it keeps."""

import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.instance import CommandError, database_url, default_folder, prepare, secret_key
from referee.scorebook.book_file import database_file


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REFEREE_INSTANCE", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def keep_umask() -> Iterator[None]:
    """Leave the umask of the test process as it was."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "/home/ann/.local/share/rummy-referee"),
        ({"XDG_DATA_HOME": "/srv/data"}, "/srv/data/rummy-referee"),
        ({"XDG_DATA_HOME": "data"}, "/home/ann/.local/share/rummy-referee"),
        ({"XDG_DATA_HOME": "/srv/data", "REFEREE_INSTANCE": "/srv/table"}, "/srv/table"),
    ],
    ids=["home", "data folder", "relative data folder", "named"],
)
def test_default_folder(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_folder() == Path(expected)


@pytest.mark.usefixtures("keep_umask")
@pytest.mark.parametrize("contents", [[], ["secret_key"], ["referee.sqlite3", "notes"]])
def test_own_folder_is_closed_to_others(tmp_path: Path, contents: list[str]) -> None:
    folder = tmp_path / "instance"
    folder.mkdir(mode=0o755)
    for name in contents:
        (folder / name).touch()
    prepare(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.usefixtures("keep_umask")
def test_file_in_the_way_is_refused(tmp_path: Path) -> None:
    in_the_way = tmp_path / "instance"
    in_the_way.touch()
    with pytest.raises(CommandError, match="--instance DIR"):
        prepare(in_the_way)


def test_key_is_made_once_however_many_ask(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(secret_key, [tmp_path] * 32))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_damaged_key_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_bytes(b"short")
    with pytest.raises(CommandError, match="damaged"):
        secret_key(tmp_path)
    assert (tmp_path / "secret_key").read_bytes() == b"short"


@pytest.mark.parametrize(
    ("url", "file"),
    [
        (None, "/srv/table/referee.sqlite3"),
        ("sqlite:////srv/book.sqlite3", "/srv/book.sqlite3"),
        ("sqlite:///book.sqlite3?timeout=3", "/srv/table/book.sqlite3"),
        ("postgresql://localhost/rummy", None),
    ],
    ids=["default", "another file", "a file in the folder", "PostgreSQL"],
)
def test_database_file(url: str | None, file: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path("/srv/table")
    if url:
        monkeypatch.setenv("DATABASE_URL", url)
    assert database_url() == url
    assert database_file(database_url(), folder) == (Path(file) if file else None)
