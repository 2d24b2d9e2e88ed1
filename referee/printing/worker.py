"""The worker process of the press: reads sheets from its input, writes PDF files to its output.

Started as a script by `press`, it imports nothing of this project, so that a crash, a hang or a
memory explosion here ends this process and touches nobody's score. The only module that imports
WeasyPrint. One request: a line of JSON `{"html", "css", "fonts"}`, `fonts` being the files by the
addresses under which the stylesheet names them. One answer: a line of JSON `{"size", "problem",
"warnings"}` and then `size` bytes of PDF.
"""

import json
import logging
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

MEMORY: Final = 1024 * 1024 * 1024
FILE_SIZE: Final = 64 * 1024 * 1024
CPU_SECONDS: Final = 15
POLITENESS: Final = 5

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

    def pdf(self, html: str, css: str, fonts: Mapping[str, str]) -> bytes:
        """The sheet as a tagged PDF file with its fonts embedded."""
        fetcher = self._refuse(fonts)
        if css not in self._styles:
            # Stylesheets are few and take longer to read than a small sheet does.
            self._styles[css] = self._weasyprint.CSS(
                string=css, url_fetcher=fetcher, font_config=self._font_config, base_url="sheet:"
            )
        sheet = self._weasyprint.HTML(string=html, url_fetcher=fetcher, base_url="sheet:")
        pdf: bytes = sheet.write_pdf(
            stylesheets=[self._styles[css]], font_config=self._font_config, pdf_variant="pdf/ua-1"
        )
        return pdf


class Warnings(logging.Handler):
    """Keeps what WeasyPrint complains of until it is taken."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # A name in letters that no font here has is no fault of the sheet, and not for the log.
        if not record.getMessage().startswith(_NO_GLYPH):
            self._said.append(record.getMessage())

    def take(self) -> list[str]:
        """What was said since the last time."""
        said, self._said = self._said, []
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
    for line in requests:
        pdf, wrong = b"", problem
        if printer:
            _limit_next_sheet()
            try:
                pdf = printer.pdf(**json.loads(line))
            except (Exception, MemoryError) as error:
                wrong = f"{type(error).__name__}: {error}"
        _answer(out, pdf, wrong, warnings.take())


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
