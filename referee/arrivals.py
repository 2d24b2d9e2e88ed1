"""Requests as they come over the network, waited for where nobody else has to wait.

gunicorn gives a thread to each connection as soon as something of a request is there. A phone at
the end of the Wi-Fi, or a guest who sends a letter now and then, would keep that thread from the
others. Here a thread gets a request when all of it has come.
"""

import re
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from selectors import EVENT_READ
from socket import SHUT_WR
from typing import Any, Final

from gunicorn.http import get_parser
from gunicorn.http.errors import NoMoreData, ParseException
from gunicorn.workers.gthread import ThreadWorker

from referee.web.limits import COPY_BYTES

REQUEST_SECONDS: Final = 10
"""How long one whole request may take to come, and longer only for what has come of it."""

SLOWEST_BYTES: Final = 64 * 1024
"""Bytes in a second of a large file over slow Wi-Fi: each so many give a second more."""

ANSWER_SECONDS: Final = 20
"""How long a phone may take over one answer: time for the largest copy at 400 KB in a second."""

LINGER_SECONDS: Final = 5
"""How long a phone that is told goodbye may go on sending before it is cut off."""

HEAD_BYTES: Final = 64 * 1024
"""The head of a request: the longest that a browser sends is a fifth of this."""

FORM_BYTES: Final = 64 * 1024
"""What a form with a file in it says around the file."""

HELD_BYTES: Final = 64 * 1024 * 1024
"""What all requests on their way to one process may hold of its memory."""

_PIECE: Final = 64 * 1024
_BLANK_LINE: Final = b"\r\n\r\n"
_LENGTH: Final = re.compile(rb"^content-length:[ \t]*([0-9]{1,18})[ \t]*\r$", re.I | re.M)
_CHUNKED: Final = re.compile(rb"^transfer-encoding:", re.I | re.M)


@dataclass(slots=True, kw_only=True)
class Arriving:
    """A request as it comes: since when, what is there of it, and how long it says it is."""

    since: float
    came: bytearray = field(default_factory=bytearray)
    length: int | None = None
    """Bytes of head and body together; None while the head does not tell."""

    is_chunked: bool = False

    def add(self, piece: bytes, now: float) -> None:
        """Take the next bytes of it, which came at `now` (seconds of a steady clock)."""
        if not self.came:
            self.since = now
        seen = max(0, len(self.came) - len(_BLANK_LINE))
        self.came += piece
        if self.length is None and not self.is_chunked:
            end = self.came.find(_BLANK_LINE, seen)
            if end >= 0:
                self._read_head(end + len(_BLANK_LINE))

    def _read_head(self, end: int) -> None:
        head = bytes(self.came[:end])
        self.is_chunked = _CHUNKED.search(head) is not None
        if not self.is_chunked:
            said = _LENGTH.search(head)
            self.length = end + (int(said[1]) if said else 0)

    @property
    def is_whole(self) -> bool:
        """Whether all is there of a request that says how long it is."""
        return self.length is not None and len(self.came) >= self.length

    @property
    def is_too_large(self) -> bool:
        """Whether it will be refused whatever comes, so that nobody need wait for the rest."""
        if self.length is None:
            most = HEAD_BYTES + (COPY_BYTES if self.is_chunked else 0)
            return len(self.came) > most
        return self.length > HEAD_BYTES + FORM_BYTES + COPY_BYTES

    def is_late(self, now: float) -> bool:
        """Whether it has taken longer than so much of it may."""
        return now > self.since + REQUEST_SECONDS + len(self.came) / SLOWEST_BYTES


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """gunicorn's worker with threads, which are given whole requests and nothing to wait for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._arriving: dict[Any, Arriving] = {}
        # Until when those that are answered, and told so, may still send.
        self._leaving: dict[Any, float] = {}

    def enqueue_req(self, conn: Any) -> None:
        """Wait for the next request of a connection; a thread answers it when it is there."""
        conn.sock.setblocking(False)
        arriving = Arriving(since=time.monotonic())
        if conn.parser is not None:
            # What was sent right behind the request before.
            arriving.add(conn.parser.unreader.take_buffered(), arriving.since)
        self._arriving[conn] = arriving
        proceed = self._proceeding(conn)
        if proceed is None:
            self.poller.register(conn.sock, EVENT_READ, partial(self._on_more, conn))
        else:
            proceed(conn)

    def _on_more(self, conn: Any, _socket: Any) -> None:
        proceed = self._proceeding(conn)
        if proceed is not None:
            self.poller.unregister(conn.sock)
            proceed(conn)
        elif self._bytes_held(conn) > _PIECE and self._all_held() > HELD_BYTES:
            self._give_up(max(self._arriving, key=self._bytes_held))

    def _all_held(self) -> int:
        return sum(map(self._bytes_held, self._arriving))

    def _bytes_held(self, conn: Any) -> int:
        return len(self._arriving[conn].came)

    def _proceeding(self, conn: Any) -> Callable[[Any], None] | None:
        """Take what has come over a connection: what to do with it now, None to wait for more."""
        arriving = self._arriving[conn]
        piece = _received(conn)
        if piece == b"":
            return self._close
        if piece is not None:
            arriving.add(piece, time.monotonic())
        try:
            is_whole = arriving.is_whole or self._is_last_chunk(arriving)
        except (OSError, ParseException) as wrong:
            self.handle_error(None, conn.sock, conn.client, wrong)
            return self._close
        return self._hand_over if is_whole or arriving.is_too_large else None

    def _is_last_chunk(self, arriving: Arriving) -> bool:
        if not arriving.is_chunked or not arriving.came.endswith(_BLANK_LINE):
            return False
        try:
            request = next(get_parser(self.cfg, [bytes(arriving.came)], None))
            while request.body.read(_PIECE):
                pass
        except NoMoreData:
            return False
        return True

    def _hand_over(self, conn: Any) -> None:
        arriving = self._arriving.pop(conn)
        # It reads from what has come, and so cannot wait.
        conn.parser = get_parser(self.cfg, [bytes(arriving.came)], conn.client)
        conn.data_ready = True
        conn.is_cut_short = arriving.is_too_large
        super().enqueue_req(conn)

    def handle_request(self, req: Any, conn: Any) -> bool:
        """Answer a request, in a thread."""
        if conn.is_cut_short:
            # The rest of it would be taken for the next one.
            req.force_close()
        conn.sock.settimeout(ANSWER_SECONDS)
        keeps: bool = super().handle_request(req, conn)
        return keeps

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        """Keep the connection for another request, or see the phone off without waiting for it."""
        if not fs.cancelled() and fs.exception() is None and not fs.result():
            self._see_off(conn)
        else:
            super().finish_request(conn, fs)

    def _see_off(self, conn: Any) -> None:
        # Closed at once, a phone that still sends would lose the answer.
        conn.sock.setblocking(False)
        try:
            conn.sock.shutdown(SHUT_WR)
        except OSError:
            self._close(conn)
            return
        self._leaving[conn] = time.monotonic() + LINGER_SECONDS
        self.poller.register(conn.sock, EVENT_READ, partial(self._on_still_sending, conn))

    def _on_still_sending(self, conn: Any, _socket: Any) -> None:
        if _received(conn) == b"":
            self._give_up(conn)

    def murder_pending(self) -> None:
        """Let go of those who take too long to send, or to leave."""
        super().murder_pending()
        now = time.monotonic()
        late = [conn for conn, each in self._arriving.items() if self._is_over(each, now)]
        left = [conn for conn, until in self._leaving.items() if now > until or not self.alive]
        for conn in late + left:
            self._give_up(conn)

    def _is_over(self, arriving: Arriving, now: float) -> bool:
        if arriving.came:
            return arriving.is_late(now)
        return not self.alive or now > arriving.since + self.cfg.keepalive

    def _give_up(self, conn: Any) -> None:
        self.poller.unregister(conn.sock)
        self._close(conn)

    def _close(self, conn: Any) -> None:
        self._arriving.pop(conn, None)
        self._leaving.pop(conn, None)
        conn.close()
        self.nr_conns -= 1


def _received(conn: Any) -> bytes | None:
    """What has come over a connection: nothing where it has ended, None where nothing is there."""
    try:
        piece: bytes = conn.sock.recv(_PIECE)
    except (BlockingIOError, InterruptedError):
        return None
    except OSError:
        return b""
    return piece
