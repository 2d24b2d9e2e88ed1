"""Points that are missing: neither 0 nor a deal sat out, and the game waits for them."""

import pytest

from referee.scorebook import events
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Event, Hand
from referee.scorebook.events.deals import DealWritten
from referee.scorebook.events.players import DealerChanged, Left
from referee.scorebook.events.table import with_options
from referee.scorebook.events.undoing import Undone
from referee.scorebook.plain import plain_game
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import read_book, read_on
from referee.variants import load
from tests.scorebook.tables import corrected, log_of, started, written

NOT_YET = Hand(points=None)
OPEN = load("six-to-ten")
COLLECTS = load("basic-rummy", {"target": 50})
TWO_ROUNDS = with_options(plain_game(), {"rounds": 2, "best": "lowest"})
TO_TEN = with_options(plain_game(), {"target": 10})


def book(*more: Event, variant=OPEN, names=("Ann", "Bob", "Cy")) -> ScoreBook:
    return read_book(variant, log_of(started(*names), *more))


def test_missing_points_are_no_nought() -> None:
    row = book(written(1, "p1", 0, NOT_YET, 20)).deals[0]
    assert dict(row.points) == {"p1": 0, "p3": 20}
    assert row.missing == ("p2",)
    assert row.running["p2"] == 0


def test_who_sat_out_is_not_missing() -> None:
    away = DealWritten(deal=1, out="p1", hands={"p1": Hand(points=0), "p3": Hand(points=20)})
    assert book(Left(player="p2"), away).deals[0].missing == ()


def test_the_log_says_whose_points_are_missing() -> None:
    line = book(written(1, "p1", 0, NOT_YET, 20)).log[-1]
    assert line.says == "Deal 1: Ann went out; Bob (no score yet), Cy 20"


def test_the_log_says_when_they_come_and_when_they_go_again() -> None:
    lines = book(
        written(1, "p1", 0, NOT_YET, 20),
        corrected(1, "p1", 0, 45, 20),
        corrected(1, "p1", 0, NOT_YET, 20),
    ).log
    assert [line.says for line in lines[-2:]] == [
        "Bob, deal 1: 45, no score before",
        "Bob, deal 1: no score again, 45 before",
    ]


def test_a_deal_goes_round_the_table_all_the_same() -> None:
    after = book(written(1, "p1", 0, NOT_YET, 20))
    assert (after.next_deal, after.dealer) == (2, "p2")


def test_what_the_winner_collects_is_missing_with_it() -> None:
    waits = book(written(1, "p1", 0, NOT_YET, 20), variant=COLLECTS)
    assert waits.deals[0].missing == ("p1", "p2")
    assert not waits.finished
    whole = read_on(waits, log_of(*[corrected(1, "p1", 0, 40, 20)] * 3)[2:])
    assert (whole.finished, whole.winners) == (True, ("Ann",))


def test_a_game_does_not_end_while_points_are_missing() -> None:
    deals = (written(1, None, 5, NOT_YET), written(2, None, 5, 6))
    waits = book(*deals, variant=TWO_ROUNDS, names=("Ann", "Bob"))
    assert (waits.finished, waits.winners, waits.next_deal) == (False, (), None)
    assert [(row.number, key) for row, key in waits.missing] == [(1, "p2")]
    assert waits.log[-1].says == ("The last deal is saved. Still no score for Bob in deal 1")


def test_a_game_ends_with_the_last_points_written() -> None:
    deals = (written(1, None, 5, NOT_YET), written(2, None, 5, 6), corrected(1, None, 5, 1))
    over = book(*deals, variant=TWO_ROUNDS, names=("Ann", "Bob"))
    assert over.winners == ("Bob",)
    assert over.log[-1].says == "That ends the game: Bob won"


def test_a_finished_game_opens_again_where_points_go_missing() -> None:
    deals = (written(1, None, 5, 1), written(2, None, 5, 6), corrected(2, None, 5, NOT_YET))
    again = book(*deals, variant=TWO_ROUNDS, names=("Ann", "Bob"))
    assert not again.finished
    assert [line.says for line in again.log[-2:]] == [
        "The game is open again",
        "The last deal is saved. Still no score for Bob in deal 2",
    ]


def test_the_target_waits_for_everybodys_points() -> None:
    waits = book(written(1, None, 12, NOT_YET), variant=TO_TEN, names=("Ann", "Bob"))
    assert (waits.finished, waits.next_deal) == (False, None)
    goes_on = book(written(1, None, 9, NOT_YET), variant=TO_TEN, names=("Ann", "Bob"))
    assert goes_on.next_deal == 2


@pytest.mark.parametrize("act", [DealerChanged(dealer="p2"), Left(player="p2")])
def test_a_game_that_waits_takes_nothing_else(act: Event) -> None:
    deals = (written(1, None, 5, NOT_YET), written(2, None, 5, 6))
    waits = book(*deals, variant=TWO_ROUNDS, names=("Ann", "Bob"))
    with pytest.raises(Refused, match="still missing"):
        act.check(waits)


def test_taking_it_back_makes_them_missing_again() -> None:
    again = book(written(1, "p1", 0, NOT_YET, 20), corrected(1, "p1", 0, 45, 20), Undone(entry=3))
    assert again.deals[0].missing == ("p2",)


def test_missing_points_are_written_and_read_as_such() -> None:
    entry = written(1, "p1", 0, NOT_YET, 20)
    plain = events.write(entry)
    assert plain["hands"]["p2"] == {"points": None}
    assert events.read(plain) == entry


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ((NOT_YET, 10, 20), "Ann went out"),
        ((0, Hand(points=None, cards="K"), 20), "no cards or sum"),
    ],
    ids=["of who went out", "with cards"],
)
def test_what_cannot_be_missing(points: tuple[int | Hand, ...], says: str) -> None:
    with pytest.raises(Refused, match=says):
        written(1, "p1", *points).check(book())


def test_a_deal_needs_somebodys_points() -> None:
    nobody = written(1, None, NOT_YET, NOT_YET)
    with pytest.raises(Refused, match="at least one player"):
        nobody.check(book(variant=TO_TEN, names=("Ann", "Bob")))
