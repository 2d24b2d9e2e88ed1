"""Options: what a table may settle, the values that each takes, and what they set in a game.

A knob is an option of every game, declared once, by `knob` at its field in the schema of a game.
Its key is the place of the field, such as `sets.most`. The words that go with it stand in the
catalogue of each language under `knob-sets-most`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from operator import attrgetter
from types import MappingProxyType
from typing import (
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from referee.language import Phrase, has, say
from referee.rules.cards import RANKS

OptionValue = str | int | bool | tuple[str, ...]
"""A value as files write it; a list is a tuple."""

Spares = Callable[[Any, str, OptionValue], bool]
"""Whether a rule stands all the same after a table turned an option from the value before."""

MOST_STEPS = 24
"""The numbers of an option are listed where there are no more than this past the first."""


class OptionError(ValueError):
    """An option that the game has not, or a value that it does not take.

    `option` names it; the message says what would be right. `clash`: why it does not go with the
    rest of the game, empty where the value is wrong on its own.
    """

    def __init__(self, option: str, message: str, clash: str = "") -> None:
        super().__init__(message)
        self.option = option
        self.clash = clash


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option that a game has of its own, and the keys of the game that it sets."""

    value: OptionValue
    set: Mapping[str, object]


class Option(NamedTuple):
    """Something that a table may settle for itself: a knob of every game, or a game's own option.

    `rules`: the rules that it decides, its own first, and single sentences of rules, such as
    `wild.cards many`. `shares`: rules that it words together with others. `key`: the place of the
    value that it sets. `alias`: what it is called instead, and `calls` what it calls some of the
    values. `least` and `most`: the numbers that it takes, and `unlimited` whether it takes 0 too,
    for no limit. `answers`: the values offered where it takes no number. `items`: what its lists
    may hold. `applies`: conditions, as for `lacking`, on which it matters. `common`: tables argue
    about it, so it is offered first where no text settles it, and `first` whoever does. `replaces`:
    keys of the game that it makes void. `spares`: whether one of its rules stands all the same.

    In a game, besides: its `name`, the `default` that the game has, and the values that its source
    `offers`, () for any and None for none. `own`: no other game has it; then `choices` may set
    several keys each, and with another number of players than `players`, if any, it is no matter.
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
    applies: str = ""
    common: bool = False
    first: bool = False
    replaces: tuple[str, ...] = ()
    spares: Spares | None = None
    name: str = ""
    default: OptionValue = 0
    offers: tuple[str, ...] | None = None
    own: bool = False
    choices: tuple[Choice, ...] = ()
    players: int = 0

    @property
    def words(self) -> str:
        """The message of its question; those of its answers begin with it."""
        return f"option-{_id(self.name)}" if self.own else f"knob-{_id(self.key)}"

    @property
    def asks(self) -> str:
        """The question as players read it."""
        return say(self.words)

    @property
    def is_number(self) -> bool:
        """Whether it takes a number rather than one of its answers."""
        return not self.answers

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the game that it sets."""
        sets = {key for choice in self.choices for key in choice.set}
        return frozenset(sets | ({self.key} if self.key else set()))

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """Its answers as it calls them; none where it takes a number."""
        return tuple(map(self.called, self.answers))

    @property
    def steps(self) -> tuple[int, ...]:
        """The numbers that it takes, where they are few enough to list; else none."""
        if not self.is_number or self.most - self.least > MOST_STEPS:
            return ()
        usual = self.default if isinstance(self.default, int) else self.least
        numbers = {*range(self.least, self.most + 1), usual, *((0,) if self.unlimited else ())}
        return tuple(sorted(numbers, key=lambda number: (self.unlimited and not number, number)))

    @property
    def step(self) -> int:
        """By how much a press of a button changes a number that is not listed."""
        return 5 if self.most <= 1000 else 50

    @property
    def labels(self) -> tuple[tuple[str, str], ...]:
        """Its values, as forms write them, with what players read; none where they are too many."""
        return tuple((plain(value), self.label(value)) for value in self.steps or self.values)

    def label(self, value: OptionValue) -> str:
        """What players read for one of its values."""
        message = f"{self.words}-{_id(plain(value))}"
        if has(message):
            return say(message)
        if isinstance(value, tuple):
            return say(
                "answer-list",
                items=tuple(
                    Phrase.of("rank" if item in RANKS else f"item-{item}", rank=item)
                    for item in value
                ),
            )
        return say("answer-number", value=value)

    @property
    def zero_label(self) -> str:
        """What players read for 0, where it stands for something; else empty."""
        return say(f"{self.words}-0") if has(f"{self.words}-0") else ""

    def called(self, value: OptionValue) -> OptionValue:
        """What it calls a value of the game."""
        return next((called for called, meant in self.calls if meant == value), value)

    def meant(self, called: OptionValue) -> OptionValue:
        """The value of the game that it calls so."""
        return next((meant for name, meant in self.calls if same(name, called)), called)

    def sets(self, value: OptionValue) -> Iterator[tuple[str, object]]:
        """The keys of the game that a value sets, each with what it becomes."""
        if self.key:
            yield self.key, self.meant(value)
        for choice in self.choices:
            if same(choice.value, value):
                yield from choice.set.items()

    def is_offered(self, value: OptionValue) -> bool:
        """Whether the game's own text offers that value."""
        return self.offers is not None and (
            not self.offers or plain(self.meant(value)) in self.offers
        )

    def read(self, value: object) -> OptionValue:
        """A value as somebody gave it; raises `OptionError` where the option does not take it."""
        if self.is_number:
            return self._number(value)
        items = self.items
        if items or not isinstance(value, list | tuple):
            given = plain(as_written(value))
            for answer in self.answers:
                if given in (plain(answer), plain(self.called(answer))):
                    return self.called(answer)
        if items and isinstance(value, str):
            value = [] if value == "none" else value.split()
        if items and isinstance(value, list | tuple) and set(map(str, value)) <= set(items):
            # Each once, and in their usual order.
            return self.called(tuple(item for item in items if item in value))
        code, known = "items" if items else "words", ", ".join(map(plain, self.values))
        message = say(f"options-{code}", name=self.name, known=known, items=", ".join(items))
        raise OptionError(self.name, message)

    def _number(self, value: object) -> int:
        if isinstance(value, str) and re.fullmatch(r"\d{1,6}", value):
            value = int(value)
        if type(value) is int and (
            self.least <= value <= self.most
            or value == self.default
            or (self.unlimited and value == 0)
        ):
            return value
        zero = self.zero_label if self.unlimited or not self.least else ""
        least, code = (max(self.least, 1), "-zero") if zero else (self.least, "")
        message = say(
            f"options-number{code}", name=self.name, least=least, most=self.most, zero=zero
        )
        raise OptionError(self.name, message)


def lacking(game: Any, conditions: str) -> str:
    """The first of some conditions that a game does not meet; empty where it meets all.

    They are attributes that are set, or not: `has_wilds and not wilds.balanced`.
    """
    for condition in filter(None, conditions.split(" and ")):
        is_set = bool(value_at(condition.removeprefix("not "), game))
        if is_set is condition.startswith("not "):
            return condition
    return ""


def value_at(key: str, game: Any) -> Any:
    """What a game has at a key, such as `sets.most`."""
    return attrgetter(key)(game)


Needs = str | Callable[[Any], bool]
"""Conditions as for `lacking`, or a function that tells of a game whether they are met."""


def holds(needs: Needs, game: Any) -> bool:
    """Whether conditions are met in a game."""
    return needs(game) if callable(needs) else not lacking(game, needs)


def why_lacking(condition: str) -> str:
    """Why a condition is not met, in words."""
    return say(f"lacks-{_id(condition)}")


def _id(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", text)


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


_DECLARED = "knob"


def knob(
    *rules: str,
    default: Any = None,
    parts: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    **declared: Any,
) -> Any:
    """Declare a field of the schema as a knob, with what an `Option` says of itself.

    Without a `default` it is the first of its words, or no, 0 or none; with `MISSING`, each game
    has to say it. `parts` where each key of a table is one, with what it declares besides.
    """
    return field(default=default, metadata={_DECLARED: (Option(rules=rules, **declared), parts)})


T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field, knob))
def table(schema: type[T]) -> type[T]:
    """Declare a class as a table of the schema, its fields as keys: a frozen dataclass."""
    for name, kind in schema.__annotations__.items():
        knob = getattr(schema, name, None)
        if isinstance(knob, Field) and knob.default is None:
            knob.default = _nothing(kind)
    return dataclass(frozen=True, slots=True, kw_only=True)(schema)


def _nothing(kind: Any) -> Any:
    """What a knob stands at that says nothing else: the first of its words, or no, 0, none."""
    return get_args(kind)[0] if get_origin(kind) is Literal else kind()


@table
class OwnOption:
    """`[options.NAME]`: something that a table may settle in this game alone."""

    default: OptionValue
    rules: tuple[str, ...]
    key: str = ""
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    players: int = 0

    def named(self, name: str) -> Option:
        """The option of that name."""
        own: dict[str, Any] = {key.name: getattr(self, key.name) for key in fields(self)}
        answers = tuple(choice.value for choice in self.choices)
        return Option(name=name, own=True, answers=answers, **own)


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
                yield _keyed(declaration, f"{key}.{part}", its_own)
        elif declaration is not None:
            answers = declaration.answers or _answers(kind)
            yield _keyed(declaration, key, {"default": member.default, "answers": answers})
        elif not under and is_dataclass(kind):
            yield from _declared(kind, f"{key}.")  # type: ignore[arg-type]


def _keyed(knob: Option, key: str, own: Mapping[str, Any]) -> Option:
    """A knob with its key, and what it declares besides; it goes by its alias, or by the key."""
    knob = knob._replace(key=key, **own)
    return knob._replace(name=knob.alias or key)


def _answers(kind: Any) -> tuple[OptionValue, ...]:
    if kind is bool:
        return (True, False)
    return get_args(kind) if get_origin(kind) is Literal else ()
