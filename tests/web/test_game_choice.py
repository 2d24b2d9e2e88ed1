"""Choosing among many games: by a word, spelt well or not, and by what is known of one."""

import pytest

from referee.rules.deals import deal_count
from referee.variants import catalogue, load
from tests.pages import CheckedClient


def offered(client: CheckedClient, query: str) -> list[str]:
    links = client.see(f"/games/new{query}").links
    return [link.rpartition("/")[2] for link in links if "/games/new/" in link]


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("gin", "gin"), ("Rome", "romme"), ("rommé", "romme"), ("chincon", "chinchon"),
        ("scala quaranta", "scala-40"), ("italy", "scala-40"), ("CONQUIÁN", "conquian"),
        ("romy germany", "romme"), ("kaluki jamaica", "kalooki-jamaica"),
        ("shangai", "shanghai-rum"), ("liverpol rumy", "liverpool"), ("7 deals", "liverpool"),
        ("jinn", "gin"), ("ramino", "scala-40"), ("𝐑𝐮𝐦𝐦𝐲 500", "five-hundred"),
        ("continental rummy", "continental"), ("carioca rummy", "carioca"),
        ("313", "three-thirteen"), ("3-13", "three-thirteen"), ("rummy", "basic-rummy"),
    ],
)  # fmt: skip
def test_a_game_is_found_however_it_is_spelt(client: CheckedClient, typed: str, game: str) -> None:
    assert game in offered(client, f"?q={typed}")


def test_what_is_known_of_a_game_finds_it(client: CheckedClient) -> None:
    with_jokers = {game.id: game.has_jokers for game in catalogue() if game.is_card_game}
    found = {*offered(client, "?q=no+jokers")}
    assert found & {*with_jokers} == {id for id, has in with_jokers.items() if not has}
    seven = {game.id for game in catalogue() if deal_count(game) == 7}
    assert {*offered(client, "?q=7+deals")} >= seven


def test_nothing_found_says_so_and_leads_back(client: CheckedClient) -> None:
    assert "No game is called that." in client.see("/games/new?q=bridge").text
    assert "/games/new" in client.page.links


def test_kinds_are_as_the_rules_have_them(client: CheckedClient) -> None:
    everything = offered(client, "")
    assert len(everything) > 25
    contracts = offered(client, "?kind=contracts")
    assert contracts == [game for game in everything if is_contract(game)]
    assert "gin" in offered(client, "?kind=showdown")
    assert offered(client, "?kind=nothing") == everything


def is_contract(game: str) -> bool:
    return not game.startswith("scores") and load(game).has_contracts


def test_what_was_played_last_is_on_top(client: CheckedClient) -> None:
    assert offered(client, "")[0] != "conquian"
    client.start("conquian", "Ann", "Bo")
    assert offered(client, "")[0] == "conquian"
    assert "Played here Conquian" in client.page.text
