"""The command line in another language: no English is left over, and a wrong one is refused."""

import errno
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import cli, serve
from referee.backup import backup
from referee.instance import CommandError, prepare, secret_key
from referee.language import ENGLISH, Catalogue, use
from referee.restore import restore
from tests.language.test_rulings import WORD, bracketed, unbracketed
from tests.servers import REFEREE

AS_TYPED = {
    "referee", "serve", "rule", "print", "backup", "restore", "migrate", "jsonl", "sheet", "game",
    "file", "port", "host", "instance", "h", "help", "address", "out", "option", "link", "paper",
    "across", "up", "stacked", "copies", "players", "rows", "large", "inks", "no", "code", "both",
    "sides", "short", "edge", "beside", "booklet", "sheets", "static", "a", "pdf", "foo", "type",
    "sub", "yes",
}  # fmt: skip
"""Commands, options, and what was typed."""


@pytest.fixture(autouse=True)
def in_brackets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language of brackets, for the command line too."""
    monkeypatch.setattr(cli, "catalogue", lambda _: bracketed())
    with use(bracketed()):
        yield


def english_of(text: str) -> set[str]:
    """The words outside brackets; words in capitals stand for what is to be typed."""
    words = set(WORD.findall(unbracketed(text)))
    return {word for word in words if not word.isupper()} - AS_TYPED


@pytest.mark.parametrize(
    "command",
    [(), ("serve",), ("rule",), ("print",), ("backup",), ("restore",), ("migrate",), ("static",)],
)
def test_no_english_is_left_in_help(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main([*command, "--help"])
    assert english_of(capsys.readouterr().out) == set()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["foo"],
        ["serve", "--port", "foo"],
        ["serve", "--port"],
        ["serve", "--address", "foo"],
        ["print"],
        ["print", "sheet", "--up", "foo"],
        ["print", "sheet", "--s", "foo"],
        ["migrate", "foo"],
    ],
    ids=" ".join,
)
def test_no_english_is_left_where_arguments_are_wrong(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main(arguments)
    assert english_of(capsys.readouterr().err) == set()


def test_no_english_is_left_in_what_was_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "1"
    assert cli.main(["migrate", "--instance", str(folder)]) == 0
    assert cli.main(["backup", str(tmp_path / "2"), "--instance", str(folder)]) == 0
    assert cli.main(["restore", str(tmp_path / "2"), "--yes", "--instance", str(folder)]) == 0
    serve.announce("http://127.0.0.1:8080")
    serve.announce("http://192.0.2.1:8080")
    printed = capsys.readouterr().out.replace(str(tmp_path), "")
    assert english_of(printed.replace("referee-replaced-1.sqlite3", "")) == {"http"}


def test_no_english_is_left_in_what_could_not_be_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def refused(call: object) -> None:
        assert callable(call)
        with pytest.raises(CommandError) as caught:
            call()
        told.append(str(caught.value))

    taken = tmp_path / "1"
    taken.touch()
    taken.chmod(0o666)
    (tmp_path / "secret_key").touch()
    refused(lambda: prepare(taken))
    refused(lambda: secret_key(tmp_path))
    refused(lambda: backup(tmp_path, taken))
    (tmp_path / "referee.sqlite3").touch()
    refused(lambda: backup(tmp_path, taken))
    refused(lambda: backup(tmp_path, tmp_path / "3" / "4"))
    (tmp_path / "secret_key").unlink()
    (tmp_path / "referee.sqlite3").unlink()
    tmp_path.chmod(0o755)
    refused(lambda: prepare(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "postgresql://1/2")
    refused(lambda: backup(tmp_path, taken))
    refused(lambda: restore(tmp_path, taken))
    monkeypatch.setattr(serve, "PATIENCE_SECONDS", 0.0)
    for number in (errno.EADDRINUSE, errno.EACCES, errno.EADDRNOTAVAIL):

        def refuse(*_: object, number: int = number) -> None:
            raise OSError(number, "1")

        monkeypatch.setattr(socket, "create_server", refuse)
        refused(lambda: serve.listen("1", 8080))
    assert len(told) == 11
    for text in told:
        # What the operating system says stands in the language of the operating system.
        text = re.sub(r"Not a directory|File exists|No such file or directory", "", text)
        assert english_of(text.replace(str(tmp_path), "")) <= {"secret", "key"}, text


def test_marks_that_cannot_be_seen_are_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rule", "דנה"]) == 1
    assert "דנה" in (printed := capsys.readouterr().err)
    assert not {"\u2068", "\u2069"} & set(printed)


def test_language_is_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def of(language: str) -> Catalogue:
        asked.append(language)
        return ENGLISH

    monkeypatch.setattr(cli, "catalogue", of)
    for named in ("de", "", None):
        if named is None:
            monkeypatch.delenv("REFEREE_LANGUAGE")
        else:
            monkeypatch.setenv("REFEREE_LANGUAGE", named)
        assert cli.main(["rule", "/dev/null"]) == 0
    assert asked == ["de", "en", "en"]


@pytest.mark.parametrize("named", ["xx", "../language/en", "."])
def test_language_without_a_folder_is_a_sentence(named: str) -> None:
    ended = subprocess.run(
        [*REFEREE, "migrate"], env={"REFEREE_LANGUAGE": named}, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == (
        f"There is no language “{named}”. There are: en. "
        "Set REFEREE_LANGUAGE to one of these, or unset it.\n"
    )
