"""Statistics that are honest: ties are ties, and unfinished games are left out."""

from referee.scorebook.events import Left
from referee.scorebook.plain import plain_game
from referee.scorebook.projection import ScoreBook, read_book
from referee.scorebook.settings import with_options
from referee.scorebook.statistics import Pair, pairs_of, people_of
from tests.scorebook.tables import log_of, started, written

ONE_ROUND = with_options(plain_game(), {"rounds": 1, "best": "lowest"})


def game(names: tuple[str, ...], *points: int, rounds: int = 1, leaves: str = "") -> ScoreBook:
    variant = with_options(ONE_ROUND, {"rounds": rounds})
    left = [Left(player=leaves)] if leaves else []
    return read_book(variant, log_of(started(*names), written(1, None, *points), *left))


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


def test_two_are_held_against_each_other_ties_as_ties():
    games = [game(("Bo", "Ann"), 5, 10), game(("Ann", "Bo"), 7, 7), game(("Ann", "Bo"), 1, 2)]
    assert pairs_of(games) == (Pair(one="Ann", other="Bo", one_ahead=1, other_ahead=1, level=1),)
