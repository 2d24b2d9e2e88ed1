"""A game's definition taken apart: its values, the options of its own, and its book of rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from referee.language import ENGLISH, say
from referee.rules.building.rulebook import READING_ORDER, DeclaredBook
from referee.rules.findings import message_of
from referee.rules.schema.options import Option
from referee.rules.schema.reading import SchemaError, needs, path, read_into
from referee.rules.schema.variant import KNOBS, Book


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


@dataclass(frozen=True, slots=True)
class _OwnTables:
    says: Mapping[str, tuple[str, ...]]
    offers: Mapping[str, str]


def read_definition(definition: Mapping[str, object]) -> Definition:
    """Take apart a definition of this edition; raises `SchemaError`."""
    words = read_into(_OwnTables, {name: definition.get(name, {}) for name in ("says", "offers")})
    options = definition.get("options", {})
    if not isinstance(options, Mapping):
        raise SchemaError("options", needs("table", given=options))
    own = {name: _own_option(name, table, words.offers) for name, table in options.items()}
    offers = dict(_offers(words.offers, own))
    _check_says(words.says)
    beside = ("says", "offers", "options", "edition")
    return Definition(
        values={key: value for key, value in definition.items() if key not in beside},
        own=own,
        book=DeclaredBook(
            sections={rule: section for section, rules in words.says.items() for rule in rules},
            offered=words.offers,
        ),
        offers=offers,
    )


def _own_option(name: str, table: object, offers: Mapping[str, str]) -> Option:
    """`[options.NAME]`: something that a table may settle in this game alone.

    Its words stand in the catalogue, under `option-NAME`.
    """
    words = f"option-{name.replace('_', '-')}"
    key, offered = path("options", name), name in offers
    return read_into(Option, table, key, name=name, words=words, source_offers=offered)


def _offers(
    offers: Mapping[str, str], own: Mapping[str, Option]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name in offers:
        key, _, values = name.partition("=")
        if key not in own and key not in KNOBS:
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
