"""The tables of what stands on paper: nothing in them that no sheet says."""

import pytest

from referee.language import ENGLISH
from referee.printing.values import _RULES
from referee.printing.wording import REFUSALS, WORDS
from referee.rules import rulebook
from tests.said import readers, strings

NAMED_IN_THE_TABLE = {f"values.{part}" for part in _RULES}


@pytest.mark.parametrize("table", [WORDS, REFUSALS], ids=["words", "refusals"])
def test_every_text_of_the_table_is_said_somewhere(table: dict[str, str]) -> None:
    said = strings(readers("referee.printing.wording")) | NAMED_IN_THE_TABLE
    assert set(table) - said == set()


def test_every_heading_of_the_rulebook_has_its_words_and_no_other() -> None:
    worded = {id.removeprefix("heading-") for id in ENGLISH.ids if id.startswith("heading-")}
    assert worded == set(rulebook.HEADINGS)
