"""Which kind of work a request is, by its address and its games, and how much it may send."""

import re
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Final

from flask import Flask, Response, g, request
from werkzeug.exceptions import ServiceUnavailable

from referee.scorebook.cache import TooLong
from referee.web import limits

BUSY: Final = "referee.busy"
"""The key of the WSGI environment that holds the seconds to wait where the server is busy."""
QUICK: Final = "referee.quick"
"""The key of the WSGI environment that is true where only quick work is to be done."""
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


@dataclass(frozen=True, slots=True)
class Cost:
    """A kind of work, and how long the body may be and take to arrive."""

    work: Work
    body_bytes: int = limits.BODY_BYTES
    body_seconds: float = limits.BODY_SECONDS


_TABLE: Final = Cost(Work.TABLE)
_COSTLY: Final = (
    (
        re.compile(r"POST /games/bring"),
        Cost(Work.IMPORTING, limits.COPY_BYTES, limits.COPY_SECONDS),
    ),
    (re.compile(r"\w+ /(prints/[^/]+|games/[^/]+/print)/pdf"), Cost(Work.PRINTING)),
    (
        re.compile(
            r"POST /api/rulings"
            r"|GET /disputes"
            r"|POST /games/[^/]+/(rulings|melds)"
            r"|GET /(prints/[^/]+|games/[^/]+/print)/view"
            r"|GET /games/[^/]+/(print|rulings(/\d+)?)"
            r"|GET /games/(all|[^/]+/copy)\.\w+"
            r"|GET /games/(people|bring)"
            r"|\w+ /games/[^/]+/links(/.*)?"
        ),
        Cost(Work.RULING),
    ),
)


def cost_of(method: str, path: str) -> Cost:
    """The cost of a request; an unknown address costs as much as a page of a table."""
    asked = f"{'GET' if method == 'HEAD' else method} {path}"
    return next((cost for shape, cost in _COSTLY if shape.fullmatch(asked)), _TABLE)


def init_app(app: Flask) -> None:
    """Answer 503 where the server is busy.

    Leave requests unanswered that turn out to be costly, where only quick work is to be done.
    """
    app.before_request(_limit_work)
    app.register_error_handler(TooLong, lambda _: Response(status=503, headers={COSTLY: "yes"}))


def _limit_work() -> None:
    if BUSY in request.environ:
        raise ServiceUnavailable(retry_after=request.environ[BUSY])
    g.most_entries = limits.TABLE_ENTRIES if request.environ.get(QUICK) else inf
