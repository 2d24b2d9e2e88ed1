"""Knobs: the values of a game that any table may set for itself.

A knob is declared once, by `knob` at its field in the schema of a game. Its key is the place of
the field, such as `sets.most`. The words that go with it stand in the catalogue of each language
under `knob-sets-most`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, Literal, cast, get_args, get_origin, get_type_hints

OptionValue = str | int | bool | tuple[str, ...]
"""A value as files write it; a list is a tuple."""

Spares = Callable[[Any, str, OptionValue], bool]
"""Whether a rule stands all the same after a table turned a knob from the value before."""

_DECLARED: Final = "knob"


@dataclass(frozen=True, slots=True, kw_only=True)
class Knob:
    """One value that a table may set for itself.

    `rules`: the rules that it decides, its own first, and single sentences of rules, such as
    `wild.cards many`. `shares`: rules that it words together with others. `alias`: the name of its
    house option, and `calls` what that option calls some of the values. `least` and `most`: the
    numbers that it takes, and `unlimited` whether it takes 0 too, for no limit. `answers`: the
    values offered where it takes no number. `items`: what its lists may hold. `applies`: attributes
    that a game must have for it to matter. `common`: tables argue about it, so it is offered first
    where no text settles it, and `first` whoever does. `replaces`: keys of the game that it makes
    void. `spares`: whether one of its rules stands all the same when a table turns it.
    """

    rules: tuple[str, ...]
    shares: tuple[str, ...] = ()
    key: str = ""
    alias: str = ""
    calls: tuple[tuple[OptionValue, OptionValue], ...] = ()
    least: int = 0
    most: int = 0
    unlimited: bool = False
    answers: tuple[OptionValue, ...] = ()
    items: tuple[str, ...] = ()
    applies: tuple[str, ...] = ()
    common: bool = False
    first: bool = False
    replaces: tuple[str, ...] = ()
    spares: Spares | None = None

    @property
    def name(self) -> str:
        """What options call it: its alias, else its key."""
        return self.alias or self.key

    def matters_in(self, game: Any) -> bool:
        """Whether it matters in a game."""
        return not self.lacks_in(game)

    def lacks_in(self, game: Any) -> str:
        """The first of the attributes it needs that a game has not; empty where it has all."""
        return next((name for name in self.applies if not attrgetter(name)(game)), "")

    def called(self, value: OptionValue) -> OptionValue:
        """What its option calls a value of the file."""
        return next((called for called, meant in self.calls if meant == value), value)

    def meant(self, called: OptionValue) -> OptionValue:
        """The value of the file that its option calls so."""
        return next((meant for name, meant in self.calls if same(name, called)), called)


def knob(
    *rules: str,
    default: Any = MISSING,
    parts: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    answers: tuple[OptionValue, ...] = (),
    **declared: Any,
) -> Any:
    """Declare a field of the schema as a knob.

    `parts` where each key of a table is one, with what it declares besides.
    """
    declaration = Knob(rules=rules, answers=answers, **declared)
    return field(default=default, metadata={_DECLARED: (declaration, parts)})


def knobs_of(schema: type) -> Mapping[str, Knob]:
    """Every knob that a schema declares, by key, in the order of its fields."""
    return {knob.key: knob for knob in _declared(schema, "")}


def _declared(schema: type, under: str) -> Iterator[Knob]:
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


def as_written(value: Any) -> OptionValue:
    """A value as files write it, lists as tuples."""
    if isinstance(value, list | tuple):
        return tuple(str(item) for item in value)
    return cast(OptionValue, value)


def plain(value: OptionValue) -> str:
    """A value as forms and addresses write it: `true`, `500`, `low`, `discard meld`, `none`."""
    if isinstance(value, tuple):
        return " ".join(value) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def same(one: object, other: object) -> bool:
    """Whether two values are the same; true and 1 are not."""
    return type(one) is type(other) and one == other
