"""Taking turns: a lock that threads and processes wait for alike, and not for ever."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Thread


class Turns:
    """Turns of all threads and processes that name the same file, which is made (0600)."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._of_this_process = Lock()

    @contextmanager
    def one(self, seconds: float) -> Iterator[None]:
        """Have a turn; raises `TimeoutError` where it does not come within so many seconds."""
        give_up = time.monotonic() + seconds
        if not self._of_this_process.acquire(timeout=seconds):
            raise TimeoutError
        try:
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except BaseException:
            self._of_this_process.release()
            raise
        waiting = self._lock(descriptor)
        if waiting:
            waiting.join(give_up - time.monotonic())
            if waiting.is_alive():
                # The system knows no end to this wait, so it goes on without us: one thread a
                # process, for the others stop at the lock of this process.
                Thread(target=self._let_go, args=(descriptor, waiting), daemon=True).start()
                raise TimeoutError
        try:
            yield
        finally:
            self._let_go(descriptor)

    def _lock(self, descriptor: int) -> Thread | None:
        """Lock at once, or give a thread that waits for it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting = Thread(target=fcntl.flock, args=(descriptor, fcntl.LOCK_EX), daemon=True)
            waiting.start()
            return waiting
        return None

    def _let_go(self, descriptor: int, waiting: Thread | None = None) -> None:
        if waiting:
            waiting.join()
        os.close(descriptor)
        self._of_this_process.release()
