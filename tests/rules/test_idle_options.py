"""Every option at every table changes some answer, or is refused with what it would need."""

from typing import Any

import pytest

from referee.rules import CaseError, rule
from referee.rules.building.build import rebuild
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Variant
from referee.scorebook.events.table import with_new_options
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
    ("game", "options", "with_other"),
    [
        ("gin", {"oklahoma": "yes", "showdown.by_upcard": False}, "oklahoma"),
        ("gin", {"showdown.by_upcard": False, "oklahoma": "yes"}, "oklahoma"),
        ("gin", {"oklahoma": "no", "showdown.by_upcard": True}, "showdown.by_upcard"),
        ("indian-rummy", {"format": "deals-2", "end.out_at": 101}, "format"),
        ("rummy-wild", {"wilds": "twos", "jokers_per_pack": 2}, "wilds"),
        ("rummy-wild", {"scoring": "penalties", "scoring.best": "highest"}, "scoring"),
        ("remi-51", {"closing": True, "scoring.unopened": 0}, "closing"),
        ("carioca", {"fives": True, "points.2": 2}, "fives"),
        ("carioca", {"fives": True, "points.8": 3}, "fives"),
        ("six-to-ten", {"packs": 2, "packs.always": 1}, "packs.always"),
        ("kalooki-jamaica", {"jokers": 6, "jokers.per_pack": 1}, "jokers.per_pack"),
    ],
)  # fmt: skip
def test_answers_that_contradict_each_other_are_refused_wherever_they_are_given(
    game: str, options: dict[str, Any], with_other: str
) -> None:
    case = {"game": game, "ask": "points", "cards": "4h", "options": options}
    with pytest.raises(CaseError, match=f"“{with_other}”") as refused:
        rule(case)
    assert refused.value.field == "options"
    with pytest.raises(OptionError, match=f"“{with_other}”"):
        with_new_options(load(game), options)


def test_an_answer_turned_back_while_another_sets_the_same_is_refused() -> None:
    table = rebuild(load("gin"), {"showdown.by_upcard": True})
    with pytest.raises(OptionError, match="“oklahoma”"):
        with_new_options(table, {"oklahoma": "yes", "showdown.by_upcard": "false"})
    table = rebuild(load("gin"), {"oklahoma": "yes"})
    with pytest.raises(OptionError, match="“oklahoma”"):
        with_new_options(table, {"showdown.by_upcard": "true", "oklahoma": "no"})
    assert with_new_options(table, {"oklahoma": "no"}).turned == {}


@pytest.mark.parametrize(
    ("game", "stored"),
    [
        ("gin", {"showdown.by_upcard": True}),
        ("rummy-wild", {"wilds": "twos", "jokers_per_pack": 3}),
        ("six-to-ten", {"packs": 2, "packs.always": 1}),
        ("remi-51", {"closing": True, "scoring.unopened": 7}),
    ],
)
def test_a_table_that_was_set_so_before_goes_on(game: str, stored: dict[str, Any]) -> None:
    table = rebuild(load(game), stored)
    same = dict(table.chosen)
    assert with_new_options(table, same).chosen == table.chosen
    assert with_new_options(table, {**same, "own_turn": False}).turned.keys() > {*stored}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gin", {"oklahoma": "yes", "showdown.by_upcard": True}),
        ("rummy-wild", {"wilds": "jokers", "jokers_per_pack": 3}),
        ("carioca", {"fives": True, "points.2": 5, "points.A": 15}),
        ("rummy-wild", {"scoring": "penalties", "points.2": 5}),
        ("rummy-wild", {"wilds": "twos", "points.2": 5, "points.3": 6}),
        ("six-to-ten", {"packs": 2, "packs.always": 2}),
    ],
)
def test_answers_that_agree_go_together(game: str, options: dict[str, Any]) -> None:
    assert load(game, options).turned


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
