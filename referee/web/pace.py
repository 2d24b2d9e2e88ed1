"""How often one address may do what is dear: a count a minute, in each server process."""

import time
from collections import OrderedDict
from threading import Lock
from typing import Final

from flask import Flask, Response, make_response, request
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from referee.web.limits import ADDRESSES_REMEMBERED, WRITES_PER_MINUTE

MINUTE = 60


BUSY: Final = "referee.busy"
"""Where a server puts the seconds to wait when it has no room for what was asked."""


def init_app(app: Flask) -> None:
    """Say to wait where the server has no room for a request."""
    app.before_request(_refuse_when_busy)


def _refuse_when_busy() -> None:
    if BUSY in request.environ:
        raise ServiceUnavailable(retry_after=request.environ[BUSY])


class Pace:
    """So many a minute from one address; one more raises 429 with the seconds to wait."""

    def __init__(self, per_minute: int) -> None:
        self._most = per_minute
        self._counts: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._lock = Lock()

    def count(self) -> None:
        """Count one for the address of this request; raises `TooManyRequests` beyond the limit."""
        address = request.remote_addr or ""
        now = int(time.monotonic())
        with self._lock:
            minute, counted = self._counts.pop(address, (now // MINUTE, 0))
            counted = counted + 1 if minute == now // MINUTE else 1
            self._counts[address] = (now // MINUTE, counted)
            if len(self._counts) > ADDRESSES_REMEMBERED:
                self._counts.popitem(last=False)
        if counted > self._most:
            raise TooManyRequests(retry_after=MINUTE - now % MINUTE)


def once_more(page: str, quick: TooManyRequests) -> Response:
    """The page of a form that was sent too soon, to send it again in a while."""
    answer = make_response(page, TooManyRequests.code)
    answer.headers["Retry-After"] = str(quick.retry_after)
    return answer


writes: Final = Pace(WRITES_PER_MINUTE)
"""Entries in games, whoever sends them."""
