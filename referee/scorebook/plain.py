"""The plain score game: numbers for anything else that is played the same evening.

A table may name it, and the parts in which it writes the points of a deal.

It is a variant like the others, so that the book, its pages and its copies need to know nothing of
it. Any number may be written, below nought too.
"""

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from referee.rules.building.build import build
from referee.rules.schema.variant import Variant
from referee.scorebook import limits
from referee.scorebook.errors import Refused
from referee.scorebook.names import clean_note

ID: Final = "scores"
"""What games call it in the database; nothing asks for it by this name."""

_DEFINITION: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)


@lru_cache(maxsize=limits.VARIANTS_KEPT)
def plain_game(name: str = "", parts: tuple[str, ...] = ()) -> Variant:
    """The plain score game under its defaults, as a table calls it and its parts.

    What has a name is a game of its own. Raises `Refused` for names that are none.
    """
    if not _are_clean(name, parts):
        raise Refused("no-parts", most=limits.PARTS, length=limits.PART_LENGTH)
    scoring = {**_DEFINITION["scoring"], **({"parts": [*parts]} if parts else {})}
    definition = {**_DEFINITION, "name": name or _DEFINITION["name"], "scoring": scoring}
    digest = hashlib.sha256(name.casefold().encode()).hexdigest()[:8]
    return build(definition, id=f"{ID}-{digest}" if name else ID)


def unnamed(definition: Mapping[str, Any]) -> dict[str, Any]:
    """The definition of a plain score game without what its table called it, and its parts.

    Raises `Refused` for names that no table can have given.
    """
    scoring = dict(definition["scoring"])
    if not _are_clean(str(definition["name"]), scoring.pop("parts", ())):
        raise Refused("no-copy-game")
    return {**definition, "name": _DEFINITION["name"], "scoring": scoring}


def is_named(variant: Variant) -> bool:
    """Whether a game is a plain score game that its table named."""
    return variant.id.startswith(f"{ID}-")


def _are_clean(name: str, parts: Sequence[str]) -> bool:
    """Whether a table can have given these names: visible, none too long, no two parts alike."""
    return (
        len(name) <= limits.NAME_LENGTH
        and all(clean_note(text) == text for text in (name, *parts))
        and all(0 < len(part) <= limits.PART_LENGTH for part in parts)
        and len({part.casefold() for part in parts}) == len(parts) <= limits.PARTS
    )
