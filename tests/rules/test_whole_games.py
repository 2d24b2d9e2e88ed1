"""Whole games in which hands stay together, deal by deal, added up by hand."""

from typing import Any, NamedTuple

from referee.rules import rule


class Dealt(NamedTuple):
    """One deal: who ended it, the whole hands of all, and what each then writes."""

    out: str
    hands: dict[str, str]
    points: dict[str, int]


LOW = "As 2s 3s 7s 7h 7d 8c 9c 10c 5d"  # Leaves the five.
GIN = [
    # 51 of Bo less 5, once 7c, Jc and 4s are added to Ann's melds.
    Dealt("Ann", {"Ann": LOW, "Bo": "Kh Kd Qh 7c Jc 4s 4d 2h 9d 6h"}, {"Ann": 46, "Bo": 0}),
    # Bo keeps 3 once 7c and Jc are added: 5 less 3, and 25 for the undercut.
    Dealt("Ann", {"Ann": LOW, "Bo": "Kh Kd Ks Jc 7c 9h 9s 9d 2h Ad"}, {"Ann": 0, "Bo": 27}),
    # All eleven cards: Bo's 20, and 31.
    Dealt(
        "Ann",
        {"Ann": "As 2s 3s 7s 7h 7d 8c 9c 10c Jc 7c", "Bo": "Kh Kd Ks Jh Qh Ad 2d 3d 4d 5d"},
        {"Ann": 51, "Bo": 0},
    ),
    # Gin: Bo's 72, and 25.
    Dealt(
        "Ann",
        {"Ann": "As 2s 3s 7s 7h 7d 8c 9c 10c Jc", "Bo": "Kh Kd Qh 7c Qc 4s 4d 2h 9d 6h"},
        {"Ann": 97, "Bo": 0},
    ),
]

THREE_THIRTEEN = [
    Dealt("Ann", {"Ann": "", "Bo": "3s Kd 8h", "Cy": "Ks Kd Qh"}, {"Ann": 0, "Bo": 21, "Cy": 30}),
    # The four makes a run of 7 8 9.
    Dealt(
        "Ann", {"Ann": "", "Bo": "4s 7d 9d 2c", "Cy": "9s 9s 7c 8h"},
        {"Ann": 0, "Bo": 2, "Cy": 33},
    ),
    Dealt(
        "Cy", {"Ann": "7s 7h 7d 5c 7c", "Bo": "5s Kd Kh 2c 9d", "Cy": ""},
        {"Ann": 0, "Bo": 11, "Cy": 0},
    ),
    Dealt(
        "Bo", {"Ann": "As 3d 5h 8c 10s Qd", "Bo": "", "Cy": "6s Kd Kh 7c 8c 2d"},
        {"Ann": 37, "Bo": 0, "Cy": 17},
    ),
    # The sevens of Cy go to the nines and to the twos.
    Dealt(
        "Ann", {"Ann": "", "Bo": "As 2s 3s Qd Kd Ad 6h", "Cy": "7s 7h Kd 2c 2d 9s 9h"},
        {"Ann": 0, "Bo": 27, "Cy": 10},
    ),
    Dealt(
        "Cy", {"Ann": "8s 4d 5d 6d Jc Qc 2h 3s", "Bo": "Ah 2h 3h 4h 9c 9d 9s Kd", "Cy": ""},
        {"Ann": 5, "Bo": 10, "Cy": 0},
    ),
    # Both nines go with the 7h, which spares more than one of them with the twos.
    Dealt(
        "Bo", {"Ann": "9s 9h 10d Jd Qd 2s 2h 5c 7h", "Bo": "", "Cy": "Ks Kh Kd 3c 3d 3s 6h 7h 8h"},
        {"Ann": 9, "Bo": 0, "Cy": 0},
    ),
    Dealt(
        "Ann",
        {"Ann": "", "Bo": "10s Js Qs 4h 4d 4c 6c 7c Ad Kd", "Cy": "As Ah Ad 5s 5h 6d 6h 2c 3d Qd"},
        {"Ann": 0, "Bo": 24, "Cy": 37},
    ),
    # A jack is the eight between 7s and 9s, which spares more than with the sevens.
    Dealt(
        "Cy",
        {"Ann": "Js Qh Kh 5c 5d 5s 8d 9d 10d 2c 4s", "Bo": "Jh Jd 7s 7d 2h 6c Kc Qc 4d 4h 9s",
         "Cy": ""},
        {"Ann": 6, "Bo": 23, "Cy": 0},
    ),
    Dealt(
        "Bo",
        {"Ann": "Qs 2d 3d 4d 9c 10c Jc Kd Kh 6s 7h 8h", "Bo": "",
         "Cy": "2s 2h 2c 5d 6d 7d 8d 10s 10h 10d Ah 3c"},
        {"Ann": 21, "Bo": 0, "Cy": 4},
    ),
    Dealt(
        "Ann",
        {"Ann": "", "Bo": "Ks Qd 8h 8c 7d 6d 5d Kh Jc Ac 2c 3c 4c",
         "Cy": "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qs 9s"},
        {"Ann": 0, "Bo": 18, "Cy": 19},
    ),
]  # fmt: skip


def standings_of(game: str, deals: list[Dealt]) -> Any:
    """Where everybody stands after these deals, each of which is scored by itself first."""
    rounds = []
    for number, deal in enumerate(deals, 1):
        case = {"ask": "score", "game": game, "deal": number, "hands": deal.hands, "out": deal.out}
        rounds.append(rule(case).facts["points"])
        assert rounds[-1] == deal.points, number
    return rule({"ask": "standings", "game": game, "rounds": rounds}).facts


def test_a_game_of_gin() -> None:
    assert not standings_of("gin", GIN[:3])["finished"]
    facts = standings_of("gin", GIN)
    assert facts["totals"] == {"Ann": 46 + 51 + 97, "Bo": 27}
    assert (facts["finished"], facts["winners"]) == (True, ["Ann"])
    assert facts["final"] == {"Ann": 194 + 100 + 3 * 25, "Bo": 27 + 25}


def test_a_game_of_three_thirteen() -> None:
    assert not standings_of("three-thirteen", THREE_THIRTEEN[:10])["finished"]
    facts = standings_of("three-thirteen", THREE_THIRTEEN)
    assert facts["totals"] == {"Ann": 78, "Bo": 136, "Cy": 150}
    assert (facts["finished"], facts["winners"]) == (True, ["Ann"])
    assert facts["order"] == [["Ann"], ["Bo"], ["Cy"]]
    assert "final" not in facts
