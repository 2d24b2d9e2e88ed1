"""Melds right and wrong on paper: what the referee says of them, and nothing else."""

import pypdfium2
import pytest

from referee.printing import Choices, Paper, Print, Turn, lay_out, print_sheet
from referee.printing.values import Example, examples
from referee.rules import rule
from referee.rules.variant import Variant
from referee.variants import catalogue
from tests.printing.conftest import outside_faces

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
@pytest.mark.parametrize("part", ["set", "run", "wild"])
def test_right_ones_and_wrong_ones_are_shown(variant: Variant, part: str) -> None:
    if part == "wild" and not variant.has_wilds:
        return
    assert {one.right for one in examples(variant, part)} == {True, False}


@every_variant
def test_wild_cards_are_shown_where_there_are_any(variant: Variant) -> None:
    assert bool(examples(variant, "wild")) is variant.has_wilds


@every_variant
@pytest.mark.parametrize("turn", Turn)
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_it_is_one_page_of_common_paper(variant: Variant, paper: Paper, turn: Turn) -> None:
    assert len(lay_out("values", variant, Choices(paper=paper, turn=turn)).faces) == 1


@every_variant
@pytest.mark.parametrize(
    "choices",
    [
        Choices(),
        Choices(turn=Turn.ACROSS),
        Choices(paper=Paper.A5),
        Choices(paper=Paper.CARD_3X5),
        Choices(print=Print.LARGE),
    ],
    ids=["A4", "across", "A5", "card", "large"],
)
def test_cards_that_are_named_together_stand_on_one_line(
    variant: Variant, choices: Choices
) -> None:
    pdf = print_sheet("values", variant, choices)
    assert outside_faces(pdf, lay_out("values", variant, choices)) == []
    said = " ".join(
        "".join(page.get_textpage().get_text_range().split("\r"))
        for page in pypdfium2.PdfDocument(pdf)
    )
    lines = [" ".join(line.split()) for line in said.splitlines()]
    for line in lines:
        assert not line.endswith(("♠ and", "♥ and"))
    for one in all_examples(variant):
        named = one.cards.replace("*", "joker")
        for suit, sign in zip("shdc", "♠♥♦♣", strict=True):
            named = named.replace(suit, sign)
        if named in " ".join(one.says.split()):
            assert any(named in line for line in lines), named


def test_what_is_said_begins_beside_the_cards() -> None:
    variant = VARIANTS[0]
    for turn in Turn:
        page = pypdfium2.PdfDocument(print_sheet("values", variant, Choices(turn=turn)))[0]
        text, wide = page.get_textpage(), page.get_size()[0]
        found = text.search("✓").get_next()
        assert found
        assert text.get_charbox(found[0])[0] < 0.26 * wide
