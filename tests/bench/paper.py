"""Sheets of paper: made for the first time and again, beside bare WeasyPrint on the same HTML."""

import atexit
import tempfile
from itertools import count
from pathlib import Path

from referee.files import PRINTABLES
from referee.printing import Paper, print_sheet, sheet_css, sheet_html
from referee.printing.paper import GameOnPaper
from referee.rules.variant import Variant
from referee.variants import catalogue
from tests.bench import Figure, benchmark, median_seconds

SHEETS = 12

_folder = tempfile.TemporaryDirectory()
atexit.register(_folder.cleanup)


def _variant() -> Variant:
    return max(catalogue(), key=lambda one: (len(one.deals), one.players.most))


def _game(number: int) -> GameOnPaper:
    """A game that has not been printed yet: its link is its own."""
    names = tuple(f"Player {seat}" for seat in range(1, 7))
    return GameOnPaper(
        title=_variant().name,
        names=names,
        rows=(),
        dealers=names + names[:1],
        totals=(0,) * len(names),
        winners=(),
        finished=False,
        link=f"http://192.168.0.2:8080/k/{number:026d}",
        date="1 May 2026",
    )


def _bare(sheet_id: str) -> float:
    """Seconds for bare WeasyPrint on the same HTML and CSS, everything imported and warm."""
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    numbers = count(10_000)

    def make() -> None:
        html = sheet_html(sheet_id, _variant(), paper=Paper.A4, game=_game(next(numbers)))
        css = sheet_css(sheet_id, Paper.A4, fonts=(PRINTABLES / "fonts").as_uri() + "/")
        style = weasyprint.CSS(string=css, font_config=fonts, base_url=PRINTABLES.as_uri())
        sheet = weasyprint.HTML(string=html, base_url=PRINTABLES.as_uri())
        sheet.write_pdf(stylesheets=[style], font_config=fonts, pdf_variant="pdf/ua-1")

    return median_seconds(make, times=SHEETS, warm_up=2)


def _first(sheet_id: str) -> Figure:
    prints = Path(_folder.name) / "prints"
    numbers = count()

    def make() -> None:
        game = _game(next(numbers))
        print_sheet(sheet_id, _variant(), paper=Paper.A4, game=game, prints=prints)

    return Figure(
        seconds=median_seconds(make, times=SHEETS, warm_up=2),
        floor=_bare(sheet_id),
    )


@benchmark("pad as PDF, first", floor="bare WeasyPrint on the same HTML")
def pad_first() -> Figure:
    return _first("score-pad")


@benchmark("contracts as PDF, first", floor="bare WeasyPrint on the same HTML")
def contracts_first() -> Figure:
    return _first("contracts")


@benchmark(
    "pad as PDF, again",
    floor="reading the kept file",
    aim="≤ 1 ms",
    meets=lambda figure: figure.seconds <= 0.001,
)
def pad_again() -> Figure:
    prints = Path(_folder.name) / "again"
    game = _game(1)

    def make() -> None:
        print_sheet("score-pad", _variant(), paper=Paper.A4, game=game, prints=prints)

    make()
    kept = next(file for file in prints.rglob("*") if file.is_file())
    return Figure(seconds=median_seconds(make), floor=median_seconds(kept.read_bytes))
