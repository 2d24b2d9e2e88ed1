"""Starting a game."""

import re

import pytest
from flask.testing import FlaskClient

from referee.rules.building.house_rules import house_rules
from referee.scorebook.plain import plain_game
from referee.variants import catalogue, load
from tests.pages import CheckedClient

GAMES = [variant.id for variant in catalogue()]
GAME = next(variant.id for variant in catalogue() if variant.players.least == 3)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_started_by_as_many_as_it_takes(client: CheckedClient, game: str) -> None:
    names = [f"Player {letter}" for letter in "ABCDEFGH"[: load(game).players.most]]
    table = client.start(game, *names)
    assert all(name in client.see(table).text for name in names)


@pytest.mark.parametrize("game", GAMES)
def test_the_form_asks_the_first_options_of_the_game(client: CheckedClient, game: str) -> None:
    fields = client.see(f"/games/new/{game}").forms[0].fields
    first = house_rules(load(game)).first
    assert first
    assert {f"option-{name}" for name in first} <= set(fields)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"name-0": "Ann", "name-1": "Ann", "name-2": "Bo", "dealer": "0"}, "Ann"),
        ({"name-0": "Ann", "name-1": "Bo", "name-2": "Cy", "dealer": "7"}, "deals first"),
        ({"name-0": "Ann", "name-1": "Bo", "name-2": "Cy", "dealer": ""}, "who deals first"),
        ({"name-0": "A" * 41, "name-1": "Bo", "name-2": "Cy"}, "40"),
    ],
    ids=["twice", "empty seat deals", "nobody deals", "long"],
)
def test_what_is_wrong_is_said(client: CheckedClient, values: dict[str, str], says: str) -> None:
    answer = client.send(f"/games/new/{GAME}", values)
    assert (answer.status_code, says in client.page.text) == (422, True)


@pytest.mark.parametrize(
    ("sent", "seated"),
    [
        ({}, ["Player 1", "Player 2", "Player 3", "Player 4"]),
        ({"name-1": "Bo"}, ["Player 1", "Bo", "Player 3"]),
        ({"players": "5", "name-4": "Ed"}, [*(f"Player {seat}" for seat in range(1, 5)), "Ed"]),
    ],
    ids=["nobody named", "fewer than play", "as many as chosen"],
)
def test_who_has_no_name_is_a_player_by_number(
    client: CheckedClient, sent: dict[str, str], seated: list[str]
) -> None:
    answer = client.send(f"/games/new/{GAME}", sent)
    assert answer.status_code == 302, answer.text
    page = client.get(answer.headers["Location"] + "/seats").text
    assert re.findall(r"Move ([\w ]+) up", page) == seated


def test_to_ask_for_the_head_of_a_page_sends_no_form(client: CheckedClient) -> None:
    table = client.start(GAME)
    for page in (f"/games/new/{GAME}", f"{table}/deals/1", f"{table}/pad"):
        # It has no page to be checked.
        assert FlaskClient.open(client, page, method="HEAD").status_code == 200, page


def test_more_names_than_players_chosen_are_not_dropped(client: CheckedClient) -> None:
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo", "Cy", "Di"))}
    answer = client.send(f"/games/new/{GAME}", {**names, "players": "3"})
    assert answer.status_code == 422
    assert "You entered 4 names: choose 4 players, or clear a name." in client.page.text
    assert names.items() <= client.page.forms[0].fields.items()


@pytest.mark.parametrize("game", GAMES)
def test_how_many_play_is_asked_where_it_can_differ(client: CheckedClient, game: str) -> None:
    players = load(game).players
    asked = "How many play?" in client.see(f"/games/new/{game}").text
    assert asked is (players.least < players.most)


def test_a_known_party_is_asked_no_number(client: CheckedClient) -> None:
    client.start(GAME, "Ann", "Bo", "Cy", "Di", "Ed")
    answer = client.send(f"/games/new/{GAME}")
    assert "Player 5" in client.see(answer.headers["Location"]).text


def test_games_are_compared_by_facts_of_their_own(client: CheckedClient) -> None:
    page = client.see("/games/compare")
    assert all(f"/games/new/{game}" in page.links for game in GAMES)
    two = client.see(f"/games/compare?game={GAMES[0]}&game={GAMES[3]}")
    assert [game for game in GAMES if f"/games/new/{game}" in two.links] == [GAMES[0], GAMES[3]]
    variants = {one.id: one for one in catalogue()}
    for game in (GAMES[0], GAMES[3]):
        players = variants[game].players
        assert f"{players.least}–{players.most}" in two.text


def test_of_two_games_there_is_only_what_tells_them_apart(client: CheckedClient) -> None:
    two = client.see("/games/compare?game=kalooki-40&game=scala-40").text
    apart = two.partition("Only the differences")[2]
    # Both have thirteen cards each and two packs, and only one lets a freed joker wait in the hand.
    assert "Cards each" not in apart and "Packs" not in apart
    assert "151 points" in apart and "101 points" in apart
    assert "may stay in your hand" in apart
    # What stands under no word of a card is told apart too.
    assert "put both missing suits in its place" in apart
    three = client.see("/games/compare?game=kalooki-40&game=scala-40&game=gin").text
    assert "Cards each" in three


def test_all_games_are_listed_below_what_they_have_in_common(client: CheckedClient) -> None:
    text = client.see("/games/compare").text
    packs = text.partition("Packs")[2].partition("Wild cards")[0]
    gin, kalooki = (load(game).name for game in ("gin", "kalooki-40"))
    one, two = packs.index("1 "), packs.index("2 ")
    assert one < packs.index(gin) < two < packs.index(kalooki)


def test_what_was_typed_stays_after_an_error(client: CheckedClient) -> None:
    typed = {"name-1": "Zoë", "name-2": "Zoë", "players": "4", "dealer": "2"}
    assert client.send(f"/games/new/{GAME}", typed).status_code == 422
    assert typed.items() <= client.page.forms[0].fields.items()


def test_an_option_out_of_reach_is_refused_beside_it(client: CheckedClient) -> None:
    names = {"name-0": "Ann", "name-1": "Bo", "name-2": "Cy"}
    answer = client.send(f"/games/new/{GAME}", names | {"option-natural_cards_per_meld": "99"})
    assert (answer.status_code, "whole number" in client.page.text) == (422, True)


def test_an_unknown_game_is_not_there(client: CheckedClient) -> None:
    client.see("/games/new/no-such-game", 404)


def test_the_same_form_sent_twice_starts_one_game(client: CheckedClient) -> None:
    form = client.see(f"/games/new/{GAME}").forms[0].fields
    form |= {"name-0": "Ann", "name-1": "Bo", "name-2": "Cy", "dealer": "draw"}
    first, again = (client.post(f"/games/new/{GAME}", data=form) for _ in range(2))
    assert first.headers["Location"] == again.headers["Location"]


def test_a_draw_says_who_deals(client: CheckedClient) -> None:
    names = {"name-0": "Ann", "name-1": "Bo", "name-2": "Cy", "dealer": "draw"}
    table = client.send(f"/games/new/{GAME}", names).headers["Location"]
    assert re.search(r"(Ann|Bo|Cy) deals", client.see(table).text)


def test_a_name_cannot_carry_a_tag(client: CheckedClient) -> None:
    table = client.start(GAME, "<b>Ann</b>", '"Bo"', "Cy & Co")
    assert "<b>Ann" not in client.get(table).text


def test_names_are_offered_again(client: CheckedClient) -> None:
    client.start(GAME, "Ann", "Bo", "Cy")
    client.see(f"/games/new/{GAME}")
    assert 'data-name="Ann"' in client.get(f"/games/new/{GAME}").text


def test_only_who_played_here_has_a_colour_on_the_form(client: CheckedClient) -> None:
    table = client.start(GAME, "Ann", "Bo", "Cy")
    coloured = re.compile(r'class="badge (player-\d)[^"]*" aria-hidden="true">(.*?)<')
    known, seats = client.get(f"/games/new/{GAME}").text.split('<ol class="seats"')
    assert coloured.findall(seats) == []
    assert {*coloured.findall(known)} == {*coloured.findall(client.get(table).text)}


def test_home_lists_the_games_of_this_browser(client: CheckedClient) -> None:
    table = client.start(GAME, "Ann", "Bo", "Cy")
    assert table in client.see("/").links


def test_home_knows_nothing_of_other_browsers(app, client: CheckedClient) -> None:
    client.start(GAME, "Ann", "Bo", "Cy")
    other = app.test_client()
    assert "Your games" not in other.see("/").text


def test_the_game_in_progress_is_resumed_from_home(client: CheckedClient) -> None:
    played, begun = (client.start(GAME, "Ann", "Bo", "Cy") for _ in range(2))
    client.write(played, 1, "p2", p1="25", p3="5")
    home = client.see("/")
    assert "Bo leads with 0" in home.text
    assert "1 game without a deal" in home.text
    assert home.links.index(played) < home.links.index(begun)
    unplayed = client.see("/games/room?unplayed=yes").forms[0].fields
    assert unplayed["game"] == begun.rpartition("/")[2]


def test_home_says_which_game_is_started_again(client: CheckedClient) -> None:
    for game in catalogue()[:2]:
        client.start(game.id, "Ann", "Bo", "Cy")
        assert f"Same again {game.name} · Ann, Bo and Cy · same rules" in client.see("/").text


def test_ten_games_are_searched_by_player_and_by_game(client: CheckedClient) -> None:
    tables = [client.start(GAME, "Ann", "Édith", f"Cy{number}") for number in range(10)]
    assert 'name="q"' in client.get("/").text
    assert [link for link in client.see("/?q=edith+cy7").links if link in tables] == [tables[7]]
    assert not [link for link in client.see("/?q=nobody").links if link in tables]
    assert "No game matches “nobody”." in client.page.text


def test_statistics_of_a_game_and_a_period(client: CheckedClient) -> None:
    game = plain_game().id
    table = client.start(game, "Ann", "Bo", rounds="1", best="lowest")
    client.write(table, 1, "p1", p1="10", p2="12")
    client.start(GAME, "Ann", "Bo", "Cy")
    for address in ("/games/people", f"/games/people?game={game}&period=year"):
        text = client.see(address).text
        assert "Ann 1 of 1 game won" in text
        assert "Ann won by 2 points, ahead of Bo." in text
    assert "1 unfinished is left out" in client.see("/games/people").text
    assert "No finished games yet." in client.see(f"/games/people?game={GAME}").text
    # What is counted over several games is told once there are two.
    assert "Average place" not in client.see("/games/people").text
    again = client.start(game, "Ann", "Bo", rounds="1", best="lowest")
    client.write(again, 1, "p1", p1="10", p2="12")
    told = client.see("/games/people").text
    assert "Ann 2 of 2 games won Average place 1.0 Most wins in a row 2" in told
