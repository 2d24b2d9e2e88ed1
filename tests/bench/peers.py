"""The best lay-down from hands of gin rummy, which other programs find too: the same answers asked.

The peers are RLCard and OpenSpiel, which `./run bench` installs where it can.
"""

import random
import statistics
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from referee.rules.cards import RANKS, SUITS, Card
from referee.rules.search.arrange import arrange
from tests.bench import Figure, NotHere, benchmark, median_seconds, scaled
from tests.rules.altered import altered
from tests.rules.hands import a_hand

GAME = altered(
    "basic-rummy",
    points={"A": 1, "J-K": 10, **{rank: int(rank) for rank in RANKS if rank.isdigit()}},
)
"""One pack without wilds, the ace low, and every card worth what it is as deadwood in gin rummy."""

HANDS = scaled(200, 3)

Hand = Sequence[Card]


def _hands() -> list[Hand]:
    """Random and dense hands of ten cards, the only size that both peers take."""
    chance = random.Random(10)
    return [a_hand(chance, GAME, 10, 0) for _ in range(HANDS)]


def _peer(module: str, name: str) -> ModuleType:
    try:
        return import_module(module)
    except ImportError as error:
        raise NotHere(f"{name} is not installed here") from error


def _beside(theirs: Callable[[Hand], Callable[[], int]]) -> Figure:
    """The median hand of ours beside that of a peer, which must leave as many points."""
    took, peer = [], []
    for hand in _hands():
        ask = theirs(hand)
        points = arrange(GAME.at(None), hand).points_left
        assert ask() == points, f"{hand}: {ask()} left, not {points}"
        took.append(median_seconds(partial(arrange, GAME.at(), hand), times=9, warm_up=1))
        peer.append(median_seconds(ask, times=9, warm_up=1))
    return Figure(seconds=statistics.median(took), floor=statistics.median(peer))


@benchmark("arrange a gin hand of 10 cards", floor="RLCard, which is Python")
def beside_rlcard() -> Figure:
    melding = _peer("rlcard.games.gin_rummy.utils.melding", "RLCard")
    utils = import_module("rlcard.games.gin_rummy.utils.utils")
    cards: Any = import_module("rlcard.games.base").Card

    def ask(hand: Hand) -> Callable[[], int]:
        theirs = [cards(card.suit.upper(), card.rank.replace("10", "T")) for card in hand]
        every_card = sum(map(utils.get_deadwood_value, theirs))

        def left() -> int:
            best = melding.get_best_meld_clusters(theirs)
            if not best:
                return every_card
            return utils.get_deadwood_count(hand=theirs, meld_cluster=best[0])

        return left

    return _beside(ask)


@benchmark("arrange a gin hand of 10 cards, again", floor="OpenSpiel, which is C++")
def beside_openspiel() -> Figure:
    spiel = _peer("pyspiel", "OpenSpiel")
    utils = spiel.gin_rummy.GinRummyUtils(13, 4, 10)

    def ask(hand: Hand) -> Callable[[], int]:
        theirs = [SUITS.index(card.suit) * 13 + RANKS.index(card.rank) for card in hand]
        return partial(utils.min_deadwood, theirs)

    return _beside(ask)
