"""Real server processes for tests: `referee serve` on a free port of this machine."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from http.server import HTTPServer
from pathlib import Path
from threading import Thread

from referee import serve
from referee.cli import main
from referee.scorebook import book_file, storage
from referee.web.games.pages import guesses, starts
from referee.web.prints.views import pace
from tests.processes import Process

REFEREE = (sys.executable, "-P", "-m", "referee")
"""The command line of this checkout."""


def nothing_ahead() -> None:
    """Have a server make no sheets ahead: nobody asks for them."""
    serve.AHEAD = False  # type: ignore[misc]


def for_many_tests() -> None:
    """Give a server room for all the games that tests start from one address in a minute."""
    nothing_ahead()
    for limit in (starts, guesses, pace):
        limit.per_minute = 10_000


def impatient() -> None:
    """Give a command as long to wait for the database as nobody notices."""
    for module in (book_file, storage):
        module.WAIT_SECONDS = 1  # type: ignore[attr-defined]


def run_command(arguments: Sequence[str], prepare: Callable[[], None] | None = None) -> None:
    """Run a command of `referee`, and exit as it does."""
    if prepare:
        prepare()
    sys.exit(main(arguments))


SECONDS_TO_START = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A server that runs: its process, its address, and the file that it prints to."""

    process: Process | subprocess.Popen[bytes]
    url: str
    log: Path

    def printed(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def get(self, path: str = "/", *, host: str | None = None) -> tuple[int, str]:
        """The status and the text of a page."""
        request = urllib.request.Request(self.url + path, headers={"Host": host} if host else {})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


@contextmanager
def reserved_port() -> Iterator[int]:
    """A port that no connection is given while the block lasts; a server may listen on it.

    It is free on every address, where a server listens: of another address of this machine a test
    may have had a connection from the same port just now.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("", 0))
        yield held.getsockname()[1]


@contextmanager
def serving(
    folder: Path,
    *,
    port: int | None = None,
    prepare: Callable[[], None] | None = None,
    command: Sequence[str] | None = None,
    environment: Mapping[str, str] | None = None,
    options: Sequence[str] = (),
) -> Iterator[Served]:
    """Serve the instance in `folder` until the block ends, from the first page answered.

    The server is forked from a process that has imported the program, and calls `prepare` first;
    a `command` starts it as its users do.
    """
    with nullcontext(port) if port else reserved_port() as port:
        log = folder.with_name(f"{folder.name}.log")
        arguments = ["serve", "--port", str(port), "--instance", str(folder), *options]
        env = {**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})}
        process: Process | subprocess.Popen[bytes]
        if command is None:
            process = Process(run_command, arguments, prepare, output=log, environment=env)
        else:
            with log.open("wb") as output:
                process = subprocess.Popen(
                    [*command, *arguments],
                    cwd=folder.parent,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    env=env,
                )
        server = Served(process=process, url=f"http://127.0.0.1:{port}", log=log)
        try:
            _wait_for_first_page(server)
            yield server
        finally:
            process.terminate()
            process.wait(timeout=60)


@contextmanager
def answering(server: HTTPServer) -> Iterator[HTTPServer]:
    """Have a server of this process answer until the block ends, unless it is shut down before."""
    running = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    running.start()
    with server:
        try:
            yield server
        finally:
            server.shutdown()
            running.join()


def _wait_for_first_page(server: Served) -> None:
    give_up = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            return _answered(server)
        except OSError as error:
            if server.process.poll() is not None or time.monotonic() > give_up:
                raise AssertionError(f"no page was served:\n{server.printed()}") from error
            time.sleep(0.02)


def _answered(server: Served) -> None:
    """Raise `OSError` unless a page comes from the process that we started."""
    server.get()
    if not re.search(r"https?://\S+", server.printed()):
        raise ConnectionError("another server answered")
