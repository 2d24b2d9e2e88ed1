"""Forms that were opened before somebody else changed the game, and forged ones."""

import pytest
from flask import Flask

from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from tests.pages import CheckedClient
from tests.web.test_live import let_write, other_phone

GAME = next(one for one in catalogue() if one.players.most > 4)
NAMES = ("Ann", "Bo", "Cy", "Dee")


@pytest.fixture
def table(client: CheckedClient) -> str:
    return client.start(GAME.id, *NAMES)


def leave(client: CheckedClient, table: str, player: str) -> None:
    forms = client.see(f"{table}/people").forms
    form = next(
        one for one in forms if one.action.endswith("/leave") and one.fields["player"] == player
    )
    assert client.post(form.action, data=form.fields).status_code == 302


def test_who_left_meanwhile_cannot_have_gone_out_and_what_was_typed_is_shown(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, let_write(client, table))
    mine = phone.see(f"{table}/deals/1").forms[0].fields
    leave(client, table, "p4")
    client.write(table, 1, "p1", p2="20", p3="30")
    mine |= {"out": "p4", "points-p1": "41", "points-p2": "42", "points-p3": "43"}
    answer = phone.post(f"{table}/deals/1", data=mine)
    assert answer.status_code == 422
    assert "Dee isn’t in this deal any more. You entered: went out." in phone.page.text
    fields = phone.page.forms[0].fields
    assert [fields[f"points-p{seat}"] for seat in (1, 2, 3)] == ["41", "42", "43"]
    assert "Bo, deal 1: 20" in client.see(table).text


def test_points_of_who_left_meanwhile_are_not_dropped_unseen(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = other_phone(app, let_write(client, table))
    mine = phone.see(f"{table}/deals/1").forms[0].fields
    leave(client, table, "p4")
    mine |= {"out": "p1", "points-p2": "42", "points-p3": "43", "points-p4": "44"}
    answer = phone.post(f"{table}/deals/1", data=mine)
    assert answer.status_code == 422
    assert "Dee isn’t in this deal any more. You entered: 44." in phone.page.text
    again = phone.page.forms[0]
    assert phone.post(again.action, data=again.fields).status_code == 302
    assert "Bo, deal 1: 42" in client.see(table).text


def test_a_forged_player_who_went_out_is_refused_in_other_scores(client: CheckedClient) -> None:
    table = client.start(plain_game().id, "Ann", "Bo")
    mine = client.see(f"{table}/deals/1").forms[0].fields
    mine |= {"out": "x", "points-p1": "10", "points-p2": "20"}
    client.write(table, 1, "", p1="1", p2="2")
    assert client.post(f"{table}/deals/1", data=mine).status_code == 409
    assert all(text in client.page.text for text in ("Which version is right?", "10", "20"))
