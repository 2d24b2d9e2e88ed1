"""The table kit: several sheets in one file."""

import re
from dataclasses import replace
from itertools import product

import pypdfium2
import pytest

from referee.printing.document import KIT, UnknownSheet
from referee.printing.kit import fitting_sheets, lay_out_kit
from referee.printing.options import Duplex, Paper, PrintOptions, SheetError
from referee.printing.sheets import SHEETS
from referee.rules.schema.variant import Variant
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from tests.printing.conftest import game_of, outside_faces, pages_of, printed
from tests.shares import some

VARIANT = next(one for one in catalogue() if one.has_contracts)
CHOICES = PrintOptions(players=3)


@pytest.mark.parametrize("paper", [Paper.A4, Paper.A6, Paper.CARD_3X5])
def test_contents_follow_the_players_card_and_name_the_page_of_every_sheet(paper: Paper) -> None:
    options = replace(CHOICES, paper=paper)
    pages = pages_of(printed(KIT, VARIANT, options))
    parts = lay_out_kit(VARIANT, options, None)
    assert [part.sheet_id for part in parts[:2]] == ["card", KIT]
    # A postcard still holds them on one page.
    assert len(parts[1].layout.pages) == 1 + (paper is Paper.CARD_3X5)
    contents = " ".join(pages[parts[1].first_page - 1 : parts[1].last_page])
    page = 1
    for part in parts:
        assert part.first_page == page
        if part.sheet_id != KIT:
            found = re.search(rf"{SHEETS[part.sheet_id].title_in(VARIANT)} ?(\d+)", contents)
            assert found and int(found[1]) == page
        page += len(part.layout.pages)
    assert len(pages) == page - 1


def test_pages_are_numbered_where_they_are_not_cut_or_folded() -> None:
    pages = pages_of(printed(KIT, VARIANT, CHOICES))
    for part in lay_out_kit(VARIANT, CHOICES, None):
        for page in range(part.first_page, part.first_page + len(part.layout.pages)):
            if part.numbered:
                assert re.search(rf"(^|\D){page}($|\D)", pages[page - 1])


def test_bookmarks_name_the_game_and_each_sheet() -> None:
    document = pypdfium2.PdfDocument(printed(KIT, VARIANT, CHOICES))
    titles = [bookmark.get_title() for bookmark in document.get_toc()]
    assert len(titles) == len(set(titles)) == len(lay_out_kit(VARIANT, CHOICES, None))
    assert titles[:2] == [f"{VARIANT.name} – {sheet}" for sheet in ("Player’s card", "Table kit")]
    # A table's own game is none of ours.
    assert [one for one in titles if not one.startswith(VARIANT.name)] == ["Our own rules"]


def test_nothing_of_a_kit_is_outside_its_margins() -> None:
    game = game_of(VARIANT, written=4)
    parts = lay_out_kit(VARIANT, CHOICES, game)
    for options in (CHOICES, PrintOptions(paper=Paper.A6)):
        parts = lay_out_kit(VARIANT, options, game)
        assert len({part.layout.grid.slots for part in parts}) <= 2
        pdf = printed(KIT, VARIANT, replace(options, kit=("contracts",)), game=game)
        layout = lay_out_kit(VARIANT, replace(options, kit=("contracts",)), game=game)[1].layout
        assert outside_faces(pdf, layout) == []


def test_only_the_sheets_chosen_are_in_it() -> None:
    pages = pages_of(printed(KIT, VARIANT, replace(CHOICES, kit=("contracts", "agreement"))))
    assert len(pages) == 3
    assert "House agreement" in pages[2]


def test_without_a_choice_it_holds_all_there_are() -> None:
    parts = lay_out_kit(VARIANT, CHOICES, game_of(VARIANT))
    ids = {part.sheet_id for part in parts} - {KIT}
    assert ids == set(fitting_sheets(VARIANT, game_of(VARIANT))) == set(SHEETS) - {"compared"}


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
def test_a_kit_printed_on_both_sides_has_no_white_back_but_within_tents(duplex: Duplex) -> None:
    options = PrintOptions(both_sides=True, duplex=duplex, copies=2)
    parts = lay_out_kit(VARIANT, options, None)
    for part in parts:
        pages = part.layout.pages
        white = [all(slot.face is None for slot in page) for page in pages]
        assert white == [part.sheet_id == "tents" and at % 2 == 1 for at in range(len(pages))]
        if part.numbered:
            backs = [(part.first_page + at) % 2 == 0 for at in range(len(pages))]
            turned = [back and duplex is Duplex.SHORT for back in backs]
            assert [all(slot.turned for slot in page) for page in pages] == turned
        else:
            assert part.first_page % 2 == 1
    assert sum(len(part.layout.pages) for part in parts) % 2 == 0


@pytest.mark.parametrize(
    ("kit", "variant", "both_sides"),
    some([*product([(), ("rules",), ("contracts", "rules", "agreement")], catalogue(),
                   [False, True])], 5),
)  # fmt: skip
def test_a_folded_card_lies_on_paper_of_its_own_in_every_copy(
    variant: Variant, kit: tuple[str, ...], both_sides: bool
) -> None:
    parts = lay_out_kit(variant, PrintOptions(kit=kit, both_sides=both_sides, copies=2), None)
    begins, seen = 1, 0
    for part in parts * 2:
        if part.layout.folded:
            assert begins % 2 == 1
            seen += 1
        begins += len(part.layout.pages)
    assert seen == 2


def test_a_back_before_a_folded_card_has_lines_for_notes() -> None:
    pages = pages_of(printed(KIT, VARIANT, PrintOptions(kit=("rules", "agreement", "values"))))
    assert len(pages) == 6
    assert re.search(r"House agreement ?2", pages[0])
    assert re.search(r"Rule card ?5–6", pages[0])
    assert "Notes" in pages[3]
    assert VARIANT.name in pages[4]


def test_contents_say_what_each_sheet_is_for() -> None:
    pages = pages_of(printed(KIT, VARIANT, PrintOptions(kit=("rules", "agreement"))))
    assert all(SHEETS[one].about_in(VARIANT) in pages[0] for one in ("rules", "agreement"))


@pytest.mark.parametrize("kit", [(), ("rules", "agreement", "values"), ("score-pad",)])
def test_a_booklet_lies_in_order_once_it_is_folded(kit: tuple[str, ...]) -> None:
    options = PrintOptions(kit=kit, booklet=True, both_sides=True, paper=Paper.A5)
    parts = lay_out_kit(VARIANT, options, None)
    inside = sum(len(part.layout.pages) for part in parts if part.numbered)
    assert inside % 4 == 0
    pages = pages_of(printed(KIT, VARIANT, options))
    # Two pages on each side: a pile of paper whose halves are turned over like leaves.
    papers = [pages[first : first + 4] for first in range(0, inside, 4)]
    right = [page for _, front, behind, _ in papers for page in (front, behind)]
    left = [page for last, _, _, before in reversed(papers) for page in (before, last)]
    read = [*right, *left]
    assert [bool(re.search(rf"(^|\D){at}($|\D)", page)) for at, page in enumerate(read, 1)] == (
        [True] * inside
    )
    assert len(pages) == sum(len(part.layout.pages) for part in parts)
