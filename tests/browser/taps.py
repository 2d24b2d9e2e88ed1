"""From the page of a table to the reason of a ruling: what is tapped, stroked and read.

Seconds follow one rule: 1.2 for a tap, 1.8 for a stroke, and a quarter for each word that is read:
of a question on the way, of the answer, and of its reason.
"""

from dataclasses import dataclass

from playwright.sync_api import Browser, Page

from referee.variants import load
from tests.browser.phones import start_game
from tests.conftest import PHONE

GAME = load("contract-rummy-bicycle")
DISPUTE = "main a[href*='/disputes?']"
GO = ".rail .big"
ASKED = "one => one.closest('.ask')?.querySelector('legend').innerText ?? ''"
"""The question that a choice answers."""

TAP, STROKE, WORD = 1.2, 1.8, 0.25
"""Seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """What is done at the desk in a deal, and the answer.

    Each touch is a selector to tap, or two cards such as `3s-6s`, the ends of a stroke.
    """

    touches: tuple[str, ...]
    answer: str
    deal: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """What a ruling took until its reason was read."""

    taps: int
    strokes: int
    words: int

    @property
    def seconds(self) -> float:
        return TAP * self.taps + STROKE * self.strokes + WORD * self.words


def _ask(question: str, every: str = GO) -> tuple[str, ...]:
    """A question from the list of all of them, and the button that leads there."""
    return (every, f".question[value='{question}']")


def _chip(question: str) -> str:
    """A question that stands above the button."""
    return f".chip[value='{question}']"


def _cards(cards: str) -> tuple[str, ...]:
    return tuple(card if "-" in card else f".keys [value='{card}']" for card in cards.split())


def _answer(name: str, value: str) -> str:
    answer = f"[name={name}][value='{value}']"
    return f".ask button{answer}, .ask label:has({answer})"


def _is_stroke(touch: str) -> bool:
    return touch[0] not in ".[m"


def _is_card(touch: str) -> bool:
    return _is_stroke(touch) or touch.startswith(".keys")


PATHS = {
    "the stock has run out": Path(touches=(_chip("stock-out"),), answer="Shuffle the discards"),
    "going out": Path(touches=(_chip("go-out"), _answer("last", "discard")), answer="Yes"),
    "two cards drawn": Path(
        touches=(*_ask("drew-two"), _answer("seen", "no")), answer="Put the second one back"
    ),
    "the discard just taken": Path(
        touches=(*_cards("7c"), GO, _answer("took", "yes")), answer="Yes"
    ),
    "a run of three": Path(touches=_cards("4h-6h"), answer="No"),
    "points of four cards": Path(
        touches=(*_cards("Ks 7d-7c *"), _chip("points")), answer="39 points"
    ),
    "buying": Path(
        touches=(_chip("claim"), _answer("claims", "2"), _answer("turn", "0")),
        answer="Cleo gets it",
    ),
    "king, ace, two, three": Path(touches=_cards("Kh Ah-3h"), answer="No"),
    "a lay-off on a set": Path(
        touches=(*_cards("9h 9s 9d-9c"), _chip("lay-off")), answer="Only if"
    ),
    "a lay-off on a run with a joker": Path(
        touches=(*_cards("Qh 8h * 10h-Jh"), _chip("lay-off")), answer="Only if"
    ),
    "taking the joker": Path(
        touches=(*_cards("9h 8h * 10h-Jh"), _chip("take-wild")), answer="Only if"
    ),
    "a set": Path(touches=_cards("9s 9d-9c"), answer="Yes"),
    "a run with a joker": Path(touches=_cards("8h * 10h-Jh"), answer="Yes"),
    "a contract": Path(touches=_cards("9s 9d-9c 4s-4d"), answer="Yes"),
    "a contract that lacks a card": Path(touches=_cards("3s-6s 8h-10h"), answer="No", deal=3),
    "a contract with a joker": Path(touches=_cards("9s 9d * 4s-4d"), answer="Yes"),
    "the best of ten cards": Path(touches=_cards("9s 9d-9c 4s-4d Kh-Kd 2c 7c"), answer="29 points"),
    "a run with a gap": Path(touches=_cards("4h-6h 8h"), answer="No"),
    "a contract whose run has a gap": Path(
        touches=_cards("9s 9d-9c 4h-6h 8h"), answer="No", deal=2
    ),
    "a long run for a set and a run": Path(
        touches=(*_cards("2h-7h 8h-9h"), _chip("contract")), answer="No", deal=2
    ),
    "thirteen cards that must all go down": Path(
        touches=_cards("2h-5h 4s-7s 9d-Qd Kc"), answer="No", deal=7
    ),
    "going out by a discard where all go down": Path(
        touches=(_chip("go-out"), _answer("last", "discard")), answer="No", deal=7
    ),
    "a lay-off, the question first": Path(
        touches=(*_ask("lay-off"), *_cards("9h 9s 9d-9c")), answer="Only if"
    ),
    "a wrong meld noticed later": Path(
        touches=(*_ask("false-meld"), _answer("when", "later")), answer="It stands"
    ),
    "a card that a player showed": Path(
        touches=_ask("shown-by-player"), answer="The card stays in the hand"
    ),
    "the last card discarded": Path(
        touches=(*_cards("*"), GO, _answer("took", "no")), answer="Yes"
    ),
    "one more meld after the contract": Path(
        touches=(*_cards("9s 9d-9c"), *_ask("further-meld", _chip("all"))), answer="No"
    ),
}
"""The seventeen disputes that tables have most, and ten that were hard to settle."""


def phone_to_ask_with(browser: Browser) -> Page:
    """A phone that is touched."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    return context.new_page()


def table_in(page: Page, url: str, deal: int = 1) -> str:
    """The address of a table on a phone, at that deal."""
    return start_game(page, url, GAME.id, ("Ann", "Bob", "Cleo"), deals=[[0, 20, 35]] * (deal - 1))


def ask(page: Page, table: str, path: Path) -> Took:
    """Go from the page of the table to the ruling, and read its reason."""
    page.goto(table)
    words = 0
    touches = (DISPUTE, *path.touches)
    for touch in touches:
        if _is_stroke(touch):
            stroke(page, *touch.split("-"))
        else:
            if touch == GO or touch.startswith(".chip"):
                # Nobody taps what is still changing.
                page.locator(".desk-form:not([aria-busy])").wait_for()
            target = page.locator(touch).last
            target.wait_for()
            # Before its script runs, each tap asks for another page.
            page.wait_for_load_state()
            words += len(str(target.evaluate(ASKED)).split())
            target.tap()
    if not _is_card(touches[-1]):
        answer = page.get_by_role("heading", name=path.answer, exact=True)
        reason = page.locator(".verdict .reason")
        answer.wait_for()
        words += len(path.answer.split()) + sum(
            len(text.split()) for text in reason.all_inner_texts()
        )
    else:
        # The answer stands on the button of the question, as far as cards are entered.
        page.locator(".desk-form:not([aria-busy])").wait_for()
        answer = page.locator(".answer-now", has=page.get_by_text(path.answer, exact=True))
        answer.wait_for()
        words += len(answer.inner_text().split())
    strokes = sum(map(_is_stroke, touches))
    return Took(taps=len(touches) - strokes, strokes=strokes, words=words)


def stroke(page: Page, first: str, last: str) -> None:
    """Draw a finger from one key to another, not quite straight."""
    # Nothing but the script of the desk knows a stroke.
    page.locator(".keys").first.wait_for()
    page.wait_for_load_state()
    finger = page.context.new_cdp_session(page)
    boxes = [page.locator(f".keys [value='{card}']").bounding_box() for card in (first, last)]
    (x, y), (to_x, to_y) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box
    )

    def send(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    send("touchStart", {"x": x, "y": y})
    for step in range(1, 11):
        drift = 6 * (step % 3)
        at = {"x": x + (to_x - x) * step / 10, "y": y + (to_y - y) * step / 10 + drift}
        send("touchMove", at)
    # A finger that is lifted while it moves throws the page, and the next tap only stops that.
    page.wait_for_timeout(120)
    send("touchMove", {"x": to_x, "y": to_y})
    send("touchEnd")
    finger.detach()
