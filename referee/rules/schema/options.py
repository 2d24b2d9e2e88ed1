"""House options: what a table may settle, the values that each takes, and what they set."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from referee.language import Phrase, has, say
from referee.rules.cards import RANKS
from referee.rules.schema.knobs import Knob, OptionValue, as_written, plain, same
from referee.rules.schema.reading import NOT_IN_FILES, SchemaError, path

MOST_STEPS = 24
"""The numbers of an option are listed where there are no more than this past the first."""


class OptionError(ValueError):
    """A house option that the game has not, or a value that it does not take.

    `option` names it; the message says what would be right. `clash`: why it does not go with the
    rest of the game, empty where the value is wrong on its own.
    """

    def __init__(self, option: str, message: str, clash: str = "") -> None:
        super().__init__(message)
        self.option = option
        self.clash = clash


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value of an option, and the keys of the game that it sets.

    `text`: what players read, where a game was stored with its words.
    """

    value: OptionValue
    set: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    text: str = ""

    @classmethod
    def read(cls, value: object, key: str) -> "Choice":
        """Read the table; raises `SchemaError` where it holds something else."""
        if not isinstance(value, Mapping) or "value" not in value:
            raise SchemaError(key, say("schema-needs-keys", keys=("value",)))
        if extra := set(value) - {"value", "set"}:
            raise SchemaError(path(key, min(extra)), say("schema-not-a-key"))
        sets = value.get("set", {})
        if not isinstance(sets, Mapping):
            raise SchemaError(path(key, "set"), say("schema-needs-set"))
        return cls(value=value["value"], set=MappingProxyType(dict(sets)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something that a table may settle for itself.

    `words`: the message of its question. `default`: the value that the game has. Either `choices`,
    or a number from `least` to `most` set at `key`. `knob`: the knob that it turns, None for one
    that a game has of its own. `rules`: the rules, or single sentences, that it decides, and
    `shares` those that it words together with others.
    `source_offers`: the game's own text offers the choice, or only the values in `offers`.
    `players`: it matters with that many players only, 0 for always. `text` and `zero_means`: its
    question and what 0 stands for, where a game was stored with its words.
    """

    default: OptionValue
    rules: tuple[str, ...]
    key: str = ""
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    players: int = 0
    name: str = field(metadata=NOT_IN_FILES)
    words: str = field(metadata=NOT_IN_FILES)
    knob: Knob | None = field(default=None, metadata=NOT_IN_FILES)
    shares: tuple[str, ...] = field(default=(), metadata=NOT_IN_FILES)
    source_offers: bool = field(default=False, metadata=NOT_IN_FILES)
    offers: tuple[str, ...] = field(default=(), metadata=NOT_IN_FILES)
    text: str = field(default="", metadata=NOT_IN_FILES)
    zero_means: str = field(default="", metadata=NOT_IN_FILES)

    @property
    def asks(self) -> str:
        """The question as players read it."""
        return self.text or say(self.words)

    @property
    def is_number(self) -> bool:
        """Whether it takes a number rather than one of its choices."""
        return not self.choices

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the game that it sets."""
        sets = {key for choice in self.choices for key in choice.set}
        return frozenset(sets | ({self.key} if self.key else set()))

    @property
    def steps(self) -> tuple[int, ...]:
        """The numbers that it takes, where they are few enough to list; else none."""
        if not self.is_number or self.most - self.least > MOST_STEPS:
            return ()
        usual = self.default if isinstance(self.default, int) else self.least
        numbers = {*range(self.least, self.most + 1), usual, *((0,) if self.unlimited else ())}
        return tuple(sorted(numbers, key=lambda number: (self.unlimited and not number, number)))

    @property
    def unlimited(self) -> bool:
        """Whether 0 stands for no limit, so that it comes after the largest number."""
        return self.knob is not None and self.knob.unlimited

    @property
    def step(self) -> int:
        """By how much a press of a button changes a number that is not listed."""
        return 5 if self.most <= 1000 else 50

    @property
    def answers(self) -> tuple[tuple[str, str], ...]:
        """Its values, as forms write them, with what players read; none where they are too many."""
        values = self.steps or [choice.value for choice in self.choices]
        return tuple((plain(value), self.label(value)) for value in values)

    def label(self, value: OptionValue) -> str:
        """What players read for one of its values."""
        if self.is_number:
            if self.text:
                return self.zero_means if value == 0 and self.zero_means else str(value)
            return answer(self.words, value)
        texts = (choice.text for choice in self.choices if same(choice.value, value))
        return next(texts, "") or answer(self.words, value)

    def is_offered(self, value: OptionValue) -> bool:
        """Whether the game's own text offers that value."""
        meant = self.knob.meant(value) if self.knob else value
        return self.source_offers and (not self.offers or plain(meant) in self.offers)

    def read(self, value: object) -> OptionValue:
        """A value as somebody gave it; raises `OptionError` where the option does not take it."""
        if self.is_number:
            number = _whole_number(value)
            if number is not None and (
                self.least <= number <= self.most
                or number == self.default
                or (self.unlimited and number == 0)
            ):
                return number
            raise OptionError(self.name, self._span())
        if (chosen := self._choice(value)) is not None:
            return chosen
        if self.knob and self.knob.items and (items := _items(self.knob.items, value)) is not None:
            return self.knob.called(items)
        known = ", ".join(plain(choice.value) for choice in self.choices)
        if self.knob and self.knob.items:
            listed = ", ".join(self.knob.items)
            says = say("options-items", name=self.name, known=known, items=listed)
            raise OptionError(self.name, says)
        raise OptionError(self.name, say("options-words", name=self.name, known=known))

    def _choice(self, value: object) -> OptionValue | None:
        if isinstance(value, list | tuple) and not (self.knob and self.knob.items):
            return None
        given = as_written(value) if isinstance(value, bool | int | list | tuple) else str(value)
        text = plain(given)
        for choice in self.choices:
            if text == plain(choice.value):
                return choice.value
            if self.knob and text == plain(self.knob.meant(choice.value)):
                return choice.value
        return None

    def _span(self) -> str:
        """Which numbers it takes, 0 by what it stands for."""
        zero = self.zero_label if self.unlimited or not self.least else ""
        if not zero:
            return say("options-number", name=self.name, least=self.least, most=self.most)
        least = max(self.least, 1)
        return say("options-number-zero", name=self.name, least=least, most=self.most, zero=zero)

    @property
    def zero_label(self) -> str:
        """What players read for 0, where it stands for something; else empty."""
        if self.text:
            return self.zero_means
        return say(f"{self.words}-0") if has(f"{self.words}-0") else ""

    def sets(self, value: OptionValue) -> Iterator[tuple[str, object]]:
        """The keys of the game that a value sets, each with what it becomes."""
        if self.knob:
            meant = self.knob.meant(value)
            yield self.key, list(meant) if isinstance(meant, tuple) else meant
            return
        if self.key:
            yield self.key, value
        for choice in self.choices:
            if same(choice.value, value):
                yield from choice.set.items()


def answer(words: str, value: OptionValue) -> str:
    """An answer to an option as players read it."""
    message = f"{words}-{_id(plain(value))}"
    if has(message):
        return say(message)
    if isinstance(value, tuple):
        return say("answer-list", items=tuple(_named(item) for item in value))
    return say("answer-number", value=value)


def _named(item: str) -> Phrase:
    return Phrase.of("rank" if item in RANKS else f"item-{item}", rank=item)


def _id(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", text)


def knob_option(
    knob: Knob, *, default: OptionValue, offers: tuple[str, ...] | None, name: str = ""
) -> Option:
    """The option that turns a knob in a game; `offers` None where no source offers it."""
    words = f"knob-{_id(knob.key)}"
    return Option(
        name=name or knob.name,
        words=words,
        default=knob.called(default),
        key=knob.key,
        choices=tuple(Choice(value=knob.called(answer)) for answer in knob.answers),
        least=knob.least,
        most=knob.most,
        knob=knob,
        rules=knob.rules,
        shares=knob.shares,
        source_offers=offers is not None,
        offers=offers or (),
    )


def chosen_values(
    options: Mapping[str, Option], by_key: Mapping[str, str], given: Mapping[str, object]
) -> dict[str, OptionValue]:
    """The value of every option of a game, those given by name or key read.

    Raises `OptionError` for an option or value that the game has not, and where two names of one
    option are given different values.
    """
    read: dict[str, tuple[str, OptionValue]] = {}
    for given_name, value in given.items():
        name = given_name if given_name in options else by_key.get(given_name, "")
        if not name:
            known = ", ".join(sorted(options))
            raise OptionError(given_name, say("options-unknown", name=given_name, known=known))
        wished = options[name].read(value)
        before = read.setdefault(name, (given_name, wished))
        if not same(before[1], wished):
            twice = say("options-twice", name=before[0], other=given_name)
            raise OptionError(given_name, twice)
    return {name: read[name][1] if name in read else option.default
            for name, option in options.items()}  # fmt: skip


def _whole_number(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and re.fullmatch(r"\d{1,6}", value) else None


def _items(known: Sequence[str], value: Any) -> OptionValue | None:
    """A list of items, each once and in their usual order; None where it is none."""
    if isinstance(value, str):
        value = [] if value == "none" else value.split()
    if not isinstance(value, list | tuple) or not set(map(str, value)) <= set(known):
        return None
    return tuple(item for item in known if item in value)
