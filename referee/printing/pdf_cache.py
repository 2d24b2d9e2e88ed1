"""Finished sheets on disk: a folder of PDF files named by their content, bounded in size.

Not diskcache: it has had no release since 2023, and its database would be a second file to lock.
"""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

MOST_BYTES: Final = 64 * 1024 * 1024


class PdfCache:
    """Finished sheets in `folder`, shared by every process that prints.

    A file appears whole or not at all, so that readers and writers need no lock. What cannot be
    read or written is as good as not there: printing goes on without the cache.
    """

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most_bytes = most_bytes

    def get(self, name: str) -> bytes | None:
        """The sheet of that name, or None; it counts as used now."""
        file = self._folder / f"{name}.pdf"
        try:
            pdf = file.read_bytes()
            os.utime(file)
        except OSError:
            return None
        # After a power cut a file may be there without all of its bytes.
        return pdf if pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF") else None

    def set(self, name: str, pdf: bytes) -> None:
        """Keep a sheet, and make room when there are too many."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with NamedTemporaryFile(dir=self._folder, suffix=".part", delete=False) as file:
                unfinished = Path(file.name)
                try:
                    file.write(pdf)
                    file.flush()
                    unfinished.replace(self._folder / f"{name}.pdf")
                except OSError:
                    unfinished.unlink(missing_ok=True)
                    raise
            self._evict()

    def _evict(self) -> None:
        """Delete the files unused for longest, where all of them take too much room."""
        files = []
        for file in self._folder.glob("*.p*"):
            with suppress(OSError):  # another process may just have deleted it
                status = file.stat()
                files.append((status.st_mtime, status.st_size, file))
        room = self._most_bytes
        for _, size, file in sorted(files, reverse=True):
            room -= size
            if room < 0:
                file.unlink(missing_ok=True)
