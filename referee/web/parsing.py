"""What is sent: indexes, queries, and JSON."""

from typing import Any
from urllib.parse import parse_qsl

from flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from referee.scorebook.checked import parse_whole
from referee.web.limits import QUERY_FIELDS


def parse_index(text: str, count: int) -> int | None:
    """An index below `count`, from 0; None for any other text."""
    number = parse_whole(text)
    return number if number is not None and number < count else None


class TooManyFields(BadRequest):
    """An address of more fields than any of ours has."""


def parse_query(query: str) -> MultiDict[str, str]:
    """The fields of a query; raises `TooManyFields`."""
    try:
        return MultiDict(parse_qsl(query, max_num_fields=QUERY_FIELDS))
    except ValueError as error:
        raise TooManyFields from error


def parse_json() -> dict[str, Any] | None:
    """The object in the body of this request; None for what is no JSON, or no object."""
    try:
        sent = request.get_json(force=True, silent=True)
    except RecursionError:
        return None
    return sent if isinstance(sent, dict) else None
