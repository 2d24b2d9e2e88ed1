"""Games with some of their values changed, for what no game of the house does."""

from collections.abc import Mapping
from typing import Any

from referee.rules.building.build import build
from referee.rules.schema.variant import Variant
from referee.variants import load


def altered(game: str, options: Mapping[str, object] | None = None, **tables: Any) -> Variant:
    """A game of the house, these keys of its tables set anew; `points` are given whole."""
    definition: dict[str, Any] = dict(load(game).definition)
    for name, table in tables.items():
        old = definition.get(name)
        merges = isinstance(old, Mapping) and name != "points"
        definition[name] = {**(old or {}), **table} if merges else table
    return build(definition, id=game, options=options)


def played_off(game: str, options: Mapping[str, object] | None = None) -> Variant:
    """A game of the house in which players who are level on top play on."""
    return load(game, {"ties": "played-off", **(options or {})})
