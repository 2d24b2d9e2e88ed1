"""Examples of melds: natural cards that fulfil a contract, for pages and paper alike."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from referee.rules.cards import Card
from referee.rules.schema.melds import Piece
from referee.rules.schema.variant import Variant

# Runs stay below the ten, where they are easiest to read; sets lie above them, all apart.
_RUN_STARTS: Final = (1, 2, 0)
_RUN_SUITS: Final = ("s", "h", "c", "d", "t")
_SET_RANKS: Final = (-1, -3, -2, -5)


def example_melds(variant: Variant, contract: Sequence[Piece]) -> tuple[tuple[Card, ...], ...]:
    """Natural cards that fulfil a contract: each run in a suit of its own, each set of its rank."""
    ranks, runs, sets = plain_ranks(variant), count(), count()
    suits = [suit for suit in _RUN_SUITS if suit in variant.suits]
    return tuple(
        _run(suits, ranks, piece.size, next(runs))
        if piece.kind == "run"
        else _set(variant.suits, ranks, piece.size, next(sets))
        for piece in contract
    )


def deal_melds(variant: Variant, number: int) -> tuple[tuple[Card, ...], ...]:
    """Natural cards that fulfil the contract of a deal, from 1; a play-off is the last one again.

    Where it takes the whole hand they are all cards that one holds after drawing: the last meld is
    longer than it need be.
    """
    deal = variant.deals[min(number, len(variant.deals)) - 1]
    contract = list(deal.contract)
    if deal.whole_hand and variant.contracts.size == "at-least":
        layout = deal.cards + 1 - deal.last_card_discarded
        over = layout - sum(piece.size for piece in contract)
        contract[-1] = replace(contract[-1], size=contract[-1].size + max(over, 0))
    return example_melds(variant, contract)


def _run(suits: Sequence[str], ranks: Sequence[str], size: int, number: int) -> tuple[Card, ...]:
    last_start = max(len(ranks) - size, 0)
    start = min(_RUN_STARTS[number % len(_RUN_STARTS)], last_start)
    suit = suits[number % len(suits)]
    return tuple(Card(rank, suit) for rank in ranks[start : start + size])


def _set(suits: Sequence[str], ranks: Sequence[str], size: int, number: int) -> tuple[Card, ...]:
    rank = ranks[_SET_RANKS[number % len(_SET_RANKS)] % len(ranks)]
    return tuple(Card(rank, suits[(number + n) % len(suits)]) for n in range(size))


def plain_ranks(variant: Variant) -> tuple[str, ...]:
    """The longest row of ranks, from two to king, that are in play and never wild."""
    out = {"A", *variant.wilds.ranks}
    rows: list[list[str]] = [[]]
    for rank in variant.deck.line:
        if rank in out:
            rows.append([])
        else:
            rows[-1].append(rank)
    longest = max(rows, key=len)
    return tuple(longest)
