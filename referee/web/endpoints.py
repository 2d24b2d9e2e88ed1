"""What programs may ask: each address is declared, answered and described at its view."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from flask import Blueprint

from referee.rules.questions.json_types import TEXT, Schema
from referee.web.security import csrf

View = TypeVar("View", bound=Callable[..., Any])

PATHS: Final[dict[str, dict[str, Schema]]] = {}
"""The addresses as OpenAPI has them, by path and method, with messages in place of sentences."""

SECRET: Final = "link"
"""The name of the scheme by which the secret of a link opens a game."""

_WAIT: Final[Schema] = {
    "Retry-After": {"description": "api-wait", "schema": {"type": "integer", "minimum": 0}}
}
_WAITING: Final = frozenset({"429", "503"})
"""The statuses of answers that say when to ask again."""


def schema_ref(name: str) -> Schema:
    """The schema of a name."""
    return {"$ref": f"#/components/schemas/{name}"}


def endpoint(
    blueprint: Blueprint,
    method: str,
    rule: str,
    *,
    answers: Mapping[str, str | tuple[str, str]],
    sends: Schema | None = None,
    opens: bool = False,
    parameters: Sequence[Schema] = (),
) -> Callable[[View], View]:
    """Answer programs at an address; no cookie is read there, so other sites cannot use it.

    `answers` are messages by status, with the name of a schema but for errors and for an empty 204.
    `sends` is what the body holds, as OpenAPI describes content. `opens`: the secret of a link
    is needed. `parameters` are those of the query.
    """

    def answer(status: str, given: str | tuple[str, str]) -> Schema:
        message, schema = given if isinstance(given, tuple) else (given, "Error")
        content = {"application/json": {"schema": schema_ref(schema)}}
        waits = {"headers": _WAIT} if status in _WAITING else {}
        return {
            "description": message,
            **({} if status == "204" else {"content": content}),
            **waits,
        }

    def decorate(view: View) -> View:
        # The name without what tells the views of programs from those of pages.
        operation = view.__name__.removeprefix("api_")
        path = re.sub(r"<(\w+)>", r"{\1}", rule)
        named = [
            {"name": name, "in": "path", "required": True, "schema": TEXT}
            for name in re.findall(r"{(\w+)}", path)
        ]
        asked = {"parameters": [*named, *parameters]} if named or parameters else {}
        body = {"required": True, "content": {"application/json": sends}} if sends else None
        PATHS.setdefault(path, {})[method.lower()] = {
            "operationId": operation,
            "summary": f"api-{operation}",
            **({"security": [{SECRET: []}]} if opens else {}),
            **asked,
            **({"requestBody": body} if body else {}),
            "responses": {status: answer(status, given) for status, given in answers.items()},
        }
        csrf.exempt(view)
        return blueprint.route(rule, methods=[method])(view)

    return decorate
