"""Whatever answers a form that was kept: nothing is lost, and nothing waits behind it for good."""

from collections.abc import Callable, Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.browser.phones import (
    hold_one,
    new_game,
    read,
    say_out,
    start_game,
    take,
    wait_for_promise,
)
from tests.browser.test_offline import (
    GAME,
    answer_first,
    deals_of,
    not_sent,
    only_posts,
    start,
    stop_clock,
    table_of,
    unfold,
    wake,
    write,
    write_elsewhere,
)
from tests.conftest import PHONE
from tests.servers import Served

KEY = "Idempotency-Key"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=PHONE, service_workers="block")
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, server: Served) -> Page:
    """The form of the first deal of a new game."""
    return start(context.new_page(), server)


def answered(status: int, ours: bool, body: str = "") -> Callable[[Route], None]:
    """An answer of that status: of the server itself, or of something before it."""

    def answer(route: Route) -> None:
        key = route.request.headers.get(KEY.lower(), "")
        headers = {KEY: key} if ours else {}
        if 300 <= status < 400:
            headers["Location"] = "/"
        route.fulfill(status=status, headers=headers | {"Content-Type": "text/html"}, body=body)

    return answer


def lose(route: Route) -> None:
    route.abort("connectionreset")


def portal(route: Route) -> None:
    route.fulfill(
        status=200, headers={"Content-Type": "text/html"}, body="<h1>Sign in to the Wi-Fi</h1>"
    )


def garbage(route: Route) -> None:
    route.fulfill(status=200, headers={KEY: "x" * 16}, body="\x00\xff<<<")


STATUSES = (
    *(200, 201, 202, 203, 204, 205, 206, 226, 299),
    *(300, 301, 302, 303, 304, 305, 307, 308, 399),
    *(400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418),
    *(421, 422, 423, 424, 425, 426, 428, 429, 431, 451, 499),
    *(500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511, 520, 522, 599),
)
OURS = (200, 203, 205, 299, 400, 403, 409, 428, 429, 431, 499, 500, 503, 599)
"""What is told apart where the server itself answers, and what lies beside it."""


def test_no_answer_of_a_proxy_is_taken_for_the_servers_yes(page: Page) -> None:
    table = table_of(page)
    stop_clock(page)
    answers: list[Callable[[Route], object]] = [
        *(answered(status, ours=False) for status in STATUSES), lose, portal, garbage,
        answered(500, ours=True),
    ]  # fmt: skip
    answer_first(page, answers)
    write(page, 20)
    not_sent(page, 1)
    while answers:
        left = len(answers)
        wake(page)
        while len(answers) == left:
            page.wait_for_timeout(5)
    strip = page.locator(".outbox")
    # The last was taken: what is drawn anew under a finger is not tapped.
    expect(strip.locator(".why")).to_have_text(says(500))
    expect(strip).to_contain_text("Ann went out, Bo: 20")
    unfold(page)
    page.get_by_role("button", name="Send again").click()
    expect(strip).to_be_hidden()
    assert len(deals_of(page, table)) == 1


def offline(page: Page, points: int, answer: Callable[[Route], None] | None = None) -> None:
    """Write the deal of the page without a connection; then every deal has that answer."""
    page.context.set_offline(True)
    write(page, points)
    not_sent(page, 1)
    if answer:
        page.context.route(f"{table_of(page)}/deals/*", only_posts(answer))
    page.context.set_offline(False)


def says(status: int) -> str:
    """What the strip says of an answer of the server itself."""
    if status == 429:
        return "The referee is busy."
    return "Something went wrong in the referee." if status >= 500 else f"Answer {status}."


def test_what_the_server_itself_answers_is_said_with_what_was_typed(page: Page) -> None:
    table = table_of(page)
    stop_clock(page)
    current: int | None = 500

    def answer(route: Route) -> None:
        # Playwright may lose what is sent while it takes a route away, so this one stays.
        if current is None:
            return route.continue_()
        body = f"<main><p class=lead>Answer {current}.</p></main>"
        return answered(current, ours=True, body=body)(route)

    offline(page, 20, answer)
    strip, again = page.locator(".outbox"), page.get_by_role("button", name="Send again")
    unfold(page)
    while not again.is_visible():
        wake(page)
    for current in OURS:
        with page.expect_response("**/deals/1"):
            again.click()
        expect(strip.locator(".why")).to_have_text(says(current))
        expect(strip).to_contain_text("Ann went out, Bo: 20")
        expect(page.get_by_role("button", name="Delete")).to_be_enabled()
    current = None
    # Not by the button: it goes as soon as anything else had the deal sent once more.
    wake(page)
    expect(strip).to_be_hidden()
    assert len(deals_of(page, table)) == 1


def slow(route: Route) -> None:
    """No answer at all: the phone gives up by itself."""


BAD = {
    "fault": answered(500, ours=True),
    "refused": answered(403, ours=True),
    "not ours": answered(302, ours=False),
    "slow": slow,
    "lost": lose,
}
PATIENCE = 6_000
"""For how many milliseconds a phone waits for an answer."""


@pytest.mark.parametrize("kind", BAD)
def test_a_deal_of_another_game_does_not_wait(page: Page, server: Served, kind: str) -> None:
    stop_clock(page)
    offline(page, 20, BAD[kind])
    start(page, server)
    second = table_of(page)
    page.context.set_offline(True)
    write(page, 35)
    not_sent(page, 2)
    # No time passes, so that nothing gives up but what is told to here.
    with page.expect_response(f"{second}/deals/1"):
        page.context.set_offline(False)
        if BAD[kind] is slow:
            # What was tried as the page opened.
            page.clock.run_for(PATIENCE)
    page.clock.run_for(PATIENCE)
    expect(page.locator(".outbox li")).to_have_count(1)
    expect(page.locator(".outbox")).to_contain_text("Bo: 20")
    assert len(deals_of(page, second)) == 1


@pytest.mark.parametrize("kind", ["fault", "refused", "slow", "lost"])
def test_the_next_deal_goes_where_another_phone_wrote_the_one_before_it(
    page: Page, kind: str
) -> None:
    table = table_of(page)
    page.clock.install()
    page.reload()
    page.context.set_offline(True)
    write(page, 20)
    not_sent(page, 1)
    write(page, 35)
    not_sent(page, 2)
    write_elsewhere(page, 45)
    with page.expect_request("**/deals/1"):
        page.route("**/deals/1", only_posts(BAD[kind]))
        page.context.set_offline(False)
    page.clock.run_for(PATIENCE)
    expect(page.locator(".outbox li")).to_have_count(1)
    found = deals_of(page, table)
    assert ["Bo 45" in found[0], "Bo 35" in found[1], len(found)] == [True, True, 2]


def open_for_deal_1(page: Page) -> Locator:
    """Write two deals offline, throw away the first, and open the other; what moves it there."""
    page.context.set_offline(True)
    write(page, 7777)
    not_sent(page, 1)
    write(page, 35)
    not_sent(page, 2)
    page.context.set_offline(False)
    unfold(page)
    page.get_by_role("button", name="Delete: Save deal 1").click()
    page.get_by_role("button", name="Really delete: Save deal 1").click()
    strip = page.locator(".outbox")
    expect(strip).to_contain_text("An earlier deal has no score yet")
    page.get_by_role("button", name="Open: Save deal 2").click()
    return page.get_by_role("button", name="Use it for deal 1")


def test_a_deal_behind_one_that_was_thrown_away_is_written_where_somebody_says(page: Page) -> None:
    table = table_of(page)
    open_for_deal_1(page).click()
    expect(page.locator("#points-p2")).to_have_value("35")
    # Its script lets go of what it takes the place of.
    page.wait_for_load_state()
    page.locator("#write").click()
    page.wait_for_url(table)
    expect(page.locator(".outbox")).to_be_hidden()
    assert ["Bo 35" in line for line in deals_of(page, table)] == [True]


def test_a_deal_is_not_sent_as_it_was_while_somebody_moves_it(page: Page) -> None:
    table = table_of(page)
    stop_clock(page)
    sent = list[tuple[str, str]]()
    page.on("request", lambda asked: sent.append((asked.resource_type, asked.url)))
    move = open_for_deal_1(page)
    move.wait_for()
    page.wait_for_load_state("networkidle")
    move.click()
    expect(page.locator("#points-p2")).to_have_value("35")
    page.wait_for_load_state("networkidle")
    page.locator("#write").click()
    page.wait_for_url(table)
    expect(page.locator(".outbox")).to_be_hidden()
    since = sent[sent.index(("document", f"{table}/deals/2")) :]
    assert ("fetch", f"{table}/deals/1") in since
    # Answered after deal 1 was saved, that would be saved as deal 2 as well.
    assert ("fetch", f"{table}/deals/2") not in since


def test_a_deal_that_is_saved_before_its_script_runs_waits_for_that(page: Page) -> None:
    table = table_of(page)
    [script] = hold_one(page, "**/outbox.js", open_for_deal_1(page).click)
    page.locator("#write").click(no_wait_after=True)
    script.continue_()
    page.wait_for_url(table)
    page.wait_for_load_state("networkidle")
    expect(page.locator(".outbox")).to_be_hidden()
    assert ["Bo 35" in line for line in deals_of(page, table)] == [True]


def test_what_was_refused_is_kept_until_it_is_right(page: Page) -> None:
    table = table_of(page)
    offline(page, 7777)
    unfold(page)
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".problem")).to_be_visible()
    page.goto(table)
    expect(page.locator(".outbox")).to_contain_text("Bo: 7777")
    unfold(page)
    page.get_by_role("button", name="Open").click()
    page.locator(".problem").wait_for()
    page.wait_for_load_state()
    expect(page.locator(".outbox")).to_be_hidden()
    page.locator("#points-p2").fill("35")
    page.locator("#write").click()
    page.wait_for_url(table)
    expect(page.locator(".outbox")).to_be_hidden()
    assert ["Bo 35" in line for line in deals_of(page, table)] == [True]


def test_a_deal_that_is_odd_waits_with_the_question(page: Page) -> None:
    offline(page, 0)
    expect(page.locator(".outbox .why").first).to_contain_text("Bo:")


NONE_KEPT = """() => new Promise((done) => {
  indexedDB.open("outbox", 1).onsuccess = ({ target: { result: outbox } }) => {
    const asked = outbox.transaction("entries").objectStore("entries").count();
    asked.onsuccess = () => done(asked.result === 0);
    outbox.close();
  };
})"""
"""Whether this phone keeps no deal."""


def test_a_question_that_is_left_is_gone(page: Page) -> None:
    table = table_of(page)
    write(page, 0)
    page.get_by_role("button", name="Yes, save it").wait_for()
    # The page with the question lets go of the deal as it opens.
    wait_for_promise(page, NONE_KEPT)
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(table)
    page.wait_for_load_state("networkidle")
    expect(page.locator(".outbox")).to_be_hidden()
    assert not deals_of(page, table)


def test_a_question_is_answered_on_its_own_page(page: Page) -> None:
    table = table_of(page)
    write(page, 0)
    yes = page.get_by_role("button", name="Yes, save it")
    yes.wait_for()
    page.wait_for_load_state()
    yes.click()
    page.wait_for_url(table)
    expect(page.locator(".outbox")).to_be_hidden()
    assert len(deals_of(page, table)) == 1


def test_a_question_is_gone_once_its_deal_is_saved_otherwise(page: Page) -> None:
    table = table_of(page)
    offline(page, 0)
    expect(page.locator(".outbox .why")).to_contain_text("Bo:")
    page.goto(f"{table}/deals/1")
    write(page, 20)
    page.wait_for_url(table)
    expect(page.locator(".outbox")).to_be_hidden()
    assert ["Bo 20" in line for line in deals_of(page, table)] == [True]


def test_a_deal_that_was_kept_while_the_table_ended_the_game_says_so(page: Page) -> None:
    table = table_of(page)
    write(page, 20)
    page.wait_for_url(table)
    page.goto(f"{table}/deals/2")
    page.context.set_offline(True)
    write(page, 30)
    not_sent(page, 1)
    [form] = [one for one in read(page, table).forms if one.action.endswith("/changes/end")]
    page.request.post(urljoin(table, form.action), form=dict(form.fields))
    page.context.set_offline(False)
    reason = "The game is over: start another one, or undo what ended it first."
    expect(page.locator(".outbox .why")).to_have_text(reason)


@pytest.mark.parametrize("button", ["Send again", "Open"])
def test_a_deal_goes_out_once_the_link_is_opened_again(
    context: BrowserContext, server: Served, button: str
) -> None:
    game = new_game(server.url)
    page = context.new_page()
    take(page, game.keeper, server.url)
    page.goto(f"{game.table}/deals/1")
    context.set_offline(True)
    write(page, 20)
    not_sent(page, 1)
    context.clear_cookies()
    context.set_offline(False)
    # Here it is refused, and waits for somebody.
    page.goto(game.table)
    expect(page.locator(".outbox")).to_contain_text("Decision needed.")
    page.goto(f"{server.url}/k/{game.keeper}")
    page.wait_for_url(game.table)
    unfold(page)
    press = page.get_by_role("button", name=button)
    if button == "Open":
        # The page that opens takes "#saved" off its address at once.
        with page.expect_navigation(url=f"{game.table}#saved"):
            press.click()
    else:
        press.click()
    expect(page.locator(".outbox")).to_be_hidden()
    assert len(deals_of(page, game.table)) == 1


def test_a_browser_that_keeps_nothing_saves_at_the_first_tap(
    context: BrowserContext, server: Served
) -> None:
    page = context.new_page()
    page.add_init_script(
        "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }"
    )
    start(page, server)
    table = table_of(page)
    write(page, 20)
    page.wait_for_url(lambda address: address.startswith(table) and "/deals/" not in address)
    assert len(deals_of(page, table)) == 1


def test_a_name_from_right_to_left_turns_no_numbers_beside_it_round(
    context: BrowserContext, server: Served
) -> None:
    page = context.new_page()
    table = start_game(page, server.url, GAME.id, ["Ann", "محمد عبد الله"])
    page.goto(f"{table}/deals/1")
    context.set_offline(True)
    write(page, 7777)
    says = "Ann went out, \u2068محمد عبد الله\u2069: 7777"
    expect(page.locator(".outbox")).to_contain_text(says)
    context.set_offline(False)
    page.goto(table)
    why = page.locator(".outbox .why")
    expect(why).to_contain_text("\u2068محمد عبد الله\u2069: ")


@pytest.mark.parametrize(
    ("game", "chosen", "says"),
    [
        ("conquian", ["out"], "Who won the deal? Ann"),
        ("frustration", ["out", "fate-p2"], "Who went out? Ann, Who laid their contract? Bo"),
    ],
)
def test_a_deal_without_hands_says_what_was_chosen(
    context: BrowserContext, server: Served, game: str, chosen: list[str], says: str
) -> None:
    page = context.new_page()
    table = start_game(page, server.url, game, ["Ann", "Bo", "Cy"][: 2 + (game != "conquian")])
    page.goto(f"{table}/deals/1")
    context.set_offline(True)
    for name in chosen:
        page.locator(f"[name={name}]").first.check(force=True)
    page.locator(".deal-form").evaluate("(form) => form.requestSubmit()")
    expect(page.locator(".outbox")).to_contain_text(says)


def test_cards_that_were_tapped_are_said_as_the_points_that_they_came_to(page: Page) -> None:
    page.context.set_offline(True)
    say_out(page, 1)
    for rank in ("10", "2", "2"):
        page.locator(f".hand-keys [data-rank='{rank}']").first.click()
    points = page.locator("#points-p2").input_value()
    page.locator("#write").click()
    expect(page.locator(".outbox li")).to_contain_text(f"Ann went out, Bo: {points}")
    expect(page.locator(".outbox li")).not_to_contain_text("10 2 2")


def test_a_sum_that_was_typed_is_said_with_what_it_comes_to(page: Page) -> None:
    page.context.set_offline(True)
    say_out(page, 1)
    page.locator("#points-p2").fill("25+10")
    page.locator("#write").click()
    expect(page.locator(".outbox li")).to_contain_text("Bo: 25+10 = 35")


def correct_offline(page: Page) -> str:
    """Correct a deal that was saved, without a connection; the address of the table."""
    table = table_of(page)
    write(page, 20)
    page.wait_for_url(f"{table}#saved")
    page.goto(f"{table}/deals/1")
    page.context.set_offline(True)
    page.locator("#points-p2").fill("25")
    page.locator("#write").click()
    return table


def test_a_correction_that_waits_is_said_on_its_page_until_it_is_sent(page: Page) -> None:
    table = correct_offline(page)
    main = page.locator("main")
    expect(main).to_contain_text("Correct deal 1")
    expect(main).to_contain_text("Bo: 25")
    expect(main).to_contain_text("it will be sent later")
    expect(page.locator("#write")).to_be_hidden()
    page.context.set_offline(False)
    page.wait_for_url(f"{table}#saved")
    assert "25" in read(page, f"{table}/log").text


def test_a_correction_that_is_refused_later_waits_for_somebody_on_its_page(page: Page) -> None:
    correct_offline(page)
    waits = page.locator("#waits")
    expect(waits).to_contain_text("it will be sent later")
    page.route("**/deals/1", only_posts(answered(422, ours=True)))
    page.context.set_offline(False)
    expect(waits).to_contain_text("until you decide")
    expect(waits).to_contain_text("Bo: 25")


def test_a_correction_that_is_thrown_away_leaves_its_page(page: Page) -> None:
    table = table_of(page)
    write(page, 20)
    page.wait_for_url(f"{table}#saved")
    page.goto(f"{table}/deals/1")
    page.route("**/deals/1", only_posts(answered(500, ours=True)))
    page.locator("#points-p2").fill("25")
    page.locator("#write").click()
    expect(page.locator("main")).to_contain_text("Bo: 25")
    for _ in range(3):
        wake(page)
        page.wait_for_timeout(200)
    unfold(page)
    for button in ("Delete", "Really delete"):
        page.get_by_role("button", name=button).click()
    page.wait_for_url(table)


def test_a_deal_that_an_earlier_version_kept_is_sent(page: Page) -> None:
    table = table_of(page)
    page.context.set_offline(True)
    write(page, 20)
    not_sent(page, 1)
    page.evaluate(
        """new Promise((done) => indexedDB.open("outbox", 1).onsuccess = (opened) => {
          const turn = opened.target.result.transaction("entries", "readwrite");
          const entries = turn.objectStore("entries");
          entries.getAll().onsuccess = ({ target }) => {
            const { key, game, name, action, fields, n } = target.result[0];
            entries.put({ key, game, name, action, fields, n, asks: true });
          };
          turn.oncomplete = () => done(opened.target.result.close());
        })"""
    )
    page.context.set_offline(False)
    page.goto(table)
    unfold(page)
    page.get_by_role("button", name="Send again").click()
    expect(page.locator(".outbox")).to_be_hidden()
    assert len(deals_of(page, table)) == 1
