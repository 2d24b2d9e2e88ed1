"""A cache of bounded size that threads may share."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The values asked for last, whose sizes come to `most` at most; threads may share it.

    Without `size` each value counts 1. A value larger than `most` is not kept.
    """

    def __init__(self, most: int, size: Callable[[V], int] = lambda _: 1) -> None:
        self._kept: LRUCache[K, V] = LRUCache(most, getsizeof=size)
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """The value of a key, or None where it is not kept (any more)."""
        with self._lock:
            return self._kept.get(key)

    def put(self, key: K, value: V) -> None:
        """Keep a value in place of an earlier one, and let go of those not asked for longest."""
        with self._lock, suppress(ValueError):
            self._kept.pop(key, None)
            self._kept[key] = value

    def drop(self, key: K) -> None:
        """Let go of one value, where it is kept."""
        with self._lock:
            self._kept.pop(key, None)

    def clear(self) -> None:
        """Let go of all of them."""
        with self._lock:
            self._kept.clear()
