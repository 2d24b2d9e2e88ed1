"""What cards cost, what is written for a deal, and who leads."""

from collections import Counter

import pytest

from referee.rules import rule
from referee.rules.cards import JOKER, Card, parse_cards
from referee.rules.law.points import card_values, points_of, tapped_value
from referee.rules.scoring.parts import DealOutcome, ScoreError, points_in, score_deal
from referee.rules.scoring.standings import ended_after, standings
from referee.variants import catalogue, load
from tests.rules.altered import altered, played_off

SIX = load("six-to-ten")
BICYCLE = load("contract-rummy-bicycle")
HOUSE = load("contract-rummy-house")
BASIC = load("basic-rummy")
ENCYCLOPEDIA = load("contract-rummy-encyclopedia")
WILD = load("rummy-wild")
PIPS = {str(pips): pips for pips in range(2, 10)} | {"A": 15, "10-K": 10}
EVERY = pytest.mark.parametrize("variant", catalogue(), ids=lambda variant: variant.id)


@pytest.mark.parametrize(
    ("variant", "cards", "points"),
    [
        (SIX, "6s 7h 10s Kd Ad 2h", 65),
        (SIX, "3 9", 10),
        (SIX, "", 0),
        (BICYCLE, "* A", 30),
        (BICYCLE, "K Q J 10 9 2", 51),
        (HOUSE, "* A 10 9 2", 51),
        (BASIC, "A K 10 2", 35),
        (ENCYCLOPEDIA, "2 5 10 K A", 65),
        (ENCYCLOPEDIA, "*", 20),
        (WILD, "* A K 10 2", 50),
        (SIX, "*", 0),
    ],
    ids=["the text's example", "low cards", "none", "joker and ace", "pips", "the house card",
         "ten as a number", "twos cost twenty", "joker", "wild", "no jokers here"],
)  # fmt: skip
def test_what_cards_cost(variant, cards, points):
    assert points_of(variant, parse_cards(cards, suits=False)) == points


@pytest.mark.parametrize(
    ("variant", "values"),
    [
        (SIX, [("2", 20), ("A", 15), ("K, Q, J, 10", 10), ("9–3", 5)]),
        (altered("six-to-ten", points={"A": 15, "10-K": 10, "3-9": 5, "2": 2}),
         [("A", 15), ("K, Q, J, 10", 10), ("9–3", 5), ("2", 2)]),
        (BICYCLE, [("joker, A", 15), ("K, Q, J, 10", 10), ("9–2", "face value")]),
        (HOUSE, [("joker, A", 15), ("K, Q, J, 10", 10), ("9–2", "face value")]),
        (BASIC, [("A", 15), ("K, Q, J", 10), ("10–2", 5)]),
        (ENCYCLOPEDIA, [("joker, A, 2", 20), ("K, Q, J, 10", 10), ("9–3", 5)]),
        (WILD, [("joker, A", 15), ("K, Q, J", 10), ("10–2", 5)]),
        (load("rummy-wild", {"wilds": "twos"}), [("A", 15), ("K, Q, J", 10), ("10–2", 5)]),
        (altered("six-to-ten", points={"A": 15, "10-K": 10, "2-9": 5}),
         [("A", 15), ("K, Q, J, 10", 10), ("9–2", 5)]),
        (altered("contract-rummy-bicycle", points=PIPS | {"joker": 5}),
         [("A", 15), ("K, Q, J, 10", 10), ("9–6, 4–2", "face value"), ("joker, 5", 5)]),
    ],
    ids=["six-to-ten", "two for a two", "bicycle", "house", "basic", "encyclopedia", "wild",
         "no jokers", "twos as the rest", "a joker among the pips"],
)  # fmt: skip
def test_card_values_as_players_read_them(variant, values):
    assert [(value.label, value.points) for value in card_values(variant)] == values


@EVERY
def test_every_card_has_its_value_once(variant):
    deck = variant.deck
    cards = [JOKER] * variant.has_jokers + [Card(r, s) for r in deck.ranks for s in deck.suits]
    found = [
        (card, int(card.rank) if isinstance(value.points, str) else value.points)
        for value in card_values(variant) for name in value.ranks
        for card in cards if name in (card.rank, str(card))
    ]  # fmt: skip
    costs = [(card, variant.points.of(card)) for card in cards if variant.has_points]
    assert Counter(found) == Counter(costs)


@pytest.mark.parametrize(
    ("variant", "counts", "out", "written"),
    [
        (SIX, {"a": 0, "b": 65}, "a", {"a": 0, "b": 65}),
        (SIX, {"a": 30, "b": 65}, None, {"a": 30, "b": 65}),
        (SIX, {"a": 0, "b": 0}, "a", {"a": 0, "b": 0}),
        (BASIC, {"a": 0, "b": 20, "c": 10}, "a", {"a": 30, "b": 0, "c": 0}),
        (WILD, {"a": 5, "b": 0}, "b", {"a": 0, "b": 5}),
        (SIX, {"a": 0, "b": None, "c": 5}, "a", {"a": 0, "c": 5}),
        (BASIC, {"a": 0, "b": None, "c": 10}, "a", {"c": 0}),
    ],
    ids=[
        "winner nothing",
        "nobody out",
        "nothing held",
        "winner collects",
        "collects, wild",
        "one not known",
        "collects what is not known",
    ],
)
def test_what_is_written_for_a_deal(variant, counts, out, written):
    assert points_in(score_deal(variant, DealOutcome(held=counts, out=out))) == written


@pytest.mark.parametrize(
    ("variant", "counts", "out", "field"),
    [
        (BASIC, {"a": 30, "b": 65}, None, "out"),
        (SIX, {"a": 30, "b": 65}, "c", "out"),
        (SIX, {"a": 30, "b": 65}, "a", "hands"),
        (BASIC, {"a": 30, "b": 65}, "a", "hands"),
    ],
    ids=["nobody out", "a stranger", "out and holding", "out, holding and collecting"],
)
def test_a_deal_that_cannot_be_scored(variant, counts, out, field):
    with pytest.raises(ScoreError) as refused:
        score_deal(variant, DealOutcome(held=counts, out=out))
    assert refused.value.field == field


ROUNDS = ({"a": 0, "b": 30, "c": 10}, {"a": 20, "b": 0, "c": 10})


@pytest.mark.parametrize("writes", ["collects", "one"])
@pytest.mark.parametrize(
    ("game", "case"),
    [
        ("continental", {"events": {"Ann": ["hand"]}}),
        ("liverpool", {"events": {"Ann": ["cut"]}}),
        ("chinchon", {"hands": {"Ann": "As 2s 3s 5h 5d 5c 5s", "Bo": "Kd"}}),
        ("chinchon", {"hands": {"Ann": "As 2s 3s 4s 5s 6s 7s", "Bo": "Kd"}}),
    ],
    ids=["hand", "cut", "closed", "chinchon"],
)
def test_nothing_is_said_to_come_off_where_only_the_winner_writes(game, case, writes):
    hands = {"hands": {"Ann": "", "Bo": "Kd"}, "out": "Ann", "deal": 1}
    asked = {"game": game, "ask": "score", **hands, **case}
    usual, here = rule(asked), rule(asked | {"options": {"scoring.winner": writes}})
    takes_off = ("score.from-hand", "score.cut", "score.closed", "score.chinchon")
    assert any(finding.rule in takes_off for finding in usual.findings)
    assert not any(finding.rule in takes_off for finding in here.findings)


@pytest.mark.parametrize(
    ("writes", "points", "said"),
    [
        ("zero", {"Ann": 0, "Bo": 18}, ["so what the others hold counts double"]),
        ("collects", {"Ann": 18, "Bo": 0}, ["so what the others hold counts double"]),
        ("one", {"Ann": 1, "Bo": 0}, []),
    ],
)
def test_going_out_from_the_hand_doubles_what_counts(writes, points, said):
    case = {"hands": {"Ann": "", "Bo": "9s"}, "out": "Ann", "events": {"Ann": ["hand"]}}
    table = {} if writes == "zero" else {"scoring.winner": writes}
    ruling = rule({"game": "romme", "ask": "score", **case, "options": table})
    assert ruling.facts["points"] == points
    doubled = [one.said() for one in ruling.findings if one.rule == "score.from-hand"]
    assert doubled == [f"Ann went out with all cards at once, {words}." for words in said]


def test_totals_add_up():
    assert dict(standings(SIX, ROUNDS, "abc").totals) == {"a": 20, "b": 30, "c": 20}


def test_the_lowest_total_is_best_and_ties_stand_together():
    assert standings(SIX, ROUNDS, "abc").order == (("a", "c"), ("b",))


def test_the_highest_total_is_best():
    assert standings(BASIC, ROUNDS, "abc").order == (("b",), ("a", "c"))


@pytest.mark.parametrize(
    ("rounds", "places"),
    [
        (ROUNDS, {"a": 1, "b": 3, "c": 1}),
        ([{"a": 1, "b": 1, "c": 1}], {"a": 1, "b": 1, "c": 1}),
        ([{"a": 3, "b": 2, "c": 1}], {"a": 3, "b": 2, "c": 1}),
        ([{"a": 0, "b": 5, "c": 5}], {"a": 1, "b": 2, "c": 2}),
    ],
    ids=["tie on top", "all level", "none level", "tie below"],
)
def test_players_who_are_level_share_the_place(rounds, places):
    assert dict(standings(SIX, rounds, "abc").places) == places


def test_players_who_are_level_stay_in_seat_order():
    assert standings(BASIC, [{"c": 5, "a": 5, "b": 5}], "bac").order == (("b", "a", "c"),)


def test_who_was_not_there_yet_has_nothing_written():
    assert standings(SIX, [{"a": 5}, {"a": 5, "b": 5}], "ab").totals["b"] == 5


def test_before_the_first_deal_all_are_level():
    stand = standings(SIX, [], "ab")
    assert (dict(stand.totals), stand.order, stand.winners) == ({"a": 0, "b": 0}, (("a", "b"),), ())


@pytest.mark.parametrize("variant", [SIX, BASIC], ids=["deals", "target"])
def test_nobody_at_all_has_won_nothing(variant):
    assert standings(variant, [], ()).finished is False


ROUND = {"a": 10, "b": 20}
TO_100 = load("basic-rummy", {"target": 100})
THREE_ROUNDS = load("basic-rummy", {"rounds": 3})


@pytest.mark.parametrize(
    ("variant", "rounds", "finished"),
    [
        (SIX, [], False),
        (SIX, [ROUND] * 4, False),
        (SIX, [ROUND] * 5, True),
        (BASIC, [], False),
        (BASIC, [{"a": 499, "b": 0}], False),
        (BASIC, [{"a": 500, "b": 0}], True),
        (TO_100, [{"a": 100, "b": 0}], True),
        (THREE_ROUNDS, [{"a": 100, "b": 0}], False),
        (THREE_ROUNDS, [ROUND] * 3, True),
        (load("basic-rummy", {"rounds": 1}), [{"a": 1, "b": 0}], True),
    ],
    ids=["no deal", "four of five", "all five", "nothing yet", "one short", "at the target",
         "a nearer target", "rounds instead of a target", "all rounds", "one round"],
)  # fmt: skip
def test_when_a_game_is_over(variant, rounds, finished):
    assert standings(variant, rounds, "ab").finished is finished


@pytest.mark.parametrize(
    ("variant", "rounds", "winners"),
    [
        (SIX, [ROUND] * 5, ("a",)),
        (SIX, [ROUND] * 4, ()),
        (SIX, [{"a": 5, "b": 5}] * 5, ("a", "b")),
        (TO_100, [{"a": 100, "b": 120}], ("b",)),
        (TO_100, [{"a": 100, "b": 100}], ("a", "b")),
        (THREE_ROUNDS, [ROUND] * 3, ("b",)),
    ],
    ids=["lowest", "not over", "shared", "highest past the target", "shared, open-ended",
         "most after the rounds"],
)  # fmt: skip
def test_who_wins(variant, rounds, winners):
    assert standings(variant, rounds, "ab").winners == winners


@pytest.mark.parametrize(
    ("game", "options", "rounds"),
    [
        ("six-to-ten", {}, [{"a": 5, "b": 5}] * 5),
        ("basic-rummy", {}, [{"a": 500, "b": 500}]),
        ("basic-rummy", {"rounds": 1}, [{"a": 5, "b": 5}]),
    ],
    ids=["deals", "target", "rounds"],
)
def test_a_tie_that_is_played_off_goes_on(game, options, rounds):
    assert standings(played_off(game, options), rounds, "ab").finished is False


def test_a_play_off_decides():
    rounds = [{"a": 5, "b": 5}] * 5 + [{"a": 0, "b": 5}]
    assert standings(played_off("six-to-ten"), rounds, "ab").winners == ("a",)


def test_a_tie_below_the_top_needs_no_play_off():
    rounds = [{"a": 1, "b": 5, "c": 5}] * 5
    assert standings(played_off("six-to-ten"), rounds, "abc").winners == ("a",)


LOWEST_AT_THE_TARGET = altered(
    "basic-rummy", {"target": 100, "ties": "played-off"}, scoring={"best": "lowest"}
)
LEVEL_AT_THE_TARGET = [{"a": 100, "b": 100}, {"a": 0, "b": 0}, {"a": 0, "b": 5}]


@pytest.mark.parametrize(
    ("variant", "rounds", "ended"),
    [
        (TO_100, [], None),
        (TO_100, [{}, {}], None),
        (TO_100, [{"a": 99}, {"b": 99}], None),
        (TO_100, [{"a": 99}, {"a": 1}, {"b": 500}], 2),
        (THREE_ROUNDS, [ROUND] * 4, 3),
        (played_off("basic-rummy", {"target": 100}), LEVEL_AT_THE_TARGET, 3),
        (LOWEST_AT_THE_TARGET, [{"a": 100, "b": 100, "c": 0}, ROUND], 1),
    ],
    ids=[
        "nothing yet",
        "nothing written",
        "one short",
        "at the target",
        "all rounds",
        "played off",
        "level losers",
    ],
)
def test_the_round_that_ended_a_game(variant, rounds, ended):
    assert ended_after(variant, rounds, "abc") == ended


@pytest.mark.parametrize("game", ["six-to-ten", "basic-rummy"])
def test_a_game_without_players_does_not_end(game):
    assert ended_after(played_off(game, {}), [{}] * 9, "") is None


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("A 2 3", 6),
        ("3 2 A", 6),
        ("4 3 2 A", 10),
        ("A 2 3 A 2 3", 12),
        ("K K K A 2 3", 36),
        ("A 2 3 A A A", 51),
        ("Q K A 2 3 4", 44),
        ("4 3 2 A K Q", 44),
        ("A A A 2 3 4", 54),
        ("A 2", 3),
        ("2 A", 3),
        ("7 7 7 2 A", 24),
        ("A 2 7 7 7", 24),
        ("A 2 2 2", 21),
        ("2 2 2 A", 21),
        ("A A A 2", 47),
        ("Q K A 2", 37),
        ("Q K A", 35),
    ],
)
def test_an_ace_tapped_beside_a_two_is_low(cards: str, worth: int) -> None:
    terms = load("five-hundred").at(1)
    assert tapped_value(terms, parse_cards(cards, suits=False)) == worth


def test_an_ace_is_as_high_as_ever_where_none_is_low() -> None:
    terms = load("basic-rummy").at(1)
    cards = parse_cards("A 2 3", suits=False)
    assert tapped_value(terms, cards) == points_of(terms, cards)
