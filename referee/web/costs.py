"""What a request costs by its address: which work it is, and how much it may send."""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.web import limits


class Work(Enum):
    """Kinds of work that must not wait for each other."""

    TABLE = "table"
    """Pages of tables, and what is written there."""
    RULING = "ruling"
    """Rulings, and whatever else takes the processor for long."""
    PRINTING = "printing"
    """PDF files, made by another process."""
    BRINGING = "bringing"
    """Games brought back from a file."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Which work a request is, and what its body may hold and take to come."""

    work: Work
    body_bytes: int = limits.BODY_BYTES
    body_seconds: float = limits.BODY_SECONDS


_TABLE: Final = Cost(Work.TABLE)
_COSTLY: Final = (
    (
        re.compile(r"POST /games/bring"),
        Cost(Work.BRINGING, limits.COPY_BYTES, limits.COPY_SECONDS),
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
    """The cost of a request; of an address that leads nowhere, that of a table's page."""
    asked = f"{'GET' if method == 'HEAD' else method} {path}"
    return next((cost for shape, cost in _COSTLY if shape.fullmatch(asked)), _TABLE)
