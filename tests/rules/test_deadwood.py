"""What hands leave ungrouped: the table of suits against every grouping, under many laws."""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from referee.rules.cards import RANKS, SUITS, Card, cards_of, parse_cards, parse_laid
from referee.rules.law.melds import legal_readings
from referee.rules.schema.variant import Terms
from referee.rules.search.arrange import arrange
from referee.rules.search.deadwood import Deadwood, Grouping, deadwood_of
from referee.rules.search.showdown import grouped
from referee.variants import load
from tests.bench.peers import GAME, PACK, gin
from tests.rules.altered import altered
from tests.rules.hands import a_hand

DATA = Path(__file__).parent.parent / "data"
LINES = {
    "low": ["A 2 3 4 5 6 7 8 9 10 J Q K"],
    "high": ["2 3 4 5 6 7 8 9 10 J Q K A"],
    "low-or-high": ["A 2 3 4 5 6 7 8 9 10 J Q K", "2 3 4 5 6 7 8 9 10 J Q K A"],
}
LINES["both"] = LINES["low-or-high"]  # Without a twin no run has two aces.

HANDS = 900

LAWS: dict[str, dict[str, dict[str, object]]] = {
    "gin": {},
    "the ace high": {"ranks": {"ace": "high"}},
    "the ace at either end": {"ranks": {"ace": "low-or-high"}},
    "the ace at both ends": {"ranks": {"ace": "both"}},
    "sets of two, runs of four": {"sets": {"least": 2}, "runs": {"least": 4}},
    "runs of two, sets of four": {"sets": {"least": 4}, "runs": {"least": 2}},
    "runs of three to four, sets of three": {"sets": {"most": 3}, "runs": {"most": 4}},
    "face cards alone count": {"points": {"A": 1, "2-10": 0, "J-K": 10}},
    "nothing counts": {"points": {"A-K": 0}},
    "pairs alone are sets": {"sets": {"least": 2, "most": 2}},
    "40 cards": {"ranks": {"removed": ["8", "9", "10"], "ace": "low-or-high"}},
}
"""Tables of the game turned, under the name of what they make of it."""


def law(name: str) -> Terms:
    return altered("basic-rummy", **{"points": GAME_POINTS, **LAWS[name]}).at()


GAME_POINTS = {"A": 1, "J-K": 10, "2-10": "pips"}


def table(terms: Terms) -> Deadwood:
    found = deadwood_of(terms)
    assert found is not None
    return found


Meld = frozenset[Card]


def melds_in(terms: Terms, hand: Sequence[Card]) -> list[Meld]:
    """Every set and run in a hand, by the words of the law alone."""
    sets, runs = terms.sets, terms.runs
    found = [
        frozenset(cards)
        for rank in RANKS
        for size in range(sets.least, (sets.most or 4) + 1)
        for cards in combinations([card for card in hand if card.rank == rank], size)
    ]
    for suit in SUITS:
        held = {card.rank for card in hand if card.suit == suit}
        for text in LINES[terms.ranks.ace]:
            line = [rank for rank in text.split() if rank not in terms.ranks.removed]
            found += [
                frozenset(Card(rank, suit) for rank in line[at : at + size])
                for size in range(runs.least, (runs.most or 13) + 1)
                for at in range(len(line) - size + 1)
                if held.issuperset(line[at : at + size])
            ]
    return list(dict.fromkeys(found))


def all_groupings(hand: Sequence[Card], melds: Sequence[Meld]) -> Iterator[tuple[Meld, ...]]:
    """Every way to lay melds of a hand, or none."""
    if not hand:
        yield ()
        return
    card = hand[0]
    yield from all_groupings(hand[1:], melds)
    for meld in melds:
        if card in meld and meld.issubset(hand):
            for others in all_groupings([other for other in hand if other not in meld], melds):
                yield (meld, *others)


def best_groupings(terms: Terms, hand: Sequence[Card]) -> tuple[int, set[frozenset[Meld]]]:
    """The least points left, and every grouping that leaves them and no free card needlessly."""
    points = terms.points.by_rank
    by_cost: dict[tuple[int, int], set[frozenset[Meld]]] = {}
    for grouping in all_groupings(hand, melds_in(terms, hand)):
        left = [points[card.rank] for card in hand if not any(card in meld for meld in grouping)]
        by_cost.setdefault((sum(left), left.count(0)), set()).add(frozenset(grouping))
    least = min(by_cost)
    return least[0], by_cost[least]


def hands(chance: random.Random, terms: Terms, count: int) -> Iterator[list[Card]]:
    """Random, dense and one-suited hands of the cards in play."""
    pack = [card for card in PACK if card.rank not in terms.ranks.removed]
    for at in range(count):
        size = chance.randint(0, 11)
        match at % 3:
            case 0:
                yield chance.sample(pack, size)
            case 1:
                yield a_hand(chance, terms, size, 0)
            case _:
                suit = chance.choice(SUITS)
                one = [card for card in pack if card.suit == suit]
                yield chance.sample(one, min(size, len(one)))


def as_sets(grouping: Grouping) -> frozenset[Meld]:
    return frozenset(frozenset(cards_of(meld)) for meld in grouping.melds)


@pytest.mark.parametrize("name", LAWS)
def test_a_hand_leaves_the_least_of_every_grouping(name):
    terms, chance = law(name), random.Random(name)
    deadwood = table(terms)
    for hand in hands(chance, terms, HANDS):
        least, best = best_groupings(terms, hand)
        assert deadwood.least(hand) == least, hand
        listed = list(deadwood.groupings(hand) or ())
        assert {as_sets(grouping) for grouping in listed} == best, hand
        assert len(listed) == len(best), hand
        for grouping in listed:
            laid = [card for meld in grouping.melds for card in cards_of(meld)]
            assert sorted([*laid, *grouping.left], key=hand.index) == hand
            assert [card for card in hand if card in grouping.left] == [*grouping.left]
            assert sum(terms.points.by_rank[card.rank] for card in grouping.left) == least
            assert grouping.points == least


@pytest.mark.parametrize("name", LAWS)
def test_every_meld_of_a_grouping_is_legal_and_lies_from_low_to_high(name):
    terms, chance = law(name), random.Random(name)
    for hand in hands(chance, terms, 60):
        for grouping in table(terms).groupings(hand) or ():
            for laid in grouping.melds:
                meld = cards_of(laid)
                assert legal_readings(terms, laid), meld
                if len({card.suit for card in meld}) == 1:
                    texts = [line.replace(" ", "") for line in LINES[terms.ranks.ace]]
                    ranks = "".join(card.rank for card in meld)
                    for removed in terms.ranks.removed:
                        texts = [text.replace(removed, "") for text in texts]
                    assert any(ranks in text for text in texts), meld


def test_long_hands_leave_as_much_as_the_general_search_finds():
    chance = random.Random(26)
    for size in range(11, 27):
        for _ in range(8):
            hand = a_hand(chance, GAME, size, 0)
            found = arrange(GAME.at(), hand)
            assert found.proven
            assert gin().least(hand) == found.points_left, hand


def test_the_whole_pack_leaves_nothing():
    assert gin().least(PACK) == 0
    found = grouped(GAME.at(), PACK)
    assert sum(map(len, found.melds)) == 52


def test_of_one_suit_runs_are_as_long_as_they_can_be():
    found = grouped(GAME.at(), parse_cards("9s 2s 8s 10s 7s Js 6s"))
    assert found == Grouping((parse_laid("6s 7s 8s 9s 10s Js"),), tuple(parse_cards("2s")), 2)


def test_every_grouping_that_leaves_the_least_is_listed():
    found = gin().groupings(parse_cards("6s 7s 8s 7h 7d Kc"))
    assert found is not None
    assert {write(grouping) for grouping in found} == {
        "6s 7s 8s | 7h 7d Kc", "7s 7h 7d | 6s 8s Kc"
    }  # fmt: skip


def write(grouping: Grouping) -> str:
    melds = [" ".join(card.code for card in meld) for meld in grouping.melds]
    return f"{', '.join(melds)} | {' '.join(card.code for card in grouping.left)}"


DENSE = json.loads((DATA / "dense-gin-hands.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", DENSE, ids=lambda case: case["cards"])
def test_of_eleven_cards_the_best_discard_is_found_though_another_program_errs(case):
    hand, terms = parse_cards(case["cards"]), GAME.at()
    left = {}
    for card in hand:
        others = [other for other in hand if other is not card]
        left[card] = best_groupings(terms, others)[0]
        assert table(terms).least(others) == left[card]
    assert min(left.values()) == case["left"] < case["otherwise"]
    assert [card for card in hand if left[card] == case["left"]] == [*parse_cards(case["discard"])]


@pytest.mark.parametrize(
    "cards", ["3s 4s 5s 3s", "3s 4s *", "3s 4s 5"], ids=["a twin", "a joker", "a bare rank"]
)
def test_hands_that_are_not_of_one_pack_are_refused(cards):
    hand = parse_cards(cards, suits=False)
    deadwood = gin()
    assert deadwood.least(hand) is None
    assert deadwood.groupings(hand) is None


def test_hands_with_a_wild_are_refused_and_others_of_the_game_are_not():
    terms = load("rummy-wild", {"wilds.ranks": ["2"]}).at()
    assert table(terms).least(parse_cards("2s 3s 4s")) is None
    assert table(terms).least(parse_cards("3s 4s 5s Kd")) == terms.points.by_rank["K"]
    # No run of natural cards leads over a wild rank.
    gapped = parse_cards("As 3s 4s")
    assert table(terms).least(gapped) == arrange(terms, gapped).points_left


def test_where_a_hand_is_not_simply_grouped_there_is_no_table():
    assert deadwood_of(load("six-to-ten").at(1)) is None
    assert deadwood_of(load("basic-rummy", {"melds_per_turn": 1}).at()) is None


def test_deals_of_one_law_share_a_table():
    assert gin() is table(altered("basic-rummy", points=GAME_POINTS).at())
