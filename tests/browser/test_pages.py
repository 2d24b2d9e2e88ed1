"""Every page and state on the phone: for screen readers, for big thumbs, for small screens."""

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect

from referee.rules.cards import Card
from referee.rules.schema.variant import Variant
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from tests.browser.phones import WHOLLY_SEEN, new_game, new_page, say_out, send, start_game, take
from tests.conftest import NARROWEST, PHONE, SHORT_PHONE
from tests.servers import Served

pytestmark = pytest.mark.browser

SMALLEST_TARGET = 44
ZOOMED: ViewportSize = {"width": 195, "height": 422}
"""What is left of a phone where its owner has every page at twice the size."""
CROWDED = max(
    (variant for variant in catalogue() if variant.has_contracts),
    key=lambda variant: (variant.players.most, len(variant.deals)),
)
OPEN_ENDED = next(variant for variant in catalogue() if not variant.deals)
DROPS = next(variant for variant in catalogue() if variant.scoring.dropped_first)
BY_COLOUR = next(
    variant
    for variant in catalogue()
    if variant.points.costs[Card("A", "h")] != variant.points.costs[Card("A", "s")]
)
FIVE_HUNDRED = next(variant for variant in catalogue() if variant.scoring.melded)
CONTRACT = "9s 9d 9c / 4h 4s *"
KEY = "Idempotency-Key"
NAMES = ("Anastasia", "Bo", "Maximilian", "Di", "Édith", "Jörg-Peter", "Gül", "H")


@dataclass(slots=True)
class Tables:
    """Tables that stand ready: one crowded, one just begun, one whose game is over."""

    keeper: dict[str, Any]
    url: str
    crowded: str
    begun: str
    ended: str
    open_ended: str
    viewer_link: str


@pytest.fixture(scope="module")
def tables(server: Served, browser: Browser) -> Tables:
    """Tables on a real server."""
    return stand_ready(browser, server.url)


def stand_ready(browser: Browser, url: str) -> Tables:
    """Play as far as every state needs, and give the addresses and the keys of the keeper."""
    page = new_page(browser)
    crowd, few = NAMES[: CROWDED.players.most], NAMES[: CROWDED.players.least]
    points = [[0, *(5 * (seat + deal) for seat in range(1, len(crowd)))] for deal in (1, 2, 3)]
    crowded = start_game(page, url, CROWDED.id, crowd, deals=points)
    begun = new_game(url, CROWDED.id, few)
    take(page, begun.keeper, url)
    many = OPEN_ENDED.players.most
    points = [[0, *(10 + 5 * seat for seat in range(1, many))]]
    open_ended = start_game(page, url, OPEN_ENDED.id, NAMES[:many], deals=points)
    shortest = min((one for one in catalogue() if one.deals), key=lambda one: len(one.deals))
    points = [[5 * seat for seat in range(shortest.players.least)]] * len(shortest.deals)
    ended = start_game(page, url, shortest.id, NAMES[: shortest.players.least], deals=points)
    state = page.context.storage_state()
    page.context.close()
    return Tables(
        keeper=dict(state),
        url=url,
        crowded=crowded,
        begun=begun.table,
        ended=ended,
        open_ended=open_ended,
        viewer_link=f"{url}/k/{begun.viewer}",
    )


def _deal_with_keypad(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.begun}/deals/1")
    say_out(page, 1)
    for rank in ("K", "7", "7"):
        page.locator(f".key[data-rank='{rank}']").click()


def _deal_with_problems(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.begun}/deals/1")
    say_out(page, 1)
    page.locator("#points-p2").fill("999")
    page.locator("#points-p3").fill("x")
    page.locator("#write").click()
    page.locator(".problem").first.wait_for()


def _odd_deal(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.begun}/deals/1")
    say_out(page, 1)
    page.locator("#points-p2").fill("0")
    page.locator("#points-p3").fill("5")
    page.locator("#write").click()
    page.get_by_text("Is this right?").wait_for()


def _stale_deal(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.crowded}/deals/3")
    page.locator("#points-p2").fill("45")
    page.locator(".deal-form input[name=base]").evaluate("field => field.value = '1'")
    page.locator("#write").click()
    page.get_by_text("Which version is right?").wait_for()


def _new_game_with_problems(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.url}/games/new/{CROWDED.id}")
    page.get_by_text("House rules", exact=True).click()
    for seat in (0, 1):
        page.locator(f"#name-{seat}").fill("Ann")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".problem").first.wait_for()


def _viewers_table(page: Page, tables: Tables) -> None:
    page.context.clear_cookies()
    page.goto(tables.viewer_link)


def _deals_to_come(page: Page, tables: Tables) -> None:
    page.goto(tables.crowded)
    page.get_by_text("Show all deals").click()


def _deal_of(variant: Variant) -> Callable[[Page, Tables], None]:
    def go(page: Page, tables: Tables) -> None:
        names = NAMES[: variant.players.least]
        page.goto(f"{start_game(page, tables.url, variant.id, names)}/deals/1")

    return go


def _plain_deal(page: Page, tables: Tables) -> None:
    page.goto(f"{_own_table(page, tables)}/deals/1")


def _links(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.begun}/links")
    page.get_by_text("Let someone help keep score").click()
    if page.locator("h2", has_text="Scorer").count() == 0:
        page.get_by_role("button", name="Add a scorer").click()
        page.locator("h2", has_text="Scorer").wait_for()
    page.locator("summary").nth(-2).click()


def _people(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.crowded}/people")
    page.locator("summary").first.click()


def _looked_at_options(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.open_ended}/options")
    page.locator("main .choice:visible .pill:not(:has(:checked))").last.click()
    page.get_by_role("button", name="See what it changes").click()
    page.wait_for_url("**/options?*")


def _kept_ruling(page: Page, tables: Tables) -> None:
    page.goto(tables.begun)
    page.locator(".rail").get_by_text("Referee").click()
    page.locator(".keys").first.wait_for()
    # Before its script runs, each tap asks for another page.
    page.wait_for_load_state()
    for card in ("8h", "*", "9s"):
        page.locator(f".keys [value='{card}']").click()
    # The question on a button changes as the answers to the taps come in.
    expect(page.locator(".desk-form")).not_to_have_attribute("aria-busy", "true")
    page.get_by_role("button", name="Is this a meld?").click()
    page.get_by_role("button", name="We agree").click()
    page.get_by_text("Saved with the game").wait_for()


def _rulings(page: Page, tables: Tables) -> None:
    _kept_ruling(page, tables)
    page.get_by_role("link", name="Rulings").click()
    page.locator(".rulings a").first.wait_for()
    page.wait_for_load_state()


def _played_otherwise(page: Page, tables: Tables) -> None:
    at = tables.begun.rpartition("/")[2]
    page.goto(f"{tables.url}/disputes?at={at}&ask=discard&card=7c&took=yes")
    for summary in page.locator("summary").all():
        summary.click()


def _melds_laid(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.begun}/melds")
    if not page.get_by_role("link", name="Add a card").count():
        page.get_by_role("link", name=f"{NAMES[0]} lays down").click()
        page.locator(".write summary").first.click()
        page.locator("#cards").fill(CONTRACT)
        page.get_by_role("button", name="Ask the referee").click()
        page.get_by_role("button", name="Lay it on the table").click()
    page.get_by_role("link", name="Add a card").first.wait_for()


def _desk_of_table(page: Page, tables: Tables) -> None:
    _melds_laid(page, tables)
    page.goto(f"{tables.url}/disputes?at={tables.begun.rpartition('/')[2]}")
    for card in ("8h", "9h", "10h"):
        page.locator(f".pad [value='{card}']").click()
    # What a button asks changes as the answers to the taps come in.
    expect(page.locator(".desk-form")).not_to_have_attribute("aria-busy", "true")


def _onto_a_meld(page: Page, tables: Tables) -> None:
    _desk_of_table(page, tables)
    page.locator(".rail [value='lay-off']").click()
    page.locator(".target").first.wait_for()


def _nobodys_home(page: Page, tables: Tables) -> None:
    page.context.clear_cookies()
    page.goto(tables.url)


def _own_table(page: Page, tables: Tables, deals: int = 0) -> str:
    """A table of two of its own, where nothing disturbs the others."""
    return start_game(page, tables.url, plain_game().id, NAMES[:3], deals=[[10] * 3] * deals)


def _not_sent(page: Page, tables: Tables) -> None:
    _write_without_a_server(page, tables, [503])


def _write_without_a_server(page: Page, tables: Tables, answers: list[int]) -> None:
    """Write a deal to a server that answers with the last of these, at all times."""

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            # An answer without it comes from no server of ours, and is asked for again later.
            said = {KEY: route.request.headers[KEY.lower()]}
            route.fulfill(status=answers[-1], headers=said)
        else:
            route.continue_()

    table = _own_table(page, tables)
    page.route("**/deals/1", answer)
    page.goto(f"{table}/deals/1")
    for field in page.locator("input[name^='points-']").all():
        field.fill("10")
    page.locator("#write").click()
    page.get_by_text("Not sent yet").wait_for()


def _not_sent_and_asked_about(page: Page, tables: Tables) -> None:
    answers = [503]
    _write_without_a_server(page, tables, answers)
    answers.append(409)
    page.evaluate("dispatchEvent(new Event('online'))")
    # What is drawn anew under a finger is not tapped.
    expect(page.locator(".outbox")).to_contain_text("Decision needed.")
    page.locator(".outbox summary").click()
    page.get_by_role("button", name="Delete").click()


def _stale_table(page: Page, tables: Tables) -> None:
    page.route("**/news?*", lambda route: route.fulfill(status=503))
    page.goto(tables.begun)
    page.evaluate(AN_HOUR_AGO)
    page.reload()
    page.get_by_text("Last updated").wait_for()


def _left(page: Page, tables: Tables) -> None:
    table = _own_table(page, tables, 1)
    page.goto(f"{table}/people")
    page.locator("summary").first.click()
    page.get_by_role("button", name="leaves").click()
    page.locator("summary", has_text="left").wait_for()
    page.goto(table)


def _taken_back(page: Page, tables: Tables) -> None:
    table = _own_table(page, tables, 1)
    send(page, table)
    page.goto(f"{table}/log")
    page.locator(".undone").wait_for()


def _brought(page: Page, tables: Tables) -> None:
    copy = page.request.get(f"{tables.crowded}/copy.json").body()
    _bring(page, tables, copy)
    page.get_by_text("was added as a new game.").wait_for()


def _brought_wrong(page: Page, tables: Tables) -> None:
    _bring(page, tables, b"no copy")
    page.locator(".problem, .notice").first.wait_for()


def _bring(page: Page, tables: Tables, copy: bytes) -> None:
    page.goto(f"{tables.url}/games/bring")
    file = {"name": "game.json", "mimeType": "application/json", "buffer": copy}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Import games").click()


def _changed_meanwhile(page: Page, tables: Tables) -> None:
    table = _own_table(page, tables)
    page.goto(f"{table}/about")
    send(page, f"{table}/about", {"title": "At Bo's"})
    page.locator("#title").fill("At Di's")
    page.get_by_role("button", name="Save note").click()
    page.get_by_role("heading", name="Someone else changed this").wait_for()


def _joined_wrong(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.begun}/people")
    page.get_by_role("button", name="Add").click()
    page.locator(".problem, .notice").first.wait_for()


def _more_about_a_deal(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.crowded}/deals/2")
    page.get_by_role("button", name="More about this deal").click()


def _to_be_laid(page: Page, tables: Tables) -> None:
    page.goto(f"{tables.begun}/melds")
    page.get_by_role("link", name=f"{NAMES[1]} lays down").click()
    page.locator("#at-cards .write summary").click()
    page.locator("#cards").fill(CONTRACT)
    page.get_by_role("button", name="Ask the referee").click()
    page.get_by_role("button", name="Lay it on the table").wait_for()


def _few(page: Page, tables: Tables, *deals: list[int]) -> str:
    """A crowded table's game with few players, where nothing disturbs the others."""
    few = NAMES[: CROWDED.players.least]
    return start_game(page, tables.url, CROWDED.id, few, deals=deals)


def _counted_together(page: Page, tables: Tables) -> None:
    table = _few(page, tables)
    _count_at_seat(page, table, "10 7")
    page.goto(f"{table}/deals/1")
    page.locator("#points-p3").fill("5")
    page.locator("[data-use]:visible").wait_for()


def _counted_otherwise(page: Page, tables: Tables) -> None:
    _counted_together(page, tables)
    say_out(page, 1)
    page.locator("#points-p2").fill("20")
    page.locator("[data-keep]:visible").wait_for()


def _saved_otherwise(page: Page, tables: Tables) -> None:
    table = _few(page, tables)
    seat = _count_at_seat(page, table, "K 7")
    sent = {"out": "p1", "points-p2": "20", "points-p3": "5"}
    mark = re.search(r'name="sure" value="(\w+)"', send(page, f"{table}/deals/1", sent))
    assert mark
    send(page, f"{table}/deals/1", sent | {"sure": mark[1]})
    _hold(page, seat)
    page.goto(f"{table}/seat")
    page.get_by_text("you counted").wait_for()


def _code(page: Page, table: str) -> str:
    """The code of a table, as its page shows it."""
    shown = page.request.get(f"{table}/together").text()
    if "join-code" not in shown:
        shown = send(page, f"{table}/together")
    [code] = re.findall(r'class="join-code">([^<]+)<', shown)
    return str(code).replace(" ", "")


def _together(page: Page, tables: Tables) -> None:
    _code(page, tables.begun)
    page.goto(f"{tables.begun}/together")


def _sit(page: Page, tables: Tables) -> None:
    join = f"{tables.url}/join/{_code(page, tables.begun)}"
    page.context.clear_cookies()
    send(page, join, {"player": "p2"})
    page.context.clear_cookies()
    page.goto(join)


def _seat(page: Page, tables: Tables) -> None:
    table = _few(page, tables, [0, 15, 20])
    _hold(page, _count_at_seat(page, table, "K 7"))
    page.goto(f"{table}/seat")


def _agreed(page: Page, tables: Tables) -> None:
    table = _own_table(page, tables, 2)
    _count_at_seat(page, table, "7", agrees={"deal": "2"})
    page.goto(table)


def _odd_seat(page: Page, tables: Tables) -> None:
    _seat(page, tables)
    page.locator("#points-p3").fill(" ".join(["K Q J"] * 8))
    page.locator("#points-p3").blur()
    page.locator("#write").click()
    page.get_by_role("button", name="Yes, send it").wait_for()


def _seat_taken_over(page: Page, tables: Tables) -> None:
    table = _few(page, tables)
    seat = _count_at_seat(page, table, "K 7")
    send(page, f"{table}/together")
    _hold(page, seat)
    page.goto(f"{table}/seat")


def _count_at_seat(
    page: Page, table: str, hand: str, agrees: dict[str, str] | None = None
) -> list[Any]:
    """Count a hand as the third player, and agree to a deal; the cookies of that phone."""
    join = f"{table.partition('/games')[0]}/join/{_code(page, table)}"
    mine = page.context.cookies()
    page.context.clear_cookies()
    send(page, join, {"player": "p3"})
    assert "Sent:" in send(page, f"{table}/seat", {"points-p3": hand})
    if agrees:
        assert "You agreed" in send(page, f"{table}/seat", agrees)
    seat = page.context.cookies()
    _hold(page, mine)
    return seat


def _hold(page: Page, cookies: list[Any]) -> None:
    page.context.clear_cookies()
    page.context.add_cookies(cookies)


def _at(address: str) -> Callable[[Page, Tables], None]:
    def go(page: Page, tables: Tables) -> None:
        page.goto(address.format(**{name: getattr(tables, name) for name in Tables.__slots__}))

    return go


DESK = f"{{url}}/disputes?game={CROWDED.id}"
STATES: dict[str, Callable[[Page, Tables], None]] = {
    "home": _at("{url}/"),
    "choose": _at("{url}/games/new"),
    "compare": _at(f"{{url}}/games/compare?game={CROWDED.id}&game=gin"),
    "compare, all": _at("{url}/games/compare"),
    "new": _at(f"{{url}}/games/new/{CROWDED.id}"),
    "new, wrong": _new_game_with_problems,
    "table, begun": _at("{begun}"),
    "table, crowded": _at("{crowded}"),
    "table, open-ended": _at("{open_ended}"),
    "table, viewer": _viewers_table,
    "table, ended": _at("{ended}"),
    "table, deals to come": _deals_to_come,
    "table, agreed": _agreed,
    "deal": _at("{begun}/deals/1"),
    "deal, tapping": _deal_with_keypad,
    "deal, wrong": _deal_with_problems,
    "deal, odd": _odd_deal,
    "deal, correcting": _at("{crowded}/deals/2?player=p2"),
    "deal, stale": _stale_deal,
    "deal, forgotten": _at("{crowded}/deals/2/before"),
    "deal, counted together": _counted_together,
    "deal, counted otherwise": _counted_otherwise,
    "together": _together,
    "join": _at("{url}/join?code=XXXXXX"),
    "sit": _sit,
    "seat": _seat,
    "seat, odd": _odd_seat,
    "seat, saved otherwise": _saved_otherwise,
    "seat, taken over": _seat_taken_over,
    "menu": _at("{crowded}/menu"),
    "people": _people,
    "seats": _at("{crowded}/seats?order=p1+p2+p3&move=p2"),
    "points": _at("{crowded}/points"),
    "pad": _at("{crowded}/pad"),
    "options": _at("{open_ended}/options"),
    "options, looked": _looked_at_options,
    "whole log": _at("{crowded}/log"),
    "about": _at("{crowded}/about"),
    "chart": _at("{crowded}/chart"),
    "statistics": _at("{url}/games/people"),
    "room": _at("{url}/games/room"),
    "bring": _at("{url}/games/bring"),
    "delete": _at("{crowded}/delete"),
    "deal, plain": _plain_deal,
    "deal, hands dropped": _deal_of(DROPS),
    "deal, points by colour": _deal_of(BY_COLOUR),
    "links": _links,
    "screen": _at("{crowded}/screen"),
    "desk, choose": _at("{url}/disputes"),
    "desk": _at(DESK),
    "desk of a table": _desk_of_table,
    "desk, onto a meld": _onto_a_meld,
    "desk, every question": _at(DESK + "&ask=all"),
    "desk, taken just now": _at(DESK + "&ask=discard&card=9h&more=yes"),
    "desk, asking": _at(DESK + "&ask=contract&cards=8h+*=9h+%2F+2c&more=yes"),
    "desk, nothing said": _at(DESK + "&ask=take-wild&rule=yes"),
    "desk, claim": _at(DESK + "&ask=claim&seats=Ann,Bo,Cy&more=yes"),
    "desk, arranged": _at(DESK + "&ask=arrange&cards=9s+9d+9c+4h+4s+*+Kh+2c&deal=1"),
    "desk, no contract": _at(DESK + "&ask=arrange&cards=9s+9d+9c+Ks&deal=1"),
    "ruling kept": _kept_ruling,
    "ruling, list": _rulings,
    "ruling, otherwise": _played_otherwise,
    "ruling, only if": _at(DESK + "&ask=lay-off&onto=8h+*+10h+Jh&cards=Qh"),
    "melds": _melds_laid,
    "programs": _at("{url}/api"),
    "desk, allowed": _at(DESK + "&cards=8h+*+*+Jh&players=4"),
    "desk, refused": _at(DESK + "&cards=8h+9s&players=4"),
    "desk, wrong": _at(DESK + "&cards=8h+x"),
    "desk, contract": _at(
        DESK + "&ask=contract&deal=1&players=4&cards=9s+9d+9c+%2F+Ks+Kd+Kc"
    ),
    "rules, searched": _at(f"{{url}}/rules/{CROWDED.id}?q=joker"),
    "rules, closest": _at(f"{{url}}/rules/{CROWDED.id}?q=set+tie"),
    "rules of a table": _at("{begun}/rules"),
    "rules": _at(f"{{url}}/rules/{CROWDED.id}"),
    "rules, choose": _at("{url}/rules"),
    "prints": _at("{url}/prints"),
    "sheets": _at(f"{{url}}/prints?game={CROWDED.id}"),
    "sheets of a game": _at("{crowded}/print"),
    "offline": _at("{url}/offline"),
    "nothing here": _at("{url}/nothing"),
    "home, nobody's": _nobodys_home,
    "deal, not sent": _not_sent,
    "deal, not sent and asked about": _not_sent_and_asked_about,
    "deal, more": _more_about_a_deal,
    "table, stale": _stale_table,
    "table, somebody left": _left,
    "log, taken back": _taken_back,
    "bring, brought": _brought,
    "bring, wrong": _brought_wrong,
    "changed meanwhile": _changed_meanwhile,
    "people, wrong": _joined_wrong,
    "desk, to be laid": _to_be_laid,
}  # fmt: skip


@pytest.fixture(scope="module")
def seen(browser: Browser, tables: Tables) -> Iterator[BrowserContext]:
    """A phone."""
    # What a service worker fetches goes past the answers that a state is given.
    context = browser.new_context(service_workers="block", viewport=PHONE)
    yield context
    context.close()


EXPECTED_TO_BE_SAID = ("status of", "Service Worker registration blocked")
"""What a browser says of the answers a state is given, and of the worker it must not have."""


FORGET_DRAFTS = """() => {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith("draft ")) localStorage.removeItem(name);
  }
}"""


def show(context: BrowserContext, tables: Tables, state: str) -> Page:
    """One page in one state, with the keeper's keys; anything on the console is a failure."""
    page = context.pages[0] if context.pages else context.new_page()
    if page.locator(".outbox:not([hidden])").count():
        page.evaluate("indexedDB.deleteDatabase('outbox')")
    # First away from the page before: without its key it would load itself again while the next
    # one loads. To a page of the same site, for which a browser starts no process.
    page.goto(f"{tables.url}/static/img/icon.svg")
    # What was typed before would stand there again.
    page.evaluate(FORGET_DRAFTS)
    page.unroute_all()
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light")
    context.clear_cookies()
    context.add_cookies(tables.keeper["cookies"])
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    STATES[state](page, tables)
    assert not [text for text in said if not any(one in text for one in EXPECTED_TO_BE_SAID)]
    return page


WORDS_AT_TWICE = {
    "new", "about", "choose", "seats", "sheets", "table, crowded", "deal, stale", "desk, refused",
    "desk of a table",
}  # fmt: skip
"""States in which no word is parted on the narrowest phone at twice the size."""
WORDS_PARTED = {"links", "deal, counted together"}
"""States in which a word is parted on the phone: links, and a long name beside its field."""
LEFT_TO_THE_OTHER = re.compile(r",minThreshold:[\d.]+")
"""What the stricter rule of contrast says nothing of, for the milder one does."""
AXE = Axe(axe_script=LEFT_TO_THE_OTHER.sub("", Axe().axe_script))
AXE_IS_THERE = Axe(axe_script="")
"""For a page that has run its script before."""
CONTRAST = "color-contrast-enhanced"
"""Seven to one for text: WCAG AAA, for weak eyes in dim light. So it finds what the other rule
does, and text is gone through once."""
RULES = {CONTRAST: {"enabled": True}, "color-contrast": {"enabled": False}}


def sized(page: Page, size: str) -> None:
    """Let the owner of the phone read at this size; empty for the usual one."""
    page.evaluate("size => { document.documentElement.style.fontSize = size }", size)


def accused(page: Page, axe: Axe, **options: Any) -> str:
    """What axe finds on a page."""
    found = axe.run(page, options={"resultTypes": ["violations"], **options})
    return found.generate_report() if found.response["violations"] else ""


@pytest.mark.parametrize("state", STATES)
def test_page_is_fit_for_readers_thumbs_and_small_screens(
    seen: BrowserContext, tables: Tables, state: str
) -> None:
    page = show(seen, tables, state)
    flaws: dict[str, Any] = {"in light": accused(page, AXE, rules=RULES)}
    flaws["words parted"] = state not in WORDS_PARTED and page.evaluate(PARTED)
    page.emulate_media(color_scheme="dark")
    flaws["in the dark"] = accused(page, AXE_IS_THERE, runOnly=[CONTRAST])
    sized(page, "225%")
    flaws["wider at twice the size"] = page.evaluate(WIDER)
    flaws["cut at twice the size"] = page.evaluate(CUT)
    page.set_viewport_size(NARROWEST)
    sized(page, "200%")
    flaws["words parted at twice the size"] = state in WORDS_AT_TWICE and page.evaluate(PARTED)
    sized(page, "")
    flaws["wider than the narrowest phone"] = page.evaluate(WIDER)
    flaws["smaller than a thumb"] = page.evaluate(SMALL_TARGETS, SMALLEST_TARGET)
    page.set_viewport_size(ZOOMED)
    flaws["wider than a zoomed phone"] = page.evaluate(WIDER)
    flaws["cut on a zoomed phone"] = page.evaluate(CUT)
    assert {check: found for check, found in flaws.items() if found} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_in_a_chart_have_the_contrast_of_text(
    seen: BrowserContext, tables: Tables, scheme: Literal["light", "dark"]
) -> None:
    page = show(seen, tables, "chart")
    page.emulate_media(color_scheme=scheme)
    names = page.locator(".chart .who div")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    colours = names.evaluate_all("all => all.map((name) => getComputedStyle(name).color)")
    assert len(colours) == len(NAMES)
    assert [colour for colour in colours if contrast(colour, paper) < 7] == []


def test_what_was_undone_is_struck_out(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "log, taken back")
    lines = page.locator(".says").evaluate_all(
        """all => all.map((one) => [one.closest("li").classList.contains("undone"),
          getComputedStyle(one).textDecorationLine === "line-through"])"""
    )
    assert [True, True] in lines and [False, False] in lines
    assert all(undone == struck for undone, struck in lines)


def test_a_name_and_its_points_stay_on_one_line_of_the_history(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "whole log")
    heights = page.locator(".says").evaluate_all(HEIGHTS, r"Jörg-\u2060?Peter\s\d+")
    assert len(heights) == 3
    assert max(heights) < 30


FONT_SIZES = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
TOPS = "all => all.map((one) => one.getBoundingClientRect().top)"
HEIGHTS = r"""(all, pattern) => all.flatMap((one) => {
  const text = [...one.childNodes].findLast(({ nodeType }) => nodeType === Node.TEXT_NODE);
  const found = text.data.match(new RegExp(pattern));
  if (!found) return [];
  const range = new Range();
  range.setStart(text, found.index);
  range.setEnd(text, found.index + found[0].length);
  return [range.getBoundingClientRect().height];
})"""
"""How tall the piece of each text is that fits a pattern: as two lines where it is parted."""


def test_how_old_a_page_is_covers_nothing_that_is_to_be_tapped(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "table, stale")
    assert page.locator("#live").is_visible()
    assert all(page.locator(".rail .button").evaluate_all(WHOLLY_SEEN))


def test_both_values_of_two_deals_are_seen_at_once_with_what_chooses_one(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "deal, stale")
    shown = page.locator(".versions :is(th, td), [data-answers] .button")
    assert shown.count() > 6
    assert all(shown.evaluate_all(WHOLLY_SEEN))


def contrast(*colours: str) -> float:
    """The contrast of two colours, as WCAG defines it."""
    dark, light = sorted(luminance(colour) for colour in colours)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", colour)[:3])
    linear = [((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_left_hand_has_what_it_taps_most_on_its_side(browser: Browser, tables: Tables) -> None:
    context = browser.new_context(viewport=NARROWEST)
    page = show(context, tables, "menu")
    page.get_by_label("Left-handed").check()
    flaws = {}
    for state, on_the_left in {
        "deal, tapping": (".key.wide", "[data-next]"),
        "deal, plain": ("[data-back]", "[data-next]"),
        "table, crowded": (".last .button",),
    }.items():
        page = show(context, tables, state)
        page.set_viewport_size(NARROWEST)
        lefts = "all => all.map(one => one.getBoundingClientRect().left)"
        for what in on_the_left:
            assert max(page.locator(what).evaluate_all(lefts)) < NARROWEST["width"] / 8, what
        flaws[state] = page.evaluate(WIDER) + page.evaluate(SMALL_TARGETS, SMALLEST_TARGET)
    page = show(context, tables, "desk")
    page.set_viewport_size(NARROWEST)
    rows = page.locator(".pad .key:visible").evaluate_all(ROWS)
    context.close()
    assert rows == [5, 5, 5, 4]
    assert {state: flaw for state, flaw in flaws.items() if flaw} == {}


def test_what_is_swapped_stands_side_by_side(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "deal, more")
    one, other = page.locator("select[id^=swap-]").evaluate_all(TOPS)
    assert one == other


@pytest.mark.parametrize(
    ("state", "cards"), [("desk, onto a meld", ".target .card"), ("desk, arranged", ".laid .card")]
)
def test_cards_in_a_row_are_level(
    seen: BrowserContext, tables: Tables, state: str, cards: str
) -> None:
    page = show(seen, tables, state)
    boxes = page.locator(cards).evaluate_all("all => all.map((one) => one.getBoundingClientRect())")
    rows = {round(box["top"]) for box in boxes}
    height = boxes[0]["height"]
    assert len(boxes) > 4
    assert [row for row in rows for other in rows if 0 < row - other < height] == []


def test_nothing_on_a_sheet_touches_its_line(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "compare")
    assert page.locator(".sheet tbody th").evaluate_all(TOUCHING) == []


def test_what_is_compared_stands_below_its_game(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "compare")
    lefts = "all => all.map((one) => Math.round(one.getBoundingClientRect().left))"
    for width in (PHONE["width"], 1280):
        page.set_viewport_size({"width": width, "height": 844})
        games = page.locator(".compared thead th").evaluate_all(lefts)
        first, *_ = page.locator(".compared tbody tr:has(td)").all()
        assert first.locator("td").evaluate_all(lefts) == games
        assert len(set(games)) == len(games) > 1


def test_what_points_are_made_of_stays_within_its_column(browser: Browser, tables: Tables) -> None:
    page = new_page(browser)
    seats = range(1, FIVE_HUNDRED.players.most + 1)
    table = start_game(page, tables.url, FIVE_HUNDRED.id, NAMES[: len(seats)])
    sent = {f"melded-p{seat}": str(100 + seat) for seat in seats}
    send(
        page,
        f"{table}/deals/1",
        {"out": "p1"} | sent | {f"points-p{seat}": "15" for seat in seats[1:]} | {"points-p1": "0"},
    )
    page.goto(table)
    made_of = page.locator(".score-sheet td small.soft")
    assert made_of.count() == len(seats) - 1
    wider = "all => all.filter((one) => one.scrollWidth > one.closest('td').clientWidth).length"
    assert made_of.evaluate_all(wider) == 0
    page.context.close()


def test_panels_of_two_players_are_level(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "menu")
    duel = next(one for one in catalogue() if one.end.box)
    page.goto(start_game(page, tables.url, duel.id, ("Mara", "Jon"), deals=[[0, 75]]))
    for part in (".who", ".total", ".to-go"):
        one, other = page.locator(f".duel {part}").evaluate_all(TOPS)
        assert abs(one - other) < 1, part
    # One has no box, of which nothing is drawn.
    assert page.locator(".to-go svg:not([viewBox]):visible").count() == 1


@pytest.mark.parametrize("points", [50, 88, 888, 1888, -188])
def test_a_total_keeps_off_the_edge_of_its_panel(
    seen: BrowserContext, tables: Tables, points: int
) -> None:
    page = show(seen, tables, "menu")
    page.goto(start_game(page, tables.url, plain_game().id, ("Mara", "Jon"), deals=[[0, points]]))
    for phone in (PHONE, NARROWEST):
        page.set_viewport_size(phone)
        assert page.locator(".duel li").evaluate_all(ROOM_BESIDE_TOTALS) == [True, True]


def test_large_letters_leave_a_name_in_the_statistics_on_one_line(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "statistics")
    sized(page, "200%")
    heights = "all => all.map((one) => one.offsetHeight)"
    assert len(set(page.locator(".panel h2").evaluate_all(heights))) == 1
    sized(page, "")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_has_the_focus_on_paper_is_seen(
    seen: BrowserContext, tables: Tables, scheme: Literal["light", "dark"]
) -> None:
    page = show(seen, tables, "home")
    page.emulate_media(color_scheme=scheme)
    page.keyboard.press("Tab")
    page.locator(".resumed .button").focus()
    ring = page.locator(".resumed .button").evaluate("one => getComputedStyle(one).outlineColor")
    paper = page.locator(".resumed").evaluate("one => getComputedStyle(one).backgroundColor")
    assert contrast(ring, paper) >= 3


@pytest.mark.parametrize(
    ("phone", "size"), [(PHONE, "150%"), (PHONE, "200%"), (NARROWEST, ""), (ZOOMED, "")]
)
def test_names_of_two_players_stay_whole_in_their_panels(
    seen: BrowserContext, tables: Tables, phone: ViewportSize, size: str
) -> None:
    page = show(seen, tables, "menu")
    page.goto(start_game(page, tables.url, plain_game().id, NAMES[:2]))
    page.set_viewport_size(phone)
    sized(page, size)
    assert NAMES[0] not in page.evaluate(PARTED)
    sized(page, "")


def test_all_totals_are_seen_on_the_page_of_one_player(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "seat")
    for phone in (NARROWEST, ZOOMED):
        page.set_viewport_size(phone)
        strip = page.locator(".standing-strip")
        assert strip.evaluate("strip => strip.scrollWidth <= strip.clientWidth")


def test_tied_leaders_are_a_card_each(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "table, agreed")
    cards = [card.bounding_box() for card in page.locator(".places .leads").all()]
    assert len(cards) == 3
    for above, below in itertools.pairwise(cards):
        assert above and below and above["y"] + above["height"] < below["y"]


def test_the_code_of_a_screen_keeps_off_the_deal_above_it(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "screen")
    facts, code = (page.locator(part).bounding_box() for part in (".facts", ".look-on img"))
    assert facts and code and facts["y"] + facts["height"] + 8 <= code["y"]


def test_the_answer_of_a_ruling_is_level_with_its_first_line(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "ruling, list")
    ruling = page.locator(".rulings a").first
    answer, reason = (ruling.locator(part).bounding_box() for part in ("b", "b + span"))
    assert answer and reason and answer["y"] == reason["y"]
    assert answer["x"] + answer["width"] + 8 < reason["x"]


def test_arrows_that_move_a_seat_stand_beside_each_other(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "seats")
    page.set_viewport_size(NARROWEST)
    for size in ("", "200%"):
        sized(page, size)
        up, down = (page.locator(f"[data-move='{way}']") for way in ("up", "down"))
        assert up.evaluate_all(TOPS) == down.evaluate_all(TOPS), size
    sized(page, "")


def test_large_letters_leave_each_standing_its_own_lines(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "menu")
    table = start_game(page, tables.url, FIVE_HUNDRED.id, NAMES[:4])
    sent = {"out": "p1", "points-p1": "0", "melded-p1": "100"}
    for seat in (2, 3, 4):
        sent |= {f"points-p{seat}": "15", f"melded-p{seat}": f"{5 - seat}15"}
    send(page, f"{table}/deals/1", sent)
    page.goto(table)
    assert page.locator(".places .sum").count() == 3
    sized(page, "200%")
    for line in page.locator(".places li:has(.sum)").all():
        whole, made_of = line.bounding_box(), line.locator(".sum").bounding_box()
        assert whole and made_of
        assert made_of["y"] + made_of["height"] <= whole["y"] + whole["height"] + 1
    sized(page, "")


def test_large_letters_keep_what_reads_aloud_off_the_dots_of_the_deals(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "menu")
    points = [[0, 20, 45]] * 3
    page.goto(start_game(page, tables.url, "six-to-ten", NAMES[:3], deals=points))
    sized(page, "200%")
    page.evaluate("document.documentElement.classList.add('speaks')")
    speak, *dots = (
        one.bounding_box() for one in page.locator(".speak, .banner p [aria-hidden] svg").all()
    )
    assert speak and len(dots) == 5
    assert all(
        dot and (dot["x"] + dot["width"] <= speak["x"] or dot["y"] >= speak["y"] + speak["height"])
        for dot in dots
    )
    sized(page, "")


def test_a_sheet_that_is_refused_says_why_in_place_of_its_picture(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "sheets")
    desk, paper = page.locator(".preview-desk").first, page.locator("[name=paper]")
    page.locator("[name=print]").select_option("large")
    paper.select_option("3x5")
    expect(desk).to_contain_text("Large print needs paper")
    paper.select_option("letter")
    expect(desk.locator("iframe")).to_have_attribute("src", re.compile("paper=letter"))


def test_a_pad_on_small_paper_in_large_print_needs_no_scrolling(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "sheets")
    for name, choice in (("paper", "a5"), ("print", "large")):
        field = page.locator(f"[name={name}]")
        assert field.evaluate_all(WHOLLY_SEEN) == [True]
        field.select_option(choice)
    assert (
        page.locator(".one-print:has(:checked)").evaluate("one => one.getBoundingClientRect().top")
        < PHONE["height"] / 2
    )
    assert page.locator(".rail .big").evaluate_all(WHOLLY_SEEN) == [True]


def test_a_sheet_is_named_below_its_picture(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "sheets")
    for sheet in page.locator(".one-print:has(iframe)").all():
        picture = sheet.locator("iframe").bounding_box()
        name = sheet.locator("label").bounding_box()
        around = sheet.bounding_box()
        assert picture and name and around
        assert picture["y"] + picture["height"] <= name["y"]
        assert around["x"] <= picture["x"]
        assert picture["x"] + picture["width"] <= around["x"] + around["width"]


@pytest.mark.parametrize(
    ("state", "keys", "stand", "least"),
    [
        ("deal, tapping", ".hand-keys .key:visible", [7, 7], 320),
        ("desk, asking", ".pad .keys .key", [7, 7, 7, 7, 7, 6, 7, 6], 360),
    ],
)
def test_all_ranks_stand_in_two_rows(
    seen: BrowserContext, tables: Tables, state: str, keys: str, stand: list[int], least: int
) -> None:
    page = show(seen, tables, state)
    rows = {}
    for width in (least, 390, 430):
        page.set_viewport_size({"width": width, "height": 640})
        page.locator(keys).first.scroll_into_view_if_needed()
        rows[width] = page.locator(keys).evaluate_all(ROWS)
    assert rows == dict.fromkeys(rows, stand)


@pytest.mark.parametrize(
    ("phone", "size", "least"),
    [(PHONE, "150%", 28), (NARROWEST, "150%", 23), (NARROWEST, "200%", 23)],
)
def test_ranks_on_keys_grow_with_the_letters_and_stay_larger_than_points(
    seen: BrowserContext, tables: Tables, phone: ViewportSize, size: str, least: int
) -> None:
    page = show(seen, tables, "deal, tapping")
    page.set_viewport_size(phone)
    sized(page, size)
    ranks, points = (
        page.locator(f".hand-keys .key[data-rank]:not(.wide){part}").evaluate_all(FONT_SIZES)
        for part in ("", " small")
    )
    assert min(ranks) > least
    assert max(points) < 0.75 * min(ranks)
    assert page.locator(".hand-keys .wide").evaluate_all(TOUCHING) == []
    sized(page, "")


def test_a_name_is_level_with_its_badge(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "table, crowded")
    middle = """all => all.map((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    })"""
    badges = page.locator(".places .badge").evaluate_all(middle)
    names = page.locator(".places .who").evaluate_all(middle)
    assert all(abs(name - badge) <= 1 for name, badge in zip(names, badges, strict=True))


def test_the_history_offers_the_last_change_to_undo_and_the_others_on_demand(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "whole log")
    undo = page.locator(".log button:visible")
    expect(undo).to_have_count(1)
    expect(page.locator(".log li").first.locator("button")).to_be_visible()
    page.get_by_text("Undo an earlier change").click()
    expect(undo).to_have_count(3)


def test_undo_keeps_its_place_so_that_two_taps_undo_two_deals(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "menu")
    page.goto(_own_table(page, tables, 2))
    for size in (PHONE, NARROWEST):
        page.set_viewport_size(size)
        undo = page.get_by_role("button", name=re.compile("^Undo"))
        redo = page.get_by_role("button", name=re.compile("^Redo: "))
        before = undo.bounding_box()
        for deal in (2, 1):
            undo.click()
            expect(page.locator(".banner")).to_contain_text(f"Deal {deal}")
            page.wait_for_load_state()
            assert undo.bounding_box() == before
        expect(undo).to_be_disabled()
        sized(page, "200%")
        assert page.evaluate(WIDER) == []
        for deal in (2, 3):
            redo.click()
            expect(page.locator(".banner")).to_contain_text(f"Deal {deal}")


def test_a_short_phone_shows_every_card_of_a_suit(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "desk")
    page.set_viewport_size({"width": 320, "height": 568})
    seen_keys = page.locator(".pad .key:visible").evaluate_all(WHOLLY_SEEN)
    assert len(seen_keys) == 13 + 2 + 4 and all(seen_keys)


def test_a_short_phone_shows_how_eight_players_stand(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "table, crowded")
    page.set_viewport_size(SHORT_PHONE)
    assert page.locator(".places li").evaluate_all(WHOLLY_SEEN) == [True] * len(NAMES)


@pytest.mark.parametrize("state", ["desk, nothing said", "desk, onto a meld", "desk, asking"])
def test_a_short_phone_shows_the_whole_keypad_below_what_is_asked(
    seen: BrowserContext, tables: Tables, state: str
) -> None:
    page = show(seen, tables, state)
    page.set_viewport_size(SHORT_PHONE)
    keys = page.locator(".keys .key").evaluate_all(WHOLLY_SEEN)
    assert keys and all(keys)


def test_picture_and_print_of_a_finished_game_stand_beside_each_other(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "table, ended")
    offered = page.locator(".rail .button")
    assert offered.all_inner_texts() == ["Play again", "Picture", "Print"]
    for phone in (PHONE, NARROWEST):
        page.set_viewport_size(phone)
        assert len(set(offered.evaluate_all(TOPS))) == 1
    sized(page, "200%")
    _, picture, print_it = offered.evaluate_all(TOPS)
    assert picture == print_it
    offered.last.click()
    page.wait_for_url(f"{tables.ended}/print")


def test_a_field_with_a_problem_has_a_red_edge(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "new, wrong")
    red = page.locator(".problem").first.evaluate("one => getComputedStyle(one).color")
    expect(page.locator("#name-1")).to_have_css("border-top-color", red)


def test_large_letters_leave_a_player_the_hand_in_sight_and_keys_their_order(
    browser: Browser, seen: BrowserContext, tables: Tables
) -> None:
    address = show(seen, tables, "seat").url
    context = browser.new_context(viewport=SHORT_PHONE)
    context.add_cookies(seen.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(AT_TWICE_THE_SIZE)
    page.goto(address)
    page.wait_for_function("scrollY")
    assert page.locator(".hand").evaluate_all(WHOLLY_SEEN) == [True]
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    context.close()


def test_what_is_said_of_a_hand_begins_below_its_name(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "deal, tapping")
    hand = page.locator(".hand").first
    for phone, size in ((PHONE, ""), (PHONE, "200%"), (ZOOMED, "")):
        page.set_viewport_size(phone)
        sized(page, size)
        name, said = (hand.locator(part).bounding_box() for part in ("h2 span.grow", ".hand-note"))
        assert name and said and abs(name["x"] - said["x"]) < 1


@pytest.mark.parametrize("state", ["deal", "deal, hands dropped", "deal, points by colour"])
def test_a_zoomed_phone_shows_the_hand_above_the_keypad(
    browser: Browser, seen: BrowserContext, tables: Tables, state: str
) -> None:
    address = show(seen, tables, state).url
    context = browser.new_context(viewport=ZOOMED)
    context.add_cookies(seen.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    assert page.locator(".hand[data-current]").evaluate_all(WHOLLY_SEEN) == [True]
    context.close()


def test_nothing_lies_over_how_old_a_screen_is(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "table, stale")
    page.set_viewport_size(NARROWEST)
    page.locator(".scores").scroll_into_view_if_needed()
    assert page.evaluate(COVERED) == []


def test_a_small_phone_shows_the_hands_above_what_is_not_sent(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "deal, not sent")
    page.set_viewport_size({"width": 320, "height": 568})
    page.locator(".hand").first.evaluate("hand => hand.scrollIntoView({ block: 'start' })")
    assert page.locator(".hand").evaluate_all(WHOLLY_SEEN) == [True] * 3


@pytest.mark.parametrize(
    ("state", "size", "left", "right"),
    [
        ("deal, tapping", (820, 1180), ".hand >> nth=0", ".hand >> nth=1"),
    ],
)
def test_a_tablet_or_a_desk_uses_its_width(
    seen: BrowserContext,
    tables: Tables,
    state: str,
    size: tuple[int, int],
    left: str,
    right: str,
) -> None:
    page = show(seen, tables, state)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    one, other = (page.locator(part).first.bounding_box() for part in (left, right))
    assert one and other
    assert one["x"] + one["width"] < other["x"]
    assert page.evaluate(WIDER) == []


def test_six_players_fit_side_by_side(seen: BrowserContext, tables: Tables) -> None:
    six = next(one for one in catalogue() if one.players.most >= 6)
    page = show(seen, tables, "menu")
    names = ("Ann", "Bob", "Cleo", "Dave", "Eva", "Fred")
    page.goto(start_game(page, tables.url, six.id, names, deals=[[0, 105, 88, 12, 140, 7]]))
    hidden = page.locator(".sheet").evaluate("sheet => sheet.scrollWidth - sheet.clientWidth")
    assert hidden == 0


def test_nothing_moves_while_the_page_loads(browser: Browser, tables: Tables) -> None:
    context = browser.new_context(viewport=PHONE)
    context.add_cookies(tables.keeper["cookies"])
    page = context.new_page()
    for address in (tables.crowded, f"{tables.begun}/deals/1", f"{tables.url}/"):
        page.goto(address)
        assert page.evaluate(SHIFT) <= LEAST_SHIFT, address
    context.close()


def test_nothing_moves_where_a_page_arrives_in_pieces(browser: Browser, tables: Tables) -> None:
    context = browser.new_context(viewport=PHONE, service_workers="block")
    context.add_cookies(tables.keeper["cookies"])
    page = context.new_page()
    for address in (tables.ended, f"{tables.crowded}/deals/4"):
        # Its style sheets are there, and what it is itself comes slowly.
        page.goto(address)
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW_LINE)
        page.reload()
        assert page.evaluate(SHIFT) <= LEAST_SHIFT, address
        line.detach()
    context.close()


def test_a_table_is_started_with_names_from_earlier_ones(
    seen: BrowserContext, tables: Tables
) -> None:
    page = show(seen, tables, "new")
    page.locator(f"[data-name='{NAMES[0]}']").click()
    assert page.locator("#name-0").input_value() == NAMES[0]
    # Of those who usually play, each has a field; whoever joins them has one as well.
    shown = page.locator(".seat:visible").count()
    for seat in range(1, shown):
        page.locator(f"#name-{seat}").fill(f"Guest {seat}")
    expect(page.locator(".seat:visible")).to_have_count(shown + 1)


def test_no_keypad_loses_a_card_to_a_wrong_count(seen: BrowserContext, tables: Tables) -> None:
    page = show(seen, tables, "deal, tapping")
    page.locator("button[aria-label='Remove 7']").first.click()
    assert page.locator("#points-p2").input_value() == "15"


AT_TWICE_THE_SIZE = """new MutationObserver(() => {
  document.documentElement.style.fontSize = "200%";
}).observe(document, { childList: true })"""
AN_HOUR_AGO = """() => {
  const { game } = document.querySelector("#live").dataset;
  const { version } = document.querySelector("[data-version]").dataset;
  localStorage.setItem(`heard ${game}`, JSON.stringify({ version, at: Date.now() - 3600000 }));
}"""
COVERED = """() => {
  const said = document.querySelector("#live").getBoundingClientRect();
  const points = Array.from({ length: 64 }, (_, step) => [step * 5 + 2, said.top + 10]);
  return points
    .map(([x, y]) => document.elementFromPoint(x, y))
    .filter((one) => one && one.id !== "live")
    .map((one) => one.outerHTML.slice(0, 80));
}"""
WIDER = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > width + 0.5 && !one.closest(".sheet"))
    .map((one) => one.outerHTML.slice(0, 120))
    .concat(["the page itself"]);
}"""
CUT = """() => [...document.querySelectorAll("body *")]
  .filter((one) => {
    if (one.closest(".vh, .preview-desk, svg, [type=file]")) return false;
    if (!one.clientWidth || !one.checkVisibility()) return false;
    const hides = getComputedStyle(one).overflowX === "hidden";
    return (hides || one.matches(".top *, .key, input")) && one.scrollWidth > one.clientWidth + 1;
  })
  .map((one) => one.outerHTML.slice(0, 120))"""
ROOM_BESIDE_TOTALS = """(panels) => panels.map((panel) => {
  const [around, text] = [panel.getBoundingClientRect(), new Range()];
  text.selectNodeContents(panel.querySelector(".total").firstChild);
  const { left, right } = text.getBoundingClientRect();
  return left - around.left >= 12 && around.right - right >= 12;
})"""
TOUCHING = """(cells) => cells
  .filter((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const [text, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
    return text.left < box.left + 4 || text.right > box.right - 4;
  })
  .map((cell) => cell.textContent)"""
PARTED = r"""() => {
  const parted = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    if (text.parentElement.closest(".vh, .skip, script, option")) continue;
    if (!text.parentElement.checkVisibility()) continue;
    for (const word of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width);
      if (new Set(boxes.map((box) => box.top)).size > 1) parted.push(word[0]);
    }
  }
  return parted;
}"""
ROWS = """(keys) => {
  const tops = keys.map((key) => key.getBoundingClientRect()).filter((box) => box.width);
  const rows = Object.groupBy(tops, (box) => Math.round(box.top));
  return Object.values(rows).map((row) => row.length);
}"""
CUT_SHORT = """(names) => names
  .filter((name) => name.scrollWidth > name.clientWidth)
  .map((name) => name.textContent)"""
SMALL_TARGETS = """(least) => {
  const targets = "a[href], button, summary, select, input:not([type=hidden]), textarea";
  const unseen = (one) => {
    const style = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    return style.visibility === "hidden" || box.width === 0 || one.closest(".vh, .skip")
      || one.matches(".vh, .skip");
  };
  return [...document.querySelectorAll(targets)]
    .filter((one) => !unseen(one))
    .map((one) => (one.matches("[type=radio], [type=checkbox]") ? one.closest("label") : one))
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width < least - 0.5 || box.height < least - 0.5;
    })
    .map((one) => {
      const box = one.getBoundingClientRect();
      return `${Math.round(box.width)}×${Math.round(box.height)} ${one.outerHTML.slice(0, 120)}`;
    });
}"""
LEAST_SHIFT = 0.005
"""A twentieth of what counts as good: a busy machine may paint a page before all of it is there."""
SLOW_LINE = {"offline": False, "latency": 0, "downloadThroughput": 3_000, "uploadThroughput": 3_000}
SHIFT = """() => new Promise((done) => {
  let moved = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) moved += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(moved), 300);
})"""
