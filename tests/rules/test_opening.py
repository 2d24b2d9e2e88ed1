"""Opening by value, held against a second reading of it; and what cards count by suit and place."""

import random
from typing import Any

import pytest

from referee.rules import rule
from referee.rules.building.words import rule_words
from referee.rules.cards import parse_cards
from referee.rules.law.points import card_values, points_of
from referee.rules.rulings import rule_by
from tests.rules.altered import altered
from tests.rules.oracle_declare import RANKS, greatest_opening, least_left, opening_values

PIPS = {"A": 15, "10-K": 10, "2-9": "pips", "joker": 15}


def a_hand(chance: random.Random) -> list[str]:
    """Any cards of two packs and six jokers, or cards of few suits or ranks, rich in melds."""
    suits, ranks = chance.choice(
        [("shdc", RANKS), ("sh", RANKS), ("shdc", chance.sample(RANKS, 6))]
    )
    deck = 2 * [rank + suit for rank in ranks for suit in suits] + ["*"] * 6
    return chance.sample(deck, chance.randint(7, 11))


def asked(ask: str, cards: list[str], least: int) -> dict[str, Any]:
    options = {"opening.value": least, "points.joker": 25}
    case = {"game": "romme", "ask": ask, "cards": " ".join(cards), "options": options}
    return rule(case).as_dict()


@pytest.mark.parametrize("seed", range(8))
def test_arranges_as_the_second_reading_does(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(8):
        hand, least = a_hand(chance), chance.choice([25, 30, 40, 60])
        ruling, most = asked("arrange", hand, least), greatest_opening(hand)
        facts = ruling["facts"]
        assert facts["proven"], hand
        assert (facts["points_left"], facts["can_lay_contract"]) == (
            least_left(hand, least), most >= least,
        ), hand  # fmt: skip
        if 0 < most < least:
            assert ruling["findings"][0]["says"].endswith(f"worth {most} at most."), hand


@pytest.mark.parametrize("seed", range(8))
def test_finds_the_melds_that_are_worth_most(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(4):
        hand = a_hand(chance)
        values = opening_values(hand)
        for bits in chance.sample([*values], min(len(values), 8)):
            laid = [card for place, card in enumerate(hand) if bits >> place & 1]
            if laid:
                ruling = asked("contract", laid, 30)
                opens = "legal" if values[bits] >= 30 else "illegal"
                # Where they open, any way of laying them will do.
                value = ruling["facts"]["value"]
                assert ruling["verdict"] == opens, laid
                assert value <= values[bits], laid
                assert value >= 30 or value == values[bits], laid


def test_an_opening_may_follow_the_deal() -> None:
    deals = [{"cards": 11, "set": {"opening.value": least}} for least in (50, 90)]
    game = altered("romme", deals=deals)
    melds = ["Ks Kd Kc", "6s 7s 8s"]
    for deal, verdict in ((1, "legal"), (2, "illegal")):
        asked = {"game": "romme", "deal": deal}
        ruling = rule_by(game, {**asked, "ask": "contract", "melds": melds})
        assert (ruling.verdict, ruling.facts["value"]) == (verdict, 51)
        arranged = rule_by(game, {**asked, "ask": "arrange", "cards": " ".join([*melds, "9d"])})
        assert arranged.facts["can_lay_contract"] is (verdict == "legal")


KALOOKI = altered("shanghai-rum", points=PIPS | {"A.red": 1, "Q.s": 50} | {"A": 15})


def test_cards_count_by_colour_and_suit() -> None:
    cards = parse_cards("Ah Ad As Ac Qs Qh")
    assert [points_of(KALOOKI, [card]) for card in cards] == [1, 1, 15, 15, 50, 10]
    values = [(value.label, value.points) for value in card_values(KALOOKI)]
    assert ("A♥, A♦", 1) in values
    assert ("Q♠", 50) in values
    assert "Q♠ 50" in rule_words(KALOOKI, "points.cards")
    assert "A♥ A♦ 1" in rule_words(KALOOKI, "points.cards")


def test_a_card_without_the_suit_that_decides_is_asked_for_it() -> None:
    asks = {"game": "any", "ask": "points", "cards": "A K"}
    with pytest.raises(ValueError, match="write A♠, A♥, A♦ or A♣"):
        rule_by(KALOOKI, asks)


@pytest.mark.parametrize(
    ("points", "wrong"),
    [({"A.blue": 1}, "A.blue"), ({"A.red": 1, "A.h": 2}, "A.h"), ({"11.red": 1}, "11.red")],
)
def test_points_by_suit_that_cannot_be(points: dict[str, int], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        altered("shanghai-rum", points=PIPS | points)


def test_a_table_that_sets_a_rank_sets_all_its_suits() -> None:
    table = altered("shanghai-rum", {"points.A": 20}, points=PIPS | {"A-3.red": 1})
    cards = parse_cards("Ah As 2h 2s")
    assert [points_of(table, [card]) for card in cards] == [20, 20, 1, 2]


@pytest.mark.parametrize(("by", "opens"), [(("meld",), True), (("discard",), False)])
def test_a_whole_hand_opens_for_less_where_its_last_card_may_go_so(
    by: tuple[str, ...], opens: bool
) -> None:
    case = {"game": "scala-40", "ask": "arrange", "cards": "5h 6h 7h 2s 2d 2c"}
    found = rule({**case, "options": {"go_out.by": list(by)}}).facts
    assert (found["can_lay_contract"], found["points_left"] == 0) == (opens, opens)


@pytest.mark.parametrize(
    ("melds", "says"),
    [
        (["5h 6h 8h"], "5♥ 6♥ 8♥ = 19; opening takes 40."),
        (["5h * 9h"], "Opening takes 40; the melds here are worth 25 at most."),
        (["5h 6h 8h", "2s 2d 2h"], "5♥ 6♥ 8♥ (19) + 2♠ 2♦ 2♥ (6) = 25; opening takes 40."),
        (["9h 10h Qh", "Ks Kd Kh"], ""),
        (["3h 4h 6h", "Qs Qd Qh", "3h 4h 6h"], ""),
    ],
)
def test_what_is_no_meld_and_would_not_do_for_an_opening_is_told_both(
    melds: list[str], says: str
) -> None:
    ruling = rule({"game": "scala-40", "ask": "contract", "melds": melds})
    said = {finding.rule: finding.said() for finding in ruling.findings}
    assert said.pop("opening.value", "") == says
    assert [*said] == ["run.order"]


def test_a_heap_that_leaves_cards_over_is_told_what_its_melds_are_worth_as_well() -> None:
    ruling = rule({"game": "romme", "ask": "contract", "cards": "Kh Ks Kd 5h 6h"})
    assert [finding.said() for finding in ruling.findings] == [
        "5♥ 6♥ would be left over, in no meld.",
        "K♠ K♥ K♦ = 30; opening takes 40.",
    ]
