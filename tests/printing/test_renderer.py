"""The renderer: one worker process, and what becomes of a sheet that goes wrong."""

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import pytest

from referee.printing.renderer import (
    INSTALL,
    PATIENCE,
    Part,
    Renderer,
    RenderFailed,
    available,
)
from tests.printing.conftest import pages_of, read, text_of, texts_of
from tests.servers import answering

HTML = "<!doctype html><html lang=en><title>A sheet</title><p>Mara 65</p>"
CSS = ("p { font-size: 20pt }",)

SHEET = Part(html=HTML, css=CSS)
ENDLESS = Part(html=HTML + "<table><tr><td colspan=65534>x</td></tr></table>", css=CSS)
TOO_DEEP = Part(html=HTML + "<div>" * 2000 + "x", css=CSS)


def test_nothing_is_missing_here() -> None:
    assert available() is None


def test_a_sheet_comes_out(renderer: Renderer) -> None:
    assert text_of(renderer.pdf([SHEET])) == "Mara 65"


def test_pages_come_in_the_order_asked_for_however_often(renderer: Renderer) -> None:
    two = HTML + "<p style='break-before: page'>Jon 20</p>"
    part = Part(html=two, css=CSS, order=(1, 0, 1, 1))
    assert pages_of(renderer.pdf([part, SHEET])) == [
        "Jon 20", "Mara 65", "Jon 20", "Jon 20", "Mara 65",
    ]  # fmt: skip


def test_copies_take_hardly_more_room_than_one(renderer: Renderer) -> None:
    one = len(renderer.pdf([SHEET]))
    fifty = renderer.pdf([Part(html=HTML, css=CSS, order=(0,) * 50)])
    assert len(texts_of(fifty)) == 50
    assert len(fifty) < one + 50 * 200


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("killed", [False, True], ids=["stopped", "killed"])
def test_worker_leaves_no_files_behind(killed: bool) -> None:
    renderer = Renderer()
    try:
        renderer.pdf([SHEET])
        assert renderer.worker_pid
        given = Path(f"/proc/{renderer.worker_pid}/environ").read_text().split("\0")
        folder = Path(next(one for one in given if one.startswith("TMPDIR=")).partition("=")[2])
        assert folder.name.startswith("sheet-")
        if killed:
            os.kill(renderer.worker_pid, signal.SIGKILL)
    finally:
        renderer.stop()
    assert not folder.exists()


def test_every_worker_makes_the_same_bytes(renderer: Renderer) -> None:
    first = renderer.pdf([SHEET])
    renderer.stop()
    assert renderer.pdf([SHEET]) == first


def test_the_worker_starts_in_the_background(renderer: Renderer) -> None:
    renderer.stop()
    before = perf_counter()
    renderer.warm_up()
    returned = perf_counter() - before
    assert renderer.worker_pid is not None
    # Until it can print takes many times as long, however busy the machine is.
    renderer.pdf([SHEET])
    assert returned < (perf_counter() - before) / 4


def wait_until_it_works(pid: int | None, after: int) -> None:
    """Wait until a worker is well into a sheet: has taken a fifth of a second more by then."""
    while taken(pid) < after + 20:
        sleep(0.01)


def taken(pid: int | None) -> int:
    """The hundredths of a second of a processor that a process has taken."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_sheet_that_takes_too_long_is_stopped_and_others_are_refused_meanwhile() -> None:
    hurried = Renderer(queue=1)
    hurried.pdf([SHEET])
    hurried.patience = 1.5
    before = taken(hurried.worker_pid)
    with ThreadPoolExecutor() as at_work:
        endless = at_work.submit(hurried.pdf, [ENDLESS])
        wait_until_it_works(hurried.worker_pid, before)
        with pytest.raises(RenderFailed, match="Other sheets are being printed"):
            hurried.pdf([SHEET])
        assert not endless.done()
        with pytest.raises(RenderFailed, match=r"took longer than 1\.5 seconds"):
            endless.result()
    hurried.patience = PATIENCE
    assert text_of(hurried.pdf([SHEET])) == "Mara 65"
    hurried.stop()


def test_a_sheet_that_cannot_be_laid_out_fails_alone(renderer: Renderer) -> None:
    with pytest.raises(RenderFailed, match="couldn’t be made"):
        renderer.pdf([TOO_DEEP])
    assert text_of(renderer.pdf([SHEET])) == "Mara 65"


def test_a_worker_killed_between_sheets_is_replaced(renderer: Renderer) -> None:
    renderer.pdf([SHEET])
    assert renderer.worker_pid is not None
    os.kill(renderer.worker_pid, signal.SIGKILL)
    os.waitid(os.P_PID, renderer.worker_pid, os.WEXITED | os.WNOWAIT)
    assert text_of(renderer.pdf([SHEET])) == "Mara 65"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_killed_at_work_is_said_so_and_replaced(renderer: Renderer) -> None:
    renderer.pdf([SHEET])
    killed = renderer.worker_pid
    assert killed is not None
    before = taken(killed)
    with ThreadPoolExecutor() as at_work:
        endless = at_work.submit(renderer.pdf, [ENDLESS])
        wait_until_it_works(killed, before)
        os.kill(killed, signal.SIGKILL)
        with pytest.raises(RenderFailed, match="Something went wrong with this sheet"):
            endless.result()
    assert text_of(renderer.pdf([SHEET])) == "Mara 65"


@pytest.mark.skipif(sys.platform == "win32", reason="no such locks here")
def test_processes_that_serve_together_print_one_after_the_other(
    renderer: Renderer, tmp_path: Path
) -> None:
    import fcntl

    lock = tmp_path / "prints" / "turn.lock"
    renderer.pdf([SHEET], lock=lock)
    done = threading.Event()

    def print_one() -> None:
        renderer.pdf([SHEET], lock=lock)
        done.set()

    with lock.open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        waiting = threading.Thread(target=print_one)
        waiting.start()
        assert not done.wait(0.2)
    waiting.join()
    assert done.is_set()


def test_where_no_lock_can_be_held_sheets_are_printed_all_the_same(
    renderer: Renderer, tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert renderer.pdf([SHEET], lock=tmp_path / "file" / "turn.lock").startswith(b"%PDF")


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="no /proc here")
@pytest.mark.parametrize("limit", ["Max address space", "Max file size", "Max core file size"])
def test_the_worker_is_limited(renderer: Renderer, limit: str) -> None:
    renderer.pdf([SHEET])
    lines = Path(f"/proc/{renderer.worker_pid}/limits").read_text().splitlines()
    assert "unlimited" not in next(line for line in lines if line.startswith(limit))


def test_the_worker_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    program = (
        "import os, signal\n"
        "from referee.printing.renderer import Part, Renderer\n"
        f"renderer = Renderer()\nrenderer.pdf([Part(html={HTML!r}, css=())])\n"
        "print(renderer.worker_pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
    worker = Path(f"/proc/{int(out)}")
    for _ in range(100):
        if not _runs(worker):
            break
        sleep(0.05)
    assert not _runs(worker)


def _runs(process: Path) -> bool:
    try:
        return "(zombie)" not in (process / "status").read_text()
    except OSError:
        return False


class _Listener(BaseHTTPRequestHandler):
    heard: list[str] = []  # noqa: RUF012 - one list for all requests is the point

    def do_GET(self) -> None:
        self.heard.append(self.path)
        self.send_error(404)

    def log_message(self, *_: object) -> None:
        return


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param('<img src="{at}/p.png">', id="picture"),
        pytest.param('<link rel="stylesheet" href="{at}/s.css">', id="stylesheet"),
        pytest.param("<style>@import '{at}/i.css';</style>", id="import"),
        pytest.param("<style>@font-face{{font-family:x;src:url({at}/f.ttf)}}p{{font-family:x}}"
                     "</style>", id="font"),
        pytest.param("<style>p{{background:url({at}/b.png)}}</style>", id="background"),
        pytest.param('<object data="{at}/o.svg"></object>', id="object"),
        pytest.param('<embed src="{at}/e.svg">', id="embed"),
        pytest.param('<a rel="attachment" href="{at}/a.txt">x</a>', id="attachment"),
        pytest.param('<link rel="attachment" href="{at}/l.txt">', id="attached link"),
        pytest.param('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
                     '<image href="{at}/v.png" width="9" height="9"/></svg>', id="picture in SVG"),
        pytest.param('<base href="{at}/"><img src="p.png">', id="base"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("where", ["network", "files"])
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_nothing_is_fetched_and_nothing_embedded(
    hostile: str, where: str, tmp_path: Path, renderer: Renderer
) -> None:
    secret = "the secret key of this table"
    for name in ("p.png", "s.css", "i.css", "b.png", "o.svg", "e.svg", "a.txt", "l.txt", "v.png"):
        (tmp_path / name).write_text(secret)
    _Listener.heard.clear()
    with answering(HTTPServer(("127.0.0.1", 0), _Listener)) as server:
        at = f"http://127.0.0.1:{server.server_port}" if where == "network" else tmp_path.as_uri()
        pdf = renderer.pdf([Part(html=HTML + hostile.format(at=at), css=CSS)])
    assert _Listener.heard == []
    assert not read(pdf).attachments
    assert secret.encode() not in b"".join(stream.get_data() for stream in _streams(pdf))


def _streams(pdf: bytes) -> list[Any]:
    reader = read(pdf)
    objects = (reader.get_object(number) for number in range(1, len(reader.xref[0]) + 1))
    return [one for one in objects if hasattr(one, "get_data")]


WITHOUT_PANGO = """
import sys
from referee.printing.document import html_of, lay_out
from referee.printing.options import PrintOptions
from referee.printing.renderer import RenderFailed, available, print_sheet, warm_up
from referee.variants import catalogue
warm_up()
print(available())
variant = catalogue()[0]
assert "<table" in html_of("score-pad", lay_out("score-pad", variant, PrintOptions()))
try:
    print_sheet("score-pad", variant)
except RenderFailed as failed:
    assert str(failed) == available(), failed
else:
    sys.exit("a PDF without Pango")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="hides the libraries as Linux finds them")
@pytest.mark.parametrize("library", ["libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0"])
def test_without_a_library_its_absence_is_said_and_the_rest_works(
    library: str, tmp_path: Path
) -> None:
    (tmp_path / library).write_bytes(b"")
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_PANGO],
        env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert done.stdout.strip().endswith(INSTALL)


def test_the_room_of_paper_opens_without_weasyprint() -> None:
    program = "import sys, referee.printing; print('weasyprint' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "False\n"
