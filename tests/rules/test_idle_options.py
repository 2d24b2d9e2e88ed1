"""Every option at every table changes some answer, or is refused with what it would need."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.rules import CaseError, rule
from referee.rules.building.build import rebuild
from referee.rules.rulings import rule_by
from referee.rules.schema.options import Option, OptionError, OptionValue, plain, same
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from tests.rules.caselaw import precedents

every_game = pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)

APART = "Ks Kh Qd Qc Js Jh 10d 10c 9s 9h 8d 8c 7s 7h 6d 6c 5s 5h 4d 4c 2s 2h Ad Ac"
"""Cards of which none go together."""

HIGH = APART.removesuffix(" 2s 2h Ad Ac")
"""Those of them that a deck without aces and twos has."""

MORE: tuple[dict[str, Any], ...] = (
    {"ask": "contract", "deal": 1, "melds": ["9s 2h 2d", "Ks Kd Kc"]},
    {"ask": "contract", "deal": 1, "melds": ["9s * *", "Ks Kd Kc"]},
    {"ask": "contract", "deal": 3, "melds": ["5h 6h 7h 8h", "6h 7h 8h 9h"]},
    {"ask": "contract", "deal": 1, "melds": ["9s 9h 9d", "Ks Kd Kc", "4s 4d 4c", "7s 7d 7h"]},
    {"ask": "contract", "deal": 1, "melds": ["9s 9h 9d", "Ks Kd Kc", *["4s 4d 4c"] * 4]},
    {"ask": "further-meld", "deal": 1, "cards": "9s 9h 9d", "down": "earlier"},
    {"ask": "further-meld", "deal": 1, "cards": "9s 9h 9d", "down": "this-turn"},
    {"ask": "meld", "deal": 1, "cards": " ".join(["9s"] * 13)},
    {"ask": "meld", "deal": 1, "cards": "9s 2h 2d 2c 2s 2h 2d 2c"},
    {"ask": "meld", "deal": 1, "cards": "9s * * * * * * *"},
    {"ask": "meld", "deal": 1, "cards": "9s 9s"},
    {"ask": "meld", "deal": 1, "cards": "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh"},
    {"ask": "meld", "deal": 1, "cards": "Ah 2h 3h 4h 5h 6h 7h 8h * 10h Jh"},
    {"ask": "meld", "deal": 1, "cards": "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah"},
    {"ask": "irregularity", "what": "upcard-wild", "upcard": "3h", "deal": 1},
    *(
        {"ask": "score", "deal": 1, "out": "Ann", "hands": {"Ann": "", "Bo": apart}}
        for apart in (APART, HIGH)
    ),
    {"ask": "arrange", "deal": 1, "cards": "9s 9h 9d Ks Kd Kc 4s 4d 4c 7s 7d 7h 6c 6d 6h 5c"},
    *(
        {"ask": "irregularity", "what": "no-legal-discard", "hand": hand, "table": ["9s 9d 9h"]}
        for hand in ("", "2s", "9c")
    ),
    *(
        {
            "ask": "take-wild", "deal": 1, "give": "9h", "meld": meld, "down": down,
            "whose": "other", "turn": "own", "use": use,
        }
        for meld in ("8h * 10h Jh", "8h 2s 10h Jh")
        for down in ("no", "earlier")
        for use in ("now", "keep")
    ),
)  # fmt: skip
"""Cases on which no line of the case law turns, for each game."""


def asked() -> Iterator[dict[str, Any]]:
    """Every case of the case law without its game and options, each once; and more."""
    different: dict[str, dict[str, Any]] = {}
    for one in precedents():
        case = {name: one.case[name] for name in one.case if name not in ("game", "options")}
        if "ask" in case and len(str(case.get("cards", "")).split()) < 14:
            different.setdefault(json.dumps(case, sort_keys=True), case)
    yield from different.values()
    yield from MORE


ASKED = tuple(asked())


def answer(table: Variant, case: Mapping[str, Any]) -> object:
    """What a table's referee says, whoever settles it: the verdict, the reasons and the facts."""
    try:
        ruling = rule_by(table, {"game": table.id, **case})
    except CaseError as error:
        return error.field
    told = [(finding.rule, finding.ok, finding.code, finding.values) for finding in ruling.findings]
    return ruling.verdict, told, ruling.facts_with(str)


def values_of(option: Option) -> list[OptionValue]:
    """Its choices, or a few of its numbers."""
    numbers = (option.least, option.least + 1, option.most, *((0,) if option.unlimited else ()))
    return list(option.values) or list(dict.fromkeys(numbers))


@every_game
def test_every_option_changes_an_answer_or_is_refused_with_what_it_needs(game: Variant) -> None:
    usual: dict[int, object] = {}
    for name, option in game.options.items():
        # What turned the answer for one value likely turns it for the next.
        order = list(range(len(ASKED)))
        for value in values_of(option):
            if same(value, option.default):
                continue
            options = {name: list(value) if isinstance(value, tuple) else value}
            try:
                table = load(game.id, options)
            except OptionError as refused:
                assert refused.option == name
                assert f"“{name}”" in str(refused)
                with pytest.raises(CaseError) as error:
                    rule({"game": game.id, "options": options, "ask": "points", "cards": "9"})
                assert error.value.field == "options"
                continue
            for place, number in enumerate(order):
                if number not in usual:
                    usual[number] = answer(game, ASKED[number])
                if answer(table, ASKED[number]) != usual[number]:
                    order.insert(0, order.pop(place))
                    break
            else:
                pytest.fail(f"{name} = {plain(value)} changes nothing")


@pytest.mark.parametrize(
    ("game", "options", "named"),
    [
        ("contract-rummy-house", {"contracts.overlapping_runs": False}, "contracts.same_suit_runs"),
        ("basic-rummy", {"contracts.overlapping_runs": False}, "no deal has a contract"),
        ("shanghai-rum", {"rounds": 6}, "ends after its last deal"),
        ("six-to-ten", {"target": 100}, "ends after its last deal"),
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
