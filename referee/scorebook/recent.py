"""A cache of bounded size that threads may share."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The values asked for last, whose sizes come to `most` at most; threads may share it.

    Without `size` each value counts 1. A value larger than `most` is not kept.
    """

    def __init__(self, most: int, size: Callable[[V], int] = lambda _: 1) -> None:
        self._most = most
        self._size = size
        self._used = 0
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """The value of a key, or None where it is not kept (any more)."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def put(self, key: K, value: V) -> None:
        """Keep a value in place of an earlier one, and let go of those not asked for longest."""
        size = self._size(value)
        with self._lock:
            self._drop(key)
            if size > self._most:
                return
            self._kept[key] = value, size
            self._used += size
            while self._used > self._most:
                _, (_, gone) = self._kept.popitem(last=False)
                self._used -= gone

    def drop(self, key: K) -> None:
        """Let go of one value, where it is kept."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Let go of all of them."""
        with self._lock:
            self._kept.clear()
            self._used = 0

    def _drop(self, key: K) -> None:
        if key in self._kept:
            self._used -= self._kept.pop(key)[1]
