"""Phones that send or take slowly, in pieces, too much, or one request behind the other."""

import os
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread

import pytest

from referee.serve import THREADS, WORKERS
from referee.web.limits import COPY_BYTES
from referee.workers import HEAD_BYTES, REQUEST_BYTES, SILENCE_SECONDS
from tests.servers import Served, serving

MORE_THAN_THREADS = 2 * WORKERS * THREADS

GET = b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST_GET = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
LARGEST = b"GET /prints/fonts/DejaVuSans.ttf HTTP/1.1\r\nHost: localhost\r\n\r\n"
BODY = b'{"question": "none"}'


def post(*heads: str) -> bytes:
    """The head of a question to the referee."""
    lines = ["POST /api/rulings HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    return "".join(f"{line}\r\n" for line in [*lines, *heads, ""]).encode()


CHUNKED = post("Transfer-Encoding: chunked")


@contextmanager
def phone(server: Served) -> Iterator[socket.socket]:
    """A connection of which each byte is ours, and which takes little at a time."""
    port = int(server.url.rpartition(":")[2])
    with socket.socket() as connected:
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
            for _ in range(WORKERS * THREADS):
                with urllib.request.urlopen(server.url, timeout=10) as answer:
                    assert answer.status == 200
        finally:
            answered.set()
            dribbling.join()


def test_phones_that_fall_silent_are_let_go(server: Served) -> None:
    with ExitStack() as stack:
        silent = [stack.enter_context(phone(server)) for _ in range(4)]
        for each, sent in zip(
            silent, (b"", GET, post("Content-Length: 9"), LARGEST * 20), strict=True
        ):
            each.sendall(sent)
        time.sleep(SILENCE_SECONDS + 3)
        for each, most in zip(silent, (0, 1, 0, 19), strict=True):
            with suppress(ConnectionError):
                assert everything(each).count(b"HTTP/1.1 200 ") <= most


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
    with phone(server) as connected:
        connected.sendall(post(f"Content-Length: {len(LAST_GET):0{digits}}"))
        time.sleep(0.5)
        connected.sendall(LAST_GET)
        with suppress(TimeoutError):
            connected.settimeout(3)
            answers = b""
            while part := connected.recv(65536):
                answers += part
    assert answers.count(b"HTTP/1.") == 1


@pytest.mark.parametrize("more", [0, 1], ids=["edge", "over"])
def test_too_large_a_file_gets_the_answer_that_says_so(server: Served, more: int) -> None:
    length = REQUEST_BYTES + more
    with phone(server) as connected:
        connected.sendall(post(f"Content-Length: {length}", "Connection: close"))
        with suppress(ConnectionError):
            connected.sendall(bytes(length))
        answer = everything(connected)
    assert b" 413 " in answer.partition(b"\r\n")[0]
    assert (b"application/json" in answer) is not more
    assert answer.count(b"HTTP/1.") == 1


def test_too_long_a_head_is_refused(server: Served) -> None:
    with phone(server) as connected:
        connected.sendall(b"GET / HTTP/1.1\r\nX-Long: " + b"x" * HEAD_BYTES)
        with suppress(ConnectionError):
            assert b" 431 " in everything(connected).partition(b"\r\n")[0]


def test_many_large_files_and_many_small_chunks_end_no_process(server: Served) -> None:
    before = children(server)
    large = post(f"Content-Length: {COPY_BYTES}") + bytes(COPY_BYTES - 1)
    with ExitStack() as stack:
        for sent in [large] * 20 + [CHUNKED + b"1\r\nx\r\n" * 200_000 + b"0\r\n\r\n"] * 2:
            stack.enter_context(phone(server)).sendall(sent)
        with urllib.request.urlopen(server.url, timeout=10) as answer:
            assert answer.status == 200
    assert children(server) == before


def children(server: Served) -> set[str]:
    """The processes that answer for a server."""
    pid = server.process.pid
    return set(Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


def test_what_was_asked_before_the_end_is_answered(tmp_path: Path) -> None:
    with serving(tmp_path / "instance") as server, phone(server) as connected:
        with phone(server) as idle:
            idle.sendall(b"GET / HTTP")
            connected.sendall(LARGEST)
            assert connected.recv(100).startswith(b"HTTP/1.1 200 ")
            os.kill(server.process.pid, signal.SIGTERM)
            time.sleep(1)
            rest = b""
            while len(rest) < 100_000:
                part = connected.recv(65536)
                assert part
                rest += part
        assert server.process.wait(timeout=15) == 0
