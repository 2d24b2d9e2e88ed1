"""How many handfuls of three, four and five cards are melds in each game, by two ways.

One asks the law of every handful; of those that differ by an exchange of suits alone, of one. The
other builds melds, card by card, from what the sources say, which stands in the table below, and
uses nothing of the rules. Both have to find the same ones, and so as many.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import factorial, prod

from referee.rules.cards import Card, LaidCard
from referee.rules.law.melds import legal_reading
from referee.rules.schema.deck import Drawn
from referee.rules.schema.variant import Terms
from referee.variants import load

SIZES = (3, 4, 5)
MIDDLE = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SPANISH = ("2", "3", "4", "5", "6", "7", "J", "Q", "K")
FROM_THREE = MIDDLE[1:]
JOKER = "*"

Handful = tuple[str, ...]
"""Cards such as `10d` and `*`, in the order of texts."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What a game's sources say of melds, of packs and jokers at its smallest table.

    `line`: the ranks of a run but for the ace, whose place is `low`, `high`, `either` end, `both`
    ends, `round` the corner, or at none where the game has it in no run. `wild`: the wild rank, in
    `wild_suits`. `fewest` natural cards in a meld with wilds, and by how many they `lead` at least.
    `set_suits`: `any`, `different`, or `spread` over as many suits as there are cards.
    """

    packs: int = 2
    jokers: int = 0
    line: Sequence[str] = MIDDLE
    ace: str = "either"
    groups: tuple[str, ...] = ("shdc",)
    """The suits, those together that may be exchanged for each other."""
    wild: str = ""
    wild_suits: str = "shdct"
    as_itself: bool = False
    fewest: int = 1
    most_wilds: int = 99
    lead: int = -99
    apart: bool = False
    most_in_set: int = 99
    set_suits: str = "any"
    run: int = 3
    one_suit: bool = True
    deal: int = 1
    drawn: str = ""


OWN_SUITS = Facts(jokers=4, most_in_set=4, set_suits="different")
FOURS = Facts(jokers=4, run=4)
GAMES: dict[str, Facts] = {
    "six-to-ten": Facts(packs=1, ace="high", line=FROM_THREE, wild="2"),
    "contract-rummy-bicycle": Facts(jokers=1, ace="both", run=4),
    "contract-rummy-house": Facts(jokers=2, run=4),
    "basic-rummy": Facts(packs=1, ace="low", most_in_set=4),
    "contract-rummy-encyclopedia": FOURS,
    "rummy-wild": Facts(packs=1, jokers=2, most_in_set=4),
    "shanghai-rum": Facts(jokers=4, run=4, lead=0),
    "five-hundred": Facts(packs=1, jokers=2, most_in_set=4, set_suits="different"),
    "conquian": Facts(packs=1, ace="low", line=SPANISH, most_in_set=4),
    "indian-rummy": Facts(
        jokers=2, most_in_set=4, set_suits="different", wild="9", as_itself=True, drawn="9",
    ),
    "gin": Facts(packs=1, ace="low", most_in_set=4),
    "three-thirteen": Facts(packs=1, ace="low", wild="3", as_itself=True, fewest=0),
    "three-thirteen ": Facts(packs=1, ace="low", wild="K", as_itself=True, fewest=0, deal=11),
    "romme": Facts(jokers=6, most_in_set=4, set_suits="different"),
    "kalooki-40": OWN_SUITS,
    "scala-40": OWN_SUITS,
    "remi-51": Facts(jokers=4, most_in_set=4, set_suits="different", most_wilds=2),
    "kalooki-jamaica": Facts(jokers=4, run=4, fewest=2, apart=True),
    "chinchon": Facts(packs=1, ace="low", line=SPANISH, most_in_set=4),
    "five-crowns": Facts(
        jokers=6, ace="", line=FROM_THREE, groups=("shdct",), wild="3", as_itself=True, fewest=0,
    ),
    "five-crowns ": Facts(
        jokers=6, ace="", line=FROM_THREE, groups=("shdct",), wild="8", as_itself=True, fewest=0,
        deal=6,
    ),
    "liverpool": FOURS,
    "carioca": Facts(jokers=4, run=4, ace="round"),
    "continental": Facts(jokers=6, run=4, ace="round", apart=True),
    "jo": Facts(jokers=2, ace="both", run=4),
    "twos-wild": Facts(jokers=1, ace="both", run=4, wild="2"),
    "zioncheck": Facts(run=4),
    "king-rummy": FOURS,
    "hollywood": Facts(ace="", run=4, wild="A"),
    "may-i": FOURS,
    "progressive": Facts(wild="2", set_suits="spread"),
    "red-aces": Facts(run=4, wild="A", wild_suits="hd", groups=("hd", "sc")),
    "frustration": Facts(jokers=4, wild="2", lead=0),
    "frustration-ten": Facts(wild="2", one_suit=False),
}  # fmt: skip
"""By the id of the game; a blank after it tells another deal of the same one."""


def main(*names: str) -> bool:
    """Count in every game, or in those named; true where both ways find the same melds."""
    held = [
        compare(name, size)
        for name in GAMES
        if not names or name.strip() in names
        for size in SIZES
    ]
    return all(held)


def compare(name: str, size: int) -> bool:
    """Count the melds of a size both ways, and print how many there are; true where they agree."""
    facts, began = GAMES[name], time.perf_counter()
    built = {*melds(facts, size)}
    terms = load(name.strip()).at(facts.deal, Drawn(facts.drawn))
    all_there, legal, wrong = 0, 0, list[Handful]()
    for cards, likes in handfuls(facts, size):
        judged = is_meld(terms, cards)
        all_there += likes
        legal += likes * judged
        if judged != (tuple(sorted(cards)) in built):
            wrong.append(cards)
    agree = legal == len(built) and not wrong
    print(
        f"  {name.strip()}, deal {facts.deal}, {size} cards: {all_there:,} handfuls, "
        f"{legal:,} melds by the law, {len(built):,} built, "
        f"{time.perf_counter() - began:.0f} s",
        *(f"    DIFFERS: {' '.join(cards)}" for cards in wrong[:5]),
        sep="\n",
    )
    sys.stdout.flush()
    return agree


def is_meld(terms: Terms, cards: Handful) -> bool:
    """What the law says of cards that somebody lays down."""
    told = [Card(JOKER) if one == JOKER else Card(one[:-1], one[-1]) for one in cards]
    return legal_reading(terms, tuple(map(LaidCard, told)), "set", "run") is not None


# What the sources make


def melds(facts: Facts, size: int) -> Iterator[Handful]:
    """Every meld of a size that the packs can make, some more than once."""
    for naturals, place in (*_sets(facts, size), *_runs(facts, size)):
        wilds = size - len(naturals)
        if wilds and (
            len(naturals) < facts.fewest
            or wilds > facts.most_wilds
            or len(naturals) - wilds < facts.lead
            or (facts.apart and any(one + 1 == other for one, other in pairwise(place)))
        ):
            continue
        for others in combinations_with_replacement(_wilds(facts), wilds):
            if _in_packs(facts, cards := tuple(sorted((*naturals, *others)))):
                yield cards


def _ranks(facts: Facts) -> tuple[str, ...]:
    """All ranks that the packs hold."""
    return tuple(dict.fromkeys((*facts.line, *(["A"] if facts.ace else []), *facts.wild.split())))


def _suits(facts: Facts) -> str:
    return "".join(facts.groups)


def _wilds(facts: Facts) -> list[str]:
    own = [facts.wild + suit for suit in _suits(facts) if suit in facts.wild_suits]
    return [*(own if facts.wild else []), *([JOKER] if facts.jokers else [])]


def _is_natural(facts: Facts, card: str) -> bool:
    return facts.as_itself or card not in _wilds(facts)


def _in_packs(facts: Facts, cards: Handful) -> bool:
    held = Counter(cards)
    return held[JOKER] <= facts.jokers and all(
        count <= facts.packs for card, count in held.items() if card != JOKER
    )


def _sets(facts: Facts, size: int) -> Iterator[tuple[Handful, Sequence[int]]]:
    """The natural cards of sets, without a place for wilds: in a set none lies beside another."""
    if size > facts.most_in_set:
        return
    for rank in _ranks(facts):
        kinds = [rank + suit for suit in _suits(facts) if _is_natural(facts, rank + suit)]
        for naturals in range(size + 1):
            for cards in combinations_with_replacement(kinds, naturals):
                different = len({*cards})
                wide = facts.set_suits == "different" and different < naturals
                spread = different + size - naturals >= min(size, 4)
                if not wide and (spread or facts.set_suits != "spread"):
                    yield cards, ()


def _runs(facts: Facts, size: int) -> Iterator[tuple[Handful, Sequence[int]]]:
    """The natural cards of runs, with the places of the wilds between and beside them."""
    if size < facts.run:
        return
    low, high = ("A", *facts.line), (*facts.line, "A")
    lines: list[Handful] = {
        "low": [low], "high": [high], "either": [low, high], "both": [(*low, "A")],
        "round": [low * 2], "": [(*facts.line,)],
    }[facts.ace]  # fmt: skip
    windows = {line[at : at + size] for line in lines for at in range(len(line) - size + 1)}
    for window in windows:
        for wilds in range(size + 1):
            for place in combinations(range(size), wilds):
                ranks = [rank for at, rank in enumerate(window) if at not in place]
                suits = _suits(facts)
                ways: Iterable[Sequence[str]] = (
                    ([suit] * len(ranks) for suit in suits)
                    if facts.one_suit
                    else product(suits, repeat=len(ranks))
                )
                for way in ways:
                    cards = tuple(rank + suit for rank, suit in zip(ranks, way, strict=True))
                    if all(_is_natural(facts, card) for card in cards):
                        yield cards, place


# Every handful


def handfuls(facts: Facts, size: int) -> Iterator[tuple[Handful, int]]:
    """One handful for all that are like it but for suits that may be exchanged, and how many."""
    for jokers in range(min(size, facts.jokers) + 1):
        for cards, likes in _of_groups(facts, size - jokers, facts.groups):
            yield (*cards, *[JOKER] * jokers), likes


def _of_groups(facts: Facts, size: int, groups: Sequence[str]) -> Iterator[tuple[Handful, int]]:
    if not groups:
        if not size:
            yield (), 1
        return
    first, *others = groups
    for count in range(size + 1):
        rest = [*_of_groups(facts, size - count, others)]
        for columns in _columns(facts, count, len(first), ()) if rest else ():
            cards = tuple(
                rank + suit for suit, ranks in zip(first, columns, strict=True) for rank in ranks
            )
            likes = factorial(len(first)) // prod(map(factorial, Counter(columns).values()))
            for more, as_many in rest:
                yield (*cards, *more), likes * as_many


def _columns(facts: Facts, size: int, suits: int, least: Handful) -> Iterator[tuple[Handful, ...]]:
    """The ranks of each of some suits, from the least on."""
    if not suits:
        if not size:
            yield ()
        return
    for length in range(size + 1):
        for column in combinations_with_replacement(sorted(_ranks(facts)), length):
            if column >= least and max(Counter(column).values(), default=0) <= facts.packs:
                for others in _columns(facts, size - length, suits - 1, column):
                    yield (column, *others)
