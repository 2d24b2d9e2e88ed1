"""Tables of every game with each option at each value, or a share of them for a quick look."""

from collections.abc import Iterator, Mapping

from referee.rules.schema.options import Option, OptionError, OptionValue, same
from referee.rules.schema.variant import KNOBS, Variant
from referee.variants import catalogue, load

SHARE = 10
"""One option in so many is tried at a game in the tests; `./run proof options` tries them all."""


def values_of(option: Option) -> list[OptionValue]:
    """Its choices, or its least numbers and its most, and no limit where there is one."""
    numbers = (option.least, option.least + 1, option.most, *((0,) if option.unlimited else ()))
    return list(option.values) or list(dict.fromkeys(numbers))


def options_in_turn(game: Variant) -> dict[str, Option]:
    """A share of a game's options: all of its own, and of the knobs others than the next game."""
    place = [one.id for one in catalogue()].index(game.id)
    number = {key: number for number, key in enumerate(KNOBS)}
    return {
        name: option
        for name, option in game.options.items()
        if option.own or (number[option.key] + place) % SHARE == 0
    }


def unusual(option: Option) -> list[OptionValue]:
    """Its values but the usual one."""
    return [value for value in values_of(option) if not same(value, option.default)]


def turned(game: Variant, options: Mapping[str, Option]) -> Iterator[Variant]:
    """A game with each of these options at each value; those that it refuses are left out."""
    for name, option in options.items():
        for value in unusual(option):
            try:
                yield load(game.id, {name: value})
            except OptionError:
                continue
