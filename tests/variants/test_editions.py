"""Definitions of earlier editions: what was stored with a game reads as it did."""

import gzip
import json
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from referee.rules import rule_by
from referee.rules.building.build import EDITION, build
from referee.rules.cards import JOKER_RANK
from referee.rules.schema.deck import ByPlayers
from referee.rules.schema.options import OptionError, knob, knobs_of, same
from referee.rules.schema.reading import SchemaError, read_table
from referee.rules.schema.variant import Variant
from referee.scorebook.first_edition import second_edition
from referee.scorebook.plain import plain_game
from referee.scorebook.repository import digest_of
from referee.scorebook.transfer import EDITIONS
from referee.variants import catalogue, load
from tests.rules.caselaw import precedents

DATA = Path(__file__).resolve().parents[1] / "data"
FIRST: dict[str, Any] = json.loads(gzip.decompress((DATA / "first-edition.json.gz").read_bytes()))

every_game = pytest.mark.parametrize("game", list(FIRST))
every_first = pytest.mark.parametrize(
    ("game", "stored"), [(game, one) for game, several in FIRST.items() for one in several]
)


@every_first
def test_first_edition_is_stored_as_this_one_with_the_same_options(
    game: str, stored: dict[str, Any]
) -> None:
    kept = second_edition(stored, game)
    assert digest_of(kept) in EDITIONS
    assert second_edition(kept, game) is kept
    options = build(kept, id=game).options
    for name, option in stored["options"].items():
        assert same(options[name].default, option["default"])
        numbers = {option["least"], option["most"], option["default"]} if "key" in option else ()
        choices = [(number, {option["key"]: number}) for number in numbers]
        choices += [(one["value"], one.get("set", {})) for one in option.get("choices", ())]
        for value, sets in choices:
            turned = build(kept, id=game, options={name: value})
            for key, value in sets.items():
                if not key.endswith(".special"):
                    meant = sorted(value) if isinstance(value, list) else value
                    assert value_at(turned, key) == meant


def value_at(table: Any, key: str) -> Any:
    """What a game has at a dotted key, as files write it, lists sorted."""
    for step in key.split("."):
        if key.startswith("points."):
            table = table.points.by_rank[JOKER_RANK] if step == "joker" else table
        elif isinstance(table, ByPlayers):
            table = table.of(int(step))
        else:
            table = table[int(step) - 1] if step.isdecimal() else getattr(table, step)
    return sorted(map(str, table)) if isinstance(table, tuple) else table


READ_SINCE = {"shanghai-rum"}
"""The games whose values were others before their texts were read once more."""

SAID_SINCE = {"turn.own", "take-discard.depth"}
"""The rules that were the table's until they were found in the texts."""


@every_game
def test_first_edition_rules_as_this_one(game: str) -> None:
    law = [
        one for one in precedents() if one.case.get("game") == game and "error" not in one.expected
    ]
    tables: dict[str, list[Variant]] = {}
    for one in law:
        options = one.case.get("options", {})
        several = FIRST[game][game in READ_SINCE :]
        written = json.dumps(options)
        if written not in tables:
            kept = [second_edition(stored, game) for stored in several]
            tables[written] = [build(one, id=game, options=options) for one in kept]
        for table in tables[written]:
            now = load(game, options)
            earlier, found = rule_by(table, one.case), rule_by(now, one.case)
            assert (earlier.verdict, earlier.facts) == (found.verdict, found.facts), one.id
            if SAID_SINCE.isdisjoint(finding.rule for finding in found.findings):
                assert earlier.settled_by == found.settled_by, one.id


@every_game
def test_any_knob_turns_at_a_table_of_the_first_edition(game: str) -> None:
    kept = second_edition(FIRST[game][0], game)
    turned = build(kept, id=game, options={"points.K": 13, "sets.most": 7})
    assert (turned.points.by_rank["K"], turned.sets.most) == (13, 7)
    assert turned.text("set.size").startswith("A set has at least 3 and at most 7 cards.")
    assert turned.basis("set.size").by == "table"


@pytest.mark.parametrize("today", catalogue(), ids=lambda game: game.id)
def test_edition_of_today_reads_the_same_from_plain_data(today: Variant) -> None:
    stored = json.loads(json.dumps(today.definition))
    assert stored["edition"] == EDITION
    again = build(stored, id=today.id, options=json.loads(json.dumps(dict(today.turned))))
    assert {rule: again.text(rule) for rule in again.rules} == {
        rule: today.text(rule) for rule in today.rules
    }


@pytest.mark.parametrize("game", (*catalogue(), plain_game()), ids=lambda game: game.id)
def test_copies_of_today_come_in_when_the_file_of_the_game_changes(game: Variant) -> None:
    assert digest_of(game.definition) in EDITIONS, "Add this digest to scorebook/editions.txt."


def test_edition_of_a_later_version_is_refused_in_words() -> None:
    with pytest.raises(SchemaError, match=r"^edition: needs a number up to 2, not 3$"):
        build({**load("six-to-ten").definition, "edition": 3}, id="six-to-ten")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A table of the schema that a later version might declare."""

    moon: bool = knob("set.rank", default=True)
    phases: int = knob("set.rank", default=4, most=8)


@dataclass(frozen=True, kw_only=True, eq=False)
class Later(Variant):
    """A game under the schema of a later version."""

    trial: Trial = field(default_factory=Trial)


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
def test_knob_that_is_declared_later_has_its_default(game: Variant) -> None:
    assert {"trial.moon", "trial.phases"} <= set(knobs_of(Later))
    stored = json.loads(json.dumps(game.definition))
    none: Any = MappingProxyType({})
    later = read_table(
        Later, stored, id=game.id, chosen=none, options=none, file=None, wording=game.wording,
        definition=game.definition,
    )  # fmt: skip
    assert later.trial == Trial(moon=True, phases=4)
    assert later.points == game.points


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"sets.least": 4, "sets.most": 3}, ("sets.least", "sets.most")),
        ({"sets.most": 2}, ("sets.least", "sets.most")),
        ({"stock.out": "reshuffle", "stock_out": "deal-ends"}, ("stock.out", "stock_out")),
        ({"sets.suits": "blue"}, ("sets.suits",)),
        ({"stock.out": "blue"}, ("stock_out", "reshuffle")),
        ({"wilds.ranks": ["11"]}, ("wild_twos", "list of")),
        ({"go_out.by": []}, ("go_out.by", "one way")),
    ],
    ids=str,
)
def test_values_that_cannot_be_are_named(
    options: dict[str, object], names: tuple[str, ...]
) -> None:
    with pytest.raises(OptionError) as refused:
        load("contract-rummy-bicycle", options)
    assert all(name in str(refused.value) for name in names), str(refused.value)
