"""The processes that answer, and the one that starts them again when they end."""

import gc
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Final
from wsgiref.types import WSGIApplication

from uvicorn import Config, Server

from referee.server.bridge import Bridge
from referee.server.connections import PROXIES, Connection, open_connections
from referee.web import limits

PROCESSES: Final = 2
BACKLOG: Final = 1024
GRACEFUL_SECONDS: Final = 10
SWITCH_SECONDS: Final = 0.0005
"""How long a thread that computes keeps the others of its process waiting, ten times as short as
Python's own: a page of a table changes threads many times."""


def run(load: Callable[[], WSGIApplication], listener: socket.socket) -> None:
    """Answer on a listening socket until told to stop, and then what has come until then.

    `load` makes the app in each process. A process that is killed is replaced; raises `SystemExit`
    where one ends by itself, since the next would do the same.
    """
    config = settings(partial(_loaded, load))
    children = set[int]()
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True
        for pid in children:
            os.kill(pid, signal.SIGTERM)

    for number in _STOP:
        signal.signal(number, stop)
    while children or not stopping:
        while len(children) < PROCESSES and not stopping:
            children.add(_forked(config, listener))
        pid, status = os.wait()
        children.discard(pid)
        if os.WIFEXITED(status) and not stopping:
            stop()
            raise SystemExit(os.WEXITSTATUS(status) or 1)


_STOP: Final = (signal.SIGINT, signal.SIGTERM)


def _forked(config: Config, listener: socket.socket) -> int:
    """Start a process that answers; gives its number."""
    # No signal may come before the number of the process is known, nor before it is heeded there.
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOP)
    pid = os.fork()
    if not pid:
        for number in _STOP:
            signal.signal(number, signal.SIG_IGN)
        Server(config).run([listener])
        sys.exit()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP)
    return pid


def settings(load: Callable[[], Bridge], connection: type[Connection] = Connection) -> Config:
    """What uvicorn is told."""
    return Config(
        load,
        factory=True,
        http=connection,
        loop="asyncio",
        ws="none",
        lifespan="off",
        backlog=BACKLOG,
        # A proxy on this machine says who asks, and whether by https.
        proxy_headers=True,
        forwarded_allow_ips=list(PROXIES),
        # Links to a game are secrets: no address is ever written down.
        access_log=False,
        log_config=None,
        log_level="error",
        server_header=False,
        timeout_keep_alive=limits.IDLE_SECONDS,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
        callback_notify=partial(_each_second, os.getpid()),
        timeout_notify=0,
    )


def _loaded(load: Callable[[], WSGIApplication]) -> Bridge:
    """The app of this process, once uvicorn heeds the signals to stop."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = 2 * limits.CONNECTIONS
    resource.setrlimit(resource.RLIMIT_NOFILE, (files if hard < 0 else min(hard, files), hard))
    sys.setswitchinterval(SWITCH_SECONDS)
    bridge = Bridge(load())
    # What stands now stands to the end: collecting garbage need not look at it again, which
    # would stop everybody at the table for a tenth of a second.
    gc.collect()
    gc.freeze()
    return bridge


async def _each_second(parent: int) -> None:
    """End connections that are late, and this process where the one that started it is gone."""
    now = time.monotonic()
    for connection in tuple(open_connections):
        connection.is_late(now)
    if os.getpid() != parent and os.getppid() != parent:
        signal.raise_signal(signal.SIGTERM)
