"""Variant files: a folder of TOML, one file a game, each its parent and the differences."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import Final

from referee.language import say
from referee.rules.building.build import EDITION, build
from referee.rules.building.house_rules import check_use
from referee.rules.schema.reading import SchemaError, holds_key, needs, read_into
from referee.rules.schema.variant import Variant

_ORDER: Final = "_order"
"""The file that lists the games in the order in which players choose from them."""


def games_in(folder: Path) -> tuple[str, ...]:
    """The ids of the games of a folder, in the order in which players choose from them.

    A file whose name begins with `_` is no game. Raises `SchemaError` where the order names a game
    that is not there.
    """
    games = sorted(file.stem for file in folder.glob("*.toml") if not file.stem.startswith("_"))
    listed = _listed(folder)
    for at, game in enumerate(listed, 1):
        if game not in games:
            raise SchemaError(f"games.{at}", say("schema-no-file", file=_name(game)), _name(_ORDER))
    return (*listed, *(game for game in games if game not in listed))


def _listed(folder: Path) -> tuple[str, ...]:
    if not (folder / _name(_ORDER)).exists():
        return ()
    games = _read(folder, _ORDER).get("games")
    try:
        return read_into(tuple[str, ...], games, "games")
    except SchemaError as error:
        raise SchemaError(error.key, error.message, _name(_ORDER)) from None


def build_game(folder: Path, id: str) -> Variant:
    """Build the game of a file, with what it extends merged in.

    Tables are merged key by key, anything else replaces what the parent has. Raises `SchemaError`
    naming the file in which the mistake stands, for what it sets and no table uses, too.
    """
    try:
        line = [own for _, own in _line(folder, id)]
        definition: Mapping[str, object] = {"edition": EDITION}
        game = build(reduce(_merge, reversed(line), definition), id=id)
        check_use(game, line[0])
        return game
    except SchemaError as error:
        file = error.file or _file_of(folder, id, error.key)
        raise SchemaError(error.key, error.message, file) from None


def _line(folder: Path, id: str) -> Iterator[tuple[str, dict[str, object]]]:
    """A file and those it extends, nearest first, each with the keys of its own."""
    seen: list[str] = []
    parent: object = id
    while parent is not None:
        name = str(parent)
        seen.append(name)
        own = _read(folder, name)
        parent = own.pop("extends", None)
        yield name, own
        if parent is not None:
            _check_parent(folder, seen, parent)


def _check_parent(folder: Path, seen: list[str], parent: object) -> None:
    file = _name(seen[-1])
    if not isinstance(parent, str):
        raise SchemaError("extends", needs("parent", given=parent), file)
    known = sorted(file.stem for file in folder.glob("*.toml"))
    if parent not in known:
        message = say("schema-no-parent", file=_name(parent), known=", ".join(known))
        raise SchemaError("extends", message, file)
    if parent in seen:
        way = " → ".join([*seen[seen.index(parent) :], parent])
        raise SchemaError("extends", say("schema-circle", way=way), file)


def _read(folder: Path, name: str) -> dict[str, object]:
    try:
        return tomllib.loads((folder / _name(name)).read_text("utf-8"))
    except UnicodeDecodeError:
        raise SchemaError("", say("schema-encoding"), _name(name)) from None
    except tomllib.TOMLDecodeError as error:
        # Before Python 3.14 the place of a mistake stands in its text alone.
        place = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = map(int, place.groups()) if place else (0, 0)
        raise SchemaError("", say("schema-toml", line=line, column=column), _name(name)) from None


def _merge(parent: Mapping[str, object], own: Mapping[str, object]) -> dict[str, object]:
    merged = dict(parent)
    for key, value in own.items():
        inherited = merged.get(key)
        both = isinstance(inherited, Mapping) and isinstance(value, Mapping)
        merged[key] = _merge(inherited, value) if both else value  # type: ignore[arg-type]
    return merged


def _file_of(folder: Path, id: str, key: str) -> str:
    """The nearest file that sets a key, or the item of a list in which it is missing.

    The game's own file where none does.
    """
    item, _, _ = key.rpartition(".")
    keys = (key, item) if item.rpartition(".")[2].isdecimal() else (key,)
    for name, own in _line(folder, id):
        if any(holds_key(own, key) for key in keys):
            return _name(name)
    return _name(id)


def _name(id: str) -> str:
    return f"{id}.toml"
