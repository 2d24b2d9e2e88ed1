"""Everything that can be put right at the table: taking back, deals, people, seats and options."""

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import cast

import pytest
from msgspec.structs import replace

from referee.rules.building.build import build
from referee.rules.cards import parse_cards
from referee.rules.schema.variant import Variant
from referee.scorebook import limits
from referee.scorebook.errors import LimitReached, Refused
from referee.scorebook.events.base import POINTS_ALONE, Besides, Event, Hand, Recorded, Seat
from referee.scorebook.events.deals import (
    CardsDrawn,
    DealCorrected,
    DealDeleted,
    DealInserted,
    DealWritten,
    ResultsSwapped,
    WholeDeal,
)
from referee.scorebook.events.players import (
    Begins,
    DealerChanged,
    Joined,
    Left,
    Renamed,
    Returned,
    SeatsMoved,
    next_key,
    points_to_begin_with,
)
from referee.scorebook.events.signing import DealSigned, SeatTaken
from referee.scorebook.events.state import GameState
from referee.scorebook.events.table import (
    GameEnded,
    LaidMeld,
    MeldsLaid,
    Noted,
    OptionsChanged,
    melds_of,
    rules_changed,
    with_options,
)
from referee.scorebook.events.undoing import Undone, effective
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import follow, read_book, read_on
from referee.scorebook.score_table import score_table, with_corrections
from referee.variants import load
from tests.scorebook.tables import corrected, hands, log_of, started, written

FIVE_DEALS = load("six-to-ten")
TO_A_TARGET = load("basic-rummy", {"target": 100})
NAMES = ("Ana", "Ben", "Chi")


def book(*more: Event, variant=FIVE_DEALS, names=NAMES) -> ScoreBook:
    """The book of a table, each entry followed as it is when it is written."""
    log = log_of(started(*names), *more)
    found = read_book(variant, log[:1])
    for stamped in log[1:]:
        found = follow(found, stamped)
    return found


def totals(of: ScoreBook) -> dict[str, int]:
    return {name: of.totals[key] for key, name in of.names.items()}


def dealers(of: ScoreBook, deals: int) -> str:
    """The initials of who deals each of the first deals."""
    return "".join(of.names[of.dealer_of(deal)][0] for deal in range(1, deals + 1))


def last_lines(of: ScoreBook) -> list[str]:
    return [line.says for line in of.log if line.number == of.version]


ONE = written(1, "p2", 10, 0, 20)
TWO = written(2, "p3", 5, 15, 0)
THREE = written(3, "p1", 0, 25, 30)
DOV = Joined(player=Seat(key="p4", name="Dov"), after="p3", begins=Begins.NOUGHT, points=0)


def joins(points: int, begins=Begins.TYPED, after="p3") -> Joined:
    return Joined(player=Seat(key="p4", name="Dov"), after=after, begins=begins, points=points)


# Taking back.


def test_a_deal_taken_back_is_not_there():
    assert [row.deal_id for row in book(ONE, TWO, Undone(entry=3)).deals] == [1]


def test_a_deal_put_back_is_there_again():
    assert totals(book(ONE, TWO, Undone(entry=3), Undone(entry=4))) == totals(book(ONE, TWO))


def test_any_line_can_be_taken_back():
    found = book(ONE, TWO, Undone(entry=2))
    assert (totals(found), found.next_deal) == ({"Ana": 5, "Ben": 15, "Chi": 0}, 2)


def test_a_correction_taken_back_leaves_what_was_written():
    assert totals(book(ONE, corrected(1, "p2", 90, 0, 20), Undone(entry=3)))["Ana"] == 10


def test_a_later_correction_outlives_an_earlier_one():
    fixed = corrected(1, "p2", 30, 0, 20), corrected(1, "p2", 40, 0, 20)
    assert totals(book(ONE, *fixed, Undone(entry=3)))["Ana"] == 40


def test_the_dealer_after_a_deal_was_taken_back():
    found = book(ONE, TWO, Undone(entry=3))
    assert (found.next_deal, found.names[found.dealer or ""]) == (2, "Ben")


def test_a_deal_written_after_one_was_taken_back_is_another():
    again = written(3, "p3", 5, 15, 0)
    found = book(ONE, TWO, Undone(entry=3), again)
    assert [(row.number, row.deal_id) for row in found.deals] == [(1, 1), (2, 3)]


def test_history_is_never_lost():
    said = [line.says for line in book(ONE, TWO).log]
    assert [line.says for line in book(ONE, TWO, Undone(entry=3)).log][: len(said)] == said


def test_a_line_that_was_taken_back_is_marked():
    marks = {line.number: line.stands for line in book(ONE, TWO, Undone(entry=3)).log}
    assert marks == {1: True, 2: True, 3: False, 4: True}


def test_the_log_says_what_was_taken_back():
    assert last_lines(book(ONE, Undone(entry=2))) == [
        "Undone: Deal 1: Ben went out; Ana 10, Chi 20"
    ]


def test_the_log_says_what_was_put_back():
    assert last_lines(book(ONE, Undone(entry=2), Undone(entry=3))) == [
        "Redone: Deal 1: Ben went out; Ana 10, Chi 20"
    ]


def test_what_was_undone_names_everybody_whose_points_it_changed():
    correction = corrected(1, "p2", 11, 0, 9)
    undone = "Ana, deal 1: 11, not 10; Chi, deal 1: 9, not 20"
    found = book(ONE, correction)
    assert found.undo
    assert found.undo.event_says == undone
    assert last_lines(book(ONE, correction, Undone(entry=3))) == [f"Undone: {undone}"]


def undo_of(found: ScoreBook) -> int | None:
    return found.undo.number if found.undo else None


def redo_of(found: ScoreBook) -> int | None:
    return found.redo.number if found.redo else None


UNDOING = {
    "nothing": ((), None, None),
    "a deal": ((ONE,), 2, None),
    "two deals": ((ONE, TWO), 3, None),
    "one undone": ((ONE, TWO, Undone(entry=3)), 2, 4),
    "both undone": ((ONE, TWO, Undone(entry=3), Undone(entry=2)), None, 5),
    "one of both put back": (
        (ONE, TWO, Undone(entry=3), Undone(entry=2), Undone(entry=5)), 2, 4
    ),
    "both put back": (
        (ONE, TWO, Undone(entry=3), Undone(entry=2), Undone(entry=5), Undone(entry=4)), 3, None
    ),
    "written since": ((ONE, TWO, Undone(entry=3), written(3, "p1", 0, 5, 5)), 5, None),
}  # fmt: skip


@pytest.mark.parametrize(("log", "undo", "redo"), UNDOING.values(), ids=UNDOING)
def test_undo_and_redo_go_step_by_step(log, undo, redo):
    found = book(*log)
    assert (undo_of(found), redo_of(found)) == (undo, redo)


def test_reading_on_over_a_taking_back_comes_to_the_same_book():
    log = log_of(started(*NAMES), ONE, TWO, Undone(entry=2), DOV, Undone(entry=4))
    for at in range(1, len(log) + 1):
        assert read_on(read_book(FIVE_DEALS, log[:at]), log[at:]) == read_book(FIVE_DEALS, log)


# Deals put in, struck out, swapped.

FORGOTTEN = DealInserted(deal=3, out="p1", hands=hands(0, 7, 7), before=2)


def test_a_forgotten_deal_is_put_in():
    assert [row.deal_id for row in book(ONE, TWO, FORGOTTEN).deals] == [1, 3, 2]


def test_a_forgotten_deal_moves_the_dealers_on():
    found = book(ONE, TWO, FORGOTTEN)
    assert [found.names[row.dealer] for row in found.deals] == ["Ana", "Ben", "Chi"]


def test_a_correction_finds_its_deal_after_another_was_put_in():
    found = book(ONE, TWO, FORGOTTEN, corrected(2, "p3", 50, 15, 0))
    assert dict(found.deals[2].points) == {"p1": 50, "p2": 15, "p3": 0}


def test_a_deal_struck_out_is_gone():
    found = book(ONE, TWO, DealDeleted(deal=1))
    assert (totals(found), found.next_deal) == ({"Ana": 5, "Ben": 15, "Chi": 0}, 2)


def test_a_deal_struck_out_can_be_taken_back():
    assert totals(book(ONE, TWO, DealDeleted(deal=1), Undone(entry=4))) == totals(book(ONE, TWO))


def test_results_swapped():
    assert totals(book(ONE, ResultsSwapped(deal=1, one="p1", other="p3"))) == {
        "Ana": 20, "Ben": 0, "Chi": 10,
    }  # fmt: skip


def test_who_went_out_is_swapped_too():
    found = book(ONE, ResultsSwapped(deal=1, one="p1", other="p2")).deals[0]
    assert (found.out, dict(found.points)) == ("p1", {"p1": 0, "p2": 10, "p3": 20})


# The end.

FOUR, FIVE = written(4, "p1", 0, 20, 40), written(5, "p3", 40, 10, 0)
WHOLE_GAME = (ONE, TWO, THREE, FOUR, FIVE)


def test_taking_back_the_last_deal_opens_the_game_again():
    found = book(*WHOLE_GAME, Undone(entry=6))
    assert (found.finished, found.winners, found.next_deal) == (False, (), 5)


def test_taking_back_the_last_deal_says_that_the_game_is_open():
    assert last_lines(book(*WHOLE_GAME, Undone(entry=6)))[-1] == "The game is open again"


def test_the_last_deal_says_who_won():
    assert last_lines(book(*WHOLE_GAME))[-1] == "That ends the game: Ana won"


def test_a_correction_after_the_end_says_who_won_instead():
    found = book(*WHOLE_GAME, corrected(5, "p3", 90, 10, 0))
    assert last_lines(found)[-1] == "Ben won, not Ana"


def test_a_sixth_deal_of_five_is_refused():
    with pytest.raises(Refused, match="has 5 deals"):
        book(*WHOLE_GAME, DealInserted(deal=6, out="p1", hands=hands(0, 7, 7), before=2))


def test_putting_back_one_deal_too_many_is_refused():
    instead = written(6, "p3", 40, 10, 0)
    with pytest.raises(Refused, match="has 5 deals"):
        book(*WHOLE_GAME, Undone(entry=6), instead, Undone(entry=7))


def test_a_correction_across_the_target_says_so():
    near = written(1, "p1", 0, 45, 45), corrected(1, "p1", 0, 60, 45)
    assert last_lines(book(*near, variant=TO_A_TARGET))[-1] == "That ends the game: Ana won"


# People.


def test_somebody_who_joins_plays_from_the_next_deal():
    found = book(ONE, DOV)
    assert [seat.name for seat in found.players] == ["Ana", "Ben", "Chi", "Dov"]


def test_somebody_who_joins_is_absent_before():
    assert "p4" not in book(ONE, DOV).deals[0].points


def test_somebody_who_joins_begins_with_the_points_agreed():
    found = book(ONE, joins(37), written(2, "p2", 10, 0, 20, 5))
    assert totals(found)["Dov"] == 42


def test_points_to_begin_with_stand_at_once():
    assert totals(book(ONE, joins(37)))["Dov"] == 37


def test_running_totals_begin_where_somebody_joined():
    found = book(ONE, joins(37), written(2, "p2", 10, 0, 20, 5))
    assert [row.running.get("p4") for row in found.deals] == [None, 42]


BEGINNINGS = {
    "nought": (Begins.NOUGHT, 0),
    "the average": (Begins.AVERAGE, 10),
    "the worst": (Begins.WORST, 20),
    "typed": (Begins.TYPED, 7),
}


@pytest.mark.parametrize(("begins", "points"), BEGINNINGS.values(), ids=BEGINNINGS)
def test_joining_late(begins, points):
    assert points_to_begin_with(book(ONE), begins, 7) == points


@pytest.mark.parametrize(("held", "average"), [(65, 33), (67, 34), (66, 33)])
def test_half_a_point_of_an_average_counts_as_one(held, average):
    found = book(ONE, Left(player="p3"), written(2, "p1", 0, held - 10))
    assert points_to_begin_with(found, Begins.AVERAGE, 0) == average


def test_where_the_highest_wins_the_worst_is_the_lowest():
    found = book(written(1, "p1", 0, 10, 10), variant=TO_A_TARGET)
    assert points_to_begin_with(found, Begins.WORST, 0) == 0


def test_somebody_who_joins_deals_in_turn():
    assert dealers(book(ONE, joins(0, after="p1")), 5) == "ADBCA"


def test_who_leaves_deals_no_more():
    assert dealers(book(ONE, Left(player="p2")), 4) == "ACAC"


def test_the_deal_goes_on_from_a_dealer_who_left():
    assert dealers(book(ONE, TWO, Left(player="p2")), 4) == "ABCA"


def test_who_leaves_keeps_a_frozen_total():
    found = book(ONE, Left(player="p3"), written(2, "p1", 0, 15))
    assert totals(found) == {"Ana": 10, "Ben": 15, "Chi": 20}


def test_who_left_has_no_place():
    assert "p3" not in book(ONE, Left(player="p3")).standings.places


def test_who_left_cannot_win():
    names = (*NAMES, "Dov")
    ended = [written(deal, "p1", 0, 5, 5) for deal in range(2, 6)]
    found = book(written(1, "p4", 10, 10, 10, 0), Left(player="p4"), *ended, names=names)
    assert found.winners == ("Ana",)


def test_too_few_cannot_go_on():
    with pytest.raises(Refused, match="is for"):
        book(ONE, Left(player="p1"), Left(player="p2"))


def test_who_returns_has_the_old_seat_and_points():
    back = Returned(player="p2", begins=Begins.NOUGHT, points=0)
    found = book(ONE, TWO, Left(player="p2"), back)
    assert ([seat.name for seat in found.players], totals(found)["Ben"]) == (list(NAMES), 15)


def test_points_that_somebody_returns_with_are_told_whatever_they_are_called():
    back = Returned(player="p2", begins=Begins.NOUGHT, points=50)
    found = book(ONE, TWO, Left(player="p2"), back)
    assert last_lines(found) == ["Ben returns: 50 added, as agreed"]


def test_who_returns_may_be_brought_to_the_average():
    found = book(ONE, Left(player="p3"), written(2, "p1", 0, 50))
    assert points_to_begin_with(found, Begins.AVERAGE, 0, "p3") == 10


def test_joining_taken_back_leaves_the_others_deals_whole():
    found = book(ONE, DOV, written(2, "p2", 10, 0, 20, 5), Undone(entry=3))
    assert totals(found) == {"Ana": 20, "Ben": 0, "Chi": 40}


def test_nobody_went_out_whose_joining_was_undone():
    without = Undone(entry=3)
    for out in (
        book(ONE, DOV, written(2, "p4", 10, 0, 20, 0), without),
        book(ONE, DOV, written(2, "p1", 0, 5, 5, 5), corrected(2, "p4", 10, 0, 20, 0), without),
    ):
        assert totals(out) == {"Ana": 20, "Ben": 0, "Chi": 40}
        assert out.deals[-1].out is None
        assert with_corrections(score_table(out), out).rows[-1].out is None


def test_a_key_is_never_given_twice():
    assert next_key(book(ONE, DOV, Undone(entry=3))) == "p5"


def test_a_name_twice_at_the_table_is_refused():
    with pytest.raises(Refused, match="already called Ben: add a letter"):
        book(ONE, Renamed(player="p1", name="bEN"))


def test_putting_back_a_name_that_is_taken_is_refused():
    jo = Joined(player=Seat(key="p4", name="Ana"), after="p3", begins=Begins.NOUGHT, points=0)
    with pytest.raises(Refused, match="would be called Ana"):
        book(Renamed(player="p1", name="Anna"), jo, Undone(entry=2))


def test_a_new_name_is_the_name_of_all_deals():
    assert totals(book(ONE, Renamed(player="p1", name="Anna")))["Anna"] == 10


# Seats and dealer.


def test_new_seats_hold_from_the_next_deal():
    assert dealers(book(ONE, SeatsMoved(order=("p1", "p3", "p2"))), 4) == "ACBA"


def test_a_dealer_who_was_changed_deals_next_and_the_left_follows():
    assert dealers(book(ONE, DealerChanged(dealer="p3")), 4) == "ACAB"


def test_a_changed_dealer_outlives_a_deal_struck_out():
    found = book(ONE, DealerChanged(dealer="p3"), TWO, DealDeleted(deal=2))
    assert found.names[found.dealer or ""] == "Chi"


GIN = load("gin")


def knock(deal: int, out: str | None, kind: type[WholeDeal] = DealWritten) -> WholeDeal:
    return kind(deal=deal, out=out, hands=hands(5, 5), besides=Besides())


def at_gin(*more: Event, variant=GIN) -> ScoreBook:
    return book(*more, variant=variant, names=("Ana", "Ben"))


@pytest.mark.parametrize(
    ("entries", "deal"),
    [
        ([knock(1, "p1")], "ABABA"),
        ([knock(1, None)], "AABAB"),
        ([knock(1, None), knock(2, "p2")], "AABAB"),
        ([knock(1, None), knock(2, None)], "AAABA"),
        ([written(1, None, 0, 0)], "AABAB"),
        ([written(1, None, 25, 0)], "ABABA"),
        ([knock(1, None), DealerChanged(dealer="p2")], "ABABA"),
        ([knock(1, None), corrected(1, None, 25, 0)], "ABABA"),
        ([knock(1, "p1"), knock(1, None, DealCorrected)], "AABAB"),
        ([knock(1, None), knock(2, "p2"), DealDeleted(deal=1)], "ABABA"),
        ([knock(1, None), Undone(entry=2)], "ABABA"),
        ([knock(1, None), Undone(entry=2), Undone(entry=3)], "AABAB"),
    ],
    ids=[
        "a knock passes it on", "nobody knocked", "later deals follow", "twice in a row",
        "written as nothing for all", "written as points for one", "somebody else is named",
        "put right: somebody had points", "put right: nobody knocked", "struck out", "undone",
        "put back",
    ],
)  # fmt: skip
def test_the_same_player_deals_again_where_nobody_knocked(entries, deal):
    assert dealers(at_gin(*entries), 5) == deal


def earlier_gin() -> Variant:
    """The game as it was stored while its deal always passed on."""
    scoring = cast("Mapping[str, object]", GIN.definition["scoring"])
    earlier = {**GIN.definition, "scoring": {**scoring, "nobody_out": "nothing"}}
    return build(earlier, id="gin")


def test_a_game_from_before_keeps_the_dealers_that_it_showed():
    assert dealers(at_gin(knock(1, None), variant=earlier_gin()), 3) == "ABA"


@pytest.mark.parametrize("points", [66, 57], ids=["now", "before"])
def test_a_knock_of_two_packs_from_before_keeps_its_points(points: int) -> None:
    """Earlier commits grouped twins in one way alone, which let the other player add more."""
    shown = {
        "p1": Hand(points=7, cards="Qc 10c 9d 5d Jc 2s 9s 9c 9c Kc"),
        "p2": Hand(points=points, cards="7h 8h 2d 9d 6s 10h 3h 3s Qh 8h"),
    }
    deal = DealWritten(deal=1, out="p1", hands=shown, besides=Besides())
    game = with_options(GIN, {"packs": 2})
    deal.check(at_gin(variant=game))
    assert at_gin(deal, variant=game).totals == {"p1": points - 7, "p2": 0}


def test_the_card_says_who_deals_after_nobody_knocked():
    says = [game.text("score.nobody-out") for game in (GIN, earlier_gin())]
    assert ["same player deals" in text for text in says] == [True, False]


# Options and the note.

PLAYED_OFF = OptionsChanged(options={"ties": "played-off"})


def test_an_option_holds_from_then_on():
    assert book(ONE, PLAYED_OFF).variant.chosen["ties"] == "played-off"


def test_answers_that_contradict_each_other_are_not_written_but_copied():
    by_upcard = with_options(load("gin"), {"showdown.by_upcard": True})
    wrong = OptionsChanged(options={"oklahoma": "yes", "showdown.by_upcard": False})
    with pytest.raises(Refused, match="“oklahoma”"):
        book(wrong, variant=by_upcard, names=NAMES[:2])
    log = log_of(started(*NAMES[:2]), wrong)
    kept = follow(read_book(by_upcard, log[:1]), log[1], copied=True)
    assert kept.variant.turned == {"oklahoma": "yes"}


def test_an_option_says_what_it_was():
    assert last_lines(book(ONE, PLAYED_OFF)) == [
        "What if there is a tie for first? From now on: another deal decides. "
        "Before: they share the win"
    ]


def test_an_option_taken_back_is_as_before():
    assert book(ONE, PLAYED_OFF, Undone(entry=3)).variant is FIVE_DEALS


def test_a_lower_target_ends_the_game():
    found = book(written(1, "p1", 0, 30, 30), OptionsChanged(options={"target": 50}),
                 variant=TO_A_TARGET)  # fmt: skip
    assert (found.finished, last_lines(found)[-1]) == (True, "That ends the game: Ana won")


def test_an_option_says_which_rules_change():
    before, after = book().variant, book(PLAYED_OFF).variant
    assert [old for old, _ in rules_changed(before, after)] == [
        "Players who tie for first share the win."
    ]


def test_an_option_says_which_contract_changes():
    before = load("contract-rummy-house")
    after = with_options(before, {"second_deal": "set-and-run"})
    assert rules_changed(before, after) == (
        ("Deal 2: a set of 3 and a set of 4", "Deal 2: a set of 3 and a run of 4"),
    )


def test_the_note_is_the_title():
    assert book(Noted(title="At the lake", day="2026-08-14")).title == "At the lake"


# What each says.

LINES = {
    "put in": ((ONE, TWO, FORGOTTEN), "Inserted. Deal 2: Ana went out; Ben 7, Chi 7"),
    "struck out": ((ONE, DealDeleted(deal=1)), "Deal 1 deleted: it was never played"),
    "swapped": (
        (ONE, ResultsSwapped(deal=1, one="p1", other="p3")),
        "Deal 1: Ana’s and Chi’s scores swapped",
    ),
    "joined": ((ONE, joins(37, Begins.AVERAGE)), "Dov joins with the average: 37"),
    "left": ((ONE, Left(player="p3")), "Chi leaves with 20"),
    "returned": (
        (ONE, Left(player="p3"), Returned(player="p3", begins=Begins.TYPED, points=5)),
        "Chi returns: 5 added, as agreed",
    ),
    "renamed": ((Renamed(player="p1", name="Anna"),), "Ana is now called Anna"),
    "seats": ((SeatsMoved(order=("p2", "p1", "p3")),), "New seats, clockwise: Ben, Ana and Chi"),
    "dealer": ((ONE, DealerChanged(dealer="p1")), "Ana deals deal 2"),
    "note": ((Noted(title="At the lake", day=""),), "Note: At the lake"),
}  # fmt: skip


@pytest.mark.parametrize(("log", "line"), LINES.values(), ids=LINES)
def test_the_log_says(log, line):
    assert last_lines(book(*log)) == [line]


# What is refused.

REFUSED = {
    "taking back the start": (Undone(entry=1), "start of a game can’t be undone"),
    "taking back nothing": (Undone(entry=9), "no such change"),
    "taking back twice": (Undone(entry=3), "already undone"),
    "a place that is gone": (
        DealInserted(deal=3, out="p1", hands=hands(0, 7, 7), before=9), "have been renumbered"
    ),
    "the seat of a stranger": (SeatTaken(player="p9", by=None, over=True), "Only a player"),
    "striking out nothing": (DealDeleted(deal=9), "no longer exists"),
    "swapping with oneself": (ResultsSwapped(deal=1, one="p1", other="p1"), "two players"),
    "joining under a key in use": (
        Joined(player=Seat(key="p3", name="Dov"), after="p1", begins=Begins.NOUGHT, points=0),
        "Someone else was added",
    ),
    "joining beside nobody": (joins(0, after="p9"), "sits next to"),
    "joining with too much": (joins(100_000), "to 99999"),
    "leaving twice": (Left(player="p9"), "isn’t in the game now"),
    "returning without leaving": (
        Returned(player="p1", begins=Begins.NOUGHT, points=0), "Only a player who left"
    ),
    "seats for some": (SeatsMoved(order=("p1", "p2")), "a seat of their own"),
    "a stranger dealing": (DealerChanged(dealer="p9"), "isn’t in the game now"),
    "an option that is none": (OptionsChanged(options={"no": 1}), "no"),
    "an option as it is": (OptionsChanged(options={"ties": "shared"}), "Nothing would change"),
    "a day that is none": (Noted(title="", day="2026-02-30"), "as year, month and day"),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "says"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused(entry, says):
    before = (ONE, Renamed(player="p1", name="Anna"), Undone(entry=3))
    with pytest.raises(Refused, match=says):
        book(*before, entry)


def test_points_to_begin_with_before_the_first_deal_are_refused():
    with pytest.raises(Refused, match="everyone starts with 0"):
        book(joins(5))


def test_nobody_joins_a_game_that_is_over():
    with pytest.raises(Refused, match="The game is over"):
        book(*WHOLE_GAME, DOV)


# Reading the whole log again after an undo.


def as_a_plain_reading_has_it(found: ScoreBook) -> None:
    """Hold a book to its log folded anew from the start, without what does not stand."""
    stands = effective(found.events)
    state = GameState(variant=found.initial_variant)
    for recorded in found.events:
        if recorded.number in stands and not isinstance(recorded.event, Undone):
            state = recorded.event.apply(state).state
    assert found.state == state
    assert {line.number: line.stands for line in found.log} == {
        line.number: line.number in stands for line in found.log
    }


def something(chance: Random, so_far: ScoreBook) -> Event:
    """Something that may be written next, a taking back more often than not."""
    points = chance.randrange(40)
    # The table and its one deal stay.
    stands = sorted(so_far.effective - {1, 2}) or [1]
    return chance.choice(
        [
            Renamed(player="p2", name=f"Bo {points}"),
            corrected(1, "p1", 0, points, 5),
            SeatsMoved(order=tuple(chance.sample(["p1", "p2", "p3"], 3))),
            *(Undone(entry=chance.choice(stands)) for _ in range(4)),
        ]
    )


@pytest.mark.parametrize("seed", range(6))
def test_taking_back_comes_to_what_a_plain_reading_comes_to(seed):
    chance = Random(seed)
    log: list[Event] = [started(*NAMES), written(1, "p1", 0, 7, 5)]
    found = read_book(FIVE_DEALS, log_of(*log))
    while len(log) < 80:
        entry = something(chance, found)
        try:
            found = follow(found, log_of(*log, entry)[-1])
        except Refused:
            continue
        log.append(entry)
        as_a_plain_reading_has_it(found)
    assert any(isinstance(entry, Undone) for entry in log)
    stamped = log_of(*log)
    assert read_book(FIVE_DEALS, stamped) == found
    for at in range(1, len(stamped), 7):
        assert read_on(read_book(FIVE_DEALS, stamped[:at]), stamped[at:]) == found


@pytest.mark.parametrize("entry", [15, 16, 17, 32])
def test_taking_back_one_of_many_after_those_behind_it(entry):
    fixes = [corrected(1, "p2", number, 0, 20) for number in range(32)]
    found = book(ONE, *fixes, *(Undone(entry=number) for number in range(32 + 2, entry, -1)))
    entries = [stamped.event for stamped in found.events]
    after = follow(found, log_of(*entries, Undone(entry=entry))[-1])
    as_a_plain_reading_has_it(after)
    # The correction of entry 3 says 0, and each later one a point more.
    assert totals(after)["Ana"] == entry - 4


def test_an_entry_taken_back_twice_needs_both_put_back():
    twice = [ONE, Undone(entry=2), Undone(entry=3), Undone(entry=2), Undone(entry=4)]
    once_more = book(*twice, Undone(entry=5))
    both = book(*twice, Undone(entry=5), Undone(entry=6))
    assert [len(found.deals) for found in (book(*twice), once_more, both)] == [0, 0, 1]
    as_a_plain_reading_has_it(once_more)
    as_a_plain_reading_has_it(both)


def chained(lines: int) -> list[Recorded]:
    """A log whose second half takes back what was taken back just before."""
    names = [Renamed(player="p1", name=f"Ana {number}") for number in range(lines // 2)]
    first = len(names) + 1
    return log_of(started(*NAMES), *names, *(Undone(entry=first + n) for n in range(lines - first)))


def test_a_chain_of_undos_ends_at_its_limit():
    log = chained(1000)
    found = read_book(FIVE_DEALS, log[:501])
    with pytest.raises(LimitReached, match="Too much has been undone"):
        for recorded in log[501:]:
            found = follow(found, recorded)
    undos = [one.number for one in found.events if isinstance(one.event, Undone)]
    assert limits.REPLAYED_EVENTS - 1000 < sum(undos) <= limits.REPLAYED_EVENTS


def test_so_much_may_be_undone_and_no_more(monkeypatch):
    found = book(ONE, TWO)
    last = log_of(started(*NAMES), ONE, TWO, Undone(entry=2))[-1]
    monkeypatch.setattr(limits, "REPLAYED_EVENTS", 3)
    assert follow(found, last).version == 4
    monkeypatch.setattr(limits, "REPLAYED_EVENTS", 2)
    with pytest.raises(LimitReached):
        follow(found, last)


def test_a_book_beyond_the_limit_is_read_and_written_in(monkeypatch):
    found = book(ONE, TWO, Undone(entry=2))
    monkeypatch.setattr(limits, "REPLAYED_EVENTS", 1)
    log = log_of(started(*NAMES), ONE, TWO, Undone(entry=2), DOV)
    assert follow(found, log[-1]) == read_book(FIVE_DEALS, log)


def test_a_table_says_what_it_drew_for_the_next_deal():
    drawing = load("indian-rummy")
    found = book(CardsDrawn(deal=1, wild="7"), variant=drawing)
    assert found.log[-1].says == "Drawn as wild for deal 1: sevens"
    assert found.plan_of(1).terms.is_wild(parse_cards("7h")[0])
    after = book(CardsDrawn(deal=1, wild="7"), ONE, variant=drawing)
    assert after.deals[0].plan.terms.drawn.wild == "7"
    assert not after.terms.drawn.wild
    for wrong in (CardsDrawn(deal=2, wild="7"), CardsDrawn(deal=1), CardsDrawn(deal=1, wild="B")):
        with pytest.raises(Refused):
            book(wrong, variant=drawing)


@pytest.mark.parametrize("upcard", ["*", "5t", "5h 6h"])
def test_an_upcard_is_a_card_that_decides_something(upcard: str) -> None:
    oklahoma = with_options(load("gin"), {"oklahoma": "yes"})
    two = partial(book, variant=oklahoma, names=NAMES[:2])
    assert two(CardsDrawn(deal=1, upcard="5h")).terms.drawn.upcard
    with pytest.raises(Refused):
        two(CardsDrawn(deal=1, upcard=upcard))


DRAWING = load("indian-rummy")


def undoing(of: ScoreBook, *entries: int) -> ScoreBook:
    """A book after undoing these, as pages and programs do."""
    for entry in entries:
        of = follow(of, replace(of.events[-1], number=of.version + 1, event=of.undone(entry)))
    return of


def test_a_deal_that_is_played_on_after_its_undo_has_what_was_drawn_for_it():
    draws = [CardsDrawn(deal=1, wild="7"), ONE, CardsDrawn(deal=2, wild="9")]
    found = undoing(book(*draws, written(2, "p1", 0, 5, 6), variant=DRAWING), 5)
    assert (found.next_deal_id, found.terms.drawn.wild) == (3, "9")
    assert found.plan_of(2).terms.drawn.wild == "9"
    # Deal 1 is on the table again.
    assert undoing(found, 3).terms.drawn.wild == "7"
    assert undoing(found, 3, 7).terms.drawn.wild == "9"
    assert undoing(found, 3, 7, 6).terms.drawn.wild == ""
    again = follow(found, log_of(*draws, TWO, TWO, written(3, "p1", 0, 5, 6))[5])
    assert (again.deals[1].drawn.wild, again.terms.drawn.wild) == ("9", "")


def test_a_deal_undone_among_others_leaves_the_table_what_it_drew():
    found = book(CardsDrawn(deal=1, wild="7"), ONE, TWO, CardsDrawn(deal=3, wild="9"),
                 variant=DRAWING)  # fmt: skip
    assert undoing(found, 3).terms.drawn.wild == "9"


def test_a_forgotten_deal_leaves_the_table_what_it_drew():
    drawn = book(ONE, TWO, CardsDrawn(deal=3, wild="7"), variant=DRAWING)
    inserted = replace(drawn.events[-1], number=5, event=drawn.inserted(FORGOTTEN))
    found = follow(drawn, inserted)
    assert [row.drawn.wild for row in found.deals] == ["", "", ""]
    assert (found.next_deal_id, found.terms.drawn.wild) == (4, "7")
    assert undoing(found, 5).terms.drawn.wild == "7"
    saved = follow(found, replace(inserted, number=6, event=written(4, "p1", 0, 5, 6)))
    assert [row.drawn.wild for row in saved.deals] == ["", "", "", "7"]
    assert [row.drawn.wild for row in undoing(saved, 5).deals] == ["", "", "7"]
    assert undoing(saved, 5) == read_book(DRAWING, undoing(saved, 5).events)


def test_events_of_before_that_say_nothing_of_what_was_drawn_read_as_ever():
    drawn = [ONE, TWO, CardsDrawn(deal=3, wild="7")]
    found = book(*drawn, FORGOTTEN, variant=DRAWING)
    assert [row.drawn.wild for row in found.deals] == ["", "7", ""]
    assert not found.terms.drawn.wild
    third = written(3, "p1", 0, 5, 6)
    assert not book(*drawn, third, Undone(entry=5), variant=DRAWING).terms.drawn.wild


@pytest.mark.parametrize(
    ("options", "before", "now"),
    [
        ({}, 10, 10),
        ({"wilds.colour": "red"}, 10, 15),
        ({"wilds.ranks": ("K",), "points.K": 7}, 7, 7),
    ],
)
def test_cards_drawn_after_a_deal_count_as_they_did_when_that_was_said(options, before, now):
    table = load("indian-rummy", options)
    held = Hand(points=10 + options.get("points.K", 10), cards="5h 5s K")
    deal, drawn = written(1, "p1", 0, held, 0), CardsDrawn(deal=1, wild="5")
    # Of a rank of which one colour is wild, all cards counted as wild at first.
    assert book(deal, drawn, variant=table).totals["p2"] == before
    said = book(deal, variant=table).drawing(drawn)
    assert book(deal, said, variant=table).totals["p2"] == now
    assert drawn.repeats(said) and said.repeats(drawn)


def by_points(deal: int, *points: int, kind: type[WholeDeal] = DealWritten) -> WholeDeal:
    return kind(deal=deal, out=None, hands=hands(*points), besides=POINTS_ALONE)


def test_a_deal_by_its_points_alone_brings_just_those():
    rummy = load("basic-rummy")
    found = book(by_points(1, 0, 35, 0), written(2, "p1", 0, 10, 5), variant=rummy)
    assert totals(found) == {"Ana": 15, "Ben": 35, "Chi": 0}
    assert [line.says for line in found.log][1] == "Deal 1: Ana 0, Ben 35, Chi 0"
    now = (by_points(1, 0, 0, 40, kind=DealCorrected), ResultsSwapped(deal=1, one="p3", other="p1"))
    found = book(by_points(1, 0, 35, 0), *now, variant=rummy)
    assert totals(found) == {"Ana": 40, "Ben": 0, "Chi": 0}


def test_no_card_turned_up_doubles_points_that_are_written():
    game = with_options(load("gin"), {"oklahoma": "spades"})
    log = log_of(started("Ann", "Bo"), CardsDrawn(deal=1, upcard="6s"), by_points(1, 30, 0))
    assert read_book(game, log).totals == {"p1": 30, "p2": 0}


def test_what_a_pad_adds_at_the_end_is_added_to_points_alone():
    found = at_gin(by_points(1, 104, 0))
    # 100 for the game, as much again for the shutout, and 25 for the deal.
    assert found.final == {"p1": 104 + 200 + 25, "p2": 0}


def test_a_spade_turned_up_doubles_the_deal_that_is_saved_again():
    game = with_options(load("gin"), {"oklahoma": "spades"})
    played = replace(written(1, "p1", 5, 20), besides=Besides())
    log = log_of(started("Ann", "Bo"), CardsDrawn(deal=1, upcard="6s"), played)
    found = undoing(read_book(game, log), 3)
    found = follow(found, replace(log[2], number=5, event=replace(played, deal=2)))
    assert found.totals == {"p1": 30, "p2": 0}
    table = with_corrections(score_table(found), found)
    assert [cell.was for cell in table.rows[0].cells] == [None, None]


def test_melds_on_the_table_stay_when_deals_are_undone_and_inserted():
    laid = MeldsLaid(deal=2, melds=(LaidMeld(by="p1", cards="8h *=9h 10h"),), did="Laid.")
    found = book(ONE, laid)
    assert melds_of(undoing(book(ONE, laid, TWO), 4)) == laid.melds
    assert melds_of(undoing(book(ONE, laid, TWO), 4, 5)) == ()
    inserted = found.inserted(DealInserted(deal=2, out="p1", hands=hands(0, 7, 7), before=1))
    after = follow(found, replace(found.events[-1], number=4, event=inserted))
    assert melds_of(after) == laid.melds
    assert melds_of(undoing(after, 4)) == laid.melds


def laid(deal: int, cards: str) -> MeldsLaid:
    return MeldsLaid(deal=deal, melds=(LaidMeld(by="p1", cards=cards),), did="Laid.")


def after(of: ScoreBook, *entries: Event) -> ScoreBook:
    """A book after more events."""
    for entry in entries:
        of = follow(of, replace(of.events[-1], number=of.version + 1, event=entry))
    return of


def test_melds_laid_in_a_deal_that_is_redone_are_not_those_of_the_next():
    first, more, second = laid(1, "8h 9h 10h"), laid(2, "8h 9h 10h Jh"), laid(2, "Kh Kd Ks")
    undone = after(undoing(book(first, ONE), 3), more)
    redone = undoing(undone, 4)
    assert (melds_of(undone), melds_of(redone)) == (more.melds, ())
    # The next deal has its own, and leaves the first what was laid in that when it is undone again.
    played = after(redone, second)
    assert melds_of(played) == second.melds
    assert melds_of(undoing(played, 6)) == more.melds
    assert melds_of(undoing(played, 6, 8)) == second.melds
    assert melds_of(undoing(after(redone, TWO), 6)) == ()


def test_melds_of_a_deal_stay_when_an_old_undo_is_undone():
    again = undoing(book(laid(1, "8h 9h 10h"), ONE), 3)
    more = laid(2, "8h 9h 10h Jh")
    saved = undoing(after(again, more, TWO, laid(3, "Kh Kd Ks")), 4)
    assert melds_of(saved) == laid(3, "Kh Kd Ks").melds
    assert melds_of(undoing(saved, 6)) == more.melds


def test_a_deal_that_was_saved_again_keeps_what_was_drawn_for_it():
    game = with_options(load("gin"), {"oklahoma": "spades"})
    played = replace(written(1, "p1", 5, 20), besides=Besides())
    log = log_of(started("Ann", "Bo"), CardsDrawn(deal=1, upcard="6s"), played)
    saved = after(undoing(read_book(game, log), 3), replace(played, deal=2))
    both = undoing(saved, 4)
    assert [row.points for row in both.deals] == [{"p1": 30, "p2": 0}] * 2
    assert not both.terms.drawn.upcard
    table = with_corrections(score_table(both), both)
    assert [cell.was for row in table.rows for cell in row.cells] == [None] * 4
    assert undoing(both, 6).totals == {"p1": 30, "p2": 0}
    assert undoing(both, 6, 7).deals == both.deals
    assert both == read_book(game, both.events)


def test_a_deal_that_was_undone_twice_and_saved_again_keeps_what_was_drawn_for_it():
    game = with_options(load("gin"), {"oklahoma": "spades"})
    played = replace(written(1, "p1", 5, 20), besides=Besides())
    log = log_of(started("Ann", "Bo"), CardsDrawn(deal=1, upcard="6s"), played)
    saved = after(undoing(read_book(game, log), 3, 4, 5), replace(played, deal=2))
    both = undoing(saved, 6)
    assert [row.points for row in both.deals] == [{"p1": 30, "p2": 0}] * 2
    assert both == read_book(game, both.events)


def test_an_old_undo_that_was_undone_before_reads_as_ever():
    game = with_options(load("gin"), {"oklahoma": "spades"})
    played = replace(written(1, "p1", 5, 20), besides=Besides())
    log = log_of(started("Ann", "Bo"), CardsDrawn(deal=1, upcard="6s"), played)
    saved = after(undoing(read_book(game, log), 3), replace(played, deal=2))
    said = after(saved, Undone(entry=4, about=("deal 1", "entry 3")))
    assert [row.points["p1"] for row in said.deals] == [30, 15]


def test_a_player_who_is_renamed_keeps_the_colour_and_so_do_the_others():
    before = book(ONE, DOV)
    for key, name in (("p1", "Zoe"), ("p2", "Yan"), ("p4", "Xaver")):
        assert after(before, Renamed(player=key, name=name)).colours == before.colours


def test_a_table_says_afterwards_what_it_drew_for_a_deal():
    drawing = load("indian-rummy")
    by_cards = Hand(points=27, cards="K 7 10")
    played = replace(written(1, "p1", 0, by_cards, 27), besides=Besides())
    signed = DealSigned(
        deal=1, player="p2", out="p1", points={"p1": 0, "p2": 27, "p3": 27}, besides=Besides()
    )
    found = book(played, signed, CardsDrawn(deal=1, wild="7"), variant=drawing)
    # The seven costs nothing now; points that were typed stay.
    assert found.deals[0].points == {"p1": 0, "p2": 20, "p3": 27}
    assert found.deals[0].hands["p2"] == Hand(points=20, cards="K 7 10")
    assert found.deals[0].plan.terms.is_wild(parse_cards("7h")[0])
    assert [line.says for line in found.log[-3:]] == [
        "Drawn as wild for deal 1: sevens",
        "Ben, deal 1: 20, not 27",
        "Deal 1: agreed by Ben before this change",
    ]
    # The next deal has a draw of its own, and a draw that is undone counts no more.
    assert not found.terms.drawn.wild
    undone = book(played, CardsDrawn(deal=1, wild="7"), Undone(entry=3), variant=drawing)
    assert undone.totals["p2"] == 27
    # Once the deal itself is undone, there is nothing to be counted.
    assert book(played, CardsDrawn(deal=1, wild="7"), Undone(entry=2), variant=drawing).deals == ()


def test_a_card_turned_up_is_said_afterwards_for_a_spade_that_doubles():
    game = with_options(load("gin"), {"oklahoma": "spades"})
    played = replace(written(1, "p1", 5, 20), besides=Besides())
    turned_up = CardsDrawn(deal=1, upcard="6s")
    found = read_book(game, log_of(started("Ann", "Bo"), played, turned_up))
    assert found.totals == {"p1": 30, "p2": 0}


ENDED = GameEnded()


def test_a_game_that_the_table_ends_is_over():
    found = book(written(1, "p1", 0, 10, 30), ENDED, variant=TO_A_TARGET)
    assert (found.finished, found.winners, found.next_deal) == (True, ("Ana",), None)
    assert last_lines(found) == [
        "The table ended the game after deal 1",
        "That ends the game: Ana won",
    ]
    assert found.undo and found.undo.event_says == "The table ended the game after deal 1"


def test_a_game_that_the_table_ended_goes_on_once_that_is_undone():
    first, second = written(1, "p1", 0, 10, 30), written(2, "p2", 10, 0, 10)
    found = book(first, ENDED, Undone(entry=3), second, variant=TO_A_TARGET)
    assert (found.finished, found.next_deal) == (False, 3)


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ((), "No deal has been saved yet"),
        ((written(1, "p1", 0, 60, 60),), "is over"),
        ((written(1, "p1", 0, 10, 30), ENDED), "is over"),
    ],
    ids=["no deal", "over", "ended"],
)
def test_a_table_ends_no_game_that_is_over_or_has_no_deal(before, why):
    with pytest.raises(Refused, match=why):
        book(*before, ENDED, variant=TO_A_TARGET)


def test_a_correction_turns_who_won_a_game_that_the_table_ended():
    found = book(
        written(1, "p1", 0, 10, 30), ENDED, corrected(1, "p2", 10, 0, 30), variant=TO_A_TARGET
    )
    assert found.winners == ("Ben",)
    assert last_lines(found)[-1] == "Ben won, not Ana"


@pytest.mark.parametrize("gone", [DealDeleted(deal=1), Undone(entry=2)], ids=["deleted", "undone"])
def test_a_game_whose_only_deal_is_gone_is_played_on_though_the_table_ended_it(gone):
    events = [written(1, "p1", 0, 10, 30), ENDED, gone]
    assert book(*events, variant=TO_A_TARGET).next_deal == 1
    found = book(*events, written(2, "p2", 10, 0, 20), variant=TO_A_TARGET)
    assert (found.finished, found.next_deal) == (False, 2)


def test_who_is_out_of_a_game_does_not_win_it_as_the_table_ends_it():
    found = book(written(1, "p1", 0, 101, 30), ENDED, variant=load("chinchon"))
    assert found.winners == ("Ana",)
    assert found.standings.places == {"p1": 1, "p2": 3, "p3": 2}


def test_games_at_once_are_won_by_who_leads_each_as_the_table_ends_them():
    three = load("gin", {"end.at_once": "three"})
    knocks = [
        DealWritten(deal=deal, out=out, hands=hands(*held), besides=Besides())
        for deal, (out, held) in enumerate([("p1", (5, 65)), ("p1", (5, 55)), ("p2", (75, 5))], 1)
    ]
    found = book(*knocks, ENDED, variant=three, names=NAMES[:2])
    # The first game was over with 110 to nothing; who leads the second wins it, 70 to 50, and
    # nobody has won anything in the third.
    assert [game.winners for game in found.standings.at_once] == [("p1",), ("p2",), ()]
    assert found.final == {"p1": 110 + 200 + 50 + 50 + 25, "p2": 70 + 100 + 25}
    assert found.winners == ("Ana",)
