"""Phones that slept, clocks that are wrong or are set, and tables in other time zones."""

import hashlib
import io
import json
import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Route, expect
from pypdf import PdfReader

from tests.browser.phones import (
    Phones,
    hold_one,
    new_page,
    sit_down,
    stop_time,
    wait_for_promise,
)
from tests.servers import nothing_ahead, serving

WOKEN = "document.dispatchEvent(new Event('visibilitychange'))"


def sleepy(page: Page) -> Page:
    """A page whose clock is ours."""
    page.clock.install()
    # Its script runs, so that what the page heard last is from before anything else happens.
    with page.expect_request("**/here"):
        page.reload()
    expect(page.locator("h1")).to_be_visible()
    return page


def age(page: Page, text: str) -> None:
    expect(page.locator("#live")).to_contain_text(f"Last updated {text} ago.")


def test_a_screen_that_slept_for_hours_says_so_where_there_is_no_connection(
    phones: Phones,
) -> None:
    asleep = sleepy(phones.other)
    asleep.context.set_offline(True)
    asleep.clock.fast_forward("02:10:00")
    asleep.evaluate(WOKEN)
    asleep.clock.run_for(2_000)
    age(asleep, "2 h")


def swallow_one(page: Page) -> list[Route]:
    """Let one question after news get no answer ever."""
    return hold_one(page, "**/news?*", lambda: page.clock.run_for(2_000))


def test_a_question_that_nobody_will_answer_holds_up_nobody_who_wakes(phones: Phones) -> None:
    asleep = sleepy(phones.other)
    held = swallow_one(asleep)
    phones.write(1)
    asleep.clock.pause_at(datetime.now() + timedelta(hours=1))
    asleep.evaluate(WOKEN)
    expect(asleep.locator(".banner")).to_contain_text("Deal 2")
    expect(asleep.locator("#live")).to_be_hidden()
    assert held


def test_a_question_without_an_answer_is_asked_again(phones: Phones) -> None:
    page = sleepy(phones.other)
    held = swallow_one(page)
    phones.write(1)
    page.clock.run_for(12_000)
    expect(page.locator(".banner")).to_contain_text("Deal 2")
    assert held


def test_an_answer_is_as_old_as_what_was_asked(phones: Phones) -> None:
    page = phones.other
    stop_time(page)
    [held] = swallow_one(page)
    page.clock.run_for(6_000)
    with page.expect_response("**/news?*"):
        held.continue_()
    page.context.set_offline(True)
    page.clock.run_for(56_500)
    age(page, "1 min")


def test_a_clock_set_back_hides_no_age(phones: Phones) -> None:
    page = sleepy(phones.other)
    page.context.set_offline(True)
    page.clock.set_system_time(datetime.now() - timedelta(hours=1))
    page.clock.run_for(61_000)
    age(page, "1 min")


def test_a_clock_set_forward_makes_no_screen_old(phones: Phones) -> None:
    page = phones.other
    stop_time(page)
    page.evaluate(
        """() => {
          window.said = [];
          new MutationObserver(() => said.push(document.querySelector("#live").textContent))
            .observe(document.querySelector("#live"), {childList: true});
        }"""
    )
    page.clock.set_system_time(datetime.now() + timedelta(hours=2))
    for deal in (1, 2):
        phones.write(deal)
        page.clock.run_for(2_000)
        expect(page.locator(".banner")).to_contain_text(f"Deal {deal + 1}")
    assert page.evaluate("said") == []


def test_a_page_of_long_ago_says_how_old_it_is(browser: Browser, phones: Phones) -> None:
    page = phones.other
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.goto(phones.table)
    path = urlsplit(phones.table).path
    asks = "async (game) => `heard ${game}` in localStorage && !!(await caches.match(game))"
    wait_for_promise(page, asks, path)
    # First without a connection: what is asked after news by the new time would be heard just now.
    page.context.set_offline(True)
    page.clock.install(time=datetime.now() + timedelta(hours=3, minutes=1))
    page.reload()
    age(page, "3 h")


def test_what_opens_without_connection_is_what_was_seen_last(phones: Phones) -> None:
    page = phones.other
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.goto(phones.table)
    phones.write(1)
    expect(page.locator(".banner")).to_contain_text("Deal 2")
    wait_for_promise(
        page,
        "async () => (await (await caches.match(location.pathname))?.text())?.includes('Deal 2')",
    )
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".banner")).to_contain_text("Deal 2")


def test_a_clock_that_is_wrong_changes_no_moment(phones: Phones) -> None:
    phones.write(1)
    page = phones.keeper
    page.goto(f"{phones.table}/log")
    right = page.locator("time").all_inner_texts()
    now, wrong = datetime.now(), timedelta(minutes=5)
    # By the wrong clock it is the same day, for moments of another are told with theirs.
    page.clock.install(time=now + wrong if (now + 2 * wrong).date() == now.date() else now - wrong)
    page.reload()
    expect(page.locator("time")).to_have_text(right)


NIGHT = "2025-10-26T00:30:00+00:00"
SHOWN = {
    "America/New_York": ("25 Oct 2025, 20:30", "25 Oct 2025, 21:30", "2025-10-25"),
    "Europe/Berlin": ("26 Oct 2025, 02:30", "26 Oct 2025, 02:30", "2025-10-26"),
    "Pacific/Auckland": ("26 Oct 2025, 13:30", "26 Oct 2025, 14:30", "2025-10-26"),
}
"""Two moments of the night that the clocks of Berlin are set back, and the day of the game."""


def test_moments_of_the_night_that_the_clocks_change(
    browser: Browser, phones: Phones, tmp_path: Path
) -> None:
    phones.write(1)
    table = bring_back(phones, tmp_path, NIGHT)
    cookies = phones.keeper.context.storage_state()
    for zone, (first, second, day) in SHOWN.items():
        page = new_page(browser, timezone_id=zone, locale="en-GB", storage_state=cookies)
        page.goto(f"{table}/log")
        expect(page.locator("time")).to_have_text([second, first])
        page.goto(f"{table}/about")
        assert page.locator("#day").input_value() == day, zone
        page.context.close()


def test_days_on_files_and_paper_are_those_where_the_server_stands(
    browser: Browser, tmp_path: Path
) -> None:
    # Wherever it is another day than in UTC just now.
    hours = 14 if datetime.now(UTC).hour >= 10 else -11
    day = datetime.now(timezone(timedelta(hours=hours)))
    zone = {"TZ": f"HERE{-hours:+d}"}
    with serving(tmp_path / "instance", prepare=nothing_ahead, environment=zone) as server:
        phones = sit_down(browser, server.url)
        phones.write(1)
        table = phones.keeper.request.get(f"{phones.table}/copy.csv").text()
        # The first sheet of a server takes seconds, several where the machine is busy.
        sheet = f"{phones.table}/print/pdf?sheet=final&paper=a4"
        pad = phones.keeper.request.get(sheet, timeout=30_000).body()
        phones.close()
    assert f"{day:%Y-%m-%d}" in table
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pad)).pages)
    assert f"{day.day} {day:%B %Y}" in text


def bring_back(phones: Phones, folder: Path, began: str) -> str:
    """Import the game with one deal, each line an hour later; the address of its table."""
    whole = json.loads(phones.keeper.request.get(f"{phones.table}/copy.json").text())
    game = whole["games"][0]
    game["started_at"] = began
    for hours, line in enumerate(game["log"]):
        line["at"] = (datetime.fromisoformat(began) + timedelta(hours=hours)).isoformat()
    plain = json.dumps(whole["games"], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    whole["check"] = hashlib.sha256(plain.encode()).hexdigest()
    file = folder / "game.json"
    file.write_text(json.dumps(whole), encoding="utf-8")
    page = phones.keeper
    page.goto(phones.table.rpartition("/")[0] + "/bring")
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Import games").click()
    page.locator(".notice a").click()
    page.wait_for_url(re.compile(r"/games/(?!bring)\w+$"))
    return page.url
