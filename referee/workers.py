"""The processes that answer: gunicorn starts and minds them, waitress talks with the phones.

gunicorn's own workers give a phone a thread as soon as something of a request is there, so that a
few at the end of the Wi-Fi, or a guest who means harm, keep all threads from the others. waitress
reads a request whole before a thread gets it, and takes the answer off its hands.
"""

import logging
import os
import resource
import time
from collections.abc import Callable
from typing import Any, Final

from gunicorn.workers.base import Worker
from waitress import create_server
from waitress.wasyncore import loop

from referee.web.limits import COPY_BYTES

CONNECTIONS: Final = 500
"""Phones that one process talks with at most at a time; more wait at the door."""

SILENCE_SECONDS: Final = 15
"""How long a phone may be silent, or take nothing of its answer, before it is let go."""

HEAD_BYTES: Final = 64 * 1024
"""The head of a request: the longest that a browser sends is a fifth of this."""

REQUEST_BYTES: Final = 2 * COPY_BYTES
"""What is too large is still read up to here, so that the page that says so arrives."""


class PatientWorker(Worker):  # type: ignore[misc]  # gunicorn ships no types
    """A worker process in which no thread waits for a phone."""

    def run(self) -> None:
        """Answer until told to stop, and then what has come until then."""
        # A queue for a moment is nothing to report.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        channels: dict[int, Any] = {}
        server = create_server(
            self.wsgi,
            map=channels,
            sockets=[listener.sock for listener in self.sockets],
            threads=self.cfg.threads,
            ident=None,
            connection_limit=_room(),
            channel_timeout=SILENCE_SECONDS,
            cleanup_interval=1,
            max_request_header_size=HEAD_BYTES,
            max_request_body_size=REQUEST_BYTES,
            # A proxy on this machine says whether a phone came by https.
            trusted_proxy="127.0.0.1",
            trusted_proxy_headers={"x-forwarded-proto"},
            clear_untrusted_proxy_headers=False,
            log_socket_errors=False,
        )
        self._talk(channels, lambda: self.alive and os.getppid() == self.ppid)
        server.accepting = False
        until = time.monotonic() + self.cfg.graceful_timeout
        self._talk(channels, lambda: _is_busy(server) and time.monotonic() < until)
        server.task_dispatcher.shutdown()

    def _talk(self, channels: dict[int, Any], goes_on: Callable[[], bool]) -> None:
        while goes_on():
            self.notify()
            loop(timeout=1.0, use_poll=True, map=channels, count=1)


def _is_busy(server: Any) -> bool:
    """Whether any phone still waits for an answer, or for the rest of one."""
    phones = server.active_channels.values()
    return any(phone.requests or phone.total_outbufs_len for phone in phones)


def _room() -> int:
    """With how many phones a process may talk where the system lets it open few files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(CONNECTIONS, files // 2)
