"""What a deal that ends in a showdown is worth: a second answer, by trying everything.

For gin and three-thirteen, from their rules and from nothing else: no code of the rules is used.
A card is a pair of rank and suit, the ace 1 and the king 13; a hand is a tuple of cards, and a
part of a hand is a set of places in it, so that twins of two packs stay two cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "shdc"
LEAST = 3

Card = tuple[int, str]
Places = frozenset[int]


def read(words: str) -> tuple[Card, ...]:
    """The cards of a text such as `10d Ks`."""
    cards = tuple((RANKS.index(word[:-1]) + 1, word[-1]) for word in words.split())
    assert all(suit in SUITS for _, suit in cards)
    return cards


def write(cards: Sequence[Card]) -> str:
    return " ".join(f"{RANKS[rank - 1]}{suit}" for rank, suit in cards)


def points(cards: Sequence[Card]) -> int:
    """An ace 1, a court card 10, the others what they show; wild cards too."""
    return sum(min(rank, 10) for rank, _ in cards)


def is_set(cards: Sequence[Card], wild: int = 0, most: int = 4) -> bool:
    """All of one rank, in any suits; cards of the rank `wild` pass for any card."""
    ranks = {rank for rank, _ in cards if rank != wild}
    return LEAST <= len(cards) <= most and len(ranks) <= 1


def is_run(cards: Sequence[Card], wild: int = 0) -> bool:
    """Of one suit, without a gap, from the ace to the king at most."""
    natural = [card for card in cards if card[0] != wild]
    ranks = {rank for rank, _ in natural}
    if len(cards) < LEAST or len(ranks) < len(natural) or len({suit for _, suit in natural}) > 1:
        return False
    return any(
        ranks <= set(range(first, first + len(cards))) for first in range(1, 15 - len(cards))
    )


def is_meld(cards: Sequence[Card], wild: int = 0, most: int = 4) -> bool:
    return is_set(cards, wild, most) or is_run(cards, wild)


@cache
def all_melds(hand: tuple[Card, ...], wild: int = 0, most: int = 4) -> tuple[Places, ...]:
    """Every meld in a hand: of all its parts those that are one."""
    return tuple(
        frozenset(places)
        for size in range(LEAST, len(hand) + 1)
        for places in combinations(range(len(hand)), size)
        if is_meld([hand[place] for place in places], wild, most)
    )


def arrangements(
    hand: tuple[Card, ...], wild: int = 0, most: int = 4
) -> Iterator[tuple[tuple[Places, ...], Places]]:
    """Every way to take melds from a hand, no card twice, with what is left; none is one way too.

    The first card that is neither melded nor left is left, or it is in one of its melds.
    """
    melds = all_melds(hand, wild, most)

    def ways(free: Places, taken: tuple[Places, ...], left: Places) -> Iterator:
        if not free:
            yield taken, left
            return
        first = min(free)
        yield from ways(free - {first}, taken, left | {first})
        for meld in melds:
            if first in meld and meld <= free:
                yield from ways(free - meld, (*taken, meld), left)

    yield from ways(frozenset(range(len(hand))), (), frozenset())


def _cards(hand: tuple[Card, ...], places: Places) -> tuple[Card, ...]:
    return tuple(hand[place] for place in sorted(places))


def least_deadwood(hand: tuple[Card, ...], wild: int = 0, most: int = 4) -> int:
    """The fewest points that any arrangement leaves.

    As `arrangements`, but what is the least of the rest is asked once for each rest.
    """
    melds = all_melds(hand, wild, most)

    @cache
    def least(free: Places) -> int:
        if not free:
            return 0
        first = min(free)
        melded = [least(free - meld) for meld in melds if first in meld and meld <= free]
        return min([points([hand[first]]) + least(free - {first}), *melded])

    return least(frozenset(range(len(hand))))


def best_arrangements(
    hand: tuple[Card, ...],
) -> list[tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]]:
    """The melds and the cards left of every arrangement with the least deadwood."""
    found = [
        (tuple(_cards(hand, meld) for meld in melds), _cards(hand, left))
        for melds, left in arrangements(hand)
    ]
    least = min(points(left) for _, left in found)
    return [way for way in found if points(way[1]) == least]


def _sorted(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards))


@cache
def after_lay_offs(left: tuple[Card, ...], melds: tuple[tuple[Card, ...], ...]) -> int:
    """The fewest points that can stay of cards that may be added, one by one, to melds."""
    added = [
        after_lay_offs(
            left[:at] + left[at + 1 :],
            tuple(sorted([*melds[:place], _sorted((*meld, card)), *melds[place + 1 :]])),
        )
        for at, card in enumerate(left)
        for place, meld in enumerate(melds)
        if is_meld((*meld, card))
    ]
    return min([points(left), *added])


def defence(hand: tuple[Card, ...], melds: Sequence[Sequence[Card]]) -> int:
    """What a defender counts at best: any own melds, and anything left laid off on `melds`."""
    onto = tuple(sorted(map(_sorted, melds)))
    lefts = {_sorted(_cards(hand, left)) for _, left in arrangements(hand)}
    return min(after_lay_offs(left, onto) for left in lefts)


@dataclass(frozen=True)
class Gin:
    """What a table plays for."""

    gin: int = 25
    big_gin: int = 31
    undercut: int = 25
    level_undercuts: bool = True


@dataclass(frozen=True)
class Showdown:
    """What came of a knock; of parts only those that are not nought."""

    result: str
    deadwood: tuple[int, int]
    points: tuple[int, int]
    parts: tuple[dict[str, int], dict[str, int]]


def showdown(
    knocker: tuple[Card, ...],
    defender: tuple[Card, ...],
    *,
    laid: Sequence[Sequence[Card]] | None = None,
    gin: Gin | None = None,
    factor: int = 1,
) -> Showdown:
    """A deal of gin in which the first hand knocked, eleven cards where it is big gin.

    `laid` are the knocker's melds; without them he lays so that the defender counts most, of the
    ways with the least deadwood.
    """
    gin = gin or Gin()
    if laid is None:
        ways = best_arrangements(knocker)
    else:
        melded = Counter(card for meld in laid for card in meld)
        assert all(is_meld(meld) for meld in laid)
        assert melded <= Counter(knocker)
        ways = [(tuple(map(tuple, laid)), tuple((Counter(knocker) - melded).elements()))]
    own = points(ways[0][1])
    if not own:
        other = least_deadwood(defender)
        name = "big-gin" if len(knocker) == 11 else "gin"
        parts = {"difference": other, name: gin.big_gin if name == "big-gin" else gin.gin}
        return _written(name, (own, other), (parts, {}), factor)
    shown = {tuple(sorted(map(_sorted, melds))) for melds, _ in ways}
    other = max(defence(defender, melds) for melds in shown)
    if own < other or (own == other and not gin.level_undercuts):
        return _written("knock", (own, other), ({"difference": other - own}, {}), factor)
    parts = {"difference": own - other, "undercut": gin.undercut}
    return _written("undercut", (own, other), ({}, parts), factor)


def _written(
    result: str,
    deadwood: tuple[int, int],
    parts: tuple[dict[str, int], dict[str, int]],
    factor: int,
) -> Showdown:
    first, second = (
        {part: value * factor for part, value in some.items() if value} for some in parts
    )
    return Showdown(
        result=result,
        deadwood=deadwood,
        points=(sum(first.values()), sum(second.values())),
        parts=(first, second),
    )


def three_thirteen(hand: tuple[Card, ...], deal: int) -> int:
    """What a whole hand counts; the rank of as many pips as cards are dealt is wild."""
    return least_deadwood(hand, wild=deal + 2, most=13)
