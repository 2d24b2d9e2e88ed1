"""Hands to hold rules against: drawn from the packs of a game, many of them rich in melds."""

import random
from collections import Counter
from collections.abc import Sequence

from referee.rules.cards import JOKER, RANKS, SUITS, Card
from referee.rules.findings import violations
from referee.rules.law.contracts import judge_contract
from referee.rules.law.melds import judge_meld
from referee.rules.law.points import points_of
from referee.rules.schema.options import Option, OptionError, OptionValue
from referee.rules.schema.variant import Variant
from referee.rules.search.arrange import Arrangement
from referee.variants import load


def cards_in_play(variant: Variant) -> list[Card]:
    """Every card of the most packs that the game may use."""
    deck = variant.deck
    return sorted(deck.pack, key=by_rank) * deck.packs() + [JOKER] * deck.jokers()


def by_rank(card: Card) -> int:
    """The place of a card's rank from the ace to the king."""
    return RANKS.index(card.rank)


def a_hand(chance: random.Random, variant: Variant, size: int, wilds: int) -> list[Card]:
    """A hand of so many cards, no more than so many of them wild; three in four are dense.

    Dense are hands of one suit or two, of few ranks, or of neighbouring ranks.
    """
    cards = cards_in_play(variant)
    wild = [card for card in cards if variant.is_wild(card)]
    plain = [card for card in cards if not variant.is_wild(card)]
    held = chance.sample(wild, min(wilds, size, len(wild)))
    pool = _dense(chance, plain)
    if len(pool) < size - len(held):
        pool = plain
    return held + chance.sample(pool, min(size - len(held), len(pool)))


def _dense(chance: random.Random, plain: Sequence[Card]) -> list[Card]:
    at = chance.randrange(len(RANKS) - 4)
    suits: Sequence[str] = SUITS
    ranks: Sequence[str] = RANKS
    match chance.randrange(4):
        case 0:
            suits = chance.sample(SUITS, chance.randint(1, 2))
        case 1:
            ranks = chance.sample(RANKS, chance.randint(3, 6))
        case 2:
            ranks = RANKS[at : at + chance.randint(4, 6)]
    return [card for card in plain if card.suit in suits and card.rank in ranks]


def some_options(chance: random.Random, game: str) -> Variant:
    """The game with some of its options changed; half the time with none."""
    asked = load(game).options
    while True:
        chosen = {
            name: _value(chance, option)
            for name, option in asked.items()
            if chance.random() < 0.4
        }  # fmt: skip
        try:
            return load(game, chosen if chance.random() < 0.5 else None)
        except OptionError:
            continue


def some_law(chance: random.Random, game: str) -> Variant | None:
    """The game with its law of melds turned, None where that cannot go together with the rest."""
    options: dict[str, object] = {
        "sets.suits": chance.choice(["free", "different", "spread"]),
        "runs.suits": chance.choice(["one", "one", "any", "colour", "alternating"]),
        "wilds.limit": chance.choice(["any", "any", "at-most-naturals", "fewer-than-naturals"]),
        "wilds.adjacent": chance.random() < 0.3,
        "wilds.ends": chance.random() < 0.7,
        "wilds.kinds": chance.choice(["both", "both", "sets", "runs", "none"]),
        "runs.most_with_wilds": chance.choice([0, 0, 3, 4, 5, 6]),
        "wilds.by_deal": chance.sample(load(game).deck.ranks, chance.randint(0, 4)),
    }
    if chance.random() < 0.3:
        options["wilds.as_itself"] = True
    if chance.random() < 0.3:
        options["wilds.naturals_per_meld"] = chance.randint(0, 3)
    try:
        return load(game, options)
    except OptionError:
        return None


def _value(chance: random.Random, option: Option) -> OptionValue:
    if option.is_number:
        return chance.randint(option.least, min(option.most, option.least + 6))
    return chance.choice(option.values)


def some_deal(chance: random.Random, variant: Variant) -> int | None:
    """Any deal of the game, or None where they are not numbered."""
    return chance.randint(1, len(variant.deals)) if variant.deals else None


def faults(
    variant: Variant, cards: Sequence[Card], deal: int | None, found: Arrangement
) -> list[str]:
    """What is wrong with an arrangement by the rules that judge melds and contracts."""
    wrong = []
    laid = [one.card for meld in found.melds for one in meld]
    if Counter(laid) + Counter(found.left) != Counter(cards):
        wrong.append("the cards laid and left are not the hand")
    if points_of(variant.at(deal), found.left) != found.points_left:
        wrong.append("the points are not those of the cards left")
    if found.can_lay_contract and deal is not None:
        judged = judge_contract(variant.at(deal), found.melds, hand=cards)
        wrong += [one.said() for one in violations(judged.findings)]
    elif found.can_lay_contract is False and found.melds:
        wrong.append("melds are laid without the contract")
    for meld in found.melds:
        wrong += [one.said() for one in violations(judge_meld(variant.at(deal), meld).findings)]
    if found.can_lay_contract is None and variant.further_melds.melds_per_turn:
        too_many = len(found.melds) > variant.further_melds.melds_per_turn
        wrong += ["more melds than one turn allows"] * too_many
    return wrong
