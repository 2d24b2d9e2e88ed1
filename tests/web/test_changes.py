"""The pages that change a game: people, seats, options, the log, and deals put right."""

import re

import pytest
from werkzeug.datastructures import MultiDict

from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from tests.pages import CheckedClient

LOW = next(v for v in catalogue() if v.has_jokers and v.players.most >= 5)


NEW_ORDER = ("Ann", "Bo", "Di", "Cy")


@pytest.fixture
def table(client: CheckedClient) -> str:
    """A table of four with one deal written."""
    table = client.start(LOW.id, "Ann", "Bo", "Cy", "Di")
    client.write(table, 1, "p1", p2="20", p3="30", p4="40")
    return table


def do(client: CheckedClient, table: str, act: str, page: str, **values: str) -> int:
    """Do an act through the form of it on its page; the status of the answer."""
    client.see(f"{table}{page}")
    forms = [form for form in client.page.forms if form.action.endswith(f"/changes/{act}")]
    wanted = [form for form in forms if values.get("player") in (None, form.fields.get("player"))]
    return client.post(wanted[0].action, data=wanted[0].fields | values).status_code


def test_what_was_done_last_is_undone_in_one_tap(client: CheckedClient, table: str) -> None:
    assert do(client, table, "undo-last", "") == 302
    assert "Deal 1 of" in client.see(table).text


def test_what_was_undone_is_done_again_in_one_tap(client: CheckedClient, table: str) -> None:
    do(client, table, "undo-last", "")
    assert do(client, table, "undo-last", "") == 302
    assert "Deal 2 of" in client.see(table).text


def test_a_deal_that_has_another_number_by_now_asks_before_it_is_saved(
    client: CheckedClient, table: str
) -> None:
    client.see(f"{table}/deals/2")
    form = next(form for form in client.page.forms if form.action.endswith("/deals/2"))
    sent = {"out": "p1", "points-p2": "5", "points-p3": "15", "points-p4": "25"}
    assert do(client, table, "undo-last", "") == 302
    assert client.post(form.action, data=form.fields | sent).status_code == 422
    assert "This is deal 1 now, no longer deal 2" in client.page.text
    form = next(form for form in client.page.forms if form.action.endswith("/deals/1"))
    assert {name: form.fields[name] for name in sent} == sent
    assert client.post(form.action, data=form.fields).status_code == 302
    assert "Di, deal 1: 25" in client.see(table).text


def test_any_line_is_taken_back_on_the_log(client: CheckedClient, table: str) -> None:
    client.write(table, 2, "p1", p2="5", p3="5", p4="5")
    client.see(f"{table}/log")
    forms = [form for form in client.page.forms if form.fields.get("entry") == "2"]
    client.post(forms[0].action, data=forms[0].fields | {"sure": "yes"})
    assert "Bo, deal 1: 5" in client.see(table).text


def test_taking_back_a_deal_asks_before_others_move(client: CheckedClient, table: str) -> None:
    for deal in (2, 3):
        client.write(table, deal, "p1", p2="5", p3="5", p4="5")
    client.see(f"{table}/log")
    form = next(form for form in client.page.forms if form.fields.get("entry") == "2")
    client.post(form.action, data=form.fields)
    asked = "Deals 2 to 3 become 1 to 2." in client.page.text
    assert "Undo: Deal 1: Ann went out; Bo 20, Cy 30, Di 40 Deals 2" in client.page.text
    assert "Their contract and dealer become" in client.page.text
    form = next(form for form in client.page.forms if form.action.endswith("/undo"))
    # A browser sends what the button says after what the form holds.
    client.post(form.action, data=MultiDict([*form.fields.items(), ("sure", "yes")]))
    assert (asked, "Deal 3 of" in client.see(table).text) == (True, True)


def test_the_question_about_other_numbers_knows_a_game_without_contracts(
    client: CheckedClient,
) -> None:
    table = client.start("basic-rummy", "Ann", "Bo")
    for deal in (1, 2):
        client.write(table, deal, "p1", p2="5")
    assert undo(client, table, "2") == 200
    assert "Deal 2 becomes deal 1." in client.page.text and "contract" not in client.page.text


def undo(client: CheckedClient, table: str, entry: str) -> int:
    """Ask on the log to take an entry back; the status of the answer."""
    forms = client.see(f"{table}/log").forms
    form = next(form for form in forms if form.fields.get("entry") == entry)
    return client.post(form.action, data=form.fields).status_code


@pytest.fixture
def joined(client: CheckedClient) -> str:
    """A table of two whom a third joined after the first deal, with the average."""
    table = client.start("basic-rummy", "Pat", "Quin")
    client.write(table, 1, "p1", p2="30")
    do(client, table, "join", "/people", name="Rae", after="p2", begins="average")
    return table


def test_undoing_that_somebody_joined_asks_before_points_of_others_change(
    client: CheckedClient, joined: str
) -> None:
    client.write(joined, 2, "p1", p2="10", p3="50")
    assert undo(client, joined, "3") == 200
    text = client.page.text
    assert "Pat goes from 90 to 40 points." in text and "Quin" not in text
    assert "the same" not in text
    form = next(form for form in client.page.forms if form.action.endswith("/undo"))
    client.post(form.action, data=form.fields | {"sure": "yes"})
    assert "went out, in all 40" in client.see(joined).text
    undo(client, joined, "5")
    assert "Pat goes from 40 to 90 points." in client.page.text


def test_undoing_that_somebody_joined_who_went_out_names_the_deal(
    client: CheckedClient, joined: str
) -> None:
    client.write(joined, 2, "p3", p1="20", p2="10")
    assert undo(client, joined, "3") == 422
    assert "Deal 2: " in client.page.text


def test_a_ruling_that_was_kept_is_not_what_is_undone(client: CheckedClient, table: str) -> None:
    at = table.rpartition("/")[2]
    client.send(f"/disputes?game={LOW.id}&at={at}&ask=meld&cards=8h+9s")
    text = client.see(f"{table}/log").text
    assert ("Ruling saved" in text, do(client, table, "undo-last", "")) == (True, 302)
    assert "Deal 1 of" in client.see(table).text


def test_somebody_joins_with_the_average(client: CheckedClient, table: str) -> None:
    do(client, table, "join", "/people", name="Eve", after="p4", begins="average")
    assert "Eve" in client.see(table).text and "Eve joins with the average: 23" in client.page.text


@pytest.mark.parametrize(
    ("begins", "points", "says"),
    [
        ("average", " ", "Eve sits down with 23 points, the average."),
        ("nought", "", "Eve sits down with 0 points."),
        ("average", "-7", "Eve sits down with −7 points."),
        ("typed", "7", "Eve sits down with 7 points."),
    ],
)
def test_it_is_said_what_a_new_player_sits_down_with(
    client: CheckedClient, table: str, begins: str, points: str, says: str
) -> None:
    form = next(one for one in client.see(f"{table}/people").forms if one.action.endswith("/join"))
    typed = {"name": "Eve", "after": "p4", "begins": begins, "points": points}
    answer = client.post(form.action, data=form.fields | typed)
    assert says in client.see(answer.headers["Location"]).text
    assert says not in client.see(f"{table}/people").text


def test_a_newcomer_is_offered_a_seat_that_leaves_the_deal_where_it_is(
    client: CheckedClient,
) -> None:
    table = client.start(LOW.id, "Ann", "Bo", "Cy", dealer=2)
    client.write(table, 1, "p1", p2="20", p3="40")
    do(client, table, "join", "/people", name="Eve", begins="average")
    text = client.see(table).text
    assert (
        re.search(r"A Ann , \w+,( leads ,)? dealer ,.* Bo , \w+, plays first ,", text)
        and "Eve starts with 20." in text
    )


def test_a_page_that_said_who_left_opens_when_the_joining_is_undone(
    client: CheckedClient, table: str
) -> None:
    do(client, table, "join", "/people", name="Eve", after="p4", begins="nought")
    do(client, table, "leave", "/people", player="p5")
    do(client, table, "undo", "/log", entry="3")
    assert "has left" not in client.see(f"{table}/people?saved=4").text


def test_who_left_stands_below_the_final_places(client: CheckedClient) -> None:
    table = client.start(LOW.id, "Ann", "Bo", "Cy", "Di")
    client.write(table, 1, "p1", p2="20", p3="30", p4="40")
    do(client, table, "leave", "/people", player="p4")
    for deal in range(2, len(LOW.deals) + 1):
        client.write(table, deal, "p1", p2="20", p3="30")
    text = client.see(table).text
    assert "Ann won" in text
    assert re.search(r"D Di left 40 points", text)


def test_who_returns_is_offered_nothing_added(client: CheckedClient, table: str) -> None:
    do(client, table, "leave", "/people", player="p4")
    do(client, table, "return", "/people", player="p4")
    assert "Di returns with the old total" in client.see(table).text


def test_who_was_not_there_has_a_dash_and_no_nought(client: CheckedClient, table: str) -> None:
    do(client, table, "join", "/people", name="Eve", after="p4", begins="nought")
    assert "Eve, deal 1: didn’t play –" in client.see(table).text


def test_a_name_that_is_taken_is_refused_beside_the_form(client: CheckedClient, table: str) -> None:
    assert do(client, table, "join", "/people", name="bo", after="p4") == 422
    assert "Someone in this game is already called Bo: add" in client.page.text


def test_a_newcomer_of_the_name_of_somebody_who_left_may_be_the_same(
    client: CheckedClient, table: str
) -> None:
    do(client, table, "leave", "/people", player="p4")
    assert do(client, table, "join", "/people", name="Di", after="p2") == 422
    assert "Di has left this game: let them return" in client.page.text
    assert do(client, table, "rename", "/people", player="p2", name="Di") == 422
    assert "already called Di" in client.page.text


def test_at_a_full_table_one_line_stands_in_place_of_the_form_to_join(
    client: CheckedClient,
) -> None:
    most = LOW.players.most
    table = client.start(LOW.id, *(f"Player {number}" for number in range(1, most + 1)))
    page = client.see(f"{table}/people")
    assert not [form for form in page.forms if form.action.endswith("/join")]
    assert f"The table is full: {LOW.name} is for at most {most} players." in page.text


def test_who_leaves_keeps_the_points(client: CheckedClient, table: str) -> None:
    forms = client.see(f"{table}/people").forms
    form = next(
        form for form in forms if form.fields.get("player") == "p4" and "leave" in form.action
    )
    answer = client.post(form.action, data=form.fields)
    assert "Di has left and keeps the points" in client.see(answer.headers["Location"]).text
    assert "Di left 40" in client.see(table).text


def test_who_left_returns(client: CheckedClient, table: str) -> None:
    do(client, table, "leave", "/people", player="p4")
    do(client, table, "return", "/people", player="p4", begins="nought")
    assert "Di, left" not in client.see(table).text


def test_a_player_is_renamed(client: CheckedClient, table: str) -> None:
    do(client, table, "rename", "/people", player="p2", name="Bob")
    assert "Bob, deal 1: 20" in client.see(table).text


@pytest.mark.parametrize(
    ("game", "order"),
    [
        (LOW.id, "clockwise"),
        *((game, "anticlockwise") for game in ("continental", "conquian", "remi-51", "chinchon")),
    ],
)
def test_seats_go_round_as_the_card_says(client: CheckedClient, game: str, order: str) -> None:
    goes_right = "Deal and play go to the right." in client.see(f"/rules/{game}").text
    assert goes_right == (order == "anticlockwise")
    assert f"Players, {order}" in client.see(f"/games/new/{game}").text
    table = client.start(game, "Ann", "Bo", "Cy")
    assert f"{order.capitalize()}, starting" in client.see(f"{table}/seats").text
    do(client, table, "seats", "/seats?order=p1+p2+p3&move=p3")
    assert f"New seats, {order}: Ann, Cy and Bo" in client.see(f"{table}/log").text
    assert "left of" not in client.see(f"{table}/people").text


def test_seats_are_moved_without_scripts(client: CheckedClient, table: str) -> None:
    assert do(client, table, "seats", "/seats?order=p1+p2+p3+p4&move=p4") == 302
    assert "New seats, clockwise: Ann, Bo, Di and Cy" in client.see(table).text
    chart = client.get(f"{table}/chart").text
    lines = re.findall(r">(\w+)</div></foreignObject>", chart)
    assert lines == ["Ann", "Bo", "Di", "Cy"]


def test_seats_that_nobody_changed_are_no_entry(client: CheckedClient, table: str) -> None:
    assert do(client, table, "seats", "/seats") == 302
    assert "New seats" not in client.see(f"{table}/log").text


def test_somebody_else_deals_next(client: CheckedClient, table: str) -> None:
    do(client, table, "dealer", "/seats", dealer="p4")
    text = client.see(table).text
    assert re.search(r"Di , \w+,( leads ,)? dealer ,", text)
    assert re.search(r"Ann , \w+,( leads ,)? plays first ,", text)


def test_an_option_says_what_it_changes_before_it_is_changed(
    client: CheckedClient, table: str
) -> None:
    text = client.see(f"{table}/options?look=yes&option-ties=played-off").text
    assert "share the win. Players who tie for first play on" in text


def test_an_option_is_changed(client: CheckedClient, table: str) -> None:
    assert do(client, table, "options", "/options?look=yes&option-ties=played-off") == 302
    assert "another deal decides" in client.see(f"{table}/log").text


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("target=60", "This ends the game now: Ann wins."),
        ("rounds=2", "This ends the game now: Ann wins."),
        ("target=70", "From the next deal on."),
    ],
)
def test_house_rules_that_end_the_game_say_so_first(
    client: CheckedClient, rule: str, says: str
) -> None:
    table = client.start("basic-rummy", "Ann", "Bo")
    for deal in (1, 2):
        client.write(table, deal, "p1", p2="30")
    text = client.see(f"{table}/options?look=yes&option-{rule}").text
    told = [each for each in ("This ends the game now", "From the next deal on.") if each in text]
    assert says in text and len(told) == 1


def test_house_rules_that_this_table_cannot_play_by_are_not_offered(client: CheckedClient) -> None:
    table = client.start("five-hundred", *NEW_ORDER, "Eve", "Flo", "Gus", "Hal")
    page = client.see(f"{table}/options?look=yes&option-packs=1")
    assert "That isn’t possible now: " in page.text and "Use these rules" not in page.text


def test_a_note_is_the_title(client: CheckedClient, table: str) -> None:
    do(client, table, "note", "/about", title="At the lake", day="2026-08-14")
    assert "At the lake 14 August 2026" in client.see(table).text


def test_a_forgotten_deal_is_put_in(client: CheckedClient, table: str) -> None:
    values = {"out": "p2", "points-p1": "5", "points-p3": "5", "points-p4": "5"}
    assert client.send(f"{table}/deals/1/before", values).status_code == 302
    text = client.see(table).text
    assert "Ann, deal 1: 5" in text and "Di, deal 2: 40" in text


def test_a_deal_is_struck_out(client: CheckedClient, table: str) -> None:
    do(client, table, "strike", "/deals/1")
    assert "Deal 1 of" in client.see(table).text


def test_the_history_says_what_the_deal_was_that_was_deleted(
    client: CheckedClient, table: str
) -> None:
    do(client, table, "strike", "/deals/1")
    said = client.see(f"{table}/log").text
    assert "Deal 1 deleted: it was never played Ann went out; Bo 20, Cy 30, Di 40" in said


def test_a_deal_is_struck_out_that_others_follow(client: CheckedClient, table: str) -> None:
    client.write(table, 2, "p1", p2="5", p3="5", p4="5")
    assert do(client, table, "strike", "/deals/1") == 200
    assert "Delete deal 1 Deal 2 becomes deal 1." in client.page.text


def test_what_is_redone_is_named_before_deals_are_renumbered(
    client: CheckedClient, table: str
) -> None:
    client.write(table, 2, "p1", p2="5", p3="5", p4="5")
    undo(client, table, "2")
    form = next(form for form in client.page.forms if form.action.endswith("/undo"))
    client.post(form.action, data=form.fields | {"sure": "yes"})
    assert do(client, table, "undo-last", "") == 200
    assert "Redo: Deal 1: Ann went out; Bo 20, Cy 30, Di 40 Deal 1 becomes" in client.page.text


def test_a_history_begins_in_bold_before_a_number_too(client: CheckedClient, table: str) -> None:
    form = client.see(f"{table}/deals/1").forms[0].fields
    client.post(f"{table}/deals/1", data=form | {"points-p2": "25"})
    assert "<b>Bo, deal\u00a01:</b> 25, not" in client.get(f"{table}/log").text


def test_a_seat_that_was_left_is_said_to_be(client: CheckedClient, table: str) -> None:
    do(client, table, "leave", "/people", player="p2")
    text = client.see(f"{table}/people").text
    assert "Bo (left) Cy" in text and "Seated after Ann or Bo (left), the new player would" in text


def test_two_results_are_swapped(client: CheckedClient, table: str) -> None:
    do(client, table, "swap", "/deals/1", one="p2", other="p4")
    text = client.see(table).text
    assert "Bo, deal 1: 40" in text and "Di, deal 1: 20" in text


def test_what_changed_meanwhile_is_shown_and_not_overwritten(
    client: CheckedClient, table: str
) -> None:
    client.see(f"{table}/people")
    mine = next(f for f in client.page.forms if f.action.endswith("rename"))
    do(client, table, "rename", "/people", player="p1", name="Anna")
    answer = client.post(mine.action, data=mine.fields | {"name": "Annie"})
    assert (answer.status_code, "Ann is now called Anna" in client.page.text) == (409, True)


PAGES = ("/menu", "/people", "/seats", "/options", "/deals/1/before")


@pytest.mark.parametrize("page", PAGES)
def test_who_looks_on_changes_nothing(client: CheckedClient, table: str, page: str) -> None:
    address = client.see(f"{table}/links").text.split("/k/")[1].split()[0]
    client.forget()
    client.see(f"/k/{address}")
    assert client.get(f"{table}{page}").status_code == 403


def choose_out(client: CheckedClient, table: str, out: str, **typed: str) -> int:
    """Choose who went out in deal 1 on its page as it is; the status of the answer."""
    return client.send(f"{table}/deals/1", {"out": out, **typed}).status_code


def say_yes(client: CheckedClient, table: str) -> int:
    """Say yes to the question that the page just asked."""
    fields = client.page.forms[0].fields | {"sure": client.page.answers["sure"]}
    return client.post(f"{table}/deals/1", data=fields).status_code


COUNTED = [
    v
    for v in catalogue()
    if v.counts_cards and not v.showdown.knocks and v.players.least <= 3 <= v.players.most
]


@pytest.mark.parametrize(
    ("game", "hand"),
    [*((game, "K 10") for game in COUNTED), *((COUNTED[0], hand) for hand in ("20", "5+15"))],
    ids=lambda value: getattr(value, "id", value),
)
def test_who_went_out_after_all_is_left_with_nothing(
    client: CheckedClient, game: Variant, hand: str
) -> None:
    table = client.start(game.id, "Ann", "Bo", "Cy")
    assert client.write(table, 1, "p1", p2=hand, p3="30").status_code == 302
    client.send(f"{table}/deals/1", {"out": "p2", "points-p1": "10"})
    fields = client.see(f"{table}/deals/1").forms[0].fields
    assert [fields[f"points-{key}"] for key in ("p1", "p2", "p3")] == ["10", "", "30"]
    assert (fields["out"], fields["cards-p2"]) == ("p2", "")


def test_who_did_not_go_out_after_all_is_asked_about(client: CheckedClient, table: str) -> None:
    assert choose_out(client, table, "p2") == 422
    assert "Save without Ann’s score?" in client.page.text
    assert say_yes(client, table) == 302
    text = client.see(table).text
    assert "Ann, deal 1: points ? missing" in text and "Bo, deal 1: 0 , went out" in text


def test_whoever_is_chosen_next_goes_out_with_what_stood_there_too(
    client: CheckedClient, table: str
) -> None:
    choose_out(client, table, "p2")
    fields = client.page.forms[0].fields | {"out": "p3", "points-p1": "10"}
    assert client.post(f"{table}/deals/1", data=fields).status_code == 302
    text = client.see(table).text
    assert "Bo, deal 1: 20" in text and "Cy, deal 1: 0 , went out" in text


@pytest.mark.parametrize("typed", ["21", "K 10"])
def test_what_is_typed_anew_for_who_went_out_is_asked_about(
    client: CheckedClient, table: str, typed: str
) -> None:
    assert choose_out(client, table, "p2", **{"points-p1": "10", "points-p2": typed}) == 422
    assert "Who went out?" in client.page.text
    assert client.page.forms[0].fields["points-p2"] == typed


def test_what_stood_there_when_the_page_was_shown_is_meant(
    client: CheckedClient, table: str
) -> None:
    mine = client.see(f"{table}/deals/1").forms[0].fields | {"out": "p2", "points-p1": "10"}
    client.send(f"{table}/deals/1", {"points-p2": "25"})
    assert client.post(f"{table}/deals/1", data=mine).status_code == 409
    client.post(f"{table}/deals/1", data=client.page.forms[0].fields)
    text = client.see(table).text
    assert "Bo, deal 1: 0 , went out" in text and "Ann, deal 1: 10" in text


def test_a_number_typed_for_a_deal_that_another_wrote_meanwhile_was_typed(
    client: CheckedClient, table: str
) -> None:
    mine = client.see(f"{table}/deals/2").forms[0].fields
    mine |= {"out": "p2", "points-p1": "10", "points-p2": "20", "points-p3": "5", "points-p4": "5"}
    client.write(table, 2, "p1", p2="20", p3="5", p4="5")
    assert client.post(f"{table}/deals/2", data=mine).status_code == 422
    assert "Who went out?" in client.page.text


def test_another_name_on_a_page_gone_back_to_is_not_passed_over(client: CheckedClient) -> None:
    table = client.start(LOW.id, "Ann", "Bo", "Cy")
    form = next(one for one in client.see(f"{table}/people").forms if "rename" in one.action)
    sent = form.fields | {"name": "Anna"}
    assert client.post(form.action, data=sent).status_code == 302
    assert client.post(form.action, data=sent).status_code == 302
    answer = client.post(form.action, data=sent | {"name": "Annie"})
    assert (answer.status_code, "Ann is now called Anna" in client.page.text) == (409, True)
    assert "Annie" in client.page.text


def test_every_house_rule_is_asked_and_the_rest_stand_behind_more(
    client: CheckedClient, table: str
) -> None:
    page = client.see(f"{table}/options")
    assert "More house rules" in page.text
    fields = page.forms[0].fields
    assert {"option-ties", "option-sets.most", "option-points.K"} <= set(fields)
    assert "0: " not in page.text


def test_a_house_rule_that_hangs_on_another_is_asked_without_it(client: CheckedClient) -> None:
    table = client.start(LOW.id, "Ann", "Bo", "Cy", "Di", redeal_discard="false")
    asked = "May an identical copy of the card you just took be discarded?"
    assert asked in client.see(f"{table}/options").text


def test_a_knob_is_turned_by_its_key(client: CheckedClient, table: str) -> None:
    assert do(client, table, "options", "/options?look=yes&option-points.K=13") == 302
    assert "From now on: 13" in client.see(f"{table}/log").text
    assert "House rules changed: How many points is a king?" in client.see(table).text


def test_a_house_rule_that_does_not_go_with_the_rest_is_said_at_it(
    client: CheckedClient, table: str
) -> None:
    page = client.see(f"{table}/options?look=yes&option-sets.most=2")
    assert "A set has at least 3 cards, so it can’t be limited to 2. Choose 3 or more." in page.text
    assert "Or change the answer to “How many cards must a set have at least?”" in page.text


def test_what_the_table_turned_before_stands_in_the_way_of_no_question(
    client: CheckedClient,
) -> None:
    table = client.start("basic-rummy", "Ann", "Bo", dealer=0, target="150")
    assert do(client, table, "options", "/options?look=yes&option-rounds=3") == 302
    asked = f"/disputes?at={table.rpartition('/')[2]}&ask=stock-out&option-"
    assert client.get(f"{asked}redeal_discard=true").status_code == 200
    # What is asked itself has to change something.
    assert client.get(f"{asked}target=300").status_code == 422
