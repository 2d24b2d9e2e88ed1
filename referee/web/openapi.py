"""The interface for programs, described as OpenAPI: rulings from their questions, games from the
types that are sent, and a worked example.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Union, get_args

import msgspec

from referee.language import has, say
from referee.rules.findings import Verdict
from referee.rules.questions import QUESTIONS
from referee.rules.questions.fields import ALWAYS, NUMBER, Field
from referee.rules.questions.json_types import TEXT, WHOLE, Schema, json_schema
from referee.rules.schema.basis import SettledBy
from referee.scorebook.checked import LENGTHS
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from referee.web.games.api_types import (
    KINDS_SENT,
    EntryConflict,
    EntrySent,
    EntryWritten,
    Game,
    GameStart,
    GameStarted,
    LogAsked,
)

_FOR_PEOPLE: Final = frozenset({"description", "summary", "title"})

_WAIT: Final[Schema] = {
    "Retry-After": {"description": "api-wait", "schema": {"type": "integer", "minimum": 0}}
}


def _answer(description: str, schema: str = "", **more: Any) -> Schema:
    """An answer with what it holds, by the name of its schema, or with nothing."""
    ref = {"schema": {"$ref": f"#/components/schemas/{schema}"}}
    content = {"content": {"application/json": ref}} if schema else {}
    return {"description": description, **content, **more}


def _too_many(what: str) -> Schema:
    """The answer to whoever asks for more in a minute than one address may."""
    return _answer(f"api-too-many-{what}", "Error", headers=_WAIT)


def _sent(name: str, example: Schema) -> Schema:
    schema = {"schema": {"$ref": f"#/components/schemas/{name}"}, "example": example}
    return {"required": True, "content": {"application/json": schema}}


_SECURITY: Final[Schema] = {
    "link": {"type": "http", "scheme": "bearer", "description": "api-secret-of-link"}
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
_CAPITAL: Final = r"(?<!^)(?=[A-Z])"
SCHEMAS: Final[Schema] = {
    "Entry": _ENTRY,
    **{
        name: schema | {"description": f"api-type-{re.sub(_CAPITAL, '-', name).lower()}"}
        for name, schema in _COMPONENTS.items()
    },
}

_GAME_ID: Final[Schema] = {"name": "game_id", "in": "path", "required": True, "schema": TEXT}
_SEEN: Final[Schema] = {
    "name": "version",
    "in": "query",
    "description": "api-version-seen",
    "schema": WHOLE,
}
_LOG_PART: Final = [
    {"name": name, "in": "query", "schema": schema}
    for name, schema in msgspec.json.schema(LogAsked)["$defs"]["LogAsked"]["properties"].items()
]
_WRONG: Final[Schema] = {
    "404": _answer("api-no-game", "Error"),
    "413": _answer("api-entry-large", "Error"),
    "429": _too_many("writes"),
    "503": _answer("api-book-out", "Error", headers=_WAIT),
}

PATHS: Final[Schema] = {
    "/api/games": {
        "post": {
            "operationId": "start",
            "summary": "api-start",
            "requestBody": _sent("GameStart", _SAMPLE_START),
            "responses": {
                "201": _answer("api-started", "GameStarted"),
                "413": _WRONG["413"],
                "422": _answer("api-start-wrong", "Error"),
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
            "parameters": [_GAME_ID, _SEEN, *_LOG_PART],
            "responses": {
                "200": _answer("api-game", "Game"),
                "204": _answer("api-unchanged"),
                "404": _WRONG["404"],
                "422": _answer("api-read-wrong", "Error"),
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
                "200": _answer("api-again", "EntryWritten"),
                "201": _answer("api-saved", "EntryWritten"),
                "403": _answer("api-read-only", "Error"),
                "409": _answer("api-conflict", "EntryConflict"),
                "422": _answer("api-entry-wrong", "Error"),
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


def _facts() -> dict[str, Schema]:
    """What rulings may hold besides their findings, by name."""
    holds: dict[str, list[Schema]] = {}
    for question in QUESTIONS.values():
        for name, shape in question.facts.items():
            schema = json_schema(shape)
            if schema not in holds.setdefault(name, []):
                holds[name].append(schema)
    return {
        name: schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
        for name, schemas in holds.items()
    }


def field_schema(field: Field[Any]) -> Schema:
    """What one field of a question may hold."""
    schema = dict(field.holds.schema)
    if field.holds is NUMBER:
        schema |= {"minimum": field.least, "maximum": field.most}
    if field.words:
        schema["enum"] = list(map(str, field.words))
    if field.or_null or field.needed is not ALWAYS:
        schema["type"] = [schema["type"], "null"]
        schema |= {"enum": [*schema["enum"], None]} if field.words else {}
    about = "" if field.words else field.how
    needed = say(f"needed-{field.needed.name}") if field.needed.name else ""
    return schema | {"description": " ".join(filter(None, (about, needed)))}


def _object(properties: Schema, required: Iterable[str], **more: Any) -> Schema:
    """An object that holds nothing else."""
    shape = {"required": [*required], "properties": properties, "additionalProperties": False}
    return {"type": "object", **more, **shape}


def case_schema(ask: str) -> Schema:
    """The cases of one question."""
    fields = QUESTIONS[ask].fields
    always: dict[str, Schema] = {
        "game": {"type": "string", "enum": [variant.id for variant in catalogue()]},
        "ask": {"type": "string", "const": ask},
        "options": {"type": ["object", "null"], "description": "api-options"},
    }
    properties = always | {field.name: field_schema(field) for field in fields}
    needed = (field.name for field in fields if field.needed is ALWAYS)
    return _object(properties, ("game", "ask", *needed), title=ask)


_SETTLED_BY: Final[Schema] = {"type": "string", "enum": list(get_args(SettledBy))}
_RULING: Final[Schema] = {
    "verdict": {"type": "string", "enum": list(get_args(Verdict))},
    "settled_by": _SETTLED_BY,
    "findings": {"type": "array", "items": {"$ref": "#/components/schemas/Finding"}},
    "facts": {"type": "object", "properties": _facts()},
}
_FINDING: Final[Schema] = {
    "rule": TEXT | {"description": "api-finding-rule"},
    "ok": {"type": "boolean", "description": "api-finding-ok"},
    "settled_by": _SETTLED_BY,
    "says": TEXT | {"description": "api-finding-says"},
    "rule_text": TEXT | {"description": "api-finding-text"},
    "source": TEXT | {"description": "api-finding-source"},
}
_ERROR: Final[Schema] = {
    "field": TEXT | {"description": "api-error-field"},
    "message": TEXT | {"description": "api-error-message"},
}


def example(ask: str) -> Schema:
    """A whole case of a question, in a game that has it."""
    question = QUESTIONS[ask]
    games = [variant for variant in catalogue() if question.games(variant)]
    usual = (variant for variant in games if variant.has_contracts and variant.has_jokers)
    return {"game": next(usual, games[0]).id, "ask": ask, **question.example}


def document() -> Schema:
    """The whole description, in the language in use."""
    worded: Schema = _worded(_outline())
    return worded


def _worded(part: Any) -> Any:
    """A part of the outline with sentences where its descriptions name messages."""
    if isinstance(part, Mapping):
        return {
            key: say(value, **LENGTHS)
            if key in _FOR_PEOPLE and isinstance(value, str) and has(value)
            else _worded(value)
            for key, value in part.items()
        }
    return [_worded(item) for item in part] if isinstance(part, list | tuple) else part


def _outline() -> Schema:
    """The whole description, with messages in place of sentences."""
    cases = {ask: f"{ask.title().replace('-', '')}Case" for ask in QUESTIONS}
    refs = {ask: f"#/components/schemas/{name}" for ask, name in cases.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "api-document-name", "version": "1", "description": "api-document-about"},
        "paths": {
            "/api/rulings": {
                "post": {
                    "operationId": "rule",
                    "summary": "api-rule",
                    "requestBody": {
                        "required": True,
                        "content": {
                            "application/json": {
                                "schema": {
                                    "oneOf": [{"$ref": ref} for ref in refs.values()],
                                    "discriminator": {"propertyName": "ask", "mapping": refs},
                                },
                                "examples": {ask: {"value": example(ask)} for ask in cases},
                            }
                        },
                    },
                    "responses": {
                        "200": _answer("api-ruling-given", "Ruling"),
                        "413": _answer("api-case-long", "Error"),
                        "422": _answer("api-case-wrong", "Error"),
                        "429": _too_many("questions"),
                    },
                }
            },
            **PATHS,
        },
        "components": {
            "securitySchemes": _SECURITY,
            "schemas": {
                **SCHEMAS,
                **{name: case_schema(ask) for ask, name in cases.items()},
                "Ruling": _object(_RULING, _RULING),
                "Finding": _object(
                    _FINDING | {"option": TEXT | {"description": "api-finding-option"}}, _FINDING
                ),
                "Error": _object({"error": _object(_ERROR, _ERROR)}, ("error",)),
            },
        },
    }
