"""The folder without a server: its weight, how soon it stands, its pages beside CPython's."""

import json
import re
import subprocess
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import IO, Any, Final

from playwright.sync_api import Frame, Page
from werkzeug.test import Client

from referee.scorebook import storage
from referee.static_site.build import PARTS, build, first_visit, served
from referee.static_site.engine import settings
from referee.variants import catalogue
from referee.web import create_app
from tests.bench import SMALLEST, Figure, NotHere, benchmark, weighing, within
from tests.bench.server import memory, processes
from tests.bench.tables import at_a_server, until_exit
from tests.conftest import BROWSER, CHROMIUM, PHONE
from tests.servers import answering

BYTES_A_SECOND: Final = 20_000_000 / 8
"""A line of 20 Mbit/s, which all connections share."""
CHUNK: Final = 16_384
STARTS = 3
TIMES = 50
DEALS: Final = 5
LONG: Final = 120_000
STARTING: Final = 20
"""Seconds in which an engine starts, even where the machine has other work."""

SHARES: Final = {
    "Python": r"pyodide|python_stdlib",
    "libraries": r"libraries",
    "the site": r"",
}
"""Which files of the folder are which part; what is left is the site's own."""

MARK: Final = """(name) => new Promise((resolve) => {
  const look = () => {
    const [mark] = performance.getEntriesByName(name);
    if (mark) resolve(mark.startTime / 1000);
    else setTimeout(look, 20);
  };
  look();
})"""
"""When something happened, in seconds from the moment that the page was asked for."""

NEWEST: Final = """async () => {
  const home = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  return home.querySelector("a[href*='/games/']:not([href$=new])").getAttribute("href").slice(1);
}"""
"""The path of the game that was written last."""

ASK: Final = """async ([path, body, token]) => {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const sent = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
  const start = performance.now();
  const answer = await fetch(path, sent);
  const text = await answer.text();
  return [(performance.now() - start) / 1000, answer.status, text];
}"""


@cache
def _built() -> tuple[Path, Mapping[str, int]]:
    """The folder, and the bytes of its files."""
    if SMALLEST:
        raise NotHere("The folder has one size only, and its own tests.")
    if not (PARTS / "node_modules").exists():
        raise NotHere("What the folder is made of: ./run static fetches it.")
    folder = Path(until_exit.enter_context(tempfile.TemporaryDirectory(prefix="referee-folder-")))
    return folder, build(folder / "site")


def _part(pattern: str) -> Figure:
    _, sizes = _built()
    of = {name: next(p for p in SHARES.values() if re.match(p, name)) for name in sizes}
    return Figure(weight=first_visit({name: sizes[name] for name in sizes if of[name] == pattern}))


for _name, _pattern in SHARES.items():
    benchmark(f"folder, first visit, {_name}")(partial(_part, _pattern))


@benchmark("folder, first visit, in all", aim="≤ 9 MB over the wire", meets=weighing(9_000_000))
def in_all() -> Figure:
    return Figure(weight=first_visit(_built()[1]))


class _Line:
    """Lets files out as fast as a line carries them."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._free = 0.0

    def copy(self, source: IO[bytes], out: IO[bytes]) -> None:
        while chunk := source.read(CHUNK):
            with self._turn:
                self._free = max(self._free, time.monotonic()) + len(chunk) / BYTES_A_SECOND
                free = self._free
            time.sleep(max(free - time.monotonic(), 0))
            out.write(chunk)


@cache
def _address() -> str:
    """The folder on a file server behind such a line."""
    server = served(_built()[0] / "site")
    handler: Any = server.RequestHandlerClass
    line = _Line()
    # What `partial` makes a handler of a folder from.
    slow = type("Slow", (handler.func,), {"copyfile": lambda _, *files: line.copy(*files)})
    server.RequestHandlerClass = partial(slow, **handler.keywords)
    # A browser that ends leaves what it asked for.
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    until_exit.enter_context(answering(server))
    return f"http://localhost:{server.server_port}/"


@contextmanager
def _browser(profile: Path) -> Iterator[Page]:
    """A browser started anew, with what it kept in a folder."""
    context = at_a_server()[0].browser_type.launch_persistent_context(
        profile,
        executable_path=BROWSER,
        args=list(CHROMIUM),
        viewport=PHONE,
    )
    context.set_default_timeout(LONG)
    yield context.pages[0] if context.pages else context.new_page()
    context.close()


@contextmanager
def _unwatched(profile: Path) -> Iterator[Page]:
    """The folder in a browser that nobody looked into while the engine started.

    Whoever does has the browser hold all that is fetched a second time, in the page's process.
    """
    kept = f"--user-data-dir={profile}"
    port = profile / "DevToolsActivePort"
    port.unlink(missing_ok=True)
    flags = (*CHROMIUM, "--headless", "--remote-debugging-port=0", kept)
    command = (BROWSER, *flags, _address())
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as running:
        try:
            time.sleep(STARTING)
            at = f"http://127.0.0.1:{port.read_text().split()[0]}"
            browser = at_a_server()[0].browser_type.connect_over_cdp(at)
            [page] = browser.contexts[0].pages
            page.evaluate(MARK, "ready")
            yield page
            browser.new_browser_cdp_session().send("Browser.close")
            running.wait()
        finally:
            running.kill()


def _site(page: Page) -> Frame:
    return next(frame for frame in page.frames if frame.parent_frame)


@cache
def _first_visit() -> Mapping[str, float]:
    """The seconds of a first visit until something stands, the median of some phones."""
    visits = []
    for number in range(STARTS):
        profile = _built()[0] / f"profile-{number}"
        with _browser(profile) as page:
            page.goto(_address())
            paint = page.evaluate(MARK, "first-contentful-paint")
            visits.append({"page": paint, "ready": page.evaluate(MARK, "shown")})
            if not number:
                page.evaluate("fetch('later')")
    return {name: median(visit[name] for visit in visits) for name in visits[0]}


@benchmark("folder, first visit at 20 Mbit/s: a page and a bar", aim="≤ 1 s", meets=within(1))
def first_page() -> Figure:
    return Figure(seconds=_first_visit()["page"])


@benchmark("folder, first visit at 20 Mbit/s: the site", aim="≤ 10 s", meets=within(10))
def first_site() -> Figure:
    return Figure(seconds=_first_visit()["ready"])


GAME: Final = next(one for one in catalogue() if one.has_jokers and one.deals).id
PLAYERS: Final = ("Mara", "Jon", "Ida")

Ask = Callable[[str, object, str], tuple[float, int, str]]
"""Asks the site for a path, with a body and a token where it writes; the seconds, status, text."""


def _play(ask: Ask, root: str) -> Iterator[tuple[str, float]]:
    """Play some deals of a game, look at its pages, and give what each step took."""
    _, status, text = ask(f"{root}/api/games", {"game": GAME, "players": PLAYERS}, "")
    assert status == 201, text
    started = json.loads(text)
    table, token = f"{root}/games/{started['id']}", started["secrets"]["keeper"]
    ask(f"{root}/k/{token}", None, "")
    for deal in range(1, DEALS + 1):
        hands = {f"p{seat + 1}": {"points": 5 * seat} for seat in range(len(PLAYERS))}
        entry = {"kind": "deal-written", "deal": deal, "out": "p1", "hands": hands}
        sent = {"key": f"deal-{deal}-of-{started['id']}", "base": deal, "entry": entry}
        took, status, text = ask(f"{root}/api{table.removeprefix(root)}/entries", sent, token)
        assert status == 201, text
        yield "a deal written", took
    for _ in range(TIMES):
        for name, path in {
            "table": table,
            "form of a deal": f"{table}/deals/{DEALS + 1}",
            "ruling": f"{root}/disputes?game={GAME}&ask=meld&cards=8h+*+10h+Jh",
        }.items():
            took, status, text = ask(path, None, "")
            assert status == 200, text
            yield name, took


def _medians(steps: Iterable[tuple[str, float]]) -> Mapping[str, float]:
    took = defaultdict[str, list[float]](list)
    for name, seconds in steps:
        took[name].append(seconds)
    return {name: median(each) for name, each in took.items()}


@cache
def _warm() -> Mapping[str, float]:
    """The medians of later starts and of the pages there, in seconds."""
    _first_visit()
    profile = _built()[0] / "profile-0"
    taken: list[tuple[str, float]] = []
    with _browser(profile) as page:
        page.goto(_address())
        page.evaluate(MARK, "ready")
        # A page that was kept looks again then.
        page.wait_for_timeout(2000)
        taken += _play(partial(_asked, page), "")
        _site(page).goto(_address() + _site(page).evaluate(NEWEST))
        # What is kept of a table, its next form among it, is kept now.
        page.wait_for_timeout(2000)
    for _ in range(STARTS):
        with _browser(profile) as page:
            page.goto(_address())
            taken += [(name, page.evaluate(MARK, name)) for name in ("shown", "ready")]
            assert "/games/" in page.url
    return _medians(taken)


def _asked(page: Page, *request: object) -> tuple[float, int, str]:
    took, status, text = _site(page).evaluate(ASK, request)
    return took, status, text


@cache
def _served_by_cpython() -> Mapping[str, float]:
    """The medians of the same pages of the same site in this process."""
    folder = Path(until_exit.enter_context(tempfile.TemporaryDirectory()))
    storage.migrate(storage.book_app(folder, None))
    client = Client(create_app(settings(folder, "http://localhost/")))

    def ask(path: str, body: object, token: str) -> tuple[float, int, str]:
        headers = {"Authorization": f"Bearer {token}"}
        start = time.perf_counter()
        answer = client.post(path, json=body, headers=headers) if body else client.get(path)
        text = answer.text
        return time.perf_counter() - start, answer.status_code, text

    return _medians(_play(ask, ""))


def _memory(profile: Path) -> int:
    """The bytes of the process that has the page, and with it the engine.

    What it shares with others, such as the program itself, counts in proportion.
    """
    browser = next(pid for pid, command in _commands() if str(profile) in command)
    ours = set(processes(browser))
    return max(
        memory([pid]) for pid, command in _commands() if pid in ours and "=renderer" in command
    )


def _commands() -> Iterator[tuple[int, str]]:
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit():
                yield int(entry.name), (entry / "cmdline").read_text()


@benchmark("folder, later start: the last page", aim="≤ 0.5 s", meets=within(0.5))
def last_page() -> Figure:
    return Figure(seconds=_warm()["shown"])


@benchmark("folder, later start: the engine", aim="≤ 4 s", meets=within(4))
def engine() -> Figure:
    return Figure(seconds=_warm()["ready"])


def _beside(name: str) -> Figure:
    return Figure(seconds=_warm()[name], floor=_served_by_cpython()[name])


for _name in ("table", "form of a deal", "a deal written", "ruling"):
    benchmark(
        f"folder, {_name}", floor="CPython, the same site", aim="≤ 100 ms", meets=within(0.1)
    )(partial(_beside, _name))


@benchmark(
    "folder, memory of its page after five deals", aim="≤ 200 MB", meets=weighing(200_000_000)
)
def page_memory() -> Figure:
    _warm()
    profile = _built()[0] / "profile-0"
    with _unwatched(profile) as page:
        _medians(_play(partial(_asked, page), ""))
        return Figure(weight=_memory(profile))
