"""Whole hands: is one a declaration, what does a losing one count, and which opening does it reach?

Every handful of a hand is tried as a group, and every way of parting the hand into groups. Cards
are texts such as `10d` and `*`; no code of the rules is used. Slow, and as plain as can be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
LOW_LINE = RANKS
HIGH_LINE = (*RANKS[1:], "A")
JOKER = "*"
ANY_JOKER = "*"
"""As the wild card that was drawn: a joker, and so all aces are wild."""

CAP = 80
PURE, RUN, SET = "pure-run", "run", "set"
READINGS_OF_THE_COUNT = ("two-runs", "pure-run", "by-steps")


@dataclass(frozen=True)
class Reading:
    """One way in which cards are a group: its kind, and what ranks lie in it, from low to high."""

    kind: str
    ranks: tuple[str, ...]
    low_ace: bool = False

    @property
    def value(self) -> int:
        """What it is worth for an opening: a wild as its card, an ace 11, before a two 1."""
        return sum(1 if rank == "A" and self.low_ace else worth(rank) for rank in self.ranks)


def worth(rank: str) -> int:
    """What a rank counts in an opening."""
    if rank == "A":
        return 11
    return 10 if rank in "JQK" else int(rank)


# Groups


def readings(cards: Sequence[str], wild: str = "", most_wilds: int = 99) -> Iterator[Reading]:
    """Every way in which these cards are one group; `wild` is the rank drawn, or `*`, or none.

    A card of the wild rank is tried both as itself and as a wild. A group holds a natural card.
    """
    if len(cards) < 3:
        return
    rank_drawn = "A" if wild == ANY_JOKER else wild
    choices = [
        (True,) if card == JOKER else (False, True) if card[:-1] == rank_drawn else (False,)
        for card in cards
    ]
    for as_wild in product(*choices):
        naturals = [card for card, is_wild in zip(cards, as_wild, strict=True) if not is_wild]
        wilds = len(cards) - len(naturals)
        if naturals and wilds <= most_wilds:
            yield from _sets(naturals, wilds)
            yield from _runs(naturals, wilds)


def _sets(naturals: Sequence[str], wilds: int) -> Iterator[Reading]:
    """Three or four of a rank, no suit twice."""
    size = len(naturals) + wilds
    ranks = {card[:-1] for card in naturals}
    suits = {card[-1] for card in naturals}
    if size <= 4 and len(ranks) == 1 and len(suits) == len(naturals):
        yield Reading(SET, (*ranks,) * size)


def _runs(naturals: Sequence[str], wilds: int) -> Iterator[Reading]:
    """Three or more of a suit in order, the ace at one end."""
    size = len(naturals) + wilds
    ranks = [card[:-1] for card in naturals]
    if len({card[-1] for card in naturals}) != 1 or len(set(ranks)) != len(ranks):
        return
    for line in (LOW_LINE, HIGH_LINE):
        for start in range(len(line) - size + 1):
            window = line[start : start + size]
            if set(ranks) <= set(window):
                low_ace = window[0] == "A"
                yield Reading(RUN if wilds else PURE, window, low_ace)


def _handfuls(hand: Sequence[str], wild: str) -> Mapping[int, list[Reading]]:
    """Every handful that is a group, as bits of the places in the hand."""
    found = {}
    for bits in range(1, 1 << len(hand)):
        cards = [card for place, card in enumerate(hand) if bits >> place & 1]
        if ways := list(readings(cards, wild)):
            found[bits] = ways
    return found


def _partings(bits: int) -> Iterator[int]:
    """Every part of some cards that holds the first of them."""
    first = bits & -bits
    others = bits ^ first
    part = others
    while True:
        yield part | first
        if not part:
            return
        part = (part - 1) & others


# Declarations


@dataclass(frozen=True)
class Arranged:
    """What a way of parting cards into groups holds: whether a pure run, and how many runs."""

    pure: bool
    runs: int

    @property
    def enough(self) -> bool:
        return self.pure and self.runs >= 2


def arrangements(hand: Sequence[str], wild: str = "") -> Mapping[int, set[Arranged]]:
    """For every handful that parts into groups without a card over: in which ways it does."""
    # Among many wilds a group has hundreds of readings, and three kinds at most.
    groups = {bits: {way.kind for way in found} for bits, found in _handfuls(hand, wild).items()}
    ways: dict[int, set[Arranged]] = {0: {Arranged(pure=False, runs=0)}}
    for bits in range(1, 1 << len(hand)):
        found = {
            Arranged(
                pure=rest.pure or kind == PURE,
                runs=rest.runs + (kind != SET),
            )
            for part in _partings(bits)
            if part in groups and bits ^ part in ways
            for kind in groups[part]
            for rest in ways[bits ^ part]
        }
        if found:
            ways[bits] = found
    return ways


def is_declaration(hand: Sequence[str], wild: str = "", cards: int = 13) -> bool:
    """Whether all cards lie in groups, two runs among them, one of these pure."""
    whole = (1 << len(hand)) - 1
    return len(hand) == cards and any(
        way.enough for way in arrangements(hand, wild).get(whole, set())
    )


def are_groups_of_a_declaration(
    groups: Sequence[Sequence[str]], wild: str = "", cards: int = 13
) -> bool:
    """Whether a hand is a declaration just as it is parted."""
    ways = [{way.kind for way in readings(group, wild)} for group in groups]
    return sum(map(len, groups)) == cards and any(
        kinds.count(SET) <= len(kinds) - 2 and PURE in kinds for kinds in product(*ways)
    )


# What a loser counts


def points_of(card: str, wild: str = "") -> int:
    """What a card left over counts: aces and courts 10, jokers and the wild rank nothing."""
    if card == JOKER or card[:-1] == ("A" if wild == ANY_JOKER else wild):
        return 0
    return 10 if card[:-1] in ("A", "10", "J", "Q", "K") else int(card[:-1])


def least_count(
    hand: Sequence[str], wild: str = "", reading: str = "two-runs", cap: int = CAP
) -> int:
    """The fewest points that a losing hand counts, capped, by one of the three readings.

    `two-runs`: groups are free if a pure run and a second run are among them. `pure-run`: if a
    pure run is. `by-steps`: a pure run frees the runs, two runs with it all groups.
    """
    points = [points_of(card, wild) for card in hand]
    least = sum(points)
    for bits, ways in arrangements(hand, wild).items():
        left = sum(count for place, count in enumerate(points) if not bits >> place & 1)
        if any(_frees(reading, way, bits, hand, wild) for way in ways):
            least = min(least, left)
    return min(least, cap)


def _frees(reading: str, way: Arranged, bits: int, hand: Sequence[str], wild: str) -> bool:
    """Whether none of the cards in groups count."""
    if reading == "two-runs":
        return way.enough
    if reading == "pure-run":
        return way.pure
    if way.pure and way.runs == 1:
        cards = [card for place, card in enumerate(hand) if bits >> place & 1]
        return any(group.kind == PURE for group in readings(cards, wild))
    return way.enough


# Openings


def opening_values(hand: Sequence[str]) -> Mapping[int, int]:
    """For every handful that parts into melds: the most that they are worth for the opening."""
    groups = _handfuls(hand, wild="")
    most = {0: 0}
    for bits in range(1, 1 << len(hand)):
        values = [
            max(meld.value for meld in groups[part]) + most[bits ^ part]
            for part in _partings(bits)
            if part in groups and bits ^ part in most
        ]
        if values:
            most[bits] = max(values)
    return most


def greatest_opening(hand: Sequence[str]) -> int:
    """The most that melds from this hand are worth; nothing where there is none."""
    return max(opening_values(hand).values())


def least_left(hand: Sequence[str], opening: int, joker: int = 25) -> int:
    """The fewest points that stay in the hand after opening and laying further melds.

    Melds laid in one turn are all of the opening, so that their sum has to reach it. Aces count 11.
    """
    points = [joker if card == JOKER else worth(card[:-1]) for card in hand]
    return min(
        sum(count for place, count in enumerate(points) if not bits >> place & 1)
        for bits, value in opening_values(hand).items()
        if value >= opening or not bits
    )
