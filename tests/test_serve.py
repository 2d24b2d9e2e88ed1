"""The server that `referee serve` starts, as a process of its own on a real port."""

import errno
import os
import re
import signal
import socket
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno

from referee import serve
from referee.cli import main
from referee.instance import CommandError
from tests.servers import Served, serving

HIDDEN_FROM_OTHERS = 0o077


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where an instance is to be made."""
    return tmp_path / "instance"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Served]]:
    """A new instance, and the server that began it; it has another name on its network."""
    folder = tmp_path_factory.mktemp("begun") / "instance"
    with serving(folder, environment={"REFEREE_HOSTS": "rummy.example.org"}) as server:
        yield folder, server


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_files(process_id: int) -> list[Path]:
    """The paths that a process holds open."""
    return [link.readlink() for link in Path(f"/proc/{process_id}/fd").iterdir()]


def test_instance_is_readable_by_its_owner_only(begun: tuple[Path, Served]) -> None:
    folder, server = begun
    assert server.get()[0] == 200
    assert permissions(folder) == 0o700
    modes = {path.name: permissions(path) for path in folder.iterdir()}
    assert {"secret_key", "referee.sqlite3"} <= modes.keys()
    assert set(modes.values()) == {0o600}


def test_address_is_printed_with_its_qr_code(begun: tuple[Path, Served], tmp_path: Path) -> None:
    server = begun[1]
    printed = server.printed()
    address = next(word for word in printed.split() if word.startswith("http://"))
    expected = tmp_path / "qr.txt"
    with expected.open("w", encoding="utf-8") as out:
        segno.make(address, error="m", micro=False).terminal(out=out, border=2, compact=True)
    assert re.match(r"Open this on (your phone|this machine): http", printed)
    assert address.endswith(server.url.rpartition(":")[2])
    assert expected.read_text(encoding="utf-8") in printed


@pytest.mark.parametrize("command", [("serve", "--instance"), ("static", "--serve")])
def test_taken_port_ends_with_a_sentence_that_says_what_to_do(
    command: tuple[str, ...],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(serve, "PATIENCE_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ended = main([*command, str(folder), "--port", str(port)])
    said = capsys.readouterr()
    assert (ended, said.out) == (1, "")
    assert said.err.startswith(f"Port {port} is taken")
    assert "--port" in said.err
    assert said.err.count("\n") == 1


def test_server_starts_again_at_once_after_being_killed_and_stops_when_asked(
    folder: Path, port: int
) -> None:
    with serving(folder, port=port) as server:
        key = (folder / "secret_key").read_bytes()
        os.kill(server.process.pid, signal.SIGKILL)
    with serving(folder, port=port) as server:
        assert server.get()[0] == 200
        assert len(key) == 32
        assert (folder / "secret_key").read_bytes() == key
        server.process.terminate()
        assert server.process.wait(timeout=60) == 0


def test_key_that_is_missing_is_made_anew_and_that_is_said(folder: Path) -> None:
    with serving(folder) as server:
        assert "secret_key" not in server.printed()
    (folder / "secret_key").unlink()
    with serving(folder) as server:
        assert f"{folder / 'secret_key'} was missing, so a new one was made" in server.printed()
    with serving(folder) as server:
        assert "secret_key" not in server.printed()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_workers_inherit_no_open_score_book(begun: tuple[Path, Served]) -> None:
    # SQLite's locks are lost when a process closes a file that it got by a fork.
    folder, server = begun
    held = [path for path in open_files(server.process.pid) if path.is_relative_to(folder)]
    assert [path.name for path in held] == ["referee.sqlite3.served"]


def test_links_are_never_written_down(begun: tuple[Path, Served]) -> None:
    server = begun[1]
    server.get("/games/a-secret-link")
    server.get("/games/a-secret-link?another=secret")
    assert "secret" not in server.printed()


def test_only_known_names_are_answered(begun: tuple[Path, Served]) -> None:
    hosts = {
        "localhost": 200,
        "LocalHost:80": 200,
        "Rummy.Example.ORG": 200,
        "rummy.example.org": 200,
        "elsewhere.example.org": 400,
    }
    assert {host: begun[1].get(host=host)[0] for host in hosts} == hosts


def test_folder_with_other_files_open_to_others_is_refused(tmp_path: Path, port: int) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "letter.txt").touch()
    with pytest.raises(CommandError, match="chmod 700"):
        serve.serve(tmp_path, "127.0.0.1", port)
    assert permissions(tmp_path) == 0o755


def test_trusted_names_are_this_machines_own_and_those_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REFEREE_HOSTS", "Rummy.example.org, ,cards.example.org")
    names = serve.trusted_hosts("0.0.0.0", "10.1.2.3")
    assert {"localhost", "127.0.0.1", "10.1.2.3", serve.lan_address()} <= set(names)
    assert {"rummy.example.org", "cards.example.org"} <= set(names)
    assert not {"", "0.0.0.0"} & set(names)


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("192.168.1.20", 8080, "http://192.168.1.20:8080"),
        ("192.168.1.20", 80, "http://192.168.1.20"),
        ("0.0.0.0", 8080, f"http://{serve.lan_address()}:8080"),
    ],
    ids=["port", "default port", "every address"],
)
def test_address_for_phones(host: str, port: int, address: str) -> None:
    assert serve.address_for_phones(host, port) == address


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://192.168.1.20:8080", "Open this on your phone: http://192.168.1.20:8080\n"),
        ("http://127.0.0.1:8080", "Open this on this machine: http://127.0.0.1:8080\n"),
    ],
    ids=["network", "no network"],
)
def test_announcement_says_what_can_open_it(
    url: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    serve.announce(url)
    assert capsys.readouterr().out.startswith(words)


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.EADDRINUSE, "--port 8081"),
        (errno.EACCES, "--port 8080"),
        (errno.EADDRNOTAVAIL, "--host"),
    ],
    ids=["taken", "not allowed", "not ours"],
)
def test_port_that_cannot_be_had_names_the_way_out(
    number: int, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(serve, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(CommandError, match=advice):
        serve.listen("0.0.0.0", 8080)


@pytest.mark.parametrize("address", ["http://[::1", "http://x:99999", "ftp://x", "http://x/a"])
def test_what_is_no_address_is_refused_in_a_sentence(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--address", address])
    assert f"{address} isn’t an address such as" in capsys.readouterr().err
