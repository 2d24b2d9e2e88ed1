"""The dispute desk under the thumb: every question asked by tapping, with a script and without."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from referee.variants import catalogue
from referee.web.disputes.dispute import ASKED, questions_for
from tests.browser.phones import WHOLLY_SEEN, hold_one, new_page, start_game
from tests.browser.taps import stroke
from tests.conftest import NARROWEST, PHONE
from tests.servers import Served

pytestmark = pytest.mark.browser

GAME = next(one for one in catalogue() if one.has_contracts and one.has_jokers)
ASK = "Ask the referee"


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
    "lay-off": Dispute(cards={"cards": "Qh", "onto": "8h 9h 10h Jh"}, answer="Only if"),
    "discard": Dispute(cards={"card": "7c"}, chosen={"took": "yes"}, answer="Yes"),
    "take-wild": Dispute(cards={"give": "9h", "meld": "8h * 10h Jh"}, answer="Only if"),
    "go-out": Dispute(chosen={"last": "discard"}, answer="Yes"),
    "claim": Dispute(
        typed={"seats": "Ann, Bo, Cy"}, chosen={"claims": "2", "turn": "0"}, answer="Cy gets it"
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
        typed={"seats": "Ann, Bo, Cy"}, chosen={"wanting": "2", "turn": "0"}, answer="Cy gets it"
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
    context = browser.new_context(viewport=PHONE, java_script_enabled=request.param)
    context.new_page()
    yield context
    context.close()


@pytest.fixture(scope="module")
def phone_page(browser: Browser) -> Iterator[Page]:
    """A page of a phone with scripts."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def sized_page(phone_page: Page, size: dict[str, int]) -> Iterator[Page]:
    """The same page, of another size."""
    phone_page.set_viewport_size(size)  # type: ignore[arg-type]
    yield phone_page
    phone_page.set_viewport_size(PHONE)


def at_desk(page: Page, server: Served, ask: str, said: str = "") -> None:
    page.goto(f"{server.url}/disputes?game={GAME.id}&ask={ask}{said}")


def tap(page: Page, cards: str) -> None:
    """Tap cards one by one."""
    for card in cards.split():
        page.locator(f".keys button[value='{card}']").click()


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
            page.locator(f"#at-{name} .into").click(position={"x": 5, "y": 5})
        tap(page, cards)
    for name, value in dispute.chosen.items():
        page.locator(f".ask [name={name}][value='{value}']").click()
    # Without scripts every tap brings a page, of which the last part may not be there yet.
    page.wait_for_load_state()
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
    page.locator("#at-cards .into").click(position={"x": 5, "y": 5})
    tap(page, "Kh 7h")
    says("Qh Kh 7h", "8h 9h 10h Jh")
    page.get_by_role("button", name=ASK).click()
    page.get_by_role("heading", name="Only if", exact=True).wait_for()


def test_a_card_is_tapped_away(hand: BrowserContext, server: Served) -> None:
    page = hand.pages[0]
    at_desk(page, server, "meld", "&cards=8h+9h&more=yes")
    page.get_by_role("button", name="Remove 8 of hearts").click()
    page.locator(".strip .card").nth(1).wait_for(state="detached")
    assert page.locator("#cards").input_value() == "9h"


def test_a_stroke_along_a_row_is_a_run_and_down_a_column_a_set(
    phone_page: Page, server: Served
) -> None:
    page = phone_page
    page.goto(f"{server.url}/disputes?game={GAME.id}")
    cards = page.locator("#cards")
    stroke(page, "3s", "6s")
    expect(cards).to_have_value("3s 4s 5s 6s /")
    stroke(page, "9c", "9h")
    expect(cards).to_have_value("3s 4s 5s 6s / 9h 9d 9c /")
    expect(page.locator(".key.held")).to_have_count(7)
    # A thumb that trembles taps.
    stroke(page, "Kd", "Kd")
    expect(cards).to_have_value("3s 4s 5s 6s / 9h 9d 9c / Kd /")
    page.locator(".key.erase").tap()
    expect(page.locator(".strip .meld")).to_have_count(2)
    page.get_by_role("button", name="Can I go down?").click()
    page.get_by_role("heading", name="No", exact=True).wait_for()


def test_what_is_likely_asked_follows_the_cards(phone_page: Page, server: Served) -> None:
    page = phone_page
    page.goto(f"{server.url}/disputes?game={GAME.id}")
    go = page.locator(".rail .big")
    expect(go).to_have_text("All questions")
    tap(page, "9s")
    expect(go).to_contain_text("May I discard this?")
    tap(page, "9d 9c")
    expect(go).to_contain_text("Is this a meld?")
    tap(page, "4h 4s 4d")
    expect(go).to_contain_text("Can I go down?")
    go.click()
    page.get_by_role("heading", name="Yes", exact=True).wait_for()


@pytest.mark.parametrize("ask", ["all", "meld"])
def test_cards_are_there_again_after_the_phone_goes_back(
    browser: Browser, server: Served, ask: str
) -> None:
    # What the browser keeps of a page that was left would hide what its address says.
    page = new_page(browser, has_touch=True, service_workers="block")
    page.goto(f"{server.url}/disputes?game={GAME.id}")
    tap(page, "9s 9d 9c")
    page.locator(f".rail button[value={ask}]").click()
    page.wait_for_url(f"**ask={ask}*")
    page.go_back()
    expect(page.locator("input[name=cards]")).to_have_value("9s 9d 9c")
    expect(page.locator(".strip .card")).to_have_count(3)
    page.reload()
    expect(page.locator(".strip .card")).to_have_count(3)
    page.context.close()


def test_a_fast_tap_asks_the_question_that_it_saw(phone_page: Page, server: Served) -> None:
    page = phone_page
    page.goto(f"{server.url}/disputes?game={GAME.id}")
    tap(page, "9s 9d 9c")
    go = page.locator(".rail .big")
    expect(go).to_contain_text("Is this a meld?")
    [held] = hold_one(page, "**/disputes?*tap=*", lambda: tap(page, "4h 4s 4d"))
    go.click()
    held.continue_()
    # Six cards would go down, and make no meld.
    page.get_by_role("heading", name="No", exact=True).wait_for()
    page.unroute("**/disputes?*tap=*")


def test_taps_without_a_connection_are_kept_and_it_says_so(
    browser: Browser, server: Served
) -> None:
    page = new_page(browser, service_workers="block")
    page.goto(f"{server.url}/disputes?game={GAME.id}")
    notice = page.get_by_text("No connection.")
    tap(page, "9h 9c")
    expect(page.locator(".rail .big")).to_contain_text("Is this a meld?")
    assert notice.is_hidden()
    page.context.set_offline(True)
    tap(page, "9s back 9d")
    page.locator(".rail .big").click()
    expect(notice).to_be_in_viewport()
    # It takes cards away, and is none that is held.
    expect(page.locator(".key.held")).to_have_count(4)
    page.context.set_offline(False)
    page.get_by_role("heading", name="Yes", exact=True).wait_for()
    page.context.close()


def test_what_a_ruling_hangs_on_is_answered_beside_it(phone_page: Page, server: Served) -> None:
    page = phone_page
    at_desk(page, server, "lay-off", "&onto=8h+9h+10h+Jh&cards=Qh")
    page.get_by_role("heading", name="Only if", exact=True).wait_for()
    page.get_by_role("group", name="Is your contract down?").get_by_role("link", name="No").click()
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


def test_a_phone_without_popovers_opens_and_closes_the_menu(phone: Page, server: Served) -> None:
    page = phone
    page.add_init_script("delete HTMLElement.prototype.popover")
    page.goto(server.url)
    button, menu = page.get_by_role("button", name="Site"), page.locator("#menu")
    assert menu.is_hidden()
    button.click()
    assert page.locator("#menu:popover-open").count() == 0
    menu.get_by_role("link").first.click(trial=True)
    page.locator("h1").click(position={"x": 1, "y": 1})
    assert menu.is_hidden()


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
    page.locator(".strip .wild").click()
    page.get_by_text("What does the joker stand for?").wait_for()
    tap(page, "7h")
    page.get_by_role("button", name="Joker, stands\u00a0for 7♥").wait_for()
    assert page.locator("#cards").input_value() == "8h 9h 10h *=7h"
    expect(page.locator(".keys .held")).to_have_count(4)
    page.get_by_role("button", name=ASK).click()
    page.get_by_text("as 7♥", exact=True).wait_for()


@pytest.mark.parametrize("times", [1, 2])
def test_what_a_wild_stands_for_is_drawn_on_its_card(
    phone_page: Page, server: Served, times: int
) -> None:
    page, game = phone_page, next(one for one in catalogue() if one.wilds.by_deal[:1] == ("3",))
    page.goto(
        f"{server.url}/disputes?game={game.id}&ask=meld&deal=1&cards=7s+8s+3d=9s+*=10s&more=yes"
    )
    page.evaluate(GROW, times)
    black = page.locator(".strip .card:not(.wild)").first.evaluate(COLOUR)
    for wild, stands in zip(page.locator(".strip .wild").all(), ("9♠", "10♠"), strict=True):
        told = wild.locator("small").last
        assert told.inner_text().replace("\ufe0e", "").replace("\n", "") == stands
        assert told.evaluate(COLOUR) == black
        assert wild.evaluate(HOLDS_ALL)


COLOUR = "one => getComputedStyle(one).color"
HOLDS_ALL = """(card) => {
  const box = card.getBoundingClientRect();
  return [...card.querySelectorAll("*")].every((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
  });
}"""


def test_what_is_typed_is_drawn_once_it_is_whole(phone_page: Page, server: Served) -> None:
    at_desk(phone_page, server, "meld")
    phone_page.locator(".write summary").click()
    phone_page.locator("#cards").fill("8h9h, J♣ *=10H x")
    phone_page.locator("#cards").blur()
    expect(phone_page.locator(".strip button")).to_have_count(5)
    texts = phone_page.locator(".strip button").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert texts[:3] == ["Remove 8 of hearts", "Remove 9 of hearts", "Remove Jack of clubs"]
    assert texts[3].startswith("Joker, stands\u00a0for 10♥") and texts[4] == "Remove x"


def test_the_address_of_a_ruling_says_nothing_of_the_keypad(
    phone_page: Page, server: Served
) -> None:
    at_desk(phone_page, server, "lay-off", "&onto=8h+9h+10h+Jh&cards=Qh&more=yes")
    phone_page.get_by_role("button", name=ASK).click()
    phone_page.get_by_role("heading", name="Only if", exact=True).wait_for()
    assert "option-" not in phone_page.url
    passing = [name for name in ("into", "tapping") if f"{name}=" in phone_page.url]
    assert passing == []


SHORT = 664
"""How high a page is between the bars of a browser."""

COVERS = """() => {
  const box = (name) => document.querySelector(name)?.getBoundingClientRect();
  const [pad, go] = [box(".pad"), box(".rail")];
  return go.bottom > innerHeight + 1 || (pad && pad.bottom > go.top + 1);
}"""


def test_the_question_the_keypad_and_the_button_fit_one_screen(
    phone_page: Page, server: Served
) -> None:
    covered = []
    for ask in ("", *DISPUTES):
        at_desk(phone_page, server, ask, "&more=yes")
        for height in (PHONE["height"], SHORT):
            phone_page.set_viewport_size({"width": PHONE["width"], "height": height})
            if phone_page.evaluate(COVERS):
                covered.append((ask, height))
    phone_page.set_viewport_size(PHONE)
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
    # The suit stays lit for the ranks that follow.
    page.locator(".pad-suits label.h").click()
    tap(page, "8h 9h")
    expect(page.locator(".strip .card")).to_have_count(2)
    # Two fields in letters of twice the size scroll with the page.
    assert ask == "lay-off" or page.locator(".strip .card").last.evaluate(IS_SEEN)


@pytest.mark.parametrize("size", [NARROWEST], ids=["narrowest"])
def test_large_print_keeps_ranks_and_suits_on_the_screen_together(
    sized_page: Page, server: Served
) -> None:
    page = sized_page
    at_desk(page, server, "")
    page.evaluate(GROW, 2)
    page.locator(".pad").evaluate(
        "pad => scrollTo(0, pad.getBoundingClientRect().bottom + scrollY - innerHeight)"
    )
    seen = page.locator(".pad :is(.keys button, .pad-suits label):visible")
    assert all(seen.evaluate_all(WHOLLY_SEEN))


GROW = """(times) => {
  const root = document.documentElement;
  root.style.fontSize = `${parseFloat(getComputedStyle(root).fontSize) * times}px`;
}"""
IS_SEEN = """(card) => {
  const box = card.getBoundingClientRect();
  const middle = (box.left + box.right) / 2;
  const ends = [box.top + 2, box.bottom - 2];
  return ends.every((y) => card.contains(document.elementFromPoint(middle, y)));
}"""


@pytest.mark.parametrize(
    ("letters", "cards", "asked"),
    [("h 8 9 t j", "8h 9h 10h Jh", "meld"), ("9 s d c 4 h s d", "9s 9d 9c 4h 4s 4d", "")],
    ids=["run", "sets"],
)
def test_a_question_is_asked_by_keyboard_alone(
    phone_page: Page, server: Served, letters: str, cards: str, asked: str
) -> None:
    page = phone_page
    at_desk(page, server, asked, "&more=yes")
    for letter in letters.split():
        page.keyboard.press(letter)
    expect(page.locator("#cards")).to_have_value(cards)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Yes", exact=True).wait_for()


def test_the_focus_stays_where_it_was(phone_page: Page, server: Served) -> None:
    page = phone_page
    at_desk(page, server, "meld")
    page.locator(".keys [value='As']").focus()
    for key in ("ArrowDown", "ArrowRight", "Space", "Space"):
        page.keyboard.press(key)
    expect(page.locator("#cards")).to_have_value("2h 2h")
    assert page.evaluate("document.activeElement.value") == "2h"


def test_the_ring_of_the_focus_stands_out_from_the_felt(phone_page: Page, server: Served) -> None:
    at_desk(phone_page, server, "contract")
    deal = phone_page.locator("select[name=deal]")
    deal.focus()
    ring, felt = deal.evaluate(
        "e => [getComputedStyle(e).outlineColor, getComputedStyle(e.parentElement).backgroundColor]"
    )
    assert ring != felt


def test_focus_stays_by_the_cards_when_one_is_taken_away(phone_page: Page, server: Served) -> None:
    at_desk(phone_page, server, "meld", "&cards=8h+9h&more=yes")
    phone_page.get_by_role("button", name="Remove 8 of hearts").press("Enter")
    expect(phone_page.locator("#cards")).to_have_value("9h")
    assert phone_page.evaluate("document.activeElement.value") == "cards:0"


def test_a_ruling_goes_on_paper(phone_page: Page, server: Served) -> None:
    at_desk(phone_page, server, "meld", "&cards=8h+*+10h+Jh&rule=yes")
    phone_page.emulate_media(media="print")
    shown = phone_page.get_by_role("heading", name="Yes", exact=True).is_visible()
    hidden = phone_page.get_by_role("link", name="Another question").is_visible()
    phone_page.emulate_media(media="screen")
    assert (shown, hidden) == (True, False)


def test_large_keys_on_request_leave_one_suit_at_a_time(browser: Browser, server: Served) -> None:
    page = new_page(browser)
    page.goto(f"{server.url}/disputes?game={GAME.id}")
    keys = page.locator(".pad .keys .key:visible")
    all_of_them = keys.count()
    page.evaluate("localStorage['large-keys'] = 'yes'")
    page.reload()
    assert keys.count() < all_of_them / 2
    page.locator(".pad-suit").nth(1).click()
    page.locator(".pad .keys .key:visible").nth(3).click()
    expect(page.locator("#cards")).to_have_value(re.compile("^4[shdc]$"))
    page.context.close()
