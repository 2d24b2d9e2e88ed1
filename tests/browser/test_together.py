"""Four phones count together: the scorer's form fills by itself, lines drop, and a player signs."""

import re
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import NAMES, hold_one, new_page, read, say_out, start_game
from tests.servers import Served

pytestmark = pytest.mark.browser
GAME = "six-to-ten"


def sit(browser: Browser, url: str, code: str, name: str) -> Page:
    phone = new_page(browser)
    phone.clock.install()
    phone.goto(url)
    phone.locator("#code").fill(code)
    phone.get_by_role("button", name="Join").click()
    phone.locator("li", has_text=name).get_by_role("button").click()
    phone.get_by_role("heading", name=f"{name}’s hand").wait_for()
    phone.wait_for_load_state()
    return phone


def enter(phone: Page, player: str, hand: str) -> None:
    phone.locator(f"#points-{player}").fill(hand)
    phone.locator(f"#points-{player}").blur()
    phone.locator("#write").click()


def ask(phone: Page) -> None:
    """Let a phone ask what is new, which it does every other second."""
    phone.clock.run_for(2_000)


def save(scorer: Page, table: str, button: str = "Save deal 1") -> None:
    scorer.get_by_role("button", name=button).click()
    scorer.wait_for_url(table)


def write_deal(scorer: Page, table: str, deal: int) -> None:
    scorer.goto(f"{table}/deals/{deal}")
    say_out(scorer, 1)
    for player, points in (("p2", "20"), ("p3", "5")):
        scorer.locator(f"#points-{player}").fill(points)
    save(scorer, table, f"Save deal {deal}")


def count_with_bo(browser: Browser, url: str, game: str = GAME) -> tuple[Page, str, Page]:
    """A scorer's phone, its table, and the phone of Bo."""
    scorer = new_page(browser)
    scorer.clock.install()
    table = start_game(scorer, url, game, NAMES[:3])
    scorer.goto(f"{table}/together")
    scorer.get_by_role("button", name="Show the code").click()
    return scorer, table, sit(browser, url, scorer.locator(".join-code").inner_text(), "Bo")


def type_otherwise(scorer: Page, table: str, bo: Page) -> None:
    """Bo sends 25, the scorer types 20, and is asked before saving."""
    enter(bo, "p2", "25")
    bo.get_by_text("Sent: 25").wait_for()
    scorer.goto(f"{table}/deals/1")
    say_out(scorer, 1)
    scorer.locator("#points-p2").fill("20")
    expect(scorer.locator("[data-player=p2] .hand-note")).to_have_text("20 here, 25 on the phone")
    scorer.locator("#points-p3").fill("5")
    expect(scorer.locator("#write")).to_be_hidden()
    scorer.get_by_role("button", name="Choose for Bo").click()


def test_a_hand_counted_otherwise_is_asked_about_and_its_phone_is_told(
    browser: Browser, server: Served
) -> None:
    scorer, table, bo = count_with_bo(browser, server.url)
    type_otherwise(scorer, table, bo)
    # Both phones ask before anything is saved.
    ask(scorer)
    ask(bo)
    bo.get_by_role("button", name="25 is right").click()
    bo.get_by_text("The scorer still has 20").wait_for()
    ask(scorer)
    note = scorer.locator("[data-player=p2] .hand-note")
    expect(note).to_have_text("Bo says 25 is right, not 20")
    scorer.get_by_role("button", name="Keep 20").click()
    save(scorer, table)
    ask(bo)
    told = bo.get_by_text("saved with 20 for you, but you counted 25")
    told.wait_for()
    # Once that is corrected, there is nothing to tell.
    scorer.goto(f"{table}/deals/1")
    scorer.locator("#points-p2").fill("25")
    save(scorer, table, "Correct deal 1")
    ask(bo)
    expect(told).to_have_count(0)
    for phone in (scorer, bo):
        phone.context.close()


def test_a_hand_counted_otherwise_is_used_from_the_question(
    browser: Browser, server: Served
) -> None:
    scorer, table, bo = count_with_bo(browser, server.url)
    type_otherwise(scorer, table, bo)
    scorer.get_by_role("button", name="Use 25").click()
    expect(scorer.locator("#points-p2")).to_have_value("25")
    expect(scorer.locator("[data-player=p2] .hand-note")).to_have_text("from the phone")
    save(scorer, table)
    expect(scorer.locator(".last")).to_contain_text("Bo 25")
    for phone in (scorer, bo):
        phone.context.close()


def test_the_hand_that_is_entered_stays_the_one_where_another_is_taken_from_its_phone(
    browser: Browser, server: Served
) -> None:
    scorer, table, bo = count_with_bo(browser, server.url)
    enter(bo, "p2", "25")
    bo.get_by_text("Sent: 25").wait_for()
    scorer.goto(f"{table}/deals/1")
    say_out(scorer, 1)
    scorer.locator("#points-p2").fill("20")
    scorer.locator("#points-p3").click()
    scorer.get_by_role("button", name="Use 25").click()
    expect(scorer.locator("[data-current]")).to_have_attribute("data-player", "p3")
    scorer.keyboard.type("40")
    expect(scorer.locator("#points-p2")).to_have_value("25")
    for phone in (scorer, bo):
        phone.context.close()


def test_a_hand_that_waited_for_a_connection_is_shown_as_sent(
    browser: Browser, server: Served
) -> None:
    scorer, table, bo = count_with_bo(browser, server.url)
    scorer.goto(f"{table}/deals/1")
    say_out(scorer, 1)
    scorer.locator("#points-p2").fill("20")
    bo.context.set_offline(True)
    enter(bo, "p2", "25")
    expect(bo.locator(".outbox")).to_contain_text("Not sent yet (1)")
    bo.context.set_offline(False)
    bo.get_by_text("Sent: 25").wait_for()
    ask(scorer)
    ask(bo)
    expect(bo.get_by_role("heading", name="20 or 25?")).to_be_visible()
    for phone in (scorer, bo):
        phone.context.close()


def test_a_hand_that_is_changed_while_it_waits_is_not_lost(
    browser: Browser, server: Served
) -> None:
    scorer, _, bo = count_with_bo(browser, server.url)
    bo.context.set_offline(True)
    enter(bo, "p2", "25")
    expect(bo.locator(".outbox")).to_contain_text("Not sent yet (1)")
    bo.locator("#points-p2").fill("30")
    bo.context.set_offline(False)
    expect(bo.locator(".outbox")).to_be_hidden()
    expect(bo.locator("#points-p2")).to_have_value("30")
    for phone in (scorer, bo):
        phone.context.close()


def test_a_viewer_who_counted_goes_on_viewing(browser: Browser, server: Served) -> None:
    scorer, table, bo = count_with_bo(browser, server.url)
    viewer = new_page(browser)
    scorer.goto(f"{table}/links")
    link = scorer.locator("a[href*='/k/']").first.get_attribute("href") or ""
    viewer.goto(server.url + link[link.index("/k/") :])
    scorer.goto(f"{table}/together")
    code = scorer.locator(".join-code").inner_text()
    viewer.clock.install()
    viewer.goto(f"{server.url}/join?code={code}")
    viewer.locator("li", has_text="Cy").get_by_role("button").click()
    viewer.get_by_role("heading", name="Cy’s hand").wait_for()
    scorer.get_by_role("button", name="Stop counting together").click()
    ask(viewer)
    viewer.get_by_text("the scorer stopped counting").wait_for()
    viewer.get_by_role("link", name="Back to the table").click()
    viewer.wait_for_url(table)
    expect(viewer.get_by_text("Deal 1 of")).to_be_visible()
    for phone in (scorer, bo, viewer):
        phone.context.close()


def test_four_phones_count_together(browser: Browser, server: Served) -> None:
    scorer = new_page(browser)
    scorer.clock.install()
    table = start_game(scorer, server.url, GAME, NAMES[:4])
    scorer.goto(f"{table}/together")
    scorer.get_by_role("button", name="Show the code").click()
    code = scorer.locator(".join-code").inner_text()
    bo, cy, di = (sit(browser, server.url, code, name) for name in NAMES[1:4])
    ask(scorer)
    expect(scorer.locator("#counted li").nth(1)).to_have_text(
        re.compile("Bo.*on a phone", re.DOTALL)
    )
    scorer.goto(f"{table}/deals/1")
    say_out(scorer, 1)

    # A hand fills the form, and a later one takes its place.
    for hand in ("20", "25"):
        enter(bo, "p2", hand)
        bo.get_by_text(f"Sent: {hand}").wait_for()
        ask(scorer)
        expect(scorer.locator("#points-p2")).to_have_value(hand)

    # What the scorer entered stays, until the scorer chooses the other.
    scorer.locator("#points-p3").fill("10")
    enter(cy, "p3", "15")
    cy.get_by_text("Sent: 15").wait_for()
    ask(scorer)
    use = scorer.locator(".hand[data-player=p3] [data-use]")
    use.wait_for()
    expect(scorer.locator("#points-p3")).to_have_value("10")
    use.click()
    expect(scorer.locator("#points-p3")).to_have_value("15")

    # A hand waits on a phone without a line, and a second page of the seat knows of it later.
    di.context.set_offline(True)
    enter(di, "p4", "30")
    di.get_by_text("Not sent yet").wait_for()
    with di.expect_response("**/seat"):
        di.context.set_offline(False)
    ask(scorer)
    expect(scorer.locator("#points-p4")).to_have_value("30")
    twice = di.context.new_page()
    twice.goto(f"{table}/seat")
    twice.get_by_text("Sent: 30").wait_for()
    twice.close()

    save(scorer, table)
    ask(bo)
    agree = bo.get_by_role("button", name="I agree with deal 1")
    agree.wait_for()
    # From when its script runs on, the page knows that something is being entered.
    bo.wait_for_load_state()
    # What is being entered is still there afterwards.
    bo.locator("#points-p2").fill("35")
    agree.click()
    bo.get_by_text("You agreed to this.").wait_for()
    expect(bo.locator("#points-p2")).to_have_value("35")
    enter(bo, "p2", "35")
    bo.get_by_text("Sent: 35").wait_for()
    assert "Deal 1: agreed by Bo" in read(scorer, f"{table}/log").text
    for phone in (scorer, bo, cy, di):
        phone.context.close()


def test_what_a_player_entered_is_there_again_on_a_page_that_was_left(
    browser: Browser, server: Served
) -> None:
    scorer, table, bo = count_with_bo(browser, server.url)
    bo.locator("#points-p2").fill("35")
    for page in (table, f"{table}/seat"):
        bo.goto(page)
    expect(bo.locator("#points-p2")).to_have_value("35")
    enter(bo, "p2", "35")
    bo.get_by_text("Sent: 35").wait_for()
    assert "draft" not in str(bo.evaluate("Object.keys(localStorage)"))
    for phone in (scorer, bo):
        phone.context.close()


def test_what_a_player_enters_before_its_scripts_run_is_not_lost(
    browser: Browser, server: Served
) -> None:
    scorer, table, bo = count_with_bo(browser, server.url)
    write_deal(scorer, table, 1)
    state = bo.context.storage_state()
    slow = new_page(browser, service_workers="block", storage_state=state)
    open_seat = partial(slow.goto, f"{table}/seat", wait_until="commit")
    [script] = hold_one(slow, "**/outbox.js", open_seat)
    slow.locator("#points-p2").fill("9")
    slow.get_by_role("button", name="I agree with deal 1").click(no_wait_after=True)
    script.continue_()
    slow.get_by_text("You agreed to this.").wait_for()
    expect(slow.locator("#points-p2")).to_have_value("9")
    # What was tapped is no more taken away by news than what was typed.
    slow.evaluate("localStorage.clear()")
    [script] = hold_one(slow, "**/outbox.js", open_seat)
    slow.locator(".hand-keys [data-rank='9']").click()
    script.continue_()
    expect(slow.locator("[data-player=p2] .card")).to_have_count(1)
    write_deal(scorer, table, 2)
    with slow.expect_response("**/news*") as news:
        assert news.value.status == 200
    expect(slow.locator("[data-player=p2] .card")).to_have_count(1)
    for phone in (scorer, bo, slow):
        phone.context.close()


def test_a_phone_counts_what_its_player_melded_and_holds(browser: Browser, server: Served) -> None:
    scorer, table, bo = count_with_bo(browser, server.url, "five-hundred")
    # What was laid down first: three keys and the next hand, then a number of what is left.
    for key in ("5", "6", "7"):
        bo.locator(f"[data-rank='{key}']").first.click()
    bo.get_by_role("button", name="Next: Left in my hand").click()
    bo.locator("#points-p2").fill("7")
    bo.get_by_role("button", name="Send my hand").click()
    bo.get_by_text("Sent: 18 melded and 7 held.").wait_for()
    scorer.goto(f"{table}/deals/1")
    expect(scorer.locator("#points-p2")).to_have_value("7")
    expect(scorer.locator("#melded-p2")).to_have_value("18")
    note = scorer.locator(".hand[data-player=p2]").first.locator(".hand-note")
    # Cards of numbers alone are no number.
    expect(note).to_have_text("5 + 6 + 7")
    # What is entered otherwise is asked about on the spot.
    scorer.locator("#melded-p2").fill("40")
    expect(note).to_have_text("40 here, 18 on the phone")
    scorer.locator(".hand[data-player=p2]").first.locator("[data-use]").click()
    for player, laid in (("p1", "50"), ("p3", "0")):
        scorer.locator(f"#melded-{player}").fill(laid)
        scorer.locator(f"#points-{player}").fill("20")
    save(scorer, table)
    expect(scorer.locator(".last")).to_contain_text("Bo 11")
    for phone in (scorer, bo):
        phone.context.close()


def test_a_phone_says_that_its_player_laid_the_contract(browser: Browser, server: Served) -> None:
    scorer, table, bo = count_with_bo(browser, server.url, "frustration")
    scorer.goto(f"{table}/deals/1")
    bo.get_by_text("I laid my contract").click()
    bo.locator("#write").click()
    bo.get_by_text("Sent: Laid.").wait_for()
    ask(scorer)
    laid = scorer.locator("input[name=fate-p2]")
    expect(laid).to_be_checked()
    # It was not so, and the next sending takes it back; what the scorer ticks stays.
    scorer.locator("input[name=fate-p3]").check(force=True)
    bo.get_by_text("I laid my contract").click()
    bo.get_by_role("button", name="Send again").click()
    bo.get_by_text("Sent: nothing to count").wait_for()
    ask(scorer)
    expect(laid).not_to_be_checked()
    expect(scorer.locator("input[name=fate-p3]")).to_be_checked()
    for phone in (scorer, bo):
        phone.context.close()


def test_a_phone_says_that_its_player_went_out_at_once(browser: Browser, server: Served) -> None:
    scorer, table, bo = count_with_bo(browser, server.url, "continental")
    scorer.goto(f"{table}/deals/1")
    at_once = bo.get_by_text("Out from the hand at once")
    expect(at_once).to_be_hidden()
    bo.locator("[data-went-out]").click()
    at_once.click()
    bo.locator("#write").click()
    bo.get_by_text("Sent: you went out.").wait_for()
    ask(scorer)
    expect(scorer.locator("input[name=hand]")).to_be_checked()
    expect(scorer.locator("#out-2")).to_be_checked()
    for phone in (scorer, bo):
        phone.context.close()


def test_what_befell_a_player_stands_under_the_words_on_the_players_own_page(
    browser: Browser, server: Served
) -> None:
    *_, bo = count_with_bo(browser, server.url, "indian-rummy")
    words, choice = bo.locator(".hand-head").first, bo.locator(".hand > select").first
    # It shows with the first hand, which a script opens.
    expect(choice).to_be_visible()
    beside = words.bounding_box(), choice.bounding_box()
    assert beside[0] and beside[1] and abs(beside[0]["x"] - beside[1]["x"]) < 2


def test_the_totals_of_six_players_stand_in_one_row(browser: Browser, server: Served) -> None:
    names, points = (*NAMES, "Eva", "Finn"), (0, 150, 160, 170, 180, 190)
    scorer = new_page(browser)
    table = start_game(scorer, server.url, "shanghai-rum", names, deals=[points])
    scorer.goto(f"{table}/together")
    scorer.get_by_role("button", name="Show the code").click()
    bo = sit(browser, server.url, scorer.locator(".join-code").inner_text(), "Bo")
    totals = bo.locator(".standing-strip li")
    places = totals.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert (len(places), len({*places})) == (6, 1)
    for phone in (scorer, bo):
        phone.context.close()


def test_a_label_keeps_off_the_answers_above_it(browser: Browser, server: Served) -> None:
    page = new_page(browser)
    table = start_game(page, server.url, GAME, NAMES[:3])
    page.goto(f"{table}/deals/1")
    say_out(page, 1)
    page.locator("#points-p2").fill("20")
    page.locator("#points-p3").fill("30")
    page.locator("#write").click()
    page.wait_for_url(re.compile("saved"))
    page.goto(f"{table}/people")
    answers = page.locator("form.panel .pills").bounding_box()
    label = page.locator("label[for=points-join]").bounding_box()
    assert answers and label and label["y"] - answers["y"] - answers["height"] >= 8


def test_a_hand_that_was_sent_twice_without_a_line_is_shown_as_sent(
    browser: Browser, server: Served
) -> None:
    scorer, _, bo = count_with_bo(browser, server.url)
    bo.context.set_offline(True)
    for hand in ("25", "30"):
        enter(bo, "p2", hand)
        expect(bo.locator(".outbox")).to_contain_text(f": {hand}")
    bo.context.set_offline(False)
    bo.get_by_text("Sent: 30").wait_for()
    enter(bo, "p2", "35")
    bo.get_by_text("Sent: 35").wait_for()
    for phone in (scorer, bo):
        phone.context.close()
