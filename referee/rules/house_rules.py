"""Which options a table is offered: the few that it argues about first, and all others."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from referee.rules.knobs import OptionValue
from referee.rules.options import Option
from referee.rules.rulebook import HEADINGS, RULEBOOK
from referee.rules.variant import SettledBy, Variant

HEADING_OF = {entry.id: entry.heading for entry in RULEBOOK}
"""The heading of the rule card under which each rule stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The names of the options that matter in a game: `first`, and `more` behind them."""

    first: tuple[str, ...]
    more: tuple[str, ...]


@lru_cache(maxsize=256)
def house_rules(variant: Variant) -> HouseRules:
    """The options that matter in a game as this table plays it."""
    options = variant.options
    own = {key for option in options.values() if not option.knob for key in option.keys}
    names = [
        name
        for name, option in options.items()
        if not option.knob
        or name in variant.turned
        or (option.key not in own and variant.counts_cards and option.knob.matters_in(variant))
    ]
    first = tuple(name for name in names if _comes_first(variant, options[name]))
    return HouseRules(first=first, more=tuple(name for name in names if name not in first))


def named_options(variant: Variant) -> Iterator[tuple[str, OptionValue]]:
    """The options that are offered first, with their values, and any other that is turned."""
    first = house_rules(variant).first
    return ((name, value) for name, value in variant.chosen.items() if name in first)


def _comes_first(variant: Variant, option: Option) -> bool:
    knob = option.knob
    if knob is None or knob.first or option.source_offers or option.name in variant.turned:
        return True
    return knob.common and any(
        (basis := variant.basis(rule)).by is SettledBy.TABLE and basis.option == option.name
        for rule in option.rules
        if rule in variant.rules
    )


def heading_of(option: Option) -> str:
    """The heading of the rule card that an option belongs to."""
    rules = (rule.partition(" ")[0] for rule in option.rules)
    return next((HEADING_OF[rule] for rule in rules if rule in HEADING_OF), HEADINGS[0])
