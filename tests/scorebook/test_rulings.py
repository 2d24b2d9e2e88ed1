"""Rulings kept in the log of a game."""

import pytest

from referee.scorebook.cache import book_of
from referee.scorebook.errors import LimitReached, NotAllowed
from referee.scorebook.events.base import Event
from referee.scorebook.events.table import RulingKept
from referee.scorebook.links import Access, open_game
from referee.scorebook.repository import Written, start_game, write
from referee.variants import load
from tests.scorebook.conftest import EACH_DATABASE
from tests.scorebook.tables import written

CASE = {"game": "six-to-ten", "ask": "meld", "cards": "9s 9d"}
RULING = {"verdict": "illegal", "settled_by": "rules", "findings": [], "facts": {}}


def kept(**case: str) -> RulingKept:
    return RulingKept(
        asks="Is this a meld?", answers="Not allowed.", case=CASE | case, ruling=RULING, deal=1
    )


@pytest.fixture
def links(app) -> tuple[Access, Access]:
    """A game of two that has just started, by its keeper's and its viewer's link."""
    game = start_game(load("six-to-ten"), ["Mara", "Jon"], 0)
    keeper, viewer = open_game(game.keeper_token), open_game(game.viewer_token)
    assert keeper and viewer
    return keeper, viewer


def wrote(access: Access, entry: Event, key: str = "key-one-") -> Written:
    answer = write(access, entry, key=key, base=1)
    assert isinstance(answer, Written)
    return answer


def test_a_ruling_stands_in_the_log_in_words(links):
    line = wrote(links[0], kept()).book.log[-1]
    assert (line.says, line.deal) == ("Ruling saved. Is this a meld? Not allowed.", 1)
    assert line.is_ruling


def test_a_ruling_changes_no_points(links):
    before = wrote(links[0], written(1, "p1", 0, 20), "key-two-").book
    assert wrote(links[0], kept()).book.deals == before.deals


@EACH_DATABASE
def test_a_ruling_is_found_by_its_number_through_either_link(links):
    number = wrote(links[0], kept()).recorded.number
    found = [book_of(access).ruling(number) for access in links]
    assert [one and one[1] for one in found] == [kept(), kept()]


def test_other_entries_are_no_rulings(links):
    assert book_of(links[0]).ruling(1) is None
    assert book_of(links[0]).ruling(99) is None


def test_a_ruling_contradicts_nothing(links):
    wrote(links[0], kept())
    assert wrote(links[0], kept(cards="8s 8d"), "key-two-").book.version == 3


def test_a_ruling_sent_twice_is_kept_once(links):
    first = wrote(links[0], kept())
    assert wrote(links[0], kept()).recorded == first.recorded


def test_a_viewer_keeps_nothing(links):
    with pytest.raises(NotAllowed):
        write(links[1], kept(), key="key-one-", base=1)
    assert book_of(links[1]).version == 1


def test_a_ruling_has_a_longest_length(links):
    with pytest.raises(LimitReached, match="fewer cards"):
        write(links[0], kept(cards="9s " * 9000), key="key-one-", base=1)
