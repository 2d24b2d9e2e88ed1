"""Is it a meld? A second answer, by trying every card that every wild could stand for.

Written from the readings of the six games and from nothing else: cards are texts such as `10d` and
`*`, the figures of each game stand in the table below, and no code of the rules is used. Slow, and
as plain as can be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, pairwise, permutations
from math import factorial, prod

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "shdc"
JOKER = "*"

Reading = tuple[str, tuple[str, ...]]
"""A kind, and what each card stands for in the order given."""


@dataclass(frozen=True)
class Game:
    """What a game says of melds; `packs` and `jokers` where most play.

    `ace` is `high`, `low`, `either` (end, never both) or `both` (ends of one run), or between king
    and two as well, `once` round or `ever` again. `suits_differ`: no set holds two cards of one
    suit. `apart`: no two wilds lie side by side in a run. `inside`: no wild is first or last in a
    run. `most_mixed`: the most cards of a run with wilds. `wild_kind`: the one kind of meld that
    holds wilds. `deal`: the deal in which `wild_rank` is
    wild, where that changes.
    """

    packs: int
    jokers: int
    ace: str
    run: int
    most_in_set: int = 99
    wild_rank: str = ""
    wild_suits: str = "shdc"
    as_itself: bool = False
    without: str = ""
    suits_differ: bool = False
    apart: bool = False
    inside: bool = False
    most_mixed: int = 99
    wild_kind: str = ""
    deal: int = 0
    options: tuple[tuple[str, object], ...] = ()
    id: str = ""


GAMES = {
    "six-to-ten": Game(packs=2, jokers=0, ace="high", run=3, wild_rank="2", without="2"),
    "contract-rummy-bicycle": Game(packs=3, jokers=2, ace="both", run=4),
    "contract-rummy-house": Game(packs=3, jokers=7, ace="either", run=4),
    "basic-rummy": Game(packs=1, jokers=0, ace="low", run=3, most_in_set=4),
    "contract-rummy-encyclopedia": Game(packs=4, jokers=8, ace="either", run=4),
    "rummy-wild": Game(packs=2, jokers=4, ace="either", run=3, most_in_set=4),
    "basic-rummy with the ace at either end": Game(
        packs=1, jokers=0, ace="either", run=3, most_in_set=4,
        options=(("ace", "low-or-high"),), id="basic-rummy",
    ),
    "rummy-wild with wild twos": Game(
        packs=2, jokers=0, ace="either", run=3, most_in_set=4, wild_rank="2", as_itself=True,
        options=(("wilds", "twos"),), id="rummy-wild",
    ),
    "contract-rummy-encyclopedia with wild twos": Game(
        packs=4, jokers=8, ace="either", run=4, wild_rank="2", as_itself=True,
        options=(("wild_twos", True),), id="contract-rummy-encyclopedia",
    ),
    "rummy-wild with suits that differ": Game(
        packs=2, jokers=4, ace="either", run=3, most_in_set=4, suits_differ=True,
        options=(("sets.suits", "different"),), id="rummy-wild",
    ),
    "rummy-wild with wilds apart": Game(
        packs=2, jokers=4, ace="either", run=3, most_in_set=4, apart=True,
        options=(("wilds.adjacent", False),), id="rummy-wild",
    ),
    "rummy-wild with wilds in gaps": Game(
        packs=2, jokers=4, ace="either", run=3, most_in_set=4, inside=True,
        options=(("wilds.ends", False),), id="rummy-wild",
    ),
    "rummy-wild with short runs of wilds": Game(
        packs=2, jokers=4, ace="either", run=3, most_in_set=4, most_mixed=4,
        options=(("runs.most_with_wilds", 4),), id="rummy-wild",
    ),
    "rummy-wild with wilds in runs": Game(
        packs=2, jokers=4, ace="either", run=3, most_in_set=4, wild_kind="run",
        options=(("wilds.kinds", "runs"),), id="rummy-wild",
    ),
    "rummy-wild round the corner": Game(
        packs=2, jokers=4, ace="once", run=3, most_in_set=4,
        options=(("ace", "cyclic"),), id="rummy-wild",
    ),
    "rummy-wild round and round": Game(
        packs=2, jokers=4, ace="ever", run=3, most_in_set=4,
        options=(("ace", "endless"),), id="rummy-wild",
    ),
    "red-aces": Game(packs=3, jokers=0, ace="either", run=4, wild_rank="A", wild_suits="hd"),
    "rummy-wild with sevens wild in deal 2": Game(
        packs=2, jokers=4, ace="either", run=3, most_in_set=4, wild_rank="7", as_itself=True,
        options=(("wilds.by_deal", ("4", "7", "9")),), id="rummy-wild", deal=2,
    ),
}  # fmt: skip


def lines(game: Game) -> list[tuple[str, ...]]:
    """The ranks in the order of a run, once for each place of the ace."""
    middle = [rank for rank in RANKS[1:] if rank != game.without]
    low, high = ("A", *middle), (*middle, "A")
    turned = [(*low[at:], *low[:at]) for at in range(len(low))]
    return {
        "low": [low], "high": [high], "either": [low, high], "both": [(*low, "A")],
        "once": turned, "ever": [one * 3 for one in turned],
    }[game.ace]  # fmt: skip


def is_wild(game: Game, card: str) -> bool:
    return card == JOKER or (
        game.wild_rank != "" and card[:-1] == game.wild_rank and card[-1] in game.wild_suits
    )


def readings(game: Game, cards: Sequence[str]) -> set[Reading]:
    """Every way in which cards are a meld, alike wilds not told apart."""
    found = {*_sets(game, cards), *_runs(game, cards)}
    return {alike(game, cards, reading) for reading in found}


def alike(game: Game, cards: Sequence[str], reading: Reading) -> Reading:
    """A reading with what alike wilds stand for in one order, so that it counts once."""
    kind, stands = reading
    told = list(stands)
    for wild in {card for card in cards if is_wild(game, card)}:
        places = [at for at, card in enumerate(cards) if card == wild]
        for at, card in zip(places, sorted(stands[at] for at in places), strict=True):
            told[at] = card
    return kind, tuple(told)


def _sets(game: Game, cards: Sequence[str]) -> Iterator[Reading]:
    if not 3 <= len(cards) <= game.most_in_set:
        return
    for rank in RANKS:
        stands = []
        naturals = 0
        for card in cards:
            if card[:-1] == rank and (game.as_itself or not is_wild(game, card)):
                stands.append(card)
                naturals += 1
            elif is_wild(game, card) and rank != game.without:
                stands.append(rank)
        suits = [card[-1] for card in stands if card != rank]
        if game.suits_differ and len(suits) > len(set(suits)):
            continue
        if game.wild_kind == "run" and naturals < len(cards):
            continue
        if len(stands) == len(cards) and naturals:
            yield "set", tuple(stands)


def _runs(game: Game, cards: Sequence[str]) -> Iterator[Reading]:
    count = len(cards)
    if count < game.run:
        return
    for suit in SUITS:
        if any(not is_wild(game, card) and card[-1] != suit for card in cards):
            continue
        for window in windows(game, count):
            for ranks in set(permutations(window)):
                stands = tuple(rank + suit for rank in ranks)
                if _can_stand(game, cards, stands) and _may_mix(game, cards, ranks, window):
                    yield "run", stands


def _may_mix(game: Game, cards: Sequence[str], ranks: Sequence[str], window: Sequence[str]) -> bool:
    """Whether wilds may lie in a run as they do."""
    lying = [cards[ranks.index(rank)] for rank in window]
    wild = [is_wild(game, card) for card in lying]
    if any(wild) and (game.wild_kind == "set" or len(cards) > game.most_mixed):
        return False
    if game.inside and (wild[0] or wild[-1]):
        return False
    return not (game.apart and any(one and other for one, other in pairwise(wild)))


def windows(game: Game, count: int) -> list[tuple[str, ...]]:
    """The ranks of every run of so many cards, from low to high."""
    return [line[at : at + count] for line in lines(game) for at in range(len(line) - count + 1)]


def _can_stand(game: Game, cards: Sequence[str], stands: tuple[str, ...]) -> bool:
    naturals = 0
    for card, other in zip(cards, stands, strict=True):
        if not is_wild(game, card):
            if card != other:
                return False
            naturals += 1
        elif card == other and game.as_itself:
            naturals += 1
    return naturals > 0


def assumed_run(game: Game, cards: Sequence[str]) -> tuple[str, ...] | None:
    """What the cards stand for as a run where nothing is said, alike wilds not told apart.

    If they are a run as they lie, upwards or else downwards, that; else the spare wilds as high as
    they go: in the order given they fill gaps, then the high end, then the low end.
    """
    legal = [stands for _, stands in _runs(game, cards)]
    if not legal:
        return None
    best = max(legal, key=lambda stands: _rank_of_reading(game, cards, stands))
    return alike(game, cards, ("run", best))[1]


def _rank_of_reading(
    game: Game, cards: Sequence[str], stands: tuple[str, ...]
) -> tuple[int, int, list[int]]:
    """Sorts readings as the rule on assumed ones does; wilds that differ lie as they were given."""
    ranks = tuple(card[:-1] for card in stands)
    all_windows = windows(game, len(cards))
    if ranks in all_windows:
        return 2, 0, []
    if ranks[::-1] in all_windows:
        return 1, 0, []
    window = next(window for window in all_windows if sorted(window) == sorted(ranks))
    places = [window.index(rank) for rank in ranks]
    fixed = [p for p, card in zip(places, cards, strict=True) if not is_wild(game, card)]
    lowest = min(fixed, default=0)
    outwards = [*range(lowest, len(cards)), *range(lowest - 1, -1, -1)]
    wilds = [
        -outwards.index(p) for p, card in zip(places, cards, strict=True) if is_wild(game, card)
    ]
    return 0, -lowest, wilds


# Every handful of cards


def kinds_of_cards(game: Game) -> list[str]:
    jokers = [JOKER] if game.jokers else []
    return [rank + suit for rank in RANKS for suit in SUITS] + jokers


def handfuls(game: Game, size: int) -> Iterator[tuple[str, ...]]:
    """Every multiset of so many cards that the packs hold."""
    for cards in combinations_with_replacement(kinds_of_cards(game), size):
        if all(cards.count(card) <= copies(game, card) for card in cards):
            yield cards


def copies(game: Game, card: str) -> int:
    return game.jokers if card == JOKER else game.packs


def columns(cards: Sequence[str]) -> list[tuple[str, ...]]:
    """The ranks of each suit: whichever suit is which, these are the same four."""
    return [tuple(sorted(card[:-1] for card in cards if card[-1] == suit)) for suit in SUITS]


def chosen_handfuls(game: Game, size: int) -> Iterator[tuple[str, ...]]:
    """One handful for all that are like it but for their suits: the columns in order of size."""
    for jokers in range(min(size, game.jokers) + 1):
        for four in _columns(game, size - jokers, 4, ()):
            cards = (rank + suit for suit, ranks in zip(SUITS, four, strict=True) for rank in ranks)
            yield (*cards, *[JOKER] * jokers)


def _columns(
    game: Game, size: int, suits: int, least: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], ...]]:
    if suits == 0:
        if size == 0:
            yield ()
        return
    for length in range(size + 1):
        for column in _held(game.packs, length):
            if column >= least:
                for others in _columns(game, size - length, suits - 1, column):
                    yield (column, *others)


@cache
def _held(packs: int, length: int) -> tuple[tuple[str, ...], ...]:
    """Every choice of so many ranks of one suit."""
    every = combinations_with_replacement(sorted(RANKS), length)
    return tuple(ranks for ranks in every if max(map(ranks.count, ranks), default=0) <= packs)


def likes(cards: Sequence[str]) -> int:
    """How many handfuls are like this one but for their suits, itself among them."""
    ranks = columns(cards)
    return factorial(4) // prod(factorial(ranks.count(column)) for column in set(ranks))


def with_suits(cards: Sequence[str], suits: str) -> tuple[str, ...]:
    """The cards with every suit exchanged for the one at its place in `suits`."""
    return tuple(
        card if card == JOKER else card[:-1] + suits[SUITS.index(card[-1])] for card in cards
    )
