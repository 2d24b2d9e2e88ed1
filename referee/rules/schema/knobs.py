"""Knobs: the values of a game that any table may set for itself.

A knob is an option declared once, by `knob` at its field in the schema of a game. Its key is the
place of the field, such as `sets.most`. The words that go with it stand in the catalogue of each
language under `knob-sets-most`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, field, fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from referee.rules.schema.options import Option, OptionValue

_DECLARED = "knob"


def knob(
    *rules: str,
    default: Any = MISSING,
    parts: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    **declared: Any,
) -> Any:
    """Declare a field of the schema as a knob, with what an `Option` says of itself.

    `parts` where each key of a table is one, with what it declares besides.
    """
    return field(default=default, metadata={_DECLARED: (Option(rules=rules, **declared), parts)})


def knobs_of(schema: type) -> Mapping[str, Option]:
    """Every knob that a schema declares, by key, in the order of its fields."""
    return {knob.key: knob for knob in _declared(schema, "")}


def _declared(schema: type, under: str) -> Iterator[Option]:
    hints = get_type_hints(schema)
    for member in fields(schema):
        key, kind = f"{under}{member.name}", hints[member.name]
        declaration, parts = member.metadata.get(_DECLARED, (None, ()))
        if parts:
            for part, its_own in parts.items():
                yield replace(declaration, key=f"{key}.{part}", **its_own)
        elif declaration is not None:
            yield replace(declaration, key=key, answers=declaration.answers or _answers(kind))
        elif not under and is_dataclass(kind):
            yield from _declared(kind, f"{key}.")  # type: ignore[arg-type]


def _answers(kind: Any) -> tuple[OptionValue, ...]:
    if kind is bool:
        return (True, False)
    return get_args(kind) if get_origin(kind) is Literal else ()
