"""The table kit: several sheets in one file."""

import re
from dataclasses import replace

import pytest

from referee.printing.document import KIT, UnknownSheet
from referee.printing.kit import fitting_sheets, lay_out_kit
from referee.printing.options import Duplex, Paper, PrintOptions, SheetError
from referee.printing.sheets import SHEETS
from referee.rules.schema.variant import Variant
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from tests.printing.conftest import game_of, outside_faces, pages_of, printed

VARIANT = next(one for one in catalogue() if one.has_contracts)
CHOICES = PrintOptions(players=3)


def test_contents_name_every_sheet_and_the_page_that_it_is_on() -> None:
    pages = pages_of(printed(KIT, VARIANT, CHOICES))
    parts = lay_out_kit(VARIANT, CHOICES, None)
    at = 1
    for part in parts[1:]:
        at += len(parts[0].layout.imposition.order) if at == 1 else 0
        title = SHEETS[part.sheet_id].title
        found = re.search(rf"{title} ?(\d+)", pages[0])
        assert found and int(found[1]) == at
        at += len(part.layout.imposition.order)
    assert len(pages) == at - 1


def test_pages_are_numbered_where_they_are_not_cut_or_folded() -> None:
    pages = pages_of(printed(KIT, VARIANT, CHOICES))
    page = 1
    for part in lay_out_kit(VARIANT, CHOICES, None):
        for _ in part.layout.imposition.order:
            if part.first_page is not None:
                assert re.search(rf"(^|\D){page}($|\D)", pages[page - 1])
            page += 1


def test_nothing_of_a_kit_is_outside_its_margins() -> None:
    game = game_of(VARIANT, written=4)
    parts = lay_out_kit(VARIANT, CHOICES, game)
    for options in (CHOICES, PrintOptions(paper=Paper.A6)):
        parts = lay_out_kit(VARIANT, options, game)
        assert len({part.layout.imposition.grid.slots for part in parts}) <= 2
        pdf = printed(KIT, VARIANT, replace(options, kit=("contracts",)), game=game)
        layout = lay_out_kit(VARIANT, replace(options, kit=("contracts",)), game=game)[1].layout
        assert outside_faces(pdf, layout) == []


def test_only_the_sheets_chosen_are_in_it() -> None:
    pages = pages_of(printed(KIT, VARIANT, replace(CHOICES, kit=("contracts", "agreement"))))
    assert len(pages) == 3
    assert "House agreement" in pages[2]


def test_without_a_choice_it_holds_all_there_are() -> None:
    parts = lay_out_kit(VARIANT, CHOICES, game_of(VARIANT))
    assert [part.sheet_id for part in parts[1:]] == list(fitting_sheets(VARIANT, game_of(VARIANT)))
    assert [part.sheet_id for part in parts[1:]] == list(SHEETS)


def test_a_game_of_numbers_alone_has_a_pad_and_a_final_sheet() -> None:
    game = game_of(plain_game())
    pages = pages_of(printed(KIT, plain_game(), PrintOptions(), game=game))
    assert len(pages) == 5
    for sheet in ("Score pad", "Final sheet", "Table sign", "Certificate"):
        assert sheet in pages[0]


def test_copies_are_whole_kits() -> None:
    kit = replace(CHOICES, kit=("contracts",), copies=3)
    pages = pages_of(printed(KIT, VARIANT, kit))
    assert len(pages) == 6
    assert pages[0] == pages[2]


@pytest.mark.parametrize(
    ("kit", "error"), [(("none",), UnknownSheet), (("final",), SheetError)], ids=["unknown", "game"]
)
def test_a_sheet_that_cannot_be_in_it_is_refused(
    kit: tuple[str, ...], error: type[Exception]
) -> None:
    with pytest.raises(error):
        lay_out_kit(VARIANT, replace(CHOICES, kit=kit), None)


@pytest.mark.parametrize("duplex", Duplex)
def test_every_sheet_of_a_kit_printed_on_both_sides_begins_on_paper_of_its_own(
    duplex: Duplex,
) -> None:
    parts = lay_out_kit(VARIANT, PrintOptions(both_sides=True, duplex=duplex), None)
    for part in parts:
        pages = part.layout.imposition.order
        assert len(pages) % 2 == 0
        assert any(slot.face is not None for slot in part.layout.imposition.pages[pages[0]])


@pytest.mark.parametrize("both_sides", [False, True])
@pytest.mark.parametrize("variant", catalogue(), ids=lambda one: one.id)
@pytest.mark.parametrize("kit", [(), ("rules",), ("contracts", "rules", "agreement")])
def test_a_folded_card_lies_on_paper_of_its_own_in_every_copy(
    variant: Variant, kit: tuple[str, ...], both_sides: bool
) -> None:
    parts = lay_out_kit(variant, PrintOptions(kit=kit, both_sides=both_sides, copies=2), None)
    begins, seen = 1, 0
    for part in parts * 2:
        if part.layout.imposition.folded:
            assert begins % 2 == 1
            seen += 1
        begins += len(part.layout.imposition.order)
    assert seen == 2


def test_contents_count_the_white_page_before_a_folded_card() -> None:
    pages = pages_of(printed(KIT, VARIANT, PrintOptions(kit=("rules", "agreement"))))
    assert len(pages) == 5
    assert re.search(r"Rule card ?3–4", pages[0])
    assert re.search(r"House agreement ?5", pages[0])
    assert pages[1] in ("", "2")
    assert VARIANT.name in pages[2]


def test_contents_say_what_each_sheet_is_for() -> None:
    pages = pages_of(printed(KIT, VARIANT, PrintOptions(kit=("rules", "agreement"))))
    assert all(SHEETS[one].about in pages[0] for one in ("rules", "agreement"))
