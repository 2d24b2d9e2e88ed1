"""The plain score game: any numbers, for the rest of the evening."""

import hashlib
import io
import json
from pathlib import Path

import msgspec
import pytest

from referee.scorebook.plain import plain_game
from tests.pages import CheckedClient
from tests.sites import client_of, site_in

GAME = plain_game().id


@pytest.fixture
def table(client: CheckedClient) -> str:
    """Two players at a game that the lowest total wins, three rounds."""
    return client.start(GAME, "Ann", "Bo", best="lowest", rounds="3")


def write(client: CheckedClient, table: str, deal: int, ann: str, bo: str) -> int:
    values = {"points-p1": ann, "points-p2": bo}
    return client.send(f"{table}/deals/{deal}", values).status_code


def test_it_can_be_chosen(client: CheckedClient) -> None:
    assert plain_game().name in client.see("/games/new").text


def test_numbers_may_be_below_nought(client: CheckedClient, table: str) -> None:
    assert write(client, table, 1, "-15", "40") == 302
    assert "Ann , first, leads , plays first , −15 points" in client.see(table).text


def test_sums_may_take_away(client: CheckedClient, table: str) -> None:
    write(client, table, 1, "40-15", "−5")
    assert "Ann, deal 1: 25" in client.see(table).text


def test_nothing_is_not_nought(client: CheckedClient, table: str) -> None:
    assert write(client, table, 1, "", "40") == 422
    assert "Save without Ann’s score?" in client.page.text


def test_nobody_goes_out(client: CheckedClient, table: str) -> None:
    assert "Who went out?" not in client.see(f"{table}/deals/1").text


def test_nothing_is_said_of_hands_or_going_out(client: CheckedClient, table: str) -> None:
    write(client, table, 1, "-15", "40")
    text = client.see(table).text
    assert "Deal 1: Ann −15, Bo 40" in text
    assert "went out" not in text and "held" not in text


def test_the_lowest_wins_after_the_last_round(client: CheckedClient, table: str) -> None:
    for deal in (1, 2, 3):
        write(client, table, deal, "10", "9")
    assert "Bo won" in client.see(table).text


def test_the_highest_wins_with_the_target(client: CheckedClient) -> None:
    table = client.start(GAME, "Ann", "Bo", target="100")
    write(client, table, 1, "100", "-20")
    assert "Ann won" in client.see(table).text


def test_a_game_without_an_end_is_ended_here(client: CheckedClient) -> None:
    table = client.start(GAME, "Ann", "Bo")
    write(client, table, 1, "10", "5")
    form = next(one for one in client.see(table).forms if one.action.endswith("/changes/end"))
    client.post(form.action, data=form.fields)
    assert "Ann won" in client.see(table).text


def test_a_copy_of_it_comes_back(client: CheckedClient, table: str) -> None:
    write(client, table, 1, "-15", "40")
    assert '"variant": "scores"' in client.get(f"{table}/copy.json").text


def start(client: CheckedClient, **values: str) -> str:
    """A game that the table names; its address."""
    answer = client.send(f"/games/new/{GAME}", {"name-0": "Ann", "name-1": "Bo", **values})
    assert answer.status_code == 302, client.page.text
    return str(answer.headers["Location"])


def test_it_stands_everywhere_under_the_name_that_the_table_gave_it(client: CheckedClient) -> None:
    table = start(client, called="Skat", **{"option-best": "lowest"})
    write(client, table, 1, "10", "9")
    assert "Skat" in client.see(table).text and "Bo , first, leads" in client.page.text
    assert "New game of Skat: Ann and Bo; " in client.see(f"{table}/log").text
    assert "Skat" in client.see("/").text and "Any other game" not in client.page.text
    pad = client.get(f"{table}/print/view?sheet=score-pad").text
    assert "Skat" in pad and "Any other game" not in pad


def test_each_part_of_a_score_is_asked_for_and_kept(client: CheckedClient) -> None:
    table = start(client, called="Canasta", parts="melded, held")
    fields = client.see(f"{table}/deals/1").forms[0].fields
    assert {"points-p1", "part2-p1"} <= set(fields)
    assert "Ann: melded" in client.page.text and "Ann: held" in client.page.text
    values = {"points-p1": "40+20", "part2-p1": "-15", "points-p2": "", "part2-p2": "−5"}
    assert client.send(f"{table}/deals/1", values).status_code == 302
    assert "Ann, deal 1: 45 , in all 45 melded 60, held −15" in client.see(table).text
    text = client.see(f"{table}/log").text
    assert "Deal 1: Ann 45 (melded 60, held −15), Bo −5" in text
    fields = client.see(f"{table}/deals/1").forms[0].fields
    assert [fields[f"{field}-p1"] for field in ("points", "part2")] == ["60", "-15"]
    assert client.send(f"{table}/deals/1", {"part2-p1": "-20"}).status_code == 302
    assert "Ann, deal 1: 40 , in all 40 melded 60, held −20" in client.see(table).text


def test_a_part_that_is_no_number_is_refused_and_kept(client: CheckedClient) -> None:
    table = start(client, called="Canasta", parts="melded, held")
    values = {"points-p1": "40", "part2-p1": "much", "points-p2": "1", "part2-p2": "2"}
    assert client.send(f"{table}/deals/1", values).status_code == 422
    assert "40+much" in client.page.forms[0].fields.values()


@pytest.mark.parametrize("parts", ["a, A", "a" * 21 + ", b", "a,b,c,d,e,f,g"])
def test_parts_that_cannot_be_told_apart_are_refused(client: CheckedClient, parts: str) -> None:
    typed = {"called": "Skat", "parts": parts, "name-0": "Ann", "name-1": "Bo"}
    assert client.send(f"/games/new/{GAME}", typed).status_code == 422
    assert "Name up to 6 parts of a score" in client.page.text
    assert client.page.forms[0].fields["called"] == "Skat"


def test_a_copy_of_a_named_game_comes_back_where_nobody_knows_it(
    client: CheckedClient, tmp_path: Path
) -> None:
    table = start(client, called="Canasta", parts="melded, held")
    write(client, table, 1, "40-15", "5+0")
    text = client.get(f"{table}/copy.json").text
    elsewhere = client_of(site_in(tmp_path))
    fields = elsewhere.see("/games/bring").forms[-1].fields
    file = (io.BytesIO(text.encode()), "copy.json")
    answer = elsewhere.post("/games/bring", data={**fields, "file": file})
    assert answer.status_code == 200
    link = next(link for link in elsewhere.see("/").links if link.startswith("/games/"))
    assert "Canasta" in elsewhere.page.text
    assert link


def test_a_copy_with_a_name_that_cannot_be_seen_is_refused(
    client: CheckedClient, tmp_path: Path
) -> None:
    table = start(client, called="Canasta")
    whole = json.loads(client.get(f"{table}/copy.json").text)
    whole["games"][0]["definition"]["name"] = "Can\u202easta"
    whole["check"] = hashlib.sha256(msgspec.json.encode(whole["games"], order="sorted")).hexdigest()
    elsewhere = client_of(site_in(tmp_path))
    fields = elsewhere.see("/games/bring").forms[-1].fields
    file = (io.BytesIO(json.dumps(whole).encode()), "copy.json")
    elsewhere.post("/games/bring", data={**fields, "file": file})
    assert "Canasta" not in elsewhere.see("/").text
