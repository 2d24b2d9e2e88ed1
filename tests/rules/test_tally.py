"""What cannot be, and what is odd, in the hands that a table writes."""

from itertools import combinations

import pytest

from referee.rules.cards import RANKS, SUITS, Card, parse_cards
from referee.rules.deals import DealError
from referee.rules.law.points import points_of
from referee.rules.scoring.tally import doubts
from referee.variants import load
from tests.rules.altered import altered

SIX = load("six-to-ten")
BICYCLE = load("contract-rummy-bicycle")
HOUSE = load("contract-rummy-house")
BASIC = load("basic-rummy")


def cards(text):
    return parse_cards(text, suits=False)


def doubted(variant, hands, *, out="a", players=3, deal=1):
    return doubts(variant.at(deal), players=players, hands=hands, out=out)


def about(variant, hand, **more):
    """The doubts about one hand, the player before having gone out with nothing."""
    return doubted(variant, {"a": (), "b": hand}, **more)


IMPOSSIBLE = {
    "less than nothing": (SIX, -5, "enter 0 or more"),
    "no multiple of five": (SIX, 23, "multiple of 5: not 23, but 20 or 25"),
    "no one": (BICYCLE, 1, "No cards of this game come to 1."),
    "more than all cards": (BICYCLE, 999, "999 is more than all the cards in play, "
                                          "which come to 807"),
    "one card more than a hand takes": (BASIC, 105, "105 takes 9 cards or more"),
    "more than a hand takes": (BASIC, 140, "enter the cards, such as K 7 7"),
    "what was dealt to the others": (SIX, 400, "400 takes 44 cards or more, but 10 were dealt"),
    "a joker where there are none": (SIX, cards("*"), "no jokers in this game"),
    "too many jokers": (BICYCLE, cards("* * K"), "2 jokers, but only one is in play"),
    "too many of a rank": (SIX, cards("K K K K K"), "5 kings, but only 4 are in play"),
    "too many of a rank, suits or not": (SIX, cards("Ks Kh Kd K K"), "5 kings"),
    "a card twice from one pack": (SIX, cards("7h 7h"), "7♥ 2 times, but only one is in play"),
    "a card thrice from two packs": (BICYCLE, cards("7h 7h 7h"), "7♥ 3 times, but only 2 are"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("variant", "hand", "says"), IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys()
)  # fmt: skip
def test_what_cannot_be_in_one_hand(variant, hand, says):
    (doubt,) = about(variant, hand)
    assert (doubt.player, doubt.impossible, says in doubt.said()) == ("b", True, True)


ODD = {
    "nothing typed is left": (BICYCLE, 0, "Nothing is left"),
    "nothing tapped is left": (BICYCLE, (), "Nothing is left"),
    "more points than usual": (BICYCLE, 300, "300 takes 26 cards or more, but 10 were dealt"),
    "more cards than usual": (BICYCLE, cards("2 3 4 5 6 7 8" * 3), "21 cards, but 10 were dealt"),
    "more cards without claims": (BASIC, cards("2 3 4 5 6 7 8 9 10"), "9 cards, but 7 were"),
}


@pytest.mark.parametrize(("variant", "hand", "says"), ODD.values(), ids=ODD.keys())
def test_what_is_odd_in_one_hand(variant, hand, says):
    (doubt,) = about(variant, hand)
    assert (doubt.player, doubt.impossible, says in doubt.said()) == ("b", False, True), (
        doubt.said()
    )


UNDOUBTED = {
    "a card": (BICYCLE, cards("K")),
    "the only joker": (BICYCLE, cards("* A")),
    "all of a rank": (SIX, cards("K K K K")),
    "a card from each of two packs": (BICYCLE, cards("7h 7h")),
    "a low number": (BICYCLE, 2),
    "a joker's number": (BICYCLE, 15),
    "a dear hand": (SIX, 4 * 20 + 4 * 15 + 2 * 10),
    "a card drawn and not discarded": (BASIC, cards("2 3 4 5 6 7 8 9")),
    "points of one card more than dealt": (BASIC, 4 * 15 + 4 * 10),
    "a hand that claims made large": (BICYCLE, cards("2 3 4 5 6 7 8 9 10 J Q K A 2 3 4")),
}


@pytest.mark.parametrize(("variant", "hand"), UNDOUBTED.values(), ids=UNDOUBTED.keys())
def test_what_nobody_doubts(variant, hand):
    assert about(variant, hand) == ()


def test_what_is_odd_grows_with_the_deal():
    hand = cards("2 3 4 5 6 7 8 9 10 J Q K A 2 3 4 5 6 7 8 9 10")
    assert [len(about(BICYCLE, hand, deal=deal)) for deal in (4, 5)] == [1, 0]


def test_the_players_decide_how_many_packs_there_are():
    hand = cards("7h 7h 7h")
    assert [len(about(BICYCLE, hand, players=players)) for players in (4, 5)] == [1, 0]


def test_every_number_that_a_small_hand_makes_is_possible():
    pack = [Card(rank, suit) for rank in RANKS for suit in SUITS]
    made = {points_of(HOUSE, hand) for hand in combinations(pack[::2], 3)}
    assert not [points for points in made if about(HOUSE, points)]


def test_a_number_between_the_sums_of_dear_cards_is_impossible():
    game = altered("basic-rummy", points={"A": 7, "2-K": 100})
    possible = [points for points in range(1, 130) if not about(game, points)]
    assert possible == [7, 14, 21, 28, 100, 107, 114, 121, 128]


@pytest.mark.parametrize("left", [10, cards("K")], ids=["typed", "tapped"])
def test_who_went_out_holds_nothing(left):
    (doubt,) = doubted(BICYCLE, {"a": left, "b": 5})
    assert (doubt.player, doubt.impossible, "out" in doubt.said()) == ("a", True, True)


@pytest.mark.parametrize("left", [0, ()], ids=["typed", "tapped"])
def test_who_went_out_with_nothing_is_not_doubted(left):
    assert doubted(BICYCLE, {"a": left, "b": 5}) == ()


def test_all_hands_together_hold_no_more_than_the_packs():
    (doubt,) = doubted(SIX, {"a": (), "b": cards("K K K"), "c": cards("K K")})
    assert (doubt.player, doubt.impossible, doubt.said()) == (
        None, True, "In all hands together: That’s 5 kings, but only 4 are in play."
    )  # fmt: skip


def test_all_hands_together_hold_no_more_jokers_than_there_are():
    (doubt,) = doubted(BICYCLE, {"a": (), "b": cards("*"), "c": cards("*")})
    assert (doubt.player, "2 jokers" in doubt.said()) == (None, True)


@pytest.mark.parametrize(
    "hands",
    [{"b": 245, "c": 200}, {"b": 305, "c": cards("2 2 2 2 A A A A")}],
    ids=["typed", "tapped as well"],
)
def test_all_hands_together_cost_no_more_than_the_packs(hands):
    found = [doubt for doubt in doubted(SIX, {"a": (), **hands}) if doubt.impossible]
    assert [(doubt.player, "come to 445" in doubt.said()) for doubt in found] == [(None, True)]


def test_one_mistake_is_not_told_twice():
    assert len(doubted(SIX, {"a": (), "b": cards("K K K K K"), "c": 5})) == 1


@pytest.mark.parametrize(
    ("variant", "impossible"),
    [(SIX, [False]), (BICYCLE, [False]), (HOUSE, []), (BASIC, [True]),
     (load("indian-rummy"), [])],
    ids=["odd where all count", "odd where the stock is shuffled", "usual where the stock ends it",
         "impossible where the winner collects", "usual where nothing counts"],
)  # fmt: skip
def test_nobody_out(variant, impossible):
    found = doubted(variant, {"a": 10, "b": 20}, out=None)
    assert [doubt.impossible for doubt in found if doubt.player is None] == impossible


@pytest.mark.parametrize(("players", "deal"), [(2, 1), (9, 1), (3, 8), (3, 0)])
def test_a_deal_that_is_not_played_is_refused(players, deal):
    with pytest.raises(DealError):
        about(BICYCLE, 5, players=players, deal=deal)
