"""For programs: `POST /api/rulings`, one case in and one ruling out, and the whole as OpenAPI.

Rulings are described from their questions, games from the types that are sent, and by an example.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Union, get_args

import msgspec
from flask import Blueprint, Response, jsonify, render_template

from referee.language import has, say
from referee.rules import CaseError, rule
from referee.rules.findings import Verdict
from referee.rules.questions import QUESTIONS
from referee.rules.questions.cases import Question
from referee.rules.questions.fields import ALWAYS, NUMBER, WORD, Field
from referee.rules.questions.json_types import TEXT, Schema, json_schema
from referee.rules.schema.basis import SettledBy
from referee.scorebook.checked import LENGTHS
from referee.variants import catalogue
from referee.web.api_types import (
    KINDS_SENT,
    SAMPLE_ENTRY,
    SAMPLE_START,
    EntryConflict,
    EntrySent,
    EntryWritten,
    Game,
    GameStart,
    GameStarted,
)
from referee.web.costs import Cost, Work
from referee.web.endpoints import PATHS, SECRET, endpoint, schema_ref
from referee.web.limits import RULINGS_PER_MINUTE
from referee.web.parsing import parse_json
from referee.web.rate_limit import RateLimit

blueprint: Final = Blueprint("programs", __name__)
pace: Final = RateLimit(RULINGS_PER_MINUTE)

CASES: Final = {ask: f"{ask.title().replace('-', '')}Case" for ask in QUESTIONS}
"""The names of the schemas of cases, by question."""

_FOR_PEOPLE: Final = frozenset({"description", "summary", "title"})

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
        sends=SAMPLE_START,
        status=201,
        holds={"id": "GAME", "secrets": {"keeper": "KEEPER", "viewer": "VIEWER"}},
    ),
    Step(
        does="api-step-deal",
        method="POST",
        path="/api/games/GAME/entries",
        secret="KEEPER",
        sends=SAMPLE_ENTRY,
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
    if field.holds is WORD and field.words:
        schema["enum"] = [*field.words]
    elif field.words:
        schema["additionalProperties"] = schema["additionalProperties"] | {"enum": [*field.words]}
    if field.or_null or field.needed is not ALWAYS:
        schema["type"] = [schema["type"], "null"]
        schema |= {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    about = "" if "enum" in schema else field.how
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
    "findings": {"type": "array", "items": schema_ref("Finding")},
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


def document() -> Schema:
    """The whole description, in the language in use."""
    outline = {
        "openapi": "3.1.0",
        "info": {"title": "api-document-name", "version": "1", "description": "api-document-about"},
        "paths": PATHS,
        "components": {
            "securitySchemes": {
                SECRET: {"type": "http", "scheme": "bearer", "description": "api-secret-of-link"}
            },
            "schemas": {
                **SCHEMAS,
                **{name: case_schema(ask) for ask, name in CASES.items()},
                "Ruling": _object(_RULING, _RULING),
                "Finding": _object(
                    _FINDING | {"option": TEXT | {"description": "api-finding-option"}}, _FINDING
                ),
                "Error": _object({"error": _object(_ERROR, _ERROR)}, ("error",)),
            },
        },
    }
    worded: Schema = _worded(outline)
    return worded


def _content() -> Schema:
    """What a case holds, by its question."""
    refs = {ask: schema_ref(name) for ask, name in CASES.items()}
    mapping = {ask: ref["$ref"] for ask, ref in refs.items()}
    return {
        "schema": {
            "oneOf": [*refs.values()],
            "discriminator": {"propertyName": "ask", "mapping": mapping},
        },
        "examples": {ask: {"value": example(ask)} for ask in refs},
    }


@endpoint(
    blueprint,
    "POST",
    "/api/rulings",
    sends=_content(),
    answers={
        "200": ("api-ruling-given", "Ruling"),
        "413": "api-case-long",
        "422": "api-case-wrong",
        "429": "api-too-many-questions",
    },
)
@Cost(Work.RULING)
def api_rule() -> tuple[Response, int]:
    """Rule on the case in the body: 200 and the ruling, or 422 and what is wrong with the case.

    It reads no cookie and writes nothing, so that any program may ask.
    """
    pace.count()
    try:
        case = parse_json()
        if case is None:
            raise CaseError("", "case-no-body")
        return jsonify(rule(case).as_dict()), 200
    except CaseError as error:
        return jsonify(error.as_dict()), 422


@blueprint.get("/api/openapi.json")
def described() -> Response:
    """The description that programs read."""
    return jsonify(document())


@blueprint.get("/api")
def page() -> str:
    """The same description for people who write programs."""
    return render_template(
        "programs/page.html",
        questions=[_example(question) for question in QUESTIONS.values()],
        doors=[
            (method.upper(), path, say(door["summary"]))
            for path, doors in PATHS.items()
            if path.startswith("/api/games")
            for method, door in doors.items()
        ],
        kinds=list(KINDS_SENT),
        steps=EXAMPLE,
        plain=partial(json.dumps, ensure_ascii=False),
        always=ALWAYS,
    )


def _example(question: Question) -> tuple[object, ...]:
    """A question, its fields with their schemas, and a case of it with its ruling."""
    case = example(question.ask)
    fields = [(field, field_schema(field)) for field in question.fields]
    return question, fields, case, rule(case).as_dict()
