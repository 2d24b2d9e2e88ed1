"""Games as files: saved, brought back, and deleted."""

import csv
import io

import pytest
from flask import Flask

from referee.variants import catalogue
from tests.pages import CheckedClient

GAME = next(one for one in catalogue() if one.has_jokers)


@pytest.fixture
def table(client: CheckedClient) -> str:
    """A table of three with a deal written; one of them has the name of a formula."""
    table = client.start(GAME.id, "Ann", "=1+1", "Cy")
    client.write(table, 1, "p1", p2="20", p3="30")
    return table


def bring(client: CheckedClient, content: bytes) -> int:
    token = client.see("/games/bring").forms[-1].fields["csrf_token"]
    sent = {"csrf_token": token, "file": (io.BytesIO(content), "copy.json")}
    return client.post("/games/bring", data=sent).status_code


def test_a_copy_is_brought_back_to_another_phone(
    app: Flask, client: CheckedClient, table: str
) -> None:
    saved = client.get(f"{table}/copy.json").data
    phone = app.test_client()
    assert isinstance(phone, CheckedClient)
    assert bring(phone, saved) == 200
    address = next(link for link in phone.page.links if link.startswith("/games/"))
    assert "Cy, deal 1: 30" in phone.see(address).text


def test_a_large_copy_is_brought_back(client: CheckedClient, table: str) -> None:
    assert bring(client, client.get(f"{table}/copy.json").data + b" " * 200_000) == 200


def test_a_copy_brought_back_overwrites_nothing(client: CheckedClient, table: str) -> None:
    saved = client.get(f"{table}/copy.json").data
    client.write(table, 2, "p1", p2="20", p3="30")
    bring(client, saved)
    assert "Cy, deal 2: 30" in client.see(table).text


def test_all_games_of_a_browser_are_one_copy(client: CheckedClient, table: str) -> None:
    client.start(GAME.id, "Ann", "Bo", "Cy")
    assert client.get("/games/all.json").text.count('"variant"') == 2


def test_a_file_that_is_no_copy_is_refused(client: CheckedClient) -> None:
    assert bring(client, b"\xff\x00 no copy") == 422
    assert "is no copy of games" in client.page.text


def test_a_spreadsheet_has_a_line_for_each_player_in_each_deal(
    client: CheckedClient, table: str
) -> None:
    lines = list(csv.DictReader(io.StringIO(client.get(f"{table}/copy.csv").text)))
    assert [(line["player"], line["points"], line["went out"]) for line in lines] == [
        ("Ann", "0", "yes"), ("'=1+1", "20", ""), ("Cy", "30", ""),
    ]  # fmt: skip


def test_a_game_is_deleted_for_good(client: CheckedClient, table: str) -> None:
    client.send(f"{table}/delete", form=0)
    assert client.get(table).status_code == 404


def test_a_deleted_game_is_asked_about_first(client: CheckedClient, table: str) -> None:
    client.see(f"{table}/delete")
    assert "Cy, deal 1: 30" in client.see(table).text
