"""PDF files of sheets: rendered by WeasyPrint in a process of its own, and kept when finished."""

import atexit
import ctypes
import fcntl
import hashlib
import importlib.util
import logging
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import astuple, dataclass, replace
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from referee.language import in_use, say
from referee.paths import PRINTABLES
from referee.printing.document import KIT, html_of, lay_out, sheet_styles
from referee.printing.imposition import Layout, booklet_order
from referee.printing.kit import lay_out_kit
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions
from referee.printing.pdf_cache import PdfCache
from referee.printing.transliteration import in_plain_letters
from referee.rules.schema.variant import Variant

PATIENCE: Final = 20.0
"""Seconds of a processor that one sheet may take."""

QUEUE: Final = 2
"""Calls at the renderer of one process at a time: one rendering, the rest waiting."""

LOCK_FILE: Final = "turn.lock"
"""The file in the folder of finished sheets by which processes render one after the other."""

SHEETS_PER_WORKER: Final = 500
"""After so many sheets a worker is replaced, which bounds what it may leak."""

INSTALL: Final = "apt-get install -y --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0"

_LOG: Final = logging.getLogger(__name__)
_WORKER: Final = Path(__file__).with_name("render_worker.py")
_PROGRAM: Final = Path(__file__).parent.parent
_FONTS_AT: Final = "sheet:fonts/"

_LATE: Final = (-signal.SIGPROF, -signal.SIGALRM)
"""What a worker ends with whose patience was too short."""

_LIBRARIES: Final = {
    "gobject-2.0": 0, "pango-1.0": 0, "pangoft2-1.0": 0, "fontconfig": 1, "harfbuzz": 0,
    "harfbuzz-subset": 0,
}  # fmt: skip
"""What WeasyPrint loads, each with the number in the names of its files."""

_MEMORY: Final = "/dev/shm"
"""Where Linux keeps files in memory: the worker unpacks its fonts there though the disk is full."""


class RenderFailed(Exception):
    """No PDF came out; the text is a sentence for players. The next call may well succeed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """HTML with its stylesheets, and its pages by number as often as each is printed.

    An empty order prints every page once.
    """

    html: str
    css: tuple[str, ...]
    order: tuple[int, ...] = ()


def start(*command: str, **environment: str) -> tuple[subprocess.Popen[bytes], Connection]:
    """A process of Python, and the connection that is its standard input."""
    ours, theirs = Pipe()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", *command],
            stdin=theirs.fileno(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **environment},
        )
    return process, ours


class _Worker:
    """A process that renders, the connection to it, and the folder of its fonts."""

    def __init__(self) -> None:
        place = _MEMORY if os.access(_MEMORY, os.W_OK) else None
        self._folder = mkdtemp(prefix="sheet-", dir=place)
        fonts = str(PRINTABLES / "fonts")
        self.process, self.pipe = start(str(_WORKER), fonts, TMPDIR=self._folder)
        self.sheets = 0

    def end(self) -> int:
        """End the process unless it has ended; gives what it ended with."""
        self.pipe.close()
        self.process.kill()
        ended = self.process.wait()
        # What is killed leaves its fonts there.
        shutil.rmtree(self._folder, ignore_errors=True)
        return ended


class Renderer:
    """One worker process and the queue before it; any thread may call it.

    `patience`: seconds of a processor for one sheet. The worker starts with the first sheet or
    `warm_up`, ends with this process, and is replaced when it dies or hangs.
    """

    def __init__(self, patience: float = PATIENCE, queue: int = QUEUE) -> None:
        self.patience = patience
        self._places = threading.BoundedSemaphore(queue)
        self._rendering = threading.Lock()
        self._worker: _Worker | None = None

    @property
    def worker_pid(self) -> int | None:
        """The process that renders, or None while there is none."""
        return self._worker.process.pid if self._worker else None

    def warm_up(self) -> None:
        """Start the worker unless it runs or is being started; returns at once."""
        if self._rendering.acquire(blocking=False):
            try:
                self._started()
            except OSError as error:
                _LOG.warning("The renderer did not start: %s", error)
            finally:
                self._rendering.release()

    def stop(self) -> None:
        """End the worker, if there is one."""
        with self._rendering:
            self._dismiss()

    def pdf(
        self, parts: Sequence[Part], plain: Sequence[Part] = (), lock: Path | None = None
    ) -> bytes:
        """All parts as one PDF file; raises `RenderFailed`.

        `plain`: what is printed instead where no font at hand has all letters of the parts.
        `lock`: a file that all processes of a server name, so that only one of them renders at a
        time and the other processors are left to those who keep the score.
        """
        request = [*map(astuple, parts)], [*map(astuple, plain)], self.patience
        if not self._places.acquire(blocking=False):
            raise RenderFailed(say("pdf-busy"))
        try:
            with self._rendering, _locked(lock):
                return self._render(request)
        finally:
            self._places.release()

    def _render(self, request: object) -> bytes:
        try:
            worker = self._started()
            worker.pipe.send(request)
            problem, warnings, pdf = worker.pipe.recv()
        except (OSError, EOFError) as error:
            if self._dismiss() in _LATE:
                late = say("pdf-late", seconds=f"{self.patience:g}")
                raise RenderFailed(late) from error
            raise RenderFailed(say("pdf-broken")) from error
        for warning in warnings:
            _LOG.warning("On a sheet: %s", warning)
        worker.sheets += 1
        if problem or worker.sheets >= SHEETS_PER_WORKER:
            self._dismiss()
        if problem:
            _LOG.error("A sheet could not be printed: %s", problem)
            raise RenderFailed(available() or say("pdf-failed"))
        return bytes(pdf)

    def _started(self) -> _Worker:
        if self._worker and self._worker.process.poll() is not None:
            self._dismiss()
        if not self._worker and (missing := available()):
            raise RenderFailed(missing)
        self._worker = self._worker or _Worker()
        return self._worker

    def _dismiss(self) -> int | None:
        """End the worker, and give what it ended with; None where there was none."""
        worker, self._worker = self._worker, None
        return worker.end() if worker else None


@contextmanager
def _locked(lock: Path | None) -> Iterator[None]:
    """Wait until no other process holds that file, and hold it; without it where it can't be."""
    with ExitStack() as held:
        with suppress(OSError):
            if lock:
                lock.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                fcntl.flock(held.enter_context(lock.open("wb")), fcntl.LOCK_EX)
        yield


_renderer = Renderer()


stop: Final = _renderer.stop
"""End the worker of this process; the next sheet starts it again."""

atexit.register(stop)


def available() -> str | None:
    """What is missing for PDF files and the line that installs it, or None when nothing is."""
    if importlib.util.find_spec("weasyprint") is None:
        return say("pdf-no-weasyprint")
    for library, number in _LIBRARIES.items():
        # As they are named on Linux and on a Mac.
        if not any(map(_loads, (f"lib{library}.so.{number}", f"lib{library}.{number}.dylib"))):
            return say("pdf-no-library", library=library, command=INSTALL)
    return None


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def warm_up() -> None:
    """Start the worker in the background, so that the first sheet need not wait for it.

    Returns at once and raises nothing.
    """
    if available() is None:
        _renderer.warm_up()


def print_sheet(
    sheet_id: str,
    variant: Variant,
    options: PrintOptions | None = None,
    *,
    game: GameOnPaper | None = None,
    prints: Path | None = None,
    waits: bool = True,
) -> bytes:
    """A sheet as a PDF file: the same bytes every time for the same values.

    `sheet_id` may be `KIT`: contents, and the sheets that `options.kit` names, one on a page.
    `options`: an upright A4 sheet without them. With `game`, the players are its names. `prints`:
    the folder that keeps finished sheets, made when it is missing (`INSTANCE/prints`); None to keep
    nothing. It `waits` there until no other process renders. Raises `UnknownSheet`, `SheetError`,
    and `RenderFailed` when WeasyPrint is missing, busy, too slow or broken.
    """
    options = options or PrintOptions()
    cache, name = prints and PdfCache(prints), sheet_name(sheet_id, variant, options, game)
    if cache and (pdf := cache.get(name)):
        return pdf
    parts = _parts(sheet_id, variant, options, game)
    plain_game = in_plain_letters(game) if game else None
    plain = _parts(sheet_id, variant, options, plain_game) if plain_game else ()
    pdf = _renderer.pdf(parts, plain, prints / LOCK_FILE if prints and waits else None)
    if cache:
        cache.set(name, pdf)
    return pdf


def _parts(
    sheet_id: str, variant: Variant, options: PrintOptions, game: GameOnPaper | None
) -> tuple[Part, ...]:
    """A sheet or a kit laid out."""
    if sheet_id != KIT:
        return (part_of(sheet_id, lay_out(sheet_id, variant, options, game)),)
    pages, apart = list[Part](), list[Part]()
    for part in lay_out_kit(variant, options, game):
        if part.numbered:
            inside = part_of(part.sheet_id, part.layout, part.first_page)
            pages += (replace(inside, order=(page,)) for page in range(len(part.layout.pages)))
        else:
            apart.append(part_of(part.sheet_id, part.layout))
    if options.booklet:
        pages = [pages[at] for at in booklet_order(len(pages))]
    return options.copies * (*pages, *apart)


def part_of(sheet_id: str, layout: Layout, first_page: int | None = None) -> Part:
    """A sheet that is laid out as the renderer takes it: equal pages once, unless numbered."""
    order: tuple[int, ...] = ()
    if first_page is None:
        different = tuple(dict.fromkeys(layout.pages))
        order = tuple(map(different.index, layout.pages))
        layout = replace(layout, pages=different)
    return Part(
        html=html_of(sheet_id, layout, first_page=first_page),
        css=sheet_styles(sheet_id, layout.grid.name, fonts=_FONTS_AT),
        order=order,
    )


def sheet_name(
    sheet_id: str, variant: Variant, options: PrintOptions, game: GameOnPaper | None
) -> str:
    """The name of a finished sheet: a hash of all that it is made from, found without making it."""
    # A variant as it is stored: what it is built from, and what the table turned.
    stored = variant.id, variant.definition, sorted(variant.turned.items())
    made_from = in_use().language, sheet_id, stored, options, game
    return hashlib.sha256(_edition() + repr(made_from).encode()).hexdigest()


@cache
def _edition() -> bytes:
    """What stands for the program: when each of its files, and any library, was last changed."""
    libraries = Path(sysconfig.get_path("purelib"))
    files = [libraries, *(_PROGRAM).rglob("*.*"), *PRINTABLES.rglob("*.*")]
    seen = sorted(
        (str(file), file.stat().st_mtime_ns) for file in files if "__pycache__" not in file.parts
    )
    return hashlib.sha256(repr(seen).encode()).digest()
