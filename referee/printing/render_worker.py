"""The worker process of the renderer, and the only module that imports WeasyPrint.

Started as a script by `renderer` with the folder of the fonts, it imports nothing of this project,
so that a crash, a hang or too much memory here ends this process alone. Standard input is a
connection of `multiprocessing`, and `TMPDIR` a folder of its own, deleted at the end.
A request is `(parts, plain, patience)`. Each part is `(html, css, order)`, `css` being its
stylesheets and `order` its pages by number as often as each is printed, empty for all of them once;
`plain` are the parts to print instead where no font here has a glyph for some letter. After
`patience` seconds of a processor, or several times as many of the clock, the system ends this
process. An answer is `(problem, warnings, pdf)`, the bytes of the PDF file empty where there is a
problem.
"""

import gc
import logging
import os
import resource
import shutil
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from logging.handlers import BufferingHandler
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

_LIMITS: Final = {
    resource.RLIMIT_AS: 1024 * 1024 * 1024,
    resource.RLIMIT_FSIZE: 64 * 1024 * 1024,
    resource.RLIMIT_CORE: 0,
}
NICENESS: Final = 10
STYLES: Final = 48
"""Stylesheets kept parsed."""

_STACK: Final = 33_000
"""Words of the frame below all others of a sheet.

Python keeps frames in chunks of 16 KB, or of as much as one frame needs, and gives back what is
empty: calls in a loop at the end of a chunk have memory mapped and unmapped at each turn, which
took up to a quarter of a sheet's time. One so large has a chunk of 512 KB, and the rest is theirs.
"""

HANGS: Final = 6
"""How many times its patience a sheet may take by the clock."""

_TAGGED: Final = "pdf/ua-1"
_NO_GLYPH: Final = ".notdef glyph"


_Part = tuple[str, tuple[str, ...], Sequence[int]]


class Printer:
    """WeasyPrint with its fonts loaded once; safe because this process has a single thread."""

    def __init__(self, fonts: Path) -> None:
        """Import WeasyPrint; raises `ImportError` or `OSError` where something is missing."""
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        files = {f"sheet:fonts/{font.name}": font for font in fonts.glob("*.ttf")}

        class FontFetcher(URLFetcher):  # type: ignore[misc]
            """Hands out the fonts, and reaches nothing else."""

            def fetch(self, url: str, headers: object = None) -> Any:
                if url not in files:
                    raise ValueError("nothing is fetched for a sheet")
                return URLFetcherResponse(url, files[url].read_bytes())

        config = FontConfiguration()
        at: dict[str, Any] = {
            "url_fetcher": FontFetcher(allowed_protocols=()), "base_url": "sheet:",
        }  # fmt: skip
        # Few stylesheets are in use, and parsing one takes as long as a small sheet.
        style = lru_cache(STYLES)(lambda css: weasyprint.CSS(string=css, font_config=config, **at))

        def laid_out(html: str, css: Sequence[str]) -> Any:
            return weasyprint.HTML(string=html, **at).render(
                stylesheets=[*map(style, css)], font_config=config, pdf_variant=_TAGGED
            )

        self._laid_out = laid_out

    def pdf(self, parts: Sequence[_Part]) -> bytes:
        """All parts as one tagged PDF file with its fonts embedded, titled as the first."""
        laid_out, pages = cache(self._laid_out), list[Any]()
        for html, css, order in parts:
            of_part = laid_out(html, css).pages
            pages += [of_part[number] for number in order or range(len(of_part))]
        once = list(dict.fromkeys(pages))
        order = [once.index(page) for page in pages]
        whole = laid_out(*parts[0][:2]).copy(once)
        pdf: bytes = whole.write_pdf(
            pdf_variant=_TAGGED, finisher=lambda _, file: _repeat_pages(file, order)
        )
        return pdf


def _repeat_pages(file: Any, order: Sequence[int]) -> None:
    """Put the pages of a file that is not yet written in order, some of them several times.

    What is drawn on a page is stored once, however often it is printed; painting it thirty times
    would take thirty times as long. Only the first of equal pages is read aloud.
    """
    kids = file.pages["Kids"]
    pages = [kids[start : start + 3] for start in range(0, len(kids), 3)]
    ordered: list[Any] = []
    seen = set()
    for number in order:
        if number not in seen:
            ordered += pages[number]
        else:
            page = file.objects[pages[number][0]]
            shared = {key: page[key] for key in page if key not in ("StructParents", "Annots")}
            copy = type(page)(shared)
            file.add_object(copy)
            ordered += [copy.number, 0, "R"]
        seen.add(number)
    file.pages["Kids"][:] = ordered
    file.pages["Count"] = len(order)


def _has_no_glyph(warning: logging.LogRecord) -> bool:
    return warning.getMessage().startswith(_NO_GLYPH)


def _serve(pipe: Connection, heard: BufferingHandler, fonts: Path) -> None:
    printer: Printer | None = None
    # What is missing is said with the first sheet.
    with suppress(ImportError, OSError):
        printer = Printer(fonts)
    gc.disable()
    gc.freeze()
    while True:
        parts, plain, patience = pipe.recv()
        problem, pdf = "", b""
        try:
            signal.setitimer(signal.ITIMER_PROF, patience)
            signal.setitimer(signal.ITIMER_REAL, HANGS * patience)
            printer = printer or Printer(fonts)
            pdf = printer.pdf(parts)
            if plain and any(map(_has_no_glyph, heard.buffer)):
                pdf = printer.pdf(plain)
        except Exception as error:
            problem, pdf = f"{type(error).__name__}: {error}", b""
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        # A name in letters that no font here has is no fault of the sheet, and not for the log.
        warnings = [one.getMessage() for one in heard.buffer if not _has_no_glyph(one)]
        heard.flush()
        pipe.send((problem, warnings, pdf))
        gc.collect()


def main() -> None:
    """Serve until the connection ends, as it does with the process that started this one."""
    os.nice(NICENESS)
    for limit, most in _LIMITS.items():
        resource.setrlimit(limit, (most, most))
    _serve.__code__ = _serve.__code__.replace(co_stacksize=_STACK)
    heard = BufferingHandler(sys.maxsize)
    heard.setLevel(logging.WARNING)
    logging.getLogger("weasyprint").addHandler(heard)
    try:
        _serve(Connection(sys.stdin.fileno()), heard, Path(sys.argv[1]))
    except (EOFError, OSError):
        shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)


if __name__ == "__main__":
    main()
