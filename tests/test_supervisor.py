"""A server that is told to stop while it starts, at every point of its start."""

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from referee.server import supervisor
from tests.processes import Process

SOURCES = (supervisor.__file__, signal.__file__)


def nothing(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """A page with nothing on it."""
    start_response("200 OK", [])
    return [b""]


def slow(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """A page that takes longer than a server that stops waits for it."""
    time.sleep(1)
    return nothing(environ, start_response)


def serve_slowly(port: int) -> None:
    """Serve slow pages, and wait for none of them when told to stop."""
    supervisor.GRACEFUL_SECONDS = 0  # type: ignore[misc]
    with socket.create_server(("127.0.0.1", port)) as listener:
        supervisor.run(lambda: slow, listener)


def test_what_waits_when_a_server_stops_is_refused_in_words(tmp_path: Path, port: int) -> None:
    process = Process(serve_slowly, port, output=tmp_path / "printed.txt")
    phones = [phone_at(port) for _ in range(12)]
    try:
        for connected in phones:
            connected.sendall(b"GET /disputes HTTP/1.1\r\nHost: localhost\r\n\r\n")
        # Once one is answered, the others wait.
        assert phones[0].recv(1)
        process.terminate()
        answers = [connected.makefile("rb").read() for connected in phones]
        process.wait(30)
    finally:
        process.kill()
        for connected in phones:
            connected.close()
    refused = [answer for answer in answers if b" 503 " in answer.partition(b"\r\n")[0]]
    assert refused and all(b"The referee is busy" in answer for answer in refused)
    assert not [answer for answer in answers if b" 500 " in answer.partition(b"\r\n")[0]]
    assert "Traceback" not in (tmp_path / "printed.txt").read_text()


def phone_at(port: int) -> socket.socket:
    """A connection to a server that may still be starting."""
    for _ in range(500):
        with suppress(ConnectionRefusedError):
            return socket.create_connection(("127.0.0.1", port), 30)
        time.sleep(0.02)
    raise AssertionError("nobody listens")


def serve_and_stop(in_child: bool, point: int | None) -> None:
    """Serve, and send SIGTERM to the supervisor after so many of its calls of the system.

    They are counted in its first child where `in_child`. Without a point the signal is sent at
    the end of the start, and the number of points is printed.
    """
    main, points, forks = os.getpid(), 0, 0

    def each(frame: FrameType, event: str, called: Any) -> None:
        nonlocal points, forks
        if frame.f_code.co_filename not in SOURCES:
            return
        forks += event == "c_return" and called is os.fork
        if (os.getpid() != main) is not in_child or (forks > 1 and in_child):
            return
        if in_child:
            started = frame.f_code is supervisor._each_second.__code__
        else:
            started = event == "c_call" and called.__name__ == "sigwait" and forks == 2
        if started and point is None:
            print(points, flush=True)
        if started or points == point:
            sys.setprofile(None)
            os.kill(main, signal.SIGTERM)
            await_signal(in_child)
        points += event == "c_return"

    sys.setprofile(each)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        supervisor.run(lambda: nothing, listener)


def await_signal(in_child: bool) -> None:
    """Come back when the signal that a child is sent waits for it, or was handled by then."""
    for _ in range(50 if in_child else 0):
        if signal.SIGTERM in signal.sigpending():
            return
        time.sleep(0.01)


def stopped_at(folder: Path, in_child: bool, point: int | None) -> str:
    """What a server printed that was told to stop at a point, once it has ended."""
    output = folder / f"{point}.txt"
    process = Process(serve_and_stop, in_child, point, output=output)
    try:
        process.wait(30)
    finally:
        process.kill()
    return output.read_text(encoding="utf-8")


@pytest.mark.parametrize("in_child", [False, True], ids=["supervisor", "child"])
def test_server_ends_whenever_it_is_told_to(tmp_path: Path, in_child: bool) -> None:
    points = int(stopped_at(tmp_path, in_child, None))
    assert points > 5
    with ThreadPoolExecutor(4) as several:
        calls = [several.submit(stopped_at, tmp_path, in_child, at) for at in range(points)]
    assert [call.result() for call in calls] == [""] * points
