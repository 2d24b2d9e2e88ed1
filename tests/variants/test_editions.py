"""Definitions of earlier editions: what was stored with a game reads as it did."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from referee.rules import rule_by
from referee.rules.building.build import build
from referee.rules.building.definition import EDITION, read_definition
from referee.rules.schema.knobs import knob, knobs_of
from referee.rules.schema.options import OptionError
from referee.rules.schema.reading import SchemaError, read_into
from referee.rules.schema.variant import Basis, Variant
from referee.variants import catalogue, load
from tests.rules.caselaw import precedents

DATA = Path(__file__).resolve().parents[1] / "data"
FIRST: dict[str, Any] = json.loads((DATA / "first-edition.json").read_text("utf-8"))
SAID: dict[str, Any] = json.loads((DATA / "first-edition-said.json").read_text("utf-8"))

every_game = pytest.mark.parametrize("game", list(FIRST))


def source_of(basis: Basis) -> str:
    """The source in the words of the first edition."""
    title = basis.variant.source.title
    if not basis.section:
        return f"{title} is silent"
    unlike = "As this table plays, unlike " if basis.turned else ""
    return f"{unlike}{title}: {basis.section}"


@every_game
def test_first_edition_says_what_it_said(game: str) -> None:
    for said in SAID[game]:
        found = build(FIRST[game], id=game, options=said["options"])
        texts = {rule: found.text(rule) for rule in found.rules}
        bases = {rule: found.basis(rule) for rule in said["bases"]}
        assert {rule: text for rule, text in texts.items() if text} == said["texts"]
        assert {
            rule: [str(basis.by), source_of(basis), basis.option] for rule, basis in bases.items()
        } == said["bases"]


CITED_SINCE = {"turn.drawn", "irregularity.late-claim"}
"""The rules that the texts were found to settle after the first edition."""


@every_game
def test_first_edition_rules_as_this_one(game: str) -> None:
    law = [
        one for one in precedents() if one.case.get("game") == game and "error" not in one.expected
    ]
    tables: dict[str, tuple[Variant, Variant]] = {}
    for one in law:
        options = one.case.get("options", {})
        written = json.dumps(options)
        if written not in tables:
            tables[written] = build(FIRST[game], id=game, options=options), load(game, options)
        earlier, now = (rule_by(table, one.case) for table in tables[written])
        assert (earlier.verdict, earlier.facts) == (now.verdict, now.facts), one.id
        if not CITED_SINCE & {finding.rule for finding in now.findings}:
            assert earlier.settled_by == now.settled_by, one.id


@every_game
def test_any_knob_turns_at_a_table_of_the_first_edition(game: str) -> None:
    turned = build(FIRST[game], id=game, options={"points.K": 13, "sets.most": 7})
    assert (turned.points.by_rank["K"], turned.sets.most) == (13, 7)
    assert turned.text("set.size").startswith("A set has at least 3 and at most 7 cards.")
    assert turned.basis("set.size").by == "table"


@every_game
def test_edition_of_today_reads_the_same_from_plain_data(game: str) -> None:
    today = load(game)
    stored = json.loads(json.dumps(today.definition))
    assert stored["edition"] == EDITION
    again = build(stored, id=game, options=json.loads(json.dumps(dict(today.turned))))
    assert {rule: again.text(rule) for rule in again.rules} == {
        rule: today.text(rule) for rule in today.rules
    }


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
    stored = read_definition(json.loads(json.dumps(game.definition)))
    none: Any = MappingProxyType({})
    later = read_into(
        Later, stored.values, id=game.id, chosen=none, options=none, book=stored.book,
        definition=game.definition, values=stored.values,
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
