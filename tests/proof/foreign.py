"""Figures that others have found, and programs of others, held against the law and the table.

Each figure is printed with its source. What a program of another counts otherwise is explained.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from itertools import combinations, product
from math import comb, sqrt
from types import ModuleType
from typing import Any

from referee.rules.cards import RANKS, SUITS, Card, LaidCard, parse_cards, write_cards
from referee.rules.law.melds import legal_readings
from referee.rules.law.points import points_of
from referee.rules.schema.variant import Terms
from referee.rules.search.deadwood import Deadwood, MeldLaw, deadwood_of, deadwood_under
from tests.bench.peers import GAME, PACK, Hand, as_number, dense, gin, uniform
from tests.rules.altered import altered

SEED = 23


def main() -> bool:
    """Hold every figure and every program; true where all agree."""
    return _hold(1)


def whole(share: tuple[int, int] = (1, 1)) -> bool:
    """As `main`, with ten times the hands."""
    return _hold(10)


def _hold(times: int) -> bool:
    checks: list[Callable[[], bool]] = [
        melds_of_one_pack,
        dearest_hands,
        knock_cards,
        partial(hands_that_nothing_fits, 100_000 * times),
        partial(hands_without_a_meld, 100_000 * times),
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


def table_of(terms: Terms) -> Deadwood:
    """What hands leave in a game in which they are simply grouped."""
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
        told("  of these sets", kinds["set"], 65, crate),
        told("  of these runs", kinds["run"], 264, crate),
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
def short_melds(ace: str = "low") -> list[tuple[Card, ...]]:
    """The melds of at most five cards, of which all longer ones can be made."""
    terms = altered("basic-rummy", ranks={"ace": ace}).at()
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
    table = table_of(altered("basic-rummy", points={"A-K": 1}).at())
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
