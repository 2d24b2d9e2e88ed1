"""The table of what players read."""

import ast
from pathlib import Path

import pytest

from referee import scorebook
from referee.scorebook.links import Role
from referee.scorebook.seating import Begins
from referee.scorebook.wording import SAYS

SOURCES = sorted(Path(next(iter(scorebook.__path__))).glob("*.py"))


def said() -> set[str]:
    """The entries of the table that the code asks for by name."""
    strings = {
        node.value
        for source in SOURCES
        if source.stem != "wording"
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    named_in_the_table = {
        "link.renewed",
        *(f"link.{role}" for role in Role),
        *(f"{kind}.{begins}" for kind in ("joined", "returned") for begins in Begins),
    }
    return (strings & set(SAYS)) | (named_in_the_table & set(SAYS))


def test_every_sentence_of_the_table_is_said_somewhere():
    assert set(SAYS) - said() == set()


@pytest.mark.parametrize("role", Role)
def test_every_role_has_a_name_for_its_link(role):
    assert SAYS[f"link.{role}"]
