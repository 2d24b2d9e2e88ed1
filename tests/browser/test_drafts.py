"""What is typed for a deal is there again on a page that was left, until it is saved."""

from collections.abc import Callable, Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import NAMES, new_page, read, say_out, send, start_game
from tests.browser.test_offline import not_sent, unfold
from tests.browser.thumb import GAME
from tests.servers import Served

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser, server: Served) -> Iterator[Page]:
    """The form of the first deal of a new game of four."""
    page = new_page(browser, service_workers="block")
    page.goto(f"{start_game(page, server.url, GAME.id, NAMES)}/deals/1")
    yield page
    page.context.close()


def table_of(page: Page) -> str:
    return page.url.partition("/deals")[0]


def type_some(page: Page) -> None:
    """Ann went out, Bo holds two cards that are tapped, and Cy points that are typed."""
    say_out(page, 1)
    for rank in ("7", "K"):
        page.locator(f".key[data-rank='{rank}']").click()
    page.locator("#points-p3").fill("12+8")


def shows_some(page: Page) -> None:
    expect(page.locator("#out-1")).to_be_checked()
    expect(page.locator("[data-player=p2] .card")).to_have_count(2)
    expect(page.locator("#points-p3")).to_have_value("12+8")


def values(page: Page) -> list[str]:
    fields = page.locator(".hand input[type=text]")
    return [field.input_value() for field in fields.all()]


def by_the_table(page: Page) -> None:
    page.get_by_role("link", name="Back to the table").click()
    page.get_by_role("link", name="Enter deal 1").click()
    page.wait_for_url("**/deals/1")


def by_the_buttons_of_the_phone(page: Page) -> None:
    page.go_back()
    page.go_forward()


def break_down(page: Page) -> None:
    """The page comes as new: nothing is kept by the browser of what stood in its fields."""
    address = page.url
    page.goto("about:blank")
    page.goto(address)


@pytest.mark.parametrize(
    "leave", [Page.reload, by_the_table, by_the_buttons_of_the_phone, break_down]
)
def test_what_was_typed_is_there_again(page: Page, leave: Callable[[Page], object]) -> None:
    table, key = table_of(page), page.locator("[name=key]").input_value()
    type_some(page)
    leave(page)
    shows_some(page)
    # It is sent as a page that was just opened.
    assert page.locator("[name=key]").input_value() != key
    page.locator("#points-p4").fill("5")
    page.locator("#write").click()
    page.wait_for_url(table)
    expect(page.locator(".last")).to_contain_text("Cy 20, Di 5")


def test_both_numbers_of_a_player_and_what_else_was_chosen_are_there_again(
    browser: Browser, server: Served
) -> None:
    page = new_page(browser)
    table = start_game(page, server.url, "five-hundred", NAMES[:3])
    page.goto(f"{table}/deals/1")
    page.locator("#melded-p1").fill("40")
    page.locator("#points-p1").fill("15")
    page.reload()
    expect(page.locator("#melded-p1")).to_have_value("40")
    expect(page.locator("#points-p1")).to_have_value("15")
    page.context.close()


def test_a_deal_that_is_saved_leaves_no_draft(page: Page) -> None:
    table = table_of(page)
    type_some(page)
    page.locator("#points-p4").fill("5")
    page.locator("#write").click()
    page.wait_for_url(table)
    assert not kept(page)
    page.goto(f"{table}/deals/2")
    assert values(page) == ["", "", "", ""]


def test_a_deal_that_waits_to_be_sent_leaves_no_draft(page: Page) -> None:
    page.context.set_offline(True)
    type_some(page)
    page.locator("#points-p4").fill("5")
    page.locator("#write").click()
    not_sent(page, 1)
    assert not kept(page)


def test_a_deal_that_is_thrown_away_leaves_no_draft(page: Page) -> None:
    table = table_of(page)
    page.context.set_offline(True)
    type_some(page)
    page.locator("#points-p4").fill("x")
    page.locator("#write").click()
    not_sent(page, 1)
    page.context.set_offline(False)
    unfold(page)
    page.get_by_role("button", name="Open").click()
    page.locator(".problem").wait_for()
    # Its script keeps what was typed, as on any page.
    page.wait_for_load_state()
    page.goto(table)
    assert kept(page)
    unfold(page)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Really delete").click()
    expect(page.locator(".outbox")).to_be_hidden()
    assert not kept(page)


def kept(page: Page) -> list[str]:
    """The names of the drafts on this phone."""
    names: list[str] = page.evaluate("Object.keys(localStorage)")
    return [name for name in names if name.startswith("draft ")]


def test_a_form_that_is_emptied_leaves_no_draft(page: Page) -> None:
    page.locator("#points-p2").fill("20")
    page.locator("#points-p3").click()
    assert kept(page)
    page.locator("#points-p2").fill("")
    assert not kept(page)


def test_what_was_typed_does_not_hide_what_another_phone_saved(page: Page) -> None:
    table = table_of(page)
    type_some(page)
    fields = {f"points-p{seat}": "30" for seat in range(2, 5)}
    send(page, page.url, {"out": "p1", **fields})
    page.goto(f"{table}/deals/1")
    assert values(page) == ["", "30", "30", "30"]
    page.locator("#points-p2").fill("31")
    send(page, page.url, {"out": "p1", **fields, "points-p3": "35"})
    page.reload()
    assert values(page) == ["", "30", "35", "30"]


def test_what_was_typed_for_other_players_is_not_shown(page: Page) -> None:
    table = table_of(page)
    page.locator("#points-p2").fill("20")
    leaves = [form for form in read(page, f"{table}/people").forms if "/leave" in form.action]
    page.request.post(urljoin(page.url, leaves[-1].action), form=dict(leaves[-1].fields))
    page.reload()
    assert values(page) == ["", "", ""]


def test_what_was_refused_is_there_again(page: Page) -> None:
    type_some(page)
    page.locator("#points-p4").fill("x")
    page.locator("#write").click()
    page.locator(".problem").wait_for()
    page.wait_for_load_state()
    page.locator("#points-p4").fill("y")
    by_the_table(page)
    shows_some(page)
    expect(page.locator("#points-p4")).to_have_value("y")


def test_a_draft_is_let_go_of_after_a_day(page: Page) -> None:
    table = table_of(page)
    page.clock.install()
    type_some(page)
    page.goto(table)
    page.clock.fast_forward("25:00:00")
    page.goto(f"{table}/log")
    assert not kept(page)


def test_a_pad_that_is_typed_in_is_there_again_with_all_its_lines(
    page: Page, server: Served
) -> None:
    pad = f"{start_game(page, server.url, 'basic-rummy', NAMES)}/pad"
    page.goto(pad)
    page.locator("[name='0-points-p2']").fill("25")
    page.reload()
    expect(page.locator("[name='0-points-p2']")).to_have_value("25")
    points = page.locator("tbody input[name$='-points-p2']")
    before, last = points.count(), points.last
    page.get_by_role("button", name="More lines").click()
    expect(points).not_to_have_count(before)
    page.wait_for_load_state()
    last.fill("40")
    page.goto(pad.removesuffix("/pad"))
    page.goto(pad)
    expect(last).to_have_value("40")
    expect(page.locator("[name='0-points-p2']")).to_have_value("25")


def test_a_pad_of_what_each_held_is_there_again_as_it_was(page: Page, server: Served) -> None:
    pad = f"{start_game(page, server.url, 'basic-rummy', NAMES)}/pad"
    page.goto(pad)
    page.get_by_role("button", name="Enter hands").click()
    page.locator("[name='1-out']").select_option("p2")
    page.goto(pad.removesuffix("/pad"))
    page.goto(pad)
    expect(page.locator("[name='1-out']")).to_have_value("p2")
    page.get_by_role("button", name="Enter points").click()
    expect(page.locator("select[name='1-out']")).to_have_count(0)
    page.goto(pad.removesuffix("/pad"))
    page.goto(pad)
    expect(page.locator("select[name='1-out']")).to_have_count(0)
    page.get_by_role("button", name="Enter hands").click()
    expect(page.locator("[name='1-out']")).to_have_value("p2")


def test_a_pad_that_is_saved_leaves_nothing_in_the_next(page: Page, server: Served) -> None:
    table = start_game(page, server.url, "scores", NAMES)
    page.goto(f"{table}/pad")
    for seat in range(1, len(NAMES) + 1):
        for name in ("0-points", "total"):
            page.locator(f"[name='{name}-p{seat}']").fill("10")
    page.get_by_role("button", name="Check and save").last.click()
    page.wait_for_url(lambda url: not url.endswith("/pad"), timeout=10_000)
    page.goto(f"{table}/pad")
    assert not any(
        page.locator("tbody input[type=text]").evaluate_all("all => all.map((one) => one.value)")
    )
