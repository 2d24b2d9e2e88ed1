"""Several phones at one table: the keeper's, and one that looks on."""

import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from referee.variants import catalogue
from tests.conftest import CHROMIUM, PHONE
from tests.servers import FOR_MANY_TESTS, serving

GAME = catalogue()[0]
NAMES = ("Ann", "Bo", "Cy", "Di")
SOON = 2_000
"""Milliseconds."""


@contextmanager
def browser_at_a_server() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a server over a score book of its own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(
            Path(folder) / "instance", command=(sys.executable, "-P", "-c", FOR_MANY_TESTS)
        ) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=list(CHROMIUM)
        )
        yield browser, server.url
        browser.close()


@dataclass(slots=True)
class Phones:
    """The scorekeeper’s phone, and another that looks on; both at the table of one game."""

    keeper: Page
    other: Page
    table: str

    def write(self, deal: int, points: str = "20") -> None:
        self.keeper.goto(f"{self.table}/deals/{deal}")
        fill(self.keeper, points)
        self.keeper.locator("#write").click()
        self.keeper.wait_for_url(self.table)

    def second_scorer(self) -> None:
        """Let the other phone write as well."""
        self.keeper.goto(f"{self.table}/links")
        self.keeper.get_by_text("Let someone help keep score").click()
        self.keeper.get_by_role("button", name="Add a scorer").click()
        self.keeper.get_by_role("heading", name="Scorer").wait_for()
        written = self.keeper.locator("section", has_text="Scorer").locator(".address")
        self.other.goto(self.table.partition("/games")[0] + _path(written.inner_text()))
        self.keeper.goto(self.table)

    def close(self) -> None:
        for page in (self.keeper, self.other):
            page.context.close()


def fill(page: Page, points: str) -> None:
    page.locator("#out-1").check()
    for seat in range(2, GAME.players.least + 1):
        page.locator(f"#points-p{seat}").fill(points)


def new_page(browser: Browser, **settings: Any) -> Page:
    """A page of another phone."""
    context = browser.new_context(viewport=PHONE, **settings)  # type: ignore[arg-type]
    context.set_default_timeout(10_000)
    return context.new_page()


def _path(link: str) -> str:
    return link[link.index("/k/") :]


def start_game(
    page: Page,
    url: str,
    game: str = GAME.id,
    names: Sequence[str] = NAMES[: GAME.players.least],
    options: Mapping[str, str] | None = None,
) -> str:
    """Open a game of these players with its keeper's link, and give the address of its table."""
    return _started(page, url, game, names, options or {})[0]


def _started(
    page: Page, url: str, game: str, names: Sequence[str], options: Mapping[str, str]
) -> tuple[str, str]:
    """The address of the table of a new game that the page shows, and its link to look on."""
    # By its form a game is started in the tests of evenings.
    asked = {"game": game, "players": list(names), "options": dict(options)}
    answer = page.request.post(f"{url}/api/games", data=asked)
    secrets = answer.json()["secrets"]
    page.goto(f"{url}/k/{secrets['keeper']}")
    page.wait_for_url(re.compile(r"/games/(?!new)\w+$"))
    return page.url, f"{url}/k/{secrets['viewer']}"


def sit_down(browser: Browser, url: str) -> Phones:
    """Start a game, and open it on a second phone by the link to look on."""
    keeper, other = new_page(browser), new_page(browser)
    table, link = _started(keeper, url, GAME.id, NAMES[: GAME.players.least], {})
    other.goto(link)
    return Phones(keeper=keeper, other=other, table=table)
