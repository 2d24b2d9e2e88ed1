"""The error pages: none is written that is never shown."""

import ast
import re

from werkzeug import exceptions

from referee.language import ENGLISH
from tests.said import HOUSE, strings

BY_THEMSELVES = {400, 404, 405, 413, 500}
"""What comes up without our raising it: forms, addresses, methods, lengths, and faults."""


def raised() -> set[int]:
    """The codes that the pages answer by raising an error."""
    found = set(BY_THEMSELVES)
    for source in (HOUSE / "web").rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "werkzeug.exceptions":
                codes = [getattr(exceptions, one.name).code for one in node.names]
                found |= {code for code in codes if code}
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "abort":
                values = [one.value for one in node.args if isinstance(one, ast.Constant)]
                found |= {value for value in values if isinstance(value, int)}
    return found


def test_every_error_page_is_shown_sometime() -> None:
    by_code = {f"error-{code}" for code in raised()}
    titled = {id.removesuffix("-title") for id in ENGLISH.ids if re.match(r"error-.*-title", id)}
    assert titled - by_code <= strings([HOUSE / "web" / "errors.py"])
