"""The plain score game: any numbers, for the rest of the evening."""

import pytest

from referee.scorebook.plain import plain_game
from tests.pages import CheckedClient

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
    assert "Ann , first, leads , −15 points" in client.see(table).text


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
    link = next(link for link in client.see(table).links if "option-rounds" in link)
    form = next(one for one in client.see(link).forms if one.action.endswith("/changes/options"))
    client.post(form.action, data=form.fields)
    assert "Ann won" in client.see(table).text


def test_a_copy_of_it_comes_back(client: CheckedClient, table: str) -> None:
    write(client, table, 1, "-15", "40")
    assert '"variant": "scores"' in client.get(f"{table}/copy.json").text
