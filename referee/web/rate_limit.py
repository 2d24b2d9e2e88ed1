"""How often an address may do what is expensive: a count each minute, in each server process.

Not Flask-Limiter: in memory it keeps a count of every address that asks, without a bound, and
starts a thread to forget them.
"""

import time
from threading import Lock
from typing import Final

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests

from referee.web.limits import ADDRESSES_REMEMBERED, WRITES_PER_MINUTE


class RateLimit:
    """So many requests a minute from one address.

    It counts the `ADDRESSES_REMEMBERED` addresses that asked last: whoever has more of them must
    not fill the memory.
    """

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._minute = 0
        self._counts: dict[str, int] = {}
        self._lock = Lock()

    def count(self, more: int = 1) -> None:
        """Count this request, or so many `more`; raises `TooManyRequests` over the limit."""
        address = request.remote_addr or ""
        minute, second = divmod(int(time.monotonic()), 60)
        with self._lock:
            if minute != self._minute:
                self._minute, self._counts = minute, {}
            before = self._counts.pop(address, 0)
            self._counts[address] = before + more
            if len(self._counts) > ADDRESSES_REMEMBERED:
                del self._counts[next(iter(self._counts))]
        # A phone without a server has nobody else to keep an answer for.
        if before >= self.per_minute and not current_app.config.get("WITHOUT_SERVER"):
            raise TooManyRequests(retry_after=60 - second)


writes: Final = RateLimit(WRITES_PER_MINUTE)
"""Entries in games, from pages and programs alike."""
