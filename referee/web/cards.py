"""Cards in the words and signs of the pages: what is read out, and what is drawn."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from flask import Flask

from referee.rules.cards import JOKER_RANK, SUIT_SIGNS, Card

RANKS: Final[Mapping[str, str]] = MappingProxyType(
    {"A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
     "8": "eight", "9": "nine", "10": "ten", "J": "jack", "Q": "queen", "K": "king"}
)  # fmt: skip
"""What ranks are called in sentences."""

_SUITS: Final[Mapping[str, str]] = MappingProxyType(
    {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
)
_COURT: Final = frozenset("AJQK")


def init_app(app: Flask) -> None:
    """Give templates the filters `card_name`, `rank_name`, `suit_name` and `suit_sign`."""
    app.jinja_env.filters["card_name"] = card_name
    app.jinja_env.filters["rank_name"] = rank_name
    app.jinja_env.filters["suit_name"] = suit_name
    app.jinja_env.filters["suit_sign"] = suit_sign


def card_name(card: Card) -> str:
    """A card as it is read out, such as `8 of hearts`, `Jack` or `Joker`."""
    rank = rank_name(card.rank).capitalize()
    return f"{rank} of {suit_name(card.suit)}" if card.suit else rank


def rank_name(rank: str) -> str:
    """A rank as it is read out: `8`, `jack`, `joker`."""
    if rank == JOKER_RANK:
        return "joker"
    return RANKS[rank] if rank in _COURT else rank


def suit_name(suit: str) -> str:
    """A suit as it is read out: `hearts`."""
    return _SUITS[suit]


def suit_sign(suit: str) -> str:
    """A suit as it is drawn: `♥`."""
    return SUIT_SIGNS[suit]
