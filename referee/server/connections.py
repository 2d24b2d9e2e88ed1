"""Limits that uvicorn does not have.

They hold for the length of a request's head, the connections of an address, and the time in which
a request must arrive and its response be fetched.
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
"""The addresses of a proxy on this machine, which connects for all its phones."""

open_connections: Final[set["Connection"]] = set()
_connections_of: Final = Counter[str]()


class BadRequest(Exception):
    """A request cannot be read or is too large; raised while it is parsed.

    `message` is the id of the sentence that says so.
    """

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Connection(HttpToolsProtocol):
    """A connection that is closed where it exceeds a limit."""

    head_seconds = limits.HEAD_SECONDS
    silence_seconds = limits.SILENCE_SECONDS
    answer_seconds = limits.ANSWER_SECONDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._address = ""
        self._in_head = False
        self._head_bytes = 0
        self._deadline: float | None = None
        self._problem = BadRequest(HTTPStatus.BAD_REQUEST, "refused-unreadable")
        self._unsent = _Unsent()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, unless the address or the server has too many."""
        super().connection_made(transport)
        connected = transport.get_extra_info("socket")
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # The system would hold up to 4 MB for each phone that takes a response slowly.
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SYSTEM_BYTES)
        self._address = self.client[0] if self.client else ""
        open_connections.add(self)
        _connections_of[self._address] += 1
        self._deadline = time.monotonic() + self.head_seconds
        most = limits.CONNECTIONS_PER_ADDRESS
        if self._address not in PROXIES and _connections_of[self._address] > most:
            self._end(HTTPStatus.TOO_MANY_REQUESTS, "refused-connections")
        elif len(open_connections) > limits.CONNECTIONS:
            self._end(HTTPStatus.SERVICE_UNAVAILABLE, "refused-all-connections")

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        super().connection_lost(exc)
        open_connections.discard(self)
        _connections_of[self._address] -= 1
        if not _connections_of[self._address]:
            del _connections_of[self._address]

    # Receiving

    def data_received(self, data: bytes) -> None:
        """Parse what arrived, up to the longest head."""
        if self._deadline is None and not self._is_answering():
            self._deadline = time.monotonic() + self.head_seconds
        self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > limits.HEAD_BYTES:
            self._problem = _HEAD_TOO_LONG
            self.send_400_response("")

    def on_message_begin(self) -> None:
        """Set the deadline of the head of a request."""
        super().on_message_begin()
        self._in_head = True
        self._deadline = time.monotonic() + self.head_seconds
        if len(self.pipeline) >= limits.PIPELINED:
            self._refuse(BadRequest(HTTPStatus.TOO_MANY_REQUESTS, "refused-row"))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header field; trailers after the body are ignored."""
        if not self._in_head:
            return
        super().on_header(name, value)
        if len(self.headers) > limits.HEAD_FIELDS:
            self._refuse(_HEAD_TOO_LONG)

    def on_headers_complete(self) -> None:
        """Start the response, and set the deadline of the body."""
        fields = sum(len(name) + len(value) + 4 for name, value in self.headers)
        if len(self.url) + fields > limits.HEAD_BYTES:
            self._refuse(_HEAD_TOO_LONG)
        super().on_headers_complete()
        self._in_head = False
        self._head_bytes = 0
        self._deadline = time.monotonic() + self.body_seconds()

    def body_seconds(self) -> float:
        """How long the body of this request may take to arrive."""
        return cost_of(self.scope["method"], self.scope["path"]).body_seconds

    def on_message_complete(self) -> None:
        """The request has arrived: no deadline until the response is complete."""
        super().on_message_complete()
        self._head_bytes = 0
        self._deadline = None

    def eof_received(self) -> bool:  # type: ignore[override]
        """Answer a client that has shut down sending, and close the connection afterwards.

        Most that do have left: what waits for a thread then is told so, and refused.
        """
        if not self._is_answering() or self._deadline is not None:
            return False
        self.cycle.keep_alive = False
        self.cycle.message_event.set()
        return True

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    # Limits

    def close_if_late(self, now: float) -> None:
        """Close the connection where a request or the fetching of a response takes too long."""
        unsent = self._unsent
        unsent.update(self.transport.get_write_buffer_size(), now)
        if now > unsent.changed + self.silence_seconds or now > unsent.since + self.answer_seconds:
            self.transport.abort()
        elif self._deadline is not None and now > self._deadline and not self.flow.read_paused:
            if self._head_bytes or self._is_answering():
                self._end(HTTPStatus.REQUEST_TIMEOUT, "refused-slow")
            else:
                # Browsers open connections ahead of time, and expect no response there.
                self.transport.close()

    def _refuse(self, problem: BadRequest) -> None:
        self._problem = problem
        raise problem

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong with a request that cannot be parsed, and close the connection."""
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
    """Since when there is something left to send, and when its size last changed."""

    def __init__(self) -> None:
        self._size = 0
        self.since = self.changed = float("inf")

    def update(self, size: int, now: float) -> None:
        if not size:
            self.since = self.changed = float("inf")
        elif not self._size:
            self.since = self.changed = now
        elif size != self._size:
            self.changed = now
        self._size = size


_HEAD_TOO_LONG: Final = BadRequest(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "refused-head")
