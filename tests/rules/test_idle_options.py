"""Every option at every table changes some answer, or is refused with what it would need."""

from typing import Any

import pytest

from referee.rules import rule
from referee.rules.building.build import rebuild
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from tests.rules.idle_options import idle
from tests.rules.tables import options_in_turn

every_game = pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)


@every_game
def test_an_option_changes_an_answer_or_is_refused_with_what_it_needs(game: Variant) -> None:
    assert idle(game, options_in_turn(game)) == []


@pytest.mark.parametrize(
    ("game", "options", "named"),
    [
        ("contract-rummy-house", {"contracts.overlapping_runs": False}, "contracts.same_suit_runs"),
        ("basic-rummy", {"contracts.overlapping_runs": False}, "no deal has a contract"),
        ("shanghai-rum", {"rounds": 6}, "ends after its last deal"),
        ("six-to-ten", {"target": 100}, "ends after its last deal"),
        ("indian-rummy", {"sets.most": 0}, "it has 4 at most. That rests on “sets.suits”"),
        ("romme", {"sets.most": 6}, "all of different suits"),
        ("shanghai-rum", {"natural_cards_per_meld": 0}, "wilds.limit"),
        ("frustration-ten", {"same_suit_runs": "gap"}, "no contract asks for two runs"),
        ("frustration-ten", {"overlapping_runs": False}, "no contract asks for two runs"),
        ("basic-rummy", {"rounds": 6, "target": 300}, "end.rounds"),
        ("basic-rummy", {"wilds_per_meld": 1}, "wilds.ranks"),
        ("rummy-wild", {"wilds": "twos", "wilds.ranks": ["3"]}, "“wilds”"),
        ("rummy-wild", {"wilds": "8", "jokers_per_pack": 4}, "“wilds”"),
        ("contract-rummy-encyclopedia", {"lay_off.any_wilds": False}, "wilds.most_per_meld"),
        ("contract-rummy-bicycle", {"take_wild.kinds": [], "take_wild.turn": "own"}, "take_wild"),
    ],
)  # fmt: skip
def test_an_option_that_changes_nothing_names_what_it_needs(
    game: str, options: dict[str, object], named: str
) -> None:
    with pytest.raises(OptionError, match="changes nothing here") as refused:
        load(game, options)
    assert named in str(refused.value)
    # A game that was set so before still opens.
    assert set(rebuild(load(game), options).turned) == set(map(load(game).option_name, options))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("basic-rummy", {"wilds.ranks": ["2"], "wilds_per_meld": 1}),
        ("basic-rummy", {"jokers_per_pack": 1, "joker_points": 20}),
        ("indian-rummy", {"sets.most": 3}),
        ("indian-rummy", {"sets.suits": "free", "sets.most": 0}),
        ("shanghai-rum", {"natural_cards_per_meld": 2}),
        ("shanghai-rum", {"natural_cards_per_meld": 0, "wilds.limit": "any"}),
        ("shanghai-rum", {"wilds.by_deal": ["3", "4"], "wilds.as_itself": False}),
        ("contract-rummy-house", {"same_suit_runs": "free", "overlapping_runs": False}),
        ("contract-rummy-encyclopedia", {"wilds_per_meld": 2, "lay_off.any_wilds": False}),
    ],
)
def test_an_option_counts_beside_the_one_that_it_needs(game: str, options: dict[str, Any]) -> None:
    assert set(load(game, options).turned) == set(map(load(game).option_name, options))


@pytest.mark.parametrize("laws", [{}, {"same_suit_runs": "not-consecutive"}])
@pytest.mark.parametrize("written", ["melds", "cards"])
def test_runs_of_one_suit_may_be_kept_from_overlapping_alone(
    laws: dict[str, object], written: str
) -> None:
    melds = ["5h 6h 7h 8h", "6h 7h 8h 9h"]
    given = melds if written == "melds" else " ".join(melds)
    case = {"game": "six-to-ten", "ask": "contract", "deal": 3, "players": 4, written: given}
    assert rule({**case, "options": laws}).verdict == "legal"
    ruling = rule({**case, "options": {**laws, "contracts.overlapping_runs": False}})
    assert (ruling.verdict, ruling.settled_by) == ("illegal", "table")
    assert [finding.rule for finding in ruling.findings] == ["contract.overlap"]


def test_runs_that_may_not_overlap_may_touch_and_are_arranged_so() -> None:
    case = {"game": "six-to-ten", "ask": "arrange", "deal": 3, "players": 4}
    options = {"contracts.overlapping_runs": False}
    overlap = "5h 6h 7h 8h 6h 7h 8h 9h Kc"
    assert rule({**case, "cards": overlap}).facts["can_lay_contract"] is True
    assert rule({**case, "cards": overlap, "options": options}).facts["can_lay_contract"] is False
    touch = "3h 4h 5h 6h 7h 8h 9h 10h Kc"
    assert rule({**case, "cards": touch, "options": options}).facts["can_lay_contract"] is True


def test_melds_besides_the_contract_are_counted() -> None:
    melds = ["9s 9h 9d", "Ks Kd Kc", "4s 4d 4c", "7s 7d 7h"]
    case = {"game": "six-to-ten", "ask": "contract", "deal": 1, "players": 4, "melds": melds}
    assert rule(case).verdict == "legal"
    assert rule({**case, "options": {"melds_per_turn": 2}}).verdict == "legal"
    ruling = rule({**case, "options": {"melds_per_turn": 1}})
    assert [finding.rule for finding in ruling.findings] == ["further-meld.number"]
    assert ruling.settled_by == "table"
