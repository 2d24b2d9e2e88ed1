"""What can be chosen for a sheet, and what cannot."""

from typing import Any

import pytest

from referee.printing.document import lay_out
from referee.printing.geometry import frame_of, grid_of
from referee.printing.options import (
    MOST_COPIES,
    UPS,
    Orientation,
    Paper,
    PrintOptions,
    PrintSize,
    SheetError,
)
from referee.variants import catalogue

VARIANT = next(one for one in catalogue() if one.has_contracts)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        pytest.param({"up": 3}, "Put 1, 2 or 4 on a page, not 3", id="three up"),
        pytest.param({"copies": 0}, "1 to 50 copies", id="no copy"),
        pytest.param({"copies": MOST_COPIES + 1}, "1 to 50 copies", id="too many copies"),
        pytest.param({"players": 17}, "up to 16 players, not 17", id="too many players"),
        pytest.param({"rows": 61}, "1 to 60 deals, not 61", id="too many rows"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(SheetError, match=says):
        PrintOptions(**wrong)


@pytest.mark.parametrize("turn", Orientation)
@pytest.mark.parametrize("up", UPS)
@pytest.mark.parametrize("paper", Paper)
def test_what_lies_on_a_page_takes_all_of_it_and_fits_the_printer(
    paper: Paper, up: int, turn: Orientation
) -> None:
    try:
        cut = grid_of(PrintOptions(paper=paper, up=up, orientation=turn))
    except SheetError:
        assert up > 1
        return
    assert cut.slots == up
    assert {cut.width, cut.height} == {paper.width, paper.height}
    upright = cut.slot_height >= cut.slot_width
    assert upright is (turn is Orientation.UPRIGHT), (
        "two upright ones lie on paper that lies across"
    )


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (PrintOptions(paper=Paper.A6, up=4), "at least 70 mm wide"),
        (PrintOptions(paper=Paper.CARD_3X5, print=PrintSize.LARGE), "at least 100 mm wide"),
    ],
    ids=["too small", "too small for large print"],
)
def test_paper_too_small_to_read_is_refused(options: PrintOptions, says: str) -> None:
    with pytest.raises(SheetError, match=says):
        lay_out("contracts", VARIANT, options)


def test_a_pad_too_narrow_to_write_on_says_how_many_it_takes() -> None:
    width = max(catalogue(), key=lambda one: one.players.most)
    with pytest.raises(SheetError, match="room for columns of 4 players here, not 8"):
        lay_out("score-pad", width, PrintOptions(paper=Paper.CARD_3X5, players=8))


def test_a_game_for_one_number_of_players_says_that_number() -> None:
    for_two = next(one for one in catalogue() if one.players.most == 2)
    with pytest.raises(SheetError, match="on paper is for 2 players, not 3"):
        lay_out("score-pad", for_two, PrintOptions(players=3))


def test_room_is_what_is_left_between_the_margins() -> None:
    options = PrintOptions(paper=Paper.A5)
    room = frame_of(options)
    assert (room.inner_width, room.inner_height) == (148 - 20, 210 - 18 - 8)
