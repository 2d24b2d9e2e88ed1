"""What is sent: whole numbers, queries, and JSON."""

from typing import Any, Final
from urllib.parse import parse_qsl

from flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from referee.web.limits import QUERY_FIELDS

MOST_DIGITS: Final = 8


def parse_index(text: str, count: int) -> int | None:
    """An index below `count`, from 0; None for any other text."""
    number = parse_whole(text)
    return number if number is not None and number < count else None


def parse_whole(text: str) -> int | None:
    """A whole number from 0 of `MOST_DIGITS` digits at most; None for any other text."""
    plain = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if plain else None


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
