"""Real server processes for tests: `referee serve` on a free port of this machine."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

REFEREE = (sys.executable, "-P", "-m", "referee")
"""The command line of this checkout."""

FOR_MANY_TESTS = """
from referee.web import limits
limits.STARTS_PER_MINUTE = limits.GUESSES_PER_MINUTE = limits.PRINTS_PER_MINUTE = 10_000
from referee.cli import main
raise SystemExit(main())
"""
"""The same, with room for all the games that tests start from one address in a minute."""

SECONDS_TO_START = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A server that runs: its process, its address, and the file that it prints to."""

    process: subprocess.Popen[bytes]
    url: str
    log: Path

    def printed(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def get(self, path: str = "/", *, host: str | None = None) -> tuple[int, str]:
        """The status and the text of a page."""
        request = urllib.request.Request(self.url + path, headers={"Host": host} if host else {})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(
    folder: Path,
    *,
    port: int | None = None,
    command: Sequence[str] = REFEREE,
    environment: Mapping[str, str] | None = None,
    options: Sequence[str] = (),
) -> Iterator[Served]:
    """Serve the instance in `folder` until the block ends, from the first page answered."""
    port = port or free_port()
    log = folder.with_name(f"{folder.name}.log")
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "serve", "--port", str(port), "--instance", str(folder), *options],
            cwd=folder.parent,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})},
        )
    server = Served(process=process, url=f"http://127.0.0.1:{port}", log=log)
    try:
        _wait_for_first_page(server)
        yield server
    finally:
        process.terminate()
        process.wait(timeout=30)


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
