"""Games as earlier versions stored them: the first edition, which held every rule in words."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any

from referee.language import say
from referee.rules.building.definition import Definition
from referee.rules.building.rulebook import RULEBOOK
from referee.rules.building.words import rule_words
from referee.rules.schema.knobs import OptionValue, as_written, plain
from referee.rules.schema.options import Choice, Option
from referee.rules.schema.reading import SchemaError, path, read_into
from referee.rules.schema.variant import Basis, SettledBy, Variant

_PLACE = re.compile(r"\{(\w+)\}")
"""A place in a rule's text that an option's value takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What one sentence of a rule rests on: its section, who decides, and which option."""

    source: str = ""
    by: SettledBy = "rules"
    option: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Ground):
    """One rule in words.

    `text_when` replaces `text` by the value of `option`, and before that by the value of any other,
    under a key such as `rounds=0`. `{value}` stands for the value of `option`, `{rounds}` for that
    of another. `grounds`: what some of its sentences rest on instead.
    """

    text: str
    text_when: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    grounds: Mapping[str, Ground] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredChoice:
    value: OptionValue
    label: str
    set: Mapping[str, object]

    @classmethod
    def read(cls, value: Any, key: str) -> "_StoredChoice":
        if not isinstance(value, Mapping) or not {"value", "label"} <= set(value):
            raise SchemaError(key, say("schema-needs-keys", keys=("value", "label")))
        sets = value.get("set", {})
        if not isinstance(sets, Mapping):
            raise SchemaError(path(key, "set"), say("schema-needs-set"))
        return cls(value=value["value"], label=str(value["label"]), set=sets)


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredOption:
    asks: str
    default: OptionValue
    key: str = ""
    choices: tuple[_StoredChoice, ...] = ()
    least: int = 0
    most: int = 0
    zero_means: str = ""
    source_offers: bool = False
    players: int = 0

    def as_option(self, name: str, rules: tuple[str, ...]) -> Option:
        return Option(
            name=name,
            words="",
            default=self.default,
            key=self.key,
            choices=tuple(
                Choice(value=choice.value, set=choice.set, text=choice.label)
                for choice in self.choices
            ),
            least=self.least,
            most=self.most,
            rules=rules,
            source_offers=self.source_offers,
            players=self.players,
            text=self.asks,
            zero_means=self.zero_means,
        )


_MISHAPS: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "If the first card turned up is a two, shuffle it back in and turn up another.": (
            "wild-upcard", "wild_upcard", "turn-another",
        ),
        "If you draw two stock cards by mistake and see one, the lower goes back. The next player "
        "may look at it and take it, or else have it put into the middle of the stock.": (
            "drew-two", "drew_two", "put-back-next-may-take",
        ),
        "If your contract is down and nothing you hold may be discarded, take the top discard and "
        "the top card of the stock, play what fits, and then discard.": (
            "no-discard", "no_discard", "take-upcard-and-stock-card",
        ),
        "You may take a joker out of turn. If several players can, the one whose turn comes first "
        "does.": ("wild-wanted", "wild_wanted", "next-in-turn"),
    }
)  # fmt: skip
"""Stored texts that settle what happens when something goes wrong: the rule, its knob and value."""

_UNSAID = frozenset({"irregularity.drew-two unseen"})
"""Sentences of those rules that the texts do not say."""


@dataclass(frozen=True, slots=True)
class _StoredTables:
    options: Mapping[str, _StoredOption]
    rules: Mapping[str, Rule]


def read_first_edition(definition: Mapping[str, object]) -> Definition:
    """Take apart a definition of the first edition."""
    stored = {name: definition.get(name, {}) for name in ("options", "rules")}
    words = read_into(_StoredTables, stored)
    rules_of: dict[str, tuple[str, ...]] = {}
    for rule, rests in words.rules.items():
        for option in {rests.option: None, **dict.fromkeys(_named(rests))}:
            rules_of[option] = (*rules_of.get(option, ()), rule)
    texts = {rule.text: rule.source for rule in words.rules.values()}
    notes: Any = definition.get("notes", ())
    texts |= {note["text"]: note.get("source", "") for note in notes}
    settled = [(texts[text], *known) for text, known in _MISHAPS.items() if text in texts]
    values = {key: value for key, value in definition.items() if key not in stored}
    return Definition(
        values={"irregularities": {knob: value for _, _, knob, value in settled}, **values},
        own={
            name: option.as_option(name, rules_of.get(name, ()))
            for name, option in words.options.items()
        },
        book=WrittenBook(
            rules=words.rules,
            mishaps={f"irregularity.{rule}": section for section, rule, _, _ in settled},
        ),
        offers=_offers(words.options),
    )


def _offers(options: Mapping[str, _StoredOption]) -> dict[str, tuple[str, ...]]:
    """The knobs that the source left open, by key, with the values that it offered."""
    offers: dict[str, tuple[str, ...]] = {}
    for option in options.values():
        if option.source_offers and option.key:
            offers[option.key] = ()
        for choice in option.choices if option.source_offers else ():
            for key, value in choice.set.items():
                offers[key] = (*offers.get(key, ()), plain(as_written(value)))
    return offers


def _named(rule: Rule) -> Iterator[str]:
    """The options whose values choose among the texts of a rule."""
    return (when.partition("=")[0] for when in rule.text_when if "=" in when)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenBook:
    """Rules that were stored in words; a rule that a knob turned by its key is worded by that.

    `mishaps`: the sections that settle what happens when something goes wrong.
    """

    rules: Mapping[str, Rule]
    mishaps: Mapping[str, str]

    def ids(self, variant: Variant) -> tuple[str, ...]:
        """The rules that were stored, and those needed besides where the table turned a knob."""
        turned = any(variant.options[name].knob for name in variant.turned)
        if turned:
            return tuple(entry.id for entry in RULEBOOK if entry.stands(variant, self.rules))
        return tuple(entry.id for entry in RULEBOOK if entry.id in self.rules)

    def text(self, variant: Variant, rule: str) -> str:
        """The rule in its stored words."""
        words = self.rules.get(rule)
        if words is None or _turned_by_key(variant, rule):
            return rule_words(variant, rule)
        own = plain(variant.chosen[words.option]) if words.option else ""
        text = words.text_when.get(own, words.text)
        for when, other in words.text_when.items():
            name, named, value = when.partition("=")
            if named and plain(variant.chosen[name]) == value:
                text = other

        def label(place: re.Match[str]) -> str:
            name = words.option if place[1] == "value" else place[1]
            return variant.options[name].label(variant.chosen[name])

        return _PLACE.sub(label, text)

    def basis(self, variant: Variant, rule: str, words: str) -> Basis:
        """What the stored words rest on."""
        basis = partial(Basis, variant=variant, rule=rule)
        stored = self.rules.get(rule)
        ground: Ground = stored.grounds.get(words, stored) if stored else Ground(by="table")
        if by_key := _turned_by_key(variant, rule):
            section = ground.source
            turned = bool(section)
            return basis(by="table", section=section, option=by_key[0], turned=turned)
        if stored is None and rule in self.mishaps and f"{rule} {words}" not in _UNSAID:
            return basis(by="rules", section=self.mishaps[rule])
        if stored is None:
            options = variant.options_of(rule)
            return basis(by="table", option=options[0].name if options else "")
        turned = ground.by == "rules" and ground.option in variant.overturned
        by: SettledBy = "table" if turned else ground.by
        option = ground.option if by == "table" else ""
        return basis(by=by, section=ground.source, option=option, turned=turned)


def _turned_by_key(variant: Variant, rule: str) -> tuple[str, ...]:
    """The knobs outside the stored options that this table turned and that a rule rests on."""
    return tuple(
        name
        for name in variant.overturned
        if (option := variant.options[name]).knob and option.rules[0] == rule
    )
