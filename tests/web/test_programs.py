"""The interface for programs: rulings by HTTP, held to the document that describes them."""

import json
import re
from html import unescape
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from referee.rules.questions import QUESTIONS
from referee.web import programs
from referee.web.api_types import KINDS_SENT
from referee.web.limits import BODY_BYTES, RULINGS_PER_MINUTE
from referee.web.rate_limit import RateLimit
from tests.pages import CheckedClient

EXAMPLES = 50
"""Requests of either kind, those that keep to the document and those that break it."""

ASKS = pytest.mark.parametrize("ask", QUESTIONS)


@pytest.fixture
def document(app: Flask) -> schemathesis.BaseSchema:
    """The document, as the site serves it."""
    return document_of(app)


def document_of(site: Flask) -> schemathesis.BaseSchema:
    document = schemathesis.openapi.from_wsgi("/api/openapi.json", site)
    # A request may be too large before anyone looks at what is wrong in it.
    rejection = document.config.checks.negative_data_rejection
    rejection.expected_statuses = [*rejection.expected_statuses, "413"]
    return document


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No limit on questions a minute."""
    monkeypatch.setattr(programs, "pace", RateLimit(10**9))


@pytest.mark.parametrize("mode", GenerationMode)
def test_every_answer_is_as_described(
    unhurried: None, document: schemathesis.BaseSchema, mode: GenerationMode
) -> None:
    """As `./run proof desk` does with many more requests."""
    hold_to_document(document, mode, EXAMPLES)


def hold_to_document(
    document: schemathesis.BaseSchema, mode: GenerationMode, examples: int
) -> None:
    """Ask for so many rulings, and raise where an answer is not as it is described."""
    operation = document["/api/rulings"]["POST"]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=examples, deadline=None, derandomize=True, database=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    def hold(case: schemathesis.Case) -> None:
        # Whether cards and numbers make sense together no schema says: 422 is an answer, too.
        # Straight from the app nothing unpacks what came.
        case.call_and_validate(
            headers={"Accept-Encoding": "identity"}, excluded_checks=[positive_data_acceptance]
        )

    hold()


def test_the_document_is_served(client: CheckedClient) -> None:
    answer = client.get("/api/openapi.json")
    assert (answer.mimetype, answer.get_json()["openapi"]) == ("application/json", "3.1.0")


def test_the_document_speaks_of_rulings_and_of_games(client: CheckedClient) -> None:
    document: Any = client.get("/api/openapi.json").json
    about = document["info"]["description"]
    assert about.startswith("Rulings on") and "Games: start one" in about


def test_a_word_for_each_player_is_one_of_a_few(client: CheckedClient) -> None:
    document: Any = client.get("/api/openapi.json").json
    dropped = document["components"]["schemas"]["ScoreCase"]["properties"]["dropped"]
    assert dropped["additionalProperties"]["enum"] == ["first", "middle"]
    assert "enum" not in dropped


def test_every_door_says_how_long_to_wait(client: CheckedClient) -> None:
    document: Any = client.get("/api/openapi.json").json
    doors = [door for doors in document["paths"].values() for door in doors.values()]
    assert len(doors) == 4
    assert all("Retry-After" in door["responses"]["429"]["headers"] for door in doors)


@ASKS
def test_every_question_is_described_with_its_fields(ask: str) -> None:
    described = set(programs.case_schema(ask)["properties"])
    assert described == {"game", "ask", "options", *(field.name for field in QUESTIONS[ask].fields)}


@ASKS
def test_every_example_is_ruled_on(client: CheckedClient, ask: str) -> None:
    answer = client.post("/api/rulings", json=programs.example(ask))
    assert answer.status_code == 200, answer.text
    assert set(QUESTIONS[ask].example) <= {field.name for field in QUESTIONS[ask].fields}


@ASKS
def test_the_page_for_people_shows_every_question_and_its_ruling(
    client: CheckedClient, ask: str
) -> None:
    case = programs.example(ask)
    ruling = client.post("/api/rulings", json=case).get_json()
    text = unescape(client.get("/api").text)
    shown = re.search(rf'"example-{ask}"><code>(.*?)\n\n→ 200\n(.*?)</code>', text, re.S)
    assert shown and [json.loads(part) for part in shown.groups()] == [case, ruling]


GAMES = ["/api/games", "/api/games/{game_id}", "/api/games/{game_id}/entries"]


@pytest.mark.parametrize("path", GAMES)
def test_the_page_for_people_shows_every_door_to_games(client: CheckedClient, path: str) -> None:
    document: Any = client.get("/api/openapi.json").json
    text = client.see("/api").text
    for method, door in document["paths"][path].items():
        assert f"{method.upper()} {path} {door['summary']}" in text


@pytest.mark.parametrize("kind", KINDS_SENT)
def test_the_page_for_people_names_every_kind_of_entry(client: CheckedClient, kind: str) -> None:
    assert re.search(rf"\b{kind}\b", client.see("/api").text)


def test_the_example_of_the_page_for_people_goes_as_it_says(client: CheckedClient) -> None:
    page = client.get("/api").text
    shown = [unescape(step) for step in re.findall(r'"step-\d"><code>(.*?)</code>', page, re.S)]
    stand_for: dict[str, str] = {}
    for step in shown:
        for name, real in stand_for.items():
            step = re.sub(rf"\b{name}\b", real, step)
        asked, _, answered = step.partition("\n\n\N{RIGHTWARDS ARROW} ")
        head, _, body = asked.partition("\n\n")
        (method, path), *more = [line.split(" ", 1) for line in head.splitlines()]
        headers = {name.removesuffix(":"): value for name, value in more}
        answer = client.open(path, method=method, headers=headers, data=body)
        status, _, holds = answered.partition("\n")
        assert answer.status_code == int(status), answer.text
        got, said = answer.get_json(), json.loads(holds)
        if "secrets" in said:
            names = [said["id"], *said["secrets"].values()]
            stand_for = dict(zip(names, [got["id"], *got["secrets"].values()], strict=True))
            assert (got.keys(), got["secrets"].keys()) == (said.keys(), said["secrets"].keys())
        else:
            assert said.items() <= got.items()
    assert (len(shown), len(stand_for)) == (3, 3)


@ASKS
def test_every_fact_is_described(client: CheckedClient, ask: str) -> None:
    facts = client.post("/api/rulings", json=programs.example(ask)).get_json()["facts"]
    assert set(facts) <= set(QUESTIONS[ask].facts)


def test_a_case_that_is_much_too_long_is_refused(client: CheckedClient) -> None:
    answer = client.post("/api/rulings", data="x" * (BODY_BYTES + 1))
    assert answer.status_code == 413 and answer.get_json()["error"]["message"]


@pytest.mark.usefixtures("same_minute")
def test_too_many_questions_are_asked_to_wait(client: CheckedClient) -> None:
    case = programs.example("stock-out")
    for _ in range(RULINGS_PER_MINUTE):
        assert client.post("/api/rulings", json=case).status_code == 200
    refused = client.post("/api/rulings", json=case)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "30")
    assert set(refused.get_json()["error"]) == {"field", "message"}
