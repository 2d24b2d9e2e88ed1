"""What no sentence of a ruling may be, over the whole case law.

It speaks of cards that are there, it quotes the rule that is broken, and where it says no it says
more than the question does.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.rules import rule
from referee.rules.cards import Card, CardsError, parse_laid
from referee.rules.findings import Ruling
from referee.variants import load
from tests.rules.caselaw import rulings

NAMED = re.compile(r"(10|[2-9AKQJ])([♠♥♦♣])")
SUITS = dict(zip("♠♥♦♣", "shdc", strict=True))
ONLY_NO = re.compile(
    r"((isn|aren)’t an? (meld|set|run|contract)|can’t be (added to|discarded|taken from)[^:;]*)\.$"
)
"""Sentences that say no more than the question does."""


def texts(value: Any) -> Iterator[str]:
    """Every text in a case."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for inner in value.values() for text in texts(inner))
    elif isinstance(value, list):
        yield from (text for inner in value for text in texts(inner))


def given_in(case: Mapping[str, Any]) -> set[Card]:
    """The cards in a case, and those that wilds in it are said to stand for."""
    cards: set[Card] = set()
    for text in texts({name: case[name] for name in case if name not in ("game", "ask")}):
        try:
            laid = parse_laid(text)
        except CardsError:
            continue
        cards |= {card for one in laid for card in (one.card, one.says) if card}
    return cards


def test_a_card_that_is_named_is_in_the_case_or_in_the_deck() -> None:
    strange = []
    for precedent, ruling in rulings():
        case = precedent.case
        game, given = load(case["game"], case.get("options") or {}), given_in(case)
        for finding in ruling.findings:
            said = finding.said()
            named = {Card(rank, SUITS[suit]) for rank, suit in NAMED.findall(said)} - given
            jokers = "joker" in said.lower() and not any(card.is_joker for card in given)
            if not game.deck.known.issuperset(named):
                strange.append((case, said))
            if jokers and not game.has_jokers:
                strange.append((case, said))
    assert strange == []


def test_what_refuses_says_more_than_no() -> None:
    circular = []
    for precedent, ruling in rulings():
        case = precedent.case
        broken = [finding.said() for finding in ruling.findings if not finding.ok]
        if broken and all(ONLY_NO.search(said) for said in broken):
            circular.append((case, broken))
    assert circular == []


def broken_by(ruling: Ruling) -> set[str]:
    return {finding.rule for finding in ruling.findings if not finding.ok}


def test_a_contract_with_a_meld_that_is_none_breaks_the_rules_of_that_meld() -> None:
    elsewhere = []
    for precedent, ruling in rulings():
        case = precedent.case
        if case["ask"] != "contract" or "melds" not in case:
            continue
        kept = {name: case[name] for name in case if name in ("game", "options", "players", "deal")}
        own = set[str]()
        for meld in case["melds"]:
            own |= broken_by(rule({**kept, "ask": "meld", "cards": meld}))
        if own and not own & broken_by(ruling):
            elsewhere.append((case, own, broken_by(ruling)))
    assert elsewhere == []
