"""The table: its banner, standings and grid, and the deals written at it."""

import re

import pytest
from flask import Flask

from referee.rules.scoring.standings import game_end
from referee.variants import catalogue
from tests.pages import CheckedClient
from tests.sites import client_of
from tests.web.test_changes import do

LOW = next(v for v in catalogue() if v.scoring.best == "lowest" and v.has_jokers)
HIGH = next(v for v in catalogue() if v.scoring.best == "highest")


@pytest.fixture
def table(client: CheckedClient) -> str:
    """A table of three at a game that the lowest total wins, Cy dealing first."""
    return client.start(LOW.id, "Ann", "Bo", "Cy", dealer=2)


def test_the_banner_says_what_to_deal(client: CheckedClient, table: str) -> None:
    text = client.see(table).text
    assert all(
        words in text
        for words in (f"Deal 1 of {len(LOW.deals)}", f"{LOW.deals[0].cards} cards each")
    )


def test_the_player_to_the_left_of_the_dealer_begins(client: CheckedClient, table: str) -> None:
    text = client.see(table).text
    assert "A Ann plays first ," in text and "C Cy dealer ," in text


def test_a_deal_that_is_not_played_is_not_a_nought(client: CheckedClient, table: str) -> None:
    assert "deal 1:" not in client.see(table).text


def test_nobody_leads_before_a_deal_is_written(client: CheckedClient, table: str) -> None:
    assert "leads" not in client.see(table).text


def test_the_sheet_is_explained_once_there_is_something_on_it(
    client: CheckedClient, table: str
) -> None:
    assert "Small: running total" not in client.see(table).text
    client.write(table, 1, "p1", p2="20", p3="20")
    assert "Small: running total" in client.see(table).text


def test_a_sum_that_was_pasted_is_kept_without_its_tabs(client: CheckedClient, table: str) -> None:
    client.write(table, 1, "p1", p2="12 +\t11", p3="3")
    client.see(f"{table}/deals/1")
    assert client.page.forms[0].fields["points-p2"] == "12 + 11"


def test_a_deal_is_written_in_points_sums_and_cards(client: CheckedClient, table: str) -> None:
    client.write(table, 1, "p1", p2="12+11+7", p3="K 7 7")
    assert "Ann , first, leads , dealer , 0 points" in client.see(table).text
    assert "Bo, deal 1: 30" in client.page.text


def test_players_who_are_level_share_the_place(client: CheckedClient, table: str) -> None:
    client.write(table, 1, "p1", p2="20", p3="20")
    assert client.see(table).text.count(", second,") == 2


def test_who_is_near_to_being_out_is_told_so(client: CheckedClient) -> None:
    game, out_at = next((v, at) for v in catalogue() if (at := game_end(v)[2]) and v.lays_melds)
    near = out_at // 5
    table = client.start(game.id, "Ann", "Bo", "Cy", "Di")
    client.write(table, 1, "p1", p2=f"{out_at - near}", p3=f"{out_at - near - 1}", p4="20")
    assert client.see(table).text.count("from out") == 1
    assert f"Bo , fourth, {near} from out ," in client.page.text


def test_where_the_highest_wins_the_winner_of_the_deal_leads(client: CheckedClient) -> None:
    table = client.start(HIGH.id, "Ann", "Bo", "Cy")
    client.write(table, 1, "p2", p1="20", p3="30")
    assert re.search(r"Bo , first, leads ,[^0-9]* 50 points", client.see(table).text)


def test_a_card_alone_is_told_from_as_many_points(client: CheckedClient, table: str) -> None:
    client.write(table, 1, "p1", p2="8,", p3="10")
    fields = client.see(f"{table}/deals/1").forms[0].fields
    assert (fields["points-p2"], fields["points-p3"]) == ("8,", "10")


@pytest.mark.parametrize("base", ["999", "abc"])
def test_a_form_that_knows_more_than_the_book_is_not_whole(
    client: CheckedClient, table: str, base: str
) -> None:
    values = {"out": "p1", "points-p2": "50", "points-p3": "5", "base": base}
    assert client.send(f"{table}/deals/1", values).status_code == 422
    assert "This form has expired" in client.page.text


@pytest.mark.parametrize("field", ["slip", "sure"])
def test_a_hidden_field_that_is_too_long_is_not_whole(
    client: CheckedClient, table: str, field: str
) -> None:
    values = {"out": "p1", "points-p2": "50", "points-p3": "5", field: "1" * 65}
    assert client.send(f"{table}/deals/1", values).status_code == 422
    assert "This form has expired" in client.page.text


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ({"out": "", "p2": "1", "p3": "1"}, "Choose who went out"),
        ({"out": "p9", "p2": "1", "p3": "1"}, "Choose who went out"),
        ({"out": "p1", "p2": "", "p3": ""}, "Save without scores for Bo and Cy?"),
        ({"out": "p1", "p2": "abc", "p3": "1"}, "points, such as 45"),
        ({"out": "p1", "p2": "-5", "p3": "1"}, "a number or a sum"),
        ({"out": "p1", "p2": "٣", "p3": "1"}, "points, such as 45"),
        ({"out": "p1", "p2": "9999+1", "p3": "1"}, "at most"),
        ({"out": "p1", "p2": "K X", "p3": "1"}, "points, such as 45"),
        ({"out": "p1", "p2": "45 5", "p3": "1"}, "points, such as 45"),
        ({"out": "p1", "p1": "10", "p2": "5", "p3": "5"}, "out"),
        ({"out": "p1", "p2": "* * * * * *", "p3": "5"}, "joker"),
        ({"out": "p1", "p2": "999", "p3": "5"}, "999"),
    ],
    ids=[
        "nobody named", "a stranger", "blank", "word", "minus", "other digits", "large",
        "no card", "two numbers", "out and holding", "too many jokers", "no such hand",
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_the_reason(
    client: CheckedClient, table: str, hands: dict[str, str], says: str
) -> None:
    answer = client.write(table, 1, **hands)
    assert (answer.status_code, says in client.page.text) == (422, True), client.page.text


def test_what_was_typed_stays_beside_the_reason(client: CheckedClient, table: str) -> None:
    client.write(table, 1, "p1", p2="abc", p3="K 7")
    fields = client.page.forms[0].fields
    assert (fields["points-p2"], fields["points-p3"], fields["out"]) == ("abc", "K 7", "p1")


def test_the_cards_that_were_tapped_count_whatever_their_sum_was(
    client: CheckedClient, table: str
) -> None:
    tapped = {"out": "p1", "cards-p2": "K 7 7", "points-p2": "25", "points-p3": "5"}
    client.send(f"{table}/deals/1", tapped)
    assert "Bo, deal 1: 24" in client.see(table).text


def test_what_is_odd_is_asked_once(client: CheckedClient, table: str) -> None:
    answer = client.write(table, 1, "p1", p2="0", p3="5")
    assert (answer.status_code, "Is this right?" in client.page.text) == (422, True)
    sure = answer.text.split('name="sure" value="')[1].split('"')[0]
    form = client.page.forms[0].fields | {"sure": sure}
    assert client.post(f"{table}/deals/1", data=form).status_code == 302


def test_a_yes_to_one_doubt_is_no_yes_to_another(client: CheckedClient, table: str) -> None:
    answer = client.write(table, 1, "p1", p2="0", p3="5")
    sure = answer.text.split('name="sure" value="')[1].split('"')[0]
    form = client.page.forms[0].fields | {"sure": sure, "points-p3": "0"}
    assert client.post(f"{table}/deals/1", data=form).status_code == 422


def test_the_same_deal_sent_twice_is_written_once(client: CheckedClient, table: str) -> None:
    form = client.see(f"{table}/deals/1").forms[0].fields
    form |= {"out": "p1", "points-p2": "10", "points-p3": "20"}
    for _ in range(2):
        assert client.post(f"{table}/deals/1", data=form).status_code == 302
    assert client.see(f"{table}/log").text.count("Deal 1: Ann went out") == 1


def test_a_deal_that_does_not_come_next_is_not_there(client: CheckedClient, table: str) -> None:
    client.see(f"{table}/deals/2", 404)


def test_a_correction_is_prefilled_and_logged(client: CheckedClient, table: str) -> None:
    client.write(table, 1, "p1", p2="12+11", p3="K 7")
    form = client.see(f"{table}/deals/1").forms[0].fields
    assert (form["out"], form["points-p2"], form["points-p3"]) == ("p1", "12+11", "K 7")
    client.post(f"{table}/deals/1", data=form | {"points-p2": "24"})
    assert "Bo, deal 1: 24, not 23" in client.see(table).text


def test_two_phones_are_asked_which_to_keep(client: CheckedClient, table: str) -> None:
    mine = client.see(f"{table}/deals/1").forms[0].fields
    client.write(table, 1, "p1", p2="45", p3="5")
    mine |= {"out": "p1", "points-p2": "54", "points-p3": "5"}
    answer = client.post(f"{table}/deals/1", data=mine)
    assert answer.status_code == 409
    assert all(
        words in client.page.text
        for words in ("Which version is right?", "45", "54", "scorekeeper’s phone")
    )


def test_nothing_is_overwritten_until_somebody_chose(client: CheckedClient, table: str) -> None:
    mine = client.see(f"{table}/deals/1").forms[0].fields
    client.write(table, 1, "p1", p2="45", p3="5")
    client.post(f"{table}/deals/1", data=mine | {"out": "p1", "points-p2": "54", "points-p3": "5"})
    keep = client.page.forms[0].fields
    assert "Bo, deal 1: 45" in client.see(table).text
    client.post(f"{table}/deals/1", data=keep)
    assert "Bo, deal 1: 54" in client.see(table).text


def test_the_last_deal_ends_the_game_and_it_is_played_again(client: CheckedClient) -> None:
    table = client.start(LOW.id, "Ann", "Bo", "Cy")
    for deal in range(1, len(LOW.deals) + 1):
        client.write(table, deal, "p2", p1="10", p3="20")
    text = client.see(table).text
    assert all(words in text for words in ("Bo won", "Final standings", "Play again"))
    again = client.send(table, form=1).headers["Location"]
    text = client.see(again).text
    assert (again != table, "B Bo dealer ," in text and "C Cy plays first ," in text) == (
        True,
        True,
    ), text


def test_a_heading_leaves_a_name_its_own_letters(client: CheckedClient) -> None:
    table = client.start("basic-rummy", "mo", "Ann")
    heads = re.compile(r"<h2[^>]*>(.*?)</h2>")
    assert heads.findall(client.get(table).text)[0] == "mo deals"
    table = client.start("contract-rummy-bicycle", "mo", "Ann", "Bo")
    assert heads.findall(client.get(table).text)[0][0].isupper()


def test_no_table_of_one_is_played_again(client: CheckedClient) -> None:
    table = client.start("basic-rummy", "Ann", "Bo")
    do(client, table, "join", "/people", name="Cy", after="p2", begins="nought")
    client.write(table, 1, "p1", p2="20", p3="30")
    do(client, table, "leave", "/people", player="p2")
    do(client, table, "points", "/points", player="p1", points="2000")
    do(client, table, "undo", "/log", entry="2", sure="yes")
    again = next(form for form in client.see(table).forms if form.action.endswith("/again"))
    answer = client.post(again.action, data=again.fields)
    assert answer.headers["Location"] == "/games/new/basic-rummy"


@pytest.fixture
def viewer(app: Flask, client: CheckedClient, table: str) -> CheckedClient:
    """Another phone that opened the viewer's link."""
    links = [link for link in client.see(f"{table}/links").links if "/k/" in link]
    other = client_of(app)
    answer = other.get("/k/" + links[0].rpartition("/")[2])
    assert answer.headers["Location"] == table
    return other


def test_a_viewer_sees_the_table(viewer: CheckedClient, table: str) -> None:
    assert "Ann" in viewer.see(table).text


def test_a_viewer_is_shown_nothing_to_write(viewer: CheckedClient, table: str) -> None:
    assert "Enter deal" not in viewer.see(table).text


@pytest.mark.parametrize("page", ["/deals/1", "/links"])
def test_a_viewer_is_kept_from_writing(viewer: CheckedClient, table: str, page: str) -> None:
    viewer.see(table + page, 403)
    assert table in viewer.page.links


def test_a_keeper_who_opens_the_viewers_link_still_writes(
    client: CheckedClient, table: str
) -> None:
    links = [link for link in client.see(f"{table}/links").links if "/k/" in link]
    client.get("/k/" + links[0].rpartition("/")[2])
    assert "Enter deal 1" in client.see(table).text


def renew(client: CheckedClient, table: str, which: int) -> None:
    """Make a link anew: the viewer's comes first, the keeper's last."""
    forms = [one for one in client.see(f"{table}/links").forms if one.action.endswith("/renew")]
    client.post(forms[which].action, data=forms[which].fields)


def test_a_link_taken_back_opens_nothing(
    client: CheckedClient, viewer: CheckedClient, table: str
) -> None:
    renew(client, table, 0)
    viewer.see(table, 404)


def test_a_keeper_who_renews_the_own_link_still_writes(client: CheckedClient, table: str) -> None:
    renew(client, table, -1)
    assert "Enter deal 1" in client.see(table).text


def test_a_stranger_finds_nothing(app: Flask, table: str) -> None:
    assert app.test_client().get(table).status_code == 404


def test_opening_pages_writes_nothing(client: CheckedClient, table: str) -> None:
    before = client.see(table).text
    for page in ("/deals/1", "/links", "/print", ""):
        client.see(table + page)
    assert client.see(table).text == before


def test_what_was_saved_last_is_undone_and_done_again(client: CheckedClient, table: str) -> None:
    client.write(table, 1, "p1", p2="5", p3="10")
    for buttons, deals in ((["Undo"], 0), (["Redo", "Undo"], 1)):
        page = client.see(table)
        assert [word for word in page.words if word in ("Undo", "Redo")] == buttons
        [form] = [one for one in page.forms if one.action.endswith("/undo-last")]
        client.post(form.action, data=form.fields)
        assert f"Deal {deals + 1} of" in client.see(table).text
