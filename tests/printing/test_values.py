"""Melds right and wrong on paper: what the referee says of them, and nothing else."""

import pytest

from referee.printing import print_sheet
from referee.printing.values import Example, examples
from referee.rules import rule
from referee.rules.variant import Variant
from referee.variants import catalogue
from tests.printing.conftest import text_of

VARIANTS = catalogue()
PARTS = ("set", "run", "ace", "wild")
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda one: one.id)


def all_examples(variant: Variant) -> list[Example]:
    return [one for part in PARTS for one in examples(variant, part)]


@every_variant
def test_every_example_is_ruled_on_as_at_the_desk(variant: Variant) -> None:
    for one in all_examples(variant):
        asked = {"game": variant.id, "ask": "meld", "cards": one.cards}
        kinds = [rule(asked | {"kind": kind}) for kind in ("set", "run")]
        assert one.right is any(ruling.verdict == "legal" for ruling in kinds)
        said = [finding.says for ruling in kinds for finding in ruling.findings]
        assert one.says and all(part in " ".join(said) for part in one.says.split(". ")[:1])


@every_variant
@pytest.mark.parametrize("part", ["set", "run"])
def test_right_ones_and_wrong_ones_are_shown(variant: Variant, part: str) -> None:
    assert {one.right for one in examples(variant, part)} == {True, False}


@every_variant
def test_wild_cards_are_shown_where_there_are_any(variant: Variant) -> None:
    assert bool(examples(variant, "wild")) is variant.has_wilds


@every_variant
def test_what_the_referee_says_stands_on_paper(variant: Variant) -> None:
    text = text_of(print_sheet("values", variant))
    for one in all_examples(variant):
        assert " ".join(one.says.split()) in text
