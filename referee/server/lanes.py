"""Threads for one kind of work, given in turn to the addresses that wait for it."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


class Busy(Exception):
    """An address has as much work waiting as it may have."""


class Lane:
    """A few threads and a queue for each address; the queues are served in turn.

    `threads` work at a time, at most `share` of them for one address, of which `queue` more calls
    may wait. Belongs to one event loop.
    """

    def __init__(self, threads: int, *, share: int, queue: int) -> None:
        self._pool = ThreadPoolExecutor(threads)
        self._free = threads
        self._share = share
        self._queue = queue
        self._running = Counter[str]()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def run(self, address: str, work: Callable[[], Result]) -> Result:
        """What `work` returns, called in a thread when it is the turn of `address`.

        Raises `Busy` at once where too much of that address waits already.
        """
        if self._free and self._running[address] < self._share and address not in self._waiting:
            self._take(address)
        else:
            await self._turn(address)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._give_back(address)

    def running(self, address: str) -> int:
        """The calls of an address that are worked on."""
        return self._running[address]

    async def _turn(self, address: str) -> None:
        queue = self._waiting.setdefault(address, deque())
        if len(queue) >= self._queue:
            raise Busy
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        await turn

    def _take(self, address: str) -> None:
        self._free -= 1
        self._running[address] += 1

    def _give_back(self, address: str) -> None:
        self._free += 1
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]
        for waiting in tuple(self._waiting):
            if not self._free:
                return
            if self._running[waiting] < self._share:
                self._next(waiting)

    def _next(self, address: str) -> None:
        """Let the first call of an address begin, and put the address behind the others."""
        queue = self._waiting.pop(address)
        turn = queue.popleft()
        if queue:
            self._waiting[address] = queue
        if not turn.done():
            self._take(address)
            turn.set_result(None)
