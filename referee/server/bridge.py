"""From uvicorn's requests to the calls of a WSGI app, each in a thread of its lane.

A request is read whole before a thread gets it, and its answer is handed over whole, so that no
thread ever waits for a phone.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication

from referee.language import say
from referee.server.lanes import Busy, Lane
from referee.web import limits
from referee.web.costs import Work, cost_of
from referee.web.rate_limit import BUSY

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, HTTPScope

_CLOSE: Final = (b"connection", b"close")


class _Gone(Exception):
    """Whoever asked is no longer there."""


class _TooLarge(Exception):
    """A body is larger than anything that is read."""


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Bridge:
    """An ASGI app that answers with a WSGI app; belongs to one event loop."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._lanes = {
            Work.TABLE: Lane(
                limits.TABLE_THREADS,
                share=limits.TABLE_THREADS - 1,
                queue=limits.REQUESTS_PER_ADDRESS,
            ),
            Work.RULING: Lane(1, share=1, queue=limits.RULINGS_WAITING),
            Work.PRINTING: Lane(1, share=1, queue=limits.PRINTS_WAITING),
            Work.BRINGING: Lane(1, share=1, queue=1),
        }
        self._asked = Counter[str]()
        self._bringing = set[str]()
        self._dropping = asyncio.Lock()

    async def __call__(
        self, scope: "HTTPScope", receive: "ASGIReceiveCallable", send: "ASGISendCallable"
    ) -> None:
        """Answer one request."""
        address = scope["client"][0] if scope["client"] else ""
        self._asked[address] += 1
        try:
            if self._asked[address] > limits.REQUESTS_PER_ADDRESS:
                answer = _refused(HTTPStatus.TOO_MANY_REQUESTS)
            else:
                answer = await self._answer(scope, receive, address)
        except _TooLarge:
            answer = _refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        except Busy:
            answer = _refused(HTTPStatus.SERVICE_UNAVAILABLE)
        except _Gone:
            return
        finally:
            self._asked[address] -= 1
            if not self._asked[address]:
                del self._asked[address]
        await send(
            {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
        )
        await send({"type": "http.response.body", "body": answer.body, "more_body": False})

    async def _answer(
        self, scope: "HTTPScope", receive: "ASGIReceiveCallable", address: str
    ) -> _Answer:
        cost = cost_of(scope["method"], scope["path"])
        environ = _environ(scope)
        if cost.work is Work.BRINGING:
            return await self._bring(environ, receive, address)
        await self._read(environ, receive, cost.body_bytes)
        with suppress(Busy):
            return await self._lanes[cost.work].run(address, partial(_call, self._app, environ))
        return await self._busy(environ, address, limits.RETRY_SECONDS)

    async def _bring(
        self, environ: dict[str, Any], receive: "ASGIReceiveCallable", address: str
    ) -> _Answer:
        """Take a file of games in: of one address one at a time, since it is held in memory."""
        if address in self._bringing or len(self._bringing) >= limits.COPIES_AT_ONCE:
            # It is read all the same, so that the page that says so arrives.
            await self._read(environ, receive, 0)
            return await self._busy(environ, address, limits.COPY_RETRY_SECONDS)
        self._bringing.add(address)
        try:
            await self._read(environ, receive, limits.COPY_BYTES)
            work = partial(_call, self._app, environ)
            return await self._lanes[Work.BRINGING].run(address, work)
        finally:
            self._bringing.discard(address)

    async def _read(
        self, environ: dict[str, Any], receive: "ASGIReceiveCallable", most: int
    ) -> None:
        """Read the body; one of more than `most` bytes counts, but is not kept."""
        body, size = bytearray(), 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                raise _Gone
            part = message["body"]
            size += len(part)
            if size <= most:
                body += part
            elif size <= limits.READ_BYTES:
                body.clear()
                await self._drop(len(part))
            else:
                raise _TooLarge
            if not message["more_body"]:
                break
        # The app sees by the length what was too much, and no chunks any more.
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        environ["CONTENT_LENGTH"] = str(size)
        environ["wsgi.input"] = BytesIO(body)

    async def _drop(self, size: int) -> None:
        """Take no more at a time of what is only dropped than leaves room for everybody else."""
        async with self._dropping:
            await asyncio.sleep(size / limits.DROPPED_PER_SECOND)

    async def _busy(self, environ: dict[str, Any], address: str, seconds: int) -> _Answer:
        """The page that says to wait; raises `Busy` where not even that may be asked for."""
        environ[BUSY] = seconds
        return await self._lanes[Work.TABLE].run(address, partial(_call, self._app, environ))


def _environ(scope: "HTTPScope") -> dict[str, Any]:
    """A request as WSGI apps read it, all but its body."""
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
        # Written with _ it would pass for another that is written with -.
        if b"_" in name:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in _WITHOUT_HTTP else f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]}{_between(key)}{text}" if key in environ else text
    return environ


_WITHOUT_HTTP: Final = ("CONTENT_TYPE", "CONTENT_LENGTH")


def _between(key: str) -> str:
    return "; " if key == "HTTP_COOKIE" else ","


def _call(app: WSGIApplication, environ: dict[str, Any]) -> _Answer:
    """The answer of the app, whole."""
    begun: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], _: Any = None) -> Any:
        begun.append((status, headers))

    parts: Iterable[bytes] = app(environ, start_response)
    try:
        body = b"".join(parts)
    finally:
        if close := getattr(parts, "close", None):
            close()
    status, headers = begun[-1]
    return _Answer(
        status=int(status[:3]),
        headers=[
            (name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers
        ],
        body=body,
    )


_MESSAGES: Final = {
    HTTPStatus.TOO_MANY_REQUESTS: "refused-requests",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "refused-large",
    HTTPStatus.SERVICE_UNAVAILABLE: "refused-busy",
}


def _refused(status: HTTPStatus) -> _Answer:
    """A sentence in place of a page, and the end of the connection."""
    body = say(_MESSAGES[status]).encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(limits.RETRY_SECONDS).encode()),
        _CLOSE,
    ]
    return _Answer(status=status.value, headers=headers, body=body)
