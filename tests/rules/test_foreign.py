"""Figures of others, held as `./run proof foreign` does: a share of what it goes through whole."""

import pytest

from referee.rules.cards import parse_cards
from tests.proof import foreign, foreign_counts, foreign_exchanges
from tests.shares import share


def test_the_law_makes_as_many_melds_of_one_pack_as_others_count():
    assert foreign.melds_of_one_pack()


def test_the_dearest_hands_cost_what_others_count():
    assert foreign.dearest_hands()


def test_the_knock_cards_are_those_of_another_program():
    assert foreign.knock_cards()


def test_as_many_hands_as_others_count_are_fitted_by_nothing():
    assert foreign.hands_that_nothing_fits(share(5_000, 5))
    assert foreign.hands_without_a_meld(share(5_000, 5))


def test_hands_that_meld_whole_are_as_many_by_every_method():
    assert foreign_counts.counted(10, 3)


@pytest.mark.slow
def test_a_hand_is_as_many_exchanges_from_a_declaration_as_others_have_proven_at_most():
    declared = parse_cards("As 2s 3s 4s Qh Kh Ah 7s 7h 7d 9s 9h 9d")
    assert foreign_exchanges.fewest_exchanges(declared) == 0
    one_run = parse_cards("As 2s 3s 4s 5h 5d 5c 7s 7h 7d 9s 9h 9d")
    assert foreign_exchanges.fewest_exchanges(one_run) > 0
    hardest = parse_cards(foreign_exchanges.HARDEST)
    assert foreign_exchanges.fewest_exchanges(hardest) == foreign_exchanges.MOST
