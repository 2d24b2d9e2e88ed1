"""Knobs on what may lie together as a meld: the law against a plain one, and its search."""

import random
from collections import Counter

import pytest

from referee.rules.cards import JOKER, SUITS, Card, write_cards
from referee.rules.law.meld_law import Meld, law_of, standing, violations
from referee.rules.schema.melds import KINDS
from referee.rules.schema.runs import run_windows
from referee.rules.schema.variant import Terms
from referee.rules.search.arrange import arrange
from referee.variants import catalogue
from tests.rules.hands import a_hand, faults, some_deal, some_law
from tests.rules.oracle import Meld as Plain
from tests.rules.oracle import TooMany, best_lay_down, is_legal
from tests.shares import share

GAMES = [game.id for game in catalogue() if game.scoring.grouped == "any"]
HANDS = share(80)


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


MELDS = share(4000, 2)


def some_meld(chance: random.Random, terms: Terms) -> Meld:
    """A set, or a run from low to high, of any size and with jokers anywhere."""
    kind = chance.choice(KINDS)
    size = chance.randint(1, 7)
    if kind == "run":
        window = chance.choice(run_windows(terms.deck, size))
        suits = SUITS if terms.runs.mixed and chance.random() < 0.5 else "h"
        cards = [Card(rank, chance.choice(suits)) for rank in window.ranks]
    else:
        cards = [Card("9", chance.choice(SUITS)) for _ in range(size)]
    wilds = chance.choice([0, 0.2, 0.4, 1])
    standings = [
        standing(terms, JOKER, Card(card.rank, "" if kind == "set" or terms.runs.mixed else "h"))
        if terms.is_wild(card) or chance.random() < wilds
        else standing(terms, card, card)
        for card in cards
    ]
    return Meld(kind, tuple(standings))


def test_the_fast_form_of_the_law_is_the_law() -> None:
    chance = random.Random(5)
    seen: Counter[bool] = Counter()
    broken: Counter[str] = Counter()
    while seen.total() < MELDS:
        variant = some_law(chance, chance.choice(GAMES))
        if variant is None or not variant.has_wilds:
            continue
        terms = variant.at(some_deal(chance, variant))
        for _ in range(20):
            meld = some_meld(chance, terms)
            law, wilds = law_of(terms, meld.kind), [one.wild for one in meld.standings]
            naturals = tuple(one.card for one in meld.standings if not one.wild)
            spots = tuple(not wild for wild in wilds if meld.kind == "run")
            plain = Plain(meld.kind, naturals, sum(wilds), "", spots=spots)
            legal = is_legal(terms, plain)
            fits = law.fits(len(naturals), sum(wilds)) and law.may_lie(meld.stands, wilds)
            given = Meld(meld.kind, tuple(chance.sample(meld.standings, len(wilds))))
            wrong = violations(terms, given)
            told = f"{variant.turned}: {meld.written}"
            assert (fits, not wrong) == (legal, legal), told
            more = law.room(len(naturals), sum(wilds))
            assert not more or law.fits(len(naturals), sum(wilds) + more), told
            assert not law.fits(len(naturals), sum(wilds) + more + 1), told
            seen[legal] += 1
            broken.update({finding.rule for finding in wrong})
    assert min(seen[True], seen[False]) > MELDS / 10
    assert set(broken) >= {
        "set.size", "set.suits", "run.length", "run.with-wilds", "wild.adjacent", "wild.ends",
        "wild.kinds", "wild.naturals",
    }  # fmt: skip
