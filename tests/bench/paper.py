"""Sheets of paper: made for the first time and again, beside bare WeasyPrint on the same HTML."""

import atexit
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache, partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from referee.paths import PRINTABLES
from referee.printing import ahead
from referee.printing.ahead import WANTED
from referee.printing.document import KIT, html_of, lay_out, sheet_css
from referee.printing.kit import fitting_sheets
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions
from referee.printing.renderer import Renderer, available, print_sheet
from referee.printing.sheets import SHEETS
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from tests.bench import (
    SMALLEST,
    Figure,
    NotHere,
    benchmark,
    beside,
    in_turns,
    median_seconds,
    scaled,
    weighing,
    within,
)
from tests.bench.tables import SERVER
from tests.printing.conftest import scores_of
from tests.printing.test_hammer import GAME, Phone, print_without_pause
from tests.servers import Served, serving

TIMES = scaled(36, 1)
MOST_MEGABYTES = 400

_folder = tempfile.TemporaryDirectory()
atexit.register(_folder.cleanup)
_numbers = count(1)


@cache
def _variant() -> Variant:
    games = [one for one in catalogue() if one.has_contracts]
    games.sort(key=lambda one: (len(one.deals), one.players.most))
    return games[scaled(-1, 0)]


def _game() -> GameOnPaper:
    """A game that has not been printed yet: its title is its own.

    Its link is not: the page to choose a sheet on has drawn its code already.
    """
    number = next(_numbers)
    names = tuple(f"Player {seat}" for seat in range(1, 7))
    return GameOnPaper(
        title=f"Evening {number}",
        scores=scores_of(names, (), last=len(names) + 1),
        link=f"http://192.168.0.2:8080/k/{0:026d}",
        date="1 May 2026",
    )


@cache
def _bare() -> Callable[[str, str], bytes]:
    """Bare WeasyPrint with its fonts and stylesheets read once, as a press that only does this."""
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration

    fonts, styles = FontConfiguration(), {}

    def print_bare(html: str, css: str) -> bytes:
        if css not in styles:
            styles[css] = weasyprint.CSS(
                string=css, font_config=fonts, base_url=PRINTABLES.as_uri()
            )
        sheet = weasyprint.HTML(string=html, base_url=PRINTABLES.as_uri())
        pdf: Any = sheet.write_pdf(
            stylesheets=[styles[css]], font_config=fonts, pdf_variant="pdf/ua-1"
        )
        return bytes(pdf)

    return print_bare


def _first(sheet_id: str, options: PrintOptions) -> Figure:
    """A sheet made anew, from the game to the kept file, beside bare WeasyPrint in turns."""

    # Two are printed before any is measured.
    games = [_game() for _ in range(TIMES + 2)]

    def make() -> None:
        # A folder of its own each time: some sheets are the same for every game.
        prints = Path(_folder.name) / str(next(_numbers))
        print_sheet(sheet_id, _variant(), options, game=games.pop(), prints=prints)

    def floor() -> Callable[[], object]:
        layout = lay_out(sheet_id, _variant(), options, _game())
        html = html_of(sheet_id, layout)
        fonts = (PRINTABLES / "fonts").as_uri() + "/"
        css = sheet_css(sheet_id, layout.grid.name, fonts=fonts)
        return lambda: _bare()(html, css)

    return in_turns(make, floor(), times=TIMES)


_AIMS = {"score-pad": 0.045, "contracts": 0.060}


def _register(sheet_id: str) -> None:
    aim = _AIMS.get(sheet_id)
    words = f"≤ {aim * 1000:.0f} ms, " if aim else ""

    def meets(figure: Figure) -> bool:
        return beside(1.1)(figure) and (aim is None or within(aim)(figure))

    @benchmark(
        f"{sheet_id} as PDF, first",
        floor="bare WeasyPrint on the same HTML",
        aim=f"{words}≤ 1.1 × the floor",
        meets=meets,
    )
    def first() -> Figure:
        return _first(sheet_id, PrintOptions())


for _sheet in SHEETS:
    _register(_sheet)


@benchmark(
    "score-pad as PDF, again",
    floor="reading the kept file",
    aim="≤ 1 ms",
    meets=within(0.001),
)
def pad_again() -> Figure:
    prints = Path(_folder.name) / "again"
    game = _game()

    def make() -> None:
        print_sheet("score-pad", _variant(), game=game, prints=prints)

    make()
    kept = next(prints.glob("*.pdf"))
    return Figure(seconds=median_seconds(make), floor=median_seconds(kept.read_bytes))


@benchmark(
    "30 score-pads as PDF",
    floor="one of them",
    aim="≤ 6 × one",
    meets=beside(6),
)
def thirty_pads() -> Figure:
    def make(copies: int) -> Callable[[], object]:
        return lambda: print_sheet(
            "score-pad", _variant(), PrintOptions(copies=copies), game=_game()
        )

    return in_turns(make(scaled(30, 2)), make(1), times=TIMES)


@benchmark(
    "kit of every sheet as PDF, first",
    floor="its sheets one by one",
    aim="≤ 1.15 × the floor",
    meets=beside(1.15),
)
def kit_first() -> Figure:
    def sheets() -> None:
        game = _game()
        for sheet_id in kit or fitting_sheets(_variant(), game):
            print_sheet(sheet_id, _variant(), game=game)

    kit = tuple(SHEETS)[: scaled(0, 2)]
    options = PrintOptions(kit=kit)
    return in_turns(
        lambda: print_sheet(KIT, _variant(), options, game=_game()), sheets, times=4, warm_up=1
    )


@benchmark(
    "memory of the press at its peak",
    aim=f"≤ {MOST_MEGABYTES} MB",
    meets=weighing(MOST_MEGABYTES * 1_000_000),
)
def memory() -> Figure:
    """The most memory that a press takes for fifty copies of everything."""
    from referee.printing.kit import lay_out_kit
    from referee.printing.renderer import part_of

    renderer = Renderer()
    try:
        parts = [
            part_of(one.sheet_id, one.layout, one.first_page)
            for one in lay_out_kit(_variant(), PrintOptions(players=6), _game())
        ]
        renderer.pdf(parts[: scaled(len(parts), 2)] * scaled(50, 1))
        status = Path(f"/proc/{renderer.worker_pid}/status").read_text("utf-8")
    finally:
        renderer.stop()
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return Figure(weight=int(kilobytes) * 1024)


PAGES = scaled(300, 5)
PRINTING = 2
ROUNDS = scaled(4, 1)


@benchmark(
    "p99 of the table's page while two clients print",
    floor="p99 while nobody prints",
    aim="≤ 1.5 × the floor",
    meets=beside(1.5),
)
def unharmed() -> Figure:
    """Rounds in turns, so that whatever else the machine does falls on both."""
    quiet: list[float] = []
    busy: list[float] = []
    with serving(Path(_folder.name) / "served", command=SERVER) as server:
        phone = Phone(server)
        table = _started(phone)
        for turn in range(ROUNDS):
            quiet += _seconds(lambda: phone.get(table))
            with _printing(server.url, turn):
                busy += _seconds(lambda: phone.get(table))
    return Figure(seconds=_p99(busy), floor=_p99(quiet))


def _started(phone: Phone) -> str:
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cy"))}
    return phone.send(f"/games/new/{GAME.id}", dealer="0", **names)


@cache
def _aheads() -> tuple[float, float, float]:
    """The p99 of the table's page, measured in turns.

    While the sheets of a game that starts are made, beside an empty loop, and while all is quiet.
    """
    busy: list[float] = []
    beside_loop: list[float] = []
    quiet: list[float] = []
    folder = Path(_folder.name) / "ahead"
    with _making_ahead(folder) as server:
        phone = Phone(server)
        table = _started(phone)
        _made_ahead(folder, 1)
        for game in range(2, 2 + scaled(20, 1)):
            _started(phone)
            count = len(busy)
            busy += _seconds(lambda: phone.get(table), 2)
            while not _are_made(folder, game):
                busy += _seconds(lambda: phone.get(table), 1)
                time.sleep(scaled(0.0, 0.2))
            with _looping():
                beside_loop += _seconds(lambda: phone.get(table), len(busy) - count)
            quiet += _seconds(lambda: phone.get(table), len(busy) - count)
    return _p99(busy), _p99(beside_loop), _p99(quiet)


@contextmanager
def _looping() -> Iterator[None]:
    """A process that stands back as the one that makes sheets ahead, and does nothing of use."""
    does = (
        f"from {ahead.__name__} import stand_back; stand_back({ahead.NICENESS}); print(flush=True)"
    )
    command = [sys.executable, "-c", f"{does}\nwhile True: pass"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as loop:
        assert loop.stdout
        loop.stdout.readline()
        try:
            yield
        finally:
            loop.kill()


@benchmark(
    "p99 of the table's page while the first sheets are made ahead",
    floor="p99 while nobody prints",
    aim="≤ 1.2 × the floor",
    meets=beside(1.2),
)
def unharmed_ahead() -> Figure:
    making, _, quiet = _aheads()
    return Figure(seconds=making, floor=quiet)


@benchmark(
    "p99 of that page while sheets are made ahead, beside a loop",
    floor="p99 beside an empty loop that stands back",
    aim="≤ 1.2 × the floor",
    meets=beside(1.2),
)
def unharmed_as_by_a_loop() -> Figure:
    """What is left of it is the processor's, or the system's, and not that of the sheets."""
    making, loop, _ = _aheads()
    return Figure(seconds=making, floor=loop)


@benchmark("the tap on a sheet that was made ahead", aim="≤ 5 ms", meets=within(0.005))
def tap_ahead() -> Figure:
    taps: list[float] = []
    folder = Path(_folder.name) / "tapped"
    with _making_ahead(folder) as server:
        phone = Phone(server)
        for game in range(1, 1 + scaled(8, 1)):
            table = _started(phone)
            _made_ahead(folder, game)
            for sheet in WANTED:
                tap = partial(phone.fetch, f"{table}/print/pdf?sheet={sheet}")
                taps += _seconds(tap, 1)
    return Figure(seconds=statistics.median(taps))


def _making_ahead(folder: Path) -> AbstractContextManager[Served]:
    """A server that makes sheets ahead; at its smallest size it does not stand back for that."""
    if missing := available():
        raise NotHere(missing)
    if SMALLEST:
        return serving(folder, prepare=_not_standing_back)
    return serving(folder, command=SERVER)


def _not_standing_back() -> None:
    ahead.NICENESS = 0  # type: ignore[misc]


def _are_made(folder: Path, games: int) -> bool:
    return len([*(folder / "prints").glob("*.pdf")]) >= games * len(WANTED)


def _made_ahead(folder: Path, games: int) -> None:
    while not _are_made(folder, games):
        time.sleep(0.01)


@contextmanager
def _printing(url: str, turn: int) -> Iterator[None]:
    """Clients that print without pause, each in a process of its own, on sheets of their own."""
    start = get_context("forkserver").Process
    clients = [
        start(target=_print_on, args=(url, 100 * turn + 17 * seat)) for seat in range(PRINTING)
    ]
    for client in clients:
        client.start()
    time.sleep(1)
    try:
        yield
    finally:
        for client in clients:
            client.terminate()
            client.join()


def _print_on(url: str, seat: int) -> None:
    print_without_pause(url, seat, Counter(), threading.Event(), threading.Event())


def _seconds(call: Callable[[], object], times: int = PAGES) -> list[float]:
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - start)
    return seconds


def _p99(seconds: Sequence[float]) -> float:
    """What ninety-nine of a hundred calls stay below."""
    return statistics.quantiles(seconds, n=100)[98]
