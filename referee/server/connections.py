"""Connections: how many an address may hold, and how long a request and its answer may take.

uvicorn reads requests; it sets no limit to the length of a head, to the connections of an address,
or to the time that a request takes to come or an answer to be fetched.
"""

import asyncio
import socket
import time
from collections import Counter
from http import HTTPStatus
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from referee.language import say
from referee.web import limits
from referee.web.costs import cost_of

PROXIES: Final = ("127.0.0.1", "::1")
"""Where a proxy on this machine asks from, for all its phones."""

open_connections: Final[set["Connection"]] = set()
_of_address: Final = Counter[str]()


class BadRequest(Exception):
    """A request cannot be read or is too large; raised while it is parsed.

    `message` is the id of the sentence that says so.
    """

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Connection(HttpToolsProtocol):
    """One connection, which ends where it takes or asks for more than its share."""

    head_seconds = limits.HEAD_SECONDS
    silence_seconds = limits.SILENCE_SECONDS
    answer_seconds = limits.ANSWER_SECONDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._address = ""
        self._in_head = False
        self._head_bytes = 0
        self._late_at: float | None = None
        self._problem = BadRequest(HTTPStatus.BAD_REQUEST, "refused-unreadable")
        self._unsent = _Unsent()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection in; refuse what is more than an address, or the server, may have."""
        super().connection_made(transport)
        connected = transport.get_extra_info("socket")
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._address = self.client[0] if self.client else ""
        open_connections.add(self)
        _of_address[self._address] += 1
        self._late_at = time.monotonic() + self.head_seconds
        most = limits.CONNECTIONS_PER_ADDRESS
        if self._address not in PROXIES and _of_address[self._address] > most:
            self._end(HTTPStatus.TOO_MANY_REQUESTS, "refused-connections")
        elif len(open_connections) > limits.CONNECTIONS:
            self._end(HTTPStatus.SERVICE_UNAVAILABLE, "refused-all-connections")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        super().connection_lost(exc)
        open_connections.discard(self)
        _of_address[self._address] -= 1
        if not _of_address[self._address]:
            del _of_address[self._address]

    # What comes

    def data_received(self, data: bytes) -> None:
        """Read what came; a head may not grow without end."""
        if self._late_at is None and not self._is_answering():
            self._late_at = time.monotonic() + self.head_seconds
        self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > limits.HEAD_BYTES:
            self._problem = _HEAD_TOO_LONG
            self.send_400_response("")

    def on_message_begin(self) -> None:
        """Begin to count and to time a request."""
        super().on_message_begin()
        self._in_head = True
        self._late_at = time.monotonic() + self.head_seconds
        if len(self.pipeline) >= limits.PIPELINED:
            self._refuse(BadRequest(HTTPStatus.TOO_MANY_REQUESTS, "refused-row"))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a field of the head; fields that come behind the body count for nothing."""
        if not self._in_head:
            return
        super().on_header(name, value)
        if len(self.headers) > limits.HEAD_FIELDS:
            self._refuse(_HEAD_TOO_LONG)

    def on_headers_complete(self) -> None:
        """Begin to answer, while the body is still coming."""
        fields = sum(len(name) + len(value) + 4 for name, value in self.headers)
        if len(self.url) + fields > limits.HEAD_BYTES:
            self._refuse(_HEAD_TOO_LONG)
        super().on_headers_complete()
        self._in_head = False
        self._head_bytes = 0
        self._late_at = time.monotonic() + self.body_seconds()

    def body_seconds(self) -> float:
        """How long the body of this request may take to come."""
        return cost_of(self.scope["method"], self.scope["path"]).body_seconds

    def on_message_complete(self) -> None:
        """Let the answer take its time."""
        super().on_message_complete()
        self._head_bytes = 0
        self._late_at = None

    def eof_received(self) -> bool:  # type: ignore[override]
        """Answer what is asked by somebody who says to send no more; end the connection after."""
        if not self._is_answering() or self._late_at is not None:
            return False
        self.cycle.keep_alive = False
        return True

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    # What is too much

    def is_late(self, now: float) -> None:
        """End the connection where a request, or the fetching of an answer, takes too long."""
        unsent = self._unsent
        unsent.look(self.transport.get_write_buffer_size(), now)
        if now > unsent.moved + self.silence_seconds or now > unsent.since + self.answer_seconds:
            self.transport.abort()
        elif self._late_at is not None and now > self._late_at and not self.flow.read_paused:
            if self._head_bytes or self._is_answering():
                self._end(HTTPStatus.REQUEST_TIMEOUT, "refused-slow")
            else:
                # Browsers open connections ahead of time, and wait for no answer there.
                self.transport.close()

    def _refuse(self, problem: BadRequest) -> None:
        self._problem = problem
        raise problem

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong with a request that could not be read, and end the connection."""
        self._end(self._problem.status, self._problem.message)

    def _end(self, status: HTTPStatus, message: str) -> None:
        if self.transport.is_closing():
            return
        body = say(message).encode()
        head = [
            f"HTTP/1.1 {status.value} {status.phrase}",
            "content-type: text/plain; charset=utf-8",
            f"content-length: {len(body)}",
            f"retry-after: {limits.RETRY_SECONDS}",
            "connection: close",
        ]
        self.transport.write("\r\n".join([*head, "", ""]).encode() + body)
        self.transport.close()


class _Unsent:
    """What of the answers is not fetched yet: since when, and when it last grew less or more."""

    def __init__(self) -> None:
        self._size = 0
        self.since = self.moved = float("inf")

    def look(self, size: int, now: float) -> None:
        if not size:
            self.since = self.moved = float("inf")
        elif not self._size:
            self.since = self.moved = now
        elif size != self._size:
            self.moved = now
        self._size = size


_HEAD_TOO_LONG: Final = BadRequest(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "refused-head")
