"""An evening on the phone: starting a game, writing and correcting deals, reading totals.

The same steps with and without scripts, and with every tap doubled by a nervous thumb.
"""

import os
import re
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from referee.variants import load
from tests.servers import Served, nothing_ahead, reserved_port, serving


def send_twice(route: Route) -> None:
    """Let every form arrive at the server twice."""
    # Not what a page sends by itself, which may be on its way when a server is killed.
    if route.request.method == "POST" and not route.request.url.endswith("/here"):
        # A kept connection may be closed just then; a browser tries again by itself.
        route.fetch(max_redirects=0, max_retries=3)
    route.continue_()


@dataclass(slots=True)
class Evening:
    """One phone at one table.

    `doubled`: every button and link is tapped twice in a row, and every form arrives twice as well,
    for a browser may drop the first of two that leave it within a millisecond.
    """

    page: Page
    url: str
    doubled: bool = False
    table: str = ""

    def __post_init__(self) -> None:
        if self.doubled:
            self.page.route("**/games/**", send_twice)

    def tap(self, what: Locator) -> None:
        """Tap a button or a link."""
        if self.doubled:
            what.dblclick(no_wait_after=True)
        else:
            what.click()

    def reach(self, pattern: str) -> None:
        """Wait for a page, whatever became of the first of two taps."""
        expect(self.page).to_have_url(re.compile(pattern))
        self.page.wait_for_load_state()

    def play(self, game: Mapping[str, Any]) -> None:
        """Play a game to its end, with its correction where it has one."""
        self.start(game)
        for number in range(1, len(game["deals"]) + 1):
            self.write(game, number)
        self.try_correction(game)

    def try_correction(self, game: Mapping[str, Any]) -> None:
        """Correct what the game says, where it says so, and correct it back."""
        assert self.totals() == game["totals"]
        if correction := game.get("correction"):
            self.correct(correction["deal"], correction["player"], correction["hand"])
            assert self.totals() == correction["totals"]
            back = game["deals"][correction["deal"] - 1]["hands"][correction["player"]]
            self.correct(correction["deal"], correction["player"], back)

    def holds_what_it_must(self, game: Mapping[str, Any]) -> None:
        """Check that the table ended on the totals and the winners given."""
        self.page.goto(self.table)
        assert self.totals() == game["totals"]
        assert all(winner in self.winners() for winner in game["winners"])

    def start(self, game: Mapping[str, Any]) -> None:
        """Start a game from the home page."""
        page = self.page
        page.goto(self.url)
        self.tap(page.get_by_role("link", name="New game"))
        self.reach(r"/games/new$")
        name = load(game["game"]).name
        self.tap(page.locator(".door", has=page.get_by_text(name, exact=True)))
        self.reach(r"/games/new/[^/]+$")
        for seat, player in enumerate(game["players"]):
            page.locator(f"#name-{seat}").fill(player)
        dealer = game["players"].index(game["first_dealer"])
        page.locator(f"input[name=dealer][value='{dealer}']").check()
        self.tap(page.get_by_role("button", name="Start the game"))
        self.reach(r"/games/(?!new)\w+$")
        self.table = page.url

    def write(self, game: Mapping[str, Any], number: int) -> None:
        """Write the next deal by tapping the cards that are left, typed without scripts."""
        page = self.page
        deal = game["deals"][number - 1]
        self.tap(page.get_by_role("link", name=f"Enter deal {number}"))
        self.reach(rf"/deals/{number}$")
        page.get_by_role("radio", name=deal["out"], exact=True).evaluate("one => one.click()")
        for player, cards in deal["hands"].items():
            if cards:
                self.enter(player, cards)
        self.tap(page.locator("#write"))
        self.reach(re.escape(self.table) + "(#saved)?$")

    def hand(self, player: str) -> Locator:
        """The part of a deal's form that belongs to a player."""
        heading = self.page.get_by_text(player, exact=True)
        return self.page.locator("section.hand", has=heading)

    def enter(self, player: str, cards: str) -> None:
        """Enter the cards of a player anew."""
        field = self.hand(player).locator("input[type=text]")
        ranks = [card if card == "*" else card[:-1] for card in cards.split()]
        if not self.page.locator(".hand-keys .key").first.is_visible():
            field.fill(" ".join(ranks) + ",")
            return
        tapped = self.hand(player).locator("button.card")
        for _ in range(tapped.count()):
            tapped.first.click()
        self.hand(player).click()
        for rank in ranks:
            self.page.locator(f".key[data-rank='{rank}']").click()
        assert tapped.count() == len(ranks)

    def correct(self, number: int, player: str, cards: str) -> None:
        """Correct one hand of a deal, from its cell in the grid."""
        page = self.page
        self.tap(page.get_by_role("link", name=re.compile(rf"^{player}, deal {number}:")))
        self.reach(rf"/deals/{number}\?player=")
        self.enter(player, cards)
        self.tap(page.locator("#write"))
        self.reach(re.escape(self.table) + "(#saved)?$")

    def totals(self) -> dict[str, int]:
        """The standings as the page shows them."""
        lines = self.page.locator(".places li").all()
        return {
            line.locator(".who").inner_text(): int(line.locator(".total").inner_text().split()[0])
            for line in lines
        }

    def winners(self) -> str:
        """Who won, as the page says it."""
        return self.page.locator(".winner h2").inner_text()

    def written(self) -> list[str]:
        """The log of the game, newest first."""
        self.page.goto(f"{self.table}/log")
        return self.page.locator(".log li").all_inner_texts()


def play_on_killed_servers(
    folder: Path, page: Page, game: Mapping[str, Any], *, often: int | None = None
) -> None:
    """Play a game with every tap doubled, on servers that are killed after its start and its deals.

    `often`: after how many of them in turn, each of them by itself if None.
    """
    instance = folder / "instance"
    with reserved_port() as port:
        evening = Evening(page, f"http://127.0.0.1:{port}", doubled=True)
        steps = range(len(game["deals"]) + 1)
        for first in steps[:: often or 1]:
            with serving(instance, port=port, prepare=nothing_ahead) as server:
                if page.url.startswith("chrome-error:"):
                    # The second of two taps was being answered.
                    page.goto(evening.table)
                for number in steps[first : first + (often or 1)]:
                    if number:
                        evening.write(game, number)
                    else:
                        evening.start(game)
                _kill(server)
        with serving(instance, port=port, prepare=nothing_ahead):
            evening.holds_what_it_must(game)
            written = evening.written()
            # The table sat down, each deal, and the end.
            assert len(written) == len(game["deals"]) + 2
            page.goto(evening.url)
            links = page.locator("main a").evaluate_all("all => all.map(a => a.pathname)")
            games = [path for path in links if re.fullmatch(r"/games/\w{12}", path)]
            assert games == [f"/games/{evening.table.rpartition('/')[2]}"]
            page.goto(evening.table)
            evening.try_correction(game)
            evening.holds_what_it_must(game)


def _kill(server: Served) -> None:
    """Kill a server and its workers as a power cut would."""
    master = server.process.pid
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    for process in (master, *map(int, children)):
        os.kill(process, signal.SIGKILL)
    server.process.wait(timeout=60)
