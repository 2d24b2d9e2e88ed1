"""Knobs on what may lie together as a meld: the search against the integer program."""

import random

import pytest

from referee.rules.cards import write_cards
from referee.rules.search.arrange import arrange
from referee.variants import catalogue
from tests.rules.hands import a_hand, faults, some_deal, some_law
from tests.rules.oracle import TooMany, best_lay_down

GAMES = [game.id for game in catalogue() if game.scoring.grouped == "any"]
HANDS = 40


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
