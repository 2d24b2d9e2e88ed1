"""The core of an evening in WebKit, the engine of iPhones, on a screen as wide as a phone."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import ActionChains, WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.common.utils import is_url_connectable
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from referee.static_site.build import served
from referee.variants import catalogue, load
from tests.browser.phones import new_game
from tests.conftest import PATIENCE, PHONE
from tests.servers import Served, answering, nothing_ahead, serving

DRIVER = shutil.which("WebKitWebDriver")
BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
SCREEN = shutil.which("Xvfb")
SCREEN_SIZE = f"{PHONE['width']}x{PHONE['height']}x24"
CONTRACTS = next(one for one in catalogue() if one.has_contracts)
JOKERS = next(one for one in catalogue() if one.has_jokers)
WIDTHS = "return [innerWidth, document.documentElement.scrollWidth]"
"""The window's, and that of all that is in it."""

pytestmark = [
    pytest.mark.browser,
    # Selenium's own way to this driver.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
    pytest.mark.skipif(
        not (DRIVER and BROWSERS and SCREEN), reason="no WebKitWebDriver and Xvfb on this machine"
    ),
]


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    """A screen in memory, as big as a phone's."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [str(SCREEN), "-displayfd", str(writing), "-screen", "0", SCREEN_SIZE],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    assert number, "no screen"
    yield f":{number}"
    process.terminate()
    process.wait(timeout=60)


class DriverByNumber(Service):
    """Asks for the driver by its number: a bare machine may not know the name localhost."""

    @property
    def service_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def is_connectable(self) -> bool:
        return is_url_connectable(self.port, "127.0.0.1")


@pytest.fixture(scope="module")
def webkit(screen: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKitGTK]:
    """A browser with nothing in it yet."""
    options = Options()
    options.binary_location = str(BROWSERS[-1])
    options.add_argument("--automation")
    # What Safari has, and this WebKit leaves off.
    options.add_argument("--features=AccessHandle,FileSystem,StorageAPI")
    # A window with bars is never as narrow as a phone.
    options.add_argument("--full-screen")
    home = tmp_path_factory.mktemp("webkit")
    own = {"DISPLAY": screen, "HOME": str(home), "LIBGL_ALWAYS_SOFTWARE": "1"}
    service = DriverByNumber(executable_path=str(DRIVER), env={**os.environ, **own})
    driver = WebKitGTK(options=options, service=service)
    driver.set_window_size(PHONE["width"], PHONE["height"])
    yield driver
    driver.quit()


class Phone:
    """A phone whose browser is WebKit."""

    def __init__(self, driver: WebKitGTK) -> None:
        self.driver = driver
        self.wait = WebDriverWait(driver, PATIENCE / 1000, poll_frequency=0.05)

    def one(self, selector: str, within: WebElement | None = None) -> WebElement:
        """The first that is there, as soon as it is."""
        return self.wait.until(
            lambda driver: (within or driver).find_element(By.CSS_SELECTOR, selector)
        )

    def tap(self, what: WebElement) -> None:
        # As a person who scrolls until nothing lies over it.
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", what)
        what.click()

    def go(self, what: WebElement, address: str) -> None:
        """Tap what leads to another page."""
        page = self.one("html")
        self.tap(what)
        self.wait.until(staleness_of(page))
        self.wait.until(lambda driver: re.search(address, driver.current_url))
        self.wait.until(
            lambda driver: driver.execute_script("return document.readyState") == "complete"
        )
        self.fits()

    def open(self, address: str) -> None:
        self.driver.get(address)
        self.fits()

    def fits(self) -> None:
        """Whether the window is a phone's, and nothing on the page wider."""
        assert self.driver.execute_script(WIDTHS) == [PHONE["width"]] * 2, self.driver.current_url

    def link(self, text: str) -> WebElement:
        return self.wait.until(
            lambda driver: driver.find_element(By.XPATH, f"//a[contains(., '{text}')]")
        )

    def says(self, selector: str, text: str) -> None:
        """Wait until a part of the page says something."""
        # The driver takes a line that may be cut short for one that isn't shown.
        self.wait.until(lambda _: text in str(self.one(selector).get_property("innerText")))

    def hand(self, player: str) -> WebElement:
        return self.wait.until(
            lambda driver: driver.find_element(
                By.XPATH, f"//section[contains(@class, 'hand')][.//h2/span[. = '{player}']]"
            )
        )


def start(phone: Phone, url: str, game: dict[str, Any]) -> str:
    phone.open(url)
    phone.go(phone.link("New game"), r"/games/new$")
    phone.go(phone.link(load(game["game"]).name), r"/games/new/[^/]+$")
    for seat, player in enumerate(game["players"]):
        phone.one(f"#name-{seat}").send_keys(player)
    dealer = game["players"].index(game["first_dealer"])
    phone.tap(phone.one(f"input[name=dealer][value='{dealer}']"))
    phone.go(phone.one("form.start-form button.big"), r"/games/(?!new)\w+$")
    return phone.driver.current_url


def tap_cards(phone: Phone, player: str, cards: str) -> str:
    """Tap cards on the keypad of a player, and read the tally."""
    hand = phone.hand(player)
    phone.tap(phone.one("h2", hand))
    for card in cards.split():
        rank = card if card == "*" else card[:-1]
        phone.tap(phone.one(f".key[data-rank='{rank}']"))
    return str(phone.one("input[type=text]", hand).get_property("value"))


def fill_in(phone: Phone, deal: dict[str, Any]) -> None:
    """Fill in the form of a deal, every hand on the keypad."""
    phone.tap(phone.one("h2", phone.hand(deal["out"])))
    phone.tap(phone.one("[data-went-out]"))
    for player, cards in deal["hands"].items():
        if cards:
            assert tap_cards(phone, player, cards) == str(deal["points"][player])


def write(phone: Phone, table: str, game: dict[str, Any], number: int) -> None:
    phone.open(table)
    phone.go(phone.link(f"Enter deal {number}"), rf"/deals/{number}$")
    fill_in(phone, game["deals"][number - 1])
    phone.go(phone.one("#write"), re.escape(table) + "$")


def totals(phone: Phone) -> dict[str, int]:
    """The standings as the page shows them."""
    lines = phone.driver.find_elements(By.CSS_SELECTOR, ".places li")
    names = [line.find_element(By.CSS_SELECTOR, ".who").text for line in lines]
    points = [line.find_element(By.CSS_SELECTOR, ".total").text for line in lines]
    return {name: int(total.split()[0]) for name, total in zip(names, points, strict=True)}


def after(game: dict[str, Any], deals: int) -> dict[str, int]:
    """What everybody has after so many deals."""
    written = [deal["points"] for deal in game["deals"][:deals]]
    return {player: sum(points[player] for points in written) for player in game["players"]}


def test_deals_are_written_and_corrected(
    webkit: WebKitGTK, server: Served, sample_games: list[dict[str, Any]]
) -> None:
    phone, game = Phone(webkit), sample_games[0]
    table = start(phone, server.url, game)
    for number in (1, 2):
        write(phone, table, game, number)
    assert totals(phone) == after(game, 2)
    player, cards = next((one, held) for one, held in game["deals"][1]["hands"].items() if held)
    phone.go(phone.one(".sheet tbody tr:nth-child(2) td:not(.went-out) a"), r"/deals/2\?player=")
    phone.tap(phone.one("button.card", phone.hand(player)))
    less = int(str(phone.one("input[type=text]", phone.hand(player)).get_property("value")))
    phone.go(phone.one("#write"), re.escape(table) + "$")
    change = game["deals"][1]["points"][player] - less
    assert change and len(cards.split()) > 1
    assert totals(phone) == after(game, 2) | {player: after(game, 2)[player] - change}


def test_a_dispute_is_settled(webkit: WebKitGTK, server: Served) -> None:
    phone = Phone(webkit)
    phone.open(f"{server.url}/disputes?game={JOKERS.id}&ask=meld")
    for card in ("8h", "*", "10h", "Jh"):
        phone.tap(phone.one(f".pad button[value='{card}']"))
    phone.go(phone.one(".rail .big"), r"rule=yes")
    phone.says(".verdict h2", "Yes")
    phone.says("main", "as 9♥")


def test_a_stroke_along_a_row_is_a_run(webkit: WebKitGTK, server: Served) -> None:
    phone = Phone(webkit)
    phone.open(f"{server.url}/disputes?game={CONTRACTS.id}")
    first, last = (phone.one(f".pad button[value='{card}']") for card in ("3s", "6s"))
    ActionChains(webkit).click_and_hold(first).move_to_element(last).release().perform()
    # The field is another one after each stroke.
    held = "return document.querySelector('#cards').value"
    phone.wait.until(lambda _: webkit.execute_script(held) == "3s 4s 5s 6s /")


def test_what_is_written_without_a_server_is_sent_when_it_is_back(
    webkit: WebKitGTK, tmp_path: Path, port: int, sample_games: list[dict[str, Any]]
) -> None:
    phone, game = Phone(webkit), sample_games[0]
    folder = tmp_path / "instance"
    with serving(folder, port=port, prepare=nothing_ahead) as server:
        started = new_game(server.url, game["game"], game["players"])
        table = started.table
        phone.open(f"{server.url}/k/{started.keeper}")
        phone.go(phone.link("Enter deal 1"), r"/deals/1$")
    for number in (1, 2):
        fill_in(phone, game["deals"][number - 1])
        phone.tap(phone.one("#write"))
        phone.says(".outbox", f"Not sent yet ({number})")
        phone.says("h1", f"Enter deal {number + 1}")
    with serving(folder, port=port):
        webkit.execute_script("dispatchEvent(new Event('online'))")
        phone.wait.until(lambda _: not phone.one(".outbox").is_displayed())
        phone.open(table)
        assert totals(phone) == after(game, 2)


def test_a_private_window_says_that_it_keeps_nothing(webkit: WebKitGTK, built: Path) -> None:
    with answering(served(built)) as server:
        webkit.get(f"http://localhost:{server.server_port}/")
        Phone(webkit).says("#says", "not a private one")
