"""Where everything of the chart of totals stands."""

from dataclasses import replace
from itertools import pairwise

import pytest

from referee.printing.chart import ChartBox, lay_out_chart

BOX = ChartBox(width=200, height=60, left=10, right=40, top=3, bottom=6, label=4, number=5, lead=5)


def test_names_beside_lines_that_end_level_stand_apart() -> None:
    totals = [[10, 20], [10, 20], [10, 21], [0, 0]]
    chart = lay_out_chart(("Ann", "Bo", "Cy", "Di"), totals, BOX)
    labels = sorted(line.label for line in chart.lines)
    assert all(below - above >= BOX.label for above, below in pairwise(labels))
    assert labels[-1] <= BOX.height - BOX.bottom


def test_names_stand_above_and_below_where_their_lines_end_and_a_line_leads_to_each() -> None:
    chart = lay_out_chart(("Ann", "Bo", "Cy", "Di"), [[20, 30], [20, 30], [20, 30], [90]], BOX)
    level, ends = chart.lines[:3], {line.points[-1] for line in chart.lines[:3]}
    [(across, end)] = ends
    assert sorted(line.label - end for line in level) == pytest.approx([-4, 0, 4])
    assert [line.lead for line in level] == [
        ((across, end), (BOX.beside, line.label)) for line in level
    ]
    assert chart.lines[3].lead == (), "whose line ends before"


@pytest.mark.parametrize("right", [40.0093, 39.9907])
def test_a_line_leads_to_each_name_where_its_end_is_no_round_number(right: float) -> None:
    [line] = lay_out_chart(("Ann",), [[10, 20]], replace(BOX, right=right)).lines
    assert line.lead


@pytest.mark.parametrize("best", ["lowest", "highest"])
def test_the_best_total_is_the_uppermost(best: str) -> None:
    chart = lay_out_chart(("Ann", "Bo"), [[0, 10, 30], [5, 10, 20]], BOX, best=best)
    [(_, ann), (_, bo)] = (line.points[-1] for line in chart.lines)
    assert (ann < bo) is (best == "highest")
    # The scale goes the same way.
    heights = [at for _, at in chart.totals]
    assert heights == sorted(heights, reverse=best == "highest")


def test_totals_below_nought_stay_on_the_chart() -> None:
    chart = lay_out_chart(("Ann", "Bo"), [[0, -10, -30], [5, 10, 20]], BOX)
    dots = [dot for line in chart.lines for dot in line.dots]
    assert len(dots) == 6
    assert all(BOX.left < x <= BOX.end and BOX.top <= y <= BOX.height - BOX.bottom for x, y in dots)
    assert len({y for _, y in dots}) == 6


def test_lines_begin_before_the_first_deal_unless_the_player_joined_later() -> None:
    chart = lay_out_chart(("Ann", "Bo", "Cy"), [[5, 10], [None, 20], [None, None]], BOX)
    starts = [line.points[0][0] for line in chart.lines[:2]]
    assert starts == [BOX.left, chart.lines[1].dots[0][0]] == [10, BOX.end]
    assert [len(line.dots) for line in chart.lines] == [2, 1, 0]


@pytest.mark.parametrize(
    ("deals", "told"),
    [(3, [1, 2, 3, "End"]), (59, [*range(2, 59, 2), "End"]), (60, [*range(5, 60, 5), "End"])],
)
def test_what_is_added_at_the_end_stands_a_step_behind_the_last_deal(
    deals: int, told: list[int | str]
) -> None:
    chart = lay_out_chart(("Ann",), [[*range(deals), 100]], BOX, "End")
    assert [number for number, _ in chart.deals] == told
    assert chart.deals[-1] == ("End", chart.lines[0].points[-1][0])


def test_every_deal_is_numbered_where_there_is_room() -> None:
    few, many = (lay_out_chart(("Ann",), [range(deals)], BOX) for deals in (5, 60))
    assert [number for number, _ in few.deals] == [1, 2, 3, 4, 5]
    assert [number for number, _ in many.deals] == list(range(2, 61, 2))


@pytest.mark.parametrize("deals", [60, 300, 700, 3000])
def test_numbers_of_deals_stand_apart_however_long_a_game_is(deals: int) -> None:
    places = [at for _, at in lay_out_chart(("Ann",), [range(deals)], BOX).deals]
    assert all(after - before >= BOX.number - 0.01 for before, after in pairwise(places))
