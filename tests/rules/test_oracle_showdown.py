"""The second answer of deals that end in a showdown, on hands that were worked out by hand."""

import pytest

from tests.rules.oracle_showdown import (
    Gin,
    all_melds,
    best_arrangements,
    defence,
    is_meld,
    least_deadwood,
    points,
    read,
    showdown,
    three_thirteen,
    write,
)


@pytest.mark.parametrize(
    ("cards", "wild", "meld"),
    [
        ("7s 7h 7d", 0, True),
        ("7s 7h 7d 7c", 0, True),
        ("7s 7h", 0, False),
        ("7s 7h 8d", 0, False),
        ("As 2s 3s", 0, True),
        ("Js Qs Ks", 0, True),
        ("Qs Ks As", 0, False),
        ("Ks As 2s", 0, False),
        ("4s 5s 6h", 0, False),
        ("4s 5s 7s", 0, False),
        ("4s 5s 3h", 3, True),
        ("4s 3h 6s", 3, True),
        ("4s 3h 7s", 3, False),
        ("4s 3h 3d 7s", 3, True),
        ("Qs Ks 3h", 3, True),
        ("Ks Kh 3h", 3, True),
        ("Ks 8h 3h", 3, False),
        ("3s 3d 3h", 3, True),
    ],
)
def test_a_meld_is_a_set_or_a_run(cards, wild, meld):
    assert is_meld(read(cards), wild) is meld


def test_a_set_holds_four_in_gin_and_more_in_three_thirteen():
    assert not is_meld(read("7s 7h 7d 7c 7s"))
    assert is_meld(read("7s 7h 7d 7c 7s"), 3, most=13)


def test_cards_are_written_as_they_were_read():
    assert write(read("As 10d Kc")) == "As 10d Kc"
    assert points(read("As 2d 10d Jc Qc Kc")) == 43


def test_every_meld_of_a_hand_is_found():
    # Four sevens: four sets of three and one of four. Clubs 5 to 8: two runs of three, one of four.
    assert len(all_melds(read("7s 7h 7d 7c 5c 6c 8c"))) == 5 + 3


@pytest.mark.parametrize(
    ("hand", "least"),
    [
        ("As 3d 5h 7c 9s Jd Kh 2c 4s 6d", 1 + 3 + 5 + 7 + 9 + 10 + 10 + 2 + 4 + 6),
        ("As 2s 3s 4s 7h 7d 7c Jh Qh Kh", 0),
        ("As 2s 3s 7s 7h 7d Jh Qh Kh 9c", 9),
        # The five of spades in the run leaves 5h 5d, 10; in the set it leaves 4s 6s, 10: level.
        ("4s 5s 6s 5h 5d", 10),
        # With the seven too the run takes 5 6 7 or 4 5 6 7; the set takes 5 and leaves 4 6 7 = 17.
        ("4s 5s 6s 7s 5h 5d", 10),
        # The run 6 7 8 keeps its cards although the set has the five.
        ("5s 6s 7s 8s 5h 5d", 0),
        ("8s 8h 8d 8c 9c 10c", 0),
    ],
)
def test_the_least_deadwood(hand, least):
    assert least_deadwood(read(hand)) == least
    assert {points(left) for _, left in best_arrangements(read(hand))} == {least}


def test_what_a_defender_lays_off():
    # On the sevens the seven of clubs, on the run the ten and then the jack: the king stays.
    melds = [read("7s 7h 7d"), read("7c 8c 9c")]
    assert defence(read("10c Jc Kd"), melds) == 10
    # The queen does not go without the jack.
    assert defence(read("10c Qc Kd"), melds) == 20
    # Set or run, the six of clubs goes once.
    assert defence(read("6c Kd"), [read("6s 6h 6d"), read("7c 8c 9c")]) == 10
    # On the run it takes the five and the four along, on the set it would not.
    assert defence(read("6c 5c 4d Kd"), [read("6s 6h 6d"), read("7c 8c 9c")]) == 14


def test_a_defender_need_not_lay_what_leaves_least_in_the_hand():
    # The run 3c 4c 5c leaves 3s 3h, 6. The set leaves 4c 5c, 9, and these go on the six.
    assert least_deadwood(read("3c 4c 5c 3s 3h")) == 6
    assert defence(read("3c 4c 5c 3s 3h"), [read("6c 7c 8c")]) == 0
    # The set of sixes leaves the five, 5. Laid off with the five, 6c would leave 6s 6h, 12.
    assert defence(read("6s 6h 6c 5c"), [read("7c 8c 9c")]) == 5
    # The twos hold, the three goes, and the ace of clubs has nothing to go on. A 2 3 leaves 4.
    assert defence(read("2s 2h 2c Ac 3c"), [read("4c 5c 6c")]) == 1
    # Nines laid leave 10c Jc, 20; the run, own or laid off, leaves 9s 9h, 18.
    assert defence(read("9s 9h 9c 10c Jc"), [read("6c 7c 8c")]) == 18
    # The queens hold, and the king stays.
    assert defence(read("Qs Qh Qc Kc"), [read("9c 10c Jc")]) == 10


KNOCKER = "As 2s 3s 7s 7h 7d 8c 9c 10c"


def test_a_knock_is_the_difference():
    deal = showdown(read(f"{KNOCKER} 5d"), read("Kh Kd Qh 7c Jc 4s 4d 2h 9d 6h"))
    # 4s 7c and Jc go; K K Q 4 2 9 6 stay.
    assert deal.result == "knock"
    assert deal.deadwood == (5, 51)
    assert deal.points == (46, 0)
    assert deal.parts == ({"difference": 46}, {})


def test_gin_bars_laying_off():
    deal = showdown(read(f"{KNOCKER} Jc"), read("Kh Kd Qh 7c Qc 4s 4d 2h 9d 6h"))
    assert deal.result == "gin"
    assert deal.deadwood == (0, 72)
    assert deal.points == (97, 0)
    assert deal.parts == ({"difference": 72, "gin": 25}, {})
    assert showdown(
        read(f"{KNOCKER} Jc"), read("Kh Kd Qh 7c Qc 4s 4d 2h 9d 6h"), gin=Gin(gin=20)
    ).points == (92, 0)


def test_big_gin_is_eleven_cards():
    deal = showdown(read(f"{KNOCKER} Jc 7c"), read("Kh Kd Ks Jh Qh Ad 2d 3d 4d 5d"))
    assert deal.result == "big-gin"
    assert deal.points == (51, 0)


@pytest.mark.parametrize(
    ("hand", "level_undercuts", "result", "written"),
    [
        # 2h 3d stay: level with the five.
        ("Kh Kd Ks Jc 7c 9h 9s 9d 2h 3d", True, "undercut", (0, 25)),
        ("Kh Kd Ks Jc 7c 9h 9s 9d 2h 3d", False, "knock", (0, 0)),
        ("Kh Kd Ks Jc 7c 9h 9s 9d 2h Ad", True, "undercut", (0, 27)),
        ("Kh Kd Ks Jc 7c 9h 9s 9d 2h Ad", False, "undercut", (0, 27)),
    ],
)
def test_an_undercut(hand, level_undercuts, result, written):
    gin = Gin(level_undercuts=level_undercuts)
    deal = showdown(read(f"{KNOCKER} 5d"), read(hand), gin=gin)
    assert (deal.result, deal.points) == (result, written)


def test_a_knocker_lays_so_that_least_can_be_laid_off():
    # The five of spades goes into the run or the set; either way 10 stay.
    knocker = read("4s 5s 6s 5h 5d Kh Kd Ks Kc")
    assert len(best_arrangements(knocker)) > 1
    deal = showdown(knocker, read("3s 7s 2h 2d 8d"))
    # With the run, 3s and 7s go and 2 + 2 + 8 = 12 stay; with the set, 22 stay.
    assert deal.deadwood == (10, 22)
    assert deal.points == (12, 0)
    laid = [read("4s 5s 6s"), read("Kh Kd Ks Kc")]
    assert showdown(knocker, read("3s 7s 2h 2d 8d"), laid=laid).points == (2, 0)


def test_a_doubled_deal():
    deal = showdown(read(f"{KNOCKER} Jc"), read("Kh Kd Qh 7c Qc 4s 4d 2h 9d 6h"), factor=2)
    assert deal.points == (194, 0)


@pytest.mark.parametrize(
    ("hand", "deal", "left"),
    [
        ("3s Kd 8h", 1, 21),
        ("3s Kd Kh", 1, 0),
        ("3s 3h Kd", 1, 0),
        ("Ks Kd Qh", 1, 30),
        ("4s 7d 9d 2c", 2, 2),
        # The four helps the kings or the run, not both: the kings are dearer.
        ("4s Kd Kh 7c 8c", 2, 15),
        # Two packs: five kings in a set.
        ("Ks Kh Kd Ks Kh", 3, 0),
        ("5s Kd Kh 2c 9d", 3, 11),
        ("As 2s 3s Qd Kd Ad 6h", 5, 27),
        # Both kings between 8c and Jc leave 8h Qd, 18; one with the eights leaves Qd Jc, 20.
        ("Ks Qd 8h 8c 7d 6d 5d Kh Jc Ac 2c 3c 4c", 11, 18),
    ],
)
def test_what_a_hand_counts_in_three_thirteen(hand, deal, left):
    assert three_thirteen(read(hand), deal) == left
