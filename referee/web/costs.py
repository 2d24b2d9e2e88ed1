"""Which kind of work a request is, by its address, and how much it may send."""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.web import limits


class Work(Enum):
    """Kinds of work that must not wait for each other, each with threads of its own."""

    TABLE = "table"
    """Pages of tables, and what is written there."""
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
            r"|GET /games/[^/]+/(print|rulings/\d+)"
            r"|GET /games/(all|[^/]+/copy)\.\w+"
            r"|GET /games/people"
        ),
        Cost(Work.RULING),
    ),
)


def cost_of(method: str, path: str) -> Cost:
    """The cost of a request; an unknown address costs as much as a page of a table."""
    asked = f"{'GET' if method == 'HEAD' else method} {path}"
    return next((cost for shape, cost in _COSTLY if shape.fullmatch(asked)), _TABLE)
