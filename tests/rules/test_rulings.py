"""The front door: what comes before any question is answered."""

from collections.abc import Mapping

import pytest

from referee.rules import CaseError, rule
from referee.rules.building.build import rebuild
from referee.rules.building.house_rules import why_idle
from referee.variants import load

GAME = "basic-rummy"


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 99])
def test_a_number_of_players_that_the_game_does_not_allow_is_illegal(players: int) -> None:
    ruling = rule({"game": GAME, "ask": "meld", "cards": "8s 9s 10s", "players": players})
    assert ruling.verdict == "illegal"
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


@pytest.mark.parametrize(
    ("seats", "allowed"), [(1, False), (2, True), (4, True), (5, False)], ids=str
)
def test_a_claim_is_ruled_on_among_as_many_as_the_game_allows(seats: int, allowed: bool) -> None:
    names = ["Ann", "Bob", "Cay", "Dee", "Eve"][:seats]
    case = {"ask": "claim", "deal": 1, "seats": names, "turn": "Ann", "wants": False}
    ruling = rule({"game": "six-to-ten", **case})
    assert (ruling.verdict == "answer") is allowed


def test_seats_and_players_must_agree() -> None:
    case = {"ask": "claim", "seats": ["Ann", "Bob"], "turn": "Ann", "wants": True, "players": 3}
    with pytest.raises(CaseError, match="players") as error:
        rule({"game": "six-to-ten", "deal": 1, **case})
    assert error.value.field == "seats"


@pytest.mark.parametrize("ask", ["discard", "lay-off", "take-wild", "meld", "further-meld"])
def test_a_joker_that_the_game_has_not_is_said_to_be_none(ask: str) -> None:
    fields = {
        "discard": {"card": "*", "hand": "* 3s"},
        "lay-off": {"cards": "* *", "onto": "3s 4s 5s"},
        "take-wild": {"give": "4s", "meld": "3s * 5s", "use": "now"},
        "meld": {"cards": "3s * 5s"},
        "further-meld": {"cards": "3s * 5s"},
    }
    ruling = rule({"game": GAME, "ask": ask, **fields[ask]})
    assert "cards.packs" in [finding.rule for finding in ruling.findings]


def test_the_last_stock_card_forces_the_discard_by_the_text_whatever_follows_it() -> None:
    case = {"deal": 1, "seats": ["A", "B"], "turn": "A", "wants": False, "stock": 1}
    options = {"stock_out": "reshuffle"}
    ruling = rule({"game": "six-to-ten", "ask": "claim", "options": options, **case})
    assert ruling.verdict == "illegal"


def test_nothing_that_was_taken_has_to_be_played_where_nothing_is_laid_down() -> None:
    case = {"card": "8h", "hand": "8h 2d", "took": "2d 8h", "down": "no"}
    options = {"showdown.by": "knock"}
    ruling = rule({"game": "five-hundred", "ask": "discard", "options": options, **case})
    assert ruling.verdict == "legal"
    assert not [finding for finding in ruling.findings if finding.rule.startswith("take-discard")]


def test_nothing_is_drawn_from_a_stock_that_ended_the_deal() -> None:
    seats = {"seats": ["A", "B", "C"], "turn": "A", "wants": False, "claims": ["B"], "stock": 0}
    ruling = rule({"game": "contract-rummy-house", "ask": "claim", "deal": 1, **seats})
    assert ruling.facts["discard_to"] is None


LEVEL = {"A": 5, "B": 5}
A_AHEAD = {"A": 0, "B": 5}


@pytest.mark.parametrize(
    ("game", "options", "rounds"),
    [
        ("basic-rummy", {"rounds": 3}, [A_AHEAD] * 4),
        ("six-to-ten", {}, [LEVEL] * 6),
        ("six-to-ten", {"ties": "played-off"}, [A_AHEAD] * 6),
        ("six-to-ten", {"ties": "played-off"}, [LEVEL] * 5 + [A_AHEAD] * 2),
    ],
    ids=["rounds agreed", "deals", "nobody level", "played off before"],
)
def test_rounds_after_the_end_are_an_error(
    game: str, options: Mapping[str, object], rounds: list[Mapping[str, int]]
) -> None:
    with pytest.raises(CaseError) as error:
        rule({"game": game, "ask": "standings", "rounds": rounds, "options": options})
    assert error.value.field == "rounds"


@pytest.mark.parametrize("rounds", [[], [{}], [{}, {}]])
@pytest.mark.parametrize("game", ["six-to-ten", "basic-rummy"])
def test_rounds_without_anybody_leave_nobody_ahead(
    game: str, rounds: list[Mapping[str, int]]
) -> None:
    ruling = rule({"game": game, "ask": "standings", "rounds": rounds})
    assert (ruling.facts["finished"], ruling.facts["order"]) == (False, [])


def test_a_single_run_after_a_contract_of_runs_is_read_as_a_run() -> None:
    case = {"ask": "further-meld", "deal": 3, "cards": "5s * * *", "down": "earlier"}
    ruling = rule({"game": "contract-rummy-house", **case})
    assert ruling.facts["kind"] == "run"


@pytest.mark.parametrize(
    ("game", "options", "option", "heeded"),
    [
        ("basic-rummy", {"target": 300}, "target", True),
        ("basic-rummy", {"target": 300, "rounds": 6}, "target", False),
        ("basic-rummy", {"target": 300, "rounds": 6}, "rounds", True),
        ("six-to-ten", {"twin_discard": False}, "twin_discard", True),
        ("six-to-ten", {"twin_discard": False, "redeal_discard": True}, "twin_discard", False),
        ("rummy-wild", {"joker_points": 20}, "joker_points", True),
        ("rummy-wild", {"joker_points": 20, "wilds": "A"}, "joker_points", False),
        ("rummy-wild", {"jokers_per_pack": 3, "wilds": "A"}, "jokers_per_pack", False),
    ],
)
def test_an_option_may_mean_nothing_beside_another(
    game: str, options: dict[str, object], option: str, heeded: bool
) -> None:
    # As an earlier version let a table choose: today one that changes nothing is refused.
    assert (not any(why_idle(rebuild(load(game), options), option))) is heeded


@pytest.mark.parametrize(("stock", "over"), [(2, True), (3, False)])
def test_a_deal_of_gin_is_over_with_two_cards_left_in_the_stock(stock, over):
    case = {"game": "gin", "ask": "claim", "seats": ["Ann", "Bo"], "turn": "Ann", "wants": False}
    told = [finding.said() for finding in rule({**case, "stock": stock}).findings]
    assert ("Nobody draws any more, and the deal is over." in told) is over
    assert load("gin").text("stock.out").startswith("When only two cards are left in the stock")


@pytest.mark.parametrize(("stock", "draws"), [(1, False), (2, True)])
def test_nobody_draws_from_a_stock_that_the_claim_used_up(stock, draws):
    case = {"game": "contract-rummy-bicycle", "ask": "claim", "deal": 1, "stock": stock}
    table = {"seats": ["Ann", "Bo", "Cy"], "turn": "Ann", "wants": False, "claims": ["Bo"]}
    ruling = rule({**case, **table, "options": {"stock.out": "deal-ends"}})
    told = [finding.said() for finding in ruling.findings]
    assert ("Ann then draws from the stock." in told) is draws
