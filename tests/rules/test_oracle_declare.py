"""The oracle of whole hands, held to hands that were worked out by hand."""

import pytest

from tests.rules.caselaw import Precedent, precedents
from tests.rules.oracle_declare import (
    CAP,
    READINGS_OF_THE_COUNT,
    are_groups_of_a_declaration,
    greatest_opening,
    is_declaration,
    least_count,
    least_left,
    opening_values,
    readings,
)


def kinds(cards, wild=""):
    return sorted({way.kind for way in readings(cards.split(), wild)})


@pytest.mark.parametrize(
    ("cards", "wild", "expected"),
    [
        ("5h 6h 7h", "", ["pure-run"]),
        ("5h 6h 8h", "", []),
        ("5h 6h *", "", ["run"]),
        ("5h 6h 7h", "7", ["pure-run", "run"]),
        ("5h 6h 7s", "7", ["run"]),
        ("8h 8s 8d", "", ["set"]),
        ("8h 8h 8d", "", []),
        ("8h 8s 8d 8c *", "", []),
        ("8h * *", "", ["run", "set"]),
        ("Ah 2h 3h", "", ["pure-run"]),
        ("Qh Kh Ah", "", ["pure-run"]),
        ("Kh Ah 2h", "", []),
        ("Kh Ah 3h", "3", ["run"]),
        ("8h 9h As", "*", ["run"]),
        ("* *", "", []),
        ("8h 8d", "", []),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh", "", ["pure-run"]),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah", "", []),
        ("7s 7s 7d", "7", ["run", "set"]),
    ],
)
def test_groups(cards, wild, expected):
    assert kinds(cards, wild) == expected


@pytest.mark.parametrize(
    ("hand", "wild", "expected"),
    [
        # A pure run, a second one and two sets.
        ("3h 4h 5h 8s 9s 10s Kd Kc Ks 2h 2d 2s 2c", "", True),
        # The second run with a joker.
        ("3h 4h 5h 8s 9s * Kd Kc Ks 2h 2d 2s 2c", "", True),
        # Both runs need a joker.
        ("4h 5h * 8s 9s * Kd Kc Ks 2h 2d 2s 2c", "", False),
        # The same with 3 4, for 2 3 4 is pure, and a joker goes to the twos.
        ("3h 4h * 8s 9s * Kd Kc Ks 2h 2d 2s 2c", "", True),
        # One run only.
        ("3h 4h 5h Qd Qc Qs Kd Kc Ks 2h 2d 2s 2c", "", False),
        # A long pure run is cut in two, 3 4 5 and 6 7 8.
        ("3h 4h 5h 6h 7h 8h Kd Kc Ks 2h 2d 2s 2c", "", True),
        # Five cards in a row are one run, not two.
        ("3h 4h 5h 6h 7h Qs Qd Qc Qh Ks Kd Kc Kh", "", False),
        # The seven that is wild lies in its own place.
        ("5h 6h 7h 8s 9s 7d Kd Kc Ks 2h 2d 2s 2c", "7", True),
        # One card over.
        ("3h 4h 5h 8s 9s 10s Kd Kc Ks 2h 2d 2s 4c", "", False),
        # Twelve cards are not the hand.
        ("3h 4h 5h 8s 9s 10s Kd Kc Ks 2h 2d 2s", "", False),
    ],
)
def test_declarations(hand, wild, expected):
    assert is_declaration(hand.split(), wild) is expected


def test_a_hand_is_judged_as_it_is_parted():
    parted = [group.split() for group in ("3h 4h 5h", "8s 9s 10s", "Kd Kc Ks", "2h 2d 2s 2c")]
    assert are_groups_of_a_declaration(parted)
    assert not are_groups_of_a_declaration([parted[0] + parted[1], *parted[2:]])
    one_long = [group.split() for group in ("3h 4h 5h 6h 7h 8h", "Kd Kc Ks", "2h 2d 2s 2c")]
    assert not are_groups_of_a_declaration(one_long)


@pytest.mark.parametrize(
    ("hand", "wild", "two_runs", "pure_run", "by_steps"),
    [
        # A pure run and a set: 12 and 15 in them, K 10 9 9 8 7 4 over.
        ("3h 4h 5h 5s 5d 5c Kd 10c 9s 9h 8d 7c 4c", "", 80, 57, 72),
        # A pure run, a run with a joker and a set: all free but K, J, 6 and 4.
        ("3h 4h 5h 8s 9s * 5s 5d 5c Kd Jc 6d 4c", "", 30, 30, 30),
        # No pure run: everything counts, jokers nothing. 3+4+8+9+5+5+5+10+10+6+4 = 69.
        ("3h 4h * 8s 9s * 5s 5d 5c Kd Jc 6d 4c", "", 69, 69, 69),
        # The joker does more for K K than for 3 4, were it free to: only a pure run is there.
        ("6h 7h 8h 3s 4s * Kd Kh 2d 9d Jc 5d 2c", "", 48, 35, 48),
        # All wild cards count nothing, also alone.
        ("7s 7h * 2s 3d 4c 9h Jd Qc Kh 5s 6d 10h", "7", 69, 69, 69),
    ],
)
def test_the_least_count(hand, wild, two_runs, pure_run, by_steps):
    counts = [least_count(hand.split(), wild, way) for way in ("two-runs", "pure-run", "by-steps")]
    assert counts == [two_runs, pure_run, by_steps]


@pytest.mark.parametrize(
    ("hand", "greatest"),
    [
        ("Ks Kd Kh 2c", 30),
        ("Qs Ks As 2c", 31),
        ("As 2s 3s 9d", 6),
        ("As Ah Ad 9d", 33),
        # A joker as the highest card that it can be: 9 10 J, not 8 9 10.
        ("9s 10s * 2d", 29),
        ("Ks As * 2d", 31),
        # As the fourth king.
        ("Ks Kd Kh *", 40),
        # Two melds together.
        ("Ks Kd Kh 2c 3c 4c", 39),
        ("Ks Kd 9h 3c", 0),
    ],
)
def test_the_greatest_opening(hand, greatest):
    assert greatest_opening(hand.split()) == greatest


@pytest.mark.parametrize(
    ("hand", "opening", "joker", "left"),
    [
        # 39 is not enough: K K K 2 3 4 and the five stay.
        ("Ks Kd Kh 2c 3c 4c 5d", 40, 25, 44),
        ("Ks Kd Kh 2c 3c 4c 5d", 30, 25, 5),
        # With the five of clubs the run is longer, and the sum 44.
        ("Ks Kd Kh 2c 3c 4c 5c", 40, 25, 0),
        # The joker makes the king set 40 worth; as a card left over it costs.
        ("Ks Kd Kh * 6c", 40, 25, 6),
        ("Ks Kd Kh 6c *", 41, 20, 56),
        # An ace in the hand counts 11, before a two laid down 1.
        ("As 2s 3s 9d", 6, 25, 9),
        ("As 2s 3s 9d", 7, 25, 25),
    ],
)
def test_the_least_left_after_opening(hand, opening, joker, left):
    assert least_left(hand.split(), opening, joker) == left


# The case law of whole hands, by the oracle


def asked(game, ask, *facts):
    """The cases of a question that expect a ruling, with these facts, and options the oracle knows.

    Where somebody declares wrongly and nobody is out, no cards count.
    """
    found = [p for p in precedents() if (p.case.get("game"), p.case.get("ask")) == (game, ask)]
    return [
        pytest.param(p, id=p.id)
        for p in found
        if "error" not in p.expected
        and set(facts) <= p.expected.get("facts", {}).keys()
        and not p.id.startswith("knob-")
        and (ask != "score" or p.case["out"])
    ]


@pytest.mark.parametrize("precedent", asked("indian-rummy", "declare"))
def test_declarations_of_the_case_law(precedent: Precedent):
    case = precedent.case
    if "groups" in case:
        groups = [group.split() for group in case["groups"]]
        legal = are_groups_of_a_declaration(groups, case["wild"])
    else:
        hand = case["cards"].split()
        twice = all(hand.count(card) <= 2 for card in hand)
        legal = twice and is_declaration(hand, case["wild"])
    assert precedent.expected["verdict"] == ("legal" if legal else "illegal")


@pytest.mark.parametrize("precedent", asked("indian-rummy", "score"))
def test_counts_of_the_case_law(precedent: Precedent):
    case, options = precedent.case, precedent.case.get("options", {})
    reading = options.get("scoring.grouped", READINGS_OF_THE_COUNT[0])
    spared = {case["out"], *case.get("dropped", ()), *case.get("events", ())}
    counted = case["hands"].keys() - spared
    counts = {
        name: least_count(
            case["hands"][name].split(), case["wild"], reading, options.get("scoring.cap", CAP)
        )
        for name in counted
    }
    wanted = precedent.expected["facts"]["points"]
    assert counts == {name: wanted[name] for name in counted}


@pytest.mark.parametrize("precedent", asked("indian-rummy", "arrange"))
def test_arranged_hands_of_the_case_law(precedent: Precedent):
    case = precedent.case
    left = least_count(case["cards"].split(), case["wild"], cap=200)
    assert precedent.expected["facts"]["points_left"] == left


@pytest.mark.parametrize("precedent", asked("romme", "arrange"))
def test_arranged_openings_of_the_case_law(precedent: Precedent):
    hand, options = precedent.case["cards"].split(), precedent.case["options"]
    facts, opening = precedent.expected["facts"], options["opening.value"]
    assert facts["points_left"] == least_left(hand, opening, options["points.joker"])
    assert facts["can_lay_contract"] is (greatest_opening(hand) >= opening)


@pytest.mark.parametrize("precedent", asked("romme", "contract", "value"))
def test_openings_of_the_case_law(precedent: Precedent):
    case, expected = precedent.case, precedent.expected
    needed = case.get("options", {}).get("opening.value", 40)
    if "cards" in case:
        hand = case["cards"].split()
        value = opening_values(hand)[(1 << len(hand)) - 1]
    else:
        value = sum(max(worths(meld)) for meld in case["melds"])
    assert (expected["facts"]["value"], expected["verdict"]) == (
        value,
        "legal" if value >= needed else "illegal",
    )


def worths(meld):
    """What a meld may be worth; of a joker said to be a card, with that card in its place."""
    cards = [card.partition("=")[2] or card for card in meld.split()]
    return [way.value for way in readings(cards)]
