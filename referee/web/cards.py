"""Cards in the words and signs of the pages: what is read out, and what is drawn."""

from functools import partial

from flask import Flask

from referee.language import say
from referee.printing.marks import draw_mark
from referee.rules.cards import JOKER_RANK, SUIT_SIGNS, Card
from referee.rules.schema.deck import Deck


def init_app(app: Flask) -> None:
    """Give templates the filters `card_name`, `rank_name` and `suit_sign`, and `card_names`.

    And `game_mark`, which draws the mark of a game in the colour of the text around it.
    """
    app.jinja_env.filters["card_name"] = card_name
    app.jinja_env.filters["rank_name"] = rank_name
    app.jinja_env.filters["suit_sign"] = SUIT_SIGNS.__getitem__
    app.jinja_env.globals["card_names"] = card_names
    app.jinja_env.globals["game_mark"] = partial(draw_mark, width=12, ink="currentColor")


def card_name(card: Card) -> str:
    """A card as it is read out, such as `8 of hearts`, `Jack` or `Joker`."""
    rank = rank_name(card.rank)
    if not card.suit:
        return rank
    return say("card-suited", rank=rank, suit=say("suit-name", suit=card.suit))


def rank_name(rank: str) -> str:
    """A rank as it is read out: `8`, `Jack`, `Joker`."""
    return say("card-rank", rank="joker" if rank == JOKER_RANK else rank)


def card_names(deck: Deck) -> dict[str, object]:
    """What scripts need to know of the cards of a deck: their names and the signs of the suits.

    `{rank}`, `{suit}` and `{card}` are to be filled in.
    """
    return {
        "ranks": {rank: rank_name(rank) for rank in (*deck.ranks, JOKER_RANK)},
        "suits": {suit: say("suit-name", suit=suit) for suit in deck.suits},
        "signs": {suit: SUIT_SIGNS[suit] for suit in deck.suits},
        "suited": say("card-suited", rank="{rank}", suit="{suit}"),
        "remove": say("card-remove", card="{card}"),
    }
