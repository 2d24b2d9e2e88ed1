"""Several phones at one table: everybody sees what one writes, and a phone says how old it is."""

import re
from urllib.parse import urljoin

from playwright.sync_api import Browser, Page, expect

from referee.scorebook.limits import NAME_LENGTH
from referee.scorebook.plain import plain_game
from tests.browser.phones import (
    GAME,
    NAMES,
    Game,
    Phones,
    fill,
    new_game,
    new_page,
    read,
    stop_time,
)
from tests.servers import Served


def test_everybody_sees_an_entry_within_two_seconds(phones: Phones) -> None:
    stop_time(phones.other)
    phones.keeper.goto(f"{phones.table}/deals/1")
    fill(phones.keeper, "20")
    phones.keeper.locator("#write").click()
    phones.keeper.wait_for_url(phones.table)
    phones.other.clock.run_for(2_000)
    expect(phones.other.locator(".banner")).to_contain_text("Deal 2")


def test_what_was_unfolded_stays_unfolded(phones: Phones) -> None:
    phones.other.get_by_text("Show all deals").click()
    phones.write(1)
    expect(phones.other.locator(".banner")).to_contain_text("Deal 2")
    expect(phones.other.locator(".later li").last).to_be_visible()


def test_a_screen_without_connection_says_how_old_it_is(phones: Phones) -> None:
    phones.other.clock.install()
    with phones.other.expect_response("**/news?*"):
        phones.other.reload()
    phones.other.context.set_offline(True)
    phones.other.clock.run_for(61_000)
    expect(phones.other.locator("#live")).to_contain_text("Last updated 1 min ago.")


def test_a_phone_that_slept_catches_up_at_once(phones: Phones) -> None:
    asleep = phones.other
    # Nothing that it asked before is on its way, and might be answered after the deal is written.
    stop_time(asleep)
    phones.write(1)
    assert "Deal 1" in asleep.locator(".banner").inner_text()
    asleep.evaluate("dispatchEvent(new Event('focus'))")
    expect(asleep.locator(".banner")).to_contain_text("Deal 2")


def test_a_screen_whose_link_was_taken_back_says_so(phones: Phones) -> None:
    phones.keeper.goto(f"{phones.table}/links")
    phones.keeper.locator("summary").first.click()
    phones.keeper.get_by_role("button", name="Withdraw it").first.click()
    expect(phones.other.get_by_role("heading", name="Page not found")).to_be_visible()


def test_the_address_of_a_link_is_copied(phones: Phones) -> None:
    phones.keeper.goto(f"{phones.table}/links")
    address = phones.keeper.locator(".address").first.inner_text()
    phones.keeper.get_by_role("button", name="Copy link").first.click()
    expect(phones.keeper.get_by_text("Copied", exact=True)).to_be_visible()
    phones.keeper.locator("summary").first.click()
    whose = phones.keeper.get_by_label("Whose phone?").first
    whose.focus()
    phones.keeper.keyboard.press("Control+V")
    expect(whose).to_have_value(address[:NAME_LENGTH])


def test_the_address_on_a_printed_sign_stays_on_its_paper(phones: Phones) -> None:
    phones.keeper.goto(f"{phones.table}/print/view?sheet=sign&paper=a6&print=large")
    poster = phones.keeper.locator(".poster")
    expect(poster).to_contain_text("://")
    assert poster.evaluate("poster => poster.scrollWidth <= poster.clientWidth")


def test_a_screen_across_the_room_follows(phones: Phones) -> None:
    phones.other.goto(f"{phones.table}/screen")
    phones.write(1)
    expect(phones.other.locator(".banner")).to_contain_text("Deal 2")


def last_deal(server: Served) -> Game:
    """A game in which Bo wins with its one deal."""
    return new_game(server.url, plain_game().id, NAMES[:2], {"rounds": "1"})


def test_the_winner_has_a_moment_once(browser: Browser, server: Served) -> None:
    page = new_page(browser)
    game = last_deal(server)
    page.goto(f"{server.url}/k/{game.keeper}")
    page.get_by_role("link", name="Enter deal 1").click()
    for player, points in (("p1", "10"), ("p2", "25")):
        page.locator(f"#points-{player}").fill(points)
    page.locator("#write").click()
    moment = page.locator(".moment")
    expect(moment.get_by_text("Bo won")).to_be_visible()
    expect(page.locator("#won")).to_have_text("Bo won with 25. Ann has 10.")
    page.reload()
    expect(page.locator(".winner")).to_be_visible()
    expect(moment).to_have_count(0)
    page.context.close()


def test_a_screen_that_follows_shows_the_winner(browser: Browser, server: Served) -> None:
    screen = new_page(browser)
    game = last_deal(server)
    screen.goto(f"{server.url}/k/{game.viewer}")
    screen.goto(f"{game.table}/screen")
    game.write(1, [10, 25])
    expect(screen.locator(".moment").get_by_text("Bo won")).to_be_visible()
    screen.context.close()


def test_a_screen_that_follows_is_led_to_the_next_game(browser: Browser, server: Served) -> None:
    keeper, screen = new_page(browser), new_page(browser)
    game = last_deal(server)
    game.write(1, [10, 25])
    screen.goto(f"{server.url}/k/{game.viewer}")
    keeper.goto(f"{server.url}/k/{game.keeper}")
    keeper.get_by_role("button", name="Play again").click()
    keeper.wait_for_url(lambda url: not url.endswith(game.number))
    screen.get_by_role("link", name="Next game").click()
    screen.wait_for_url(keeper.url)
    expect(screen.get_by_role("link", name="Enter deal 1")).to_have_count(0)
    for page in (keeper, screen):
        page.context.close()


def test_a_winner_is_only_said_where_nothing_may_move(browser: Browser, server: Served) -> None:
    page = new_page(browser, reduced_motion="reduce")
    game = last_deal(server)
    page.goto(f"{server.url}/k/{game.keeper}")
    game.write(1, [10, 25])
    expect(page.locator("#won")).to_have_text("Bo won with 25. Ann has 10.")
    expect(page.locator(".moment")).to_have_count(0)
    page.context.close()


def both_write(phones: Phones, mine: str, theirs: str) -> None:
    """Two phones have the same form open; the keeper's is written first."""
    phones.second_scorer()
    for page, points in ((phones.keeper, mine), (phones.other, theirs)):
        page.goto(f"{phones.table}/deals/1")
        fill(page, points)
    phones.keeper.locator("#write").click()
    phones.keeper.wait_for_url(phones.table)
    phones.other.locator("#write").click()


def test_two_who_write_the_same_write_it_once(phones: Phones) -> None:
    both_write(phones, "20", "20")
    phones.other.wait_for_url(phones.table)
    phones.other.goto(f"{phones.table}/log")
    expect(phones.other.locator(".says", has_text="Deal 1")).to_have_count(1)


def test_two_who_write_differently_are_shown_both(phones: Phones) -> None:
    both_write(phones, "45", "50")
    page = phones.other
    expect(page.get_by_role("heading", name="Which version is right?")).to_be_visible()
    both = page.locator(".versions")
    expect(both.locator("tr.differs", has_text="Bo")).to_contain_text("4550")
    expect(both).to_contain_text("scorekeeper’s phone")
    expect(both.locator("time")).not_to_contain_text("UTC")
    page.get_by_role("link", name="Keep the saved one").click()
    page.wait_for_url(phones.table)
    expect(page.locator(".places .total").last).to_contain_text("45")


KEPT = """() => new Promise((told) => {
  indexedDB.open("outbox").onsuccess = ({ target: { result } }) => {
    const asked = result.transaction("entries").objectStore("entries").getAll();
    asked.onsuccess = () => told(asked.result.map(({ name }) => name));
  };
})"""
SLOW = """const opens = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...given) {
  let asked;
  const slow = { get result() { return asked.result; } };
  setTimeout(() => {
    asked = opens.apply(this, given);
    for (const on of ["onsuccess", "onerror", "onupgradeneeded"]) asked[on] = slow[on];
  }, 300);
  return slow;
};"""


def test_the_version_that_was_not_kept_is_let_go_before_the_table_opens(phones: Phones) -> None:
    """A phone may take its time to open what it keeps."""
    phones.other.add_init_script(SLOW)
    both_write(phones, "45", "50")
    page = phones.other
    page.get_by_role("link", name="Keep the saved one").click()
    page.wait_for_url(phones.table)
    assert page.evaluate(KEPT) == []


def test_a_deal_that_another_phone_took_back_is_asked_about(phones: Phones) -> None:
    phones.second_scorer()
    page = phones.other
    page.goto(f"{phones.table}/deals/1")
    fill(page, "50")
    phones.write(1, 45)
    [undo] = [form for form in read(page, phones.table).forms if "undo-last" in form.action]
    page.request.post(urljoin(page.url, undo.action), form=dict(undo.fields))
    page.locator("#write").click()
    expect(page.locator("main")).to_contain_text("This deal was undone.")
    expect(page.locator(".versions tr", has_text="Bo")).to_contain_text("50")
    page.get_by_role("link", name="Leave it undone").click()
    page.wait_for_url(phones.table)
    expect(page.get_by_role("link", name="Enter deal 1")).to_be_visible()


def test_the_keeping_is_handed_over_after_a_question(phones: Phones) -> None:
    phones.second_scorer()
    phones.keeper.goto(f"{phones.table}/links")
    phones.keeper.get_by_text("Make its phone the scorekeeper").click()
    phones.keeper.get_by_role("button", name="Yes, hand it over").click()
    phones.keeper.wait_for_url(f"{phones.table}?told=handed-over")
    expect(phones.keeper.get_by_role("link", name="Share")).to_have_count(0)
    notice, above = (phones.keeper.locator(f".felt > .{which}") for which in ("notice", "banner"))
    told, banner = notice.bounding_box(), above.bounding_box()
    assert told and banner and told["y"] - banner["y"] - banner["height"] >= 8
    phones.other.goto(phones.table)
    expect(phones.other.get_by_role("link", name="Share")).to_be_visible()


def test_the_screen_stays_awake_until_the_game_is_over(browser: Browser, server: Served) -> None:
    page = new_page(browser)
    # The shell of Chromium has nobody to ask.
    page.context.grant_permissions(["screen-wake-lock"])
    page.context.add_init_script(KEEP_LOCKS)
    points = [0, *[20] * (GAME.players.least - 1)]
    game = new_game(server.url, deals=[points] * (len(GAME.deals) - 1))
    page.goto(f"{server.url}/k/{game.keeper}")
    page.wait_for_function("() => locks.length === 1 && !locks[0].released")
    game.write(len(GAME.deals), points)
    expect(page.locator("#main .winner")).to_be_visible()
    page.wait_for_function("() => locks.every((lock) => lock.released)")
    page.context.close()


def test_a_screen_reader_hears_names_places_and_points(phones: Phones) -> None:
    phones.write(1)
    phones.keeper.goto(phones.table)
    expect(phones.keeper.locator(".places")).to_match_aria_snapshot(
        """
        - list:
          - listitem: Ann , first, leads , plays first , 0 points
          - listitem: Bo , second, dealer , 20 points
        """
    )
    for heard in ("Ann, deal 1: 0 , went out, in all 0", "Bo, deal 1: 20 , in all 20"):
        expect(phones.keeper.get_by_role("link", name=heard, exact=True)).to_be_visible()


def test_a_game_is_started_with_the_keyboard_alone(browser: Browser, server: Served) -> None:
    page = new_page(browser)
    page.goto(server.url)
    press_on(page, "a.big")
    page.wait_for_url("**/games/new")
    press_on(page, f"a[href$='{GAME.id}']")
    page.wait_for_url(f"**/{GAME.id}")
    for seat in range(GAME.players.least):
        tab_to(page, f"#name-{seat}")
        page.keyboard.type(("Ann", "Bo", "Cy")[seat])
    press_on(page, "form.start-form button.big")
    page.wait_for_url(re.compile(r"/games/(?!new)\w+$"))
    press_on(page, "a[href*='/deals/']")
    page.wait_for_url("**/deals/1")
    page.context.close()


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("one => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(f"no way to {selector} by keyboard")


def press_on(page: Page, selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


KEEP_LOCKS = """
  window.locks = [];
  const ask = WakeLock.prototype.request;
  WakeLock.prototype.request = async function (...asked) {
    const lock = await ask.apply(this, asked);
    locks.push(lock);
    return lock;
  };
"""


def test_moments_are_those_of_the_phone(browser: Browser, phones: Phones) -> None:
    phones.keeper.goto(f"{phones.table}/log")
    cookies = phones.keeper.context.cookies()
    far = browser.new_context(timezone_id="Asia/Kolkata", locale="en-GB")
    far.add_cookies(cookies)  # type: ignore[arg-type]
    page = far.new_page()
    page.goto(f"{phones.table}/log")
    shown = page.locator("time").first
    expected = shown.evaluate(
        "one => new Date(one.dateTime).toLocaleTimeString('en-GB',"
        " {hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Kolkata'})"
    )
    expect(shown).to_contain_text(expected)
    assert "UTC" not in shown.inner_text()
    far.close()
