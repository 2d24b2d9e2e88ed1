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
        "description": "The secret of a link: the part of its address after /k/.",
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
    "description": "The last version you read: 204 if nothing has changed since.",
    "schema": WHOLE,
}
_WRONG: Final[Schema] = {
    "404": answer("No such game, or the secret doesn’t open it.", "Error"),
    "413": answer("The entry is too large.", "Error"),
    "429": too_many("new games, entries or wrong secrets"),
    "503": answer(
        "The score book can’t be used right now; nothing is lost.", "Error", headers=WAIT
    ),
}

PATHS: Final[Schema] = {
    "/api/games": {
        "post": {
            "operationId": "start",
            "summary": "Start a game",
            "requestBody": _sent("GameStart", _SAMPLE_START),
            "responses": {
                "201": answer("The game, with the secrets of its two links.", "GameStarted"),
                "413": _WRONG["413"],
                "422": answer("The game can’t be started like this.", "Error"),
                "429": _WRONG["429"],
                "503": _WRONG["503"],
            },
        }
    },
    "/api/games/{game_id}": {
        "get": {
            "operationId": "read",
            "summary": "Read a game",
            "security": [{"link": []}],
            "parameters": [_GAME_ID, _SEEN],
            "responses": {
                "200": answer("The game.", "Game"),
                "204": answer("Nothing has changed since that version."),
                "404": _WRONG["404"],
                "429": _WRONG["429"],
                "503": _WRONG["503"],
            },
        }
    },
    "/api/games/{game_id}/entries": {
        "post": {
            "operationId": "write",
            "summary": "Add an entry to the log of a game",
            "security": [{"link": []}],
            "parameters": [_GAME_ID],
            "requestBody": _sent("EntrySent", _SAMPLE_ENTRY),
            "responses": {
                "200": answer("It was already saved.", "EntryWritten"),
                "201": answer("It’s saved.", "EntryWritten"),
                "403": answer("This secret is read-only.", "Error"),
                "409": answer(
                    "Conflict: another client changed the same thing, or the key was used for "
                    "another entry. The saved version is returned.",
                    "EntryConflict",
                ),
                "422": answer("It can’t be saved, and why.", "Error"),
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
        does="Start a game",
        method="POST",
        path="/api/games",
        sends=_SAMPLE_START,
        status=201,
        holds={"id": "GAME", "secrets": {"keeper": "KEEPER", "viewer": "VIEWER"}},
    ),
    Step(
        does="Enter a deal",
        method="POST",
        path="/api/games/GAME/entries",
        secret="KEEPER",
        sends=_SAMPLE_ENTRY,
        status=201,
        holds={"number": 2, "again": False},
    ),
    Step(
        does="Read the standings",
        method="GET",
        path="/api/games/GAME",
        secret="VIEWER",
        status=200,
        holds={"version": 2, "totals": {"p1": 0, "p2": 20}, "places": {"p1": 2, "p2": 1}},
    ),
)
"""A game from its start to its standings; GAME, KEEPER and VIEWER stand for what the start gave."""
