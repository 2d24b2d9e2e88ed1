"""Deals and hands as they are typed, read from the fields of a form without any page."""

from collections.abc import Mapping

import pytest

from referee.scorebook.counting import SeatDraft
from referee.scorebook.drafts import DealDraft, mark_of
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Besides, Event, Hand
from referee.scorebook.events.deals import DealCorrected, DealInserted, DealWritten
from referee.scorebook.events.players import Left
from referee.scorebook.events.table import GameEnded
from referee.scorebook.plain import plain_game
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import read_book
from referee.variants import load
from tests.scorebook.tables import corrected, hands, log_of, started, written

GAME = load("contract-rummy-house")
KEY = "a-key-of-a-form"


def book(*entries: Event, variant=GAME) -> ScoreBook:
    return read_book(variant, log_of(started("Ann", "Bo", "Cy"), *entries))


def sent(out: str, *texts: str, **more: str) -> dict[str, str]:
    """A form of the first deal as it was shown first, with those hands."""
    typed = {f"points-p{seat}": text for seat, text in enumerate(texts, 1)}
    return {"key": KEY, "base": "1", "slip": "1", "sure": "", "out": out, **typed, **more}


def read(at: ScoreBook, form: Mapping[str, str], number: int = 1, **more: bool) -> DealDraft:
    return DealDraft.read(at, number, form, **more).judged({})


EVENTS = {
    "points, a sum, nothing for who went out": (
        sent("p1", "", "20", "12 + 5"),
        written(1, "p1", Hand(points=0, cards=""), 20, Hand(points=17, sum="12 + 5")),
    ),
    "cards as they are typed": (
        sent("p1", "", "k,7", "35"),
        written(1, "p1", Hand(points=0, cards=""), Hand(points=17, cards="K 7"), 35),
    ),
    "cards that were tapped beside their sum": (
        sent("p2", "17", "", "7", **{"cards-p1": "K 7", "cards-p3": "7"}),
        written(
            1,
            "p2",
            Hand(points=17, cards="K 7"),
            Hand(points=0, cards=""),
            Hand(points=7, cards="7"),
        ),
    ),
    "nobody went out": (sent("nobody", "10", "20", "30"), written(1, None, 10, 20, 30)),
    "a field that no earlier form had": (
        sent("p1", "0", "20", "30", melded="no field of ours"),
        written(1, "p1", Hand(points=0, cards=""), 20, 30),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("form", "event"), EVENTS.values(), ids=EVENTS)
def test_a_form_makes_the_event_of_its_deal(form, event):
    draft = read(book(), form)
    assert (draft.event, draft.problems, draft.oddities) == (event, {}, ())


def test_an_event_fills_a_form_that_makes_the_same_event():
    for form, event in EVENTS.values():
        shown = DealDraft.read(book(event), 1, {})
        again = read(book(event), {"key": KEY, "slip": "1", "base": "2", **shown.entered})
        assert isinstance(again.event, DealCorrected), form
        assert (again.event.out, again.event.hands) == (event.out, event.hands)


def test_a_form_without_scripts_that_leaves_a_field_out_keeps_what_stood_there():
    draft = read(book(written(1, "p1", 0, 20, 30)), {"key": KEY, "points-p2": "25"})
    assert draft.event == corrected(1, "p1", Hand(points=0, cards=""), 25, 30)


PROBLEMS = {
    "nobody chosen": (sent("", "", "20", "30"), {"out"}),
    "nothing readable": (sent("p1", "", "abc", "3O"), {"p2", "p3"}),
    "nothing at all": (sent("nobody", "", "", ""), {"p1", "p2", "p3"}),
    "no sum": (sent("p1", "", "17", "7-2"), {"p3"}),
    "more than all cards": (sent("p1", "", "9000", "5"), {"p2"}),
    "a 45 among cards": (sent("p1", "", "45 K", "5"), {"p2"}),
    "too long": (sent("p1", "", "5 " * 300, "5"), {""}),
    "no key of ours": (sent("p1", "", "5", "5", key="x"), {""}),
    "a base to come": (sent("p1", "", "5", "5", base="7"), {""}),
}


@pytest.mark.parametrize(("form", "about"), PROBLEMS.values(), ids=PROBLEMS)
def test_what_is_wrong_is_said_by_whom_it_is_about(form, about):
    draft = read(book(), form)
    assert (set(draft.problems), draft.event) == (about, None)
    assert all(text for texts in draft.problems.values() for text in texts)


def test_what_is_missing_is_asked_about_once():
    form = sent("p1", "", "20", "")
    asked = read(book(), form)
    assert (asked.event, asked.missing, asked.odd_kind) == (None, ("Cy",), "missing")
    agreed = read(book(), form | {"sure": mark_of(asked.oddities)})
    assert agreed.event == DealWritten(
        deal=1, out="p1", hands=hands(Hand(points=0, cards=""), 20, Hand(points=None))
    )


@pytest.mark.parametrize(("points", "asked"), [("10", []), ("0", ["empty", "all-count"])])
def test_that_nobody_went_out_is_asked_about_where_somebody_holds_nothing(points, asked):
    # The stock is shuffled again, so that a deal seldom ends without anybody.
    table = book(variant=load("scala-40"))
    draft = read(table, sent("nobody", points, "20", "30"))
    assert [odd.code for odd in draft.oddities] == asked
    assert bool(draft.event) is not bool(asked)


def test_a_yes_is_a_yes_to_what_was_asked_alone():
    yes = mark_of(read(book(), sent("p1", "", "20", "")).oddities)
    assert read(book(), sent("p1", "", "", "20", sure=yes)).event is None


def test_what_was_counted_otherwise_is_asked_about_in_the_order_of_the_seats():
    draft = DealDraft.read(book(), 1, sent("p1", "", "20", "30"))
    asked = draft.judged({"points-p3": 31, "points-p2": 21, "points-p1": 0})
    assert [odd.player for odd in asked.oddities] == ["p2", "p3"]
    assert asked.odd_kind == "counted"
    assert draft.judged({"points-p2": 20}).event


def test_points_are_asked_about_in_the_hands_of_a_player_who_now_went_out():
    stands = book(written(1, "p1", 0, 20, 30))
    form = {"key": KEY, "slip": "1", "base": "2", "out": "p2", "points-p1": "15", "points-p3": "30"}
    # 20 stood there when the page was shown: it was not entered.
    assert read(stands, form | {"points-p2": "20"}).event == corrected(
        1, "p2", 15, Hand(points=0, cards=""), 30
    )
    assert set(read(stands, form | {"points-p2": "25"}).problems) == {"p2"}


def test_a_form_is_for_the_deal_that_it_was_shown_for_however_deals_moved():
    first, other = written(1, "p1", 0, 20, 30), written(2, "p2", 5, 0, 5)
    moved = book(first, DealInserted(deal=2, before=1, out="p2", hands=other.hands))
    form = {"key": KEY, "slip": "1", "base": "2", "out": "p1", "points-p2": "21", "points-p3": "30"}
    draft = read(moved, form)
    assert (draft.number, draft.event) == (2, corrected(1, "p1", Hand(points=0, cards=""), 21, 30))


def test_a_forgotten_deal_goes_before_the_one_that_it_names():
    form = sent("p1", "", "20", "30", base="2")
    draft = read(book(written(1, "p1", 0, 20, 30)), form, forgotten=True)
    assert draft.event == DealInserted(
        deal=2, before=1, out="p1", hands=hands(Hand(points=0, cards=""), 20, 30)
    )


def test_a_deal_that_is_not_due_is_refused():
    with pytest.raises(Refused):
        DealDraft.read(book(), 2, {})


def test_a_deal_of_a_game_that_the_table_ended_is_refused_as_such():
    over = book(written(1, "p1", 0, 10, 20), GameEnded())
    with pytest.raises(Refused, match="The game is over"):
        read(over, sent("p1", "", "20", "30", base="2", slip="2"), 2)


def test_what_was_typed_for_who_left_is_said_before_it_is_lost():
    draft = read(book(Left(player="p3")), sent("p3", "5", "20", "30"))
    assert (draft.gone, set(draft.problems)) == ({"Cy": "went out, 30"}, {""})


@pytest.mark.parametrize(("tapped", "said"), [("9", "9"), ("K 7", "17"), ("* 2", "17"), ("X", "X")])
def test_cards_that_were_tapped_for_who_left_are_said_as_the_form_showed_them(tapped, said):
    form = sent("p1", "", "20", **{"cards-p3": tapped})
    assert read(book(Left(player="p3")), form).gone == {"Cy": said}


def test_going_on_from_a_newer_book_takes_nothing_over_but_what_was_typed():
    before = written(1, "p1", 0, 20, 30)
    newer = book(before, corrected(1, "p1", 0, 22, 30))
    typed = {"key": KEY, "slip": "1", "base": "2", "out": "p2", "points-p1": "15"}
    anew = DealDraft.read(newer, 1, typed | {"points-p2": "20", "points-p3": "30"}).anew()
    assert (anew.texts["key"], anew.texts["base"]) == ("", "3")
    assert dict(anew.hands) == {"p1": "15", "p2": "", "p3": "30"}


def test_any_number_may_be_written_where_no_cards_are_counted():
    draft = read(book(variant=plain_game()), sent("x", "40-15", "−7", "12"))
    assert draft.outs == ()
    assert draft.event == written(
        1, None, Hand(points=25, sum="40-15"), Hand(points=-7, sum="−7"), 12
    )


def seat_form(text: str, **more: str) -> dict[str, str]:
    return {"key": KEY, "base": "0", "slip": "1", "points-p2": text, **more}


def test_a_seat_keeps_the_hand_of_its_own_player():
    draft = SeatDraft.read(book(), "p2", seat_form("K 7")).judged()
    assert (draft.hand, draft.problem, draft.oddities) == (Hand(points=17, cards="K 7"), "", ())
    out = SeatDraft.read(book(), "p2", seat_form("", out="p2")).judged()
    assert out.hand == Hand(points=0, cards="")


@pytest.mark.parametrize("text", ["", "abc", "9000", "5 " * 300])
def test_a_seat_says_what_is_wrong(text):
    draft = SeatDraft.read(book(), "p2", seat_form(text)).judged()
    assert (bool(draft.problem), draft.hand) == (True, None)


def test_a_seat_asks_once_about_what_is_odd():
    asked = SeatDraft.read(book(), "p2", seat_form("0")).judged()
    assert (bool(asked.oddities), asked.hand) == (True, None)
    other = SeatDraft.read(book(), "p2", seat_form("0", sure="0123456789abcdef")).judged()
    assert (other.oddities, other.hand) == (asked.oddities, None)
    yes = mark_of(asked.oddities)
    assert SeatDraft.read(book(), "p2", seat_form("0", sure=yes)).judged().hand == Hand(points=0)


def test_a_seat_is_told_what_is_saved_already():
    saved = book(written(1, "p1", 0, 20, 30))
    assert SeatDraft.read(saved, "p2", seat_form("20")).judged().saved
    assert "20" in SeatDraft.read(saved, "p2", seat_form("25")).judged().problem


def seat_of(game: str, sure: str = "", **fields: str) -> SeatDraft:
    """What the phone of the second player sends in a game of three."""
    sent = {f"{name}-p2": text for name, text in fields.items()} | {"key": KEY, "base": "0"}
    sent |= {"slip": "1", "sure": sure}
    return SeatDraft.read(book(variant=load(game)), "p2", sent).judged()


def test_a_seat_keeps_what_was_melded_beside_what_is_held():
    draft = seat_of("five-hundred", points="7", melded="K Q J")
    assert (draft.hand, draft.besides) == (
        Hand(points=7),
        Besides(melded={"p2": Hand(points=30, cards="K Q J")}),
    )
    # Whoever laid cards down and enters nothing else holds nothing.
    assert seat_of("five-hundred", melded="45").hand == Hand(points=0)
    for fields in ({}, {"points": "7", "melded": "abc"}):
        assert (seat_of("five-hundred", **fields).problem != "") is True
        assert seat_of("five-hundred", **fields).hand is None


def judged_at_500(melded: Mapping[str, str], *held: str, sure: str = "") -> DealDraft:
    form = sent("", *held, **{f"melded-{player}": text for player, text in melded.items()})
    form |= {"way": "melded", "sure": sure}
    return DealDraft.read(book(variant=load("five-hundred")), 1, form).judged({})


def test_what_is_wrong_with_melded_cards_is_said_where_they_were_entered():
    assert [*judged_at_500({"p1": "abc"}, "7", "0", "0").problems] == ["melded-p1"]
    assert [*judged_at_500({"p1": "abc"}, "huh", "0", "0").problems] == ["melded-p1", "p1"]


def test_a_negative_count_of_cards_is_refused_as_such():
    assert "never count less than 0" in "".join(judged_at_500({}, "-5", "0", "0").problems["p1"])


def test_whoever_alone_laid_all_cards_down_holds_nothing_though_others_are_missing():
    assert judged_at_500({"p1": "30"}, "", "", "5").missing == ("Bo",)
    assert judged_at_500({"p1": "30", "p2": "20"}, "", "", "5").missing == ("Ann", "Bo")


def test_nobody_else_holds_nothing_where_one_player_went_out():
    melded = {"p1": "30", "p2": "20", "p3": "0"}
    asked = judged_at_500(melded, "0", "", "5")
    assert [(odd.player, odd.code) for odd in asked.oddities] == [
        ("p1", "empty-both"),
        ("p2", "empty-both"),
    ]
    assert judged_at_500(melded, "0", "10", "5").event
    assert judged_at_500(melded, "7", "10", "5").event


def test_melds_that_nobody_entered_count_nothing_only_where_somebody_says_so():
    melded = {"p1": "30", "p2": "20"}
    asked = judged_at_500(melded, "0", "10", "5")
    assert [(odd.player, odd.code) for odd in asked.oddities] == [("p3", "melds-blank")]
    event = judged_at_500(melded, "0", "10", "5", sure=mark_of(asked.oddities)).event
    assert event == judged_at_500(melded | {"p3": "0"}, "0", "10", "5").event
    phone = seat_of("five-hundred", points="7")
    assert ([odd.code for odd in phone.oddities], phone.hand) == (["melds-blank"], None)
    agreed = seat_of("five-hundred", points="7", sure=mark_of(phone.oddities))
    assert agreed.besides == seat_of("five-hundred", points="7", melded="0").besides


def test_what_is_wrong_or_odd_comes_in_the_order_in_which_it_is_typed():
    odd = judged_at_500({"p2": "20"}, "0", "0", "5").oddities
    assert [(one.player, one.code) for one in odd] == [
        ("p1", "melds-blank"),
        ("p1", "empty-both"),
        ("p2", "empty-both"),
        ("p3", "melds-blank"),
    ]
    wrong = judged_at_500({"p1": "x", "p2": "x", "p3": "x"}, "x", "x", "5").problems
    assert [*wrong] == ["melded-p1", "p1", "melded-p2", "p2", "melded-p3"]


def test_a_seat_keeps_what_befell_its_player():
    laid = seat_of("frustration", fate="laid")
    assert (laid.hand, laid.besides.events) == (Hand(points=0, cards=""), {"p2": ("laid",)})
    assert seat_of("frustration").besides == Besides()
    dropped = seat_of("indian-rummy", points="40", fate="middle")
    assert (dropped.hand, dropped.besides.dropped) == (Hand(points=0, cards=""), {"p2": "middle"})
    counted = seat_of("indian-rummy", points="40", fate="laid")
    assert (counted.hand, counted.besides) == (Hand(points=40), Besides())


def test_melds_that_were_counted_otherwise_are_asked_about():
    game = load("five-hundred")
    form = sent("", "7", "20", "0", **{"melded-p1": "30", "melded-p2": "45", "melded-p3": "0"})
    draft = DealDraft.read(book(variant=game), 1, form | {"way": "melded"})
    asked = draft.judged({"points-p1": 7, "melded-p1": 40})
    assert [(odd.player, odd.code) for odd in asked.oddities] == [("p1", "counted-melded")]
    assert draft.judged({"points-p1": 7, "melded-p1": 30}).event
