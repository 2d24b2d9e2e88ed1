"""No connection: what is written stays on the phone, goes out in order, and is never doubled."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import flask_migrate
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from referee.scorebook import models, storage
from referee.variants import catalogue
from tests.browser.phones import (
    NAMES,
    read,
    say_out,
    send,
    start_game,
    wait_for_promise,
)
from tests.conftest import BROWSER, CHROMIUM, PHONE
from tests.scorebook.tables import open_book
from tests.servers import Served, nothing_ahead, serving

GAME = next(one for one in catalogue() if one.deals)
PLAYERS = GAME.players.least


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone on a plain home network: no service worker there."""
    made = browser.new_context(viewport=PHONE, service_workers="block")
    yield made
    made.close()


@pytest.fixture
def spares(browser: Browser) -> Iterator[Page]:
    """A phone that keeps spare pages, since its address counts as secure."""
    context = browser.new_context(viewport=PHONE)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(context: BrowserContext, server: Served) -> Page:
    """The form of the first deal of a new game."""
    return start(context.new_page(), server)


def start(page: Page, server: Served) -> Page:
    table = start_game(page, server.url, GAME.id, NAMES[:PLAYERS])
    page.goto(f"{table}/deals/1")
    return page


def table_of(page: Page) -> str:
    return page.url.partition("/deals")[0]


def write(page: Page, points: int) -> None:
    say_out(page, 1)
    for seat in range(2, PLAYERS + 1):
        page.locator(f"#points-p{seat}").fill(str(points))
    page.locator("#write").click()


def not_sent(page: Page, count: int) -> None:
    """Wait until so many deals are kept, and until the form of the last has gone on.

    Another try may say how many are kept a moment before it goes on, and then empties its fields.
    """
    expect(page.locator(".outbox")).to_contain_text(f"Not sent yet ({count})")
    expect(page.locator("[data-writing]")).to_have_count(0)


def unfold(page: Page) -> None:
    """Open the line that says what is not sent.

    At one stroke: a finger that comes down on it is lifted from another where it is drawn anew.
    """
    page.locator(".outbox summary").wait_for()
    page.evaluate("document.querySelector('.outbox summary').click()")


def deals_of(page: Page, table: str) -> list[str]:
    """The deals of the log, the first first."""
    words = [text.replace("\u00a0", " ") for text in read(page, f"{table}/log").words]
    return [f"{about} {came}" for came, about in pairwise(words[::-1]) if about.startswith("Deal ")]


def stop_clock(page: Page) -> None:
    """Open the page anew, and let no time pass on it, so that nothing is tried now and then."""
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    page.reload()


def only_posts(answer: Callable[[Route], object]) -> Callable[[Route], object]:
    return lambda route: answer(route) if route.request.method == "POST" else route.continue_()


def answer_first(page: Page, answers: list[Callable[[Route], object]]) -> None:
    """Answer what is sent of the first deal with these in turn, and let the server answer the rest.

    Playwright may lose what is sent while it takes a route away, so this one stays.
    """

    def answer(route: Route) -> None:
        answer_of = answers.pop(0) if answers else Route.continue_
        answer_of(route)

    page.route("**/deals/1", only_posts(answer))


def wake(page: Page) -> None:
    page.evaluate("dispatchEvent(new Event('online'))")


def write_elsewhere(page: Page, points: int) -> None:
    """Write the deal of the page, as from another phone of the same keeper."""
    fields = {f"points-p{seat}": str(points) for seat in range(2, PLAYERS + 1)}
    send(page, page.url, {"out": "p1", **fields})


def test_a_deal_without_connection_says_that_it_is_not_sent(page: Page) -> None:
    page.context.set_offline(True)
    write(page, 20)
    not_sent(page, 1)


def test_what_is_not_sent_takes_one_line_until_it_is_opened(page: Page) -> None:
    page.context.set_offline(True)
    write(page, 7777)
    not_sent(page, 1)
    page.context.set_offline(False)
    strip = page.locator(".outbox")
    expect(strip).to_contain_text("Decision needed.")
    assert height_of(strip) < 60
    unfold(page)
    expect(page.get_by_role("button", name="Send again: Save deal 1")).to_be_visible()
    expect(strip).to_contain_text("Bo: 7777")


def height_of(shown: Locator) -> float:
    box = shown.bounding_box()
    assert box
    return box["height"]


def test_the_next_deal_is_written_without_connection(page: Page) -> None:
    page.context.set_offline(True)
    write(page, 20)
    expect(page.get_by_role("heading", level=1)).to_have_text("Enter deal 2")


def test_a_whole_game_without_connection_arrives_in_order(page: Page) -> None:
    table, count = table_of(page), len(GAME.deals)
    page.context.set_offline(True)
    for deal in range(1, count + 1):
        write(page, 20 + deal * 5)
        not_sent(page, deal)
    page.context.set_offline(False)
    expect(page.locator(".outbox")).to_be_hidden()
    found = [re.findall(r"Deal (\d+): .*?; Bo (\d+)", line)[0] for line in deals_of(page, table)]
    assert found == [(str(deal), str(20 + deal * 5)) for deal in range(1, count + 1)]


def test_what_is_not_sent_outlives_the_page(page: Page) -> None:
    table, context = table_of(page), page.context
    context.set_offline(True)
    write(page, 20)
    not_sent(page, 1)
    page.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto(table)
    expect(again.locator(".last")).to_contain_text("Deal 1")
    assert len(deals_of(again, table)) == 1


def test_an_answer_that_is_lost_doubles_nothing(page: Page) -> None:
    table = table_of(page)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch(max_redirects=0).status)
            route.abort()
        else:
            route.continue_()

    page.route("**/deals/1", lose)
    write(page, 20)
    not_sent(page, 1)
    wake(page)
    expect(page.locator(".outbox")).to_be_hidden()
    assert (lost, len(deals_of(page, table))) == ([204], 1)


def test_what_is_sent_too_quickly_is_sent_later(page: Page) -> None:
    table, times = table_of(page), [429, 429]

    def hurried(route: Route) -> None:
        if route.request.method == "POST" and times:
            route.fulfill(status=times.pop(), headers={"Retry-After": "1"}, body="Wait.")
        else:
            route.continue_()

    page.route("**/deals/*", hurried)
    write(page, 20)
    not_sent(page, 1)
    expect(page.get_by_role("heading", level=1)).to_have_text("Enter deal 2")
    unfold(page)
    wake(page)
    expect(page.get_by_role("button", name="Open")).to_have_count(0)
    wake(page)
    expect(page.locator(".outbox")).to_be_hidden()
    assert (times, len(deals_of(page, table))) == ([], 1)


def test_what_another_phone_wrote_meanwhile_is_shown_beside_it(
    page: Page,
) -> None:
    table = table_of(page)
    page.context.set_offline(True)
    write(page, 50)
    not_sent(page, 1)
    write_elsewhere(page, 45)
    page.context.set_offline(False)
    unfold(page)
    page.get_by_role("button", name="Open: Save deal 1").click()
    expect(page.get_by_role("heading", name="Which version is right?")).to_be_visible()
    # Its script sends what is chosen, and lets go of what is kept.
    page.wait_for_load_state()
    page.get_by_role("button", name="Use mine").click()
    page.wait_for_url(table)
    expect(page.locator(".outbox")).to_be_hidden()
    expect(page.locator(".last")).to_contain_text("50, not 45")


def test_what_is_kept_can_be_thrown_away(page: Page) -> None:
    page.context.set_offline(True)
    write(page, 7777)
    not_sent(page, 1)
    page.context.set_offline(False)
    unfold(page)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Really delete").click()
    expect(page.locator(".outbox")).to_be_hidden()


@pytest.mark.parametrize("on", ["window.pageshow", "window.online", "document.visibilitychange"])
def test_what_is_not_sent_goes_out_when_the_phone_wakes(page: Page, on: str) -> None:
    where, event = on.split(".")
    stop_clock(page)
    answer_first(page, [Route.abort])
    write(page, 20)
    not_sent(page, 1)
    with page.expect_response("**/deals/1"):
        page.evaluate(f"{where}.dispatchEvent(new Event('{event}'))")
    expect(page.locator(".outbox")).to_be_hidden()


def test_a_phone_that_wakes_while_a_try_is_under_way_tries_once_more_after_it(page: Page) -> None:
    held: list[Route] = []
    stop_clock(page)
    answer_first(page, [Route.abort, held.append])
    write(page, 20)
    not_sent(page, 1)
    wake(page)
    # A request is seen a moment before it is held.
    while not held:
        page.wait_for_timeout(20)
    wake(page)
    with page.expect_response("**/deals/1"):
        held[0].abort()
    expect(page.locator(".outbox")).to_be_hidden()


def test_what_is_not_sent_outlives_a_restart_of_the_phone(
    browser: Browser, server: Served, tmp_path: Path
) -> None:
    def switched_on() -> BrowserContext:
        return browser.browser_type.launch_persistent_context(
            tmp_path / "phone",
            executable_path=BROWSER,
            args=list(CHROMIUM),
            viewport=PHONE,
            service_workers="block",
        )

    phone = switched_on()
    page = start(phone.new_page(), server)
    table = table_of(page)
    phone.set_offline(True)
    write(page, 20)
    not_sent(page, 1)
    phone.close()
    phone = switched_on()
    page = phone.new_page()
    page.goto(table)
    expect(page.locator(".last")).to_contain_text("Deal 1")
    assert len(deals_of(page, table)) == 1
    phone.close()


def test_what_is_not_sent_arrives_after_the_server_was_upgraded(
    context: BrowserContext, tmp_path: Path, port: int
) -> None:
    folder = tmp_path / "instance"
    context.clock.install()
    with serving(folder, port=port, prepare=nothing_ahead) as server:
        page = start(context.new_page(), server)
    table = table_of(page)
    write(page, 20)
    not_sent(page, 1)
    book = open_book(folder)
    flask_migrate.Migrate(book, models.db, directory=str(storage.MIGRATIONS))
    with book.app_context():
        flask_migrate.downgrade(revision="-1")
    with serving(folder, port=port):
        page.clock.run_for(5_000)
        expect(page.locator(".outbox")).to_be_hidden()
        assert len(deals_of(page, table)) == 1


def test_a_form_that_the_browser_kept_is_sent_again_as_another(page: Page) -> None:
    table = table_of(page)
    write(page, 20)
    page.wait_for_url(table)
    page.goto(f"{table}/deals/1")
    page.locator("#points-p2").fill("35")
    page.locator("#write").click()
    page.wait_for_url(table)
    expect(page.locator(".last")).to_contain_text("35, not 20")


KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys()) kept.push(...await (await caches.open(name)).keys());
  return kept.map((one) => new URL(one.url).pathname);
}"""


def wait_until_kept(page: Page, *paths: str) -> None:
    """Wait until spares of all these pages are kept: each is a moment after its page has opened."""
    every = f"(paths) => ({KEPT})().then((kept) => paths.every((path) => kept.includes(path)))"
    wait_for_promise(page, every, list(paths))


def test_where_the_address_is_secure_the_game_opens_with_no_server(
    browser: Browser, server: Served
) -> None:
    context = browser.new_context(viewport=PHONE)
    page = start(context.new_page(), server)
    table = table_of(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.goto(table)
    path = table.removeprefix(server.url)
    wait_until_kept(page, path, f"{path}/deals/1")
    context.set_offline(True)
    page.reload()
    expect(page.locator(".banner")).to_contain_text("Deal 1")
    page.get_by_role("link", name="Enter deal 1").click()
    page.wait_for_url(f"{table}/deals/1")
    write(page, 20)
    not_sent(page, 1)
    context.set_offline(False)
    # Chromium lets forms pass a little later where a worker is there.
    wake(page)
    expect(page.locator(".outbox")).to_be_hidden()
    context.close()


def test_the_table_without_a_server_goes_on_after_the_deals_that_wait(
    spares: Page, tmp_path: Path, port: int
) -> None:
    with serving(tmp_path, port=port, prepare=nothing_ahead) as server:
        page = start(spares, server)
        table = table_of(page)
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        page.goto(table)
        path = table.removeprefix(server.url)
        wait_until_kept(page, path, f"{path}/deals/1")
    page.get_by_role("link", name="Enter deal 1").click()
    page.wait_for_url(f"{table}/deals/1")
    write(page, 20)
    not_sent(page, 1)
    heading, banner = page.get_by_role("heading", level=1), page.locator(".banner")
    for deal, says in ((2, "Deal 1 is waiting to be sent."), (3, "Deals 1 to 2 are waiting")):
        page.get_by_role("link", name="Back to the table").click()
        expect(banner).to_contain_text(says)
        page.get_by_role("link", name=f"Enter deal {deal}").click()
        expect(heading).to_have_text(f"Enter deal {deal}")
        # What was begun is there again, for the deal that it was typed for.
        page.locator("#points-p2").fill("7")
        page.reload()
        expect(heading).to_have_text(f"Enter deal {deal}")
        expect(page.locator("#points-p2")).to_have_value("7")
        write(page, 20 + 5 * deal)
        not_sent(page, deal)
    page.get_by_role("link", name="Back to the table").click()
    expect(banner).to_contain_text("Deals 1 to 3 are waiting")
    with serving(tmp_path, port=port):
        wake(page)
        expect(page.locator(".outbox")).to_be_hidden()
        expect(banner).to_contain_text("Deal 4")
        expect(banner).not_to_contain_text("waiting")
        expect(page.get_by_role("link", name="Enter deal 4")).to_be_visible()
        found = [re.findall(r"Bo (\d+)", line) for line in deals_of(page, table)]
        assert found == [["20"], ["30"], ["35"]]


def test_nothing_more_is_asked_for_where_all_deals_wait(page: Page) -> None:
    table = table_of(page)
    for _ in GAME.deals[1:]:
        write(page, 20)
        page.wait_for_url(table)
        page.get_by_role("link", name="Enter deal").click()
        page.wait_for_url("**/deals/*")
    page.route("**/deals/*", only_posts(Route.abort))
    write(page, 20)
    not_sent(page, 1)
    page.goto(table)
    expect(page.locator(".banner")).to_contain_text("is waiting to be sent.")
    expect(page.get_by_role("link", name="Enter deal")).to_have_count(0)
    page.goto(f"{table}/deals/{len(GAME.deals)}")
    expect(page.locator("#write")).to_be_hidden()


def test_what_needs_the_server_says_so_and_an_old_page_how_old_it_is(
    spares: Page, server: Served
) -> None:
    page = start(spares, server)
    table = table_of(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    for address in (f"{server.url}/", f"{server.url}/disputes", table):
        page.goto(address)
    wait_until_kept(page, "/", "/offline", "/disputes", table.removeprefix(server.url))
    page.context.set_offline(True)
    page.locator(".rail").get_by_role("link", name="Referee").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    expect(page.get_by_text("This page is from")).to_have_count(0)
    page.get_by_role("link", name="Your games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your games")
    expect(page.get_by_text("No connection. This page is from")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".banner")).to_contain_text("Deal 1")
    page.goto(f"{server.url}/")
    expect(page.get_by_text("No connection. This page is from")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("No connection.")).to_have_count(0)
    page.get_by_role("link", name="Load it again").click()
    expect(page.get_by_text("This page is from")).to_have_count(0)


def test_no_page_with_the_secret_of_a_link_is_kept_nor_any_of_a_game_that_is_gone(
    spares: Page, server: Served
) -> None:
    page = start(spares, server)
    table = table_of(page)
    page.evaluate("navigator.serviceWorker.ready")
    path = table.removeprefix(server.url)
    for after in ("/links", "/screen", "/log", ""):
        page.goto(f"{table}{after}")
    wait_until_kept(page, path, f"{path}/log")
    kept = set(page.evaluate(KEPT))
    assert not kept & {f"{path}/links", f"{path}/screen"}
    # An open table loads itself again without its key.
    page.goto(f"{server.url}/static/img/icon.svg")
    page.context.clear_cookies()
    page.goto(f"{table}/log")
    # They go one after another.
    none = f"({KEPT})().then((kept) => !kept.some((one) => one.includes('{path}')))"
    wait_for_promise(page, none)
    # What was being kept just then is let go of a moment later.
    page.wait_for_timeout(1_000)
    assert not [one for one in page.evaluate(KEPT) if path in one]


GONE = 'await keep(game, new Response("", { status: 404 }));'


@pytest.mark.parametrize(
    "meanwhile",
    [
        """let body;
          const slow = new ReadableStream({ start: (controller) => (body = controller) });
          const late = keep(`${game}/log`, new Response(slow));
          GONE
          body.close();
          await late;""",
        """const asked = Date.now();
          GONE
          await keep(`${game}/log`, new Response("late"), asked);""",
        """const late = keep(`${game}/log`, new Response("now"));
          GONE
          await late;""",
    ],
    ids=["body", "answer", "writing"],
)
def test_an_answer_on_its_way_when_its_game_is_gone_is_not_kept(
    spares: Page, server: Served, meanwhile: str
) -> None:
    page = start(spares, server)
    table = table_of(page)
    page.evaluate("navigator.serviceWorker.ready")
    # The page may hear of its worker before we do.
    while not page.context.service_workers:
        page.wait_for_timeout(20)
    [worker] = page.context.service_workers
    worker.evaluate(f"async (game) => {{ {meanwhile.replace('GONE', GONE)} }}", table)
    path = table.removeprefix(server.url)
    assert not [one for one in page.evaluate(KEPT) if path in one]


def test_a_page_that_a_game_has_not_takes_none_of_its_others(spares: Page, server: Served) -> None:
    page = start(spares, server)
    table = table_of(page)
    page.evaluate("navigator.serviceWorker.ready")
    path = table.removeprefix(server.url)
    for after in ("", "/log", "/nothing", "/people"):
        page.goto(f"{table}{after}")
    wait_until_kept(page, path, f"{path}/log", f"{path}/people")


def test_what_other_programs_keep_at_the_same_address_stays(spares: Page, server: Served) -> None:
    page = spares
    page.goto(f"{server.url}/api/openapi.json")
    page.evaluate("Promise.all(['another', 'spare-1'].map((name) => caches.open(name)))")
    table = table_of(start(page, server))
    page.evaluate("navigator.serviceWorker.ready")
    page.goto(table)
    wait_for_promise(page, "caches.has('spare-1').then((there) => !there)")
    wait_for_promise(page, f"({KEPT})().then((kept) => kept.length > 2)")
    assert len(page.evaluate("caches.keys()")) == 2
    assert page.evaluate("caches.has('another')")
