"""The worker process of the press: reads sheets from its input, writes PDF files to its output.

Started as a script by `press`, it imports nothing of this project, so that a crash, a hang or a
memory explosion here ends this process and touches nobody's score. The only module that imports
WeasyPrint. One request: a line of JSON `{"parts", "fonts", "plain"}`. Each part is `{"html", "css",
"order"}`, `order` being its pages by number as often as each is printed, empty for all of them
once; `fonts` are the files by the addresses under which stylesheets name them; `plain` are the
parts to print instead where no font here has a glyph for some letter. One answer: a line of JSON
`{"size", "problem", "warnings"}` and then `size` bytes of PDF.
"""

import gc
import json
import logging
import os
import select
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

MEMORY: Final = 1024 * 1024 * 1024
FILE_SIZE: Final = 64 * 1024 * 1024
CPU_SECONDS: Final = 15
POLITENESS: Final = 10
STYLES: Final = 48
"""Stylesheets kept ready."""

UNSWEPT: Final = 8
"""Sheets after which what they leave behind is swept up though somebody waits."""

AT_ONCE: Final = 0.05
"""Seconds within which the next sheet comes where several are printed one after another."""

_TAGGED: Final = "pdf/ua-1"
_WEASYPRINT_LOG: Final = "weasyprint"
_NO_GLYPH: Final = ".notdef glyph"


class Printer:
    """One renderer with its fonts loaded once; safe because this process has a single thread."""

    def __init__(self) -> None:
        """Import WeasyPrint; raises `ImportError` or `OSError` where something is missing."""
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        class Refuse(URLFetcher):  # type: ignore[misc]
            """Hands out the fonts that came with the request, and reaches nothing else."""

            def __init__(self, fonts: Mapping[str, str]) -> None:
                super().__init__(allowed_protocols=())
                self._fonts = fonts

            def fetch(self, url: str, headers: object = None) -> Any:
                if url not in self._fonts:
                    raise ValueError("nothing is fetched for a sheet")
                return URLFetcherResponse(url, Path(self._fonts[url]).read_bytes())

        self._weasyprint = weasyprint
        self._font_config = FontConfiguration()
        self._refuse = Refuse
        self._styles: dict[str, Any] = {}

    def pdf(self, parts: Sequence[Mapping[str, Any]], fonts: Mapping[str, str]) -> bytes:
        """All parts as one tagged PDF file with its fonts embedded, titled as the first."""
        fetcher = self._refuse(fonts)
        laid_out = {
            (html, css): self._laid_out(html, css, fetcher)
            for html, css in dict.fromkeys((part["html"], part["css"]) for part in parts)
        }
        pages = [
            page
            for part in parts
            for page in _ordered(laid_out[part["html"], part["css"]].pages, part["order"])
        ]
        once = list(dict.fromkeys(pages))
        order = [once.index(page) for page in pages]
        first = next(iter(laid_out.values()))
        pdf: bytes = first.copy(once).write_pdf(
            pdf_variant=_TAGGED, finisher=lambda _, file: _repeat(file, order)
        )
        return pdf

    def _laid_out(self, html: str, css: str, fetcher: Any) -> Any:
        sheet = self._weasyprint.HTML(string=html, url_fetcher=fetcher, base_url="sheet:")
        return sheet.render(
            stylesheets=[self._style(css, fetcher)],
            font_config=self._font_config,
            pdf_variant=_TAGGED,
        )

    def _style(self, css: str, fetcher: Any) -> Any:
        """A stylesheet, read once: few are in use, and reading one takes longer than a sheet."""
        if css not in self._styles:
            if len(self._styles) >= STYLES:
                self._styles.pop(next(iter(self._styles)))
            self._styles[css] = self._weasyprint.CSS(
                string=css, url_fetcher=fetcher, font_config=self._font_config, base_url="sheet:"
            )
        return self._styles[css]


def _ordered(pages: Sequence[Any], order: Sequence[int]) -> Sequence[Any]:
    """The pages as often as each is printed."""
    return [pages[at] for at in order] if order else pages


def _repeat(file: Any, order: Sequence[int]) -> None:
    """Put the pages of a file that is not yet written in order, some of them several times.

    What is drawn on a page is stored once, however often it is printed; painting it thirty times
    would take thirty times as long. Only the first of equal pages is read aloud.
    """
    kids = file.pages["Kids"]
    pages = [kids[at : at + 3] for at in range(0, len(kids), 3)]
    found: list[Any] = []
    seen = set()
    for at in order:
        found += pages[at] if at not in seen else _copied(file, pages[at])
        seen.add(at)
    file.pages["Kids"][:] = found
    file.pages["Count"] = len(order)


def _copied(file: Any, reference: Sequence[Any]) -> Sequence[Any]:
    """One more page that shows what another shows."""
    page = file.objects[reference[0]]
    copy = type(page)({key: page[key] for key in page if key not in ("StructParents", "Annots")})
    file.add_object(copy)
    return [copy.number, 0, "R"]


class Warnings(logging.Handler):
    """Keeps what WeasyPrint complains of until it is taken."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._said: list[str] = []
        self.no_glyph = False

    def emit(self, record: logging.LogRecord) -> None:
        # A name in letters that no font here has is no fault of the sheet, and not for the log.
        if record.getMessage().startswith(_NO_GLYPH):
            self.no_glyph = True
        else:
            self._said.append(record.getMessage())

    def take(self) -> list[str]:
        """What was said since the last time."""
        said, self._said, self.no_glyph = self._said, [], False
        return said


def _set_limits() -> None:
    """Bound memory, files and core dumps, and yield to those who keep the score."""
    try:
        import resource
    except ImportError:  # no such limits on this system
        return
    os.nice(POLITENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_next_sheet() -> None:
    """Let one more sheet take so many seconds of processor time."""
    try:
        import resource
    except ImportError:
        return
    spent = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(spent.ru_utime + spent.ru_stime) + CPU_SECONDS
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))


def _answer(out: BinaryIO, pdf: bytes, problem: str, warnings: list[str]) -> None:
    head = {"size": len(pdf), "problem": problem, "warnings": warnings}
    out.write(json.dumps(head).encode() + b"\n" + pdf)
    out.flush()


def _work(requests: BinaryIO, out: BinaryIO, warnings: Warnings) -> None:
    printer: Printer | None = None
    problem = ""
    try:
        printer = Printer()
    except (ImportError, OSError) as error:
        problem = str(error)
    gc.disable()
    gc.freeze()
    unswept = 0
    for line in requests:
        pdf, wrong = b"", problem
        if printer:
            _limit_next_sheet()
            try:
                asked = json.loads(line)
                pdf = printer.pdf(asked["parts"], asked["fonts"])
                if warnings.no_glyph and asked["plain"]:
                    pdf = printer.pdf(asked["plain"], asked["fonts"])
            except (Exception, MemoryError) as error:
                wrong = f"{type(error).__name__}: {error}"
        _answer(out, pdf, wrong, warnings.take())
        unswept += 1
        if unswept >= UNSWEPT or _nobody_waits(requests):
            gc.collect()
            unswept = 0


def _nobody_waits(requests: BinaryIO) -> bool:
    """Whether no sheet is asked for at once, so that there is time to sweep up after the last.

    The press sends no request before the last one is answered, so that none waits in the buffer,
    where it would not be seen.
    """
    try:
        return not select.select([requests], [], [], AT_ONCE)[0]
    except OSError:  # pipes cannot be waited for on this system
        return True


def main() -> None:
    """Serve until the input ends, which it does when the process that started this one ends."""
    _set_limits()
    warnings = Warnings()
    logging.getLogger(_WEASYPRINT_LOG).addHandler(warnings)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not end up between the answers
    _work(sys.stdin.buffer, out, warnings)


if __name__ == "__main__":
    main()
