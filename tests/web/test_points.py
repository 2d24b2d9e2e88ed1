"""Bonus and penalty points outside a deal: they count at once, everywhere, and can be put right."""

import csv
import io
import json
import re

import pytest

from referee.scorebook.plain import plain_game
from tests.pages import CheckedClient
from tests.web.test_changes import do


@pytest.fixture
def table(client: CheckedClient) -> str:
    """Two deals of a game that 100 points end, the highest total wins."""
    table = client.start(plain_game().id, "Ann", "Bo", target="100")
    for deal, (ann, bo) in enumerate((("30", "10"), ("20", "40")), 1):
        client.send(f"{table}/deals/{deal}", {"points-p1": ann, "points-p2": bo})
    return table


def give(client: CheckedClient, table: str, player: str, points: str, **more: str) -> int:
    client.see(f"{table}/points")
    form = client.page.forms[-1]
    sent = form.fields | {"player": player, "points": points, **more}
    return client.post(form.action, data=sent).status_code


def totals(client: CheckedClient, table: str) -> list[str]:
    text = client.see(f"{table}/chart").text
    return text.rpartition("2 ")[2].split()[:2]


def test_they_count_in_the_total_and_stand_beside_the_deal_before(
    client: CheckedClient, table: str
) -> None:
    assert give(client, table, "p1", "15", sign="minus", why="Showed a card") == 302
    text = client.see(table).text
    assert re.search(r"Bo , first, leads ,[^0-9]* 50 points", text)
    assert re.search(r"Ann , second,[^0-9]* 35 points", text)
    assert "Ann, deal 2: 20 , in all 35 with −15 outside a deal" in text
    assert "Bonus or penalty: Ann −15 (Showed a card)" in client.see(f"{table}/log").text
    assert totals(client, table) == ["35", "50"]


def test_points_before_the_first_deal_count_too(client: CheckedClient) -> None:
    table = client.start(plain_game().id, "Ann", "Bo")
    give(client, table, "p2", "5")
    client.send(f"{table}/deals/1", {"points-p1": "3", "points-p2": "2"})
    assert "Bo, deal 1: 2 , in all 7 with +5 outside a deal" in client.see(table).text


def test_they_end_the_game_and_taken_back_they_open_it(client: CheckedClient, table: str) -> None:
    give(client, table, "p2", "50", why="Won the cut")
    assert "Bo won" in client.see(table).text
    assert do(client, table, "undo-last", "") == 302
    assert "Bo won" not in client.see(table).text
    assert totals(client, table) == ["50", "50"]


def test_they_are_put_right_and_deleted(client: CheckedClient, table: str) -> None:
    give(client, table, "p1", "15", sign="minus", why="Late")
    first = client.see(f"{table}/points").forms[0]
    assert (first.fields["points"], first.fields["sign"], first.fields["why"]) == (
        "15", "minus", "Late",
    )  # fmt: skip
    changed = first.fields | {"player": "p2", "points": "10"}
    assert client.post(first.action, data=changed).status_code == 302
    assert totals(client, table) == ["50", "40"]
    text = client.see(f"{table}/log").text
    assert "Bonus or penalty: Bo −10 (Late), not Ann −15" in text
    last = client.see(f"{table}/points").forms[0]
    assert client.post(last.action, data=last.fields | {"delete": "yes"}).status_code == 302
    assert totals(client, table) == ["50", "50"]
    assert "Bonus or penalty deleted: Bo −10" in client.see(f"{table}/log").text


def test_a_deal_that_is_deleted_leaves_them_after_the_one_before(
    client: CheckedClient, table: str
) -> None:
    give(client, table, "p1", "7")
    do(client, table, "strike", "/deals/2")
    assert "Ann, deal 1: 30 , in all 37 with +7 outside a deal" in client.see(table).text


@pytest.mark.parametrize(
    ("points", "says"),
    [("much", "Enter a whole number of points"), ("0", "Enter how many points")],
)
def test_what_is_no_points_is_refused_and_kept(
    client: CheckedClient, table: str, points: str, says: str
) -> None:
    assert give(client, table, "p2", points, why="Cheek") == 422
    assert says in client.page.text
    assert client.page.forms[-1].fields["why"] == "Cheek"
    assert client.page.forms[-1].fields["player"] == "p2"


def test_two_phones_at_once_write_no_points_unseen(client: CheckedClient, table: str) -> None:
    mine = client.see(f"{table}/points").forms[-1]
    give(client, table, "p1", "5")
    sent = mine.fields | {"player": "p2", "points": "9"}
    assert client.post(mine.action, data=sent).status_code == 409
    assert "Bonus or penalty: Ann +5" in client.page.text and "9" in client.page.text


def test_a_sheet_and_a_copy_hold_them(client: CheckedClient, table: str) -> None:
    give(client, table, "p1", "15", sign="minus", why="=Late")
    rows = [*csv.DictReader(io.StringIO(client.get(f"{table}/copy.csv").text))]
    points = [int(row["points"]) for row in rows if row["player"] == "Ann"]
    assert sorted(points) == [-15, 20, 30]
    assert [row["parts"] for row in rows if row["points"] == "-15"] == ["'=Late"]
    copied = json.loads(client.get(f"{table}/copy.json").text)
    assert copied["games"][0]["log"][-1]["entry"]["kind"] == "points-given"
    text = client.get(f"{table}/print/view?sheet=final").text
    assert "Bonus or penalty: Ann −15" in text


def test_programs_read_and_write_them(client: CheckedClient) -> None:
    start = {"game": plain_game().id, "players": ["Ann", "Bo"]}
    started = json.loads(client.post("/api/games", json=start).text)
    secret = started["secrets"]["keeper"]
    game, opened = f"/api/games/{started['id']}", {"Authorization": f"Bearer {secret}"}
    entry = {"kind": "points-given", "id": 1, "player": "p2", "points": -10, "why": "Late"}
    sent = {"key": "one-two-three", "base": 1, "entry": entry}
    answer = client.post(f"{game}/entries", json=sent, headers=opened)
    assert answer.status_code == 201
    read = json.loads(client.get(game, headers=opened).text)
    assert read["totals"] == {"p1": 0, "p2": -10}
    assert read["given"] == [{"id": 1, "player": "p2", "points": -10, "why": "Late", "after": 0}]
    wrong = {"key": "four-five-six", "base": 2, "entry": entry | {"id": 7}}
    assert client.post(f"{game}/entries", json=wrong, headers=opened).status_code == 422
