"""Several screens: what they ask for, who may do what, and links that come and go."""

import re
from pathlib import Path

import pytest
from flask import Flask

from referee.variants import catalogue
from tests.pages import CheckedClient
from tests.sites import client_of, site_in

GAME = catalogue()[0].id


@pytest.fixture
def table(client: CheckedClient) -> str:
    return client.start(GAME, "Ann", "Bo", "Cy")


def other_phone(app: Flask, link: str) -> CheckedClient:
    """Another phone that opened a link."""
    phone = client_of(app)
    phone.see(link)
    return phone


def link_of(client: CheckedClient, table: str, heading: str) -> str:
    """The link under a heading of the page of links."""
    text = client.see(f"{table}/links").text
    found = re.search(rf"{heading}.*?(/k/\w+)", text)
    assert found, text
    return found[1]


def let_write(client: CheckedClient, table: str) -> str:
    """Make a link for a second scorer."""
    client.see(f"{table}/links")
    form = next(one for one in client.page.forms if one.fields.get("role") == "scorer")
    client.post(form.action, data=form.fields)
    return link_of(client, table, "Scorer")


def test_an_unchanged_table_is_204(client: CheckedClient, table: str) -> None:
    assert client.get(f"{table}/news?version=1").status_code == 204


def test_an_unchanged_table_is_told_before_anything_that_pages_need(
    client: CheckedClient, table: str
) -> None:
    client.set_cookie("ring", "no session of ours")
    answer = client.get(f"{table}/news?version=1")
    assert (answer.status_code, list(answer.headers)) == (204, [("Cache-Control", "no-store")])


def test_an_unchanged_table_is_told_only_under_a_name_of_this_site(tmp_path: Path) -> None:
    site = site_in(tmp_path, TRUSTED_HOSTS=["localhost"])
    client = client_of(site)
    table = client.start(GAME, "Ann", "Bo", "Cy")
    for host, status in (("LOCALHOST:80", 204), ("evil.example", 400)):
        answer = client.get(
            f"{table}/news?version=1",
            headers={"Host": host, "Cookie": "; ".join(map("=".join, client.cookies().items()))},
        )
        assert answer.status_code == status, host


def test_a_changed_table_says_its_version(client: CheckedClient, table: str) -> None:
    client.write(table, 1, "p1", p2="5", p3="5")
    assert client.get(f"{table}/news?version=1").json == {"version": 2}


def test_news_are_never_kept(client: CheckedClient, table: str) -> None:
    assert client.get(f"{table}/news?version=1").headers["Cache-Control"] == "no-store"


def test_there_is_no_news_of_another_game(client: CheckedClient) -> None:
    assert client.get("/games/123456789abc/news?version=1").status_code == 404


def test_nobody_else_writes_until_the_keeper_lets_them(client: CheckedClient, table: str) -> None:
    assert "Scorer" not in client.see(f"{table}/links").text


def test_a_button_pressed_twice_makes_one_link(client: CheckedClient, table: str) -> None:
    client.see(f"{table}/links")
    form = next(one for one in client.page.forms if one.fields.get("role") == "scorer")
    for _ in range(2):
        assert client.post(form.action, data=form.fields).status_code == 302
    assert client.see(f"{table}/links").text.count("Scorer") == 1


def test_two_buttons_make_two_links(client: CheckedClient, table: str) -> None:
    for _ in range(2):
        let_write(client, table)
    assert client.see(f"{table}/links").text.count("Scorer") == 2


def test_a_link_needs_a_whole_key(client: CheckedClient, table: str) -> None:
    client.see(f"{table}/links")
    form = next(one for one in client.page.forms if one.fields.get("role") == "scorer")
    sent = client.post(form.action, data=form.fields | {"key": "two words"})
    assert (sent.status_code, "This form has expired" in client.page.text) == (422, True)
    assert "Scorer" not in client.see(f"{table}/links").text


def test_a_second_scorer_writes(app: Flask, client: CheckedClient, table: str) -> None:
    phone = other_phone(app, let_write(client, table))
    assert phone.write(table, 1, "p1", p2="5", p3="5").status_code == 302


def test_a_second_scorer_neither_shares_nor_deletes(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, let_write(client, table))
    assert phone.get(f"{table}/links").status_code == 403
    assert phone.get(f"{table}/delete").status_code == 403


def test_a_link_that_was_taken_back_opens_nothing(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, let_write(client, table))
    client.see(f"{table}/links")
    forms = [one for one in client.page.forms if one.action.endswith("withdraw")]
    client.post(forms[1].action, data=forms[1].fields)
    assert phone.get(table).status_code == 404


def test_the_log_names_the_phone(app: Flask, client: CheckedClient, table: str) -> None:
    link = let_write(client, table)
    client.see(f"{table}/links")
    forms = [one for one in client.page.forms if one.action.endswith("name")]
    client.post(forms[1].action, data=forms[1].fields | {"name": "Ann’s phone"})
    phone = other_phone(app, link)
    phone.write(table, 1, "p1", p2="5", p3="5")
    assert "Ann’s phone" in client.see(f"{table}/log").text


def test_a_name_holds_for_what_was_written_before_it(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, let_write(client, table))
    phone.write(table, 1, "p1", p2="5", p3="5")
    log = f"{table}/log"
    assert "second scorer’s phone" in client.see(log).text
    client.see(f"{table}/links")
    forms = [one for one in client.page.forms if one.action.endswith("name")]
    client.post(forms[1].action, data=forms[1].fields | {"name": "Ann’s phone"})
    assert "Ann’s phone" in client.see(log).text
    assert "second scorer’s phone" not in client.page.text


def test_a_link_says_when_it_was_used(app: Flask, client: CheckedClient, table: str) -> None:
    phone = other_phone(app, link_of(client, table, "Follow the game"))
    assert "Not used yet" in client.see(f"{table}/links").text
    phone.post(f"{table}/here")
    assert "Not used yet" not in client.see(f"{table}/links").text


def test_the_keeping_is_handed_over(app: Flask, client: CheckedClient, table: str) -> None:
    phone = other_phone(app, let_write(client, table))
    client.see(f"{table}/links")
    form = next(one for one in client.page.forms if one.action.endswith("keeper"))
    client.post(form.action, data=form.fields)
    assert (phone.get(f"{table}/links").status_code, client.get(f"{table}/links").status_code) == (
        200, 403,
    )  # fmt: skip
    assert "You can still enter and correct scores" in client.page.text
    assert "view only" not in client.page.text


def test_a_phone_that_handed_the_keeping_over_is_told(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, let_write(client, table))
    assert "That phone then shares and deletes the game" in client.see(f"{table}/links").text
    form = next(one for one in client.page.forms if one.action.endswith("keeper"))
    address = client.post(form.action, data=form.fields).headers["Location"]
    told = "The other phone keeps the game now. You can still enter and correct scores"
    assert told in client.see(address).text
    assert told not in client.see(table).text
    assert told not in phone.see(address).text


def test_who_handed_over_still_writes(app: Flask, client: CheckedClient, table: str) -> None:
    other_phone(app, let_write(client, table))
    client.see(f"{table}/links")
    form = next(one for one in client.page.forms if one.action.endswith("keeper"))
    client.post(form.action, data=form.fields)
    assert client.write(table, 1, "p1", p2="5", p3="5").status_code == 302


def deal_typed(phone: CheckedClient, table: str, points: str) -> dict[str, str]:
    """The form of the first deal, filled in and not sent."""
    form = phone.see(f"{table}/deals/1").forms[0].fields
    return form | {"out": "p1", "points-p2": points, "points-p3": "5"}


def test_the_same_value_twice_is_one_entry(app: Flask, client: CheckedClient, table: str) -> None:
    phone = other_phone(app, let_write(client, table))
    forms = deal_typed(client, table, "20"), deal_typed(phone, table, "12+8")
    client.post(f"{table}/deals/1", data=forms[0])
    assert phone.post(f"{table}/deals/1", data=forms[1]).status_code == 302
    assert client.see(f"{table}/log").text.count("Deal 1:") == 1


def test_different_values_are_both_shown(app: Flask, client: CheckedClient, table: str) -> None:
    phone = other_phone(app, let_write(client, table))
    forms = deal_typed(client, table, "45"), deal_typed(phone, table, "50")
    client.post(f"{table}/deals/1", data=forms[0])
    assert phone.post(f"{table}/deals/1", data=forms[1]).status_code == 409
    assert all(
        text in phone.page.text
        for text in ("Which version is right?", "45", "50", "scorekeeper’s phone")
    )


def test_yours_can_be_kept_after_all(app: Flask, client: CheckedClient, table: str) -> None:
    phone = other_phone(app, let_write(client, table))
    forms = deal_typed(client, table, "45"), deal_typed(phone, table, "50")
    client.post(f"{table}/deals/1", data=forms[0])
    phone.post(f"{table}/deals/1", data=forms[1])
    mine = phone.page.forms[0]
    assert phone.post(mine.action, data=mine.fields).status_code == 302
    assert "Bo, deal 1: 50, not 45" in client.see(f"{table}/log").text


def test_a_correction_finds_its_deal_though_another_was_put_in_before_it(
    app: Flask, client: CheckedClient, table: str
) -> None:
    client.write(table, 1, "p1", p2="20", p3="30")
    phone = other_phone(app, let_write(client, table))
    form = phone.see(f"{table}/deals/1").forms[0].fields | {"points-p2": "25"}
    client.send(f"{table}/deals/1/before", {"out": "p1", "points-p2": "5", "points-p3": "5"})
    phone.post(f"{table}/deals/1", data=form)
    text = client.see(table).text
    assert "Bo, deal 1: 5" in text and "Bo, deal 2: 25" in text


def test_a_deal_taken_back_meanwhile_is_not_written_unseen(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, let_write(client, table))
    mine = deal_typed(phone, table, "25")
    client.write(table, 1, "p1", p2="20", p3="30")
    form = next(one for one in client.see(table).forms if one.action.endswith("undo-last"))
    client.post(form.action, data=form.fields)
    assert phone.post(f"{table}/deals/1", data=mine).status_code == 409
    again = phone.page.forms[0]
    assert phone.post(again.action, data=again.fields).status_code == 302


def test_two_who_put_in_the_same_deal_see_both(
    app: Flask, client: CheckedClient, table: str
) -> None:
    client.write(table, 1, "p1", p2="5", p3="5")
    phone = other_phone(app, let_write(client, table))
    address = f"{table}/deals/1/before"
    forms = [one.see(address).forms[0].fields for one in (client, phone)]
    client.post(address, data=forms[0] | {"out": "p1", "points-p2": "20", "points-p3": "5"})
    sent = forms[1] | {"out": "p1", "points-p2": "25", "points-p3": "5"}
    assert phone.post(address, data=sent).status_code == 409
    assert all(text in phone.page.text for text in ("20", "25", "Which version is right?"))


def test_what_was_typed_anew_on_a_page_gone_back_to_is_asked_about(
    client: CheckedClient, table: str
) -> None:
    form = deal_typed(client, table, "20")
    client.post(f"{table}/deals/1", data=form)
    assert client.post(f"{table}/deals/1", data=form | {"points-p2": "25"}).status_code == 409
    assert all(text in client.page.text for text in ("Which version is right?", "20", "25"))
    kept = client.page.forms[0]
    assert client.post(kept.action, data=kept.fields).status_code == 302
    assert "Bo, deal 1: 25" in client.see(table).text


def typed_at(phone: CheckedClient, address: str, points: str) -> dict[str, str]:
    """The form of a deal at that address, filled in and not sent."""
    form = phone.see(address).forms[0].fields
    return form | {"out": "p1", "points-p2": points, "points-p3": "5"}


def undo_last(phone: CheckedClient, table: str) -> None:
    form = next(one for one in phone.see(table).forms if one.action.endswith("undo-last"))
    phone.post(form.action, data=form.fields)


def test_a_deal_put_in_meanwhile_is_not_taken_for_the_next(
    app: Flask, client: CheckedClient, table: str
) -> None:
    client.write(table, 1, "p1", p2="10", p3="10")
    phone = other_phone(app, let_write(client, table))
    mine = typed_at(phone, f"{table}/deals/2", "25")
    client.send(f"{table}/deals/1/before", {"out": "p1", "points-p2": "70", "points-p3": "5"})
    assert phone.post(f"{table}/deals/2", data=mine).status_code == 422
    assert "This is deal 3 now, no longer deal 2" in phone.page.text
    form = phone.page.forms[0]
    assert phone.post(form.action, data=form.fields).status_code == 302
    text = client.see(table).text
    assert all(said in text for said in ("Bo, deal 1: 70", "Bo, deal 2: 10", "Bo, deal 3: 25"))


def test_a_deal_struck_out_meanwhile_is_not_written_as_another(
    app: Flask, client: CheckedClient, table: str
) -> None:
    client.write(table, 1, "p1", p2="10", p3="10")
    phone = other_phone(app, let_write(client, table))
    mine = typed_at(phone, f"{table}/deals/1", "25")
    forms = client.see(f"{table}/deals/1").forms
    form = next(one for one in forms if one.action.endswith("strike"))
    client.post(form.action, data=form.fields)
    answer = phone.post(f"{table}/deals/1", data=mine)
    assert (answer.status_code, "25" in answer.text) == (422, True)
    assert "was deleted or undone" in answer.text
    assert "Bo, deal 1" not in client.see(table).text


def test_a_forgotten_deal_is_not_lost_where_the_deal_after_it_was_taken_back(
    app: Flask, client: CheckedClient, table: str
) -> None:
    client.write(table, 1, "p1", p2="10", p3="10")
    phone = other_phone(app, let_write(client, table))
    mine = typed_at(phone, f"{table}/deals/1/before", "25")
    undo_last(client, table)
    answer = phone.post(f"{table}/deals/1/before", data=mine)
    assert (answer.status_code, "25" in answer.text) == (422, True)


def queued(phone: CheckedClient, table: str, *points: str) -> list[dict[str, str]]:
    """Forms of the deals to come as a phone without a connection goes on with them."""
    first = typed_at(phone, f"{table}/deals/1", points[0])
    return [
        first | {"key": f"queued-{at}", "slip": str(int(first["slip"]) + at), "points-p2": one}
        for at, one in enumerate(points)
    ]


def test_deals_of_a_phone_without_connection_are_those_that_others_wrote_in_that_order(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, let_write(client, table))
    mine = queued(phone, table, "25", "35", "45")
    client.write(table, 1, "p1", p2="20", p3="5")
    client.write(table, 2, "p1", p2="30", p3="5")
    client.send(f"{table}/deals/1/before", {"out": "p1", "points-p2": "70", "points-p3": "5"})
    answers = [phone.post(f"{table}/deals/{deal}", data=form) for deal, form in enumerate(mine, 1)]
    assert [answer.status_code for answer in answers] == [409, 409, 422]
    assert all("Which version is right?" in answer.text for answer in answers[:2])
    assert ("25" in answers[0].text, "20" in answers[0].text) == (True, True)
    assert ("35" in answers[1].text, "30" in answers[1].text) == (True, True)
    assert "This is deal 4 now, no longer deal 3" in phone.page.text
    form = phone.page.forms[0]
    assert phone.post(form.action, data=form.fields).status_code == 302
    assert "Bo, deal 4: 45" in client.see(table).text


def test_a_second_deal_without_connection_is_never_its_own_first(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, let_write(client, table))
    mine = queued(phone, table, "25", "35")
    client.write(table, 1, "p1", p2="20", p3="5")
    undo_last(client, table)
    assert phone.post(f"{table}/deals/1", data=mine[0]).status_code == 409
    kept = phone.page.forms[0]
    assert phone.post(kept.action, data=kept.fields).status_code == 302
    assert phone.post(f"{table}/deals/2", data=mine[1]).status_code == 302
    text = client.see(table).text
    assert "Bo, deal 1: 25" in text and "Bo, deal 2: 35" in text


def test_a_deal_before_which_one_is_missing_waits_for_it(client: CheckedClient, table: str) -> None:
    first, second = queued(client, table, "25", "35")
    answer = client.post(f"{table}/deals/2", data=second)
    assert (answer.status_code, "35" in answer.text) == (422, True)
    assert "enter that one first" in answer.text
    for deal, form in (1, first), (2, second):
        assert client.post(f"{table}/deals/{deal}", data=form).status_code == 302


def test_a_deal_that_cannot_be_written_any_more_is_not_lost(
    client: CheckedClient, table: str
) -> None:
    form = deal_typed(client, table, "45") | {"slip": ""}
    answer = client.post(f"{table}/deals/9", data=form)
    assert (answer.status_code, "45" in client.page.text) == (422, True)


def play_again(client: CheckedClient, table: str) -> str:
    """End a game with its first deal, and start the next."""
    client.write(table, 1, "p1", p2="5", p3="10")
    end = next(one for one in client.see(table).forms if one.action.endswith("/end"))
    client.post(end.action, data=end.fields)
    again = next(one for one in client.see(table).forms if one.action.endswith("/again"))
    return str(client.post(again.action, data=again.fields).headers["Location"])


def test_who_watched_a_game_to_its_end_is_led_to_the_next_and_cannot_score_it(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, link_of(client, table, "Follow the game"))
    following = play_again(client, table)
    for page in (table, f"{table}/screen"):
        phone.see(page)
        assert "Next game" in phone.page.text
        assert not [link for link in phone.page.links if "/k/" in link]
    [large] = [link for link in phone.page.links if "/next" in link]
    assert phone.get(following).status_code == 404
    assert phone.get(large).headers["Location"] == f"{following}/screen"
    assert phone.get(f"{table}/next").headers["Location"] == following
    assert "Deal 1" in phone.see(following).text
    assert phone.get(f"{following}/deals/1").status_code == 403
    assert phone.get(f"{following}/links").status_code == 403


def test_whoever_helped_to_keep_score_helps_in_the_next_game_too(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, let_write(client, table))
    following = play_again(client, table)
    assert phone.get(f"{table}/next").headers["Location"] == following
    assert phone.write(following, 1, "p1", p2="5", p3="10").status_code == 302
    assert client.see(f"{following}/links").text.count("Enters and corrects scores") == 1


def test_a_helper_whose_link_was_withdrawn_before_helps_no_more(
    app: Flask, client: CheckedClient, table: str
) -> None:
    other_phone(app, let_write(client, table))
    client.see(f"{table}/links")
    withdraw = [one for one in client.page.forms if one.action.endswith("withdraw")][-1]
    client.post(withdraw.action, data=withdraw.fields)
    following = play_again(client, table)
    assert "Enters and corrects scores" not in client.see(f"{following}/links").text


def test_whoever_kept_the_game_before_keeps_the_one_that_a_second_scorer_starts(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, let_write(client, table))
    following = play_again(phone, table)
    assert client.get(f"{table}/next").headers["Location"] == following
    assert client.write(following, 1, "p1", p2="5", p3="10").status_code == 302
    assert phone.write(following, 2, "p1", p2="5", p3="10").status_code == 302
    assert phone.get(f"{following}/links").status_code == 403
    assert client.see(f"{following}/links").text.count("Enters and corrects scores") == 1
    withdraw = next(one for one in client.page.forms if one.action.endswith("withdraw"))
    scorers = [one for one in client.page.forms if one.action.endswith("keeper")]
    [scorer] = [one.action.removesuffix("keeper") for one in scorers]
    client.post(f"{scorer}withdraw", data=withdraw.fields)
    assert phone.get(f"{following}/deals/3").status_code == 404
    told = phone.get(f"{table}/next").headers["Location"]
    assert phone.get(f"{following}/deals/3").status_code == 403
    assert "This phone only follows this game" in phone.see(told).text
    assert "This phone only follows this game" not in phone.see(following).text


def test_a_scorekeeper_keeps_the_next_game_from_its_result(
    client: CheckedClient, table: str
) -> None:
    following = play_again(client, table)
    text = client.see(table).text
    assert ("Next game" in text, "Play again" in text) == (True, False)
    assert client.get(f"{table}/next").headers["Location"] == following
    assert client.get(f"{following}/links").status_code == 200


def test_who_may_not_watch_a_game_is_not_led_on(
    app: Flask, client: CheckedClient, table: str
) -> None:
    assert client.get(f"{table}/next").status_code == 404
    play_again(client, table)
    assert client_of(app).get(f"{table}/next").status_code == 404


def test_a_next_game_that_nobody_may_watch_opens_to_nobody_else(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, link_of(client, table, "Follow the game"))
    following = play_again(client, table)
    client.see(f"{following}/links")
    forms = [one for one in client.page.forms if one.action.endswith("withdraw")]
    client.post(forms[0].action, data=forms[0].fields)
    assert phone.get(f"{table}/next").status_code == 404


def test_a_next_game_that_was_deleted_is_led_to_no_more(client: CheckedClient, table: str) -> None:
    following = play_again(client, table)
    client.send(f"{following}/delete")
    text = client.see(table).text
    assert ("Next game" in text, "Play again" in text) == (False, True)


def test_a_result_hears_of_the_next_game(client: CheckedClient, table: str) -> None:
    following = play_again(client, table).rsplit("/", 1)[-1]
    version = client.get(f"{table}/news?version=0").get_json()["version"]
    for said, status in (("", 204), ("&next=", 200), (f"&next={following}", 204)):
        answer = client.get(f"{table}/news?version={version}{said}")
        assert answer.status_code == status, said


def test_a_big_screen_shows_the_standings(client: CheckedClient, table: str) -> None:
    client.write(table, 1, "p1", p2="5", p3="10")
    text = client.see(f"{table}/screen").text
    assert "Deal 2" in text
    assert "Scan to follow" in text
