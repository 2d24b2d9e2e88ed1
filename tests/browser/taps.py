"""From the page of a table to the ruling: what is tapped for each dispute that tables have."""

from dataclasses import dataclass

from playwright.sync_api import Browser, Page

from referee.variants import load
from tests.browser.phones import start_game
from tests.conftest import PHONE

GAME = load("contract-rummy-bicycle")
DISPUTE = "main a[href*='/disputes?']"
GO = ".go .big"


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """What is tapped at the desk, as selectors; how many taps are few enough; and the answer."""

    taps: tuple[str, ...]
    most: int
    answer: str


def _ask(question: str) -> str:
    return f".question[value='{question}']"


def _cards(cards: str) -> tuple[str, ...]:
    return tuple(f".pad [value='{card}']" for card in cards.split())


def _answer(name: str, value: str) -> str:
    answer = f"[name={name}][value='{value}']"
    return f".ask button{answer}, .ask label:has({answer})"


HAND = "9s 9d 9c 4h 4s 4d Kh Kd 2c 7c"
PATHS = {
    "the stock has run out": Path(taps=(_ask("stock-out"),), most=2, answer="Shuffle the discards"),
    "going out": Path(taps=(_ask("go-out"), _answer("last", "discard")), most=3, answer="Yes"),
    "a meld of three": Path(taps=(*_cards("9s 9d 9c"), GO), most=6, answer="Yes"),
    "a lay-off": Path(
        taps=(*_cards("9h"), _ask("lay-off"), *_cards("9s 9d 9c"), GO), most=7, answer="Yes"
    ),
    "the discard just taken": Path(
        taps=(*_cards("7c"), _ask("discard"), _answer("took", "yes")), most=5, answer="Yes"
    ),
    "taking a joker": Path(
        taps=(_ask("take-wild"), *_cards("9h 8h * 10h Jh"), GO), most=8, answer="Yes"
    ),
    "buying": Path(
        taps=(_ask("claim"), _answer("turn", "0"), _answer("claims", "2"), GO),
        most=5,
        answer="Cleo gets it",
    ),
    "a contract of two melds": Path(taps=(*_cards("9s 9d 9c 4h 4s 4d"), GO), most=10, answer="Yes"),
    "the best hand": Path(taps=(*_cards(HAND), GO), most=len(HAND.split()) + 2, answer="29 points"),
    "points": Path(taps=(*_cards("Ks 7d"), _ask("points")), most=4, answer="17 points"),
    "two cards drawn": Path(
        taps=(_ask("irregularity"), "main a[href*='drew-two']", _answer("seen", "no")),
        most=4,
        answer="Put the second one back",
    ),
}


def table_to_ask_at(browser: Browser, url: str) -> tuple[Page, str]:
    """A phone that is touched, and the address of a table on it."""
    context = browser.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
    context.set_default_timeout(10_000)
    page = context.new_page()
    return page, start_game(page, url, GAME.id, ("Ann", "Bob", "Cleo"))


def taps_to_ruling(page: Page, table: str, path: Path) -> int:
    """Tap from the page of the table to the ruling; gives how many taps it took."""
    page.goto(table)
    taps = (DISPUTE, *path.taps)
    for one in taps:
        page.locator(one).first.tap()
    page.get_by_role("heading", name=path.answer, exact=True).wait_for()
    return len(taps)
