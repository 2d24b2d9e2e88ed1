"""The keypad of the desk: a key for every card, suit by suit."""

from dataclasses import dataclass
from functools import lru_cache

from referee.rules.cards import RANKS, SUIT_SIGNS, Card
from referee.web.cards import card_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key: what it writes, what stands on it, and how it is read out.

    `mark` is a class of style for wild cards, with a blank before it; else empty.
    """

    code: str
    rank: str
    sign: str
    name: str
    mark: str


@lru_cache(maxsize=64)
def keypad(
    wild: tuple[str, ...], suits: tuple[str, ...]
) -> tuple[tuple[str, tuple[Key, ...]], ...]:
    """Each suit with its keys; the ranks in `wild` are marked. One empty suit: ranks alone."""
    return tuple(
        (suit, tuple(_key(Card(rank, suit), rank in wild) for rank in RANKS)) for suit in suits
    )


def _key(card: Card, is_wild: bool) -> Key:
    return Key(
        code=card.code,
        rank=card.rank,
        sign=SUIT_SIGNS.get(card.suit, ""),
        name=card_name(card) + (", wild" if is_wild else ""),
        mark=" wild" if is_wild else "",
    )
