"""Requests that come slowly, in pieces, too large or one behind the other."""

import select
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise
from threading import Event, Thread

import pytest

from referee.arrivals import (
    ANSWER_SECONDS,
    FORM_BYTES,
    HEAD_BYTES,
    HELD_BYTES,
    REQUEST_SECONDS,
    SLOWEST_BYTES,
    Arriving,
)
from referee.serve import THREADS, WORKERS
from referee.web.limits import COPY_BYTES
from tests.servers import Served

MORE_THAN_THREADS = 2 * WORKERS * THREADS

GET = b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n"
BODY = b'{"question": "none"}'


def post(*heads: str) -> bytes:
    """The head of a question to the referee."""
    lines = ["POST /api/rulings HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    return "".join(f"{line}\r\n" for line in [*lines, *heads, ""]).encode()


@contextmanager
def phone(server: Served) -> Iterator[socket.socket]:
    """A connection of which each byte is ours."""
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connected:
        yield connected


def everything(connected: socket.socket) -> bytes:
    """All that comes until the server closes."""
    parts = []
    while part := connected.recv(65536):
        parts.append(part)
    return b"".join(parts)


def dribble(phones: list[socket.socket], until: Event) -> None:
    """Send one byte from each phone twice a second."""
    while not until.wait(0.5):
        for each in phones:
            with suppress(OSError):
                each.sendall(b"x")


@pytest.mark.parametrize(
    "begun",
    [
        b"G",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        post("Content-Length: 60000"),
        post("Transfer-Encoding: chunked") + b"ffff\r\n",
        GET + b"GET / HTTP/1.1\r\nX-Slow: ",
    ],
    ids=["line", "head", "body", "chunk", "behind another"],
)
@pytest.mark.parametrize("dribbles", [False, True], ids=["silent", "dribbling"])
def test_phones_that_send_slowly_keep_nobody_waiting(
    server: Served, begun: bytes, dribbles: bool
) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(phone(server)) for _ in range(MORE_THAN_THREADS)]
        for each in slow:
            each.sendall(begun)
        answered = Event()
        dribbling = Thread(target=dribble, args=(slow if dribbles else [], answered))
        dribbling.start()
        try:
            for _ in range(WORKERS * THREADS):
                with urllib.request.urlopen(server.url, timeout=5) as answer:
                    assert answer.status == 200
        finally:
            answered.set()
            dribbling.join()


def test_phones_that_do_not_hang_up_keep_nobody_waiting(server: Served) -> None:
    with ExitStack() as stack:
        for _ in range(MORE_THAN_THREADS):
            each = stack.enter_context(phone(server))
            each.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            assert everything(each).startswith(b"HTTP/1.1 200 ")
        with urllib.request.urlopen(server.url, timeout=5) as answer:
            assert answer.status == 200


def test_request_that_does_not_end_is_given_up(server: Served) -> None:
    with phone(server) as slow:
        slow.sendall(post("Content-Length: 60000"))
        assert everything(slow) == b""


@pytest.mark.parametrize(
    "request_sent",
    [
        post(f"Content-Length: {len(BODY)}") + BODY,
        post("Transfer-Encoding: chunked") + b"14\r\n" + BODY + b"\r\n0\r\n\r\n",
        post("Transfer-Encoding: chunked") + b"14\r\n" + BODY + b"\r\n0\r\nX-Last: 1\r\n\r\n",
    ],
    ids=["length", "chunks", "chunks and a trailer"],
)
@pytest.mark.parametrize("pieces", [1, 7, 60])
def test_request_in_pieces_is_read_whole(server: Served, request_sent: bytes, pieces: int) -> None:
    ends = [len(request_sent) * piece // pieces for piece in range(pieces + 1)]
    with phone(server) as connected:
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for start, end in pairwise(ends):
            connected.sendall(request_sent[start:end])
        connected.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        answers = everything(connected)
    assert answers.startswith(b"HTTP/1.1 422 ")
    assert answers.count(b"HTTP/1.1 200 ") == 1


def test_requests_sent_behind_each_other_are_all_answered(server: Served) -> None:
    with phone(server) as connected:
        connected.sendall(GET * 3 + GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert everything(connected).count(b"HTTP/1.1 200 ") == 4


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\r\n\r\n\r\n",
        b"NONSENSE\r\n\r\n",
        post("Content-Length: 3x") + b"abc",
        post("Transfer-Encoding: chunked") + b"zz\r\n\r\n",
        post("Transfer-Encoding: chunked", "Content-Length: 4") + b"0\r\n\r\n",
    ],
)
def test_nonsense_is_refused_and_the_next_phone_answered(server: Served, nonsense: bytes) -> None:
    with phone(server) as connected:
        connected.sendall(nonsense)
        connected.shutdown(socket.SHUT_WR)
        answer = everything(connected)
    assert not answer or answer.startswith(b"HTTP/1.1 400 ")
    assert server.get()[0] == 200


def test_what_follows_of_a_request_too_large_is_no_other_request(server: Served) -> None:
    with phone(server) as connected:
        connected.sendall(post(f"Content-Length: {COPY_BYTES * 2}") + GET * 20)
        answer = everything(connected)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"\r\nConnection: close\r\n" in answer
    assert answer.count(b"HTTP/1.1 ") == 1


def test_large_requests_that_do_not_end_are_held_up_to_a_limit(server: Served) -> None:
    held_at_most = WORKERS * HELD_BYTES // COPY_BYTES
    head = post(f"Content-Length: {COPY_BYTES}")
    with ExitStack() as stack:
        large = [stack.enter_context(phone(server)) for _ in range(held_at_most + 3)]
        for each in large:
            with suppress(ConnectionError):
                each.sendall(head + bytes(COPY_BYTES - 1))
        assert server.get()[0] == 200
        let_go = select.select(large, [], [], 0)[0]
    assert len(let_go) >= 3


@pytest.mark.parametrize(("more", "late"), [(0.0, False), (0.001, True)], ids=["edge", "over"])
@pytest.mark.parametrize("received", [1, COPY_BYTES])
def test_a_request_gets_the_more_time_the_more_of_it_came(
    received: int, more: float, late: bool
) -> None:
    arriving = Arriving(since=0.0)
    arriving.add(b"x" * received, 100.0)
    assert arriving.is_late(100.0 + REQUEST_SECONDS + received / SLOWEST_BYTES + more) is late


@pytest.mark.parametrize("name", ["Content-Length", "content-length", "CONTENT-LENGTH"])
def test_a_request_is_whole_with_its_last_byte(name: str) -> None:
    head = post(f"{name}: 3")
    arriving = Arriving(since=0.0)
    for byte in head + b"ab":
        arriving.add(bytes([byte]), 0.0)
        assert not arriving.is_whole
    arriving.add(b"c", 0.0)
    assert arriving.is_whole
    assert arriving.length == len(head) + 3


@pytest.mark.parametrize(
    ("sent", "most"),
    [
        (b"GET /", HEAD_BYTES),
        (post("Transfer-Encoding: chunked"), HEAD_BYTES + COPY_BYTES),
    ],
    ids=["head", "chunks"],
)
def test_more_than_anybody_may_send_is_not_waited_for(sent: bytes, most: int) -> None:
    arriving = Arriving(since=0.0)
    arriving.add(sent.ljust(most, b"x"), 0.0)
    assert not arriving.is_too_large
    arriving.add(b"x", 0.0)
    assert arriving.is_too_large


@pytest.mark.parametrize(("more", "too_large"), [(0, False), (1, True)], ids=["edge", "over"])
def test_a_length_that_nobody_may_send_is_not_waited_for(more: int, too_large: bool) -> None:
    def head(length: int) -> bytes:
        return post(f"Content-Length: {length:08}")

    most = HEAD_BYTES + FORM_BYTES + COPY_BYTES - len(head(0))
    arriving = Arriving(since=0.0)
    arriving.add(head(most + more), 0.0)
    assert arriving.is_too_large is too_large


def test_phone_that_takes_nothing_of_its_answers_is_given_up(server: Served) -> None:
    with phone(server) as gone:
        gone.sendall(GET.replace(b"/api", b"/api/openapi.json") * 500)
        time.sleep(ANSWER_SECONDS + 2)
        with suppress(ConnectionError):
            assert everything(gone).count(b"HTTP/1.1 200 ") < 500
