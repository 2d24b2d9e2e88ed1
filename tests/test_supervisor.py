"""A server that is told to stop while it starts, at every point of its start."""

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
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
