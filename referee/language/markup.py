"""Sentences in templates, and dates."""

import re
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Final

from babel.dates import format_date, format_datetime
from jinja2 import Environment
from markupsafe import Markup, escape

from referee.language import Value, in_use, listed, say


def settle_templates(environment: Environment) -> None:
    """Give templates `say`, `say_html`, `listed` and `language`, and filters for dates."""
    environment.globals.update(say=say, say_html=say_html, listed=listed, language=_language)
    environment.filters.update(moment=shown_moment, day=shown_day, tied=tied)


def _language() -> str:
    return in_use().language


def say_html(id: str, /, **values: Value) -> Markup:
    """What a message with tags such as `<b>` says; whatever its values hold is text."""
    return Markup(say(id, **{name: _escaped(value) for name, value in values.items()}))


def _escaped(value: Value) -> Value:
    if isinstance(value, str):
        return str(escape(value))
    return tuple(map(_escaped, value)) if isinstance(value, tuple) else value


def tied(text: str) -> str:
    """A text in which a number stays on the line of the word before it, and “Jörg-Peter” on one."""
    return _OF_TWO.sub(_on_one_line, _BEFORE_NUMBER.sub("\u00a0", text))


def _on_one_line(name: re.Match[str]) -> str:
    """A name of two, which stays on one line where large letters have room for it there."""
    return name[0].replace("-", "-\u2060") if len(name[0]) <= _SHORT else name[0]


_BEFORE_NUMBER: Final = re.compile(r" (?=[\d\u2212])")
_OF_TWO: Final = re.compile(r"[^\W\d]+(?:-[^\W\d]+)+")
_SHORT: Final = 14


def shown_moment(at: datetime) -> str:
    """A moment, in UTC."""
    return _moment(at, say("site-moment"), _language())


@lru_cache(maxsize=4096)
def _moment(at: datetime, pattern: str, language: str) -> str:
    return format_datetime(at.astimezone(UTC), pattern, locale=language)


def shown_day(day: date) -> str:
    """A day."""
    return format_date(day, say("site-day"), locale=_language())
