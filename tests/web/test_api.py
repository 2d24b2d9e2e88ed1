"""Games for programs."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from referee.scorebook import limits
from referee.scorebook.events import write
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from referee.web.api_types import KINDS_SENT
from referee.web.games import pages
from referee.web.limits import STARTS_PER_MINUTE
from tests.pages import CheckedClient
from tests.scorebook.test_events import EXAMPLES

GAME = next(one for one in catalogue() if one.has_jokers)
TABLE = {"game": GAME.id, "players": ["Ann", "Bo", "Cy"], "first_dealer": 1}
HANDS = {"p1": {"points": 0}, "p2": {"points": 20}, "p3": {"points": 30}}
DEAL = {"kind": "deal-written", "deal": 1, "out": "p1", "hands": HANDS}


class Program:
    """A program that started a game."""

    def __init__(self, client: CheckedClient) -> None:
        self.client = client
        started = client.post("/api/games", json=TABLE)
        assert started.status_code == 201, started.text
        self.game, self.secrets = started.json["id"], started.json["secrets"]  # type: ignore[index]

    def bearer(self, role: str = "keeper") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secrets[role]}"}

    def read(self, query: str = "", role: str = "viewer") -> Any:
        return self.client.get(f"/api/games/{self.game}{query}", headers=self.bearer(role))

    def write(
        self, entry: Any = DEAL, *, key: str = "key-one-", base: Any = 1, role: str = "keeper"
    ):
        sent = {"key": key, "base": base, "entry": entry}
        address = f"/api/games/{self.game}/entries"
        return self.client.post(address, json=sent, headers=self.bearer(role))


@pytest.fixture
def program(client: CheckedClient) -> Program:
    return Program(client)


def test_a_game_is_started_and_read(program: Program) -> None:
    book = program.read().json
    assert [one["name"] for one in book["players"]] == ["Ann", "Bo", "Cy"]
    assert (book["version"], book["next"]["dealer"]) == (1, "p2")


def test_any_other_game_is_named_with_its_parts(client: CheckedClient) -> None:
    asked = {"game": "scores", "players": ["Ann", "Bo"], "options": {"best": "lowest"}}
    named = asked | {"called": " Whist ", "parts": ["tricks", "bonus"]}
    started = client.post("/api/games", json=named).get_json()
    address, head = f"/api/games/{started['id']}", started["secrets"]["keeper"]
    headers = {"Authorization": f"Bearer {head}"}
    # What is no sum of the points is no parts of them.
    hands = {"p1": {"points": 17, "sum": "12+5"}, "p2": {"points": 20, "sum": "12+5"}}
    entry = {"kind": "deal-written", "deal": 1, "out": None, "hands": hands}
    sent = {"key": "key-of-whist", "base": 1, "entry": entry}
    read = client.post(f"{address}/entries", json=sent, headers=headers).get_json()["game"]
    assert (read["called"], read["options"]["best"]) == ("Whist", "lowest")
    assert read["deals"][0]["parts"] == {"p1": {"tricks": 12, "bonus": 5}}
    assert (read["places"], read["final"]) == ({"p1": 1, "p2": 2}, {})
    for wrong in ({"game": "gin"}, {"parts": ["a", "A"]}, {"called": "x" * 99}):
        answer = client.post("/api/games", json=named | wrong | {"options": {}})
        assert (answer.status_code, answer.get_json()["error"]["field"]) == (422, "called")


def test_an_entry_is_written(program: Program) -> None:
    answer = program.write()
    assert (answer.status_code, answer.json["game"]["totals"]) == (
        201, {"p1": 0, "p2": 20, "p3": 30}
    )  # fmt: skip


def test_an_entry_sent_twice_is_written_once(program: Program) -> None:
    program.write()
    assert (program.write().status_code, program.read().json["version"]) == (200, 2)


@pytest.mark.parametrize(
    "other",
    [
        DEAL | {"hands": HANDS | {"p2": {"points": 20, "cards": "K K"}}},
        DEAL | {"kind": "deal-corrected"},
        {"kind": "renamed", "player": "p1", "name": "Anna"},
        {"kind": "undone", "entry": 1},
    ],
    ids=["cards", "kind", "renamed", "undone"],
)
def test_another_body_under_a_used_key_is_a_conflict_with_what_it_stands_for(
    program: Program, other: dict[str, Any]
) -> None:
    program.write()
    answer = program.write(other, base=2)
    assert (answer.status_code, answer.json["error"]["field"]) == (409, "key")
    assert answer.json["theirs"][0]["hands"]["p2"] == {"points": 20}
    assert program.read().json["version"] == 2


def test_another_undoing_under_a_used_key_is_a_conflict(program: Program) -> None:
    program.write()
    program.write({"kind": "renamed", "player": "p1", "name": "Anna"}, key="key-two-", base=2)
    undone = {"kind": "undone", "entry": 3}
    assert program.write(undone, key="key-three", base=3).status_code == 201
    assert program.write(undone, key="key-three", base=3).status_code == 200
    assert program.write(undone | {"entry": 2}, key="key-three", base=4).status_code == 409


def test_different_values_are_a_conflict_with_both(program: Program) -> None:
    program.write()
    other = DEAL | {"hands": HANDS | {"p2": {"points": 25}}}
    answer = program.write(other, key="key-two-")
    assert (answer.status_code, answer.json["theirs"][0]["hands"]["p2"]) == (409, {"points": 20})


def test_a_game_that_did_not_change_is_204(program: Program) -> None:
    assert program.read("?version=1").status_code == 204


def test_a_viewers_secret_writes_nothing(program: Program) -> None:
    assert program.write(role="viewer").status_code == 403


def test_a_secret_opens_its_own_game_only(program: Program, client: CheckedClient) -> None:
    other = Program(client)
    answer = client.get(f"/api/games/{other.game}", headers=program.bearer())
    assert (answer.status_code, answer.mimetype) == (404, "application/json")


def test_a_cookie_opens_nothing_here(client: CheckedClient) -> None:
    table = client.start(GAME.id, "Ann", "Bo", "Cy")
    assert client.get(f"/api{table}").status_code == 404


WRONG_ENTRIES: dict[str, Any] = {
    "nothing": None,
    "a list": [],
    "no kind": {},
    "no hands": {"kind": "deal-written", "deal": 1, "out": None},
    "points as text": DEAL | {"hands": HANDS | {"p2": {"points": "20"}}},
    "a sum as a list": DEAL | {"hands": HANDS | {"p2": {"points": 20, "sum": ["20"]}}},
    "cards as a number": DEAL | {"hands": HANDS | {"p2": {"points": 20, "cards": 20}}},
    "a deal as a fraction": DEAL | {"deal": 1.0},
    "hands of strangers": DEAL | {"hands": {"p9": {"points": 1}}},
    "a name of two lines": {"kind": "renamed", "player": "p1", "name": "A\nB"},
    "a seat that is none": {"kind": "seats-moved", "order": [["p1"]]},
    "joining beside a list": {
        "kind": "joined", "player": {"key": "p4", "name": "Di"}, "after": [], "begins": "nought",
        "points": 0,
    },
    "a number as an option": {"kind": "options-changed", "options": {"ties": []}},
    "taking back text": {"kind": "undone", "entry": "x", "about": []},
    "a ruling": {
        "kind": "ruling-kept", "asks": "", "answers": "", "case": {}, "ruling": {}, "deal": None
    },
    "a second start": {"kind": "started", "players": [], "first_dealer": "p1"},
}  # fmt: skip


@pytest.mark.parametrize("entry", WRONG_ENTRIES.values(), ids=WRONG_ENTRIES)
def test_an_entry_that_cannot_be_is_refused_with_a_sentence(program: Program, entry: Any) -> None:
    answer = program.write(entry)
    assert answer.status_code == 422, answer.text
    assert answer.json["error"]["message"]


@pytest.mark.parametrize("base", [0, limits.ENTRIES])
def test_any_version_that_a_log_may_have_is_taken_as_seen(program: Program, base: int) -> None:
    assert program.write(base=base).status_code == 201


@pytest.mark.parametrize("base", [-1, limits.ENTRIES + 1, 10**30, True, 1.0, "1", None])
def test_a_version_that_no_log_has_is_refused(program: Program, base: Any) -> None:
    answer = program.write(base=base)
    assert (answer.status_code, answer.json["error"]["field"]) == (422, "base")
    assert str(limits.ENTRIES) in answer.json["error"]["message"]


def test_the_document_says_which_versions_there_are(client: CheckedClient) -> None:
    document: Any = client.get("/api/openapi.json").json
    base = document["components"]["schemas"]["EntrySent"]["properties"]["base"]
    assert (base["minimum"], base["maximum"]) == (0, limits.ENTRIES)


BEYOND = [10**30, -(10**30), limits.NUMBER + 1, float("inf"), float("-inf"), 10**400]
NUMBERS: dict[str, Callable[[Any], Any]] = {
    "the number of a deal": lambda number: DEAL | {"deal": number},
    "points": lambda number: DEAL | {"hands": HANDS | {"p2": {"points": number}}},
    "the deal to correct": lambda number: DEAL | {"kind": "deal-corrected", "deal": number},
    "the deal put in": lambda number: DEAL | {
        "kind": "deal-inserted", "deal": number, "before": 1
    },
    "the deal after one put in": lambda number: DEAL | {
        "kind": "deal-inserted", "deal": 1, "before": number
    },
    "the deal to strike out": lambda number: {"kind": "deal-deleted", "deal": number},
    "the deal to swap in": lambda number: {
        "kind": "results-swapped", "deal": number, "one": "p1", "other": "p2"
    },
    "the line to take back": lambda number: {"kind": "undone", "entry": number},
    "points to join with": lambda number: {
        "kind": "joined", "player": {"key": "p4", "name": "Di"}, "after": "p3", "begins": "typed",
        "points": number,
    },
    "points to return with": lambda number: {
        "kind": "returned", "player": "p3", "begins": "typed", "points": number
    },
    "an option": lambda number: {"kind": "options-changed", "options": {"packs": number}},
    "the deal of melds": lambda number: {
        "kind": "melds-laid", "deal": number, "melds": [], "did": "Ann lays."
    },
    "the form": lambda number: DEAL | {"schema": number},
}  # fmt: skip


@pytest.mark.parametrize("entry", NUMBERS.values(), ids=NUMBERS)
def test_a_number_beyond_all_is_refused(program: Program, entry: Callable[[Any], Any]) -> None:
    answers = {number: program.write(entry(number)).status_code for number in BEYOND}
    assert answers == dict.fromkeys(BEYOND, 422)
    assert program.read().json["version"] == 1


@pytest.mark.parametrize("dealer", [-1, 3, 10**30, float("inf"), True])
def test_a_dealer_beyond_the_seats_is_refused(client: CheckedClient, dealer: Any) -> None:
    answer = client.post("/api/games", json=TABLE | {"first_dealer": dealer})
    assert (answer.status_code, answer.json["error"]["field"]) == (  # type: ignore[index]
        422, "first_dealer"
    )  # fmt: skip


JOINED = {
    "kind": "joined", "player": {"key": "p4", "name": "Di"}, "after": "p3", "begins": "nought",
    "points": 0,
}  # fmt: skip
LAID = {"kind": "melds-laid", "deal": 1, "melds": [{"by": "p1", "cards": "8h"}], "did": "Ann lays."}
WRONG_FIELDS: dict[str, tuple[Any, str, str]] = {
    "nothing": (None, "entry", "an object with its kind"),
    "no kind": ({}, "entry.kind", "deal-written, "),
    "a slip of the pen": (DEAL | {"kind": "deal-writen"}, "entry.kind", "deal-written, "),
    "a kind that is a list": (DEAL | {"kind": ["undone"]}, "entry.kind", "deal-written, "),
    "a ruling": ({"kind": "ruling-kept"}, "entry.kind", "from the pages"),
    "a later form": (DEAL | {"schema": 2}, "entry.schema", "whole number 1"),
    "a deal as text": (DEAL | {"deal": "x"}, "entry.deal", "a whole number from 1 to 5000"),
    "no hands": ({"kind": "deal-written", "deal": 1, "out": None}, "entry.hands", "missing"),
    "no one out": ({"kind": "deal-written", "deal": 1, "hands": HANDS}, "entry.out", "or null"),
    "hands as a list": (DEAL | {"hands": []}, "entry.hands", "an object"),
    "a hand as a number": (
        DEAL | {"hands": HANDS | {"p2": 20}}, "entry.hands.p2", "an object with points"
    ),
    "points as text": (
        DEAL | {"hands": HANDS | {"p2": {"points": "20"}}}, "entry.hands.p2.points",
        "a whole number from -9999 to 9999, or null",
    ),
    "no points": (DEAL | {"hands": HANDS | {"p2": {}}}, "entry.hands.p2.points", "missing"),
    "a hand with more": (
        DEAL | {"hands": HANDS | {"p2": {"points": 20, "pts": 20}}}, "entry.hands.p2",
        "only points, cards and sum",
    ),
    "a deal to strike out as text": (
        {"kind": "deal-deleted", "deal": "x"}, "entry.deal", "a whole number"
    ),
    "a name as a number": (
        JOINED | {"player": {"key": "p4", "name": 5}}, "entry.player.name", "text"
    ),
    "a player as text": (JOINED | {"player": "Di"}, "entry.player", "an object with key and name"),
    "a way to begin": (JOINED | {"begins": "best"}, "entry.begins", "nought, average,"),
    "a player who is a number": ({"kind": "left", "player": 1}, "entry.player", "such as p1"),
    "seats as text": (
        {"kind": "seats-moved", "order": "p1 p2 p3"}, "entry.order", "a list of at most 16"
    ),
    "a seat as a list": ({"kind": "seats-moved", "order": [["p1"]]}, "entry.order.0", "such as p1"),
    "options as a list": ({"kind": "options-changed", "options": []}, "entry.options", "an object"),
    "an option as an object": (
        {"kind": "options-changed", "options": {"ties": {}}}, "entry.options.ties", "true or false"
    ),
    "a list for an option of one answer": (
        {"kind": "options-changed", "options": {"ties": []}}, "entry", "ties"
    ),
    "a title that is nothing": (
        {"kind": "noted", "title": None, "day": ""}, "entry.title", "at most 80 characters"
    ),
    "a title as a list": ({"kind": "noted", "title": ["x"], "day": ""}, "entry.title", "text"),
    "no day": ({"kind": "noted", "title": "x"}, "entry.day", "such as 2026-11-21"),
    "melds as text": (LAID | {"melds": "8h"}, "entry.melds", "a list"),
    "a meld as text": (LAID | {"melds": ["8h"]}, "entry.melds.0", "an object with by and cards"),
    "what was done as a list": (LAID | {"did": ["x"]}, "entry.did", "text"),
    "no line to take back": ({"kind": "undone"}, "entry.entry", "missing"),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "field", "says"), WRONG_FIELDS.values(), ids=WRONG_FIELDS)
def test_a_wrong_field_is_named_with_what_would_be_right(
    program: Program, entry: Any, field: str, says: str
) -> None:
    answer = program.write(entry)
    assert (answer.status_code, answer.json["error"]["field"]) == (422, field)
    assert says in answer.json["error"]["message"]


@pytest.mark.parametrize("key", [None, 12345678, "short", "x" * 65, "a blank in it", "ключ-один"])
def test_a_key_that_is_none_is_named(program: Program, key: Any) -> None:
    answer = program.write(key=key)
    assert (answer.status_code, answer.json["error"]["field"]) == (422, "key")
    assert "8 to 64" in answer.json["error"]["message"]


@pytest.mark.parametrize("key", ["key-one-", "x" * 64])
def test_a_key_may_be_so_long(program: Program, key: str) -> None:
    assert program.write(key=key).status_code == 201


def test_taking_back_needs_the_number_alone(program: Program) -> None:
    program.write()
    assert program.write({"kind": "undone", "entry": 2}, key="key-two-", base=2).status_code == 201
    assert program.read().json["deals"] == []


def test_taking_back_is_about_what_was_written(program: Program) -> None:
    program.write()
    corrected = DEAL | {"kind": "deal-corrected", "hands": HANDS | {"p2": {"points": 25}}}
    program.write(corrected, key="key-two-", base=2)
    undone = {"kind": "undone", "entry": 2, "about": ["nothing at all"]}
    assert program.write(undone, key="key-three-", base=2).status_code == 409


START_FIELDS: dict[str, tuple[Any, str, str]] = {
    "no object": ([], "", "a JSON object"),
    "no game": ({"players": ["Ann", "Bo", "Cy"]}, "game", GAME.id),
    "a game that is nothing": (TABLE | {"game": None}, "game", GAME.id),
    "an unknown game": (TABLE | {"game": "whist"}, "game", plain_game().id),
    "no players": ({"game": GAME.id}, "players", "missing"),
    "players as text": (TABLE | {"players": "Ann"}, "players", "in the order they sit"),
    "a player who is a number": (TABLE | {"players": ["Ann", "Bo", 5]}, "players.2", "text"),
    "a player without a name": (TABLE | {"players": ["Ann", "Bo", " "]}, "players", "player 3"),
    "too few": (TABLE | {"players": ["Ann", "Bo"]}, "players", "players"),
    "a dealer as text": (TABLE | {"first_dealer": "Ann"}, "first_dealer", "from 0 to 15"),
    "a dealer who is not there": (TABLE | {"first_dealer": 7}, "first_dealer", "from 0 to 2"),
    "a dealer who is nothing": (TABLE | {"first_dealer": None}, "first_dealer", "or leave it out"),
    "options as a list": (TABLE | {"options": []}, "options", "an object"),
    "an option that is none": (TABLE | {"options": {"no": 1}}, "options", "no option"),
    "a value that is none": (TABLE | {"options": {"ties": {}}}, "options.ties", "true or false"),
    "a list for one answer": (TABLE | {"options": {"ties": []}}, "options", "ties"),
    "a note that is nothing": (TABLE | {"note": None}, "note", "or leave it out"),
    "a note as a number": (TABLE | {"note": 5}, "note", "text"),
    "a long note": (TABLE | {"note": "x" * 81}, "note", "80 characters"),
    "a key that is none": (TABLE | {"key": "x"}, "key", "22 to 64"),
    "a key to be guessed": (TABLE | {"key": "mygame01"}, "key", "22 to 64"),
    "a key as a number": (TABLE | {"key": 12345678}, "key", "22 to 64"),
}  # fmt: skip


@pytest.mark.parametrize(("asked", "field", "says"), START_FIELDS.values(), ids=START_FIELDS)
def test_a_start_that_cannot_be_says_what_would_be_right(
    client: CheckedClient, asked: Any, field: str, says: str
) -> None:
    answer = client.post("/api/games", json=asked)
    error: Any = answer.json
    assert (answer.status_code, error["error"]["field"]) == (422, field)
    assert says in error["error"]["message"]


def test_the_key_of_a_start_is_long_and_starts_one_game(client: CheckedClient) -> None:
    asked = TABLE | {"key": secrets.token_urlsafe(16)}
    one, other = (client.post("/api/games", json=asked) for _ in range(2))
    assert (one.status_code, one.json) == (201, other.json)
    document: Any = client.get("/api/openapi.json").json
    key = document["components"]["schemas"]["GameStart"]["properties"]["key"]
    assert "{22,64}" in key["pattern"]
    assert "at random" in key["description"]


@pytest.mark.parametrize("kind", sorted(KINDS_SENT))
def test_every_kind_is_described_with_its_fields(client: CheckedClient, kind: str) -> None:
    document: Any = client.get("/api/openapi.json").json
    schemas = document["components"]["schemas"]
    found = schemas["Entry"]["discriminator"]["mapping"][kind].rpartition("/")[2]
    described = set(schemas[found]["properties"])
    assert described == {"kind", *KINDS_SENT[kind].__struct_fields__}
    assert described >= write(EXAMPLES[kind]).keys()


@pytest.mark.parametrize("path", ["/api/games", "/api/games/{game_id}/entries"])
def test_every_answer_is_as_described(
    app: Flask, program: Program, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pace in (pages.starts, pages.guesses):
        monkeypatch.setattr(pace, "per_minute", 10**9)
    document = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    operation = document[path]["POST"]

    @given(case=operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    @settings(max_examples=40, deadline=None, derandomize=True, database=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    def hold(case: schemathesis.Case) -> None:
        if "game_id" in path:
            case.path_parameters = {"game_id": program.game}
        answer = case.call(headers=program.bearer())
        assert answer.status_code in (201, 404, 413, 422), answer.text

    hold()


def test_a_game_is_as_described(app: Flask, program: Program) -> None:
    program.write()
    document = schemathesis.openapi.from_wsgi("/api/openapi.json", app).raw_schema
    schemas = document["components"]["schemas"]
    book = program.read().json
    assert set(book) == set(schemas["Game"]["properties"])
    deal = schemas["Game"]["properties"]["deals"]["items"]["$ref"].rpartition("/")[2]
    assert set(book["deals"][0]) == set(schemas[deal]["properties"])


@pytest.mark.usefixtures("same_minute")
def test_too_many_starts_are_asked_to_wait(client: CheckedClient) -> None:
    for _ in range(STARTS_PER_MINUTE):
        assert client.post("/api/games", json={}).status_code != 429
    refused = client.post("/api/games", json={})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "30")


def test_an_inserted_deal_is_written_once_and_its_key_is_for_it_alone(
    client: CheckedClient,
) -> None:
    program = Program(client)
    hands = {"p1": {"points": 0}, "p2": {"points": 5}, "p3": {"points": 6}}
    deal = {"out": "p1", "hands": hands}
    assert program.write({"kind": "deal-written", "deal": 1, **deal}, base=1).status_code == 201
    forgotten = {"kind": "deal-inserted", "deal": 2, "before": 1, **deal}
    sent = [program.write(forgotten, base=2, key="forgotten-1").status_code for _ in range(2)]
    other = {**forgotten, "hands": hands | {"p3": {"points": 7}}}
    assert [*sent, program.write(other, base=2, key="forgotten-1").status_code] == [201, 200, 409]
