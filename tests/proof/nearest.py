"""The nearest division of a hand into its contract against every way to add one card or two."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from referee.rules.cards import Card, LaidCard, write_cards
from referee.rules.schema.variant import Variant
from referee.rules.search.arrange import arrange
from referee.rules.search.why_not import NearDivision, nearest_to_contract
from referee.variants import catalogue
from tests.rules.hands import a_hand, cards_in_play
from tests.rules.oracle import TooMany, best_lay_down

HANDS_A_GAME = 120
MOST_BY_PAIRS = 10
"""How many hands of a game are tried with every two cards added."""

SEED = 21


def main() -> bool:
    """Hold every game's hands; true where no fewer cards than those named make the contract."""
    games = [variant for variant in catalogue() if variant.has_contracts]
    held = [_hold(random.Random(SEED), variant) for variant in games]
    return all(held)


def _hold(chance: random.Random, variant: Variant) -> bool:
    lacking: Counter[int | None] = Counter()
    wrong = pairs = 0
    deals = [at for at, deal in enumerate(variant.deals, 1) if not deal.whole_hand]
    while lacking.total() < HANDS_A_GAME:
        deal = deals[lacking.total() % len(deals)]
        hand = a_hand(chance, variant, chance.randint(6, 12), chance.choice([0, 0, 1, 2]))
        try:
            found = nearest_to_contract(variant.at(deal), tuple(map(LaidCard, hand)))
            told = len(found.lacking) if found else None
            faults = _faults(variant, deal, hand, found)
            if (told is None or told > 2) and pairs < MOST_BY_PAIRS:
                pairs += 1
                faults += _fewer(variant, deal, hand, 2)
        except TooMany:
            continue
        lacking[told] += 1
        if faults:
            wrong += 1
            print(f"{variant.id} deal {deal}: {write_cards(hand)}: {'; '.join(faults)}")
    counts = ", ".join(f"{count} lack {told}" for told, count in sorted(lacking.items(), key=str))
    print(f"{variant.id:28} {counts}; {pairs} by pairs; {wrong} wrong", flush=True)
    return not wrong


def _faults(variant: Variant, deal: int, hand: list[Card], found: NearDivision | None) -> list[str]:
    """What is wrong with a division: the cards named do not do, or fewer would."""
    faults = []
    if found is not None and not best_lay_down(variant, [*hand, *found.lacking], deal).down:
        faults.append(f"{write_cards(found.lacking)} do not make it")
    if (found is None or found.lacking) and best_lay_down(variant, hand, deal).down:
        faults.append("the contract can be laid")
    if found is None or len(found.lacking) > 1:
        faults += _fewer(variant, deal, hand, 1)
    return faults


def _fewer(variant: Variant, deal: int, hand: Sequence[Card], count: int) -> list[str]:
    """The first so many cards that make the contract when they are added."""
    for cards in _added(variant, hand, count):
        if arrange(variant.at(deal), [*hand, *cards]).can_lay_contract:
            return [f"{write_cards(cards)} would do"]
    return []


def _added(variant: Variant, hand: Sequence[Card], count: int) -> Iterator[tuple[Card, ...]]:
    free = Counter(cards_in_play(variant)) - Counter(hand)
    naturals = [card for card in free if not variant.is_wild(card)]
    for cards in combinations_with_replacement(naturals, count):
        if Counter(cards) <= free:
            yield cards
