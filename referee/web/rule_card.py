"""A game's rules laid out as a card: headings, rules, and what was noted under each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import abort

from referee.language import listed
from referee.printing.card_svg import Meld, deal_melds
from referee.rules.deals import contract_words, special_words
from referee.rules.rulebook import HEADINGS, RULEBOOK
from referee.rules.scoring import CardValue, card_values
from referee.rules.variant import Note, Option, Variant
from referee.variants import UnknownGame, load


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLine:
    """One rule in players' words: where it comes from, and the option that would change it.

    `anchor` is its place on the page.
    """

    anchor: str
    text: str
    source: str
    is_silent: bool
    option: Option | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """The rules and notes under one heading."""

    heading: str
    rules: tuple[RuleLine, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLine:
    """One deal of the game as the card lists it."""

    number: int
    name: str
    cards: int
    melds: tuple[Meld, ...]
    words: str
    special: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCard:
    """Everything on the rules page of a game."""

    sections: tuple[Section, ...]
    deals: tuple[DealLine, ...]
    values: tuple[CardValue, ...]


def variant_or_404(game: str, options: Mapping[str, str] | None = None) -> Variant:
    """A game by its id, under some options; 404 where there is none. Raises `OptionError`."""
    try:
        return load(game, options)
    except UnknownGame:
        abort(404)


def rule_card(variant: Variant, wanted: str = "") -> RuleCard:
    """Lay out the rules of a game under its options; with `wanted`, those that hold its words."""
    sections = (_section(variant, heading, wanted.casefold().split()) for heading in HEADINGS)
    return RuleCard(
        sections=tuple(section for section in sections if section.rules or section.notes),
        deals=tuple(
            DealLine(
                number=number,
                name=deal.name,
                cards=deal.cards,
                melds=deal_melds(variant.at(number), number) if deal.contract else (),
                words=contract_words(deal.contract),
                special=special_words(variant.at(number)),
            )
            for number, deal in enumerate(variant.deals, 1)
        ),
        values=tuple(card_values(variant)),
    )


def _section(variant: Variant, heading: str, words: Sequence[str]) -> Section:
    def wanted(text: str) -> bool:
        return bool(text) and all(word in text.casefold() for word in words)

    ids = (rule.id for rule in RULEBOOK if rule.heading == heading and rule.id in variant.rules)
    return Section(
        heading=heading,
        rules=tuple(line for line in (_line(variant, id) for id in ids) if wanted(line.text)),
        notes=tuple(
            note for note in variant.notes if note.heading == heading and wanted(note.text)
        ),
    )


def anchor_of(rule: str) -> str:
    """Where a rule stands on the page of rules."""
    return f"rule-{rule.replace('.', '-')}"


def _line(variant: Variant, id: str) -> RuleLine:
    basis = variant.basis(id)
    return RuleLine(
        anchor=anchor_of(id),
        text=variant.text(id),
        source=listed((basis.source,)),
        is_silent=not basis.section,
        option=next(iter(variant.options_of(id)), None),
    )
