"""A game's definition taken apart: its values, and what its source says and leaves open."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from referee.language import ENGLISH, say
from referee.rules.building.rulebook import READING_ORDER
from referee.rules.findings import message_of
from referee.rules.schema.options import Choice, Option, OptionValue
from referee.rules.schema.reading import SchemaError, path, read_into
from referee.rules.schema.variant import KNOBS

EDITION: Final = 2
"""The schema that definitions are written in; they carry its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _OwnOption:
    """`[options.NAME]`: something that a table may settle in this game alone."""

    default: OptionValue
    rules: tuple[str, ...]
    key: str = ""
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    players: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Beside:
    """What a definition holds beside the values of the game."""

    edition: int = 1
    says: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    offers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, _OwnOption] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """What a definition holds.

    `values`: the tables of the schema. `own`: options of this game alone. `sections`: where the
    source says a rule, or one of its sentences; empty where it is named as silent. `offers`: the
    options that the source leaves open, by key or name, with the values that it offers, () for any.
    """

    values: Mapping[str, object]
    own: Mapping[str, Option]
    sections: Mapping[str, str]
    offers: Mapping[str, tuple[str, ...]]


def read_definition(definition: Mapping[str, object]) -> Definition:
    """Take apart a definition; raises `SchemaError`."""
    given = {key: definition[key] for key in _Beside.__slots__ if key in definition}
    beside = read_into(_Beside, given)
    if beside.edition != EDITION:
        most = say("schema-edition", most=EDITION, given=repr(beside.edition))
        raise SchemaError("edition", most)
    offers = {}
    for offer in beside.offers:
        key, _, values = offer.partition("=")
        if key not in beside.options and key not in KNOBS:
            raise SchemaError(path("offers", offer), say("schema-no-option"))
        offers[key] = tuple(values.split("|")) if values else ()
    return Definition(
        values={key: value for key, value in definition.items() if key not in given},
        own={name: _own(name, option, offers) for name, option in beside.options.items()},
        sections=_sections(beside.says),
        offers=offers,
    )


def _own(name: str, option: _OwnOption, offers: Mapping[str, tuple[str, ...]]) -> Option:
    read: dict[str, Any] = {field: getattr(option, field) for field in _OwnOption.__slots__}
    answers = tuple(choice.value for choice in option.choices)
    return Option(name=name, own=True, answers=answers, offers=offers.get(name), **read)


def _sections(says: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
    sections: dict[str, str] = {}
    for section, rules in says.items():
        for rule in rules:
            key = path("says", section)
            named, _, code = rule.partition(" ")
            if named not in READING_ORDER:
                raise SchemaError(key, say("schema-no-rule", rule=rule))
            if code and not ENGLISH.has(message_of(named, code)):
                raise SchemaError(key, say("schema-no-sentence", rule=rule))
            if sections.setdefault(rule, section) != section:
                raise SchemaError(key, say("schema-placed", rule=rule, section=sections[rule]))
    return sections
