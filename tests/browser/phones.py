"""Several phones at one table: the keeper's, and one that looks on."""

import re
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Browser, Page, Route, sync_playwright

from referee.variants import catalogue
from tests.conftest import BROWSER, CHROMIUM, PATIENCE, PHONE
from tests.http_clients import Program
from tests.pages import PageReader
from tests.servers import for_many_tests, serving

GAME = catalogue()[0]
NAMES = ("Ann", "Bo", "Cy", "Di")
WHOLLY_SEEN = """hands => hands.map((hand) => {
  const { left, width, top, bottom } = hand.getBoundingClientRect();
  const seen = (y) => hand.contains(document.elementFromPoint(left + width / 2, y));
  return seen(top + 2) && seen(bottom - 2);
})"""
"""Of each element, whether nothing lies over its ends and both are on the screen."""


@contextmanager
def browser_at_a_server() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a server over a score book of its own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "instance", prepare=for_many_tests) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(CHROMIUM))
        yield browser, server.url
        browser.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game that was just started, with the links of its keeper and of who looks on."""

    url: str
    number: str
    keeper: str
    viewer: str

    @property
    def table(self) -> str:
        return f"{self.url}/games/{self.number}"

    def write(self, deal: int, points: Sequence[int]) -> None:
        """Write a deal without a page; the first player who holds nothing went out."""
        held = {f"p{seat}": {"points": each} for seat, each in enumerate(points, start=1)}
        out = next((player for player, hand in held.items() if not hand["points"]), None)
        entry = {"kind": "deal-written", "deal": deal, "out": out, "hands": held}
        body = {"key": secrets.token_hex(8), "base": deal, "entry": entry}
        answer = Program(self.url, self.keeper).ask(f"/api/games/{self.number}/entries", body)
        assert answer.status == 201, answer


@dataclass(slots=True)
class Phones:
    """The scorekeeper’s phone, and another that looks on, of one game."""

    keeper: Page
    other: Page
    game: Game

    @property
    def table(self) -> str:
        return self.game.table

    def write(self, deal: int, points: int = 20) -> None:
        """Write a deal on neither of them."""
        self.game.write(deal, [0, *[points] * (GAME.players.least - 1)])

    def second_scorer(self) -> None:
        """Let the other phone write as well."""
        links = send(self.keeper, f"{self.table}/links", {"role": "scorer"})
        [path] = re.findall(r'id="address-scorer-1" href="[^"]+(/k/[^"]+)"', links)
        self.other.goto(self.game.url + path)

    def close(self) -> None:
        for page in (self.keeper, self.other):
            page.context.close()


def say_out(page: Page, seat: int) -> None:
    """Say who went out, as a key does for the hand that is entered."""
    page.locator(f"#out-{seat}").evaluate("one => one.click()")


def stop_time(page: Page) -> None:
    """Open a page that follows a table anew, and let no time pass on it: it heard news once."""
    table = page.url
    # What the page before still asks would look like what the new one does.
    page.goto(urljoin(table, "/static/img/icon.svg"))
    page.evaluate("localStorage.clear()")
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    page.goto(table)
    # An answer is not taken as soon as it comes, and until then the page asks nothing more.
    page.wait_for_function("game => `heard ${game}` in localStorage", arg=urlsplit(table).path)


def wait_for_promise(page: Page, asks: str, arg: object = None) -> None:
    """Wait until what a page is asked promises to be true.

    `wait_for_function` takes the promise itself for a yes.
    """
    until = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(asks, arg):
        assert time.monotonic() < until, asks
        page.wait_for_timeout(20)


def hold_one(page: Page, address: str, asks: Callable[[], object]) -> list[Route]:
    """Hold the first request for an address, as what asks for it is done; all others pass."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route(address, hold)
    with page.expect_request(address):
        asks()
    while not held:
        page.wait_for_timeout(20)
    return held


def fill(page: Page, points: str) -> None:
    say_out(page, 1)
    for seat in range(2, GAME.players.least + 1):
        page.locator(f"#points-p{seat}").fill(points)


def new_page(browser: Browser, **settings: Any) -> Page:
    """A page of another phone."""
    context = browser.new_context(viewport=PHONE, **settings)
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def new_game(
    url: str,
    game: str = GAME.id,
    names: Sequence[str] = NAMES[: GAME.players.least],
    options: Mapping[str, str] | None = None,
    deals: Sequence[Sequence[int]] = (),
) -> Game:
    """Start a game with these deals written, without a page."""
    # By its form a game is started in the tests of evenings.
    asked = {"game": game, "players": list(names), "options": dict(options or {})}
    answer = Program(url).ask("/api/games", asked).json
    keeper, viewer = answer["secrets"]["keeper"], answer["secrets"]["viewer"]
    started = Game(url=url, number=answer["id"], keeper=keeper, viewer=viewer)
    for deal, points in enumerate(deals, start=1):
        started.write(deal, points)
    return started


def start_game(page: Page, url: str, *args: Any, **kwargs: Any) -> str:
    """Start a game as `new_game` does, with its keeper's link on this phone; gives its address.

    No page is opened.
    """
    game = new_game(url, *args, **kwargs)
    take(page, game.keeper, url)
    return game.table


def take(page: Page, secret: str, url: str) -> None:
    """Take a link on a phone, without the page that it leads to."""
    page.request.get(f"{url}/k/{secret}", max_redirects=0)


def send(page: Page, address: str, fields: Mapping[str, str] | None = None) -> str:
    """Send the first form that has any of these fields, of a page that isn't shown.

    Gives the page that answers.
    """
    forms = [form for form in read(page, address).forms if form.method == "post"]
    form = next(form for form in forms if not fields or form.fields.keys() & fields.keys())
    sent: dict[str, Any] = {**form.fields, **(fields or {})}
    return page.request.post(urljoin(address, form.action), form=sent).text()


def read(page: Page, address: str) -> PageReader:
    """A page as the server sends it to this phone, which isn't shown."""
    return PageReader(page.request.get(address).text())


def sit_down(browser: Browser, url: str) -> Phones:
    """Start a game, and open its table on two phones."""
    game = new_game(url)
    phones = Phones(keeper=new_page(browser), other=new_page(browser), game=game)
    take(phones.keeper, game.keeper, url)
    phones.other.goto(f"{url}/k/{game.viewer}")
    return phones
