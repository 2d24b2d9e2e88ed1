"""A game's rules laid out as a card: headings, rules, and what was noted under each."""

from collections.abc import Mapping
from typing import Final

from flask import abort

from referee.language import listed
from referee.rules.building.rulebook import HEADINGS, RULEBOOK
from referee.rules.cards import parse_cards
from referee.rules.deals import contract_words, special_words
from referee.rules.examples import deal_melds, right_and_wrong
from referee.rules.law.points import card_values
from referee.rules.schema.melds import KINDS
from referee.rules.schema.variant import Variant
from referee.variants import UnknownGame, load
from referee.web.limits import SEARCH_LENGTH
from referee.web.rule_search import find, vocabulary


class RuleLine:
    """One rule in players' words: where it comes from, and the option that would change it.

    `anchor` is its place on the page.
    """

    def __init__(self, variant: Variant, id: str) -> None:
        basis = variant.basis(id)
        self.anchor = anchor_of(id)
        self.text = variant.text(id)
        self.source = listed((basis.source,))
        self.is_silent = not basis.section
        self.option = next(iter(variant.options_of(id)), None)


class Section:
    """The rules and notes under one heading, and their texts in that order."""

    def __init__(self, variant: Variant, heading: str) -> None:
        ids = (rule.id for rule in RULEBOOK if rule.heading == heading and rule.id in variant.rules)
        lines = (RuleLine(variant, id) for id in ids)
        self.heading = heading
        self.rules = tuple(line for line in lines if line.text)
        self.notes = tuple(note for note in variant.notes if note.heading == heading and note.text)
        self.texts = tuple(one.text for one in self.rules) + tuple(one.text for one in self.notes)


class DealLine:
    """One deal of the game as the card lists it."""

    def __init__(self, variant: Variant, number: int) -> None:
        deal, terms = variant.deals[number - 1], variant.at(number)
        self.number = number
        self.name = deal.name
        self.cards = deal.cards
        self.melds = deal_melds(terms, number) if deal.contract else ()
        self.words = contract_words(deal.contract)
        self.special = special_words(terms)


class RuleCard:
    """The rules of a game under its options, and which of them answer what is `wanted`.

    `steps` are how to play in a minute: the rule of each step, by its id, and its text. `examples`
    are a right and a wrong meld of each kind, as the referee rules on them. `vocabulary` are the
    words by which it is searched. `most_wanted` is how many characters may be searched for.
    """

    def __init__(self, variant: Variant, wanted: str = "") -> None:
        self.vocabulary, self.most_wanted = vocabulary(), SEARCH_LENGTH
        sections = (Section(variant, heading) for heading in HEADINGS)
        self.sections = tuple(section for section in sections if section.texts)
        texts = [text for section in self.sections for text in section.texts]
        terms = self.vocabulary.terms(wanted)
        self.is_searched = bool(terms)
        self.answers = find(terms, texts)
        found = (next((id for id in ids if id in variant.rules), "") for ids in _STEPS)
        self.steps = tuple((id, variant.text(id)) for id in found if id)
        shown = [one for kind in KINDS for one in right_and_wrong(variant, kind)]
        self.examples = tuple([(one.right, parse_cards(one.cards), one.says) for one in shown])
        self.deals = tuple(DealLine(variant, number) for number in range(1, len(variant.deals) + 1))
        self.values = tuple(card_values(variant))


_STEPS: Final = (
    ("cards.dealt",),
    ("turn.drawn",),
    ("contract.pieces", "opening.value", "further-meld.allowed", "showdown.by"),
    ("lay-off.contract", "showdown.knock"),
    ("discard.card",),
    ("go-out.last", "go-out.melded"),
    ("score.difference", "score.winner", "score.melded"),
)
"""What is done, from the deal to the score; of several rules the first that a game has is told."""


def variant_or_404(game: str, options: Mapping[str, str] | None = None) -> Variant:
    """A game by its id, under some options; 404 where there is none. Raises `OptionError`."""
    try:
        return load(game, options)
    except UnknownGame:
        abort(404)


def anchor_of(rule: str) -> str:
    """Where a rule stands on the page of rules."""
    return f"rule-{rule.replace('.', '-')}"
