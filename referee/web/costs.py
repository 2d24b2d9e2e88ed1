"""Which kind of work a request is, by its address and its games, and how much it may send."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Any, Final, TypeVar

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import BadRequest, ServiceUnavailable

from referee.scorebook.cache import TooLong
from referee.web import limits

View = TypeVar("View", bound=Callable[..., Any])

BUSY: Final = "referee.busy"
"""The key of the WSGI environment that holds the seconds to wait where the server is busy."""
QUICK: Final = "referee.quick"
"""The key of the WSGI environment that is true where only quick work is to be done."""
FILE: Final = "file"
"""The name of the field that takes a file, in any form that has one."""
COSTLY: Final = "X-Referee-Costly"
"""The header of an answer that says no more than that the work is not quick."""


class Work(Enum):
    """Kinds of work that must not wait for each other, each with threads of its own."""

    TABLE = "table"
    """Pages of tables, and what is written there, except in very long games."""
    RULING = "ruling"
    """Rulings, and whatever else keeps the processor busy for long."""
    PRINTING = "printing"
    """PDF files, which another process makes."""
    IMPORTING = "importing"
    """Games imported from a file."""


_COST: Final = "cost"
"""The attribute of a view that costs otherwise than a page of a table."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A kind of work, and how long the body may be and take to arrive.

    It decorates the views that cost so.
    """

    work: Work
    body_bytes: int = limits.BODY_BYTES
    body_seconds: float = limits.BODY_SECONDS

    def __call__(self, view: View) -> View:
        """Say of a view that it costs this."""
        setattr(view, _COST, self)
        return view


_TABLE: Final = Cost(Work.TABLE)


_shapes: list[tuple[re.Pattern[str], Cost]] = []
"""The addresses of the views that say what they cost."""


def cost_of(method: str, path: str) -> Cost:
    """The cost of a request; an unknown address costs as much as a page of a table."""
    asked = f"{method} {path}"
    return next((cost for shape, cost in _shapes if shape.fullmatch(asked)), _TABLE)


def learn(app: Flask) -> None:
    """Learn from the views of an app, all of them registered, what their addresses cost."""
    _shapes.clear()
    for rule in app.url_map.iter_rules():
        if cost := getattr(app.view_functions[rule.endpoint], _COST, None):
            # The parts between variables are letters, slashes and dots.
            shape = re.sub("<[^>]+>", "[^/]+", rule.rule.replace(".", r"\."))
            methods = "|".join(rule.methods or ())
            _shapes.append((re.compile(f"({methods}) {shape}"), cost))


def init_app(app: Flask) -> None:
    """Answer 503 where the server is busy, and take bodies as long as views say, one file in each.

    Leave requests unanswered that turn out to be costly, where only quick work is to be done.
    """
    app.before_request(_limit_work)
    app.register_error_handler(TooLong, lambda _: Response(status=503, headers={COSTLY: "yes"}))


def _limit_work() -> None:
    if BUSY in request.environ:
        raise ServiceUnavailable(retry_after=request.environ[BUSY])
    view = current_app.view_functions.get(request.endpoint or "")
    most = getattr(view, _COST, _TABLE).body_bytes
    if most > limits.BODY_BYTES:
        request.max_content_length = request.max_form_memory_size = most
    g.most_entries = limits.TABLE_ENTRIES if request.environ.get(QUICK) else inf
    if request.mimetype == "multipart/form-data" and set(request.files) - {FILE}:
        # A field of text arrives as a file.
        raise BadRequest
