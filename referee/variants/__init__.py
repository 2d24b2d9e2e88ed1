"""The games: one file of data each, and how to find them."""

import logging
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from referee.language import say
from referee.rules import rulings
from referee.rules.building.build import rebuild
from referee.rules.building.house_rules import check_effect
from referee.rules.schema.reading import SchemaError
from referee.rules.schema.variant import Variant
from referee.variants.files import build_game, games_in

_FOLDER: Final = Path(__file__).parent
_MOST_TABLES: Final = 1024
"""How many ways of asking for a game are remembered."""

_Asked = tuple[tuple[str, object, type], ...]


class UnknownGame(LookupError):
    """A game that is not here; the message names those that are."""


class BrokenGame(UnknownGame):
    """A game whose file has a mistake; the message names file, key and what would be right."""


def load(id: str, options: Mapping[str, object] | None = None) -> Variant:
    """The game of that id, under the options chosen for a table, the defaults for the rest.

    The same game under the same options is one object. Raises `UnknownGame`, also where its file
    has a mistake, and `OptionError` for an option or value that the game has not and for one that
    changes nothing.
    """
    if not options:
        game = _usual(id)
        if isinstance(game, BrokenGame):
            raise game
        return game
    try:
        return _table(id, _as_asked(options))
    except TypeError:  # A value that cannot be looked up is of no option either.
        return rebuild(load(id), options)


def _as_asked(options: Mapping[str, object]) -> _Asked:
    """Options as they can be looked up: a list of texts as a tuple, and 1 is not true."""
    kept = [(name, tuple(v) if isinstance(v, list) else v) for name, v in options.items()]
    return tuple([(name, value, type(value)) for name, value in kept])


def catalogue() -> tuple[Variant, ...]:
    """Every game under its defaults, in the order in which players choose from them.

    A game whose file has a mistake is left out, and the mistake is logged once.
    """
    return tuple(game for id in _ids() if isinstance(game := _usual(id), Variant))


@cache
def _ids() -> tuple[str, ...]:
    return games_in(_FOLDER)


@cache
def _usual(id: str) -> Variant | BrokenGame:
    """The game under its defaults, or what is wrong with its file, which is logged once."""
    if id not in _ids():
        raise UnknownGame(say("case-no-game", game=id, known=", ".join(_ids())))
    try:
        return build_game(_FOLDER, id)
    except SchemaError as error:
        broken = BrokenGame(say("case-broken-game", game=id, problem=str(error)))
        logging.getLogger(__name__).error("%s", broken)
        return broken


@lru_cache(maxsize=_MOST_TABLES)
def _table(id: str, asked: _Asked) -> Variant:
    game = load(id)
    built = rebuild(game, {name: value for name, value, _ in asked})
    given = [name for name, _, _ in asked]
    check_effect(built, [name for name in given if built.option_name(name) in built.turned], given)
    return built if built.turned else game


rulings.play_by(load)
