"""The supervisor: it starts the server processes, and replaces one that is killed.

They are forked, which shares the memory of what is imported by then; uvicorn would spawn them.
"""

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

from referee.server.adapter import WsgiAdapter
from referee.server.connections import PROXIES, Connection, open_connections
from referee.web import limits

PROCESSES: Final = 2
BACKLOG: Final = 1024
GRACEFUL_SECONDS: Final = 10
SWITCH_SECONDS: Final = 0.0005
"""How long a busy thread may keep the others of its process waiting: a tenth of Python's own time,
because a page of a table changes threads many times."""

YOUNG_OBJECTS: Final = 20_000
"""Objects from one garbage collection of young ones to the next: Python's own number is 700.

A page of a long game that is being drawn would outlive several of those, and with it the book that
it shows, until there is a collection of everything: megabytes each time a deal is corrected.
"""

FULL_COLLECTIONS_APART: Final = 1_000
"""Collections of middle-aged objects from one of all to the next: Python's own number is 10."""


def run(load: Callable[[], WSGIApplication], listener: socket.socket) -> None:
    """Serve on a listening socket until SIGINT or SIGTERM; requests received by then are answered.

    `load` makes the app in each process. A process that is killed is replaced; raises `SystemExit`
    where one exits by itself, since the next would do the same.
    """
    config = uvicorn_config(partial(_load_app, load))
    children = set[int]()
    stopping = False
    # Signals wait until they are asked for, so that none comes between a fork and its noting.
    signal.pthread_sigmask(signal.SIG_BLOCK, _AWAITED)
    for number in _AWAITED:
        # A signal that is ignored, as SIGCHLD is by default, would not wait.
        signal.signal(number, _do_nothing)
    # A collection would go through what all processes share: it would copy the memory into each,
    # and take a quarter of a second whenever one of them ends.
    gc.freeze()
    while children or not stopping:
        while len(children) < PROCESSES and not stopping:
            children.add(_fork(config, listener))
        stopping = signal.sigwait(_AWAITED) in _STOP or stopping
        exits = [os.WEXITSTATUS(status) for status in _reap(children) if os.WIFEXITED(status)]
        if stopping or exits:
            for pid in children:
                os.kill(pid, signal.SIGTERM)
        if exits and not stopping:
            raise SystemExit(exits[0] or 1)


_STOP: Final = (signal.SIGINT, signal.SIGTERM)
_AWAITED: Final = (*_STOP, signal.SIGCHLD)


def _do_nothing(*_: object) -> None:
    """Handle a signal in a process that uvicorn does not handle signals in."""


def _reap(children: set[int]) -> list[int]:
    """Take out the ids of processes that have ended, and give their statuses."""
    ended = dict(os.waitpid(pid, os.WNOHANG) for pid in children)
    ended.pop(0, None)  # those that go on
    children.difference_update(ended)
    return list(ended.values())


def _fork(config: Config, listener: socket.socket) -> int:
    """Start a server process, in which signals wait until uvicorn handles them; gives its id."""
    pid = os.fork()
    if not pid:
        Server(config).run([listener])
        sys.exit()
    return pid


def uvicorn_config(
    load: Callable[[], WsgiAdapter], connection: type[Connection] = Connection
) -> Config:
    """The settings of uvicorn; `load` makes the app in each process."""
    return Config(
        load,
        factory=True,
        http=connection,
        loop="asyncio",
        ws="none",
        lifespan="off",
        backlog=BACKLOG,
        # A proxy on this machine tells the client's address, and whether it uses https.
        proxy_headers=True,
        forwarded_allow_ips=list(PROXIES),
        # Links to a game are secrets: no address is ever logged.
        access_log=False,
        log_config=None,
        log_level="error",
        server_header=False,
        timeout_keep_alive=limits.IDLE_SECONDS,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
        callback_notify=partial(_each_second, os.getpid()),
        timeout_notify=0,
    )


def _load_app(load: Callable[[], WSGIApplication]) -> WsgiAdapter:
    """Make the app of this process; uvicorn handles signals by now."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _AWAITED)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = 2 * limits.CONNECTIONS
    resource.setrlimit(resource.RLIMIT_NOFILE, (files if hard < 0 else min(hard, files), hard))
    sys.setswitchinterval(SWITCH_SECONDS)
    adapter = WsgiAdapter(load())
    # Later garbage collections skip what exists now: going through it takes a tenth of a second.
    gc.collect()
    gc.freeze()
    # One of everything stops all threads for as long, once books of long games are remembered.
    gc.set_threshold(YOUNG_OBJECTS, gc.get_threshold()[1], FULL_COLLECTIONS_APART)
    return adapter


async def _each_second(parent: int) -> None:
    """Close connections that are late, and stop this process where its supervisor is gone."""
    now = time.monotonic()
    for connection in tuple(open_connections):
        connection.close_if_late(now)
    if os.getpid() != parent and os.getppid() != parent:
        signal.raise_signal(signal.SIGTERM)
