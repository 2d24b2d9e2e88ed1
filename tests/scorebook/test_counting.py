"""Counting together: codes, seats, the hands that come in, and signatures under deals."""

from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from referee.rules.cards import MOST_CARDS, parse_cards
from referee.rules.law.points import points_of
from referee.scorebook import cache, counting, limits, models, storage
from referee.scorebook.cache import book_of
from referee.scorebook.counting import (
    LETTERS,
    CountedMeanwhile,
    ask_on_phones,
    count_hand,
    counted_hands,
    counted_lines,
    counting_code,
    deny,
    open_code,
    seats_taken,
    start_counting,
    stop_counting,
    take_seat,
)
from referee.scorebook.errors import NotAllowed, Refused
from referee.scorebook.events.base import Hand
from referee.scorebook.events.deals import DealDeleted, DealInserted, ResultsSwapped
from referee.scorebook.events.players import Left, Renamed
from referee.scorebook.events.signing import DealSigned
from referee.scorebook.events.table import Noted, with_options
from referee.scorebook.events.undoing import Undone
from referee.scorebook.links import Access, Role, links_of, new_id, open_game
from referee.scorebook.plain import plain_game
from referee.scorebook.repository import Written, delete_game, play_again, start_game, write
from referee.variants import load
from tests.scorebook.conftest import EACH_DATABASE
from tests.scorebook.tables import corrected, hands, seat, written

CARDS = Hand(points=points_of(load("six-to-ten"), parse_cards("K 7", suits=False)), cards="K 7")


@pytest.fixture
def keeper(app) -> Access:
    """A game of three that has just started."""
    access = open_game(start_game(load("six-to-ten"), ("Mara", "Jon", "Edith"), 0).keeper_token)
    assert access
    return access


@pytest.fixture
def jon(keeper) -> Access:
    """The phone of Jon, the second player."""
    return seat(keeper, "p2")


def opened(keeper: Access) -> Access:
    access = open_code(start_counting(keeper))
    assert access
    return access


def wrote(access: Access, event, base: int = 0) -> Written:
    answer = write(access, event, key=new_id(), base=base or book_of(access).version)
    assert isinstance(answer, Written)
    return answer


# Codes


@EACH_DATABASE
def test_a_code_opens_its_game_as_a_viewer_does(keeper):
    access = open_code(start_counting(keeper))
    assert access
    assert (access.game_id, access.role) == (keeper.game_id, Role.VIEWER)


def test_a_code_is_six_letters_that_look_like_no_others(keeper):
    code = start_counting(keeper)
    assert len(code) == limits.CODE_LENGTH
    assert set(code) <= set(LETTERS)
    assert not set(LETTERS) & set("IOQU0125")


def test_a_code_stays_the_same_while_the_table_counts(keeper):
    assert start_counting(keeper) == start_counting(keeper) == counting_code(keeper)


def test_a_code_may_be_typed_in_any_way(keeper):
    code = start_counting(keeper)
    assert open_code(f" {code[:3].lower()}-{code[3:]} ")


@pytest.mark.parametrize("typed", ["", "ABCDE", "ABCDEFG", "ABCDE1", "ÄBCDEF", "'; --"])
def test_what_is_no_code_opens_nothing(keeper, typed):
    start_counting(keeper)
    assert open_code(typed) is None


def test_only_those_who_write_see_the_code(keeper, jon):
    assert counting_code(keeper)
    assert counting_code(jon) is None
    with pytest.raises(NotAllowed):
        start_counting(jon)


def test_a_code_is_over_after_a_day(keeper, monkeypatch):
    code = start_counting(keeper)
    end = storage.now() + timedelta(hours=limits.CODE_HOURS)
    monkeypatch.setattr(counting, "now", lambda: end - timedelta(minutes=1))
    assert open_code(code)
    monkeypatch.setattr(counting, "now", lambda: end + timedelta(minutes=1))
    assert open_code(code) is None
    assert counting_code(keeper) is None
    assert start_counting(keeper) != code


def test_a_code_is_over_with_the_game(app):
    rules = with_options(plain_game(), {"rounds": "1"})
    keeper = open_game(start_game(rules, ("Mara", "Jon"), 0).keeper_token)
    assert keeper
    code = start_counting(keeper)
    opened_before = open_code(code)
    assert opened_before
    wrote(keeper, written(1, None, 5, 20))
    assert open_code(code) is None
    after = open_game(links_of(keeper)[0].token or "")
    assert after
    assert counting_code(after) is None
    with pytest.raises(Refused, match="is over"):
        start_counting(after)


def test_stopping_withdraws_the_code_the_seats_and_the_hands(keeper, jon):
    code = start_counting(keeper)
    count_hand(jon, 1, CARDS, out=False, seen=0)
    stop_counting(keeper)
    assert open_code(code) is None
    assert seats_taken(keeper) == frozenset()
    assert counted_hands(keeper, 1) == {}
    with pytest.raises(NotAllowed):
        count_hand(jon, 1, CARDS, out=False, seen=0)


def test_no_seat_stops_counting(keeper, jon):
    with pytest.raises(NotAllowed):
        stop_counting(jon)


def test_two_games_never_share_a_code(keeper, monkeypatch):
    code = start_counting(keeper)
    other = open_game(start_game(load("six-to-ten"), ("Ida", "Kai"), 0).keeper_token)
    assert other
    codes = iter([code, "ABCDEF"])
    monkeypatch.setattr(counting, "_code", lambda _: next(codes))
    assert start_counting(other) == "ABCDEF"


@EACH_DATABASE
def test_the_database_holds_no_code(keeper):
    code = start_counting(keeper)
    with storage.reading() as session:
        (row,) = session.execute(sa.select(models.CodeRow.__table__)).all()
    assert code not in map(str, row)


def test_no_code_opens_anything_under_another_key(app, keeper):
    code = start_counting(keeper)
    app.config["SECRET_KEY"] = b"another secret key"
    assert open_code(code) is None
    assert counting_code(keeper) is None
    assert open_code(start_counting(keeper))


# Seats


@EACH_DATABASE
def test_a_seat_belongs_to_its_player_and_only_reads(keeper, jon):
    assert (jon.role, jon.seat, jon.writes, jon.keeps) == (Role.SEAT, "p2", False, False)
    assert seats_taken(keeper) == {"p2"}


def test_a_seat_is_no_link_that_the_keeper_shares(keeper, jon):
    assert Role.SEAT not in {link.role for link in links_of(keeper)}


@EACH_DATABASE
def test_a_seat_that_is_taken_says_so_and_can_be_taken_over(keeper, jon):
    with pytest.raises(Refused, match="Jon is counted on another phone"):
        take_seat(opened(keeper), "p2")
    token = take_seat(opened(keeper), "p2", over=True)
    other = open_game(token)
    assert other
    assert other.seat == "p2"
    with pytest.raises(NotAllowed, match="withdrawn"):
        count_hand(jon, 1, CARDS, out=False, seen=0)
    count_hand(other, 1, CARDS, out=False, seen=0)


def test_a_phone_that_takes_another_seat_frees_its_own(keeper, jon):
    take_seat(opened(keeper), "p3", leaves=jon.link_id)
    assert seats_taken(keeper) == {"p3"}


def test_nobody_sits_where_nobody_plays(keeper):
    wrote(keeper, Left(player="p3"))
    for player in ("p3", "p9", "px", ""):
        with pytest.raises(Refused, match="choose another name"):
            take_seat(opened(keeper), player)


def test_no_seat_is_taken_once_counting_stopped(keeper):
    before = opened(keeper)
    stop_counting(keeper)
    with pytest.raises(Refused, match="stopped"):
        take_seat(before, "p2")


# Hands


@EACH_DATABASE
def test_a_counted_hand_is_there_for_the_scorer(keeper, jon):
    counted = count_hand(jon, 1, CARDS, out=False, seen=0)
    assert counted_hands(keeper, 1) == {"p2": counted}
    assert (counted.hand, counted.out, counted.version) == (CARDS, False, 1)
    assert book_of(keeper).deals == ()


@EACH_DATABASE
def test_a_hand_counted_again_is_a_later_version(keeper, jon):
    count_hand(jon, 1, CARDS, out=False, seen=0)
    again = count_hand(jon, 1, Hand(points=12, sum="5+7"), out=False, seen=1)
    assert again.version == 2
    assert counted_hands(keeper, 1) == {"p2": again}


def test_a_hand_sent_twice_is_kept_once(jon):
    first = count_hand(jon, 1, CARDS, out=False, seen=0)
    assert count_hand(jon, 1, CARDS, out=False, seen=0) == first


def test_a_hand_from_a_page_of_before_is_not_kept(keeper, jon):
    first = count_hand(jon, 1, CARDS, out=False, seen=0)
    with pytest.raises(CountedMeanwhile) as refused:
        count_hand(jon, 1, Hand(points=5), out=False, seen=0)
    assert refused.value.stands == first
    assert counted_hands(keeper, 1) == {"p2": first}


WRONG = {
    "cards that are worth something else": (Hand(points=1, cards="K 7"), False, "worth"),
    "nothing": (Hand(points=None), False, "at least one"),
    "too many points": (Hand(points=limits.HAND_POINTS + 1), False, "whole number"),
    "too long a sum": (Hand(points=5, sum="5" * (limits.SUM_LENGTH + 1)), False, "at most 100"),
    "too many cards": (
        Hand(points=5, cards="5" * (limits.CARDS_LENGTH + 1)),
        False,
        "at most 1000",
    ),
    "out with cards": (CARDS, True, "went out"),
}


@pytest.mark.parametrize(("hand", "out", "says"), WRONG.values(), ids=WRONG)
def test_a_hand_that_cannot_be_is_refused(keeper, jon, hand, out, says):
    with pytest.raises(ValueError, match=says):
        count_hand(jon, 1, hand, out=out, seen=0)
    assert counted_hands(keeper, 1) == {}


@EACH_DATABASE
def test_the_longest_hand_is_kept(keeper, jon):
    longest = Hand(points=limits.HAND_POINTS, sum="9" * limits.SUM_LENGTH)
    count_hand(jon, 1, longest, out=False, seen=0)
    assert counted_hands(keeper, 1)["p2"].hand == longest
    many = " ".join(["K"] * MOST_CARDS)
    worth = points_of(load("six-to-ten"), parse_cards(many, suits=False))
    cards = Hand(points=worth, cards=many)
    count_hand(jon, 1, cards, out=False, seen=1)
    assert counted_hands(keeper, 1)["p2"].hand == cards


def test_only_the_deal_that_is_next_is_counted(keeper, jon):
    wrote(keeper, written(1, "p1", 0, 34, 5))
    for deal in (1, 3):
        with pytest.raises(Refused, match="already saved"):
            count_hand(jon, deal, CARDS, out=False, seen=0)


def test_hands_of_a_deal_that_is_saved_are_let_go_of(keeper, jon):
    count_hand(jon, 1, CARDS, out=False, seen=0)
    wrote(keeper, written(1, "p1", 0, 34, 5))
    count_hand(jon, 2, CARDS, out=False, seen=0)
    assert counted_hands(keeper, 1) == {}
    assert list(counted_hands(keeper, 2)) == ["p2"]


def test_hands_stay_when_the_deal_is_undone(keeper, jon):
    count_hand(jon, 1, CARDS, out=False, seen=0)
    wrote(keeper, written(1, "p1", 0, 34, 5))
    wrote(keeper, Undone(entry=2))
    assert counted_hands(keeper, 2)["p2"].hand == CARDS
    counting = replace(keeper, has_code=True)
    ask_on_phones(keeper, 2, counted_lines(counting, book_of(keeper)), {"p2": 20})
    deny(jon, 2, 20)
    hand = counted_hands(keeper, 2)["p2"]
    assert (hand.typed, hand.denied) == (20, 20)
    assert count_hand(jon, 2, Hand(points=3), out=False, seen=1).version == 2
    # Redone, the deal is saved, and the next has no hands.
    count_hand(jon, 2, CARDS, out=False, seen=2)
    wrote(keeper, written(2, "p1", 0, 34, 5))
    assert counted_hands(keeper, 3) == {}


def test_hands_counted_in_a_deal_that_is_redone_are_not_those_of_the_next(keeper, jon):
    wrote(keeper, written(1, "p1", 0, 34, 5))
    wrote(keeper, Undone(entry=2))
    count_hand(jon, 2, CARDS, out=False, seen=0)
    wrote(keeper, Undone(entry=3))
    assert counted_hands(keeper, 2) == {}
    assert count_hand(jon, 2, Hand(points=3), out=False, seen=0).version == 1
    assert counted_hands(keeper, 2)["p2"].hand == Hand(points=3)


def test_hands_counted_in_a_deal_that_is_redone_are_there_when_it_is_undone_again(keeper, jon):
    wrote(keeper, written(1, "p1", 0, 34, 5))
    wrote(keeper, Undone(entry=2))
    count_hand(jon, 2, CARDS, out=False, seen=0)
    wrote(keeper, Undone(entry=3))
    wrote(keeper, Undone(entry=2))
    assert counted_hands(keeper, 2)["p2"].hand == CARDS


def test_hands_of_the_next_deal_are_not_those_of_one_that_is_undone_before_it(keeper, jon):
    wrote(keeper, written(1, "p1", 0, 34, 5))
    count_hand(jon, 2, CARDS, out=False, seen=0)
    wrote(keeper, Undone(entry=2))
    assert counted_hands(keeper, 2) == {}
    wrote(keeper, Undone(entry=3))
    assert counted_hands(keeper, 2)["p2"].hand == CARDS


def test_hands_of_the_next_deal_are_none_of_one_that_was_redone_and_is_undone_once_more(
    keeper, jon
):
    wrote(keeper, written(1, "p1", 0, 34, 5))
    wrote(keeper, Undone(entry=2))
    wrote(keeper, Undone(entry=3))
    count_hand(jon, 2, CARDS, out=False, seen=0)
    wrote(keeper, Undone(entry=2))
    assert counted_hands(keeper, 2) == {}


def test_hands_stay_when_a_forgotten_deal_is_inserted(keeper, jon):
    wrote(keeper, written(1, "p1", 0, 34, 5))
    count_hand(jon, 2, CARDS, out=False, seen=0)
    wrote(keeper, DealInserted(deal=2, before=1, out="p1", hands=hands(0, 7, 7)))
    assert (list(counted_hands(keeper, 3)), counted_hands(keeper, 2)) == (["p2"], {})
    wrote(keeper, Undone(entry=3))
    assert list(counted_hands(keeper, 3)) == ["p2"]


def test_the_code_of_a_game_that_is_over_opens_the_next_that_is_played(keeper, jon):
    code = start_counting(keeper)
    counting = replace(keeper, has_code=True)
    going = play_again(counting, key="next-game")
    assert opened_game(code) == keeper.game_id
    for deal in range(1, 6):
        wrote(keeper, written(deal, "p1", 0, 34, 5))
    assert open_code(code) is None
    following = play_again(counting, key="game-after")
    assert going != following == play_again(counting, key="game-after")
    assert opened_game(code) == following.game_id
    next_table = open_code(code)
    assert next_table and take_seat(next_table, "p2")


def opened_game(code: str) -> str:
    access = open_code(code)
    assert access
    return access.game_id


def test_who_left_counts_no_hand(keeper, jon):
    wrote(keeper, Left(player="p2"))
    with pytest.raises(Refused, match="choose another name"):
        count_hand(jon, 1, CARDS, out=False, seen=0)


def test_only_a_seat_counts(keeper):
    with pytest.raises(NotAllowed):
        count_hand(keeper, 1, CARDS, out=False, seen=0)


@EACH_DATABASE
def test_a_deleted_game_takes_codes_seats_and_hands_with_it(keeper, jon):
    count_hand(jon, 1, CARDS, out=False, seen=0)
    delete_game(keeper)
    with storage.reading() as session:
        for table in (models.CodeRow, models.CountedHandRow, models.LinkRow):
            assert session.scalars(sa.select(table)).all() == []


# Signatures


def agreed(player: str, *points: int, out: str | None = "p1", deal: int = 1) -> DealSigned:
    held: dict[str, int | None] = {f"p{number}": each for number, each in enumerate(points, 1)}
    return DealSigned(deal=deal, player=player, out=out, points=held)


@pytest.fixture
def saved(keeper) -> Access:
    """The game with one deal, saved by its keeper."""
    wrote(keeper, written(1, "p1", 0, 34, 5))
    return keeper


def says(access: Access) -> list[str]:
    return [line.says for line in book_of(access).log]


@EACH_DATABASE
def test_a_player_signs_a_deal(saved, jon):
    book = wrote(jon, agreed("p2", 0, 34, 5)).book
    assert book.deals[0].signed == {"p2": True}
    assert (book.log[-1].says, book.log[-1].who) == ("Deal 1: agreed by Jon", "Jon’s phone")


def test_a_signature_changes_nothing_at_the_table(saved, jon):
    before = book_of(saved)
    book = wrote(jon, agreed("p2", 0, 34, 5)).book
    assert (book.standings, book.totals, book.next_deal_id) == (
        before.standings, before.totals, before.next_deal_id,
    )  # fmt: skip
    assert book.undo == before.undo


def test_nobody_signs_for_somebody_else(saved, jon):
    for access, player in ((jon, "p1"), (jon, "p3"), (saved, "p1"), (saved, "p2")):
        with pytest.raises(NotAllowed):
            wrote(access, agreed(player, 0, 34, 5))


def test_a_seat_writes_no_other_event(saved, jon):
    for event in (written(2, "p2", 5, 0, 5), Noted(title="x", day=""), DealDeleted(deal=1)):
        with pytest.raises(NotAllowed):
            wrote(jon, event)


def test_values_that_do_not_stand_are_not_signed(saved, jon):
    with pytest.raises(Refused, match="changed in the meantime"):
        wrote(jon, agreed("p2", 0, 33, 5))
    with pytest.raises(Refused, match="changed in the meantime"):
        wrote(jon, agreed("p2", 0, 34, 5, out="p3"))
    with pytest.raises(Refused, match="no longer exists"):
        wrote(jon, agreed("p2", 0, 34, 5, deal=2))


def test_a_correction_shows_who_had_signed_before(saved, jon):
    wrote(jon, agreed("p2", 0, 34, 5))
    book = wrote(saved, corrected(1, "p1", 0, 43, 5)).book
    assert book.deals[0].signed == {"p2": False}
    assert says(saved)[-2:] == [
        "Jon, deal 1: 43, not 34",
        "Deal 1: agreed by Jon before this change",
    ]


def test_a_swap_shows_who_had_signed_before(saved, jon):
    wrote(jon, agreed("p2", 0, 34, 5))
    wrote(saved, ResultsSwapped(deal=1, one="p2", other="p3"))
    assert says(saved)[-1] == "Deal 1: agreed by Jon before this change"


def test_cards_corrected_to_the_same_points_leave_the_signature(saved, jon):
    wrote(jon, agreed("p2", 0, 34, 5))
    book = wrote(saved, corrected(1, "p1", 0, Hand(points=34, sum="30+4"), 5)).book
    assert book.deals[0].signed == {"p2": True}
    assert says(saved)[-1] == "Deal 1: cards corrected, same points"


def test_a_correction_is_signed_anew(saved, jon):
    wrote(jon, agreed("p2", 0, 34, 5))
    wrote(saved, corrected(1, "p1", 0, 43, 5))
    book = wrote(jon, agreed("p2", 0, 43, 5)).book
    assert book.deals[0].signed == {"p2": True}


def test_a_correction_that_is_undone_leaves_the_signature_as_it_was(saved, jon):
    wrote(jon, agreed("p2", 0, 34, 5))
    done = wrote(saved, corrected(1, "p1", 0, 43, 5)).recorded
    book = wrote(saved, book_of(saved).undone(done.number)).book
    assert book.deals[0].signed == {"p2": True}


def test_a_signature_goes_with_its_deal(saved, jon):
    wrote(jon, agreed("p2", 0, 34, 5))
    assert wrote(saved, DealDeleted(deal=1)).book.deals == ()


def test_two_sign_at_once_and_a_scorer_corrects(saved, jon):
    edith = seat(saved, "p3")
    assert wrote(jon, agreed("p2", 0, 34, 5), base=2).book.deals[0].signed == {"p2": True}
    both = wrote(edith, agreed("p3", 0, 34, 5), base=2).book
    assert both.deals[0].signed == {"p2": True, "p3": True}
    changed = wrote(saved, corrected(1, "p1", 0, 43, 5), base=2).book
    assert changed.deals[0].signed == {"p2": False, "p3": False}


def test_a_seat_taken_again_after_another_name_is_called_by_it(saved, jon):
    wrote(jon, agreed("p2", 0, 34, 5))
    wrote(saved, Renamed(player="p2", name="Jonathan"))
    again = seat(saved, "p2")
    cache.forget()
    lines = book_of(again).log[-3:]
    assert [line.who for line in lines if "agreed" in line.says] == ["Jonathan’s phone"]
    assert lines[-1].fixed
    with pytest.raises(Refused, match="can’t be undone"):
        wrote(saved, Undone(entry=lines[-1].number))
    assert lines[-1].says == "Another phone took over from Jonathan’s phone"
