"""Counting together, as browsers and the phones of the players see it."""

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.language import say
from referee.scorebook.cache import book_of
from referee.scorebook.limits import KEYRING
from referee.scorebook.links import Access, open_game, token_of
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from referee.web import keyring
from referee.web.games import seats
from referee.web.limits import CODES_PER_MINUTE
from tests.pages import CheckedClient
from tests.sites import client_of

GAME = next(one for one in catalogue() if one.has_jokers)
NAMES = ("Ann", "Bo", "Cy")


@pytest.fixture
def table(client: CheckedClient, monkeypatch: pytest.MonkeyPatch) -> str:
    """A table whose scorer, the client, showed the code."""
    monkeypatch.setattr(seats.codes, "_counts", {})
    table = client.start(GAME.id, *NAMES)
    client.send(f"{table}/together")
    return table


def test_the_links_of_a_table_lead_to_its_code(client: CheckedClient, table: str) -> None:
    assert f"{table}/together" in client.see(f"{table}/links").links


def code_of(client: CheckedClient, table: str) -> str:
    """The code as the scorer's page shows it."""
    words = client.see(f"{table}/together").words
    return next(word for word in words if re.fullmatch("[A-Z]{3} [A-Z]{3}", word)).replace(" ", "")


def phone(app: Flask, client: CheckedClient, table: str, player: str, **more: str) -> CheckedClient:
    """Another phone that takes the seat of a player."""
    other = client_of(app)
    sit(other, code_of(client, table), player, **more)
    return other


def sit(other: CheckedClient, code: str, player: str, **more: str) -> int:
    other.see(f"/join/{code}")
    forms = [one for one in other.page.forms if one.fields.get("player") == player]
    return other.post(forms[0].action, data=forms[0].fields | more).status_code


def send(other: CheckedClient, table: str, **values: str) -> Any:
    return other.send(f"{table}/seat", values)


def access_of(app: Flask, other: CheckedClient) -> Access:
    """What the key of a phone opens."""
    (value,) = (text for name, text in other.cookies().items() if name.startswith("game-"))
    access = open_game(value.partition(".")[2][12:])
    assert access
    return access


def test_a_phone_joins_by_the_code_and_picks_a_name(
    app: Flask, client: CheckedClient, table: str
) -> None:
    other = client_of(app)
    code = code_of(client, table)
    page = other.see(f"/join?code={code[:3].lower()}+{code[3:]}")
    assert "Who are you?" in page.text
    assert sit(other, code, "p2") == 302
    assert "Bo’s hand" in other.see(f"{table}/seat").text
    assert "on a phone" in client.see(f"{table}/together").text


def test_no_page_with_the_code_is_kept(app: Flask, client: CheckedClient, table: str) -> None:
    code = code_of(client, table)
    for phone_of, page in (
        (client, f"{table}/together"),
        (client_of(app), f"/join/{code}"),
        (client_of(app), f"/join?code={code}"),
    ):
        answer = phone_of.get(page, headers={"Accept-Encoding": "gzip"})
        assert answer.headers["Cache-Control"] == "no-store", page
        assert "Content-Encoding" not in answer.headers, page


def test_a_counted_hand_fills_the_form_of_the_deal(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    assert send(bo, table, **{"points-p2": "K 7"}).status_code == 302
    assert "Sent:" in bo.see(f"{table}/seat").text
    page = client.see(f"{table}/deals/1")
    fields = page.forms[0].fields
    assert fields["points-p2"].replace(",", "") == "K 7"
    assert "Cy no phone" in page.text.replace(":", "")


def test_a_seat_answers_as_in_a_fresh_game_after_deals_moved(
    app: Flask, client: CheckedClient, table: str
) -> None:
    client.write(table, 1, "p1", p2="20", p3="30")
    undo = next(one for one in client.see(table).forms if one.action.endswith("/undo-last"))
    client.post(undo.action, data=undo.fields)
    bo = phone(app, client, table, "p2")
    assert send(bo, table, **{"points-p2": "abc"}).status_code == 422
    assert send(bo, table, **{"points-p2": "33"}).status_code == 302
    assert "33" in bo.see(f"{table}/seat").text
    first = dict(bo.page.forms[0].fields)
    assert send(bo, table, **{"points-p2": "34"}).status_code == 302
    assert bo.post(f"{table}/seat", data=first | {"points-p2": "35"}).status_code == 409


def test_who_went_out_says_so(app: Flask, client: CheckedClient, table: str) -> None:
    bo = phone(app, client, table, "p2")
    assert send(bo, table, out="p2").status_code == 302
    assert client.see(f"{table}/deals/1").forms[0].fields["out"] == "p2"


def test_what_the_scorer_entered_stays_beside_what_came_in(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    send(bo, table, **{"points-p2": "17"})
    answer = client.send(f"{table}/deals/1", {"points-p2": "25"})
    assert answer.status_code == 422
    assert client.page.forms[0].fields["points-p2"] == "25"
    assert "counted 17" in client.page.text


def test_what_came_in_is_asked_for_only_while_it_changes(
    app: Flask, client: CheckedClient, table: str
) -> None:
    first = client.get(f"{table}/counted")
    assert (first.status_code, first.headers["Cache-Control"]) == (200, "no-store")
    seen = first.get_json()["seen"]
    assert client.get(f"{table}/counted?seen={seen}").status_code == 204
    bo = phone(app, client, table, "p2")
    send(bo, table, **{"points-p2": "17"})
    assert "counted 17" in client.get(f"{table}/counted?seen={seen}").text


def test_a_hand_that_is_no_hand_stays_in_the_form(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    assert send(bo, table, **{"points-p2": "K x"}).status_code == 422
    assert bo.page.forms[0].fields["points-p2"] == "K x"


def test_two_pages_of_one_seat_show_both_values(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    before = next(one for one in bo.see(f"{table}/seat").forms if "slip" in one.fields)
    send(bo, table, **{"points-p2": "17"})
    answer = bo.post(before.action, data=before.fields | {"points-p2": "25"})
    assert answer.status_code == 409
    assert "On the other page: 17" in bo.page.text
    again = next(one for one in bo.page.forms if "slip" in one.fields)
    assert again.fields["points-p2"] == "25"
    assert bo.post(again.action, data=again.fields).status_code == 302


def test_a_hand_that_comes_late_says_what_is_saved(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    late = next(one for one in bo.see(f"{table}/seat").forms if "slip" in one.fields)
    client.write(table, 1, "p1", p2="20", p3="30")
    same = bo.post(late.action, data=late.fields | {"points-p2": "20"})
    assert same.status_code == 302
    other = bo.post(late.action, data=late.fields | {"points-p2": "35"})
    assert other.status_code == 422
    assert "saved with 20 for you, but you counted 35" in bo.page.text


def test_a_seat_is_taken_over_only_by_saying_so(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    other = client_of(app)
    code = code_of(client, table)
    other.see(f"/join/{code}")
    assert "Take over" in other.page.text
    assert sit(other, code, "p2", over="") == 422
    assert sit(other, code, "p2") == 302
    other.see(f"{table}/seat")
    gone = bo.see(f"{table}/seat", 410)
    assert "Another phone took over this hand" in gone.text
    # The way back: the code once more, and the seat.
    assert bo.get(f"{gone.forms[0].action}?code={code}").status_code == 302
    assert sit(bo, code, "p2") == 302
    assert "Bo’s hand" in bo.see(f"{table}/seat").text
    other.see(f"{table}/seat", 410)


def test_a_seat_is_unknown_to_who_never_had_it(app: Flask, table: str) -> None:
    stranger = client_of(app)
    stranger.see(f"{table}/seat", 404)


def test_an_odd_hand_is_asked_about_before_it_is_sent(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    many = " ".join(["K Q J"] * 8)
    assert send(bo, table, **{"points-p2": many}).status_code == 422
    assert "Is this right?" in bo.page.text
    asked = next(one for one in bo.page.forms if "slip" in one.fields)
    assert asked.fields["points-p2"] == many
    assert "counted" not in client.get(f"{table}/counted").get_json()["html"]
    sure = {"sure": bo.page.answers["sure"]}
    assert bo.post(asked.action, data=asked.fields | sure).status_code == 302
    assert "counted 240" in client.see(f"{table}/deals/1").text


def test_cards_that_the_packs_do_not_have_are_not_sent(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    assert send(bo, table, **{"points-p2": " ".join(["K"] * 9)}).status_code == 422
    assert "That’s 9 kings, but only" in bo.page.text
    assert "counted" not in client.get(f"{table}/counted").get_json()["html"]


def test_a_counted_hand_is_used_without_a_script(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    send(bo, table, **{"points-p2": "17"})
    typed = {"points-p2": "25", "points-p3": "4"}
    client.send(f"{table}/deals/1", typed)
    assert client.send(f"{table}/deals/1", typed | {"use": "p2"}).status_code == 200
    fields = client.page.forms[0].fields
    assert (fields["points-p2"], fields["points-p3"]) == ("17", "4")


def test_a_hand_that_is_entered_otherwise_is_asked_about_on_its_phone_before_saving(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    send(bo, table, **{"points-p2": "K 7"})
    form = client.see(f"{table}/deals/1").forms[0].fields
    seat = unescape(re.findall(r'data-seat="([^"]+)"', bo.get(f"{table}/seat").text)[0])
    assert bo.get(seat).status_code == 204
    client.post(f"{table}/counted", data=form | {"points-p2": "20"})
    assert bo.get(seat).status_code == 200
    asked = bo.see(f"{table}/seat")
    assert "20 or 17?" in asked.text
    bo.send(f"{table}/seat", {"right": "17"})
    assert "The scorer still has 20." in bo.see(f"{table}/seat").text
    assert "and says that 20 isn’t right" in client.get(f"{table}/counted").get_json()["html"]
    # Another value is asked about again; what is right is sent at once.
    client.post(f"{table}/deals/1", data=form | {"out": "p1", "points-p2": "19", "points-p3": "5"})
    assert "19 or 17?" in bo.see(f"{table}/seat").text
    bo.send(f"{table}/seat", {"right": "19"})
    assert "Sent: 19." in bo.see(f"{table}/seat").text
    assert "counted 19" in client.get(f"{table}/counted").get_json()["html"]


def test_the_scorers_own_phone_takes_no_seat(client: CheckedClient, table: str) -> None:
    answer = client.get(f"/join/{code_of(client, table)}")
    assert answer.headers["Location"] == table


def test_a_phone_of_a_game_that_is_over_is_led_to_a_seat_in_the_next(
    app: Flask, client: CheckedClient
) -> None:
    table = client.start(plain_game().id, "Ann", "Bo", rounds="1")
    client.send(f"{table}/together")
    ann = phone(app, client, table, "p1")
    assert "/join" not in ann.see(f"{table}/seat").links
    client.send(f"{table}/deals/1", {"points-p1": "5", "points-p2": "10"})
    page = ann.see(f"{table}/seat")
    assert "The game is over. If you play again, a button to the next game" in page.text
    assert "/join" in page.links
    assert f"{table}/next" not in page.links
    [news] = re.findall('data-seat="([^"]+)', ann.get(f"{table}/seat").text)
    again = next(form for form in client.see(table).forms if form.action.endswith("/again"))
    following = client.post(again.action, data=again.fields).location
    assert ann.get(unescape(news)).status_code == 200
    assert f"{table}/next" in ann.see(f"{table}/seat").links
    assert sit(ann, ann.get(f"{table}/next").location.rpartition("/")[2], "p1") == 302
    ann.see(f"{following}/seat")
    assert ann.get(f"{table}/next").location == following


def test_stopping_ends_codes_and_seats(app: Flask, client: CheckedClient, table: str) -> None:
    bo = phone(app, client, table, "p2")
    code = code_of(client, table)
    client.send(f"{table}/together")
    bo.see(f"/join/{code}", 404)
    bo.see(f"{table}/seat", 410)


def viewing_seat(app: Flask, client: CheckedClient, table: str) -> CheckedClient:
    """A phone that opened the link for viewers, and then took the seat of the second player."""
    bo = client_of(app)
    bo.get(viewer_link(client, table))
    assert sit(bo, code_of(client, table), "p2") == 302
    assert "Bo’s hand" in bo.see(f"{table}/seat").text
    return bo


def viewer_link(client: CheckedClient, table: str) -> str:
    link = next(one for one in client.see(f"{table}/links").links if "/k/" in one)
    return link[link.index("/k/") :]


@pytest.mark.parametrize("ended", ["stopped", "taken over"])
def test_a_viewer_who_lost_the_seat_is_a_viewer_again(
    app: Flask, client: CheckedClient, table: str, ended: str
) -> None:
    bo = viewing_seat(app, client, table)
    version = {"version": bo.get(f"{table}/news").get_json()["version"], "seat": "p2"}
    assert bo.get(f"{table}/news", query_string=version).status_code == 204
    code = code_of(client, table)
    if ended == "stopped":
        client.send(f"{table}/together")
    else:
        assert sit(client_of(app), code, "p2") == 302
    # The page of the seat sees that it is lost, and says so.
    assert bo.get(f"{table}/news", query_string=version).status_code == 404
    bo.see(f"{table}/seat", 410)
    assert "Ann" in bo.see(table).text
    assert table in bo.see("/").links
    if ended == "taken over":
        assert sit(bo, code, "p2") == 302
        assert "Bo’s hand" in bo.see(f"{table}/seat").text


def test_a_seat_opens_the_viewers_link_for_later(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    bo.get(viewer_link(client, table))
    assert "Bo’s hand" in bo.see(f"{table}/seat").text
    assert sit(bo, code_of(client, table), "p3") == 302
    assert "Cy’s hand" in bo.see(f"{table}/seat").text
    client.see(f"{table}/together")
    client.send(f"{table}/together")
    assert "Ann" in bo.see(table).text


def test_a_game_with_two_keys_is_one_game(app: Flask, client: CheckedClient, table: str) -> None:
    bo = viewing_seat(app, client, table)
    assert bo.see("/").links.count(table) == 1
    with app.test_request_context(headers={"Cookie": cookies_of(bo)}):
        assert len(keyring.tokens()) == 2
        assert [access.seat for access in keyring.opened()] == ["p2"]
        assert keyring.free_places() == KEYRING


def cookies_of(other: CheckedClient) -> str:
    return "; ".join(f"{name}={text}" for name, text in other.cookies().items())


def test_a_deal_is_signed_from_a_seat(app: Flask, client: CheckedClient, table: str) -> None:
    bo = phone(app, client, table, "p2")
    client.write(table, 1, "p1", p2="20", p3="30")
    bo.see(f"{table}/seat")
    form = next(one for one in bo.page.forms if one.action.endswith("/sign"))
    assert bo.post(form.action, data=form.fields).status_code == 302
    assert "You agreed to this." in bo.see(f"{table}/seat").text
    assert "Deal 1: agreed by Bo" in client.see(f"{table}/log").text
    page = client.see(table)
    assert "agreed by Bo" in page.text and "Check mark: a player agreed." in page.text
    assert "Agreed by Bo" in client.see(f"{table}/deals/1").text
    client.write(table, 1, "p1", p2="25", p3="30")
    assert "This was changed after you agreed." in bo.see(f"{table}/seat").text
    assert "agreed by Bo before this change" in client.see(f"{table}/log").text
    # What would be undone says so alone.
    assert "agreed by Bo" not in client.see(table).text.replace("agreed by Bo before this", "")
    assert "Bo agreed before this was changed" in client.see(f"{table}/deals/1").text
    assert bo.post(form.action, data=form.fields).status_code == 409
    assert "changed in the meantime" in bo.page.text


def test_a_deal_that_waits_to_be_agreed_to_is_a_tap_from_the_hand(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo, below = phone(app, client, table, "p2"), 'href="#saved-deal"'
    assert below not in bo.get(f"{table}/seat").text
    client.write(table, 1, "p1", p2="20", p3="30")
    assert below in bo.get(f"{table}/seat").text
    agree(bo, table)
    assert below not in bo.get(f"{table}/seat").text
    client.write(table, 1, "p1", p2="25", p3="30")
    assert below in bo.get(f"{table}/seat").text


def agree(other: CheckedClient, table: str) -> None:
    other.see(f"{table}/seat")
    form = next(one for one in other.page.forms if one.action.endswith("/sign"))
    assert other.post(form.action, data=form.fields).status_code == 302


def test_one_phone_that_signs_for_everybody_is_noticed(
    app: Flask, client: CheckedClient, table: str
) -> None:
    client.write(table, 1, "p1", p2="20", p3="30")
    ann = phone(app, client, table, "p1")
    agree(ann, table)
    code, other = code_of(client, table), client_of(app)
    for player in ("p1", "p2", "p3"):
        assert sit(other, code, player, over="yes") == 302
        agree(other, table)
    log = client.see(f"{table}/log").text
    assert "Another phone took over from Ann’s phone" in log
    assert "Ann’s phone now counts for Bo" in log
    assert "Bo’s phone now counts for Cy" in log
    told = "Ann (on an earlier phone), Bo (on an earlier phone) and Cy"
    assert f"Agreed by {told}" in client.see(f"{table}/deals/1").text
    assert f"agreed by {told}" in client.see(table).text
    assert say("scores-check") in client.page.text
    client.write(table, 1, "p1", p2="20", p3="35")
    assert say("scores-check") not in client.see(table).text


def test_a_phone_that_took_over_agrees_anew(app: Flask, client: CheckedClient, table: str) -> None:
    bo = phone(app, client, table, "p2")
    client.write(table, 1, "p1", p2="20", p3="30")
    agree(bo, table)
    other = phone(app, client, table, "p2", over="yes")
    assert "Another phone agreed to this for you." in other.see(f"{table}/seat").text
    agree(other, table)
    assert "You agreed to this." in other.see(f"{table}/seat").text
    page = client.see(f"{table}/deals/1")
    assert "Agreed by Bo" in page.text
    assert "earlier phone" not in page.text


def test_a_phone_that_takes_over_sees_no_counted_hand(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    send(bo, table, **{"points-p2": "17"})
    other = phone(app, client, table, "p2", over="yes")
    page = other.see(f"{table}/seat")
    assert not page.forms[0].fields["points-p2"]
    assert "Sent:" not in page.text
    assert "counted 17" not in client.get(f"{table}/counted").get_json()["html"]
    assert send(other, table, **{"points-p2": "21"}).status_code == 302
    assert "counted 21" in client.get(f"{table}/counted").get_json()["html"]


def test_a_hand_counted_on_the_wrong_seat_goes_with_the_phone(
    app: Flask, client: CheckedClient, table: str
) -> None:
    other = phone(app, client, table, "p2")
    send(other, table, **{"points-p2": "17"})
    assert sit(other, code_of(client, table), "p3") == 302
    assert "Bo’s phone now counts for Cy" in client.see(f"{table}/log").text
    assert "counted 17" not in client.get(f"{table}/counted").get_json()["html"]


def wrong_codes(other: FlaskClient, times: int, address: str) -> list[int]:
    other.environ_base["REMOTE_ADDR"] = address
    return [other.get("/join/BBBBBB").status_code for _ in range(times)]


@pytest.mark.usefixtures("same_minute")
def test_a_wrong_code_that_is_sent_counts_once(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = client_of(app)
    bo.see(f"/join/{code_of(client, table)}")
    form = bo.page.forms[0].fields
    times = range(CODES_PER_MINUTE + 1)
    statuses = [bo.post("/join/BBBBBB", data=form).status_code for _ in times]
    assert statuses == [404] * CODES_PER_MINUTE + [429]


@pytest.mark.usefixtures("same_minute")
def test_wrong_codes_are_few_from_one_address(
    app: Flask, client: CheckedClient, table: str
) -> None:
    code = code_of(client, table)
    other = app.test_client()
    statuses = wrong_codes(other, CODES_PER_MINUTE, "10.9.0.1")
    assert statuses == [404] * CODES_PER_MINUTE
    # From then on not even the right one is told from others.
    assert other.get(f"/join/{code}").status_code == 429
    other.environ_base["REMOTE_ADDR"] = "10.9.0.2"
    assert other.get(f"/join/{code}").status_code == 200


@pytest.mark.usefixtures("same_minute")
def test_wrong_codes_elsewhere_shut_nobody_out(
    app: Flask, client: CheckedClient, table: str
) -> None:
    code = code_of(client, table)
    other = app.test_client()
    for number in range(20):
        wrong_codes(other, CODES_PER_MINUTE, f"10.9.1.{number}")
    other.environ_base["REMOTE_ADDR"] = "10.9.2.1"
    assert other.get(f"/join/{code}").status_code == 200


SEATS_OWN = {"games.count", "games.sign", "games.sit"}
"""What a seat is for."""

OF_THE_BROWSER = {"games.off", "games.here"}
"""What any link may: take the game off one's own list, and say that a screen is open."""


def test_a_seat_can_do_nothing_else_to_its_game(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    client.write(table, 1, "p1", p2="20", p3="30")
    with app.app_context():
        access = access_of(app, bo)
        before = book_of(access).version
        token = token_of(access.link_id)
    bo.see(f"{table}/seat")
    fields = bo.page.forms[0].fields
    filled = {"game_id": access.game_id, "deal": 1, "link_id": access.link_id, "number": 1}
    acts = ["undo-last", "join", "rename", "seats", "dealer", "options", "note", "strike", "swap"]
    sent = {
        "out": "p1", "points-p2": "5", "points-p3": "5", "name": "X", "player": "p1", "entry": "2",
        "one": "p1", "other": "p3", "order": "p3 p2 p1", "dealer": "p3", "title": "X",
        "role": "scorer", "after": "p1", "begins": "nought", "sure": "yes",
        "cards": "8s 9s 10s", "slip": "1",
    }  # fmt: skip
    adapter = app.url_map.bind("localhost")
    tried = 0
    for rule in app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()) or "game_id" not in rule.arguments:
            continue
        if rule.endpoint in SEATS_OWN | OF_THE_BROWSER:
            continue
        names = acts if "name" in rule.arguments else [""]
        for name in names:
            values = {key: (filled | {"name": name}).get(key, 1) for key in rule.arguments}
            path = adapter.build(rule.endpoint, values)
            if path.startswith("/api/"):
                entry = {"kind": "deal-deleted", "deal": 1}
                body = {"key": "a-key-of-a-seat", "base": before, "entry": entry}
                bearer = {"Authorization": f"Bearer {token}"}
                answer = bo.post(path, json=body, headers=bearer)
            else:
                answer = bo.post(path, data=fields | sent)
            assert answer.status_code == 403, (path, answer.status_code)
            tried += 1
    assert tried > 15
    # What only writers may see is not shown either.
    for page in ("links", "people", "options", "deals/2", "together", "counted", "delete"):
        assert bo.get(f"{table}/{page}").status_code == 403, page
    for page in ("", "/log", "/screen", "/chart", "/news"):
        assert bo.get(f"{table}{page}").status_code in (200, 204), page
    with app.app_context():
        assert book_of(access_of(app, bo)).version == before


def test_a_viewer_has_no_seat(app: Flask, client: CheckedClient, table: str) -> None:
    other = app.test_client()
    other.get(viewer_link(client, table))
    for path in ("seat", "seat/sign"):
        answer = other.post(f"{table}/{path}", data={})
        assert answer.status_code in (400, 403)
    assert other.get(f"{table}/seat").status_code == 403


def test_a_hand_for_a_deal_that_has_another_number_by_now_is_asked_about(
    app: Flask, client: CheckedClient, table: str
) -> None:
    bo = phone(app, client, table, "p2")
    client.write(table, 1, "p1", p2="20", p3="30")
    bo.see(f"{table}/seat")
    form = next(one for one in bo.page.forms if "points-p2" in one.fields)
    undo = next(one for one in client.see(table).forms if one.action.endswith("undo-last"))
    client.post(undo.action, data=undo.fields)
    sent = form.fields | {"points-p2": "40"}
    assert bo.post(f"{table}/seat", data=sent).status_code == 422
    assert "This is deal 1 now, no longer deal 2" in bo.page.text
    form = next(one for one in bo.page.forms if "points-p2" in one.fields)
    assert form.fields["points-p2"] == "40"
    assert bo.post(f"{table}/seat", data=form.fields).status_code == 302
    assert "Sent: 40" in bo.see(f"{table}/seat").text
