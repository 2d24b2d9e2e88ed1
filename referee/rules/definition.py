"""A game's definition taken apart: its values, the options of its own, and its book of rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from referee.language import ENGLISH, say
from referee.rules.findings import message_of
from referee.rules.knobs import OptionValue
from referee.rules.options import Choice, Option
from referee.rules.rulebook import READING_ORDER, DeclaredBook
from referee.rules.schema import SchemaError, path, read_into
from referee.rules.variant import KNOBS, Book


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """What a definition holds, whichever edition wrote it.

    `values`: the tables of the schema. `own`: options of this game alone. `offers`: the knobs that
    its source leaves open, by key, with the values that it offers, () for any.
    """

    values: Mapping[str, object]
    own: Mapping[str, Option]
    book: Book
    offers: Mapping[str, tuple[str, ...]]


EDITION: Final = 2
"""The schema that definitions are written in now; they carry its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _OwnOption:
    """`[options.NAME]`: something that a table may settle in this game alone.

    `rules`: the rules that rest on it. Its words stand in the catalogue, under `option-NAME`.
    """

    default: OptionValue
    rules: tuple[str, ...]
    key: str = ""
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    players: int = 0


@dataclass(frozen=True, slots=True)
class _OwnTables:
    says: Mapping[str, tuple[str, ...]]
    offers: Mapping[str, str]
    options: Mapping[str, _OwnOption]


def read_definition(definition: Mapping[str, object]) -> Definition:
    """Take apart a definition of this edition; raises `SchemaError`."""
    tables = {name: definition.get(name, {}) for name in ("says", "offers", "options")}
    words = read_into(_OwnTables, tables)
    offers = dict(_offers(words))
    _check_says(words.says)
    return Definition(
        values={
            key: value
            for key, value in definition.items()
            if key not in tables and key != "edition"
        },
        own={
            name: _own_option(name, option, offered=name in words.offers)
            for name, option in words.options.items()
        },
        book=DeclaredBook(
            sections={rule: section for section, rules in words.says.items() for rule in rules},
            offered=words.offers,
        ),
        offers=offers,
    )


def _offers(words: _OwnTables) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name in words.offers:
        key, _, values = name.partition("=")
        if key not in words.options and key not in KNOBS:
            raise SchemaError(path("offers", name), say("schema-no-option"))
        yield key, tuple(values.split("|")) if values else ()


def _check_says(says: Mapping[str, tuple[str, ...]]) -> None:
    placed: dict[str, str] = {}
    for section, rules in says.items():
        for rule in rules:
            key = path("says", section)
            named, _, code = rule.partition(" ")
            if named not in READING_ORDER:
                raise SchemaError(key, say("schema-no-rule", rule=rule))
            if code and not ENGLISH.has(message_of(named, code)):
                raise SchemaError(key, say("schema-no-sentence", rule=rule))
            if placed.setdefault(rule, section) != section:
                raise SchemaError(key, say("schema-placed", rule=rule, section=placed[rule]))


def _own_option(name: str, option: _OwnOption, *, offered: bool) -> Option:
    words = f"option-{name.replace('_', '-')}"
    return Option(
        name=name,
        words=words,
        default=option.default,
        key=option.key,
        choices=tuple(replace(choice, option=words) for choice in option.choices),
        least=option.least,
        most=option.most,
        rules=option.rules,
        source_offers=offered,
        players=option.players,
    )
