"""The interface of games for programs, as the parts of the OpenAPI document that describe it."""

from typing import Any, Final

from referee.scorebook.entries import KINDS
from referee.scorebook.kept import RulingKept
from referee.scorebook.limits import ENTRIES, KEY, NOTE_LENGTH

Schema = dict[str, Any]

_TEXT: Final[Schema] = {"type": "string"}
_WHOLE: Final[Schema] = {"type": "integer"}
_SURE: Final[Schema] = {"type": "boolean"}
_BASE: Final[Schema] = {
    **_WHOLE,
    "minimum": 0,
    "maximum": ENTRIES,
    "description": "The version that the program had seen.",
}
_KEY: Final[Schema] = {
    "type": "string",
    "pattern": f"^{KEY.pattern}$",
    "description": "Made by the program; what is sent twice under it is written once.",
}


def _object(properties: Schema, *needed: str) -> Schema:
    return {"type": "object", "properties": properties, "required": list(needed or properties)}


def _by_player(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _answer(description: str, name: str = "") -> Schema:
    schema = {"schema": {"$ref": f"#/components/schemas/{name}"}}
    content = {"content": {"application/json": schema}} if name else {}
    return {"description": description, **content}


def _sent(name: str, example: Schema) -> Schema:
    schema = {"schema": {"$ref": f"#/components/schemas/{name}"}, "example": example}
    return {"required": True, "content": {"application/json": schema}}


SECURITY: Final[Schema] = {
    "link": {
        "type": "http",
        "scheme": "bearer",
        "description": "The secret of a link: what follows /k/ in its address.",
    }
}

_HAND: Final = _object(
    {
        "points": {"type": ["integer", "null"], "description": "null while they are missing."},
        "cards": _TEXT,
        "sum": _TEXT,
    },
    "points",
)
_SAMPLE_DEAL: Final[Schema] = {
    "kind": "deal-written",
    "deal": 1,
    "out": "p1",
    "hands": {"p1": {"points": 0}, "p2": {"points": 20}},
}
_NEXT: Final = _object({"number": _WHOLE, "slip": _WHOLE, "dealer": _TEXT, "leader": _TEXT})

SCHEMAS: Final[Schema] = {
    "GameStart": _object(
        {
            "game": _TEXT,
            "players": {"type": "array", "items": _TEXT, "minItems": 2},
            "first_dealer": {**_WHOLE, "minimum": 0, "default": 0},
            "options": {"type": "object"},
            "note": {**_TEXT, "maxLength": NOTE_LENGTH},
            "key": _KEY,
        },
        "game",
        "players",
    ),
    "GameStarted": _object(
        {"id": _TEXT, "secrets": _object({"keeper": _TEXT, "viewer": _TEXT})},
    ),
    "Entry": {
        "type": "object",
        "description": "The kind says which other fields it has, as saved copies of games show. "
        "`deal` is the slip of a deal, which it keeps when others are put in before it.",
        "required": ["kind"],
        "properties": {
            "kind": {
                "type": "string",
                "enum": sorted({*KINDS} - {RulingKept.kind, "started"}),
            },
            "hands": _by_player(_HAND),
        },
    },
    "EntrySent": _object(
        {"key": _KEY, "base": _BASE, "entry": {"$ref": "#/components/schemas/Entry"}}
    ),
    "Game": _object(
        {
            "id": _TEXT,
            "version": _WHOLE,
            "title": _TEXT,
            "game": _TEXT,
            "options": {"type": "object"},
            "players": {
                "type": "array",
                "items": _object({"key": _TEXT, "name": _TEXT, "plays": _SURE}),
            },
            "deals": {
                "type": "array",
                "items": _object(
                    {
                        "number": _WHOLE,
                        "slip": _WHOLE,
                        "dealer": _TEXT,
                        "out": {"type": ["string", "null"]},
                        "points": _by_player(_WHOLE),
                        "missing": {"type": "array", "items": _TEXT},
                        "running": _by_player(_WHOLE),
                    }
                ),
            },
            "totals": _by_player(_WHOLE),
            "places": _by_player(_WHOLE),
            "finished": _SURE,
            "winners": {"type": "array", "items": _TEXT},
            "next": {"anyOf": [_NEXT, {"type": "null"}]},
            "log": {
                "type": "array",
                "items": _object(
                    {"number": _WHOLE, "at": _TEXT, "who": _TEXT, "says": _TEXT, "stands": _SURE}
                ),
            },
        }
    ),
    "EntryWritten": _object(
        {"number": _WHOLE, "again": _SURE, "game": {"$ref": "#/components/schemas/Game"}}
    ),
    "EntryConflict": _object(
        {
            "error": {"type": "object"},
            "theirs": {"type": "array", "items": {"type": "object"}},
            "version": _WHOLE,
        }
    ),
}

_GAME_ID: Final[Schema] = {"name": "game_id", "in": "path", "required": True, "schema": _TEXT}
_SEEN: Final[Schema] = {
    "name": "version",
    "in": "query",
    "description": "The version seen last: 204 while it is still that.",
    "schema": _WHOLE,
}
_WRONG: Final[Schema] = {
    "404": _answer("No such game, or the secret does not open it.", "Error"),
    "413": _answer("More than any entry needs.", "Error"),
    "429": _answer("Too many in a minute.", "Error"),
}

PATHS: Final[Schema] = {
    "/api/games": {
        "post": {
            "operationId": "start",
            "summary": "Start a game",
            "requestBody": _sent("GameStart", {"game": "scores", "players": ["Ann", "Bo"]}),
            "responses": {
                "201": _answer("The game, with the secrets of its two links.", "GameStarted"),
                "413": _WRONG["413"],
                "422": _answer("The game cannot be started so.", "Error"),
                "429": _WRONG["429"],
            },
        }
    },
    "/api/games/{game_id}": {
        "get": {
            "operationId": "read",
            "summary": "Read a game as it stands",
            "security": [{"link": []}],
            "parameters": [_GAME_ID, _SEEN],
            "responses": {
                "200": _answer("The game.", "Game"),
                "204": _answer("Nothing changed since that version."),
                "404": _WRONG["404"],
                "429": _WRONG["429"],
            },
        }
    },
    "/api/games/{game_id}/entries": {
        "post": {
            "operationId": "write",
            "summary": "Write one entry in the log of a game",
            "security": [{"link": []}],
            "parameters": [_GAME_ID],
            "requestBody": _sent(
                "EntrySent", {"key": "made-by-you-1", "base": 1, "entry": _SAMPLE_DEAL}
            ),
            "responses": {
                "200": _answer("It stood already.", "EntryWritten"),
                "201": _answer("It is written.", "EntryWritten"),
                "403": _answer("This secret only reads.", "Error"),
                "409": _answer("Another phone wrote about the same; both.", "EntryConflict"),
                "422": _answer("It cannot be written, and why.", "Error"),
                **_WRONG,
            },
        }
    },
}
