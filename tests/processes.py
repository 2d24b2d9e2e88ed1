"""Processes that are forked from one which has imported the program and read its templates.

Starting a process anew costs more than most tests do; how the program starts by itself is tested
where that is what is tested.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from pathlib import Path

_FORKING = get_context("forkserver")
_FORKING.set_forkserver_preload(["tests.prepared"])


class Process:
    """A process that runs a function of a module: what tests need of `subprocess.Popen`."""

    def __init__(
        self,
        function: Callable[..., object],
        *arguments: object,
        output: Path,
        errors: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start it in the folder of the file that it prints to, which begins empty.

        Its errors go to the same file where no other is named; its environment is this process's
        where no other is given.
        """
        output.write_bytes(b"")
        files = (output, errors or output)
        self._process = _FORKING.Process(
            target=_run, args=(function, arguments, files, dict(environment or os.environ))
        )
        self._process.start()
        assert self._process.pid
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """The exit status, once it has ended."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """The exit status; raises `TimeoutError` where it goes on."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutError(f"{self.pid} has not ended after {timeout} seconds")
        return self._process.exitcode

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


def _run(
    function: Callable[..., object],
    arguments: tuple[object, ...],
    files: tuple[Path, Path],
    environment: dict[str, str],
) -> None:
    os.chdir(files[0].parent)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    for path, stream in zip(files, (sys.stdout, sys.stderr), strict=True):
        with path.open("ab") as file:
            os.dup2(file.fileno(), stream.fileno())
    function(*arguments)
