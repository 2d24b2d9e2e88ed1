"""What fields of cases and facts of rulings hold, as JSON Schema."""

from typing import Any, Final, get_args

from referee.rules.schema.melds import KINDS
from referee.rules.schema.play import StockOut

Schema = dict[str, Any]

TEXT: Final[Schema] = {"type": "string"}
WHOLE: Final[Schema] = {"type": "integer"}
FLAG: Final[Schema] = {"type": "boolean"}
FLAG_OR_NULL: Final[Schema] = {"type": ["boolean", "null"]}
NAME_OR_NULL: Final[Schema] = {"type": ["string", "null"]}


def listed(items: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": items}


def by_name(values: Schema) -> Schema:
    """A table of the same by players' names."""
    return {"type": "object", "additionalProperties": values}


def table(**holds: Schema) -> Schema:
    """A table that has each of these names."""
    return {"type": "object", "required": list(holds), "properties": holds}


TEXTS: Final = listed(TEXT)
TOTALS: Final = by_name(WHOLE)
KIND: Final[Schema] = {"type": "string", "enum": list(KINDS)}
THEN: Final[Schema] = {"type": "string", "enum": list(get_args(StockOut))}

NEAREST: Final = {"nearest": TEXTS}
MELD: Final = {
    "kind": KIND,
    "reads_as": TEXTS,
    "readings": listed(table(kind=KIND, reads_as=TEXTS)),
} | NEAREST
"""The facts about a meld."""
