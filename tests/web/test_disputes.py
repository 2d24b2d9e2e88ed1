"""The dispute desk, and the same rulings for programs."""

import json
from urllib.parse import quote

import pytest

from referee.variants import catalogue
from tests.pages import CheckedClient

GAME = next(v for v in catalogue() if v.has_contracts and v.has_jokers)
DESK = f"/disputes?game={GAME.id}"


def ask(client: CheckedClient, cards: str, **more: str) -> str:
    """Ask about cards; gives what the page says."""
    query = "".join(f"&{name}={quote(value)}" for name, value in more.items())
    client.get(f"{DESK}&cards={quote(cards)}{query}")
    return client.page.text


@pytest.mark.parametrize("game", [variant.id for variant in catalogue()])
def test_every_game_has_a_desk(client: CheckedClient, game: str) -> None:
    assert "Is this a meld?" in client.see(f"/disputes?game={game}").text


def test_a_good_meld_is_allowed(client: CheckedClient) -> None:
    assert "Allowed" in ask(client, "8h 9h 10h Jh")


def test_a_bad_meld_is_not_and_every_reason_is_given(client: CheckedClient) -> None:
    text = ask(client, "8h 9s")
    assert "Not allowed" in text and text.count("Against:") >= 2


def test_a_reason_names_its_source(client: CheckedClient) -> None:
    assert GAME.source.title in ask(client, "8h 9s")


def test_a_wild_is_labelled_with_what_it_stands_for(client: CheckedClient) -> None:
    assert "is 9♥" in ask(client, "8h * 10h Jh")


def test_what_the_table_settles_is_said_to_be_silent_in_the_rules(client: CheckedClient) -> None:
    assert "The rules are silent here; this table plays" in ask(client, "8h * * Jh")


def test_asking_writes_nothing_and_sets_no_cookie(client: CheckedClient) -> None:
    assert "Set-Cookie" not in client.get(f"{DESK}&cards=8h").headers


@pytest.mark.parametrize(
    ("cards", "says"),
    [("8h x", "not a card"), ("J 9s", "suit"), (" ", "cards first"), ("8" * 401, "400")],
    ids=["no card", "no suit", "blank", "long"],
)
def test_what_cannot_be_read_is_said_beside_the_cards(
    client: CheckedClient, cards: str, says: str
) -> None:
    text = ask(client, cards)
    assert says in text, text


def test_cards_typed_stay(client: CheckedClient) -> None:
    ask(client, "8h x")
    assert client.page.forms[0].fields["cards"] == "8h x"


def test_a_key_leads_to_an_address_with_one_card_more(client: CheckedClient) -> None:
    answer = client.get(f"{DESK}&cards=8h&tap=cards:9h")
    assert "cards=8h+9h" in answer.headers["Location"]


def test_while_tapping_nothing_is_ruled_yet(client: CheckedClient) -> None:
    client.get(f"{DESK}&cards=8h&tap=cards:9h", follow_redirects=True)
    assert "allowed" not in client.page.text.lower()


def test_a_card_is_tapped_away(client: CheckedClient) -> None:
    answer = client.get(f"{DESK}&cards=8h+9h&untap=cards:0")
    assert "cards=9h" in answer.headers["Location"]


def test_a_contract_is_asked_meld_by_meld(client: CheckedClient) -> None:
    text = ask(client, "9s 9d 9c / Ks Kd Kc", ask="contract", deal="1", players="4")
    assert "Set of 3" in text and "Allowed" in text


def test_a_contract_is_divided_by_the_referee(client: CheckedClient) -> None:
    text = ask(client, "9s Ks 9d Kd 9c Kc", ask="contract", deal="1", players="4")
    assert "Set of 3" in text and "Allowed" in text


def test_games_without_contracts_are_not_asked_for_one(client: CheckedClient) -> None:
    game = next(variant.id for variant in catalogue() if not variant.has_contracts)
    assert "contract" not in client.see(f"/disputes?game={game}").text.lower()


def test_the_desk_opened_from_a_table_knows_its_deal(client: CheckedClient) -> None:
    table = client.start(GAME.id, *"ABCDE"[: GAME.players.least], natural_cards_per_meld="2")
    desk = next(link for link in client.see(table).links if "/disputes?" in link)
    fields = client.see(desk.replace("&amp;", "&")).forms[0].fields
    assert fields["players"] == str(GAME.players.least)
    assert fields["option-natural_cards_per_meld"] == "2"


def test_a_program_gets_the_ruling(client: CheckedClient) -> None:
    case = {"game": GAME.id, "ask": "meld", "cards": "8h 9h 10h Jh"}
    answer = client.post("/api/rulings", json=case)
    assert (answer.status_code, answer.get_json()["verdict"]) == (200, "legal")


@pytest.mark.parametrize(
    "body",
    ["", "[]", "null", "{", '"meld"', json.dumps({"game": GAME.id}), '{"game": 7}',
     json.dumps({"game": GAME.id, "ask": "meld", "cards": "8h x"}), "[" * 60_000],
    ids=["nothing", "list", "null", "torn", "text", "no ask", "number", "no card", "deep"],
)  # fmt: skip
def test_a_program_hears_what_is_wrong(client: CheckedClient, body: str) -> None:
    answer = client.post("/api/rulings", data=body)
    assert answer.status_code == 422
    assert set(answer.get_json()["error"]) == {"field", "message"}
