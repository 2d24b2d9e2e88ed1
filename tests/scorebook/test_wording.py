"""The table of what players read."""

import pytest

from referee.scorebook.events import Begins
from referee.scorebook.links import Role
from referee.scorebook.messages import SAYS
from tests.said import HOUSE, strings

SOURCES = [one for one in (HOUSE / "scorebook").glob("*.py") if one.stem != "wording"]


def said() -> set[str]:
    """The entries of the table that the code asks for by name."""
    named_in_the_table = {
        "link.renewed",
        *(f"link.{role}" for role in Role),
        *(f"{kind}.{begins}" for kind in ("joined", "returned") for begins in Begins),
    }
    return (strings(SOURCES) & set(SAYS)) | (named_in_the_table & set(SAYS))


def test_every_sentence_of_the_table_is_said_somewhere():
    assert set(SAYS) - said() == set()


@pytest.mark.parametrize("role", Role)
def test_every_role_has_a_name_for_its_link(role):
    assert SAYS[f"link.{role}"]
