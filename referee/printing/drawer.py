"""The drawer of finished sheets: a folder of PDF files named by their content, bounded in size."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Final

ROOM: Final = 64 * 1024 * 1024
"""Bytes that a drawer holds before the sheets unused for longest are thrown away."""

LEFT: Final = 3 / 4
"""How much of its room is still in use after that."""

_ABANDONED: Final = 3600.0
"""Seconds after which a file that is still being written is given up."""


class Drawer:
    """Finished sheets in `folder`, shared by every process that prints.

    A file appears whole or not at all, so that readers and writers need no lock. What cannot be
    read or written is as good as not there: printing goes on without the drawer.
    """

    def __init__(self, folder: Path, room: int = ROOM) -> None:
        self._folder = folder
        self._room = room

    def take(self, name: str) -> bytes | None:
        """The sheet of that name, or None; its place in the queue for the bin starts anew."""
        file = self._folder / f"{name}.pdf"
        try:
            pdf = file.read_bytes()
            os.utime(file)
        except OSError:
            return None
        # After a power cut a file may be there without all of its bytes.
        return pdf if pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF") else None

    def put(self, name: str, pdf: bytes) -> None:
        """Keep a sheet, and make room when there are too many."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, passing = tempfile.mkstemp(dir=self._folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(pdf)
                Path(passing).replace(self._folder / f"{name}.pdf")
            except OSError:
                Path(passing).unlink(missing_ok=True)
                raise
            self._make_room()

    def _make_room(self) -> None:
        """Throw away the sheets unused for longest, and what a killed writer left behind."""
        sheets = sorted(self._sizes())
        used = sum(size for _, size, _ in sheets)
        if used <= self._room:
            return
        for _, size, file in sheets:
            if used <= self._room * LEFT:
                break
            with suppress(OSError):
                file.unlink()
            used -= size

    def _sizes(self) -> list[tuple[float, int, Path]]:
        """Time of last use, size and path of every file that may go."""
        found = []
        for file in self._folder.iterdir():
            with suppress(OSError):  # another process may just have thrown it away
                state = file.stat()
                if file.suffix == ".pdf" or state.st_mtime < time() - _ABANDONED:
                    found.append((state.st_mtime, state.st_size, file))
        return found
