"""What a file sets: every value of every file changes something at a table that may be."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from referee.rules.building.build import build, rebuild
from referee.rules.building.house_rules import house_rules
from referee.rules.deals import DealError, plan_deal
from referee.rules.law.points import card_values
from referee.rules.schema.options import OptionError
from referee.rules.schema.reading import SchemaError
from referee.rules.schema.variant import Variant
from referee.variants import catalogue

Step = tuple[str, ...]
TABLES: list[dict[str, object]] = [
    {},
    {"wilds.ranks": ["2"]},
    {"wilds.ranks": ["3"]},
    {"wilds.most_per_meld": 2},
    {"jokers.per_pack": 2},
    {"scoring.winner": "zero"},
    {"players.most": 10},
]
"""What tables may turn so that something else in a file comes to matter."""


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
def test_every_value_of_a_file_changes_something(game: Variant) -> None:
    idle = [
        ".".join(key)
        for key in keys_of(game.definition)
        if (bare := without(game, key)) and not any(differ(game, bare, turned) for turned in TABLES)
    ]
    assert not idle


def keys_of(table: Mapping[str, Any], *under: str) -> Iterator[Step]:
    """The path of every value in plain data."""
    for name, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from keys_of(value, *under, name)
        elif (*under, name) != ("edition",):
            yield (*under, name)


def without(game: Variant, key: Step) -> Variant | None:
    """The game whose file does not set a key; None where it has to."""
    table: Any = deepcopy(dict(game.definition))
    definition = table
    *steps, last = key
    for step in steps:
        table = table[step]
    del table[last]
    try:
        return build(definition, id=game.id)
    except SchemaError:
        return None


def differ(one: Variant, other: Variant, turned: dict[str, object]) -> bool:
    """Whether two games are not alike at a table that turns some knobs."""
    return seen_at(one, turned) != seen_at(other, turned)


def seen_at(game: Variant, turned: dict[str, object]) -> object:
    """What a table that turns some knobs sees of a game; why it may not turn them."""
    try:
        table = rebuild(game, turned)
    except (OptionError, SchemaError) as error:
        return str(error)
    options = house_rules(table)
    bases = [
        (named, basis.section, basis.option)
        for named in said_by(table)
        for rule, _, words in [named.partition(" ")]
        for basis in [table.basis(rule, words)]
    ]
    return (
        (table.name, table.about, table.notes, table.source, table.scoring.with_nobody_out),
        table.stock.ends_with,
        [(rule, table.text(rule)) for rule in table.rules],
        bases,
        list(plans(table)),
        card_values(table),
        [(name, table.options[name]) for name in (*options.first, *options.more)],
    )


def said_by(game: Variant) -> Iterator[str]:
    """The rules, and the sentences of rules, that stand on the card or that the source says."""
    yield from game.rules
    says = game.definition.get("says", {})
    assert isinstance(says, Mapping)
    for rules in says.values():
        yield from rules


def plans(game: Variant) -> Iterator[object]:
    """What is dealt in each deal to any number of players, and of what melds are made."""
    for number in range(1, len(game.deals) + 1) if game.deals else (1,):
        terms = game.at(number)
        yield terms.wilds.ranks, terms.deck.line
        for players in range(2, 13):
            try:
                plan = plan_deal(terms, players)
            except DealError as error:
                yield str(error)
            else:
                yield plan.cards_each, plan.packs, plan.jokers, plan.name, plan.special
                yield plan.contract, terms.deck.cards(players)
