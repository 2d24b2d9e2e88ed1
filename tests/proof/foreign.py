"""Figures that others have found, and programs of others, held against the law and the arithmetic.

Each figure is printed with its source. Counts of hands that meld whole are our own, by two methods
that have nothing in common. What a program of another gives otherwise has to be explained.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from itertools import combinations, product
from math import comb, sqrt
from types import ModuleType
from typing import Any

from referee.rules.cards import RANKS, SUITS, Card, LaidCard, parse_cards, write_cards
from referee.rules.deadwood import Deadwood, MeldLaw, deadwood_of, deadwood_under
from referee.rules.melds import legal_readings
from referee.rules.scoring import points_of
from referee.rules.variant import Kind, Terms
from tests.bench.peers import GAME, PACK, Hand, as_number, dense, gin, uniform
from tests.rules.altered import altered

SEED = 23


def main() -> bool:
    """Hold every figure and every program; true where all agree."""
    return _hold(1)


def whole(share: tuple[int, int] = (1, 1)) -> bool:
    """As `main`, with ten times the hands, longer hands counted, and every hand of six cards."""
    return _hold(10)


def _hold(times: int) -> bool:
    checks: list[Callable[[], bool]] = [
        melds_of_one_pack,
        dearest_hands,
        knock_cards,
        partial(hands_that_nothing_fits, 100_000 * times),
        partial(hands_without_a_meld, 100_000 * times),
        partial(declarations, times),
        partial(hands_that_meld_whole, 10 if times == 1 else 13, 5 if times == 1 else 6),
        partial(beside_openspiel, 10_000 * times),
        partial(beside_rlcard, 2_000 * times),
        partial(beside_rummikub_solver, 200 * times),
    ]
    held = [check() for check in checks]
    return all(held)


def told(what: str, found: object, expected: object, source: str) -> bool:
    """Print a figure with its source; true where it is as the source has it."""
    differs = "" if found == expected else f", not {_shown(expected)}: DIFFERS"
    print(f"  {what}: {_shown(found)}{differs} – {source}", flush=True)
    return not differs


def _shown(figure: object) -> str:
    return f"{figure:,}" if isinstance(figure, int) else str(figure)


def sampled(what: str, hits: int, hands: int, share: float, source: str) -> bool:
    """Print a share found by sample; true where it is within four standard errors."""
    error = sqrt(share * (1 - share) / hands)
    found = hits / hands
    off = (found - share) / error
    print(
        f"  {what}: {found:.4%} of {hands:,} hands, {off:+.1f} standard errors of {error:.4%} "
        f"from {share:.4%} – {source}",
        flush=True,
    )
    return abs(off) < 4


def _table(terms: Terms) -> Deadwood:
    found = deadwood_of(terms)
    assert found is not None
    return found


def melded(chance: random.Random, size: int) -> Hand:
    """A hand that is melds but for a few cards."""
    hand: list[Card] = []
    while len(hand) < size:
        meld = chance.choice(short_melds())
        if not {*meld} & {*hand}:
            hand += meld
    return chance.sample(hand[:size], size)


# Melds


def melds_of_one_pack() -> bool:
    """Ask the law of every hand of three and four cards, and of every longer one of one suit."""
    terms = GAME.at()
    found = [
        (kind, hand)
        for hand in _handfuls()
        for kind in {reading.kind for reading in legal_readings(terms, hand)}
    ]
    kinds = Counter(kind for kind, _ in found)
    short = sum(len(hand) <= 5 for _, hand in found)
    crate = "gin-rummy 0.1 (Rust), its description of its solver"
    spiel = "OpenSpiel, gin_rummy: its number of actions for melds"
    return all((
        told("melds of one pack, the ace low", len(found), 329, crate),
        told("  of these sets", kinds[Kind.SET], 65, crate),
        told("  of these runs", kinds[Kind.RUN], 264, crate),
        told("  of at most five cards", short, 185, spiel),
    ))  # fmt: skip


def _handfuls() -> Iterator[tuple[LaidCard, ...]]:
    laid = [LaidCard(card) for card in PACK]
    for size in (3, 4):
        yield from combinations(laid, size)
    for at in range(0, len(laid), len(RANKS)):
        for size in range(5, len(RANKS) + 1):
            yield from combinations(laid[at : at + len(RANKS)], size)


@cache
def short_melds() -> list[tuple[Card, ...]]:
    """The melds of at most five cards: all others hold two of them, or can be made of one."""
    terms = GAME.at()
    return [
        tuple(laid.card for laid in hand)
        for hand in _handfuls()
        if len(hand) <= 5 and legal_readings(terms, hand)
    ]


# Points


def dearest_hands() -> bool:
    """Build the dearest hands without a meld rank by rank, and count them by the table."""
    dearest = _dearest_without_a_meld()
    ten, longest = dearest[10], max(dearest.values(), key=lambda hand: points_of(GAME, hand))
    spiel = "OpenSpiel, gin_rummy: its most possible deadwood"
    sums = "two of each rank, no three of a suit in a row"
    return all((
        told("dearest ten cards of gin rummy", points_of(GAME, ten), 98, spiel),
        told("  as the table counts them", gin().least(ten), 98, write_cards(ten)),
        told("dearest hand without a meld", points_of(GAME, longest), 170, sums),
        told("  as the table counts them", gin().least(longest), 170, write_cards(longest)),
        told("the pack", points_of(GAME, PACK), 340, "four times 85"),
    ))  # fmt: skip


def _dearest_without_a_meld() -> dict[int, list[Card]]:
    """By number of cards a dearest hand that holds no meld, the ace low."""
    few = [suits for count in range(3) for suits in combinations(SUITS, count)]
    best: dict[tuple[tuple[str, ...], tuple[str, ...], int], list[Card]] = {((), (), 0): []}
    for rank in RANKS:
        longer: dict[tuple[tuple[str, ...], tuple[str, ...], int], list[Card]] = {}
        for (before, last, count), hand in best.items():
            for suits in few:
                if {*before} & {*last} & {*suits}:
                    continue
                held = [*hand, *(Card(rank, suit) for suit in suits)]
                at = last, suits, count + len(suits)
                if at not in longer or points_of(GAME, held) > points_of(GAME, longer[at]):
                    longer[at] = held
        best = longer
    dearest: dict[int, list[Card]] = {}
    for (_, _, count), hand in best.items():
        if count not in dearest or points_of(GAME, hand) > points_of(GAME, dearest[count]):
            dearest[count] = hand
    return dearest


KNOCKS = (
    ("Js Jh Jd 8c 7s 7h 7d 4s 3d 2s Ac", "8c"),
    ("8d 5s 5h 5d 4h 4c 3h 2h 2d 2c Ad", "8d"),
    ("7h 6h 5h 4s 4h 3h 2s As Ah Ad Ac", "7h 4s 4h 3h 2s As Ah Ad Ac"),
)
"""Hands of eleven cards, and those with whose discard their player may knock for ten points."""

KNOCK = 10


def knock_cards() -> bool:
    """Find the cards that leave at most ten points once they are discarded."""
    source = "RLCard, test_gin_rummy_game.py"
    held = [
        told(f"knock cards of {cards}", write_cards(may_knock(parse_cards(cards))), knocks, source)
        for cards, knocks in KNOCKS
    ]
    return all(held)


def may_knock(hand: Hand) -> list[Card]:
    return [card for card in hand if _left_without(hand, card) <= KNOCK]


def _left_without(hand: Hand, card: Card) -> int:
    left = gin().least([other for other in hand if other is not card])
    assert left is not None
    return left


# Shares of all hands

USELESS = 6_820_068
NINE_CARDS = 3_679_075_400


def hands_that_nothing_fits(hands: int) -> bool:
    """Nine cards to which no tenth makes a meld: no pair, and no two of a suit within two ranks."""
    source = "rec.puzzles, 2020; also math.SE 3616499"
    chance = random.Random(SEED)
    hits = sum(_nothing_fits(uniform(chance, 9)) for _ in range(hands))
    return all((
        told("nine cards to which nothing fits, by recurrence", _apart(9), USELESS, source),
        told("  of all hands of nine cards", comb(52, 9), NINE_CARDS, source),
        sampled("  asked of the table", hits, hands, USELESS / NINE_CARDS, source),
    ))  # fmt: skip


def _nothing_fits(hand: Hand) -> bool:
    every = points_of(GAME, hand)
    return all(
        gin().least([*hand, card]) == every + points_of(GAME, [card])
        for card in PACK
        if card not in hand
    )


def _apart(size: int) -> int:
    """How many hands hold at most one card of a rank, and none of a suit within two ranks."""
    counts = Counter({("", "", 0): 1})
    for _ in RANKS:
        longer: Counter[tuple[str, str, int]] = Counter()
        for (before, last, held), ways in counts.items():
            longer[last, "", held] += ways
            for suit in {*SUITS} - {before, last}:
                longer[last, suit, held + 1] += ways
        counts = longer
    return sum(ways for (*_, held), ways in counts.items() if held == size)


RING_WITHOUT = 0.18
"""A bit more than this share of 14-card hands holds no meld."""


def hands_without_a_meld(hands: int) -> bool:
    """Fourteen cards without a meld, where a run may lead over the ace: K-A-2."""
    source = "math.SE 2010894: “a bit more than 18 %”"
    ring = tuple(
        tuple(RANKS[(at + step) % len(RANKS)] for step in range(3)) for at in range(len(RANKS))
    )
    table = deadwood_under(MeldLaw(ring, (3, 4), (1,) * len(RANKS)))
    chance = random.Random(SEED)
    hits = sum(table.least(uniform(chance, 14)) == 14 for _ in range(hands))
    share = _without_in_a_ring(14) / comb(52, 14)
    within = RING_WITHOUT < share < RING_WITHOUT + 0.005
    print(f"  fourteen cards without a meld, by recurrence: {share:.4%} – {source}")
    return sampled("  asked of the table", hits, hands, share, "the recurrence") and within


def _without_in_a_ring(size: int) -> int:
    """How many hands hold no set and no run of three, where the king stands below the ace too."""
    few = [suits for suits in range(1 << len(SUITS)) if suits.bit_count() <= 2]
    total = 0
    for ace, two in product(few, repeat=2):
        counts = Counter({(ace, two, ace.bit_count() + two.bit_count()): 1})
        for _ in RANKS[2:]:
            longer: Counter[tuple[int, int, int]] = Counter()
            for (before, last, held), ways in counts.items():
                for suits in few:
                    if not before & last & suits:
                        longer[last, suits, held + suits.bit_count()] += ways
            counts = longer
        total += sum(
            ways
            for (queen, king, held), ways in counts.items()
            if held == size and not queen & king & ace and not king & ace & two
        )
    return total


# Declarations of Indian rummy

MOST_EXCHANGES = 7
DECLARED = 13


def declarations(times: int) -> bool:
    """How many cards of thirteen have to be exchanged at most for two runs and melds besides."""
    chance = random.Random(SEED)
    planted = [_planted(chance) for _ in range(50)]
    exchanged = [_exchanged(chance, hand, at % 4) for at, hand in enumerate(planted)]
    near = all(far <= at % 4 for at, far in enumerate(fewest_exchanges(exchanged)))
    hands = [uniform(chance, DECLARED) for _ in range(200 * times)]
    far = fewest_exchanges(hands)
    counted = sorted(Counter(far).items())
    spread = ", ".join(f"{exchanges} for {count}" for exchanges, count in counted)
    print(f"  exchanges from {len(hands):,} hands to a declaration: {spread}")
    print(f"  fifty planted ones, up to three cards exchanged, are found: {near}")
    for _ in range(5 * times):
        worst = max(far)
        hardest = [hand for hand, exchanges in zip(hands, far, strict=True) if exchanges == worst]
        hands = [_exchanged(chance, chance.choice(hardest), 2) for _ in range(100)] + hardest[:20]
        far = fewest_exchanges(hands)
    source = "arXiv, January 2026, “MinDist is less than 7”: at most 7, and 7 where a rank is wild"
    print(f"  the hardest hand found by exchanges from there: {max(far)} – {source}")
    print(f"    {write_cards(hands[far.index(max(far))])}", flush=True)
    return near and max(far) <= MOST_EXCHANGES


def _planted(chance: random.Random) -> Hand:
    """Thirteen cards that are two runs and other melds."""
    while True:
        hand: list[Card] = []
        runs = 0
        while len(hand) < DECLARED:
            meld = chance.choice(short_melds())
            hand += meld
            runs += len({card.suit for card in meld}) == 1
        if len(hand) == len({*hand}) == DECLARED and runs >= 2:
            return hand


def _exchanged(chance: random.Random, hand: Hand, count: int) -> Hand:
    """A hand with so many of its cards exchanged."""
    others = [card for card in PACK if card not in hand]
    return [*chance.sample(hand, len(hand) - count), *chance.sample(others, count)]


def fewest_exchanges(hands: Sequence[Hand]) -> list[int]:
    """How many cards of each hand have to be exchanged for a declaration without wilds.

    Rank by rank, the ace at both ends: how many cards of a hand can lie in melds at most, by how
    long the runs are that are open, how many are whole, and how many cards lie. All hands go
    through at once, and each once for every choice of the suits whose ace is high.
    """
    import numpy as np

    held = np.array(
        [[sum(1 << SUITS.index(card.suit) for card in hand if card.rank == rank) for rank in RANKS]
         for hand in hands for _ in range(16)]
    )  # fmt: skip
    high = np.array([*range(16)] * len(hands))
    never = np.int8(-60)
    most = np.full((len(_OPEN), 3, DECLARED + 1, len(high)), never, np.int8)
    most[0, 0, 0] = 0
    count = np.array([bits.bit_count() for bits in range(16)], np.int8)
    for at, rank in enumerate((*RANKS, "A")):
        longer = np.full_like(most, never)
        for in_runs, in_sets, changes in _laid_at_a_rank():
            laid, size = in_runs | in_sets, (in_runs | in_sets).bit_count()
            gain = count[held[:, at % len(RANKS)] & laid]
            if rank == "A":
                barred = laid & high if at == 0 else (laid & ~high) | in_sets
                gain = np.where(barred, never, gain)
            for before, after, whole in changes:
                for runs in range(3):
                    came = most[before, runs, : DECLARED + 1 - size]
                    went = longer[after, min(runs + whole, 2), size:]
                    np.maximum(went, np.maximum(came + gain, never), out=went)
        most = longer
    ends = [at for at, lengths in enumerate(_OPEN) if {*lengths} <= {0, 3}]
    best = most[ends, 2, DECLARED].max(axis=0).reshape(len(hands), 16).max(axis=1)
    return [DECLARED - int(kept) for kept in best]


_OPEN = [*product(range(4), repeat=len(SUITS))]
"""How long the run that is open in each suit is, 3 where it is long enough."""


@cache
def _laid_at_a_rank() -> list[tuple[int, int, list[tuple[int, int, int]]]]:
    """What may be laid of a rank: the suits in runs, those in sets, and what becomes of runs."""
    index = {lengths: at for at, lengths in enumerate(_OPEN)}
    found = []
    for in_sets in [0, *(suits for suits in range(16) if suits.bit_count() >= 3)]:
        for in_runs in [suits for suits in range(16) if not suits & in_sets]:
            changes = []
            for lengths in _OPEN:
                ways = [
                    _grown(length) if in_runs >> suit & 1 else _ended(length)
                    for suit, length in enumerate(lengths)
                ]
                changes += [
                    (index[lengths], index[tuple(to for to, _ in way)], sum(new for _, new in way))
                    for way in product(*ways)
                ]
            found.append((in_runs, in_sets, changes))
    return found


def _grown(length: int) -> list[tuple[int, int]]:
    """A run with one more card, and whether it is long enough now; or a new one after it."""
    return {2: [(3, 1)], 3: [(3, 0), (1, 0)]}.get(length, [(length + 1, 0)])


def _ended(length: int) -> list[tuple[int, int]]:
    return [(0, 0)] if length in (0, 3) else []


# Hands that meld whole

WHOLE = {
    "low": (96, 53, 36, 4_010, 4_100, 3_690, 97_624, 136_694),
    "low-or-high": (100, 57, 40, 4_352, 4_604, 4_300, 110_420, 160_056),
}
"""How many hands of 3, 4 … 10 cards are melds and nothing else, by the place of the ace."""


def hands_that_meld_whole(most: int, asked: int) -> bool:
    """Count hands that are melds and nothing else, by recurrence, by unions and by the table."""
    held = True
    for ace, expected in WHOLE.items():
        sizes = range(3, most + 1)
        start = time.perf_counter()
        by_rank = _whole_by_rank(ace != "low", most)
        between = time.perf_counter()
        by_union = _whole_by_union(ace != "low", most)
        end = time.perf_counter()
        seconds = f"by recurrence {between - start:.1f} s, by unions {end - between:.1f} s"
        print(f"  hands of one pack that meld whole, the ace {ace}: {seconds}")
        for size in sizes:
            share = by_rank[size] / comb(52, size)
            print(f"    {size:2} cards: {by_rank[size]:12,} by recurrence, {by_union[size]:12,} by "
                  f"unions, one hand in {1 / share:,.0f}")  # fmt: skip
        table = _table(altered("basic-rummy", ranks={"ace": ace}).at())
        for size in range(3, asked + 1):
            start = time.perf_counter()
            count = sum(not table.least(hand) for hand in combinations(PACK, size))
            seconds = f"the table asked of each of {comb(52, size):,} hands"
            held &= told(f"  {size} cards", count, by_rank[size],
                         f"{seconds}, {time.perf_counter() - start:.0f} s")  # fmt: skip
        held &= all(by_rank[size] == by_union[size] for size in sizes)
        held &= all(by_rank[size] == count for size, count in enumerate(expected, 3))
    return held


def _whole_by_rank(high: bool, most: int) -> Counter[int]:
    """How many hands meld whole, by size: rank by rank, over all ways to have melded so far.

    A way is how long the run is that is open in each suit, and the aces kept for the high end. A
    hand is counted once, by the set of all its ways.
    """
    sets = [0, *(suits for suits in range(16) if suits.bit_count() >= 3)]

    @cache
    def melded(lengths: tuple[int, ...], held: int) -> frozenset[tuple[int, ...]]:
        return frozenset(
            tuple(min(length + 1, 3) if (held ^ out) >> suit & 1 else 0
                  for suit, length in enumerate(lengths))
            for out in sets
            if out & held == out
            and all((held ^ out) >> suit & 1 or length in (0, 3)
                    for suit, length in enumerate(lengths))
        )  # fmt: skip

    @cache
    def after(ways: frozenset[tuple[tuple[int, ...], int]], held: int) -> Any:
        return frozenset((new, kept) for lengths, kept in ways for new in melded(lengths, held))

    counts: Counter[Any] = Counter()
    for held in range(16):
        ways = frozenset(
            (lengths, kept)
            for kept in range(16 if high else 1)
            if kept & held == kept
            for lengths in melded((0, 0, 0, 0), held ^ kept)
        )
        counts[ways, held.bit_count()] += 1
    for _ in RANKS[1:]:
        longer: Counter[Any] = Counter()
        for (ways, size), hands in counts.items():
            for held in range(16):
                if size + held.bit_count() <= most and (then := after(ways, held)):
                    longer[then, size + held.bit_count()] += hands
        counts = longer
    total: Counter[int] = Counter()
    for (ways, size), hands in counts.items():
        if any(
            all(length >= 2 if kept >> suit & 1 else length in (0, 3)
                for suit, length in enumerate(lengths))
            for lengths, kept in ways
        ):  # fmt: skip
            total[size] += hands
    return total


def _whole_by_union(high: bool, most: int) -> Counter[int]:
    """How many hands meld whole, by size: every union of melds that share no card, each once."""
    lines = [[*range(13)], [*range(1, 13), 0]] if high else [[*range(13)]]
    sets = [
        sum(1 << 13 * suit + rank for suit in suits)
        for rank in range(13) for size in (3, 4) for suits in combinations(range(4), size)
    ]  # fmt: skip
    runs = [
        sum(1 << 13 * suit + rank for rank in line[at : at + size])
        for line in lines for suit in range(4) for size in range(3, 6)
        for at in range(len(line) - size + 1)
    ]  # fmt: skip
    melds = [(meld, meld.bit_count()) for meld in dict.fromkeys(sets + runs)]
    unions: list[set[int]] = [set() for _ in range(most + 1)]

    def grow(start: int, cards: int, size: int) -> None:
        for at in range(start, len(melds)):
            meld, more = melds[at]
            if size + more <= most and not cards & meld:
                unions[size + more].add(cards | meld)
                grow(at + 1, cards | meld, size + more)

    grow(0, 0, 0)
    return Counter({size: len(hands) for size, hands in enumerate(unions)})


# Programs of others


def peer(module: str, name: str) -> ModuleType | None:
    """A program to hold against, or None where it is not installed, which is printed."""
    try:
        return import_module(module)
    except ImportError:
        print(f"  {name} is not installed here, and left out", flush=True)
        return None


def same(name: str, hands: str, different: int, why: str = "", explained: int = 0) -> bool:
    """Print how many hands a program counts otherwise; true where all of these are explained."""
    because = f", {explained} of them since {why}" if different else ""
    print(f"  {name} counts {different} of {hands} otherwise{because}", flush=True)
    return different == explained


KINDS_OF_HANDS: tuple[tuple[str, Callable[[random.Random, int], Hand]], ...] = (
    ("uniform", uniform), ("dense", dense), ("melded", melded),
)  # fmt: skip


def beside_openspiel(hands: int) -> bool:
    """The least points left of ten cards, and of eleven of which one is discarded."""
    spiel = peer("pyspiel", "OpenSpiel")
    if spiel is None:
        return True
    utils, chance, held = spiel.gin_rummy.GinRummyUtils(13, 4, 10), random.Random(SEED), True
    theirs = {frozenset(meld) for meld in utils.int_to_meld.values()}
    ours = {frozenset(map(as_number, meld)) for meld in short_melds()}
    held &= told("OpenSpiel's melds that are ours, and ours that are its",
                 (len(theirs & ours), len(ours)), (185, 185), "open-spiel 2.0")  # fmt: skip
    for name, some in KINDS_OF_HANDS:
        different = 0
        for _ in range(hands):
            hand = some(chance, 10)
            numbers = [*map(as_number, hand)]
            laid = {card for meld in utils.best_meld_group(numbers) for card in meld}
            left = sum(utils.card_value(card) for card in numbers if card not in laid)
            different += not utils.min_deadwood(numbers) == gin().least(hand) == left
        held &= same("OpenSpiel", f"{hands:,} {name} hands of ten", different)
        wrong, explained = 0, 0
        for _ in range(hands):
            hand = some(chance, 11)
            left = utils.min_deadwood([*map(as_number, hand)])
            if left != min(_left_without(hand, card) for card in hand):
                wrong += 1
                explained += left in _dearest_off(hand)
        why = "it takes the dearest card off a grouping that is best while all eleven are held"
        held &= same("OpenSpiel", f"{hands:,} {name} hands of eleven", wrong, why, explained)
    return held


def _dearest_off(hand: Hand) -> set[int]:
    """What is left where the hand is grouped with all its cards, and the dearest then discarded."""
    return {
        found.points - max((points_of(GAME, [card]) for card in found.left), default=0)
        for found in gin().groupings(hand) or ()
    }


def beside_rlcard(hands: int) -> bool:
    """The least points left of ten cards, and the discards with which eleven may knock."""
    melding = peer("rlcard.games.gin_rummy.utils.melding", "RLCard")
    if melding is None:
        return True
    judge = import_module("rlcard.games.gin_rummy.judge")
    utils = import_module("rlcard.games.gin_rummy.utils.utils")
    cards: Any = import_module("rlcard.games.base").Card
    chance, held = random.Random(SEED), True
    for name, some in KINDS_OF_HANDS:
        different = 0
        for _ in range(hands):
            hand = some(chance, 10)
            theirs = [cards(card.suit.upper(), card.rank.replace("10", "T")) for card in hand]
            best = melding.get_best_meld_clusters(theirs)
            left = utils.get_deadwood_count(theirs, best[0] if best else [])
            different += left != gin().least(hand)
        held &= same("RLCard", f"{hands:,} {name} hands of ten", different)
        wrong = explained = 0
        for _ in range(hands):
            hand = some(chance, 11)
            named = {(card.rank.replace("10", "T"), card.suit.upper()): card for card in hand}
            theirs = [cards(suit, rank) for rank, suit in named]
            knocks, gins = judge.get_going_out_cards(theirs, KNOCK)
            gone = {named[card.rank, card.suit] for card in gins}
            named_alike = {named[card.rank, card.suit] for card in knocks} | gone
            otherwise = named_alike ^ set(may_knock(hand))
            wrong += bool(otherwise)
            explained += bool(otherwise) and otherwise <= gone and gin().least(hand) == 0
        why = (
            "all eleven lie in melds, and it discards any card of a long one, even from its middle"
        )
        named_by = f"{hands:,} {name} hands of eleven by their knock cards"
        held &= same("RLCard", named_by, wrong, why, explained)
    return held


def beside_rummikub_solver(hands: int) -> bool:
    """The most cards that lie in melds, the ace low: an integer program finds it too."""
    solver = peer("rummikub_solver", "rummikub-solver")
    if solver is None:
        return True
    rules = solver.RuleSet(repeats=1, jokers=0)
    table = _table(altered("basic-rummy", points={"A-K": 1}).at())
    held = told(
        "melds of rummikub-solver that can't be split", len(rules.sets), 185, "rummikub-solver 1.0"
    )
    chance = random.Random(SEED)
    for name, some in KINDS_OF_HANDS:
        different = 0
        for _ in range(hands):
            hand = some(chance, chance.randint(8, 14))
            state = rules.new_game()
            state.add_rack(*(rules.tiles[as_number(card)] for card in hand))
            found = rules.solve(state, solver.SolverMode.TILE_COUNT)
            laid = len(found.tiles) if found else 0
            different += table.least(hand) != len(hand) - laid
        held &= same("rummikub-solver", f"{hands:,} {name} hands of 8 to 14 cards", different)
    return held
