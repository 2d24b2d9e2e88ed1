"""A game's definition taken apart: its values, and what its source says and leaves open."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from referee.language import ENGLISH, say
from referee.rules.building.rulebook import READING_ORDER
from referee.rules.findings import message_of
from referee.rules.schema.options import Choice, Option, OptionValue, table
from referee.rules.schema.reading import NOT_IN_FILES, SchemaError, path, read_table
from referee.rules.schema.variant import KNOBS

EDITION = 2
"""The schema that definitions are written in now; they carry its number."""


@table
class _OwnOption:
    """`[options.NAME]`: something that a table may settle in this game alone."""

    default: OptionValue
    rules: tuple[str, ...]
    key: str = ""
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    players: int = 0


@table
class Definition:
    """What a definition holds: the tables of the schema are its `values`, and the rest of its own.

    `says`: the rules, or single sentences, that each section of the source says; under no name
    those that it is silent on. `offers`: what the source leaves open, by the section that does:
    the key of a knob, with the values that it offers, `key=one|other`, or the name of an option.
    """

    values: Mapping[str, object] = field(metadata=NOT_IN_FILES)
    edition: int = 1
    says: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    offers: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, _OwnOption] = field(default_factory=dict)

    @property
    def sections(self) -> Mapping[str, str]:
        """The section of each rule or sentence; raises `SchemaError`."""
        sections: dict[str, str] = {}
        placed = ((section, rule) for section, rules in self.says.items() for rule in rules)
        for section, rule in placed:
            key = path("says", section)
            named, _, code = rule.partition(" ")
            if named not in READING_ORDER:
                raise SchemaError(key, say("schema-no-rule", rule=rule))
            if code and not ENGLISH.has(message_of(named, code)):
                raise SchemaError(key, say("schema-no-sentence", rule=rule))
            if sections.setdefault(rule, section) != section:
                raise SchemaError(key, say("schema-placed", rule=rule, section=sections[rule]))
        return sections

    @property
    def offered(self) -> Mapping[str, tuple[str, ...]]:
        """What the source offers of an option, by key or name, () for any value."""
        offered = {}
        for offer in self.offers:
            key, _, values = offer.partition("=")
            if key not in self.options and key not in KNOBS:
                raise SchemaError(path("offers", offer), say("schema-no-option"))
            offered[key] = tuple(filter(None, values.split("|")))
        return offered

    @property
    def own(self) -> Mapping[str, Option]:
        """The options of this game alone, by name."""
        own = {}
        for name, option in self.options.items():
            read: dict[str, Any] = {key: getattr(option, key) for key in _OwnOption.__annotations__}
            answers = tuple(choice.value for choice in option.choices)
            own[name] = Option(name=name, own=True, answers=answers, **read)
        return own


def read_definition(definition: Mapping[str, object]) -> Definition:
    """Take apart a definition; raises `SchemaError`."""
    beside = {key: definition[key] for key in Definition.__annotations__ if key in definition}
    values = {key: value for key, value in definition.items() if key not in beside}
    read = read_table(Definition, beside, values=values)
    if read.edition != EDITION:
        given = repr(read.edition)
        raise SchemaError("edition", say("schema-edition", most=EDITION, given=given))
    return read
