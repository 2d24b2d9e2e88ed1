"""Statistics that are honest: ties are ties, and unfinished games are left out."""

from referee.scorebook.events.base import POINTS_ALONE, Seat
from referee.scorebook.events.deals import DealWritten
from referee.scorebook.events.players import Begins, Joined, Left
from referee.scorebook.events.table import Noted, with_options
from referee.scorebook.plain import plain_game
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import read_book
from referee.scorebook.statistics import Pair, closest_of, day_of, pairs_of, people_of
from referee.variants import load
from tests.scorebook.tables import hands, log_of, started, written

ONE_ROUND = with_options(plain_game(), {"rounds": 1, "best": "lowest"})


def game(
    names: tuple[str, ...], *points: int, rounds: int = 1, leaves: str = "", day: str = ""
) -> ScoreBook:
    variant = with_options(ONE_ROUND, {"rounds": rounds})
    more = [Left(player=leaves)] if leaves else []
    noted = [Noted(title="", day=day)] if day else []
    return read_book(variant, log_of(started(*names), written(1, None, *points), *more, *noted))


def told(*books: ScoreBook) -> dict[str, tuple[int, int, int, float]]:
    return {
        one.name: (one.games, one.won, one.shared, one.average_place) for one in people_of(books)
    }


def test_the_lowest_wins_where_it_does():
    assert told(game(("Ann", "Bo"), 5, 10)) == {"Ann": (1, 1, 0, 1.0), "Bo": (1, 0, 0, 2.0)}


def test_a_tie_is_a_tie():
    assert told(game(("Ann", "Bo", "Cy"), 5, 5, 9))["Bo"] == (1, 0, 1, 1.0)


def test_a_game_that_goes_on_is_left_out():
    assert told(game(("Ann", "Bo"), 5, 10, rounds=2)) == {}


def test_who_left_before_the_end_is_not_counted():
    assert "Cy" not in told(game(("Ann", "Bo", "Cy"), 5, 6, 1, leaves="p3"))


def test_a_name_is_one_person_whatever_its_capitals():
    assert told(game(("Ann", "Bo"), 5, 10), game(("ann", "Bo"), 9, 1))["Ann"] == (2, 1, 0, 1.5)


def test_points_alone_say_nothing_of_hands():
    variant = with_options(load("basic-rummy"), {"rounds": 2})
    deals = (
        written(1, "p1", 0, 20),
        DealWritten(deal=2, out=None, hands=hands(0, 95), besides=POINTS_ALONE),
    )
    (bo, ann) = people_of([read_book(variant, log_of(started("Ann", "Bo"), *deals))])
    assert (ann.name, ann.deals, ann.out, ann.worst) == ("Ann", 1, 1, 0)
    assert (bo.name, bo.deals, bo.out, bo.worst) == ("Bo", 1, 0, 20)


def test_two_are_held_against_each_other_ties_as_ties():
    games = [game(("Bo", "Ann"), 5, 10), game(("Ann", "Bo"), 7, 7), game(("Ann", "Bo"), 1, 2)]
    assert pairs_of(games) == (Pair(one="Ann", other="Bo", one_ahead=1, other_ahead=1, level=1),)


def test_a_row_of_wins_counts_games_in_the_order_they_were_played():
    days = {"2026-01-05": (1, 9), "2026-01-01": (9, 1), "2026-01-03": (4, 4), "2026-01-09": (5, 2)}
    games = [game(("Ann", "Bo"), *points, day=day) for day, points in days.items()]
    assert {one.name: one.row for one in people_of(games)} == {"Ann": 2, "Bo": 2}


def test_who_joined_late_has_missed_deals():
    variant = with_options(ONE_ROUND, {"rounds": 2})
    eva = Joined(player=Seat(key="p3", name="Eva"), after="p2", begins=Begins.NOUGHT, points=0)
    late = read_book(
        variant,
        log_of(started("Ann", "Bo"), written(1, None, 5, 6), eva, written(2, None, 5, 6, 7)),
    )
    assert {one.name: one.partial for one in people_of([late])} == {"Ann": 0, "Bo": 0, "Eva": 1}


def test_the_closest_finish_is_found_and_a_tie_is_closer():
    far, near = game(("Ann", "Bo", "Cy"), 1, 40, 20), game(("Ann", "Bo"), 12, 10, day="2026-02-03")
    closest = closest_of([far, near])
    assert closest and (closest.winners, closest.next, closest.gap) == (("Bo",), ("Ann",), 2)
    assert closest.day == day_of(near)
    tied = closest_of([far, near, game(("Ann", "Bo", "Cy"), 3, 3, 9)])
    assert tied and (tied.winners, tied.next, tied.gap) == (("Ann", "Bo"), (), 0)
    assert closest_of([game(("Ann", "Bo"), 1, 2, rounds=2)]) is None
