"""Cards as pages name and draw them."""

import pytest

from referee.paths import TEMPLATES
from referee.rules.cards import RANKS, SUIT_SIGNS, SUITS, Card
from referee.web.cards import card_name


@pytest.mark.parametrize(
    ("card", "name"),
    [
        (Card("8", "h"), "8 of hearts"),
        (Card("10", "s"), "10 of spades"),
        (Card("A", "d"), "Ace of diamonds"),
        (Card("J"), "Jack"),
        (Card("*"), "Joker"),
    ],
    ids=str,
)
def test_a_card_is_read_out_in_words(card: Card, name: str) -> None:
    assert card_name(card) == name


def test_every_card_has_a_name_of_its_own() -> None:
    cards = [Card(rank, suit) for rank in RANKS for suit in ("", *SUITS)]
    assert len({card_name(card) for card in cards}) == len(cards)


def test_no_template_has_a_table_of_suits() -> None:
    red = [SUIT_SIGNS["h"], SUIT_SIGNS["d"]]
    pages = list(TEMPLATES.rglob("*.html"))
    assert not [path for path in pages if any(sign in path.read_text("utf-8") for sign in red)]
