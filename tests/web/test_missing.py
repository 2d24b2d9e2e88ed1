"""A deal written while somebody's points are missing: asked once, marked, and led back to."""

import csv
import io
import json

import pytest
from flask import Flask
from pypdf import PdfReader

from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from tests.pages import CheckedClient
from tests.sites import client_of

LOW = next(v for v in catalogue() if v.scoring.best == "lowest" and v.has_jokers)
PLAIN = plain_game().id


@pytest.fixture
def table(client: CheckedClient) -> str:
    """A table of three, its first deal asked about because Bob's points are missing."""
    table = client.start(LOW.id, "Ann", "Bob", "Cy")
    assert client.write(table, 1, "p1", p3="20").status_code == 422
    return table


def write_without(client: CheckedClient, table: str, deal: int = 1) -> int:
    """Say yes to the question that the page just asked."""
    form = client.page.forms[0]
    sure = client.page.answers["sure"]
    return client.post(f"{table}/deals/{deal}", data=form.fields | {"sure": sure}).status_code


def test_it_is_asked_once(client: CheckedClient, table: str) -> None:
    assert "Save without Bob’s score?" in client.page.text
    assert "Bob, deal 1" not in client.see(table).text
    client.write(table, 1, "p1", p3="20")
    assert write_without(client, table) == 302


def test_the_table_marks_what_is_missing(client: CheckedClient, table: str) -> None:
    write_without(client, table)
    text = client.see(table).text
    assert "Bob, deal 1: points ? missing" in text
    assert "Cy, deal 1: 20 , in all 20" in text
    assert "0 points + ? , not complete" in text
    assert "leads" not in text


def test_what_comes_next_leads_to_the_missing_cell(client: CheckedClient, table: str) -> None:
    write_without(client, table)
    assert f"{table}/deals/1?player=p2#hand-p2" in client.see(table).links
    assert "Add Bob, deal 1" in client.page.text
    client.write(table, 1, "p1", p2="45", p3="20")
    text = client.see(table).text
    assert "Bob, deal 1: 45" in text
    assert "Points are missing" not in text


def test_a_correction_keeps_the_blank_blank(client: CheckedClient, table: str) -> None:
    write_without(client, table)
    fields = client.see(f"{table}/deals/1").forms[0].fields
    assert (fields["points-p2"], fields["points-p3"]) == ("", "20")


def test_yes_to_one_question_is_no_yes_to_another(client: CheckedClient, table: str) -> None:
    form, sure = client.page.forms[0].fields, client.page.answers["sure"]
    answer = client.post(f"{table}/deals/1", data=form | {"sure": sure, "points-p3": ""})
    assert answer.status_code == 422
    assert "Save without scores for Bob and Cy?" in client.page.text


def test_nothing_at_all_is_no_deal(client: CheckedClient) -> None:
    table = client.start(PLAIN, "Ann", "Bob")
    assert client.send(f"{table}/deals/1", {}).status_code == 422
    assert "There’s no score for Ann yet" in client.page.text


def test_the_last_deal_waits_and_says_so(client: CheckedClient) -> None:
    table = client.start(PLAIN, "Ann", "Bob", rounds="1")
    client.send(f"{table}/deals/1", {"points-p1": "5"})
    assert write_without(client, table) == 302
    for page in (table, f"{table}/screen"):
        text = client.see(page).text
        assert "The last deal is saved" in text
        assert "won" not in text
    client.send(f"{table}/deals/1", {"points-p1": "5", "points-p2": "7"})
    assert "Bob won" in client.see(table).text


def test_who_looks_on_reads_it_too(client: CheckedClient, table: str, app: Flask) -> None:
    write_without(client, table)
    viewer = client_of(app)
    link = next(one for one in client.see(f"{table}/links").links if "/k/" in one)
    viewer.see("/k/" + link.rpartition("/k/")[2])
    assert "Bob, deal 1" in viewer.see(table).text


def test_a_spreadsheet_has_blanks(client: CheckedClient, table: str) -> None:
    write_without(client, table)
    client.write(table, 2, "p1", p2="30", p3="40")
    lines = list(csv.DictReader(io.StringIO(client.get(f"{table}/copy.csv").text)))
    assert [(line["player"], line["points"], line["total"]) for line in lines] == [
        ("Ann", "0", "0"), ("Bob", "", ""), ("Cy", "20", "20"),
        ("Ann", "0", "0"), ("Bob", "30", ""), ("Cy", "40", "60"),
    ]  # fmt: skip


def test_a_copy_carries_it(client: CheckedClient, table: str) -> None:
    write_without(client, table)
    text = client.get(f"{table}/copy.json").text
    assert json.loads(text)["games"][0]["log"][1]["entry"]["hands"]["p2"] == {"points": None}
    fields = client.see("/games/bring").forms[0].fields
    file = (io.BytesIO(text.encode()), "games.json")
    client.post("/games/bring", data=fields | {"file": file})
    brought = next(link for link in client.page.links if link.startswith("/games/") and
                   len(link) == len(table) and link != table)  # fmt: skip
    assert "Bob, deal 1: points ? missing" in client.see(brought).text


def test_two_phones_see_what_the_other_left_blank(client: CheckedClient, table: str) -> None:
    write_without(client, table)
    form = {"slip": "1", "base": "1", "key": "another-phone-1", "out": "p1"}
    token = client.see(f"{table}/deals/1").forms[0].fields["csrf_token"]
    form |= {"csrf_token": token, "points-p2": "45", "points-p3": "20"}
    assert client.post(f"{table}/deals/1", data=form).status_code == 409
    assert "Bob missing" in client.page.text


def test_paper_has_a_dash_for_who_sat_out(client: CheckedClient) -> None:
    table = client.start(LOW.id, "Ann", "Bob", "Cy", "Dov")
    client.write(table, 1, "p1", p2="35", p3="15", p4="20")
    before = client.get(f"{table}/print/view?sheet=score-pad&paper=a4").text.count(">–<")
    leaves = [one for one in client.see(f"{table}/people").forms if one.action.endswith("leave")]
    client.post(leaves[-1].action, data=leaves[-1].fields)
    client.write(table, 2, "p1", p2="35", p3="15")
    after = client.get(f"{table}/print/view?sheet=score-pad&paper=a4").text.count(">–<")
    assert after == before + 1


def test_paper_leaves_the_cell_and_its_totals_empty(client: CheckedClient) -> None:
    table = client.start(LOW.id, "Ann", "Bob", "Cy")
    client.write(table, 1, "p1", p2="35", p3="15")
    client.write(table, 2, "p1", p3="15")
    assert write_without(client, table, 2) == 302
    client.write(table, 3, "p1", p2="70", p3="15")
    answer = client.get(f"{table}/print/pdf?sheet=score-pad&paper=a4")
    words = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages)
    # Bob's 35 + 70 would be his total, were nothing missing between them.
    assert "35" in words and "70" in words and "105" not in words
