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
from referee.rules.search.deadwood import Deadwood, deadwood_of
from referee.rules.search.showdown import grouped
from referee.variants import load
from tests.bench import Figure, NotHere, benchmark, beside, in_turns, median_seconds, scaled
from tests.rules.hands import a_hand

GAME = load("gin")

HANDS = scaled(200, 3)

Hand = Sequence[Card]

PACK = [Card(rank, suit) for suit in SUITS for rank in RANKS]


def uniform(chance: random.Random, size: int) -> Hand:
    """A hand as it is dealt."""
    return chance.sample(PACK, size)


def dense(chance: random.Random, size: int) -> Hand:
    """A hand of four to six neighbouring ranks, or of two suits."""
    if chance.random() < 0.25:
        suits = chance.sample(SUITS, 2)
        return chance.sample([card for card in PACK if card.suit in suits], size)
    ranks = chance.randint(4, 6)
    at = chance.randint(0, len(RANKS) - ranks)
    return chance.sample([card for card in PACK if card.rank in RANKS[at : at + ranks]], size)


def as_number(card: Card) -> int:
    """A card as OpenSpiel writes it."""
    return SUITS.index(card.suit) * len(RANKS) + RANKS.index(card.rank)


def gin() -> Deadwood:
    """The table of what hands of gin rummy leave."""
    found = deadwood_of(GAME.at())
    assert found is not None
    return found


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
        return partial(utils.min_deadwood, [*map(as_number, hand)])

    return _beside(ask)


def _each(ours: Callable[[Hand], object], theirs: str, some: Callable[..., Hand]) -> Figure:
    """The mean hand of ours beside OpenSpiel's: each takes a microsecond or two."""
    spiel, chance = _peer("pyspiel", "OpenSpiel"), random.Random(10)
    ask = getattr(spiel.gin_rummy.GinRummyUtils(13, 4, 10), theirs)
    hands = [some(chance, 10) for _ in range(HANDS)]
    numbers = [[*map(as_number, hand)] for hand in hands]

    def all_of_ours() -> None:
        for hand in hands:
            ours(hand)

    def all_of_theirs() -> None:
        for hand in numbers:
            ask(hand)

    figure = in_turns(all_of_ours, all_of_theirs, times=100)
    assert figure.floor is not None
    return Figure(seconds=figure.seconds / HANDS, floor=figure.floor / HANDS)


for _name, _some in (("uniform", uniform), ("dense", dense)):
    benchmark(
        f"points left of a gin hand of 10 cards, {_name}",
        floor="OpenSpiel's min_deadwood, which is C++",
        aim="≤ 2 × it",
        meets=beside(2),
    )(partial(_each, gin().least, "min_deadwood", _some))
    benchmark(
        f"whole arrangement of a gin hand of 10 cards, {_name}",
        floor="OpenSpiel's best_meld_group, which is C++",
        aim="≤ 10 × it",
        meets=beside(10),
    )(partial(_each, partial(grouped, GAME.at()), "best_meld_group", _some))
