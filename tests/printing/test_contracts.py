"""The contract sheet and the tents: to be read across the table."""

import re

import pypdfium2
import pytest

from referee.printing import Choices, Paper, Print, Turn, lay_out, sheet_html
from referee.printing.frames import margin
from referee.printing.measure import POINT
from referee.rules.variant import Variant
from referee.variants import catalogue, load
from tests.printing.conftest import outside_faces, printed

WITH_CONTRACTS = [one for one in catalogue() if one.has_contracts]
SEVEN = next(one for one in WITH_CONTRACTS if len(one.deals) == 7)

every_variant = pytest.mark.parametrize("variant", WITH_CONTRACTS, ids=lambda one: one.id)


@pytest.mark.parametrize(
    ("choices", "least"),
    [
        (Choices(turn=Turn.ACROSS), 13),
        (Choices(paper=Paper.A5), 10),
        (Choices(up=2), 10),
        (Choices(), 15),
    ],
    ids=["across", "A5", "two up", "A4"],
)
def test_cards_are_as_tall_as_rows_have_room_for(choices: Choices, least: float) -> None:
    html = sheet_html("contracts", SEVEN, choices)
    heights = [float(one) for one in re.findall(r'height="([\d.]+)mm"><title>', html)]
    assert len(heights) >= 7
    assert min(heights) >= least


@pytest.mark.parametrize(
    "choices",
    [Choices(), Choices(turn=Turn.ACROSS), Choices(paper=Paper.A5), Choices(paper=Paper.A6)],
    ids=["A4", "across", "A5", "A6"],
)
def test_how_many_cards_are_dealt_stands_at_the_right_edge(choices: Choices) -> None:
    laid = lay_out("contracts", SEVEN, choices)
    page = pypdfium2.PdfDocument(printed("contracts", SEVEN, choices))[0]
    grid, text = laid.imposed.grid, page.get_textpage()
    edge = grid.slot_wide - margin(grid.slot_wide, grid.slot_tall)
    search = text.search("10 cards")
    found = []
    while at := search.get_next():
        found.append(text.get_charbox(at[0] + at[1] - 1)[2] * POINT)
    assert len(found) == 4
    assert all(edge - 1.5 < right <= edge + 0.2 for right in found)


@every_variant
@pytest.mark.parametrize(
    "choices",
    [
        Choices(turn=Turn.ACROSS, print=Print.LARGE),
        Choices(paper=Paper.A5),
        Choices(paper=Paper.A6),
        Choices(paper=Paper.CARD_4X6),
    ],
    ids=["across large", "A5", "A6", "4x6"],
)
def test_a_row_with_cards_beside_words_stays_within_the_page(
    variant: Variant, choices: Choices
) -> None:
    for sheet in ("contracts", "tents"):
        laid = lay_out(sheet, variant, choices)
        pdf = printed(sheet, variant, choices)
        assert len(pypdfium2.PdfDocument(pdf)) == len(laid.imposed.order)
        assert outside_faces(pdf, laid) == []


@pytest.mark.parametrize(
    ("choices", "least"),
    [(Choices(), 28), (Choices(up=2), 18), (Choices(up=4), 13)],
    ids=["A4", "two", "four"],
)
def test_the_number_of_a_deal_is_read_across_the_table(choices: Choices, least: float) -> None:
    pdf = printed("tents", SEVEN, choices)
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    found = text.search("Deal 1").get_next()
    assert found
    left, low, right, high = text.get_charbox(found[0])
    # Capitals are about two thirds as tall as their print.
    assert (high - low) / 0.75 >= least
    assert left < right


def test_every_deal_says_what_is_wild_in_it_where_that_changes() -> None:
    table = load(SEVEN.id, {"wilds.by_deal": ["A", "2", "3"]})
    html = sheet_html("contracts", table, Choices())
    for number, rank in ((1, "aces"), (2, "twos"), (3, "threes"), (4, "aces")):
        assert f"Wild in this deal: {rank}" in html, number
