"""A game's rules laid out as a card: headings, rules, and what was noted under each."""

from collections.abc import Mapping, Sequence
from typing import Final

from flask import abort

from referee.language import listed, say
from referee.rules.building.rulebook import HEADINGS, RULEBOOK
from referee.rules.cards import parse_cards
from referee.rules.deals import contract_words, special_words
from referee.rules.examples import deal_melds, right_and_wrong
from referee.rules.law.points import card_values
from referee.rules.schema.melds import KINDS
from referee.rules.schema.variant import Variant
from referee.variants import UnknownGame, load
from referee.web.limits import SEARCH_LENGTH


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
    """The rules and notes under one heading that hold some words."""

    def __init__(self, variant: Variant, heading: str, asked: Sequence[Sequence[str]]) -> None:
        def wanted(text: str) -> bool:
            return bool(text) and all(any(w in text.casefold() for w in one) for one in asked)

        ids = (rule.id for rule in RULEBOOK if rule.heading == heading and rule.id in variant.rules)
        lines = (RuleLine(variant, id) for id in ids)
        self.heading = heading
        self.rules = tuple(line for line in lines if wanted(line.text))
        self.notes = tuple(
            note for note in variant.notes if note.heading == heading and wanted(note.text)
        )


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
    """The rules of a game under its options; with `wanted`, those that hold its words.

    `steps` are how to play in a minute: the rule of each step, by its id, and its text. `examples`
    are a right and a wrong meld of each kind, as the referee rules on them. `alike` is
    which words of the rules a word that players use may mean. `most_wanted` is how many characters
    may be searched for.
    """

    def __init__(self, variant: Variant, wanted: str = "") -> None:
        self.alike, self.most_wanted = _alike(), SEARCH_LENGTH
        words = (
            [wanted.casefold()] if wanted.casefold() in self.alike else wanted.casefold().split()
        )
        asked = [(word, *self.alike.get(word, ())) for word in words]
        sections = (Section(variant, heading, asked) for heading in HEADINGS)
        found = (next((id for id in ids if id in variant.rules), "") for ids in _STEPS)
        self.steps = tuple((id, variant.text(id)) for id in found if id)
        shown = [one for kind in KINDS for one in right_and_wrong(variant, kind)]
        self.examples = tuple([(one.right, parse_cards(one.cards), one.says) for one in shown])
        self.sections = tuple(section for section in sections if section.rules or section.notes)
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


def _alike() -> Mapping[str, tuple[str, ...]]:
    """Which words of the rules a word that players use may mean, in the language in use."""
    pairs = (line.split(": ") for line in say("rules-alike").splitlines())
    return {word: tuple(meant.split(", ")) for word, meant in pairs}


def variant_or_404(game: str, options: Mapping[str, str] | None = None) -> Variant:
    """A game by its id, under some options; 404 where there is none. Raises `OptionError`."""
    try:
        return load(game, options)
    except UnknownGame:
        abort(404)


def anchor_of(rule: str) -> str:
    """Where a rule stands on the page of rules."""
    return f"rule-{rule.replace('.', '-')}"
