"""What programs may send about games: every field, what fits it, and the words that say so.

The document that describes the interface is made of the same shapes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from referee.language import listed
from referee.rules.json_types import TEXT, WHOLE, Schema
from referee.scorebook import limits
from referee.scorebook.entries import SCHEMA
from referee.scorebook.names import is_seen
from referee.scorebook.plain import plain_game
from referee.scorebook.seating import Begins
from referee.variants import catalogue

KEY_OF_PLAYER: Final = 12
"""Characters of a player's key, such as p1."""

ABOUT: Final = 200
"""Things that taking back may be said to be about, and characters of each."""


class Unfit(ValueError):
    """A field does not fit; the message says what would be right."""

    def __init__(self, field: str, says: str) -> None:
        super().__init__(says)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What one value may be.

    `says` goes on after “as”: a whole number from 1 to 9. `fits` looks at the value itself, and
    `within` at its parts, the field before them; `within` raises `Unfit`.
    """

    says: str
    schema: Schema
    fits: Callable[[Any], bool]
    within: Callable[[str, Any], None] = lambda field, value: None

    def check(self, field: str, value: object, otherwise: str = "") -> None:
        """Raise `Unfit` with the field that is wrong, or the part of it, unless the value fits."""
        if not self.fits(value):
            raise Unfit(field, f"Send {field} as {self.says}{otherwise}.")
        self.within(field, value)


def _whole(least: int, most: int, *, or_null: bool = False) -> Shape:
    span = f"from {least} to {most}" if least < most else str(least)
    schema = {**WHOLE, "minimum": least, "maximum": most}
    return Shape(
        says=f"a whole number {span}{', or null' if or_null else ''}",
        schema=schema | ({"type": ["integer", "null"]} if or_null else {}),
        fits=lambda one: (or_null and one is None) or (type(one) is int and least <= one <= most),
    )


def _text(most: int, says: str = "", *, or_null: bool = False) -> Shape:
    """Text as it is kept: all of it can be seen."""
    schema: Schema = {"type": ["string", "null"] if or_null else "string", "maxLength": most}
    return Shape(
        says=says or f"text of at most {most} characters, without invisible ones",
        schema=schema,
        fits=lambda one: (
            (or_null and one is None)
            or (isinstance(one, str) and len(one) <= most and is_seen(one))
        ),
    )


def _word(words: Sequence[str]) -> Shape:
    return Shape(
        says=f"one of these: {', '.join(words)}",
        schema={"type": "string", "enum": list(words)},
        fits=lambda one: isinstance(one, str) and one in words,
    )


def _many(items: Shape, most: int, says: str, least: int = 0) -> Shape:
    def within(field: str, value: list[object]) -> None:
        for place, one in enumerate(value):
            items.check(f"{field}.{place}", one)

    return Shape(
        says=says,
        schema={"type": "array", "items": items.schema, "minItems": least, "maxItems": most},
        fits=lambda one: isinstance(one, list) and least <= len(one) <= most,
        within=within,
    )


def _by_name(values: Shape, says: str) -> Shape:
    def within(field: str, value: Mapping[str, object]) -> None:
        for name, one in value.items():
            if not is_seen(name):
                raise Unfit(field, f"Send {field} as {says}.")
            values.check(f"{field}.{name}", one)

    return Shape(
        says=says,
        schema={"type": "object", "additionalProperties": values.schema},
        fits=lambda one: isinstance(one, dict),
        within=within,
    )


def _object(
    needed: Mapping[str, Shape],
    optional: Mapping[str, Shape] = MappingProxyType({}),
    *,
    says: str = "",
    closed: bool = False,
) -> Shape:
    """An object; one that is `closed` holds nothing else."""
    shapes = {**needed, **optional}

    def within(field: str, value: Mapping[str, object]) -> None:
        for name, shape in shapes.items():
            path = f"{field}.{name}" if field else name
            if name in value:
                shape.check(path, value[name], "" if name in needed else ", or leave it out")
            elif name in needed:
                raise Unfit(path, f"{path} is missing: send it as {shape.says}.")
        if closed and not value.keys() <= shapes.keys():
            raise Unfit(field, f"Send {field} with only {listed(list(shapes))}.")

    schema = {
        "type": "object",
        "properties": {name: shape.schema for name, shape in shapes.items()},
        "required": list(needed),
    }
    return Shape(
        says=says or f"an object with {listed(list(needed))}",
        schema=schema | ({"additionalProperties": False} if closed else {}),
        fits=lambda one: isinstance(one, dict),
        within=within,
    )


def _shown(shape: Shape, description: str) -> Shape:
    return Shape(
        says=shape.says,
        schema=shape.schema | {"description": description},
        fits=shape.fits,
        within=shape.within,
    )


_TYPED: Final = Shape(says="text", schema=TEXT, fits=lambda one: isinstance(one, str))
"""Text that is cleaned before it is kept."""

_KEY: Final = Shape(
    says="8 to 64 letters, digits, _ and -",
    schema={
        "type": "string",
        "pattern": f"^{limits.KEY.pattern}$",
        "description": "An idempotency key you make: an entry sent twice with the same key "
        "is saved once.",
    },
    fits=lambda one: isinstance(one, str) and limits.KEY.fullmatch(one) is not None,
)
_PLAYER: Final = _text(KEY_OF_PLAYER, "the key of a player, such as p1")
_SLIP: Final = _shown(
    _whole(1, limits.ENTRIES),
    "The id of a deal: it stays the same when deals are inserted before it.",
)
_HAND: Final = _object(
    {
        "points": _shown(
            _whole(-limits.HAND_POINTS, limits.HAND_POINTS, or_null=True),
            "null while they’re missing.",
        )
    },
    {"cards": _text(limits.CARDS_LENGTH), "sum": _text(limits.SUM_LENGTH)},
    closed=True,
)
_OPTION: Final = Shape(
    says="text, a whole number, or true or false",
    schema={"type": ["string", "integer", "boolean"]},
    fits=lambda one: isinstance(one, str | int),
)
_OPTIONS: Final = _by_name(_OPTION, "an object: the values of options by their names")
_HANDS: Final = _by_name(_HAND, "an object: the hands of the players by their keys")
_DEAL: Final = {
    "deal": _SLIP,
    "out": _text(KEY_OF_PLAYER, "the key of a player, such as p1, or null", or_null=True),
    "hands": _HANDS,
}
_BEGINS: Final = {
    "begins": _word(list(Begins)),
    "points": _whole(-limits.TOTAL_POINTS, limits.TOTAL_POINTS),
}
_SEAT: Final = _object({"key": _PLAYER, "name": _text(limits.NAME_LENGTH)})
_MELD: Final = _object({"by": _PLAYER, "cards": _text(limits.CARDS_LENGTH)})
_ABOUT: Final = _shown(
    _many(_text(ABOUT), ABOUT, "a list of texts"),
    "Set by the score book; copies contain it.",
)
_FORM: Final = {"schema": _whole(SCHEMA, SCHEMA)}

_FIELDS: Final[Mapping[str, tuple[Mapping[str, Shape], Mapping[str, Shape]]]] = MappingProxyType(
    {
        "deal-written": (_DEAL, {}),
        "deal-corrected": (_DEAL, {}),
        "deal-inserted": ({**_DEAL, "before": _SLIP}, {}),
        "deal-deleted": ({"deal": _SLIP}, {}),
        "results-swapped": ({"deal": _SLIP, "one": _PLAYER, "other": _PLAYER}, {}),
        "undone": ({"entry": _whole(1, limits.ENTRIES)}, {"about": _ABOUT}),
        "joined": ({"player": _SEAT, "after": _PLAYER, **_BEGINS}, {}),
        "left": ({"player": _PLAYER}, {}),
        "returned": ({"player": _PLAYER, **_BEGINS}, {}),
        "renamed": ({"player": _PLAYER, "name": _text(limits.NAME_LENGTH)}, {}),
        "seats-moved": (
            {"order": _many(_PLAYER, limits.SEATS, f"a list of at most {limits.SEATS} keys")}, {}
        ),
        "dealer-changed": ({"dealer": _PLAYER}, {}),
        "options-changed": ({"options": _OPTIONS}, {}),
        "noted": (
            {
                "title": _text(limits.NOTE_LENGTH),
                "day": _text(len("2026-11-21"), "a day, such as 2026-11-21, or an empty text"),
            },
            {},
        ),
        "melds-laid": (
            {
                "deal": _SLIP,
                "melds": _many(
                    _MELD, limits.TABLE_MELDS, f"a list of at most {limits.TABLE_MELDS} melds"
                ),
                "did": _text(limits.SENTENCE_LENGTH),
            },
            {},
        ),
    }
)  # fmt: skip


def _of_kind(name: str) -> Shape:
    needed, optional = _FIELDS[name]
    return _object(needed, {**_FORM, **optional})


KINDS_SENT: Final[Mapping[str, Shape]] = MappingProxyType(
    {name: _of_kind(name) for name in _FIELDS}
)
"""What an entry of each kind that programs write has beside its kind."""

KIND: Final = _word(sorted(KINDS_SENT))

START: Final = _object(
    {
        "game": _word([*(one.id for one in catalogue()), plain_game().id]),
        "players": _many(
            _TYPED, limits.SEATS, f"a list of 2 to {limits.SEATS} names, in the order they sit", 2
        ),
    },
    {
        "first_dealer": _shown(
            _whole(0, limits.SEATS - 1), "The seat of the first dealer, from 0; 0 by default."
        ),
        "options": _OPTIONS,
        "note": _shown(_TYPED, f"At most {limits.NOTE_LENGTH} characters."),
        "key": _KEY,
    },
)  # fmt: skip
"""What starts a game."""

WRITE: Final = _object(
    {
        "key": _KEY,
        "base": _shown(_whole(0, limits.ENTRIES), "The last version you read."),
        "entry": Shape(
            says="an object with its kind",
            schema={"$ref": "#/components/schemas/Entry"},
            fits=lambda one: isinstance(one, dict),
        ),
    }
)
"""What writes an entry; `check_entry` looks at the entry itself."""


def check_entry(plain: Mapping[str, Any]) -> None:
    """Check every field of an entry that a program sends; raises `Unfit`."""
    if plain.get("kind") == "ruling-kept":
        raise Unfit("entry.kind", "Rulings are saved from the pages.")
    KIND.check("entry.kind", plain.get("kind"))
    KINDS_SENT[plain["kind"]].check("entry", plain)
