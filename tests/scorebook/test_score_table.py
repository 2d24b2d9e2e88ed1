"""The score table of a game: deals by players, and totals."""

import pytest

from referee.scorebook.events.base import Besides, Hand, Seat
from referee.scorebook.events.deals import DealWritten
from referee.scorebook.events.players import Begins, Joined, Left, Returned
from referee.scorebook.events.table import PointsGiven
from referee.scorebook.replay import read_book
from referee.scorebook.score_table import ScoreTable, score_table
from referee.variants import load
from tests.scorebook.tables import hands, log_of, started, written

GAME = load("six-to-ten")
DOV = Joined(player=Seat(key="p4", name="Dov"), after="p3", begins=Begins.TYPED, points=7)


def table(*events) -> ScoreTable:
    return score_table(read_book(GAME, log_of(started("Ana", "Ben", "Chi"), *events)))


@pytest.fixture
def joined() -> ScoreTable:
    """Two deals, somebody who joined between them, and points that are missing in the second."""
    missing = written(2, "p2", 10, 0, Hand(points=None), 5)
    return table(written(1, "p1", 0, 15, 20), DOV, missing)


def test_every_deal_has_a_cell_for_everyone(joined):
    assert [len(row.cells) for row in joined.rows] == [4, 4]


def test_who_joined_later_took_no_part(joined):
    dov = [row.cells[3] for row in joined.rows]
    assert [(cell.took_part, cell.points, cell.running) for cell in dov] == [
        (False, None, None), (True, 5, 12)
    ]  # fmt: skip


def test_points_to_begin_with_stand_in_the_deal_after(joined):
    assert [row.cells[3].starting_points for row in joined.rows] == [0, 7]


def test_missing_points_are_no_nought(joined):
    chi = joined.rows[1].cells[2]
    assert (chi.points, chi.missing, chi.complete, chi.running) == (None, True, False, 20)


def test_who_went_out_is_marked(joined):
    assert [[cell.name for cell in row.cells if cell.went_out] for row in joined.rows] == [
        ["Ana"], ["Ben"]
    ]  # fmt: skip


def test_the_deals_to_come_are_named_with_their_dealers(joined):
    assert [(row.number, row.dealer_name, row.cells) for row in joined.to_come] == [
        (3, "Chi", ()), (4, "Dov", ()), (5, "Ana", ())
    ]  # fmt: skip


def test_nobody_leads_while_points_are_missing(joined):
    assert [total.leads for total in joined.totals] == [False] * 4
    assert [total.name for total in joined.totals if not total.complete] == ["Chi"]


def test_standings_are_best_first_without_those_who_left():
    found = table(written(1, "p1", 0, 15, 20), Left(player="p1"))
    assert [(total.place, total.name, total.leads) for total in found.standings] == [
        (1, "Ben", True), (2, "Chi", False)
    ]  # fmt: skip
    assert found.totals[0].place is None


def test_what_was_melded_and_held_stands_apart_where_points_are_the_difference():
    game = load("five-hundred")
    besides = Besides(melded=hands(60, 15))
    deal = DealWritten(deal=1, out="p1", hands=hands(0, 25), besides=besides)
    [row] = score_table(read_book(game, log_of(started("Ana", "Ben"), deal))).rows
    told = [(cell.melded, cell.held, cell.points) for cell in row.cells]
    assert told == [(60, 0, 60), (15, 25, -10)]
    [row] = table(written(1, "p1", 0, 15, 20)).rows
    assert {(cell.melded, cell.held) for cell in row.cells} == {(None, None)}


def test_what_is_in_a_total_tells_points_from_outside_the_deals_apart():
    game = load("five-hundred")

    def melding(deal: int, *more: Hand) -> DealWritten:
        melded = hands(60, 15, *more)
        held = hands(0, 25, *(Hand(points=5) for _ in more))
        return DealWritten(deal=deal, out="p1", hands=held, besides=Besides(melded=melded))

    cy = Seat(key="p3", name="Cy")
    log = [
        melding(1),
        Joined(player=cy, after="p2", begins=Begins.TYPED, points=20),
        PointsGiven(id=1, player="p2", points=-10, why=""),
        melding(2, Hand(points=40)),
        PointsGiven(id=2, player="p2", points=5, why=""),
        Left(player="p3"),
        Returned(player="p3", begins=Begins.TYPED, points=30),
        melding(3, Hand(points=10)),
    ]
    found = score_table(read_book(game, log_of(started("Ana", "Ben"), *log)))
    assert [(one.total, one.parts) for one in found.totals] == [
        (180, ""),
        (-35, "melded 45, held −75, penalty −10, bonus 5"),
        (90, "joining 20, melded 50, held −10, coming back 30"),
    ]
    # Where nothing is melded, a hand is all that a deal brings.
    assert (
        table(written(1, "p1", 0, 15, 20), DOV, written(2, "p1", 0, 5, 6, 9)).totals[3].parts == ""
    )
