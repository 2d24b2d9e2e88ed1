"""The interface for programs, described as OpenAPI; every question from the table of its fields."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from referee.rules.cards import MOST_CARDS
from referee.rules.cases import HOW, LONGEST_NAME, MOST_NAMES, MOST_POINTS, MOST_ROUNDS
from referee.rules.fields import FIELDS_OF, CaseField, Holds, Needed
from referee.rules.findings import Verdict
from referee.rules.variant import Kind, SettledBy, StockOut
from referee.variants import catalogue
from referee.web.games import described
from referee.web.schemas import TEXT, WHOLE, Schema, answer, too_many

_CARDS: Final[Schema] = {"type": "string", "maxLength": MOST_CARDS * 12}
_NAME: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
_POINTS: Final[Schema] = {"type": "integer", "minimum": -MOST_POINTS, "maximum": MOST_POINTS}


def _many(items: Schema, most: int = MOST_NAMES) -> Schema:
    return {"type": "array", "items": items, "maxItems": most}


def _by_name(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values, "maxProperties": MOST_NAMES}


_HOLDS: Final[Mapping[Holds, Schema]] = MappingProxyType(
    {
        Holds.CARDS: {**_CARDS, "minLength": 1},
        Holds.SOME_CARDS: _CARDS,
        Holds.MELDS: _many({**_CARDS, "minLength": 1}),
        Holds.NUMBER: _POINTS,
        Holds.TRUTH: {"type": "boolean"},
        Holds.WORD: TEXT,
        Holds.NAME: _NAME,
        Holds.NAMES: _many(_NAME),
        Holds.HANDS: {**_by_name(_CARDS), "minProperties": 1},
        Holds.ROUNDS: _many(_by_name(_POINTS), MOST_ROUNDS),
    }
)
_SOME_GAMES: Final = "Needed where the game has what it speaks of."

_TEXTS: Final[Schema] = {"type": "array", "items": TEXT}
_READING: Final[Schema] = {
    "type": "object",
    "required": ["kind", "reads_as"],
    "properties": {
        "kind": {"type": "string", "enum": [str(kind) for kind in Kind]},
        "reads_as": _TEXTS,
    },
}
_TOTALS: Final[Schema] = {"type": "object", "additionalProperties": WHOLE}
FACTS: Final[Mapping[str, Schema]] = MappingProxyType(
    {
        "kind": _READING["properties"]["kind"],
        "reads_as": _READING["properties"]["reads_as"],
        "readings": {"type": "array", "items": _READING},
        "matches": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["requires", "cards", "reads_as"],
                "properties": {"requires": TEXT, "cards": _TEXTS, "reads_as": _TEXTS},
            },
        },
        "becomes": _TEXTS,
        "choices": {"type": "array", "items": _TEXTS},
        "takes": TEXT,
        "discard_to": {"type": ["string", "null"]},
        "extra_cards": _TOTALS,
        "cards_each": WHOLE,
        "packs": WHOLE,
        "jokers": WHOLE,
        "cards_in_play": WHOLE,
        "contract": _TEXTS,
        "points": {"anyOf": [WHOLE, _TOTALS]},
        "totals": _TOTALS,
        "order": {"type": "array", "items": _TEXTS},
        "finished": {"type": "boolean"},
        "winners": _TEXTS,
        "then": {"type": "string", "enum": [str(then) for then in StockOut]},
        "can_lay_contract": {"type": ["boolean", "null"]},
        "melds": _TEXTS,
        "left": _TEXTS,
        "points_left": WHOLE,
        "left_points": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["card", "points"],
                "properties": {"card": TEXT, "points": WHOLE},
            },
        },
        "proven": {"type": "boolean"},
        "can_go_out": {"type": ["boolean", "null"]},
        "nearest": _TEXTS,
    }
)
"""What rulings may hold besides their findings, by name."""


def field_schema(field: CaseField) -> Schema:
    """What one field of a question may hold."""
    schema = dict(_HOLDS[field.holds])
    needed = _SOME_GAMES if field.needed is Needed.IN_SOME_GAMES else ""
    if field.words:
        schema["enum"] = list(map(str, field.words))
    if field.or_null or field.needed is not Needed.ALWAYS:
        schema["type"] = [schema["type"], "null"]
        schema |= {"enum": [*schema["enum"], None]} if field.words else {}
    about = "" if field.words else HOW.get(field.name, "")
    return schema | {"description": " ".join(filter(None, (about, needed)))}


def case_schema(ask: str) -> Schema:
    """The cases of one question."""
    fields = FIELDS_OF[ask]
    always: dict[str, Schema] = {
        "game": {"type": "string", "enum": [variant.id for variant in catalogue()]},
        "ask": {"type": "string", "const": ask},
        "options": {
            "type": ["object", "null"],
            "description": "House options by name, where they differ from the game's own.",
        },
    }
    return {
        "type": "object",
        "title": ask,
        "required": ["game", "ask", *(one.name for one in fields if one.needed is Needed.ALWAYS)],
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
        "ok": {"type": "boolean", "description": "Whether it was kept."},
        "settled_by": {"type": "string", "enum": [str(by) for by in SettledBy]},
        "says": {"type": "string", "description": "A sentence for the people at the table."},
        "rule_text": {"type": "string", "description": "The rule as it is at this table."},
        "source": {"type": "string", "description": "Where the rule comes from."},
        "option": {"type": "string", "description": "The house option that would change it."},
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
                "message": {"type": "string", "description": "What is wrong, and what is right."},
            },
            "additionalProperties": False,
        }
    },
    "additionalProperties": False,
}  # fmt: skip

EXAMPLES: Final[Mapping[str, Schema]] = MappingProxyType(
    {
        "meld": {"cards": "8h * 10h Jh"},
        "contract": {"deal": 2, "melds": ["9s 9d 9c", "4h 5h *=6h 7h"]},
        "further-meld": {"deal": 1, "cards": "9s 9d 9c", "down": "earlier"},
        "lay-off": {"deal": 1, "cards": "Qh", "onto": "8h 9h 10h Jh", "down": "this-turn"},
        "take-wild": {
            "deal": 3, "give": "9h", "meld": "8h * 10h Jh", "down": "earlier", "whose": "other",
            "use": "keep",
        },
        "discard": {"deal": 1, "card": "7c", "hand": "7c 9d Kd", "took": "7c", "down": "no"},
        "go-out": {"deal": 1, "last": "discard"},
        "claim": {
            "deal": 1, "seats": ["Ann", "Bo", "Cy"], "turn": "Ann", "wants": False,
            "claims": ["Cy", "Bo"],
        },
        "deal": {"players": 4, "deal": 2},
        "points": {"cards": "K 7 7 *"},
        "score": {"hands": {"Ann": "", "Bo": "K 7", "Cy": "* A"}, "out": "Ann"},
        "standings": {"rounds": [{"Ann": 0, "Bo": 17, "Cy": 30}], "left": ["Cy"]},
        "stock-out": {"deal": 1},
        "arrange": {"deal": 1, "players": 4, "cards": "9s 9d 9c Ks Kd Kc 4h 5h *"},
    }
)  # fmt: skip
"""A case of each question, its game left out."""


def example(ask: str) -> Schema:
    """A whole case of a question, in a game that has it."""
    games = (variant for variant in catalogue() if variant.has_contracts and variant.has_jokers)
    return {"game": next(games, catalogue()[0]).id, "ask": ask, **EXAMPLES[ask]}


def _name_of(ask: str) -> str:
    return "".join(part.capitalize() for part in ask.split("-")) + "Case"


@cache
def document() -> Schema:
    """The whole description."""
    cases = {ask: _name_of(ask) for ask in FIELDS_OF}
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
                        "413": answer("The case is longer than any question.", "Error"),
                        "422": answer("The case cannot be ruled on.", "Error"),
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
