"""An option that a table set is blamed for what it decides, and for nothing else."""

from typing import Any

import pytest

from referee.rules import rule

TAKEN: dict[str, Any] = {"deal": 1, "down": "earlier", "whose": "other", "turn": "own"}
TAKEN |= {"give": "9h", "use": "now"}


@pytest.mark.parametrize(
    ("game", "asked", "options"),
    [
        ("basic-rummy", {"ask": "meld", "cards": "Qc Qd"}, {"sets.most": 6}),
        ("basic-rummy", {"ask": "meld", "cards": "Qc Qd Qh Qs"}, {"sets.least": 2}),
        ("rummy-wild", {"ask": "meld", "cards": "Qc Kc Ac 2c"}, {"ranks.ace": "low"}),
        ("contract-rummy-house", {"ask": "meld", "cards": "Kc Ac 2c 3c"}, {"ranks.ace": "low"}),
        (
            "contract-rummy-house",
            {"ask": "take-wild", "meld": "8h 9h 10h Jh", **TAKEN},
            {"take_wild.kinds": ["set", "run"]},
        ),
        ("basic-rummy", {"ask": "points", "cards": "K Q"}, {"points.7": 1}),
        ("basic-rummy", {"ask": "meld", "cards": "Qc Qd"}, {"sets.most": 6, "points.7": 1}),
    ],
)
def test_an_option_that_decides_nothing_is_not_blamed(
    game: str, asked: dict[str, Any], options: dict[str, Any]
) -> None:
    usual: dict[str, Any] = rule({"game": game, **asked}).as_dict()
    turned: dict[str, Any] = rule({"game": game, **asked, "options": options}).as_dict()
    assert (turned["verdict"], turned["settled_by"]) == (usual["verdict"], "rules")
    assert not any("option" in finding for finding in turned["findings"])
    assert not any(finding["source"].startswith("As this") for finding in turned["findings"])


@pytest.mark.parametrize(
    ("game", "asked", "options", "blamed"),
    [
        ("basic-rummy", {"ask": "meld", "cards": "Qc Qd"}, {"sets.least": 2}, "set_size"),
        ("basic-rummy", {"ask": "meld", "cards": "Qc Qd Qs Qh"}, {"sets.most": 3}, "sets.most"),
        ("rummy-wild", {"ask": "meld", "cards": "Qc Kc Ac"}, {"ranks.ace": "low"}, "ace"),
        ("basic-rummy", {"ask": "points", "cards": "K 7"}, {"points.7": 1}, "points.7"),
        (
            "basic-rummy",
            {"ask": "meld", "cards": "Qc Qd Qs Qh"},
            {"sets.most": 3, "points.7": 1},
            "sets.most",
        ),
    ],
)
def test_an_option_that_decides_is_named(
    game: str, asked: dict[str, Any], options: dict[str, Any], blamed: str
) -> None:
    ruling: dict[str, Any] = rule({"game": game, **asked, "options": options}).as_dict()
    assert ruling["settled_by"] == "table"
    assert blamed in [finding.get("option") for finding in ruling["findings"]]


def test_other_wilds_of_bicycle_cost_fifteen() -> None:
    game = "contract-rummy-bicycle"
    asked: dict[str, Any] = {"game": game, "ask": "points", "cards": "2h 3h"}
    assert rule(asked).facts["points"] == 5
    assert rule(asked | {"options": {"wilds.ranks": ["2"]}}).facts["points"] == 18
    own = {"wilds.ranks": ["2"], "points.2": 7}
    assert rule(asked | {"options": own}).facts["points"] == 10
    left = {"ask": "arrange", "deal": 1, "players": 4, "cards": "2h 3h"}
    assert (
        rule({"game": game, **left, "options": {"wilds.ranks": ["2"]}}).facts["points_left"] == 18
    )


def test_two_wilds_lie_side_by_side_in_no_run_however_many_a_lay_off_may_bring() -> None:
    asked: dict[str, Any] = {"game": "contract-rummy-encyclopedia", "ask": "lay-off", "deal": 1}
    asked |= {"cards": "* *", "onto": "5h 6h 7h *=8h", "down": "earlier"}
    assert rule(asked).verdict == "legal"
    ruling = rule({**asked, "options": {"wilds.adjacent": False}})
    assert (ruling.verdict, ruling.settled_by) == ("illegal", "table")
    assert [finding.rule for finding in ruling.findings] == ["wild.adjacent"]
