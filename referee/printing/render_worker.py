"""The worker process of the renderer, and the only module that imports WeasyPrint.

Started as a script by `renderer`, it imports nothing of this project, so that a crash, a hang or
too much memory here ends this process alone. Standard input is a connection of `multiprocessing`,
and `TMPDIR` a folder of its own, deleted at the end.
A request is JSON: `{"parts", "fonts", "plain", "patience"}`. Each part is `{"html", "css",
"order"}`, `css` being its stylesheets and `order` its pages by number as often as each is printed,
empty for all of them once; `fonts` are the files by the addresses under which stylesheets name
them; `plain` are the parts to print instead where no font here has a glyph for some letter, and
`patience` the seconds of a processor after which the system ends this process by `SIGPROF`. An
answer is JSON, `[problem, warnings]`, and then the bytes of the PDF file, none where there is a
problem.
"""

import gc
import json
import logging
import os
import resource
import shutil
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

MEMORY: Final = 1024 * 1024 * 1024
FILE_SIZE: Final = 64 * 1024 * 1024
NICENESS: Final = 10
STYLES: Final = 48
"""Stylesheets kept parsed."""

SHEETS_BETWEEN_COLLECTIONS: Final = 8
"""Sheets after which garbage is collected though the next one is asked for."""

IDLE_SECONDS: Final = 0.05
"""Seconds without a request after which there is time to collect garbage."""

_TAGGED: Final = "pdf/ua-1"
_NO_GLYPH: Final = ".notdef glyph"


class Printer:
    """WeasyPrint with its fonts loaded once; safe because this process has a single thread."""

    def __init__(self) -> None:
        """Import WeasyPrint; raises `ImportError` or `OSError` where something is missing."""
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        class FontFetcher(URLFetcher):  # type: ignore[misc]
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
        self._fetcher = FontFetcher
        self._styles: dict[str, Any] = {}

    def pdf(self, parts: Sequence[Mapping[str, Any]], fonts: Mapping[str, str]) -> bytes:
        """All parts as one tagged PDF file with its fonts embedded, titled as the first."""
        fetcher = self._fetcher(fonts)
        documents = {
            (html, css): self._render(html, css, fetcher)
            for html, css in dict.fromkeys((part["html"], tuple(part["css"])) for part in parts)
        }
        pages = []
        for part in parts:
            of_part = documents[part["html"], tuple(part["css"])].pages
            pages += [of_part[number] for number in part["order"] or range(len(of_part))]
        once = list(dict.fromkeys(pages))
        order = [once.index(page) for page in pages]
        pdf: bytes = (
            next(iter(documents.values()))
            .copy(once)
            .write_pdf(pdf_variant=_TAGGED, finisher=lambda _, file: _repeat_pages(file, order))
        )
        return pdf

    def _render(self, html: str, css: Sequence[str], fetcher: Any) -> Any:
        styles = [self._style(style, fetcher) for style in css]
        sheet = self._weasyprint.HTML(string=html, url_fetcher=fetcher, base_url="sheet:")
        return sheet.render(stylesheets=styles, font_config=self._font_config, pdf_variant=_TAGGED)

    def _style(self, css: str, fetcher: Any) -> Any:
        """A stylesheet parsed: few are in use, and parsing one takes as long as a small sheet."""
        style = self._styles.pop(css, None) or self._weasyprint.CSS(
            string=css, url_fetcher=fetcher, font_config=self._font_config, base_url="sheet:"
        )
        self._styles[css] = style
        if len(self._styles) > STYLES:
            self._styles.pop(next(iter(self._styles)))
        return style


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


class Warnings(logging.Handler):
    """Keeps what WeasyPrint complains of until it is taken."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._messages: list[str] = []
        self.no_glyph = False

    def emit(self, record: logging.LogRecord) -> None:
        # A name in letters that no font here has is no fault of the sheet, and not for the log.
        if record.getMessage().startswith(_NO_GLYPH):
            self.no_glyph = True
        else:
            self._messages.append(record.getMessage())

    def take(self) -> list[str]:
        """What was complained of since the last time."""
        messages, self._messages, self.no_glyph = self._messages, [], False
        return messages


def _serve(pipe: Connection, warnings: Warnings) -> None:
    printer: Printer | None = None
    problem = ""
    try:
        printer = Printer()
    except (ImportError, OSError) as error:
        problem = str(error)
    gc.disable()
    gc.freeze()
    uncollected = 0
    while True:
        request, pdf = json.loads(pipe.recv_bytes()), b""
        if printer:
            try:
                problem = ""
                signal.setitimer(signal.ITIMER_PROF, request["patience"])
                pdf = printer.pdf(request["parts"], request["fonts"])
                if warnings.no_glyph and request["plain"]:
                    pdf = printer.pdf(request["plain"], request["fonts"])
            except (Exception, MemoryError) as error:
                problem, pdf = f"{type(error).__name__}: {error}", b""
            signal.setitimer(signal.ITIMER_PROF, 0)
        pipe.send_bytes(json.dumps([problem, warnings.take()]).encode())
        pipe.send_bytes(pdf)
        uncollected += 1
        if uncollected >= SHEETS_BETWEEN_COLLECTIONS or not pipe.poll(IDLE_SECONDS):
            gc.collect()
            uncollected = 0


def main() -> None:
    """Serve until the connection ends, as it does with the process that started this one."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings = Warnings()
    logging.getLogger("weasyprint").addHandler(warnings)
    try:
        _serve(Connection(sys.stdin.fileno()), warnings)
    except (EOFError, OSError):
        shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)
        sys.exit()


if __name__ == "__main__":
    main()
