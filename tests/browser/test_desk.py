"""The dispute desk under the thumb: every question asked by tapping, with a script and without."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from referee.variants import catalogue
from referee.web.disputes.dispute import ASKED, questions_for
from tests.browser.phones import start_game
from tests.conftest import NARROWEST, PHONE
from tests.servers import Served

pytestmark = pytest.mark.browser

GAME = next(one for one in catalogue() if one.has_contracts and one.has_jokers)
ASK = "Ask the referee"
Drag = Callable[[Page, int, float, float], None]
"""Drags a card so far to the right and so far down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A question as it is asked: cards by field, what is chosen and typed, and the answer."""

    cards: dict[str, str] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    answer: str


DISPUTES = {
    "meld": Dispute(cards={"cards": "8h * 10h Jh"}, answer="Yes"),
    "contract": Dispute(cards={"cards": "9s 9d 9c / 4h 4s 4d"}, answer="Yes"),
    "lay-off": Dispute(cards={"cards": "Qh", "onto": "8h 9h 10h Jh"}, answer="Yes"),
    "discard": Dispute(cards={"card": "7c"}, chosen={"took": "yes"}, answer="Yes"),
    "take-wild": Dispute(cards={"give": "9h", "meld": "8h * 10h Jh"}, answer="Yes"),
    "go-out": Dispute(chosen={"last": "discard"}, answer="Yes"),
    "claim": Dispute(
        typed={"seats": "Ann, Bo, Cy"}, chosen={"turn": "0", "claims": "2"}, answer="Cy gets it"
    ),
    "arrange": Dispute(
        cards={"cards": "9s 9d 9c 4h 4s 4d Kh"}, answer="You can go out: discard the K♥"
    ),
    "further-meld": Dispute(cards={"cards": "9s 9d 9c"}, answer="No"),
    "points": Dispute(cards={"cards": "Ks 7d *"}, answer="32 points"),
    "stock-out": Dispute(answer="Shuffle the discards"),
    "drew-two": Dispute(chosen={"seen": "yes"}, answer="Put the second one back"),
    "took-two": Dispute(answer="Put the second one back"),
    "stock-card-seen": Dispute(answer="Into the middle of the stock"),
    "nothing-to-discard": Dispute(answer="You can go out"),
    "no-legal-discard": Dispute(cards={"hand": "7c 9d"}, answer="You can discard"),
    "discarded-two": Dispute(chosen={"drawn_next": "no"}, answer="Take it back"),
    "upcard-wild": Dispute(cards={"upcard": "*"}, answer="It stands"),
    "wild-wanted-by-two": Dispute(
        typed={"seats": "Ann, Bo, Cy"}, chosen={"turn": "0", "wanting": "2"}, answer="Cy gets it"
    ),
    "false-take-wild": Dispute(chosen={"when": "later"}, answer="It stands"),
    "false-meld": Dispute(chosen={"when": "later"}, answer="It stands"),
    "late-claim": Dispute(chosen={"drawn_next": "yes"}, answer="Too late"),
    "out-of-turn": Dispute(chosen={"did": "drew"}, answer="Take it back"),
    "skipped-turn": Dispute(chosen={"when": "later"}, answer="It stands"),
    "too-many-cards": Dispute(chosen={"before_first_draw": "yes"}, answer="Deal again"),
    "too-few-cards": Dispute(chosen={"before_first_draw": "no"}, answer="Draw, but don’t discard"),
    "shown-by-dealer": Dispute(answer="Deal again"),
    "shown-by-player": Dispute(answer="The card stays in the hand"),
    "wrong-dealer": Dispute(chosen={"before_first_draw": "no"}, answer="It stands"),
    "imperfect-pack": Dispute(answer="Deal again"),
    "false-out": Dispute(answer="The deal goes on"),
    "too-many-after-out": Dispute(answer="Count it as it is"),
    "too-few-after-out": Dispute(answer="Count it as it is"),
    "wrong-score": Dispute(chosen={"when": "later"}, answer="Correct it"),
}
EVERY_CONTROL = (
    "meld",
    "take-wild",
    "claim",
    "go-out",
    "points",
    "stock-out",
    "wild-wanted-by-two",
)
"""Questions that have every control of the others among them."""
FROM_A_TABLE = {
    "meld", "lay-off", "discard", "take-wild", "go-out", "contract", "arrange", "points",
    "stock-out", "drew-two",
}  # fmt: skip
"""Questions that `test_taps` asks, from a table on."""
ASKED_WITH = [
    pytest.param(scripts, ask, id=f"{'script' if scripts else 'no script'}-{ask}")
    for scripts, asks in ((True, DISPUTES.keys() - FROM_A_TABLE), (False, EVERY_CONTROL))
    for ask in sorted(asks)
]


@pytest.fixture(scope="module", params=[True, False], ids=["script", "no script"])
def hand(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    """A phone, with scripts and without."""
    context = browser.new_context(viewport=PHONE, java_script_enabled=request.param)  # type: ignore[arg-type]
    context.set_default_timeout(10_000)
    context.new_page()
    yield context
    context.close()


@pytest.fixture(scope="module")
def phone_page(browser: Browser) -> Iterator[Page]:
    """A page of a phone with scripts."""
    context = browser.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def sized_page(phone_page: Page, size: dict[str, int]) -> Iterator[Page]:
    """The same page, of another size."""
    phone_page.set_viewport_size(size)  # type: ignore[arg-type]
    yield phone_page
    phone_page.set_viewport_size(PHONE)  # type: ignore[arg-type]


def at_desk(page: Page, server: Served, ask: str, said: str = "") -> None:
    page.goto(f"{server.url}/disputes?game={GAME.id}&ask={ask}{said}")


def tap(page: Page, cards: str) -> None:
    """Tap cards one by one."""
    for card in cards.split():
        page.locator(f".pad button[value='{card}']:visible").click()


def test_every_question_is_asked_here() -> None:
    assert [one.ask for one in ASKED if one in questions_for(GAME)] == list(DISPUTES)


@pytest.mark.parametrize(("hand", "ask"), ASKED_WITH, indirect=["hand"])
def test_a_question_is_asked_by_tapping(hand: BrowserContext, server: Served, ask: str) -> None:
    page, dispute = hand.pages[0], DISPUTES[ask]
    at_desk(page, server, ask)
    for name, text in dispute.typed.items():
        page.locator(f"#{name}").fill(text)
        page.get_by_role("button", name="Go on").click()
    for name, cards in dispute.cards.items():
        if page.locator(f"input[type=radio][name=into][value={name}]").count():
            page.locator(f"input[name=into][value={name}]").check()
        tap(page, cards)
    for name, value in dispute.chosen.items():
        page.locator(f".ask [name={name}][value='{value}']").click()
    if page.get_by_role("button", name=ASK).count():
        page.get_by_role("button", name=ASK).click()
    page.get_by_role("heading", name=dispute.answer, exact=True).wait_for()


def test_the_card_to_lay_off_is_tapped_first_then_its_meld(
    hand: BrowserContext, server: Served
) -> None:
    page = hand.pages[0]

    def says(cards: str, onto: str) -> None:
        expect(page.locator("#cards")).to_have_value(cards)
        expect(page.locator("#onto")).to_have_value(onto)

    at_desk(page, server, "lay-off")
    tap(page, "Qh 8h 9h 10h Jh")
    says("Qh", "8h 9h 10h Jh")
    # More cards to lay off are tapped where that is chosen.
    page.locator("input[name=into][value=cards]").check()
    tap(page, "Kh 7h")
    says("Qh Kh 7h", "8h 9h 10h Jh")
    page.get_by_role("button", name=ASK).click()
    page.get_by_role("heading", name="Yes", exact=True).wait_for()


def test_a_card_is_tapped_away(hand: BrowserContext, server: Served) -> None:
    page = hand.pages[0]
    at_desk(page, server, "meld", "&cards=8h+9h&more=yes")
    page.get_by_role("button", name="Remove 8 of hearts").click()
    page.locator(".strip .card").nth(1).wait_for(state="detached")
    assert page.locator("#cards").input_value() == "9h"


def test_cards_are_parted_into_melds_by_a_tap(hand: BrowserContext, server: Served) -> None:
    page = hand.pages[0]
    at_desk(page, server, "contract", "&cards=9s+9d+9c+4h+4s+4d&more=yes")
    page.locator(".held .write summary").click()
    page.get_by_label("start new meld").check()
    page.get_by_role("button", name="Remove 4 of hearts").click()
    page.locator(".strip .meld").nth(1).wait_for()
    assert page.locator("#cards").input_value() == "9s 9d 9c / 4h 4s 4d"


NOT_PARTED = "&cards=9s+9d+9c+*%3D4h+4s+4d&more=yes"


TO_CARDS = "document.querySelector('[data-melds]').scrollIntoView({block: 'start'})"


def where(page: Page, card: int) -> tuple[float, float]:
    """The middle of a card."""
    box = page.locator(".strip .card").nth(card).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_by_mouse(page: Page, card: int, across: float, down: float) -> None:
    x, y = where(page, card)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across / 2, y + down / 2, steps=5)
    page.mouse.move(x + across, y + down, steps=5)
    page.mouse.up()


def drag_by_touch(page: Page, card: int, across: float, down: float) -> None:
    x, y = where(page, card)
    finger = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": across, "y": down} for across, down in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    send("touchStart", (x, y))
    for step in range(1, 11):
        send("touchMove", (x + across * step / 10, y + down * step / 10))
    send("touchEnd")


BY_HAND = pytest.mark.parametrize("drag", [drag_by_mouse, drag_by_touch], ids=["mouse", "touch"])


@pytest.fixture
def parting(phone_page: Page, server: Served) -> Page:
    """The cards of a contract, which are not parted yet."""
    at_desk(phone_page, server, "contract", NOT_PARTED)
    phone_page.evaluate(TO_CARDS)
    return phone_page


@BY_HAND
def test_a_card_dragged_below_begins_a_meld(parting: Page, drag: Drag) -> None:
    drag(parting, 3, -20, 160)
    expect(parting.locator("#cards")).to_have_value("9s 9d 9c 4s 4d / *=4h")
    expect(parting.locator("[data-melds] .meld")).to_have_count(2)


@BY_HAND
def test_a_card_is_dragged_to_its_place_in_another_meld(parting: Page, drag: Drag) -> None:
    parting.locator("[data-holder=cards] .write summary").click()
    parting.locator("#cards").fill("9s 9d / 9c 4h 4s")
    parting.evaluate(TO_CARDS)
    (x, y), (to_x, to_y) = where(parting, 2), where(parting, 0)
    drag(parting, 2, to_x - x + 30, to_y - y)
    expect(parting.locator("#cards")).to_have_value("9s 9c 9d / 4h 4s")


@BY_HAND
def test_a_card_dropped_off_the_table_goes_back(parting: Page, drag: Drag) -> None:
    drag(parting, 0, 0, -60)
    expect(parting.locator(".lifted, .under")).to_have_count(0)
    expect(parting.locator("#cards")).to_have_value("9s 9d 9c *=4h 4s 4d")
    assert parting.locator(".strip .card").count() == 6


@BY_HAND
def test_a_tap_with_a_trembling_thumb_is_a_tap(parting: Page, drag: Drag) -> None:
    drag(parting, 0, 3, 2)
    expect(parting.locator("#cards")).to_have_value("9d 9c *=4h 4s 4d")


def test_a_card_is_tapped_away_after_another_was_dragged(parting: Page) -> None:
    drag_by_touch(parting, 3, -20, 160)
    expect(parting.locator("[data-melds] .meld")).to_have_count(2)
    parting.locator(".strip .card").first.click()
    expect(parting.locator("#cards")).to_have_value("9d 9c 4s 4d / *=4h")


def test_what_is_likely_asked_follows_the_cards(phone_page: Page, server: Served) -> None:
    page = phone_page
    page.goto(f"{server.url}/disputes?game={GAME.id}")
    go = page.locator("#likely")
    expect(go).to_be_disabled()
    tap(page, "9s")
    expect(go).to_have_text("May I discard this?")
    tap(page, "9d 9c")
    expect(go).to_have_text("Is this a meld?")
    expect(page.locator(".question[aria-current]")).to_have_text("Is this a meld?")
    tap(page, "4h 4s 4d")
    expect(go).to_have_text("Can I go down?")
    go.click()
    page.get_by_role("heading", name="Yes", exact=True).wait_for()


def test_an_answer_taken_for_granted_is_changed_beside_the_ruling(
    phone_page: Page, server: Served
) -> None:
    page = phone_page
    at_desk(page, server, "lay-off", "&onto=8h+9h+10h+Jh&cards=Qh")
    page.get_by_role("heading", name="Yes", exact=True).wait_for()
    page.locator(".assumed [name=down][value=no]").check()
    page.get_by_role("heading", name="No", exact=True).wait_for()


def test_a_ruling_is_read_aloud_where_the_phone_can(phone_page: Page, server: Served) -> None:
    page = phone_page
    at_desk(page, server, "meld", "&cards=8h+9h+10h+Jh")
    headline, *reasons = read_aloud(page)
    assert headline == "Yes" and "make a run of hearts" in " ".join(reasons)


def test_the_totals_of_a_table_are_read_aloud(phone_page: Page, server: Served) -> None:
    page = phone_page
    players = ("Ann", "Bob", "Cleo")
    page.goto(start_game(page, server.url, GAME.id, players))
    assert page.get_by_role("button", name="Read it aloud").count() == 0
    page.goto(start_game(page, server.url, GAME.id, players, deals=[[0, 60, 25]]))
    assert read_aloud(page) == [
        f"Deal 2 of {len(GAME.deals)}.",
        "Ann leads with 0.",
        "Cleo has 25 and Bob has 60.",
    ]


def test_a_phone_without_a_voice_offers_none(phone_page: Page, server: Served) -> None:
    page = phone_page.context.new_page()
    page.add_init_script("delete window.speechSynthesis; delete Window.prototype.speechSynthesis")
    at_desk(page, server, "meld", "&cards=8h+9h+10h+Jh")
    assert page.locator(".speak").is_hidden()
    page.close()


def read_aloud(page: Page) -> list[str]:
    """What the phone says when asked to read the page aloud."""
    page.evaluate(
        "() => { window.said = []; speechSynthesis.speak = ({ text }) => { said.push(text) } }"
    )
    page.get_by_role("button", name="Read it aloud").click()
    said: list[str] = page.evaluate("said")
    return said


def test_a_wild_is_told_what_it_stands_for(hand: BrowserContext, server: Served) -> None:
    page = hand.pages[0]
    at_desk(page, server, "meld", "&cards=8h+9h+10h+*&more=yes")
    page.locator("button.says").click()
    page.get_by_text("What does the joker stand for?").wait_for()
    tap(page, "7h")
    page.get_by_role("button", name="stands for 7♥").wait_for()
    assert page.locator("#cards").input_value() == "8h 9h 10h *=7h"
    page.get_by_role("button", name=ASK).click()
    page.get_by_text("as 7♥", exact=True).wait_for()


def test_what_is_typed_is_drawn_at_once(phone_page: Page, server: Served) -> None:
    at_desk(phone_page, server, "meld")
    phone_page.locator(".write summary").click()
    phone_page.locator("#cards").fill("8h9h, J♣ *=10H x")
    texts = phone_page.locator("[data-strip=cards] button").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label') ?? one.textContent)"
    )
    assert texts[:3] == ["Remove 8 of hearts", "Remove 9 of hearts", "Remove Jack of clubs"]
    assert (
        texts[3] == "Remove Joker"
        and texts[4].startswith("stands\u00a0for 10♥")
        and texts[5] == "Remove x"
    )


def test_the_address_of_a_ruling_says_nothing_of_the_keypad(
    phone_page: Page, server: Served
) -> None:
    at_desk(phone_page, server, "lay-off", "&onto=8h+9h+10h+Jh&cards=Qh&more=yes")
    phone_page.get_by_role("button", name=ASK).click()
    phone_page.get_by_role("heading", name="Yes", exact=True).wait_for()
    assert "option-" not in phone_page.url
    passing = [name for name in ("into", "tapping") if f"{name}=" in phone_page.url]
    assert passing == []


COVERS = """() => {
  const box = (name) => document.querySelector(name)?.getBoundingClientRect();
  const [pad, go] = [box(".pad"), box(".go")];
  return go.bottom > innerHeight || (pad && pad.bottom > go.top);
}"""


def test_the_question_the_keypad_and_the_button_fit_one_screen(
    phone_page: Page, server: Served
) -> None:
    covered = []
    for ask in ("", *DISPUTES):
        at_desk(phone_page, server, ask, "&more=yes")
        if phone_page.evaluate(COVERS):
            covered.append(ask)
    assert covered == []


@pytest.mark.parametrize(
    ("size", "times"),
    [(NARROWEST, 1), (NARROWEST, 1.5), (NARROWEST, 2), (PHONE, 2)],
    ids=["narrowest", "narrowest, 1.5", "narrowest, 2", "usual, 2"],
)
@pytest.mark.parametrize("ask", ["contract", "lay-off", "points"])
def test_large_print_leaves_room_for_what_is_tapped(
    sized_page: Page, server: Served, ask: str, times: float
) -> None:
    page = sized_page
    at_desk(page, server, ask, "&more=yes")
    page.evaluate(GROW, times)
    tap(page, "* *")
    assert page.evaluate(HIDDEN_IN_BAR) == 0
    assert page.locator(".strip .card").last.evaluate(IS_SEEN)
    if page.locator(".strip button.says").count():
        page.locator(".strip button.says").last.click()
        assert page.evaluate(HIDDEN_IN_BAR) == 0
        assert page.locator(".strip .card").last.evaluate(IS_SEEN)


GROW = """(times) => {
  const root = document.documentElement;
  root.style.fontSize = `${parseFloat(getComputedStyle(root).fontSize) * times}px`;
}"""
HIDDEN_IN_BAR = """() => {
  const bar = document.querySelector(".bar");
  return bar.scrollHeight - bar.clientHeight;
}"""
IS_SEEN = """(card) => {
  const box = card.getBoundingClientRect();
  const middle = (box.left + box.right) / 2;
  const ends = [box.top + 2, box.bottom - 2];
  return ends.every((y) => card.contains(document.elementFromPoint(middle, y)));
}"""


def test_a_question_is_asked_by_keyboard_alone(phone_page: Page, server: Served) -> None:
    page = phone_page
    at_desk(page, server, "meld")
    _tab_to(page, "button[value='As']")
    for key in ("ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    for card in ("8h", "9h", "10h", "Jh"):
        assert page.evaluate("document.activeElement.value") == card
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    _tab_to(page, ".bar .button.big")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Yes", exact=True).wait_for()


def test_focus_stays_by_the_cards_when_one_is_taken_away(phone_page: Page, server: Served) -> None:
    at_desk(phone_page, server, "meld", "&cards=8h+9h&more=yes")
    phone_page.get_by_role("button", name="Remove 8 of hearts").press("Enter")
    assert phone_page.evaluate("document.activeElement.value") == "cards:0"


def test_a_ruling_goes_on_paper(phone_page: Page, server: Served) -> None:
    at_desk(phone_page, server, "meld", "&cards=8h+*+10h+Jh&rule=yes")
    phone_page.emulate_media(media="print")
    shown = phone_page.get_by_role("heading", name="Yes", exact=True).is_visible()
    hidden = phone_page.get_by_role("link", name="Another question").is_visible()
    phone_page.emulate_media(media="screen")
    assert (shown, hidden) == (True, False)


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("one => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(f"no way to {selector} by keyboard")
