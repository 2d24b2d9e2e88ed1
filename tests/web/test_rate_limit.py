"""How fast an address may write in games: faster than any table, and no faster than that."""

import pytest
from flask import Flask

from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from referee.web import rate_limit
from referee.web.limits import WRITES_PER_MINUTE
from tests.pages import CheckedClient
from tests.web.test_api import Program

PLAIN = plain_game().id
CARDS = catalogue()[0]
FEW = 3
PHONES, DEALS = 6, 20
"""An evening that was written without a connection, and goes out at once."""


@pytest.fixture
def table(client: CheckedClient) -> str:
    return client.start(PLAIN, "Ann", "Bo")


@pytest.fixture
def hurried(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that this address may write in this minute is written, the table among it."""
    monkeypatch.setattr(rate_limit.writes, "per_minute", 0)


@pytest.mark.usefixtures("same_minute")
def test_a_program_writes_so_often_and_is_then_told_how_long_to_wait(
    client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Program(client)
    monkeypatch.setattr(rate_limit.writes, "per_minute", FEW)
    assert {program.write(None).status_code for _ in range(FEW)} == {422}
    refused = program.write(None)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "30")
    assert "Wait a moment" in refused.json["error"]["message"]


def test_an_evening_fits_into_a_minute() -> None:
    assert rate_limit.writes.per_minute == WRITES_PER_MINUTE >= PHONES * DEALS


def test_what_a_table_wrote_without_a_connection_never_meets_it(
    app: Flask, client: CheckedClient, table: str
) -> None:
    fields = client.see(f"{table}/deals/1").forms[0].fields
    for number in range(1, PHONES * DEALS + 1):
        typed = {"key": f"deal-no-{number}", "slip": str(number), "base": str(number)}
        typed |= {"points-p1": "5", "points-p2": "7"}
        answer = client.post(f"{table}/deals/{number}", data=fields | typed)
        assert answer.status_code == 302, answer.text


@pytest.mark.usefixtures("hurried")
def test_a_deal_in_a_hurry_is_asked_for_once_more_with_all_that_was_typed(
    client: CheckedClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = client.send(f"{table}/deals/1", {"points-p1": "12+11", "points-p2": "-7"})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert "Too many requests" in client.page.text
    typed = client.page.forms[0].fields
    assert "Ann, deal 1: 23" not in client.see(table).text
    monkeypatch.setattr(rate_limit.writes, "per_minute", WRITES_PER_MINUTE)
    assert client.post(f"{table}/deals/1", data=typed).status_code == 302
    assert "Ann, deal 1: 23" in client.see(table).text


@pytest.mark.usefixtures("hurried")
def test_who_joins_in_a_hurry_is_asked_for_once_more(
    client: CheckedClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.see(f"{table}/people")
    form = next(form for form in client.page.forms if form.action.endswith("/changes/join"))
    answer = client.post(form.action, data=form.fields | {"name": "Zoë"})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    typed = client.page.forms[0].fields
    assert "Zoë" not in client.see(table).text
    monkeypatch.setattr(rate_limit.writes, "per_minute", WRITES_PER_MINUTE)
    assert client.post(form.action, data=typed).status_code == 302
    assert "Zoë" in client.see(table).text


def test_a_ruling_is_not_kept_in_a_hurry(
    client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = client.start(CARDS.id, *("Ann", "Bo", "Cy")[: CARDS.players.least])
    monkeypatch.setattr(rate_limit.writes, "per_minute", 0)
    at = table.rpartition("/")[2]
    answer = client.send(f"/disputes?at={at}&ask=meld&cards=8h+9s")
    assert answer.status_code == 429
    assert "Ruling saved" not in client.see(f"{table}/log").text
