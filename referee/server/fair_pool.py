"""A thread pool that serves the addresses waiting for it in turn."""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


class QueueFull(Exception):
    """An address has as many calls waiting as it may have."""


class CallerLeft(Exception):
    """Nobody waits for a call any more, which has not begun."""


class FairPool:
    """A few threads, and a queue of calls for each address.

    `threads` calls run at a time, at most `share` of them for one address, of which `queue` more
    may wait. A free thread takes a call of the next address in turn. Belongs to one event loop.
    """

    def __init__(self, threads: int, *, share: int, queue: int) -> None:
        self._executor = ThreadPoolExecutor(threads)
        self._free = threads
        self._share = share
        self._queue = queue
        self._running = Counter[str]()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def run(
        self, address: str, call: Callable[[], Result], left: Callable[[], Awaitable[object]]
    ) -> Result:
        """What a call returns; raises `QueueFull` at once where too many of the address wait.

        `left` comes back once the caller has left: raises `CallerLeft` if the call waits by then.
        """
        if self._free and self._running[address] < self._share and address not in self._waiting:
            self._start(address)
        else:
            await self._wait(address, left)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, call)
        finally:
            self._finish(address)

    def _start(self, address: str) -> None:
        self._free -= 1
        self._running[address] += 1

    async def _wait(self, address: str, left: Callable[[], Awaitable[object]]) -> None:
        queue = self._waiting.setdefault(address, deque())
        if len(queue) >= self._queue:
            raise QueueFull
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        leaving: asyncio.Future[Any] = asyncio.ensure_future(left())
        try:
            await asyncio.wait([turn, leaving], return_when=asyncio.FIRST_COMPLETED)
            if not turn.done():
                raise CallerLeft
        except BaseException:
            if turn.done():
                self._finish(address)
            else:
                queue.remove(turn)
                if not queue:
                    del self._waiting[address]
            raise
        finally:
            leaving.cancel()

    def _finish(self, address: str) -> None:
        self._free += 1
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]
        for waiting in tuple(self._waiting):
            if self._free and self._running[waiting] < self._share:
                queue = self._waiting.pop(waiting)
                queue.popleft().set_result(None)
                self._start(waiting)
                if queue:
                    # The address goes behind the others.
                    self._waiting[waiting] = queue
