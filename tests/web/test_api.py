"""Games for programs."""

from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from referee.scorebook import limits
from referee.variants import catalogue
from referee.web.games import views
from tests.pages import CheckedClient

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


def test_an_entry_is_written(program: Program) -> None:
    answer = program.write()
    assert (answer.status_code, answer.json["game"]["totals"]) == (
        201, {"p1": 0, "p2": 20, "p3": 30}
    )  # fmt: skip


def test_an_entry_sent_twice_is_written_once(program: Program) -> None:
    program.write()
    assert (program.write().status_code, program.read().json["version"]) == (200, 2)


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
    "the line to take back": lambda number: {"kind": "undone", "entry": number, "about": []},
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


@pytest.mark.parametrize("number", BEYOND)
@pytest.mark.parametrize("entry", NUMBERS.values(), ids=NUMBERS)
def test_a_number_beyond_all_is_refused(
    program: Program, entry: Callable[[Any], Any], number: Any
) -> None:
    assert program.write(entry(number)).status_code == 422
    assert program.read().json["version"] == 1


@pytest.mark.parametrize("dealer", [-1, 3, 10**30, float("inf"), True])
def test_a_dealer_beyond_the_seats_is_refused(client: CheckedClient, dealer: Any) -> None:
    answer = client.post("/api/games", json=TABLE | {"first_dealer": dealer})
    assert (answer.status_code, answer.json["error"]["field"]) == (  # type: ignore[index]
        422, "first_dealer"
    )  # fmt: skip


WRONG_STARTS = {
    "no object": [],
    "no players": {"game": GAME.id},
    "players as text": TABLE | {"players": "Ann"},
    "an unknown game": TABLE | {"game": "whist"},
    "a dealer as text": TABLE | {"first_dealer": "Ann"},
    "a dealer who is not there": TABLE | {"first_dealer": 7},
    "options as a list": TABLE | {"options": []},
    "an option that is none": TABLE | {"options": {"no": 1}},
    "a value that is none": TABLE | {"options": {"ties": []}},
    "a key that is none": TABLE | {"key": "x"},
}


@pytest.mark.parametrize("asked", WRONG_STARTS.values(), ids=WRONG_STARTS)
def test_a_start_that_cannot_be_is_refused(client: CheckedClient, asked: Any) -> None:
    assert client.post("/api/games", json=asked).status_code == 422


@pytest.mark.parametrize("path", ["/api/games", "/api/games/{game_id}/entries"])
def test_every_answer_is_as_described(
    app: Flask, program: Program, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pace in (views.starts, views.guesses):
        monkeypatch.setattr(pace, "_most", 10**9)
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
    described = document["components"]["schemas"]["Game"]
    book = program.read().json
    assert set(book) == set(described["properties"])
    assert set(book["deals"][0]) == set(described["properties"]["deals"]["items"]["properties"])
