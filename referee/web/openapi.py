"""The interface for programs, described as OpenAPI; every question from its declaration."""

from functools import cache
from types import MappingProxyType
from typing import Any, Final

from referee.language import say
from referee.rules.cases import NUMBER
from referee.rules.declared import QUESTIONS
from referee.rules.fields import ALWAYS, Field
from referee.rules.findings import Verdict
from referee.rules.json_types import Schema
from referee.rules.variant import SettledBy
from referee.variants import catalogue
from referee.web.games import described
from referee.web.schemas import answer, too_many


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
            "description": "House rules by name, where they differ from the game’s defaults.",
        },
    }
    return {
        "type": "object",
        "title": ask,
        "required": ["game", "ask", *(one.name for one in fields if one.needed is ALWAYS)],
        "properties": always | {one.name: field_schema(one) for one in fields},
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
        "rule": {"type": "string", "description": "The rule that decided, by its id."},
        "ok": {"type": "boolean", "description": "Whether the rule was followed."},
        "settled_by": {"type": "string", "enum": [str(by) for by in SettledBy]},
        "says": {"type": "string", "description": "A sentence for the players."},
        "rule_text": {"type": "string", "description": "The rule as it is at this table."},
        "source": {"type": "string", "description": "Where the rule comes from."},
        "option": {"type": "string", "description": "The house rule that would change it."},
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
                "field": {"type": "string", "description": "The field that is wrong, if any."},
                "message": {"type": "string", "description": "What’s wrong, and how to fix it."},
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


@cache
def document() -> Schema:
    """The whole description."""
    cases = {ask: _name_of(ask) for ask in QUESTIONS}
    refs = {ask: f"#/components/schemas/{name}" for ask, name in cases.items()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rummy referee",
            "version": "1",
            "description": "Rulings on the questions of a rummy table, and every reason. Games: "
            "start one, read it, and write in its score book with the secret of one of its links.",
        },
        "paths": {
            "/api/rulings": {
                "post": {
                    "operationId": "rule",
                    "summary": "Rule on one case",
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
                        "200": answer("The ruling.", "Ruling"),
                        "413": answer("The case is too long.", "Error"),
                        "422": answer("The case can’t be ruled on.", "Error"),
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
