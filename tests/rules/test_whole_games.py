"""Whole games, deal by deal, added up by hand."""

from typing import Any, NamedTuple

import pytest

from referee.rules import rule


class Dealt(NamedTuple):
    """One deal: who ended it, the hands of all, what each then writes, and what else happened.

    Hands are whole where they stay together, else what was left of them.
    """

    out: str | None
    hands: dict[str, str]
    points: dict[str, int]
    events: dict[str, list[str]] = {}  # noqa: RUF012


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


def contracts(*deals: str) -> list[Dealt]:
    """Deals written as `Ann | Bo: K 7 = 17 | Cy: * = 15`: who went out comes first.

    What else happened stands in brackets after a name.
    """
    written = []
    for deal in deals:
        hands: dict[str, str] = {}
        points: dict[str, int] = {}
        events: dict[str, list[str]] = {}
        for part in deal.split(" | "):
            who, _, rest = part.partition(": ")
            name, _, event = who.partition(" [")
            cards, _, sum_ = rest.rpartition("= ")
            hands[name], points[name] = cards.strip(), int(sum_ or 0)
            events |= {name: [event.rstrip("]")]} if event else {}
        written.append(Dealt(next(iter(hands)), hands, points, events))
    return written


LIVERPOOL = contracts(
    "Ann | Bo: K 7 = 17 | Cy: * A 4 = 34",
    "Bo | Ann: 10 J Q = 30 | Cy [cut]: 2 3 = -45",  # 5 less 50.
    "Cy | Ann: A A = 30 | Bo: 9 = 9",
    "Ann | Bo: * = 15 | Cy: 8 8 2 = 18",
    "Ann [cut]: = -50 | Bo: K K K = 30 | Cy: 5 = 5",
    "Bo | Ann: 6 = 6 | Cy: 7 = 7",
    "Cy | Ann: K Q J 10 9 = 49 | Bo: 2 = 2",
)
CONTINENTAL = contracts(
    "Ann [hand]: = -10 | Bo: * K = 60",
    "Bo | Ann: A 9 = 29",
    "Ann | Bo: 2 3 4 = 9",
    "Bo [hand]: = -10 | Ann: * * = 100",
    "Ann | Bo: Q = 10",
    "Ann | Bo: 7 7 = 14",
    "Bo | Ann: J 10 = 20",
)
CARIOCA = contracts(
    "Ann | Bo: * A = 50 | Cy: K = 10",
    "Ann | Bo: 2 = 2 | Cy: 9 8 = 17",
    "Bo | Ann: J J = 20 | Cy: 5 = 5",
    "Cy | Ann: A = 20 | Bo: 3 = 3",
    "Cy | Ann: * = 30 | Bo: 10 = 10",
    "Ann | Bo: Q = 10 | Cy: 4 = 4",
    "Bo | Ann: 6 = 6 | Cy: 7 = 7",
    "Ann | Bo: 2 2 = 4 | Cy: A A A A = 80",
)
ZIONCHECK = contracts(
    "Ann | Bo: A K = 25", "Bo | Ann: 9 9 = 18", "Ann | Bo: 2 = 2", "Bo | Ann: J = 10",
    "Ann | Bo: 10 3 = 13",
)  # fmt: skip
KING_RUMMY = contracts(
    "Ann | Bo: * = 25 | Cy: A = 15 | Di: K = 10",
    "Bo | Ann: 2 = 2 | Cy: 3 = 3 | Di: 4 = 4",
    "Cy | Ann: Q = 10 | Bo: J = 10 | Di: * A = 40",
    "Ann | Bo: 5 = 5 | Cy: 6 = 6 | Di: 7 = 7",
)
HOLLYWOOD = contracts(
    *["Ann | Bo: A = 15 | Cy: K = 10 | Di: 2 = 2"] * 6,
    "Di | Ann: K Q A = 35 | Bo: 3 = 3 | Cy: 4 = 4",
)
SEVEN_ALIKE = contracts(*["Ann | Bo: * A K 2 = 42 | Cy: 9 = 9"] * 7)
"""Seven deals of games in which jokers and aces count 15."""
PROGRESSIVE = contracts(*["Ann | Bo: 2 K 9 = 34"] * 6, "Bo | Ann: A = 11")
RED_ACES = contracts(
    *["Ann: = -25 | Bo: Ah = 30 | Cy: As Ad 9 = 55"] * 6, "Bo: = -25 | Ann: As = 20 | Cy: 2 = 5"
)
TWOS = contracts(*["Ann | Bo: * A K 2 = 55 | Cy: 9 = 9"] * 7)


FIVE_CROWNS = [
    Dealt("Ann", {"Ann": "", "Bo": "5c 9d 3s"}, {"Ann": 0, "Bo": 5 + 9 + 20}),
    Dealt("Bo", {"Ann": "8t 8c 8s Kd", "Bo": ""}, {"Ann": 13, "Bo": 0}),
    Dealt("Ann", {"Ann": "", "Bo": "6t 7t 8t 9c *"}, {"Ann": 0, "Bo": 9}),
    # The six goes with the jacks, which spares more than with the tens.
    Dealt("Bo", {"Ann": "10t 10c Jt Jd 6s Qh", "Bo": ""}, {"Ann": 10 + 10 + 12, "Bo": 0}),
    Dealt("Ann", {"Ann": "", "Bo": "Kt Kd Kc 3t 4t 5t 9h"}, {"Ann": 0, "Bo": 9}),
    # The eight and both threes are a set.
    Dealt("Bo", {"Ann": "3t 3c 4d 5h 6s 9t Kc 8d", "Bo": ""}, {"Ann": 4 + 5 + 6 + 9 + 13, "Bo": 0}),
    Dealt("Ann", {"Ann": "", "Bo": "Jt Qt Kt 3s 4s 5s 6d 7d 10h"}, {"Ann": 0, "Bo": 6 + 7 + 10}),
    Dealt(
        "Bo", {"Ann": "3t 3d 3s 4h 5h 6h Kt Kd Qc Jc", "Bo": ""},
        {"Ann": 13 + 13 + 12 + 11, "Bo": 0},
    ),
    # A jack and the kings, and eight stars in a row.
    Dealt("Ann", {"Ann": "", "Bo": "Js 3t 4t 5t 6t 7t 8t 9t 10t Kd Kc"}, {"Ann": 0, "Bo": 0}),
    # 9, 10, J of stars; a wild with 8, 9 of clubs, another with 5, 6 of spades.
    Dealt(
        "Bo", {"Ann": "* Qd 9t 9c 5s 6s 4h Kh 3d 8c 10t Jt", "Bo": ""},
        {"Ann": 4 + 13 + 3, "Bo": 0},
    ),
    Dealt(
        "Ann", {"Ann": "", "Bo": "3t 4t 5t 8c 8d 8s Kt Qt Js * 9c 9d 4h"},
        {"Ann": 0, "Bo": 12 + 11 + 4},
    ),
]  # fmt: skip

CHINCHON = [
    Dealt(
        "Ann", {"Ann": "As 2s 3s 7h 7d 7c 4d", "Bo": "4h 5h Kd Kh Js Jc 2h"},
        {"Ann": 4, "Bo": 4 + 5 + 40 + 2},
    ),
    Dealt(
        "Bo", {"Ann": "As 3d 5h 7c Qs Qh Kd", "Bo": "5d 6d 7d Js Jh Jc Jd"},
        {"Ann": 1 + 3 + 5 + 7 + 30, "Bo": -10},
    ),
    # A run of seven.
    Dealt(
        "Ann", {"Ann": "Ad 2d 3d 4d 5d 6d 7d", "Bo": "Ks Kh Js Qc 2h 4c 6s"},
        {"Ann": -25, "Bo": 40 + 2 + 4 + 6},
    ),
    # Bo adds 5c and 6c to the run.
    Dealt(
        "Ann", {"Ann": "Ks Kh Kd 2c 3c 4c As", "Bo": "5c 6c 7s Jd Qh 3s 4d"},
        {"Ann": 1, "Bo": 7 + 20 + 3 + 4},
    ),
]  # fmt: skip

KALOOKI_40 = [
    Dealt(
        "Ann", {"Ann": "", "Bo": "K Q J 10 9 8", "Cy": "A * 7"},
        {"Ann": 0, "Bo": 57, "Cy": 11 + 15 + 7},
    ),
    # Bo goes out with all cards at once, so both write double.
    Dealt(
        "Bo", {"Ann": "K K A", "Bo": "", "Cy": "* * 2"}, {"Ann": 62, "Bo": 0, "Cy": 64},
        {"Bo": ["hand"]},
    ),
    # Cy has 33, 64 and 54, which is 151, and is out.
    Dealt("Ann", {"Ann": "", "Bo": "A A A", "Cy": "K Q J A A 2"}, {"Ann": 0, "Bo": 33, "Cy": 54}),
    Dealt("Bo", {"Ann": "K Q J 10 9 8 7 6 5 4", "Bo": ""}, {"Ann": 79, "Bo": 0}),
    Dealt("Bo", {"Ann": "A", "Bo": ""}, {"Ann": 11, "Bo": 0}),
]  # fmt: skip

SCALA_40 = [
    Dealt("Ann", {"Ann": "", "Bo": "K Q J *", "Cy": "A A 2"}, {"Ann": 0, "Bo": 55, "Cy": 24}),
    # Bo has 55 and 46, which is 101, and is out.
    Dealt("Cy", {"Ann": "* * A 5", "Bo": "K K 9 8 9", "Cy": ""}, {"Ann": 66, "Bo": 46, "Cy": 0}),
    # Cy has 100 and plays on.
    Dealt("Ann", {"Ann": "", "Cy": "K Q J K Q J A 5"}, {"Ann": 0, "Cy": 76}),
    Dealt("Ann", {"Ann": "", "Cy": "2"}, {"Ann": 0, "Cy": 2}),
]

REMI_51 = [
    Dealt("Ann", {"Ann": "", "Bo": "A K *", "Cy": "7 7 2"}, {"Ann": 0, "Bo": 41, "Cy": 16}),
    Dealt("Cy", {"Ann": "Q J 10 9", "Bo": "5", "Cy": ""}, {"Ann": 39, "Bo": 5, "Cy": 0}),
    Dealt("Bo", {"Ann": "*", "Bo": "", "Cy": "A A A 2 2 2"}, {"Ann": 20, "Bo": 0, "Cy": 39}),
]

KALOOKI_JAMAICA = [
    Dealt("Ann", {"Ann": "", "Bo": "Ks As 7c", "Cy": "Ah Ad 5s"}, {"Ann": 0, "Bo": 32, "Cy": 7}),
    Dealt("Bo", {"Ann": "* 2s", "Bo": "", "Cy": "10h 9h"}, {"Ann": 52, "Bo": 0, "Cy": 19}),
    Dealt("Cy", {"Ann": "Ac", "Bo": "* *", "Cy": ""}, {"Ann": 15, "Bo": 100, "Cy": 0}),
    Dealt("Ann", {"Ann": "", "Bo": "Qd", "Cy": "8s 8h 8d"}, {"Ann": 0, "Bo": 10, "Cy": 24}),
    Dealt("Bo", {"Ann": "Ah", "Bo": "", "Cy": "Jc Jd"}, {"Ann": 1, "Bo": 0, "Cy": 20}),
    Dealt("Cy", {"Ann": "3s 4s", "Bo": "6h", "Cy": ""}, {"Ann": 7, "Bo": 6, "Cy": 0}),
    Dealt("Ann", {"Ann": "", "Bo": "As Ac Ah", "Cy": "*"}, {"Ann": 0, "Bo": 31, "Cy": 50}),
    Dealt("Bo", {"Ann": "Kd 2c", "Bo": "", "Cy": "9d"}, {"Ann": 12, "Bo": 0, "Cy": 9}),
    Dealt("Cy", {"Ann": "7s", "Bo": "5c 5d", "Cy": ""}, {"Ann": 7, "Bo": 10, "Cy": 0}),
]


def frustrated(out: str | None, *laid: str) -> Dealt:
    """A deal of contracts of one's own: who went out, and who else laid theirs."""
    hands = {name: "" if name == out else "K 2" for name in ("Ann", "Bo", "Cy")}
    points = {name: int(name == out or name in laid) for name in hands}
    return Dealt(out, hands, points, {name: ["laid"] for name in laid})


FRUSTRATION = [
    # Ann 3, Bo 3; then Ann 6.
    *[frustrated("Ann", "Bo")] * 3, *[frustrated("Ann")] * 3,
    # Ann 10, Bo 7, Cy 4; then Bo 12. A deal that nobody ends: Bo 13.
    *[frustrated("Bo", "Ann", "Cy")] * 4, *[frustrated("Bo")] * 5, frustrated(None, "Bo"),
    # Cy goes out on the fifth contract, and Bo has laid the last.
    frustrated("Cy", "Bo"),
]  # fmt: skip


FRUSTRATION_TEN = contracts(
    "Ann | Bo: 2 A K = 50 | Cy: 9 3 = 10 | Di: 10 = 10",
    *["Bo | Ann: Q 7 = 15 | Cy: J = 10 | Di: 5 5 5 = 15"] * 3,
    *["Cy | Ann: A = 20 | Bo: 3 4 = 10 | Di: K K = 20"] * 3,
    *["Di | Ann: 2 = 20 | Bo: 9 9 = 10 | Cy: 10 Q = 20"] * 3,
)


def standings_of(game: str, deals: list[Dealt], **options: object) -> Any:
    """Where everybody stands after these deals, each of which is scored by itself first."""
    rounds, table = [], {"game": game, "options": options}
    for number, deal in enumerate(deals, 1):
        case = {"ask": "score", **table, "deal": number, "hands": deal.hands, "out": deal.out}
        case |= {"events": deal.events} if deal.events else {}
        rounds.append(rule(case).facts["points"])
        assert rounds[-1] == deal.points, number
    return rule({"ask": "standings", **table, "rounds": rounds}).facts


def test_a_game_of_gin() -> None:
    assert not standings_of("gin", GIN[:3])["finished"]
    facts = standings_of("gin", GIN)
    assert facts["totals"] == {"Ann": 46 + 51 + 97, "Bo": 27}
    assert (facts["finished"], facts["winners"]) == (True, ["Ann"])
    assert facts["final"] == {"Ann": 194 + 100 + 3 * 25, "Bo": 27 + 25}


HOLLYWOOD_GIN = [("Ann", 60), ("Ann", 50), ("Bo", 70), ("Ann", 60), ("Bo", 40), ("Ann", 40)]


def test_three_games_of_gin_are_scored_at_once() -> None:
    rounds = [{"Ann": 0, "Bo": 0} | {name: points} for name, points in HOLLYWOOD_GIN]
    case = {"ask": "standings", "game": "gin", "options": {"end.at_once": "three"}}
    assert not rule(case | {"rounds": rounds[:5]}).facts["finished"]
    facts = rule(case | {"rounds": rounds}).facts
    assert (facts["finished"], facts["winners"]) == (True, ["Ann"])
    # Ann's 60 and 50 end the first, with Bo at nothing: 200, and two deals won. The second has
    # Ann's 50 and 60, and Bo's 70, the first that Bo won; the third Ann's 60 and 40, and Bo's 40.
    games = {"Ann": (110 + 200 + 50, 110 + 100 + 50, 100 + 100 + 50), "Bo": (0, 70 + 25, 40 + 25)}
    assert facts["final"] == {name: sum(each) for name, each in games.items()}


def test_a_game_of_three_thirteen() -> None:
    assert not standings_of("three-thirteen", THREE_THIRTEEN[:10])["finished"]
    facts = standings_of("three-thirteen", THREE_THIRTEEN)
    assert facts["totals"] == {"Ann": 78, "Bo": 136, "Cy": 150}
    assert (facts["finished"], facts["winners"]) == (True, ["Ann"])
    assert facts["order"] == [["Ann"], ["Bo"], ["Cy"]]
    assert "final" not in facts


@pytest.mark.parametrize(
    ("game", "deals", "totals"),
    [
        ("liverpool", LIVERPOOL, {"Ann": 65, "Bo": 73, "Cy": 19}),
        ("continental", CONTINENTAL, {"Ann": 139, "Bo": 83}),
        ("carioca", CARIOCA, {"Ann": 76, "Bo": 79, "Cy": 123}),
        ("zioncheck", ZIONCHECK, {"Ann": 28, "Bo": 40}),
        ("king-rummy", KING_RUMMY, {"Ann": 12, "Bo": 40, "Cy": 24, "Di": 61}),
        ("hollywood", HOLLYWOOD, {"Ann": 35, "Bo": 93, "Cy": 64, "Di": 12}),
        ("jo", SEVEN_ALIKE, {"Ann": 0, "Bo": 294, "Cy": 63}),
        ("may-i", SEVEN_ALIKE, {"Ann": 0, "Bo": 294, "Cy": 63}),
        ("progressive", PROGRESSIVE, {"Ann": 11, "Bo": 204}),
        ("red-aces", RED_ACES, {"Ann": -130, "Bo": 155, "Cy": 335}),
        ("twos-wild", TWOS, {"Ann": 0, "Bo": 385, "Cy": 63}),
        ("frustration-ten", FRUSTRATION_TEN, {"Ann": 165, "Bo": 110, "Cy": 100, "Di": 115}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_game_of_contracts(game: str, deals: list[Dealt], totals: dict[str, int]) -> None:
    assert not standings_of(game, deals[:-1])["finished"]
    facts = standings_of(game, deals)
    assert facts["totals"] == totals
    assert (facts["finished"], facts["winners"]) == (True, [min(totals, key=totals.__getitem__)])


@pytest.mark.parametrize(
    ("game", "deals", "totals", "order", "options"),
    [
        ("five-crowns", FIVE_CROWNS, {"Ann": 151, "Bo": 102}, ["Bo", "Ann"], {}),
        ("chinchon", CHINCHON, {"Ann": 26, "Bo": 127}, ["Ann", "Bo"], {}),
        ("kalooki-40", KALOOKI_40, {"Ann": 152, "Bo": 90, "Cy": 151}, ["Bo", "Ann", "Cy"], {}),
        ("scala-40", SCALA_40, {"Ann": 66, "Bo": 101, "Cy": 102}, ["Ann", "Cy", "Bo"], {}),
        ("remi-51", REMI_51, {"Ann": 59, "Bo": 46, "Cy": 55}, ["Bo", "Cy", "Ann"],
         {"end.rounds": 3}),
        ("frustration", FRUSTRATION, {"Ann": 10, "Bo": 14, "Cy": 5}, ["Bo", "Ann", "Cy"], {}),
        ("kalooki-jamaica", KALOOKI_JAMAICA, {"Ann": 94, "Bo": 189, "Cy": 129},
         ["Ann", "Cy", "Bo"], {}),
    ],
)  # fmt: skip
def test_a_game_to_its_end(
    game: str,
    deals: list[Dealt],
    totals: dict[str, int],
    order: list[str],
    options: dict[str, object],
) -> None:
    assert not standings_of(game, deals[:-1], **options)["finished"]
    facts = standings_of(game, deals, **options)
    assert facts["totals"] == totals
    assert facts["order"] == [[name] for name in order]
    assert (facts["finished"], facts["winners"]) == (True, order[:1])
