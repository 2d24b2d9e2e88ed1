"""The press: makes a PDF file of a sheet, in a process of its own, and keeps finished ones."""

import atexit
import ctypes
import hashlib
import importlib.util
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Final

from referee.files import PRINTABLES
from referee.printing.choices import Choices
from referee.printing.drawer import Drawer
from referee.printing.kit import lay_out_kit
from referee.printing.laid import Laid
from referee.printing.paper import GameOnPaper
from referee.printing.plain_names import in_plain_letters
from referee.printing.sheets import html_of, lay_out, layout_name, sheet_css
from referee.rules.variant import Variant

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # there are no such locks on this system
    fcntl = None

PATIENCE: Final = 20.0
"""Seconds that one sheet may take, the start of the worker included."""

QUEUE: Final = 2
"""Calls at the press of one process at a time: one printing, the rest waiting."""

TURN: Final = "turn.lock"
"""The file in the folder of finished sheets by which processes print one after the other."""

SHEETS_PER_WORKER: Final = 500
"""After so many sheets a worker is replaced, which bounds what it may leak."""

INSTALL: Final = "apt-get install -y --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0"

_AT_ONCE: Final = 0.25
"""Seconds within which a worker that was dying already is found dead."""

_LOG: Final = logging.getLogger(__name__)
_WORKER: Final = Path(__file__).with_name("worker.py")
_FONTS_AT: Final = "sheet:fonts/"

# The names under which WeasyPrint looks for its libraries, by what each one is called.
_LIBRARIES: Final = {
    "gobject": ("libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0.dll"),
    "pango": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    "pangoft2": ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    "fontconfig": ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll"),
    "harfbuzz": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
    "harfbuzz-subset": (
        "libharfbuzz-subset.so.0",
        "libharfbuzz-subset.0.dylib",
        "libharfbuzz-subset-0.dll",
    ),
}


class PressFailed(Exception):
    """No PDF came out; the text is a sentence for players. The next call may well succeed."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a worker said to one request."""

    pdf: bytes
    problem: str
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """HTML with its stylesheet, and its pages by number as often as each is printed.

    An empty order prints every page once.
    """

    html: str
    css: str
    order: tuple[int, ...] = ()


class Press:
    """One worker process and the queue before it; any thread may call it.

    `patience`: seconds for one sheet. The worker starts with the first sheet or `warm_up`, ends
    with this process, and is replaced when it dies or hangs.
    """

    def __init__(self, patience: float = PATIENCE, queue: int = QUEUE) -> None:
        self._patience = patience
        self._places = threading.BoundedSemaphore(queue)
        self._turn = threading.Lock()
        self._worker: subprocess.Popen[bytes] | None = None
        self._sheets = 0

    @property
    def worker_pid(self) -> int | None:
        """The process that prints, or None while there is none."""
        return self._worker.pid if self._worker else None

    def warm_up(self) -> None:
        """Start the worker unless it runs or is being started; returns at once."""
        if self._turn.acquire(blocking=False):
            try:
                self._running()
            except OSError as error:
                _LOG.warning("The press did not start: %s", error)
            finally:
                self._turn.release()

    def stop(self) -> None:
        """End the worker, if there is one."""
        with self._turn:
            self._dismiss()

    def pdf(
        self,
        parts: Sequence[Part],
        fonts: Mapping[str, str],
        plain: Sequence[Part] = (),
        turn: Path | None = None,
    ) -> bytes:
        """All parts as one PDF file; raises `PressFailed`.

        `plain`: what is printed instead where no font at hand has all letters of the parts. `turn`:
        a file that all processes of a server name, so that only one of them prints at a time and
        the other processors are left to those who keep the score.
        """
        if not self._places.acquire(blocking=False):
            raise PressFailed("Other sheets are being printed. Try again in a few seconds.")
        try:
            with self._turn, _held(turn):
                answer = self._print(
                    {
                        "parts": [asdict(part) for part in parts],
                        "fonts": dict(fonts),
                        "plain": [asdict(part) for part in plain],
                    }
                )
        finally:
            self._places.release()
        for warning in answer.warnings:
            _LOG.warning("On a sheet: %s", warning)
        if answer.problem:
            _LOG.error("A sheet could not be printed: %s", answer.problem)
            raise PressFailed(
                available() or "This sheet couldn’t be made. Use the print view instead."
            )
        return answer.pdf

    def _print(self, request: Mapping[str, object], *, again: bool = True) -> _Answer:
        late, since, served = threading.Event(), time.monotonic(), self._sheets > 0
        try:
            worker = self._running()
            killer = threading.Timer(self._patience, _kill_late, (worker, late))
            killer.start()
            try:
                answer = _ask(worker, request)
            finally:
                killer.cancel()
        except (OSError, EOFError, ValueError) as error:
            self._dismiss()
            if late.is_set():
                raise PressFailed(
                    f"The sheet took longer than {self._patience:g} seconds and was stopped. "
                    "Try again, or use the print view."
                ) from error
            if again and served and time.monotonic() - since < _AT_ONCE:
                # It was dying since the sheet before, which says nothing against this one.
                return self._print(request, again=False)
            raise PressFailed(
                "Something went wrong with this sheet. Try again, or use the print view."
            ) from error
        self._sheets += 1
        if self._sheets >= SHEETS_PER_WORKER or answer.problem:
            self._dismiss()
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._worker is None or self._worker.poll() is not None:
            self._dismiss()
            self._worker = subprocess.Popen(
                [sys.executable, "-P", str(_WORKER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd="/",
            )
        return self._worker

    def _dismiss(self) -> None:
        worker, self._worker, self._sheets = self._worker, None, 0
        if worker is None:
            return
        worker.kill()
        worker.wait()
        for pipe in (worker.stdin, worker.stdout):
            if pipe:
                with suppress(OSError):  # what was still to be written has nobody to read it
                    pipe.close()


@contextmanager
def _held(turn: Path | None) -> Iterator[None]:
    """Wait until no other process holds that file, and hold it; without it where that cannot be."""
    with ExitStack() as held:
        if turn and fcntl:
            with suppress(OSError):
                turn.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                file = held.enter_context(turn.open("wb"))
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _kill_late(worker: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    worker.kill()


def _ask(worker: subprocess.Popen[bytes], request: Mapping[str, object]) -> _Answer:
    """Send one request and wait for its answer; raises `EOFError` when the worker dies."""
    assert worker.stdin and worker.stdout
    worker.stdin.write(json.dumps(request).encode() + b"\n")
    worker.stdin.flush()
    head: Mapping[str, Any] = json.loads(worker.stdout.readline() or _end())
    return _Answer(
        pdf=_read(worker.stdout, head["size"]),
        problem=head["problem"],
        warnings=tuple(head["warnings"]),
    )


def _read(pipe: IO[bytes], size: int) -> bytes:
    read = pipe.read(size)
    return read if len(read) == size else _end()


def _end() -> bytes:
    raise EOFError("the worker ended")


_press = Press()


def _after_fork() -> None:
    # The worker belongs to the parent process; its pipes must not be shared.
    global _press
    _press = Press()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def stop() -> None:
    """End the press of this process; the next sheet starts it again."""
    _press.stop()


atexit.register(stop)


def available() -> str | None:
    """What is missing for PDF files and the line that installs it, or None when nothing is.

    Takes well below a millisecond once everything has been found, and looks again each time until
    then.
    """
    missing = _found_missing()
    if missing == "weasyprint":
        return "PDF files need WeasyPrint. Install it with: pip install weasyprint"
    if missing:
        return f"PDF files need {missing}, which is not on this machine. Install it with: {INSTALL}"
    return None


def _found_missing() -> str:
    """The first part that is missing, in words; "" when nothing is."""
    try:
        _look()
    except LookupError as error:
        return str(error.args[0])
    return ""


@cache
def _look() -> None:
    """Find every part; raises `LookupError`, which is not remembered, naming the missing one."""
    if importlib.util.find_spec("weasyprint") is None:
        raise LookupError("weasyprint")
    for library, names in _LIBRARIES.items():
        if not any(_loads(name) for name in names):
            raise LookupError(f"the library {library}")


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def warm_up() -> None:
    """Start the press in the background, so that the first sheet need not wait for it.

    Returns at once and raises nothing.
    """
    if available() is None:
        _press.warm_up()


def print_sheet(
    sheet_id: str,
    variant: Variant,
    choices: Choices | None = None,
    *,
    game: GameOnPaper | None = None,
    prints: Path | None = None,
) -> bytes:
    """A sheet as a PDF file: the same bytes every time for the same values.

    Arguments as for `sheet_html`. `prints`: the folder that keeps finished sheets, made when it is
    missing (`INSTANCE/prints`); None to keep nothing. Raises `UnknownSheet`, `SheetError`, and
    `PressFailed` when the press is missing, busy, too slow or broken.
    """

    def parts(of: GameOnPaper | None) -> list[Part]:
        return [_sheet(sheet_id, variant, choices or Choices(), of)]

    return _printed(parts, game, prints)


@lru_cache(maxsize=32)
def _sheet(sheet_id: str, variant: Variant, choices: Choices, game: GameOnPaper | None) -> Part:
    """A sheet laid out; kept a while, since most are asked for again at once."""
    return _part(sheet_id, lay_out(sheet_id, variant, choices, game))


def print_kit(
    variant: Variant,
    choices: Choices | None = None,
    *,
    game: GameOnPaper | None = None,
    prints: Path | None = None,
) -> bytes:
    """A table kit as one PDF file: contents, and the sheets that `choices.kit` names.

    As `print_sheet`; sheets stand one on a page, whatever was chosen.
    """
    chosen = choices or Choices()

    def parts(of: GameOnPaper | None) -> list[Part]:
        kit = lay_out_kit(variant, chosen, of)
        return [_part(one.sheet_id, one.laid, one.first_page) for one in kit] * chosen.copies

    return _printed(parts, game, prints)


def _part(sheet_id: str, laid: Laid, first_page: int | None = None) -> Part:
    return Part(
        html=html_of(sheet_id, laid, first_page=first_page),
        css=sheet_css(sheet_id, layout_name(laid), fonts=_FONTS_AT),
        order=laid.imposed.order,
    )


def _printed(
    make: Callable[[GameOnPaper | None], Sequence[Part]],
    game: GameOnPaper | None,
    prints: Path | None,
) -> bytes:
    parts = make(game)
    drawer = Drawer(prints) if prints else None
    name = content_name(parts)
    kept = drawer.take(name) if drawer else None
    if kept is not None:
        return kept
    if missing := available():
        raise PressFailed(missing)
    plain = in_plain_letters(game) if game else None
    turn = prints / TURN if prints else None
    pdf = _press.pdf(parts, font_files(), make(plain) if plain else (), turn)
    if drawer:
        drawer.put(name, pdf)
    return pdf


def content_name(parts: Sequence[Part]) -> str:
    """The name of a finished sheet: a hash of all that it is made from."""
    content = hashlib.sha256(_edition())
    for part in parts:
        for piece in (part.css, part.html, repr(part.order)):
            content.update(piece.encode())
            content.update(b"\0")
    return content.hexdigest()


@cache
def _edition() -> bytes:
    """A hash of what prints besides HTML and CSS: the fonts, the worker, WeasyPrint's version."""
    from importlib.metadata import version

    parts = hashlib.sha256(version("weasyprint").encode())
    for file in (_WORKER, *map(Path, font_files().values())):
        parts.update(hashlib.sha256(file.read_bytes()).digest())
    return parts.digest()


@cache
def font_files() -> Mapping[str, str]:
    """The shipped font files by the addresses under which the press knows them."""
    fonts = sorted((PRINTABLES / "fonts").glob("*.ttf"))
    return {_FONTS_AT + font.name: str(font) for font in fonts}
