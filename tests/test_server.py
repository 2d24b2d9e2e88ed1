"""Phones that send or take slowly, in pieces, too much, or one request behind the other."""

import os
import re
import signal
import socket
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import uvicorn
from flask import Flask

from referee.server.adapter import WsgiAdapter
from referee.server.connections import Connection, open_connections
from referee.server.supervisor import PROCESSES, uvicorn_config
from referee.web import limits
from referee.web.limits import (
    BODY_BYTES,
    CONNECTIONS_PER_ADDRESS,
    COPIES_AT_ONCE,
    COPY_BYTES,
    HEAD_BYTES,
    HEAD_FIELDS,
    PIPELINED,
    READ_BYTES,
    REQUESTS_PER_ADDRESS,
    TABLE_THREADS,
)
from tests.servers import Served, serving

MORE_THAN_THREADS = 2 * PROCESSES * TABLE_THREADS

GET = b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST_GET = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
FONT = "/prints/fonts/DejaVuSans.ttf"
LARGEST = f"GET {FONT} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
BODY = b'{"question": "none"}'


def post(*heads: str) -> bytes:
    """The head of a question to the referee."""
    lines = ["POST /api/rulings HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    return "".join(f"{line}\r\n" for line in [*lines, *heads, ""]).encode()


CHUNKED = post("Transfer-Encoding: chunked")


@contextmanager
def phone(server: Served | str, address: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection of which each byte is ours, and which takes little at a time."""
    url = server if isinstance(server, str) else server.url
    port = int(url.rpartition(":")[2])
    with socket.socket() as connected:
        connected.bind((address, 0))
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connected.settimeout(60)
        connected.connect(("127.0.0.1", port))
        yield connected


def everything(connected: socket.socket) -> bytes:
    """All that comes until the server closes."""
    parts = []
    while part := connected.recv(65536):
        parts.append(part)
    return b"".join(parts)


def dribble(phones: list[socket.socket], until: Event) -> None:
    """Send one byte from each phone, and take one, twice a second."""
    for each in phones:
        each.settimeout(0.01)
    while not until.wait(0.5):
        for each in phones:
            with suppress(OSError):
                each.sendall(b"x")
            with suppress(OSError):
                each.recv(1)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        post("Content-Length: 60000"),
        CHUNKED + b"ffff\r\n",
        GET + b"GET / HTTP/1.1\r\nX-Slow: ",
        LAST_GET,
        LARGEST,
        LARGEST * 20,
    ],
    ids=["nothing", "line", "head", "body", "chunk", "behind another", "no goodbye",
         "large answer", "many answers"],
)  # fmt: skip
@pytest.mark.parametrize("dribbles", [False, True], ids=["silent", "dribbling"])
def test_slow_phones_keep_nobody_waiting(server: Served, begun: bytes, dribbles: bool) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(phone(server)) for _ in range(MORE_THAN_THREADS)]
        for each in slow:
            each.sendall(begun)
        answered = Event()
        dribbling = Thread(target=dribble, args=(slow if dribbles else [], answered))
        dribbling.start()
        try:
            for _ in range(PROCESSES * TABLE_THREADS):
                with urllib.request.urlopen(server.url, timeout=60) as answer:
                    assert answer.status == 200
        finally:
            answered.set()
            dribbling.join()


@pytest.mark.parametrize(
    "request_sent",
    [
        post(f"Content-Length: {len(BODY)}") + BODY,
        CHUNKED + b"14\r\n" + BODY + b"\r\n0\r\n\r\n",
        CHUNKED + b"a;name=1\r\n" + BODY[:10] + b"\r\na\r\n" + BODY[10:] + b"\r\n0\r\nX: 1\r\n\r\n",
    ],
    ids=["length", "one chunk", "chunks"],
)
@pytest.mark.parametrize("pieces", [1, 7, 60])
def test_request_in_pieces_is_read_whole(server: Served, request_sent: bytes, pieces: int) -> None:
    ends = [len(request_sent) * piece // pieces for piece in range(pieces + 1)]
    with phone(server) as connected:
        for start, end in pairwise(ends):
            connected.sendall(request_sent[start:end])
        connected.sendall(LAST_GET)
        answers = everything(connected)
    assert answers.startswith(b"HTTP/1.1 422 ")
    assert answers.count(b"HTTP/1.1 200 ") == 1


def test_requests_sent_behind_each_other_are_all_answered(server: Served) -> None:
    with phone(server) as connected:
        connected.sendall(GET * 3 + LAST_GET)
        assert everything(connected).count(b"HTTP/1.1 200 ") == 4


def test_phone_that_says_it_sends_no_more_gets_its_answer(server: Served) -> None:
    with phone(server) as connected:
        connected.sendall(GET)
        connected.shutdown(socket.SHUT_WR)
        assert everything(connected).startswith(b"HTTP/1.1 200 ")


def test_go_on_is_said_before_the_file_is_sent(server: Served) -> None:
    with phone(server) as connected:
        connected.sendall(post(f"Content-Length: {len(BODY)}", "Expect: 100-continue"))
        assert connected.recv(65536).startswith(b"HTTP/1.1 100 ")
        connected.sendall(BODY)
        assert connected.recv(65536).startswith(b"HTTP/1.1 422 ")


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\r\n\r\n\r\n",
        b"NONSENSE\r\n\r\n",
        post("Content-Length: 3x") + b"abc",
        post("Content-Length: -1"),
        post("Content-Length: 1", "Content-Length: 2") + b"ab",
        CHUNKED + b"zz\r\n\r\n",
        post("Transfer-Encoding: gzip") + b"0\r\n\r\n",
    ],
)
def test_nonsense_is_refused_and_the_next_phone_answered(server: Served, nonsense: bytes) -> None:
    with phone(server) as connected:
        connected.sendall(nonsense)
        connected.shutdown(socket.SHUT_WR)
        answer = everything(connected)
    assert not answer or answer.startswith(
        (b"HTTP/1.0 4", b"HTTP/1.1 4", b"HTTP/1.0 501", b"HTTP/1.1 501")
    )
    assert server.get()[0] == 200


@pytest.mark.parametrize("digits", [1, 23, 600])
def test_body_is_no_other_request_however_its_length_is_written(
    server: Served, digits: int
) -> None:
    body = GET.replace(b"/api", b"/nothing")
    with phone(server) as connected:
        connected.sendall(post(f"Content-Length: {len(body):0{digits}}"))
        wait_until_it_is_read(server.url)
        connected.sendall(body + LAST_GET)
        answers = everything(connected)
    assert re.findall(rb"HTTP/1.1 (\d+) ", answers) == [b"422", b"200"]


@pytest.mark.parametrize("more", [0, 1], ids=["edge", "over"])
def test_too_large_a_file_gets_the_answer_that_says_so(server: Served, more: int) -> None:
    length = READ_BYTES + more
    with phone(server) as connected:
        connected.sendall(post(f"Content-Length: {length}", "Connection: close"))
        with suppress(ConnectionError):
            connected.sendall(bytes(length))
        answer = everything(connected)
    assert b" 413 " in answer.partition(b"\r\n")[0]
    assert (b"application/json" in answer) is not more
    assert answer.count(b"HTTP/1.") == 1


@pytest.mark.parametrize(
    "fields",
    [
        [b"X-Long: " + b"x" * HEAD_BYTES],
        [b"X-%d: %s" % (number, b"x" * 1000) for number in range(HEAD_BYTES // 1000 + 1)],
        [b"X-%d: x" % number for number in range(HEAD_FIELDS + 1)],
    ],
    ids=["one field", "many fields", "small fields"],
)
@pytest.mark.parametrize("ends", [b"", b"\r\n\r\n"], ids=["unfinished", "finished"])
def test_too_long_a_head_is_refused(server: Served, fields: list[bytes], ends: bytes) -> None:
    with phone(server) as connected:
        connected.sendall(
            b"\r\n".join([b"GET / HTTP/1.1", b"Host: localhost", *fields, b""]) + ends
        )
        with suppress(ConnectionError):
            assert b" 431 " in everything(connected).partition(b"\r\n")[0]


def test_as_long_a_head_as_may_be_is_read(server: Served) -> None:
    line = b"GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: "
    with phone(server) as connected:
        connected.sendall(line + b"x" * (HEAD_BYTES - len(line) - 4) + b"\r\n\r\n")
        assert everything(connected).startswith(b"HTTP/1.1 200 ")


def test_many_large_files_and_many_small_chunks_end_no_process(server: Served) -> None:
    before = children(server)
    large = post(f"Content-Length: {COPY_BYTES}") + bytes(COPY_BYTES - 1)
    with ExitStack() as stack:
        for sent in [large] * 20 + [CHUNKED + b"1\r\nx\r\n" * 200_000 + b"0\r\n\r\n"] * 2:
            stack.enter_context(phone(server)).sendall(sent)
        with urllib.request.urlopen(server.url, timeout=60) as answer:
            assert answer.status == 200
    assert children(server) == before


def children(server: Served) -> set[str]:
    """The processes that answer for a server."""
    pid = server.process.pid
    return set(Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


def test_process_that_dies_is_replaced(server: Served) -> None:
    before = children(server)
    for pid in before:
        with suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
    with urllib.request.urlopen(server.url, timeout=60) as answer:
        assert answer.status == 200


def test_what_was_asked_before_the_end_is_answered(tmp_path: Path) -> None:
    with serving(tmp_path / "instance") as server, phone(server) as connected:
        with phone(server) as idle:
            idle.sendall(b"GET / HTTP")
            connected.sendall(LARGEST)
            assert connected.recv(100).startswith(b"HTTP/1.1 200 ")
            os.kill(server.process.pid, signal.SIGTERM)
            assert idle.recv(1) == b""
            rest = b""
            while len(rest) < 100_000:
                part = connected.recv(65536)
                assert part
                rest += part
        assert server.process.wait(timeout=60) == 0


# One process within this one, so that what a single process does can be counted


class Hurried(Connection):
    """A connection that waits for nobody."""

    head_seconds = 0.5
    silence_seconds = 0.5

    def body_seconds(self) -> float:
        return 0.5


@contextmanager
def one_process(app: Any, connection: type[Connection] = Connection) -> Iterator[str]:
    """The address of a server without processes of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn_config(partial(WsgiAdapter, app), connection))
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def hurried(app: Flask) -> Iterator[str]:
    """A server that waits for nobody."""
    with one_process(app, Hurried) as url:
        yield url


@pytest.fixture(scope="module")
def alone(app: Flask) -> Iterator[str]:
    """A server of one process."""
    with one_process(app) as url:
        yield url


def until_closed(connected: socket.socket, piece: bytes) -> bytes:
    """All that comes until the server closes, while a piece is sent ten times a second."""
    connected.settimeout(0.1)
    came = b""
    for _ in range(600):
        try:
            part = connected.recv(65536)
            if not part:
                return came
            came += part
        except TimeoutError:
            with suppress(ConnectionError):
                connected.sendall(piece)
        except ConnectionError:
            return came
    raise AssertionError("the connection is still open")


TOO_LONG = {
    "nothing": (b"", b"", []),
    "blank lines": (b"", b"\r\n", [b"408"]),
    "silent": (b"GET / HTTP/1.1\r\n", b"", [b"408"]),
    "head": (b"GET / HTTP/1.1\r\nX-Slow: ", b"x", [b"408"]),
    "blank lines between": (GET, b"\r\n", [b"200", b"408"]),
    "behind another": (GET + b"GET / HTTP/1.1\r\nX-Slow: ", b"x", [b"200", b"408"]),
    "silent body": (post("Content-Length: 60000"), b"", [b"408"]),
    "body": (post("Content-Length: 60000"), b"x", [b"408"]),
    "chunks": (CHUNKED, b"1\r\nx\r\n", [b"408"]),
    "trailers": (CHUNKED + b"0\r\n", b"X: y\r\n", [b"408"]),
}
"""What a request begins with, what is sent again and again, and which answers come."""


def test_request_that_takes_too_long_ends_its_connection(hurried: str) -> None:
    def statuses(begun: bytes, piece: bytes) -> list[bytes]:
        with phone(hurried) as connected:
            connected.sendall(begun)
            return re.findall(rb"HTTP/1.1 (\d+) ", until_closed(connected, piece))

    with ThreadPoolExecutor(len(TOO_LONG)) as phones:
        asked = {
            name: phones.submit(statuses, begun, piece)
            for name, (begun, piece, _) in TOO_LONG.items()
        }
    answered = {name: call.result() for name, call in asked.items()}
    assert answered == {name: expected for name, (_, _, expected) in TOO_LONG.items()}


def test_answer_that_nobody_fetches_ends_its_connection(hurried: str) -> None:
    with phone(hurried) as connected:
        connected.sendall(LARGEST * 20)
        assert connected.recv(1)
        for _ in range(500):
            if not open_connections:
                break
            Event().wait(0.02)
        # Nothing was taken until the server gave up; the rest is what the system holds.
        with suppress(ConnectionError):
            assert everything(connected).count(b"HTTP/1.1 200 ") < 20
        assert not open_connections


@pytest.mark.parametrize("more", [0, 1], ids=["edge", "over"])
def test_address_may_hold_so_many_connections(alone: str, more: int) -> None:
    with ExitStack() as stack:
        for _ in range(CONNECTIONS_PER_ADDRESS - 1 + more):
            stack.enter_context(phone(alone, f"127.0.1.{more}")).sendall(b"G")
        last = stack.enter_context(phone(alone, f"127.0.1.{more}"))
        last.sendall(b"" if more else LAST_GET)
        assert everything(last)[9:12] == (b"429" if more else b"200")
        other = stack.enter_context(phone(alone, "127.0.2.1"))
        other.sendall(LAST_GET)
        assert everything(other)[9:12] == b"200"


def forwarded(begun: bytes, address: str) -> bytes:
    """A request as a proxy passes it on for a phone."""
    return begun.replace(b"\r\n", f"\r\nX-Forwarded-For: made up, {address}\r\n".encode(), 1)


@pytest.mark.parametrize("more", [0, 1], ids=["edge", "over"])
def test_address_behind_a_proxy_may_have_so_many_requests(alone: str, more: int) -> None:
    unfinished = post("Content-Length: 9")
    with ExitStack() as stack:
        for _ in range(REQUESTS_PER_ADDRESS - 1 + more):
            slow = stack.enter_context(phone(alone))
            slow.sendall(forwarded(unfinished, f"10.1.0.{more}"))
        last = stack.enter_context(phone(alone))
        last.sendall(forwarded(LAST_GET, f"10.1.0.{more}"))
        assert everything(last)[9:12] == (b"429" if more else b"200")
        other = stack.enter_context(phone(alone))
        other.sendall(forwarded(LAST_GET, "10.1.2.1"))
        assert everything(other)[9:12] == b"200"


@pytest.mark.parametrize("more", [0, 1], ids=["edge", "over"])
def test_so_many_requests_may_wait_behind_another(alone: str, more: int) -> None:
    with phone(alone) as connected:
        connected.sendall(GET * (PIPELINED + more) + LAST_GET)
        answers = everything(connected)
    assert answers.count(b"HTTP/1.1 200 ") == (0 if more else PIPELINED + 1)
    assert answers.count(b"HTTP/1.1 429 ") == more


@pytest.mark.parametrize("more", [0, 1], ids=["edge", "over"])
@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunks"])
def test_form_may_be_so_large(alone: str, more: int, chunked: bool) -> None:
    body = bytes(BODY_BYTES + more)
    with phone(alone) as connected:
        if chunked:
            connected.sendall(CHUNKED + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) + LAST_GET)
        else:
            connected.sendall(post(f"Content-Length: {len(body)}") + body + LAST_GET)
        answers = everything(connected)
    assert re.findall(rb"HTTP/1.1 (\d+) ", answers) == [b"413" if more else b"422", b"200"]


def test_trailers_are_no_heads(alone: str) -> None:
    with phone(alone) as connected:
        connected.sendall(CHUNKED + b"0\r\nX-Forwarded-For: 10.1.3.1\r\nHost: elsewhere\r\n\r\n")
        connected.sendall(LAST_GET)
        answers = everything(connected)
    assert re.findall(rb"HTTP/1.1 (\d+) ", answers) == [b"422", b"200"]


def test_large_responses_are_held_for_so_many_slow_phones_of_an_address(
    alone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def status_of(sent: bytes, address: str) -> bytes:
        with phone(alone, address) as connected:
            connected.sendall(sent)
            return connected.recv(12)[9:]

    with urllib.request.urlopen(f"{alone}{FONT}") as answer:
        monkeypatch.setattr(limits, "UNSENT_PER_ADDRESS", 2 * len(answer.read()))
    with ExitStack() as stack:
        for _ in range(2):
            slow = stack.enter_context(phone(alone, "127.0.4.1"))
            slow.sendall(LARGEST)
            assert slow.recv(12)[9:] == b"200"
        assert status_of(LARGEST, "127.0.4.1") == b"503"
        assert status_of(GET, "127.0.4.1") == b"200"
        assert status_of(LARGEST, "127.0.4.2") == b"200"
    wait_until_it_is_read(alone)
    assert status_of(LARGEST, "127.0.4.1") == b"200"


def test_nobody_works_on_what_a_client_asked_that_left() -> None:
    asked, go_on = list[str](), Event()

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/disputes":
            asked.append(environ["QUERY_STRING"])
            go_on.wait(60)
        start_response("200 OK", [("Content-Length", "0")])
        return []

    def ask(connected: socket.socket, number: int) -> None:
        connected.sendall(LAST_GET.replace(b"/api", f"/disputes?{number}".encode()))
        wait_until_it_is_read(url)

    with one_process(app) as url, phone(url) as first, phone(url) as last:
        ask(first, 1)
        with phone(url) as left:
            ask(left, 2)
            left.shutdown(socket.SHUT_WR)
            assert everything(left)[9:12] == b"503"
        with phone(url) as left:
            ask(left, 3)
        wait_until_it_is_read(url)
        ask(last, 4)
        go_on.set()
        assert everything(first)[9:12] == everything(last)[9:12] == b"200"
    assert asked == ["1", "4"]


BRING = (
    "POST /games/bring HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    f"Content-Length: {COPY_BYTES}\r\n\r\n"
).encode()


def test_files_of_games_come_singly_from_an_address(alone: str) -> None:
    with ExitStack() as stack:
        first = [stack.enter_context(phone(alone, f"127.0.3.{n}")) for n in range(COPIES_AT_ONCE)]
        for each in first:
            each.sendall(BRING + b"x")
            wait_until_it_is_read(alone)
        for address in ("127.0.3.0", "127.0.3.9"):
            more = stack.enter_context(phone(alone, address))
            more.sendall(BRING + bytes(COPY_BYTES))
            answer = everything(more)
            assert b" 503 " in answer.partition(b"\r\n")[0]
            assert b"retry-after: " in answer and b"The referee is busy" in answer
        for each in first:
            each.sendall(bytes(COPY_BYTES - 1))
            # No form of ours, but read to its end.
            assert b" 400 " in everything(each).partition(b"\r\n")[0]


def wait_until_it_is_read(url: str) -> None:
    """Come back once a server has read what was sent to it before."""
    for _ in range(3):
        with urllib.request.urlopen(url, timeout=60) as answer:
            assert answer.status == 200
