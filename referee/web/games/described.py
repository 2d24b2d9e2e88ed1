"""The interface of games for programs: the parts of the OpenAPI document, and an example."""

from dataclasses import dataclass
from typing import Final, Union

import msgspec

from referee.rules.json_types import TEXT, WHOLE, Schema
from referee.scorebook.plain import plain_game
from referee.web.games.api_types import (
    KINDS_SENT,
    EntryConflict,
    EntrySent,
    EntryWritten,
    Game,
    GameStart,
    GameStarted,
)
from referee.web.schemas import WAIT, answer, too_many


def _sent(name: str, example: Schema) -> Schema:
    schema = {"schema": {"$ref": f"#/components/schemas/{name}"}, "example": example}
    return {"required": True, "content": {"application/json": schema}}


SECURITY: Final[Schema] = {
    "link": {
        "type": "http",
        "scheme": "bearer",
        "description": "api-secret-of-link",
    }
}

_SAMPLE_DEAL: Final[Schema] = {
    "kind": "deal-written",
    "deal": 1,
    "out": "p1",
    "hands": {"p1": {"points": 0}, "p2": {"points": 20}},
}
_SAMPLE_START: Final[Schema] = {"game": plain_game().id, "players": ["Ann", "Bo"]}
_SAMPLE_ENTRY: Final[Schema] = {"key": "made-by-you-1", "base": 1, "entry": _SAMPLE_DEAL}
_TYPES: Final = (GameStart, GameStarted, EntrySent, Game, EntryWritten, EntryConflict)
(_ENTRY, *_), _COMPONENTS = msgspec.json.schema_components(
    (Union[*KINDS_SENT.values()], *_TYPES), ref_template="#/components/schemas/{name}"
)
SCHEMAS: Final[Schema] = {"Entry": _ENTRY, **_COMPONENTS}

_GAME_ID: Final[Schema] = {"name": "game_id", "in": "path", "required": True, "schema": TEXT}
_SEEN: Final[Schema] = {
    "name": "version",
    "in": "query",
    "description": "api-version-seen",
    "schema": WHOLE,
}
_WRONG: Final[Schema] = {
    "404": answer("api-no-game", "Error"),
    "413": answer("api-entry-large", "Error"),
    "429": too_many("writes"),
    "503": answer("api-book-out", "Error", headers=WAIT),
}

PATHS: Final[Schema] = {
    "/api/games": {
        "post": {
            "operationId": "start",
            "summary": "api-start",
            "requestBody": _sent("GameStart", _SAMPLE_START),
            "responses": {
                "201": answer("api-started", "GameStarted"),
                "413": _WRONG["413"],
                "422": answer("api-start-wrong", "Error"),
                "429": _WRONG["429"],
                "503": _WRONG["503"],
            },
        }
    },
    "/api/games/{game_id}": {
        "get": {
            "operationId": "read",
            "summary": "api-read",
            "security": [{"link": []}],
            "parameters": [_GAME_ID, _SEEN],
            "responses": {
                "200": answer("api-game", "Game"),
                "204": answer("api-unchanged"),
                "404": _WRONG["404"],
                "429": _WRONG["429"],
                "503": _WRONG["503"],
            },
        }
    },
    "/api/games/{game_id}/entries": {
        "post": {
            "operationId": "write",
            "summary": "api-write",
            "security": [{"link": []}],
            "parameters": [_GAME_ID],
            "requestBody": _sent("EntrySent", _SAMPLE_ENTRY),
            "responses": {
                "200": answer("api-again", "EntryWritten"),
                "201": answer("api-saved", "EntryWritten"),
                "403": answer("api-read-only", "Error"),
                "409": answer("api-conflict", "EntryConflict"),
                "422": answer("api-entry-wrong", "Error"),
                **_WRONG,
            },
        }
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A request of the worked example, and what its answer `holds`, often among other things.

    `secret` is what opens the game, and `sends` the body; each is None where there is none.
    """

    does: str
    method: str
    path: str
    status: int
    holds: Schema
    secret: str | None = None
    sends: Schema | None = None


EXAMPLE: Final = (
    Step(
        does="api-start",
        method="POST",
        path="/api/games",
        sends=_SAMPLE_START,
        status=201,
        holds={"id": "GAME", "secrets": {"keeper": "KEEPER", "viewer": "VIEWER"}},
    ),
    Step(
        does="api-step-deal",
        method="POST",
        path="/api/games/GAME/entries",
        secret="KEEPER",
        sends=_SAMPLE_ENTRY,
        status=201,
        holds={"number": 2, "again": False},
    ),
    Step(
        does="api-step-standings",
        method="GET",
        path="/api/games/GAME",
        secret="VIEWER",
        status=200,
        holds={"version": 2, "totals": {"p1": 0, "p2": 20}, "places": {"p1": 2, "p2": 1}},
    ),
)
"""A game from its start to its standings; GAME, KEEPER and VIEWER stand for what the start gave."""
