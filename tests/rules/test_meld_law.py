"""Knobs on what may lie together as a meld: the search against the integer program."""

import random

import pytest

from referee.rules.arrange import arrange
from referee.rules.build import OptionError
from referee.rules.cards import RANKS, write_cards
from referee.rules.variant import Variant
from referee.variants import catalogue, load
from tests.rules.hands import a_hand, faults, some_deal
from tests.rules.oracle import TooMany, best_lay_down

GAMES = [game.id for game in catalogue()]
HANDS = 40


def some_law(chance: random.Random, game: str) -> Variant | None:
    """The game with its law of melds turned, None where that cannot go together with the rest."""
    options: dict[str, object] = {
        "sets.suits": chance.choice(["free", "different"]),
        "wilds.adjacent": chance.random() < 0.3,
        "wilds.by_deal": chance.sample(RANKS, chance.randint(0, 4)),
    }
    if chance.random() < 0.3:
        options["wilds.as_itself"] = True
    if chance.random() < 0.3:
        options["wilds.naturals_per_meld"] = chance.randint(0, 3)
    try:
        return load(game, options)
    except OptionError:
        return None


@pytest.mark.parametrize("game", GAMES)
def test_leaves_what_the_integer_program_leaves_by_any_law(game: str) -> None:
    chance = random.Random(13)
    for _ in range(HANDS):
        variant = some_law(chance, game)
        if variant is None:
            continue
        deal = some_deal(chance, variant)
        terms = variant.at(deal or chance.randint(1, 5))
        hand = a_hand(chance, terms, chance.randint(4, 13), chance.randint(0, 5))
        told = f"{game} {variant.turned} deal {terms.number}: {write_cards(hand)}"
        try:
            best = best_lay_down(terms, hand, deal)
        except TooMany:
            continue
        mine = arrange(terms, hand)
        found = (mine.can_lay_contract is not False, mine.points_left)
        assert found == (best.down, best.points_left), told
        assert faults(terms, hand, terms.number, mine) == [], told
