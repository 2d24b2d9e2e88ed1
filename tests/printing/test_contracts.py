"""The contract sheet and the tents: to be read across the table."""

import re
from itertools import product
from typing import Any, cast

import pypdfium2
import pytest

from referee.printing.card_svg import drawn_height
from referee.printing.geometry import margins
from referee.printing.options import Orientation, Paper, PrintOptions, PrintSize, SheetError
from referee.printing.text_metrics import POINT
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from tests.printing.checks import words_and_shapes, wrong_on_paper
from tests.printing.conftest import blocks_of, game_of, lay_out, printed, sheet_html, words_on

WITH_CONTRACTS = [one for one in catalogue() if one.has_contracts]
SEVEN = next(one for one in WITH_CONTRACTS if len(one.deals) == 7)


@pytest.mark.parametrize("paper", [Paper.A6, Paper.CARD_4X6, Paper.CARD_3X5])
@pytest.mark.parametrize("variant", WITH_CONTRACTS, ids=lambda one: one.id)
def test_all_contracts_stand_on_one_small_card(variant: Variant, paper: Paper) -> None:
    [face] = cast("Any", lay_out("contracts", variant, PrintOptions(paper=paper)).faces)
    rows = [block for block in face["columns"][0] if block.kind == "contract"]
    assert len(rows) == len(variant.deals)


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("variant", catalogue(), ids=lambda one: one.id)
def test_the_smallest_contract_sheet_is_one_card_that_says_what_decides(
    variant: Variant, orientation: Orientation
) -> None:
    options = PrintOptions(paper=Paper.CARD_3X5, orientation=orientation)
    faces = lay_out("contracts", variant, options).faces
    assert len(faces) <= 1 + (orientation is Orientation.ACROSS)
    said = words_on("contracts", variant, options)
    rules = ["wild.cards", "wild.drawn"]
    if not variant.has_contracts:
        rules += ["set.rank", "set.size", "run.suit", "run.order", "run.length", "run.ace"]
        rules += ["opening.value", "showdown.by", "showdown.knock", "go-out.last"]
    elif orientation is Orientation.UPRIGHT and not variant.tracks:
        rules += ["claim.who"]
    short = not variant.has_contracts
    stand = [variant.text(rule, short=short) for rule in rules if rule in variant.rules]
    assert [text for text in stand if text not in said] == []


@pytest.mark.parametrize(
    ("options", "least"),
    [
        (PrintOptions(orientation=Orientation.ACROSS), 16),
        (PrintOptions(paper=Paper.A5, orientation=Orientation.ACROSS), 10),
        (PrintOptions(paper=Paper.A5), 10),
        (PrintOptions(up=2), 10),
        (PrintOptions(), 15),
    ],
    ids=["across", "A5 across", "A5", "two up", "A4"],
)
def test_cards_are_as_tall_as_rows_have_room_for(options: PrintOptions, least: float) -> None:
    html = sheet_html("contracts", SEVEN, options)
    heights = [float(one) for one in re.findall(r'class="cards"[^>]* height="([\d.]+)mm"', html)]
    assert len(heights) >= 7
    assert min(heights) >= least


@pytest.mark.parametrize(
    "options",
    [
        PrintOptions(),
        PrintOptions(orientation=Orientation.ACROSS),
        PrintOptions(paper=Paper.A5),
        PrintOptions(paper=Paper.A6),
    ],
    ids=["A4", "across", "A5", "A6"],
)
def test_figures_of_each_deal_stand_at_the_right_edge_below_their_name(
    options: PrintOptions,
) -> None:
    layout = lay_out("contracts", SEVEN, options)
    page = pypdfium2.PdfDocument(printed("contracts", SEVEN, options))[0]
    grid, texts = layout.grid, words_and_shapes(page)[0]
    edge = grid.slot_width - margins(grid.slot_width, grid.slot_height)[0]
    named = [(said, box) for said, box in texts if said in ("cards dealt", "needed")]
    assert edge - 1.5 < max(box[2] for _, box in named) * POINT <= edge + 0.2
    below: dict[str, list[str]] = {}
    for name, over in named:
        column = (said for said, box in texts if abs(box[2] - over[2]) < 2 and said.isdigit())
        below.setdefault(name, []).extend(column)
    expected = {"cards dealt": "10 10 10 10 12 12 12", "needed": "6 7 8 9 10 11 13"}
    assert all(" ".join(figures) == expected[name] for name, figures in below.items())


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("hollywood", PrintOptions(paper=Paper.CARD_4X6, orientation=Orientation.ACROSS)),
        ("frustration-ten", PrintOptions(up=4)),
        ("shanghai-rum", PrintOptions(orientation=Orientation.ACROSS, print=PrintSize.LARGE)),
        ("shanghai-rum", PrintOptions(paper=Paper.CARD_3X5)),
        ("contract-rummy-house", PrintOptions(paper=Paper.A5, print=PrintSize.LARGE)),
    ],
)
def test_the_number_and_the_cards_of_a_deal_stand_clear_of_its_contract(
    variant: str, options: PrintOptions
) -> None:
    for page in pypdfium2.PdfDocument(printed("contracts", load(variant), options)):
        texts, shapes = words_and_shapes(page)
        boxes = [box for _, box in texts] + [box for filled, box in shapes if filled]
        edge = min(box[0] for _, box in texts)
        numbers = [box for said, box in texts if said.isdigit() and box[0] < edge + 4]
        figures = [box for said, box in texts if said.isdigit() and box not in numbers]
        cards = [box for box in figures if max(box[2] for box in figures) - box[2] < 1]
        assert numbers and cards
        for (left, low, right, high), other in product(numbers + cards, boxes):
            if min(high, other[3]) - max(low, other[1]) > (high - low) / 2:
                away = max(left - other[2], other[0] - right)
                assert away * POINT >= 1.5 or away < left - right + 1


@pytest.mark.parametrize("variant", WITH_CONTRACTS, ids=lambda one: one.id)
def test_cards_of_all_contracts_are_of_one_size(variant: Variant) -> None:
    for options in (PrintOptions(), PrintOptions(orientation=Orientation.ACROSS)):
        html = sheet_html("contracts", variant, options)
        drawn = re.findall(r'class="(?:cards|notation)"[^>]* height="([\d.]+)mm"', html)
        assert len({*drawn}) == 1


@pytest.mark.parametrize("sheet", ["card", "score-pad"])
def test_small_cards_are_as_many_as_a_contract_asks_for(sheet: str) -> None:
    html = sheet_html(sheet, load("contract-rummy-bicycle"))
    drawn = re.findall(r"<title>([^<]*)</title>((?:<rect[^>]*>)+)", html)
    cards = {title: rects.count("<rect") for title, rects in drawn}
    assert (cards["three runs of 4"], cards["two runs of 4"]) == (12, 8)


@pytest.mark.parametrize("sheet", ["contracts", "card"])
@pytest.mark.parametrize("variant", ["progressive", "frustration-ten", "liverpool"])
def test_cards_dealt_that_have_no_room_at_the_edge_stand_below_within_their_row(
    variant: str, sheet: str
) -> None:
    options = PrintOptions(paper=Paper.A6, print=PrintSize.LARGE)
    assert wrong_on_paper(sheet, load(variant), options) == []


def test_a_piece_without_room_beside_its_cards_stands_above_them() -> None:
    options = PrintOptions(paper=Paper.A5, up=2, print=PrintSize.LARGE, players=2)
    assert wrong_on_paper("contracts", load("frustration"), options) == []


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("contract-rummy-house", PrintOptions(paper=Paper.A6, up=2)),
        ("progressive", PrintOptions(paper=Paper.CARD_3X5, orientation=Orientation.ACROSS)),
        ("progressive", PrintOptions(paper=Paper.A6, print=PrintSize.LARGE)),
        ("frustration", PrintOptions(paper=Paper.A3, up=2)),
    ],
)
def test_a_tent_has_room_for_what_differs_in_its_deal(variant: str, options: PrintOptions) -> None:
    assert wrong_on_paper("tents", load(variant), options) == []


@pytest.mark.parametrize("game", ["king-rummy", "may-i", "shanghai-rum"])
def test_the_name_on_a_tent_keeps_off_the_cards_dealt_below_it(game: str) -> None:
    assert wrong_on_paper("tents", load(game), PrintOptions(paper=Paper.A5)) == []


def test_a_tent_without_room_for_words_is_refused_and_one_without_room_for_cards_has_none() -> None:
    options = PrintOptions(paper=Paper.A6, orientation=Orientation.ACROSS, print=PrintSize.LARGE)
    with pytest.raises(SheetError, match="There is no room for tents here"):
        lay_out("tents", load("contract-rummy-house"), options)
    small = load("jo")
    assert "<svg" in sheet_html("tents", small)
    assert 'class="cards"' not in sheet_html("tents", small, options)
    assert wrong_on_paper("tents", small, options) == []


def test_points_that_are_wider_than_a_line_beside_their_word_stand_below_it() -> None:
    options = PrintOptions(orientation=Orientation.ACROSS, print=PrintSize.LARGE)
    assert wrong_on_paper("values", load("indian-rummy"), options) == []


@pytest.mark.parametrize(
    ("sheet", "part"), [("contracts", 0), ("card", 0), ("values", 0.5)], ids=str
)
def test_points_on_a_second_line_stand_below_the_first(sheet: str, part: float) -> None:
    game, options = load("contract-rummy-bicycle"), PrintOptions(paper=Paper.CARD_3X5)
    [*pages] = pypdfium2.PdfDocument(printed(sheet, game, options))
    texts = [text for page in pages for text in words_and_shapes(page)[0]]
    first, second = (
        next(box for said, box in texts if said == chip) for chip in ("joker, A", "9–2")
    )
    assert first[1] > second[3]
    # Chips begin one below the other, and words in boxes stand in their middle.
    below, above = (left + part * (right - left) for left, _, right, _ in (second, first))
    assert (above - below) * POINT == pytest.approx(0, abs=0.3)


@pytest.mark.parametrize(
    ("options", "least"),
    [(PrintOptions(), 28), (PrintOptions(up=2), 18), (PrintOptions(up=4), 13)],
    ids=["A4", "two", "four"],
)
def test_the_number_of_a_deal_is_read_across_the_table(options: PrintOptions, least: float) -> None:
    pdf = printed("tents", SEVEN, options)
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    found = text.search("Deal 1", match_whole_word=True).get_next()
    assert found
    left, low, right, high = text.get_charbox(found[0] + found[1] - 1)
    # Figures are about three quarters as tall as their print.
    assert (high - low) / 0.75 >= least
    assert left < right


@pytest.mark.parametrize("paper", [Paper.A4, Paper.CARD_3X5])
def test_a_deal_that_has_a_name_is_called_so_in_the_largest_print(paper: Paper) -> None:
    named = load("six-to-ten")
    for sheet, before in (("contracts", ""), ("card", ""), ("tents", "Deal 5 ")):
        said = words_on(sheet, named, PrintOptions(paper=paper))
        assert re.search(rf"{before}Ten\b", said)
        assert not re.search(r"\b5 A run of 7", said)
    for face in lay_out("contracts", named, PrintOptions(paper=paper)).faces:
        deals = [block for block in blocks_of(face) if block.kind == "contract"]
        assert all(cast("Any", block.table)["numeral"] >= block.size for block in deals)


@pytest.mark.parametrize(("how", "least"), [(Orientation.UPRIGHT, 26), (Orientation.ACROSS, 18)])
def test_contracts_and_large_cards_stand_at_the_same_heights_on_all_tents(
    how: Orientation, least: float
) -> None:
    options = PrintOptions(orientation=how)
    tents = [cast("Any", face)["tent"] for face in lay_out("tents", SEVEN, options).faces]
    # Words begin at one height and cards end at one, however many lines the words of a deal take.
    assert len({(tent["head"], tent["above"]) for tent in tents}) == 1
    assert len({tent["size"] for tent in tents}) == 1, "one print, on however many lines"
    page = pypdfium2.PdfDocument(printed("tents", SEVEN, options))
    ends = [min(box[1] for filled, box in words_and_shapes(one)[1] if filled) for one in page]
    assert max(ends) - min(ends) < 1 / POINT
    assert all(drawn_height(tent["cards"]) >= least for tent in tents)
    # Cards are of one size in all deals.
    assert len({drawn_height(tent["cards"]) for tent in tents}) == 1


def test_what_holds_in_one_deal_is_read_across_the_table() -> None:
    for options in (PrintOptions(), PrintOptions(print=PrintSize.LARGE)):
        *_, last = lay_out("tents", SEVEN, options).faces
        tent = cast("Any", last)["tent"]
        assert tent["special"] and tent["small"] >= 24


def test_a_folded_rule_card_has_its_contracts_below_words_where_they_are_larger_there() -> None:
    faces = lay_out("rules", load("six-to-ten"), PrintOptions()).faces
    rows = [row for face in faces for row in blocks_of(face) if row.kind == "contract"]
    assert rows
    assert all(not row.beside and drawn_height(row.drawn) >= 15 for row in rows)


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_what_is_disputed_most_stands_below_the_contracts_on_wide_paper(paper: Paper) -> None:
    said = words_on("contracts", variant := load("shanghai-rum"), PrintOptions(paper=paper))
    assert variant.text("wild.balance") in said
    assert any(variant.text(rule) in said for rule in ("claim.who", "contract.same-suit"))


def test_small_cards_beside_contracts_can_be_counted_on_a_players_card() -> None:
    faces = lay_out("card", SEVEN, PrintOptions(paper=Paper.A6)).faces
    rows = [row for face in faces for row in blocks_of(face) if row.kind == "contract"]
    assert rows
    assert all(row.beside and drawn_height(row.drawn) >= 4.2 for row in rows)


@pytest.mark.parametrize(("paper", "least"), [(Paper.A4, 3), (Paper.LETTER, 3), (Paper.A6, 2.5)])
def test_points_stand_apart_from_the_contracts_above_them(paper: Paper, least: float) -> None:
    options = PrintOptions(paper=paper)
    [page] = pypdfium2.PdfDocument(printed("contracts", load("liverpool"), options))
    words, shapes = words_and_shapes(page)
    [top] = [box[3] for said, box in words if said == "Points"]
    lines = [box[1] for _, box in shapes if box[2] - box[0] > page.get_width() / 2]
    assert min(line for line in lines if line > top) - top >= least / POINT


@pytest.mark.parametrize("sheet", ["contracts", "card"])
@pytest.mark.parametrize("game", ["liverpool", "frustration", "carioca"])
def test_small_cards_stand_beside_contracts_in_words_on_the_smallest_cards(
    sheet: str, game: str
) -> None:
    faces = lay_out(sheet, load(game), PrintOptions(paper=Paper.CARD_3X5)).faces
    rows = [row for face in faces for row in blocks_of(face) if row.kind == "contract"]
    assert rows
    assert all(row.beside and drawn_height(row.drawn) >= 3 for row in rows)


@pytest.mark.parametrize("variant", WITH_CONTRACTS, ids=lambda one: one.id)
def test_every_contract_on_the_smallest_cards_is_drawn(variant: Variant) -> None:
    for sheet in ("contracts", "card"):
        faces = lay_out(sheet, variant, PrintOptions(paper=Paper.CARD_3X5)).faces
        rows = [row for face in faces for row in blocks_of(face) if row.kind == "contract"]
        assert len(rows) == len(variant.deals)
        assert all(drawn_height(row.drawn) >= 2 for row in rows)


def test_a_little_print_takes_no_small_cards_from_beside_contracts() -> None:
    for game in ("contract-rummy-encyclopedia", "continental"):
        faces = lay_out("card", load(game), PrintOptions(paper=Paper.LETTER)).faces
        rows = [row for face in faces for row in blocks_of(face) if row.kind == "contract"]
        assert rows and all(row.beside for row in rows)


@pytest.mark.parametrize("paper", [Paper.A6, Paper.CARD_4X6])
def test_a_players_card_says_how_many_cards_of_a_meld_may_be_wild(paper: Paper) -> None:
    said = words_on("card", game := load("shanghai-rum"), PrintOptions(paper=paper))
    assert game.text("wild.balance", short=True) in said


def test_every_deal_says_what_is_wild_in_it_where_that_changes() -> None:
    table = load(SEVEN.id, {"wilds.by_deal": ["A", "2", "3"]})
    html = sheet_html("contracts", table, PrintOptions())
    for number, rank in ((1, "aces"), (2, "twos"), (3, "threes"), (4, "aces")):
        assert f"Wild in this deal: {rank}" in html, number


@pytest.mark.parametrize("variant", WITH_CONTRACTS, ids=lambda one: one.id)
def test_a_rule_that_goes_on_from_another_stands_behind_it(variant: Variant) -> None:
    for paper in Paper:
        said = words_on("contracts", variant, PrintOptions(paper=paper))
        if "claim.cards" in variant.rules and variant.text("claim.cards") in said:
            assert variant.text("claim.who") in said


def test_a_word_that_several_rules_stand_under_is_said_once_on_a_face() -> None:
    for page in pypdfium2.PdfDocument(
        printed("contracts", load("five-crowns"), PrintOptions(paper=Paper.CARD_3X5))
    ):
        texts, _ = words_and_shapes(page)
        assert [said for said, _ in texts].count("Wild") <= 1


def test_a_note_on_a_contract_is_measured_in_the_print_that_it_has() -> None:
    game = game_of(load("twos-wild"), ("Mara", "Jon", "Edith"))
    options = PrintOptions(paper=Paper.CARD_3X5, code=False)
    assert wrong_on_paper("contracts", load("twos-wild"), options, game=game) == []
