"""The form of a deal on the phone: one field for each hand, and one keypad at its foot."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.rules.cards import JOKER, parse_cards
from referee.rules.law.points import points_of
from referee.scorebook.plain import plain_game
from referee.scorebook.ways import way_of
from referee.variants import catalogue
from tests.browser.phones import NAMES, hold_one, new_page, say_out, start_game
from tests.browser.thumb import GAME, HANDS, NUMBERS, Thumb
from tests.servers import Served

pytestmark = pytest.mark.browser


def worth(cards: str) -> str:
    return str(points_of(GAME, parse_cards(cards, suits=False)))


CARDS = sum(len(cards.split()) for cards in HANDS)


@pytest.fixture
def page(browser: Browser, server: Served) -> Iterator[Page]:
    """The table of a new game of four."""
    page = new_page(browser, has_touch=True)
    page.goto(start_game(page, server.url, GAME.id, NAMES))
    yield page
    page.context.close()


def test_a_deal_of_four_takes_five_taps_besides_its_cards(page: Page) -> None:
    thumb = Thumb(page)
    thumb.tap_deal(page.url)
    assert thumb.taps == CARDS + 5


def test_a_deal_of_four_takes_four_taps_besides_the_number_pad(page: Page) -> None:
    thumb = Thumb(page)
    thumb.type_deal(page.url)
    assert (thumb.taps, thumb.keys) == (4, len("".join(NUMBERS)) + 2)


def test_what_a_deal_changed_is_shown_and_read_out(page: Page) -> None:
    table = page.url
    Thumb(page).tap_deal(table)
    expect(page.locator(".last")).to_contain_text("Deal 1: ")
    expect(page.get_by_role("status").filter(has_text="Deal 1 saved. Ann leads.")).to_be_visible()
    page.reload()
    expect(page.locator("#saved")).to_be_hidden()


def test_a_number_takes_the_place_of_cards_and_they_come_back(page: Page) -> None:
    Thumb(page).open_deal()
    field = page.locator("#points-p2")
    for rank in ("7", "K"):
        page.locator(f".key[data-rank='{rank}']").click()
    expect(field).to_have_value(worth("7 K"))
    page.locator("[data-kind]:visible").click()
    for digit in "12+8":
        page.locator(f".key[data-digit='{digit}']").click()
    expect(field).to_have_value("12+8")
    expect(page.locator("[data-player=p2] output")).to_have_text("= 20")
    assert page.locator("[data-player=p2] .card").count() == 0
    page.get_by_role("button", name="Undo: bring back what Bo had").click()
    expect(field).to_have_value(worth("7 K"))
    assert page.locator("[data-player=p2] .card").count() == 2


def test_the_first_digit_replaces_the_points_of_a_hand_chosen_anew(page: Page) -> None:
    table, thumb = page.url, Thumb(page)

    def press(keys: str) -> None:
        for digit in keys:
            thumb.key(f".key[data-digit='{digit}']")

    thumb.type_deal(table)
    for address in (f"{table}/deals/2", f"{table}/deals/1"):
        page.goto(address)
        say_out(page, 1)
        field = page.locator("#points-p2")
        field.fill("20")
        for keys, points in (("16", "16"), ("+4", "16+4"), ("7", "7")):
            field.tap()
            press(keys)
            expect(field).to_have_value(points)
        page.get_by_role("button", name="Undo: bring back what Bo had").click()
        expect(field).to_have_value("16+4")
    # Nothing is tapped first: the field that the page opens with is chosen too.
    page.goto(f"{table}/deals/1?player=p3")
    press("6")
    expect(page.locator("#points-p3")).to_have_value("6")


def test_keys_tapped_before_their_script_runs_are_entered_when_it_does(
    browser: Browser, server: Served
) -> None:
    # What the worker of a page fetches nobody can hold.
    page = new_page(browser, has_touch=True, service_workers="block")
    address = f"{start_game(page, server.url, GAME.id, NAMES)}/deals/1"
    script = hold_one(page, "**/hands.js", lambda: page.goto(address, wait_until="commit"))
    for rank in ("7", "K"):
        page.locator(f".key[data-rank='{rank}']").click()
    field = page.locator("#points-p1")
    expect(field).to_have_value("")
    script[0].continue_()
    expect(field).to_have_value(worth("7 K"))
    page.locator(".key[data-rank='5']").click()
    expect(field).to_have_value(worth("7 K 5"))
    page.context.close()


def test_a_single_card_is_not_so_many_points(page: Page) -> None:
    table = page.url
    Thumb(page).tap_deal(table, ("8", "8", "8"))
    page.goto(f"{table}/deals/1")
    expect(page.locator("#points-p2")).to_have_value(worth("8"))
    assert page.locator("[data-player=p2] .card").count() == 1


def test_the_keypad_never_covers_the_field_it_fills(page: Page) -> None:
    page.goto(f"{page.url}/deals/1")
    page.set_viewport_size({"width": 360, "height": 560})
    say_out(page, 1)
    for player in ("p2", "p3", "p4"):
        # The number pad is higher than the cards.
        for _ in "there", "back":
            page.locator("[data-kind]:visible").click()
            assert is_above_keys(page, player)
        for _ in range(9):
            page.locator(".key[data-rank='9']").click()
        assert is_above_keys(page, player)
        if player != "p4":
            page.locator("[data-next]").click()


def is_above_keys(page: Page, player: str) -> bool:
    field = page.locator(f"[data-player={player}] .hand-value").bounding_box()
    pad = page.locator(".hand-keys").bounding_box()
    assert field and pad
    return field["y"] >= 0 and field["y"] + field["height"] <= pad["y"]


BELOW = """form => {
  const below = form.nextElementSibling.getBoundingClientRect();
  return below.height && below.top - form.getBoundingClientRect().bottom;
}"""
"""How far what comes next lies below a form, in pixels."""


def test_what_lies_below_the_keypad_is_parted_from_it(page: Page) -> None:
    page.goto(f"{page.url}/deals/1")
    assert page.locator(".deal-form").evaluate(BELOW) == 16


def test_a_hand_passed_over_is_not_asked_for_again(page: Page) -> None:
    Thumb(page).open_deal()
    for name in ("Cy", "Di"):
        page.get_by_role("button", name=f"Next: {name}").click()
    expect(page.get_by_role("button", name="Save deal 1")).to_be_visible()


def test_a_joker_is_shown_with_its_points(page: Page) -> None:
    page.goto(f"{page.url}/deals/1")
    joker = page.locator(f".key[data-rank='{JOKER.rank}'] small")
    expect(joker).to_have_text(worth(JOKER.code))


def test_what_is_wrong_is_said_beside_its_field_and_in_sight(page: Page) -> None:
    page.goto(f"{page.url}/deals/1")
    say_out(page, 1)
    for player, points in (("p2", "20"), ("p3", "20"), ("p4", "x")):
        page.locator(f"#points-{player}").fill(points)
    page.locator("#write").click()
    wrong = page.locator("[data-player=p4]")
    expect(wrong.locator(".problem")).to_be_in_viewport(ratio=1)
    expect(wrong.locator("input[type=text]")).to_be_focused()
    page.wait_for_load_state("load")
    expect(page.get_by_text("Not saved")).to_be_visible()
    wrong.locator("input[type=text]").fill("15")
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.get_by_text("Not saved")).to_be_hidden()


def test_who_went_out_is_no_longer_asked_for_once_it_is_said(page: Page) -> None:
    page.goto(f"{page.url}/deals/1")
    for player in ("p2", "p3", "p4"):
        page.locator(f"#points-{player}").fill("20")
    page.locator("#points-p1").press("Enter")
    expect(page.locator("fieldset .problem")).to_be_in_viewport(ratio=1)
    expect(page.locator("#out-1")).to_be_focused()
    page.wait_for_load_state("load")
    page.locator("[data-went-out]:visible").click()
    expect(page.locator(".problem")).to_have_count(0)


def test_a_sign_is_changed_where_points_may_be_below_nought(page: Page, server: Served) -> None:
    table = start_game(page, server.url, plain_game().id, NAMES[:2])
    page.goto(f"{table}/deals/1")
    for key in ("[data-digit='4']", "[data-digit='0']", "[data-sign]", "[data-next]"):
        page.locator(f".hand-keys {key}").click()
    page.locator("[data-digit='7']").click()
    page.locator("#write").click()
    expect(page.locator(".places")).to_contain_text("−40")


def test_a_key_says_that_nothing_is_left_where_all_may_have_laid_all(
    page: Page, server: Served
) -> None:
    # After a last turn others than the one who went out may hold nothing that counts.
    [game, *_] = [game for game in catalogue() if game.showdown.last_turn]
    table = start_game(page, server.url, game.id, NAMES)
    page.goto(f"{table}/deals/1")
    thumb = Thumb(page)
    nothing = page.get_by_role("button", name="Nothing left, 0 points")
    nine, on = ".key[data-rank='9']", "[data-next]"
    for key in ("[data-went-out]", nothing, on, nine, nothing, on, nothing):
        thumb.tap(key)
    expect(page.locator("#points-p3")).to_have_value("0")
    thumb.save(table)
    expect(page.locator(".last")).to_contain_text("Bo 0, Cy 0, Di 0")
    assert thumb.taps == 8


def test_one_tap_says_that_nobody_went_out(page: Page) -> None:
    table = page.url
    page.goto(f"{table}/deals/1")
    thumb = Thumb(page)
    thumb.tap(page.get_by_text("Nobody went out", exact=True))
    for player in ("p1", "p2", "p3", "p4"):
        page.locator(f"#points-{player}").fill("20")
    thumb.save(table)
    expect(page.locator(".last")).to_contain_text("Deal 1: nobody went out; Ann 20")
    assert thumb.taps == 2


def test_two_taps_save_a_deal_that_nobody_ended_where_no_hand_counts_then(
    page: Page, server: Served
) -> None:
    [game, *_] = [game for game in catalogue() if way_of(game).kind == "declare"]
    table = start_game(page, server.url, game.id, NAMES)
    page.goto(f"{table}/deals/1")
    thumb = Thumb(page)
    nobody = page.get_by_text("Nobody declared", exact=True)
    # Whoever declares wrongly ends the deal, and nobody is asked about.
    fate = page.locator("[name=fate-p1]")
    fate.select_option("wrong-declaration")
    expect(nobody).to_be_hidden()
    fate.select_option("")
    thumb.tap(nobody)
    thumb.save(table)
    assert thumb.taps == 2


def test_who_went_out_and_nobody_take_each_others_place(page: Page) -> None:
    page.goto(f"{page.url}/deals/1")
    nobody = page.get_by_role("radio", name="Nobody went out", exact=True)
    page.get_by_text("Nobody went out", exact=True).tap()
    expect(nobody).to_be_checked()
    page.locator("[data-went-out]").tap()
    expect(page.locator("#out-1")).to_be_checked()
    expect(nobody).to_be_hidden()
    page.locator("[data-player=p1]").tap()
    page.locator("[data-went-out]").tap()
    expect(nobody).to_be_visible()
    expect(nobody).not_to_be_checked()


def test_a_deal_is_written_with_the_keyboard_alone(page: Page) -> None:
    table = page.url
    page.goto(f"{table}/deals/1")
    page.locator("#out-1").focus()
    page.keyboard.press("Space")
    page.locator("#points-p2").focus()
    for hand in ("12+8", "k 7 7", "8,"):
        page.keyboard.type(hand)
        page.keyboard.press("Enter")
    page.wait_for_url(table)
    expect(page.locator(".last")).to_contain_text(f"Bo 20, Cy {worth('K 7 7')}, Di {worth('8')}")
