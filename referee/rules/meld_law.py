"""The law of melds: whether natural cards and wilds may lie together as a set or a run.

One answer for all who ask: who judges melds and contracts, who searches hands, who adds cards to
melds on the table. Rank, suit and order are what `readings` gives; this is what holds besides.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, permutations

from referee.rules.cards import SUITS, Card
from referee.rules.runs import longest_run, runs_upwards
from referee.rules.variant import Ace, Kind, Suits, Terms

UNLIMITED = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """What a meld of one kind may be made of.

    `least` and `most` are cards. `naturals` are the fewest natural cards where there are wilds, and
    `wilds` the most wilds. `balanced`: no more wilds than naturals. `spaced`: no two wilds side by
    side. `unlike`: all cards are of different suits.
    """

    least: int
    most: int = UNLIMITED
    naturals: int = 0
    wilds: int = UNLIMITED
    balanced: bool = False
    spaced: bool = False
    unlike: bool = False

    def of_any_cards(self) -> "Law":
        """The law of a meld of any cards but wilds alone: its sizes."""
        return Law(least=self.least, most=self.most, naturals=min(self.naturals, 1))

    def has_size(self, count: int) -> bool:
        """Whether a meld may be of so many cards."""
        return self.least <= count <= self.most

    def may_mix(self, naturals: int, wilds: int) -> bool:
        """Whether so many natural cards and wilds may lie in one meld."""
        return not wilds or (
            naturals >= self.naturals
            and wilds <= self.wilds
            and not (self.balanced and wilds > naturals)
        )

    def may_lie(self, wilds: Sequence[bool]) -> bool:
        """Whether the cards of a run, or of a part of one, may lie so; true stands for a wild."""
        return not self.spaced or (True, True) not in pairwise(wilds)

    def may_join(self, cards: Iterable[Card]) -> bool:
        """Whether these cards, or what wilds stand for, may lie in one set, or a part of one."""
        if not self.unlike:
            return True
        suits = [card.suit for card in cards if card.suit]
        return len(set(suits)) == len(suits)


@lru_cache(maxsize=4096)
def law_of(terms: Terms, kind: Kind) -> Law:
    """The law of the melds of one kind in a deal."""
    wilds = terms.wilds
    if kind is Kind.RUN:
        least, most, unlike = terms.runs.least, longest_run(terms), False
    else:
        unlike = terms.sets.suits is Suits.DIFFERENT
        least, most = terms.sets.least, terms.sets.most or UNLIMITED
        most = min(most, len(SUITS)) if unlike else most
    return Law(
        least=least,
        most=most,
        naturals=wilds.naturals_per_meld,
        wilds=wilds.most_per_meld or UNLIMITED,
        balanced=wilds.balanced,
        spaced=kind is Kind.RUN and not wilds.adjacent,
        unlike=unlike,
    )


def set_suits(terms: Terms, cards: Sequence[Card]) -> tuple[Card, ...]:
    """What cards of one rank stand for in a set, each as itself where it may.

    Where suits have to be different, a wild whose suit is there already stands for a missing one.
    """
    if not law_of(terms, Kind.SET).unlike:
        return tuple(cards)
    missing = [suit for suit in SUITS if suit not in {card.suit for card in cards}]
    there: set[str] = set()
    stands = []
    for card in cards:
        twice = card.suit in there and terms.is_wild(card)
        stands.append(Card(card.rank, missing.pop(0)) if twice and missing else card)
        there.add(card.suit)
    return tuple(stands)


def allows(terms: Terms, kind: Kind, stands: Sequence[Card], wilds: Sequence[bool]) -> bool:
    """Whether cards that are a set or a run may lie together as a meld.

    `stands` says what each card stands for, in any order, and `wilds` which of them are wilds.
    """
    law = law_of(terms, kind)
    count = sum(wilds)
    if count and not law.may_mix(len(wilds) - count, count):
        return False
    if kind is Kind.SET:
        return law.may_join(stands)
    if count < 2 or not law.spaced:
        return True
    ranks = tuple([card.rank for card in stands])
    ways = _upwards(terms.ranks.ace, terms.ranks.removed, ranks, tuple(wilds))
    return any(law.may_lie(way) for way in ways)


def _upwards(
    ace: Ace, removed: tuple[str, ...], ranks: tuple[str, ...], wilds: tuple[bool, ...]
) -> Iterator[tuple[bool, ...]]:
    """Which cards of a run are wilds, from low to high: once for each way in which it may lie."""
    aces = [wild for rank, wild in zip(ranks, wilds, strict=True) if rank == "A"]
    others = dict(zip(ranks, wilds, strict=True))
    for order in runs_upwards(ace, removed, len(ranks)).get(tuple(sorted(ranks)), ()):
        for placed in set(permutations(aces)):
            left = iter(placed)
            yield tuple([next(left) if rank == "A" else others[rank] for rank in order])
