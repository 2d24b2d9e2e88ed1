"""What programs and those who write them read: none of it stands outside the catalogue."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from referee.language import use
from referee.scorebook.plain import plain_game
from referee.web import programs
from referee.web.api_types import GAMES
from tests.language.test_rulings import WORD, bracketed, unbracketed
from tests.pages import CheckedClient


def described(part: Any) -> Iterator[str]:
    """The sentences of a part of the OpenAPI document."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key in ("description", "summary") and isinstance(value, str):
                yield value
            else:
                yield from described(value)
    elif isinstance(part, list):
        for one in part:
            yield from described(one)


def test_no_english_is_left_in_the_openapi_document() -> None:
    assert programs.document()["info"]["title"] == "Rummy referee"
    with use(bracketed()):
        document = programs.document()
    assert document["info"]["title"] == "⟦Rummy referee⟧"
    sentences = list(described(document))
    assert len(sentences) > 100
    assert {text for text in sentences if WORD.search(unbracketed(text))} == set()


GAME = plain_game().id
FIELDS = programs.SCHEMAS["GameStart"]["properties"]
NAMES = {word for name in (*FIELDS, *GAMES) for word in WORD.findall(name)}


@pytest.mark.parametrize(
    "sent",
    [
        [],
        {},
        {"game": GAME},
        {"game": "whist", "players": ["Ann", "Bo"]},
        {"game": GAME, "players": 2},
        {"game": GAME, "players": ["Ann", 2]},
        {"game": GAME, "players": ["Ann", "Bo"], "first_dealer": 2},
        {"game": GAME, "players": ["Ann", "Bo"], "first_dealer": -1},
    ],
    ids=str,
)
def test_no_english_is_left_where_no_game_is_started(client: CheckedClient, sent: object) -> None:
    with use(bracketed()):
        answer = client.post("/api/games", json=sent)
    assert answer.status_code == 422
    message = json.loads(answer.text)["error"]["message"]
    assert set(WORD.findall(unbracketed(message))) <= NAMES
