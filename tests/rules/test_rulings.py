"""The front door: what comes before any question is answered."""

import pytest

from referee.rules import CaseError, Verdict, rule

GAME = "basic-rummy"


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 99])
def test_a_number_of_players_that_the_game_does_not_allow_is_illegal(players: int) -> None:
    ruling = rule({"game": GAME, "ask": "meld", "cards": "8s 9s 10s", "players": players})
    assert ruling.verdict is Verdict.ILLEGAL
    assert [finding.rule for finding in ruling.findings] == ["players.number"]


@pytest.mark.parametrize(
    ("field", "case"),
    [
        ("cards", {"ask": "meld", "cards": "8s 9x"}),
        ("deal", {"ask": "deal", "deal": "one"}),
        ("wants", {"ask": "claim", "seats": ["A", "B"], "turn": "A", "wants": 1}),
        ("last", {"ask": "go-out", "last": "jumping"}),
        ("hands", {"ask": "score", "hands": [], "out": None}),
        ("rounds", {"ask": "standings", "rounds": [{"A": "ten"}]}),
    ],
)
def test_a_case_that_cannot_be_read_is_an_error_whatever_the_players(
    field: str, case: dict[str, object]
) -> None:
    with pytest.raises(CaseError) as error:
        rule({"game": GAME, "players": 99, **case})
    assert error.value.field == field
