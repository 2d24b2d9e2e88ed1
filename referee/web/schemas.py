"""What every part of the OpenAPI document is made of."""

from typing import Any, Final

from referee.rules.json_types import Schema

WAIT: Final[Schema] = {
    "Retry-After": {"description": "api-wait", "schema": {"type": "integer", "minimum": 0}}
}
"""The head of an answer that says when to try again."""


def answer(description: str, schema: str = "", **more: Any) -> Schema:
    """An answer with what it holds, by the name of its schema, or with nothing."""
    ref = {"schema": {"$ref": f"#/components/schemas/{schema}"}}
    content = {"content": {"application/json": ref}} if schema else {}
    return {"description": description, **content, **more}


def too_many(what: str) -> Schema:
    """The answer to whoever asks for more in a minute than one address may."""
    return answer(f"api-too-many-{what}", "Error", headers=WAIT)
