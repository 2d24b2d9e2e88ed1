"""Building a game from the plain data of its file and the house options of a table."""

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from types import MappingProxyType

from referee.rules.cards import JOKER_RANK, RANKS
from referee.rules.codes import CODES
from referee.rules.rulebook import HEADINGS, RULEBOOK, needed_rules
from referee.rules.schema import SchemaError, read_into
from referee.rules.variant import (
    LAST_CARD_WAYS,
    PLACEHOLDER,
    Ground,
    Kind,
    Option,
    OptionValue,
    Rule,
    SettledBy,
    Variant,
    plain,
)


class OptionError(ValueError):
    """A house option that the game has not, or a value that it does not take.

    `option` names it; the message says what would be right.
    """

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option


def build(
    definition: Mapping[str, object], *, id: str, options: Mapping[str, object] | None = None
) -> Variant:
    """Build a game from the plain data of its file and the options chosen for a table.

    `definition` is what a TOML or JSON reader gives, parents already merged. `options` overrides
    defaults by name. Raises `SchemaError` for a mistake in the definition and `OptionError` for an
    option or value that the game has not.
    """
    offered = _read_options(definition)
    chosen = {name: option.default for name, option in offered.items()}
    chosen.update(
        (name, _option_value(offered, name, value)) for name, value in (options or {}).items()
    )
    patched: dict[str, object] = deepcopy(dict(definition))
    for name, value in chosen.items():
        if value != offered[name].default:
            _apply(patched, name, offered[name], value)
    variant = read_into(
        Variant, patched, id=id, chosen=MappingProxyType(chosen), definition=definition
    )
    check(variant)
    return variant


def _read_options(definition: Mapping[str, object]) -> Mapping[str, Option]:
    return read_into(_Offered, {"options": definition.get("options", {})}).options


@dataclass(frozen=True, slots=True)
class _Offered:
    options: Mapping[str, Option]


def _option_value(offered: Mapping[str, Option], name: str, value: object) -> OptionValue:
    option = offered.get(name)
    if option is None:
        known = ", ".join(sorted(offered))
        raise OptionError(name, f"“{name}” is no option of this game. Its options are {known}.")
    if option.is_number:
        number = _whole_number(value)
        if number is None or not (
            option.least <= number <= option.most or number == option.default
        ):
            raise OptionError(name, f"“{name}” takes a whole number {_span(option)}.")
        return number
    for choice in option.choices:
        if plain(choice.value) == plain(value if isinstance(value, bool | int) else str(value)):
            return choice.value
    known = ", ".join(plain(choice.value) for choice in option.choices)
    raise OptionError(name, f"“{name}” takes one of these: {known}.")


def _span(option: Option) -> str:
    """The numbers of an option, 0 by what it stands for."""
    if option.least or not option.zero_means:
        return f"from {option.least} to {option.most}"
    return f"from 1 to {option.most}, or 0 for “{option.zero_means}”"


def _whole_number(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and re.fullmatch(r"\d{1,6}", value) else None


def _apply(patched: dict[str, object], name: str, option: Option, value: OptionValue) -> None:
    if option.key:
        _set(patched, option.key, value, name)
    for choice in option.choices:
        if choice.value == value:
            for key, inner in choice.set.items():
                _set(patched, key, inner, name)


def _set(table: object, key: str, value: object, option: str) -> None:
    *steps, last = key.split(".")
    for step in steps:
        table = _inside(table, step, key, option)
    if isinstance(table, list):
        table[int(last) - 1] = value
    elif isinstance(table, dict):
        table[last] = value


def _inside(table: object, step: str, key: str, option: str) -> object:
    if isinstance(table, dict) and step not in table and not step.isdigit():
        return table.setdefault(step, {})
    try:
        return table[int(step) - 1] if isinstance(table, list) else table[step]  # type: ignore[index]
    except (KeyError, IndexError, TypeError, ValueError):
        raise SchemaError(f"options.{option}", f"sets {key}, which is not there") from None


def check(variant: Variant) -> None:
    """Check that the parts of a game fit together.

    Raises `SchemaError` naming the key: a number of players without packs or cards, a contract
    smaller than its melds may be, a rule that the game needs and does not word, and the like.
    """
    _check_players(variant)
    _check_deals(variant)
    _check_options(variant)
    _check_rules(variant)
    for rank in (*variant.wilds.ranks, *variant.ranks.removed):
        _expect(rank in RANKS, "wilds.ranks", f"“{rank}” is no rank")
    if variant.has_jokers:
        _expect(JOKER_RANK in variant.points.by_rank, "points.joker", "is missing")


def _expect(holds: bool, key: str, message: str) -> None:
    if not holds:
        raise SchemaError(key, message)


def _check_players(variant: Variant) -> None:
    least, most = variant.players.least, variant.players.most
    _expect(1 < least <= most, "players", f"needs two players or more, not {least} to {most}")
    for players in range(variant.players.least, variant.players.most + 1):
        _expect(bool(variant.packs.always or variant.packs.by_players.of(players)),
                "packs.by_players", f"does not say how many for {players} players")  # fmt: skip
        if not variant.deals:
            each = variant.cards_each.of(players) if variant.cards_each else None
            _expect(bool(each), "cards_each", f"does not say how many for {players} players")


def _check_deals(variant: Variant) -> None:
    least = {Kind.SET: variant.sets.least, Kind.RUN: variant.runs.least}
    for at, deal in enumerate(variant.deals, 1):
        for piece in deal.contract:
            _expect(piece.size >= least[piece.kind], f"deals.{at}.contract",
                    f"a {piece} is smaller than a {piece.kind} may be")  # fmt: skip
        if deal.option:
            _expect(deal.option in variant.options, f"deals.{at}.option", "is no option here")
        _check_ways(deal.out_by, f"deals.{at}.out_by")
    _check_ways(variant.go_out.by, "go_out.by")


def _check_ways(ways: tuple[str, ...], key: str) -> None:
    for way in ways:
        _expect(way in LAST_CARD_WAYS, key, f"needs some of {', '.join(LAST_CARD_WAYS)}")


def _check_options(variant: Variant) -> None:
    for name, option in variant.options.items():
        values = [choice.value for choice in option.choices]
        fits = option.is_number or option.default in values
        _expect(fits, f"options.{name}.default", "is none of its choices")
        if option.is_number:
            _expect(bool(option.key), f"options.{name}.key", "is missing")
            _expect(type(option.default) is int, f"options.{name}.default", "needs a whole number")


def _check_rules(variant: Variant) -> None:
    needed = needed_rules(variant)
    for rule in needed:
        _expect(rule in variant.rules, f"rules.{rule}", "is missing")
    known_rules = {entry.id for entry in RULEBOOK}
    for rule, found in variant.rules.items():
        _expect(rule in known_rules, f"rules.{rule}", "is no rule that a game can have")
        _check_ground(variant, f"rules.{rule}", found)
        for words, ground in found.grounds.items():
            key = f"rules.{rule}.grounds.{words}"
            _expect(words in CODES.get(rule, ()), key, "is no sentence of this rule")
            _check_ground(variant, key, ground)
        _check_text(variant, rule, found)
    for at, note in enumerate(variant.notes, 1):
        _expect(note.heading in HEADINGS, f"notes.{at}.heading", f"needs one of {HEADINGS}")


def _check_ground(variant: Variant, key: str, found: Ground) -> None:
    known = not found.option or found.option in variant.options
    _expect(known, f"{key}.option", "is no option here")
    named = found.by is SettledBy.RULES or bool(found.option)
    _expect(named, f"{key}.option", "is missing: a table may settle this rule")
    sourced = found.by is SettledBy.TABLE or bool(found.source)
    _expect(sourced, f"{key}.source", "is missing: the text settles this rule")


def _check_text(variant: Variant, rule: str, found: Rule) -> None:
    """Check that a rule's text speaks only of options and values that the game has."""
    for when in found.text_when:
        name, named, value = when.partition("=")
        name, value = (name, value) if named else (found.option, when)
        key = f"rules.{rule}.text_when.{when}"
        option = variant.options.get(name)
        _expect(option is not None, key, f"“{name}” is no option here")
        _expect(option is None or _takes(option, value), key, f"“{value}” is no value of “{name}”")
    for text in (found.text, *found.text_when.values()):
        for name in PLACEHOLDER.findall(text):
            known = found.option if name == "value" else name
            _expect(known in variant.options, f"rules.{rule}.text", f"{{{name}}} is no option here")


def _takes(option: Option, value: str) -> bool:
    if option.is_number:
        return value.isdecimal() and option.least <= int(value) <= option.most
    return value in {plain(choice.value) for choice in option.choices}
