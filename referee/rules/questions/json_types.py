"""What fields of cases and facts of rulings hold, as JSON Schema."""

from types import NoneType
from typing import Any, Literal, get_args, get_origin

Schema = dict[str, Any]

_NAMES = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}


def json_schema(shape: Any) -> Schema:
    """The schema of what has a shape.

    That is `str`, `int` or `bool`, one of these or None, words, a list `[str]`, a table of the same
    by players' names `{str: int}`, or one that has each of some names, such as `{"cards": str}`.
    """
    if isinstance(shape, list):
        return {"type": "array", "items": json_schema(shape[0])}
    if isinstance(shape, dict) and str in shape:
        return {"type": "object", "additionalProperties": json_schema(shape[str])}
    if isinstance(shape, dict):
        holds = {name: json_schema(held) for name, held in shape.items()}
        return {"type": "object", "required": list(holds), "properties": holds}
    if get_origin(shape) is Literal:
        return {"type": "string", "enum": list(get_args(shape))}
    names = [_NAMES[kind] for kind in get_args(shape) or (shape,)]
    return {"type": names if len(names) > 1 else names[0]}


TEXT = json_schema(str)
WHOLE = json_schema(int)
