"""Names as long as they may be, with spaces and without: each stays within what it stands in."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from referee.scorebook.limits import NAME_LENGTH
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from tests.browser.phones import new_page, start_game
from tests.conftest import NARROWEST, PHONE
from tests.servers import Served

pytestmark = pytest.mark.browser

ZOOMED: ViewportSize = {"width": 195, "height": 422}
"""What is left of a phone where its owner has every page at twice the size."""
UNBROKEN = "W" + "w" * (NAME_LENGTH - 1)
NAMES = (
    "Bartholomew-Maximilian Featherstonehaugh", UNBROKEN, "Maximilian", "Di", "Édith", "Jörg-Peter",
    "Gül", "H",
)  # fmt: skip
CROWDED = max(
    (variant for variant in catalogue() if variant.has_contracts),
    key=lambda variant: (variant.players.most, len(variant.deals)),
)
LEAVES = """(boxes) => boxes.flatMap((box) => {
  const around = box.getBoundingClientRect();
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const leaving = [];
  for (let text; (text = texts.nextNode()); ) {
    const range = new Range();
    range.selectNodeContents(text);
    const { left, right, width } = range.getBoundingClientRect();
    if (!width || text.parentElement.closest(".vh")) continue;
    if (left < around.left || right > around.right + 0.5) leaving.push(text.data);
  }
  return leaving;
})"""
"""The texts that lie beside their box, to the left or to the right."""
PARTED = r"""(box) => {
  const text = document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode();
  return [...text.data.matchAll(/[\p{L}\d]+/gu)].filter((word) => {
    const range = new Range();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
}"""
"""The words of a box, with one text, that do not stand on one line."""
BESIDE = """(lines) => lines.map((line) => {
  const [badge, name] = [".badge", ".who"].map((part) => line.querySelector(part));
  return badge.getBoundingClientRect().right < name.getBoundingClientRect().left;
})"""
"""Of each line, whether its name stands beside its badge."""
IS_WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = new_page(browser)
    yield page
    page.context.close()


@pytest.fixture
def table(page: Page, server: Served) -> str:
    """The table of a crowded game in which one deal is written."""
    names = NAMES[: CROWDED.players.most]
    points = [0, *(5 * seat for seat in range(1, len(names)))]
    return start_game(page, server.url, CROWDED.id, names, deals=[points])


def holds(page: Page, boxes: str) -> None:
    """Hold that no page is wider than a phone, and that these boxes keep what is in them."""
    for phone in (PHONE, NARROWEST):
        for size in ("", "150%"):
            page.set_viewport_size(phone)
            page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
            assert page.locator(boxes).evaluate_all(LEAVES) == [], (phone, size)
            assert not page.evaluate(IS_WIDER), (phone, size)


def test_a_long_name_stays_on_its_line_of_the_standings(page: Page, table: str) -> None:
    page.goto(table)
    holds(page, ".places li")
    assert page.locator(".places li").evaluate_all(BESIDE) == [True] * CROWDED.players.most


def test_a_key_keeps_the_long_name_of_the_next_hand(page: Page, table: str) -> None:
    page.goto(f"{table}/deals/2")
    assert UNBROKEN in page.locator("[data-next]").inner_text()
    holds(page, ".hand-go .button, .hand-head")
    for key in page.locator(".hand-go .button:not(.big, :has(svg))").all():
        assert key.evaluate(PARTED) == []
    page.locator(".hand-go [data-kind]").click()
    holds(page, ".hand-go .button")


def ask_who_went_out(page: Page, table: str) -> None:
    """Save a deal in which nobody is said to be out."""
    page.goto(f"{table}/deals/2")
    for seat in range(1, CROWDED.players.most + 1):
        page.locator(f"#points-p{seat}").fill("10")
    page.locator("#write").click()
    page.locator("fieldset .problem").wait_for()


def test_what_is_said_below_a_long_name_keeps_off_it(page: Page, table: str) -> None:
    page.goto(f"{table}/deals/2")
    for rank in ("10", "A"):
        page.locator(f".key[data-rank='{rank}']").click()
    note = page.locator(".hand-note").first
    assert " + " in note.inner_text()
    name, said = page.locator("#hand-p1").bounding_box(), note.bounding_box()
    assert name and said and name["y"] + name["height"] <= said["y"]


def test_large_letters_leave_a_name_whole_where_it_has_room(page: Page, server: Served) -> None:
    names = ("Mara", "Jon", "Maximilian")
    page.goto(f"{start_game(page, server.url, CROWDED.id, names)}/deals/1")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.locator("#hand-p3").evaluate(PARTED) == []


def test_a_pad_has_room_for_three_digits_whatever_the_size_of_letters(
    page: Page, server: Served
) -> None:
    page.goto(f"{start_game(page, server.url, CROWDED.id, ('Ann', 'Bo', 'Cy', 'Di'))}/pad")
    fields = page.locator(".pad-form tbody input[type=text]")
    for size in ("100%", "200%"):
        page.evaluate("size => document.documentElement.style.fontSize = size", size)
        for field in fields.all()[:4]:
            field.fill("140")
            assert field.evaluate("field => field.scrollWidth <= field.clientWidth")
        assert not page.evaluate(IS_WIDER)
    assert page.locator(".typed thead .name").first.evaluate(PARTED) == []


def test_a_phone_zoomed_to_twice_the_size_leaves_names_whole(page: Page, server: Served) -> None:
    names = ("Anastasia-Maria", "Bartholomew", "Konstantinos", "Zoë Featherstonehaugh")
    table = start_game(page, server.url, CROWDED.id, names)
    page.set_viewport_size(ZOOMED)
    page.goto(f"{table}/deals/1")
    # A page whose font comes late keeps that of the system, which is wider here.
    page.evaluate("document.fonts.ready")
    page.reload()
    for name in page.locator(".hand-head > .grow").all()[:3]:
        assert name.evaluate(PARTED) == []
    page.locator("#write").evaluate("button => button.click()")
    page.locator("fieldset .problem").wait_for()
    for pill in page.locator(".pill:has([name=out])").all():
        assert pill.evaluate(PARTED) == []


@pytest.mark.parametrize("players", [5, 6])
def test_a_pad_of_six_players_is_seen_whole(page: Page, server: Served, players: int) -> None:
    game = next(variant for variant in catalogue() if variant.players.most >= players)
    page.goto(f"{start_game(page, server.url, game.id, NAMES[-players:])}/pad")
    fields = page.locator(".pad-form tbody tr:first-child input[type=text]")
    assert fields.count() == players
    for field in fields.all():
        field.fill("140")
        assert field.evaluate("field => field.scrollWidth <= field.clientWidth")
    pad = page.locator(".typed")
    assert pad.evaluate("pad => pad.scrollWidth <= pad.clientWidth")


def test_a_sum_is_seen_whole_beside_a_long_name(page: Page, table: str) -> None:
    page.goto(f"{table}/deals/2")
    field = page.locator("#points-p1")
    field.fill("10 + 15")
    for phone in (PHONE, NARROWEST):
        page.set_viewport_size(phone)
        assert field.evaluate("field => field.scrollWidth <= field.clientWidth")


def test_an_answer_keeps_a_long_name(page: Page, table: str) -> None:
    ask_who_went_out(page, table)
    holds(page, ".pill, .hand-head")
    page.set_viewport_size(PHONE)
    page.evaluate("document.documentElement.style.fontSize = ''")
    words = page.locator(".pill", has_text=NAMES[0]).evaluate(PARTED)
    assert words == []


def test_a_name_to_tick_is_whole_where_it_has_room(page: Page, server: Served) -> None:
    game = next(variant for variant in catalogue() if variant.tracks)
    names = ("Dolores", "Christine", "Maximilian", "Di")
    page.goto(f"{start_game(page, server.url, game.id, names)}/deals/1")
    for phone in (PHONE, NARROWEST):
        page.set_viewport_size(phone)
        for pill in page.locator(".pill:has([type=checkbox])").all():
            assert pill.evaluate(PARTED) == [], phone


def test_a_total_stands_beside_a_long_name_at_the_end(page: Page, server: Served) -> None:
    points = [[100 * seat - 40 for seat in range(4)], [75, 30, 40, 0]]
    page.goto(start_game(page, server.url, plain_game().id, NAMES[:4], {"rounds": "2"}, points))
    holds(page, ".final li")
    page.set_viewport_size(PHONE)
    page.evaluate("document.documentElement.style.fontSize = ''")
    for line in page.locator(".final li").all():
        name, total = (line.locator(part).bounding_box() for part in (".who", ".total"))
        assert name and total and name["x"] + name["width"] <= total["x"]
        assert total["y"] < name["y"] + name["height"]
    page.set_viewport_size(NARROWEST)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.locator(".final li").evaluate_all(BESIDE) == [True] * 4


def test_a_long_name_of_a_player_stands_beside_its_badge(page: Page, table: str) -> None:
    page.goto(f"{table}/people")
    holds(page, "summary")
    page.set_viewport_size(PHONE)
    page.evaluate("document.documentElement.style.fontSize = ''")
    lines = page.locator("summary:has(.badge)")
    assert lines.evaluate_all(BESIDE.replace(".who", ".badge + *")) == [True] * CROWDED.players.most
    page.set_viewport_size(NARROWEST)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert not page.evaluate(IS_WIDER)
