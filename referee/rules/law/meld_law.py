"""The law of melds: whether cards may lie together as a set or a run, and why they may not.

One answer for all who ask: who judges melds and contracts, who searches hands, who adds cards to
melds on the table. Rank, suit and order are what `readings` gives; this is what holds besides. A
knob on melds is a field of `Law`, what it means to `may_lie` or `may_mix`, and why it bars a meld.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, permutations

from referee.rules.cards import SUITS, Card
from referee.rules.findings import Finding, broken
from referee.rules.schema.deck import Ace
from referee.rules.schema.melds import Kind
from referee.rules.schema.runs import longest_run, runs_upwards
from referee.rules.schema.variant import Terms

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

    def may_mix(self, naturals: int, wilds: int) -> bool:
        """Whether so many natural cards and wilds may lie in one meld."""
        return not wilds or (
            naturals >= self.naturals
            and wilds <= self.wilds
            and not (self.balanced and wilds > naturals)
        )

    def may_lie(self, stands: Sequence[Card], wilds: Sequence[bool]) -> bool:
        """Whether the cards of a meld, or of a part of one, may lie beside each other.

        `stands` says what each card stands for, those of a run from low to high, and `wilds` which
        are wilds. Of wilds alone nobody need say what they stand for.
        """
        if self.spaced and (True, True) in pairwise(wilds):
            return False
        if not self.unlike:
            return True
        suits = [card.suit for card in stands if card.suit]
        return len(set(suits)) == len(suits)


@lru_cache(maxsize=4096)
def law_of(terms: Terms, kind: Kind) -> Law:
    """The law of the melds of one kind in a deal."""
    wilds = terms.wilds
    law = Law(
        least=terms.sets.least,
        most=terms.sets.most or UNLIMITED,
        naturals=wilds.naturals_per_meld,
        wilds=wilds.most_per_meld or UNLIMITED,
        balanced=wilds.balanced,
    )
    if kind == "run":
        most = longest_run(terms)
        return replace(law, least=terms.runs.least, most=most, spaced=not wilds.adjacent)
    if terms.sets.suits == "different":
        return replace(law, most=min(law.most, len(SUITS)), unlike=True)
    return law


def stands_in_set(terms: Terms, cards: Sequence[Card]) -> tuple[Card, ...]:
    """What cards of one rank stand for in a set, each as itself where it may.

    Where suits have to be different, a wild whose suit is there already stands for a missing one.
    """
    if not law_of(terms, "set").unlike:
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
    if kind == "set":
        return not law.unlike or law.may_lie(stands, wilds)
    if count < 2 or not law.spaced:
        return True
    ranks = tuple([card.rank for card in stands])
    ways = _upwards(terms.ranks.ace, terms.ranks.removed, ranks, tuple(wilds))
    return any(law.may_lie(stands, way) for way in ways)


def law_faults(
    terms: Terms, kind: Kind, cards: tuple[Card, ...], stands: Sequence[Card], wilds: Sequence[bool]
) -> tuple[Finding, ...]:
    """Why cards that are a set or a run may not lie together; the arguments are as for `allows`."""
    if allows(terms, kind, stands, wilds):
        return ()
    number = number_faults(terms, cards, sum(wilds))
    if kind == "run" and number:
        return number
    return (*number, *lying_faults(terms, kind, cards, stands))


def number_faults(terms: Terms, cards: tuple[Card, ...], wilds: int) -> tuple[Finding, ...]:
    """Why so many wilds may not lie in a meld of these cards."""
    if not wilds or not terms.has_wilds:
        return ()
    law, naturals = law_of(terms, "set"), len(cards) - wilds
    wrong = []
    if naturals < law.naturals:
        least = law.naturals
        wrong.append(broken(terms, "wild.naturals", "few", least=least, has=naturals, cards=cards))
    if wilds > law.wilds:
        wrong.append(broken(terms, "wild.number", "many", most=law.wilds, has=wilds, cards=cards))
    if law.balanced and wilds > naturals:
        wrong.append(broken(terms, "wild.balance", "many", cards=cards))
    return tuple(wrong)


def lying_faults(
    terms: Terms, kind: Kind, cards: tuple[Card, ...], stands: Sequence[Card]
) -> tuple[Finding, ...]:
    """Why cards may not lie beside each other, where `may_lie` bars it."""
    if kind == "run":
        return (broken(terms, "wild.adjacent", "beside", cards=cards),)
    if law_of(terms, kind).may_lie(stands, ()):
        return ()
    suits = {suit: tuple([card for card in stands if card.suit == suit]) for suit in SUITS}
    return tuple(
        broken(terms, "set.suits", "same", suit=suit, cards=alike)
        for suit, alike in suits.items() if len(alike) > 1
    )  # fmt: skip


def size_faults(terms: Terms, kind: Kind, cards: tuple[Card, ...]) -> tuple[Finding, ...]:
    """Why a meld may not be of so many cards, where that is not its size as the game has it."""
    most = law_of(terms, kind).most
    if kind == "run":
        beyond = terms.runs.most == most < len(cards)
        return (broken(terms, "run.length", "many", most=most, cards=cards),) if beyond else ()
    beyond = most < len(cards) <= (terms.sets.most or len(cards))
    return (broken(terms, "set.suits", "many", cards=cards),) if beyond else ()


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
