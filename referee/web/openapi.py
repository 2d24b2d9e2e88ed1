"""The interface for programs, described as OpenAPI; every question from its declaration."""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from referee.language import Catalogue, has, in_use, say
from referee.rules.cases import NUMBER
from referee.rules.declared import QUESTIONS
from referee.rules.fields import ALWAYS, Field
from referee.rules.findings import Verdict
from referee.rules.json_types import Schema
from referee.rules.variant import SettledBy
from referee.scorebook.checked import LENGTHS
from referee.variants import catalogue
from referee.web.games import described
from referee.web.schemas import answer, too_many

_CAPITAL: Final = r"(?<!^)(?=[A-Z])"
_FOR_PEOPLE: Final = frozenset({"description", "summary", "title"})


def _facts() -> dict[str, Schema]:
    holds: dict[str, list[Schema]] = {}
    for question in QUESTIONS.values():
        for name, schema in question.facts.items():
            if schema not in holds.setdefault(name, []):
                holds[name].append(schema)
    return {
        name: schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
        for name, schemas in holds.items()
    }


FACTS: Final = MappingProxyType(_facts())
"""What rulings may hold besides their findings, by name."""


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


def case_schema(ask: str) -> Schema:
    """The cases of one question."""
    fields = QUESTIONS[ask].fields
    always: dict[str, Schema] = {
        "game": {"type": "string", "enum": [variant.id for variant in catalogue()]},
        "ask": {"type": "string", "const": ask},
        "options": {
            "type": ["object", "null"],
            "description": "api-options",
        },
    }
    return {
        "type": "object",
        "title": ask,
        "required": ["game", "ask", *(field.name for field in fields if field.needed is ALWAYS)],
        "properties": always | {field.name: field_schema(field) for field in fields},
        "additionalProperties": False,
    }


RULING: Final[Schema] = {
    "type": "object",
    "required": ["verdict", "settled_by", "findings", "facts"],
    "properties": {
        "verdict": {"type": "string", "enum": [str(verdict) for verdict in Verdict]},
        "settled_by": {"type": "string", "enum": [str(by) for by in SettledBy]},
        "findings": {"type": "array", "items": {"$ref": "#/components/schemas/Finding"}},
        "facts": {"type": "object", "properties": dict(FACTS)},
    },
    "additionalProperties": False,
}
FINDING: Final[Schema] = {
    "type": "object",
    "required": ["rule", "ok", "settled_by", "says", "rule_text", "source"],
    "properties": {
        "rule": {"type": "string", "description": "api-finding-rule"},
        "ok": {"type": "boolean", "description": "api-finding-ok"},
        "settled_by": {"type": "string", "enum": [str(by) for by in SettledBy]},
        "says": {"type": "string", "description": "api-finding-says"},
        "rule_text": {"type": "string", "description": "api-finding-text"},
        "source": {"type": "string", "description": "api-finding-source"},
        "option": {"type": "string", "description": "api-finding-option"},
    },
    "additionalProperties": False,
}
ERROR: Final[Schema] = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["field", "message"],
            "properties": {
                "field": {"type": "string", "description": "api-error-field"},
                "message": {"type": "string", "description": "api-error-message"},
            },
            "additionalProperties": False,
        }
    },
    "additionalProperties": False,
}  # fmt: skip


def example(ask: str) -> Schema:
    """A whole case of a question, in a game that has it."""
    games = (variant for variant in catalogue() if variant.has_contracts and variant.has_jokers)
    return {"game": next(games, catalogue()[0]).id, "ask": ask, **QUESTIONS[ask].example}


def _name_of(ask: str) -> str:
    return "".join(part.capitalize() for part in ask.split("-")) + "Case"


def document() -> Schema:
    """The whole description, in the language in use."""
    return _document(in_use())


@cache
def _document(_language: Catalogue) -> Schema:
    worded: Schema = _worded(_outline())
    for name in described.SCHEMAS:
        schema = worded["components"]["schemas"][name]
        if "description" in schema:
            schema["description"] = say(f"api-type-{re.sub(_CAPITAL, '-', name).lower()}")
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
    cases = {ask: _name_of(ask) for ask in QUESTIONS}
    refs = {ask: f"#/components/schemas/{name}" for ask, name in cases.items()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "api-document-name",
            "version": "1",
            "description": "api-document-about",
        },
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
                        "200": answer("api-ruling-given", "Ruling"),
                        "413": answer("api-case-long", "Error"),
                        "422": answer("api-case-wrong", "Error"),
                        "429": too_many("questions"),
                    },
                }
            },
            **described.PATHS,
        },
        "components": {
            "securitySchemes": described.SECURITY,
            "schemas": {
                **described.SCHEMAS,
                **{name: case_schema(ask) for ask, name in cases.items()},
                "Ruling": RULING,
                "Finding": FINDING,
                "Error": ERROR,
            },
        },
    }
