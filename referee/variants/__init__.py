"""The games: one file of data each, and how to find them."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from referee.rules import rulings
from referee.rules.build import build
from referee.rules.variant import Variant
from referee.variants.files import build_game, games_in

_FOLDER: Final = Path(__file__).parent
_MOST_TABLES: Final = 1024
"""How many ways of asking for a game are remembered before all are forgotten."""

_Asked = tuple[str, tuple[tuple[str, object, type], ...]]

_games: dict[str, Variant] = {}
_tables: dict[_Asked, Variant] = {}


class UnknownGame(LookupError):
    """A game that is not here; the message names those that are."""


def load(id: str, options: Mapping[str, object] | None = None) -> Variant:
    """The game of that id, under the options chosen for a table, the defaults for the rest.

    The same game under the same options is one object. Raises `UnknownGame`, `OptionError` for an
    option or value that the game has not, and `SchemaError` for a mistake in its file.
    """
    if not options:
        return _games.get(id) or _plain_game(id)
    asked = (id, tuple([(name, value, type(value)) for name, value in options.items()]))
    try:
        return _tables[asked]
    except KeyError:
        return _remember(asked, _table(id, options))
    except TypeError:  # A value that cannot be looked up is of no option either.
        return _table(id, options)


def catalogue() -> tuple[Variant, ...]:
    """Every game under its defaults, in the order in which players choose from them."""
    return tuple(load(id) for id in _ids())


@cache
def _ids() -> tuple[str, ...]:
    return games_in(_FOLDER)


def _plain_game(id: str) -> Variant:
    if id not in _ids():
        known = ", ".join(_ids())
        raise UnknownGame(f"“{id}” is no game here. The games are {known}.")
    return _games.setdefault(id, build_game(_FOLDER, id))


def _table(id: str, options: Mapping[str, object]) -> Variant:
    """The game under those options; tables that chose the same share one object."""
    game = load(id)
    built = build(game.definition, id=id, options=options)
    if built.chosen == game.chosen:
        return game
    chosen = tuple((name, value, type(value)) for name, value in built.chosen.items())
    return _tables.get((id, chosen)) or _remember((id, chosen), built)


def _remember(asked: _Asked, game: Variant) -> Variant:
    if len(_tables) >= _MOST_TABLES:
        _tables.clear()
    return _tables.setdefault(asked, game)


rulings.play_by(load)
