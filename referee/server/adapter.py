"""Runs a WSGI app under uvicorn, each request in a thread of the pool for its kind of work.

A request is read whole before a thread gets it, and its response is sent whole afterwards, so that
no thread ever waits for a phone.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication

from werkzeug.datastructures import Headers
from werkzeug.test import run_wsgi_app

from referee.language import say
from referee.server.fair_pool import CallerLeft, FairPool, QueueFull
from referee.web import limits
from referee.web.costs import BUSY, COSTLY, QUICK, Work, cost_of

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, HTTPScope

PIECE_BYTES: Final = 64 * 1024
"""Bytes of a response that are sent at a time; a body that has more counts as large."""

WsgiResponse: TypeAlias = tuple[Iterable[bytes], str, Headers]
"""Parts of a body, a status and headers."""


class _Disconnected(Exception):
    """The client closed the connection."""


class _TooLarge(Exception):
    """The body is larger than anything that is read."""


class WsgiAdapter:
    """An ASGI app that answers with a WSGI app; belongs to one event loop."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._pools = {
            Work.TABLE: FairPool(
                limits.TABLE_THREADS,
                share=limits.TABLE_THREADS - 1,
                queue=limits.REQUESTS_PER_ADDRESS,
            ),
            Work.RULING: FairPool(1, share=1, queue=limits.RULINGS_WAITING),
            Work.PRINTING: FairPool(1, share=1, queue=limits.PRINTS_WAITING),
            Work.IMPORTING: FairPool(1, share=1, queue=1),
        }
        self._requests = Counter[str]()
        self._unsent = Counter[str]()
        self._importing = set[str]()
        self._discarding = asyncio.Lock()

    async def __call__(
        self, scope: "HTTPScope", receive: "ASGIReceiveCallable", send: "ASGISendCallable"
    ) -> None:
        """Answer one request."""
        address = scope["client"][0] if scope["client"] else ""
        self._requests[address] += 1
        try:
            if self._requests[address] > limits.REQUESTS_PER_ADDRESS:
                response = _refusal(HTTPStatus.TOO_MANY_REQUESTS, "refused-requests")
            else:
                response = await self._response(scope, receive, address)
        except _TooLarge:
            response = _refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "refused-large")
        except QueueFull:
            response = _refusal(HTTPStatus.SERVICE_UNAVAILABLE, "refused-busy")
        except (asyncio.CancelledError, CallerLeft):
            # The server stops, and has waited for as long as it does; or the client sends no more,
            # and has most likely left.
            response = _refusal(HTTPStatus.SERVICE_UNAVAILABLE, "refused-busy")
        except _Disconnected:
            return
        finally:
            self._requests[address] -= 1
            if not self._requests[address]:
                del self._requests[address]
        # Where the server stops before it is sent, uvicorn closes the connection.
        with suppress(asyncio.CancelledError):
            await self._send(response, send, address)

    async def _send(self, response: WsgiResponse, send: "ASGISendCallable", address: str) -> None:
        """Send a response, a large one piece by piece: `send` waits until the phone takes it.

        Of large ones only so much is held for phones that take them slowly.
        """
        parts, status, headers = response
        body = b"".join(parts)
        del parts, response
        if len(body) > PIECE_BYTES and (
            self._unsent[address] + len(body) > limits.UNSENT_PER_ADDRESS
            or self._unsent.total() + len(body) > limits.UNSENT_BYTES
        ):
            [body], status, headers = _refusal(HTTPStatus.SERVICE_UNAVAILABLE, "refused-busy")
        fields = [
            (name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers
        ]
        self._unsent[address] += len(body)
        try:
            start = int(status[:3])
            await send({"type": "http.response.start", "status": start, "headers": fields})
            for at in range(0, len(body) or 1, PIECE_BYTES):
                piece, more = body[at : at + PIECE_BYTES], at + PIECE_BYTES < len(body)
                await send({"type": "http.response.body", "body": piece, "more_body": more})
                if more:
                    # Only then is it noticed that a phone has gone.
                    await asyncio.sleep(0)
        finally:
            self._unsent[address] -= len(body)
            if not self._unsent[address]:
                del self._unsent[address]

    async def _response(
        self, scope: "HTTPScope", receive: "ASGIReceiveCallable", address: str
    ) -> WsgiResponse:
        cost = cost_of(scope["method"], scope["path"])
        environ = _environ(scope)
        if cost.work is Work.IMPORTING:
            return await self._import(environ, receive, address)
        await self._read(environ, receive, cost.body_bytes)
        with suppress(QueueFull):
            environ[QUICK] = cost.work is Work.TABLE
            response = await self._call(cost.work, environ, receive, address)
            if COSTLY not in response[2]:
                return response
            environ[QUICK] = False
            return await self._call(Work.RULING, environ, receive, address)
        return await self._busy(environ, receive, address, limits.RETRY_SECONDS)

    async def _call(
        self, work: Work, environ: dict[str, Any], receive: "ASGIReceiveCallable", address: str
    ) -> WsgiResponse:
        environ["wsgi.input"].seek(0)
        call = partial(run_wsgi_app, self._app, environ, buffered=True)
        # Of a request that was read nothing comes any more but that its client left.
        return await self._pools[work].run(address, call, receive)

    async def _import(
        self, environ: dict[str, Any], receive: "ASGIReceiveCallable", address: str
    ) -> WsgiResponse:
        """Receive a file of games, one at a time from each address: it is held in memory."""
        if address in self._importing or len(self._importing) >= limits.COPIES_AT_ONCE:
            # A browser shows the response only once it has sent the whole file.
            await self._read(environ, receive, 0)
            return await self._busy(environ, receive, address, limits.COPY_RETRY_SECONDS)
        self._importing.add(address)
        try:
            await self._read(environ, receive, limits.COPY_BYTES)
            return await self._call(Work.IMPORTING, environ, receive, address)
        finally:
            self._importing.discard(address)

    async def _read(
        self, environ: dict[str, Any], receive: "ASGIReceiveCallable", most: int
    ) -> None:
        """Read the body; of one that is longer than `most` bytes only the length is kept."""
        body, size = bytearray(), 0
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                raise _Disconnected
            part, more = message["body"], message["more_body"]
            size += len(part)
            if size <= most:
                body += part
            elif size <= limits.READ_BYTES:
                body.clear()
                # What is only discarded must not take the time of everybody else.
                async with self._discarding:
                    await asyncio.sleep(len(part) / limits.DISCARDED_PER_SECOND)
            else:
                raise _TooLarge
        # The app sees by the length that a body was too long; chunks are put together by now.
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        environ["CONTENT_LENGTH"] = str(size)
        environ["wsgi.input"] = BytesIO(body)

    async def _busy(
        self, environ: dict[str, Any], receive: "ASGIReceiveCallable", address: str, seconds: int
    ) -> WsgiResponse:
        """The page that says to wait; raises `QueueFull` where even that would have to wait."""
        environ[BUSY] = seconds
        return await self._call(Work.TABLE, environ, receive, address)


def _environ(scope: "HTTPScope") -> dict[str, Any]:
    """The environment of a request by PEP 3333, without its body."""
    server = scope["server"] or ("", None)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        # X_Forwarded_For would become the same variable as X-Forwarded-For.
        if b"_" in name:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in _WITHOUT_PREFIX else f"HTTP_{key}"
        text = value.decode("latin-1")
        separator = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{separator}{text}" if key in environ else text
    return environ


_WITHOUT_PREFIX: Final = ("CONTENT_TYPE", "CONTENT_LENGTH")


def _refusal(status: HTTPStatus, message: str) -> WsgiResponse:
    """A sentence instead of a page; it ends the connection."""
    body = say(message).encode()
    headers = {
        "content-type": "text/plain; charset=utf-8",
        "content-length": str(len(body)),
        "retry-after": str(limits.RETRY_SECONDS),
        "connection": "close",
    }
    return [body], str(status.value), Headers(headers)
