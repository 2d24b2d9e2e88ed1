"""Several phones at one table: everybody sees what one writes, and a phone says how old it is."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.phones import GAME, SOON, Phones, new_page
from tests.servers import Served


def test_everybody_sees_an_entry_within_two_seconds(phones: Phones) -> None:
    phones.write(1)
    expect(phones.other.get_by_text("Deal 2").first).to_be_visible(timeout=SOON)


def test_what_was_unfolded_stays_unfolded(phones: Phones) -> None:
    phones.other.get_by_text("What was written").click()
    phones.write(1)
    expect(phones.other.locator(".log").get_by_text("Deal 1: Ann")).to_be_visible(timeout=SOON)


def test_a_screen_without_connection_says_how_old_it_is(phones: Phones) -> None:
    phones.other.clock.install()
    phones.other.reload()
    phones.other.context.set_offline(True)
    phones.other.clock.run_for(61_000)
    expect(phones.other.locator("#live")).to_contain_text("This is how it was 1 min ago.")


def test_a_phone_that_slept_catches_up_at_once(phones: Phones) -> None:
    asleep = phones.other
    asleep.clock.install()
    asleep.reload()
    asleep.clock.pause_at("2030-01-01T12:00:00")
    phones.write(1)
    assert "Deal 1" in asleep.locator(".banner").inner_text()
    asleep.evaluate("dispatchEvent(new Event('focus'))")
    expect(asleep.locator(".banner")).to_contain_text("Deal 2")


def test_a_screen_whose_link_was_taken_back_says_so(phones: Phones) -> None:
    phones.keeper.goto(f"{phones.table}/links")
    phones.keeper.locator("summary").last.click()
    phones.keeper.get_by_role("button", name="Take it back").last.click()
    expect(phones.other.get_by_role("heading", name="There is nothing here")).to_be_visible()


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
        " {hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Kolkata'})"
    )
    expect(shown).to_contain_text(expected)
    assert "UTC" not in shown.inner_text()
    far.close()


def test_a_deal_is_written_with_the_keyboard_alone(phones: Phones) -> None:
    page = phones.keeper
    page.goto(f"{phones.table}/deals/1")
    page.locator("#out-1").focus()
    page.keyboard.press("Space")
    page.locator("#points-p2").focus()
    for _ in range(2, GAME.players.least + 1):
        page.keyboard.type("12+8")
        page.keyboard.press("Enter")
    page.wait_for_url(phones.table)
    expect(page.locator(".last")).to_contain_text("held 20")


def test_four_players_take_fewer_than_fifteen_taps(browser: Browser, server: Served) -> None:
    page = new_page(browser)
    page.goto(f"{server.url}/games/new/{GAME.id}")
    for seat, name in enumerate(("Ann", "Bo", "Cy", "Di")):
        page.locator(f"#name-{seat}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile(r"/games/(?!new)\w+$"))
    table, taps = page.url, 0

    def tap(what: str) -> None:
        nonlocal taps
        taps += 1
        page.locator(what).click()

    tap("a.big[href*='/deals/']")
    page.wait_for_url("**/deals/1")
    tap("label:has(#out-1)")
    tap("#points-p2")
    for points in ("20", "15", "5"):
        for sign in (*points, "Enter"):
            taps += 1
            page.keyboard.press(sign)
    page.wait_for_url(table)
    assert taps < 15
    page.context.close()
