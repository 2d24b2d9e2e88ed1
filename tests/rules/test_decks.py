"""A deck of five suits from the three to the king, without aces, against counts of its own."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from referee.rules import CaseError
from referee.rules.building.build import build, rebuild
from referee.rules.building.house_rules import check_effect, house_rules
from referee.rules.cards import JOKER, Card, parse_cards, write_cards
from referee.rules.findings import Ruling
from referee.rules.law.points import card_values, tapped_value
from referee.rules.rulings import rule_by
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Variant
from referee.rules.scoring.tally import doubts
from referee.rules.search.arrange import arrange

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "shdct"
WORTH = {rank: at for at, rank in enumerate(RANKS, 3)} | {"*": 50}
DEFINITION: dict[str, object] = {
    "edition": 2,
    "name": "Five suits",
    "about": "",
    "source": {"title": "Five suits"},
    "players": {"least": 2, "most": 7},
    "packs": {"by_players": {"2-7": 2}},
    "jokers": {"per_pack": 3},
    "cards_each": {"2-7": 9},
    "ranks": {"order": RANKS},
    "suits": list(SUITS),
    "further_melds": {"allowed": "any"},
    "points": {"3-10": "pips", "J": 11, "Q": 12, "K": 13, "joker": 50},
    "end": {"rounds": 11},
}


@cache
def game(**options: object) -> Variant:
    """The game; `packs` as a table counts them, `suits` of a set as it will."""
    keys = {"packs": "packs.always", "suits": "sets.suits"}
    return build(DEFINITION, id="five", options={keys[name]: n for name, n in options.items()})


def ask(ask: str, *, options: Mapping[str, object] | None = None, **fields: Any) -> Ruling:
    return rule_by(rebuild(game(), options or {}), {"game": "five", "ask": ask, **fields})


def kind_of(cards: Sequence[Card]) -> str:
    """Whether cards are a set or a run, counted here: no wilds alone, jokers for anything."""
    plain = [card for card in cards if card is not JOKER]
    places = sorted(RANKS.index(card.rank) for card in plain)
    if len(cards) < 3 or not plain:
        return ""
    if len(set(places)) == 1:
        return "set"
    if len({card.suit for card in plain}) > 1 or len(set(places)) < len(places):
        return ""
    return "run" if places[-1] - places[0] < len(cards) <= len(RANKS) else ""


def test_what_is_dealt_counts_every_suit() -> None:
    facts = ask("deal", players=7).facts
    assert (facts["packs"], facts["jokers"], facts["cards_in_play"]) == (2, 6, 116)


def test_melds_of_three_cards_of_three_suits() -> None:
    pack = [card for card in game().deck.pack if card.suit in "sdt" and WORTH[card.rank] < 10]
    cases = (
        {"game": "five", "ask": "meld", "cards": write_cards(cards)}
        for cards in combinations(pack, 3)
    )
    found = Counter(rule_by(game(packs=1), case).facts.get("kind") for case in cases)
    del found[None]
    assert found == {"set": 7, "run": 3 * 5}


def test_melds_of_random_cards_are_those_counted_here() -> None:
    chance, cards = random.Random(5), [*game().deck.pack * 2, *[JOKER] * 6]
    kinds = Counter[str]()
    for _ in range(3000):
        suit, low = chance.choice(SUITS), chance.randrange(9)
        near = [
            card
            for card in cards
            if card is JOKER
            or (card.suit == suit and card.rank in RANKS[low : low + 6])
            or card.rank == RANKS[low]
        ]
        held = chance.sample(near, chance.randint(2, 7))
        kind = kind_of(held)
        kinds[kind] += 1
        verdict = ask("meld", cards=write_cards(held)).verdict
        assert verdict == ("legal" if kind else "illegal"), write_cards(held)
    assert min(kinds[kind] for kind in ("set", "run", "")) > 50


def best_left(held: tuple[Card, ...]) -> int:
    """The least points of the cards that melds leave, by trying all that the first card may do."""
    if not held:
        return 0
    first, rest = held[0], held[1:]
    ways = [WORTH[first.rank] + best_left(rest)]
    for size in range(2, len(rest) + 1):
        for others in combinations(range(len(rest)), size):
            if kind_of([first, *[rest[at] for at in others]]):
                left = tuple(card for at, card in enumerate(rest) if at not in others)
                ways.append(best_left(left))
    return min(ways)


def test_what_an_arrangement_leaves_is_the_least() -> None:
    chance, laid = random.Random(7), 0
    for _ in range(120):
        suits, low = chance.sample(SUITS, 2), chance.randrange(7)
        near = [c for c in game().deck.pack if c.suit in suits and c.rank in RANKS[low : low + 5]]
        held = chance.sample([*near, *near], 8) + [JOKER] * chance.randint(0, 1)
        found = arrange(game().at(), held)
        assert found.points_left == best_left(tuple(held)), write_cards(held)
        laid += len(found.melds)
    assert laid > 100


@pytest.mark.parametrize(
    ("cards", "reads_as"),
    [
        ("Jt Qt Kt", ["Jt", "Qt", "Kt"]),
        ("3★ * 5T", ["3t", "4t", "5t"]),
        ("9s 9t 9t", ["9s", "9t", "9t"]),
        ("10t Tt TS", ["10t", "10t", "10s"]),
    ],
)
def test_stars_are_a_suit_as_others(cards: str, reads_as: list[str]) -> None:
    assert ask("meld", cards=cards).facts["reads_as"] == reads_as


def test_a_run_of_wilds_may_be_of_any_suit() -> None:
    none = {"wilds.naturals_per_meld": 0}
    read = ask("meld", options=none, cards="* * *").facts["readings"]
    assert isinstance(read, list)
    suits = {one["reads_as"][0][-1] for one in read if one["kind"] == "run"}
    assert suits == set(SUITS)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("7s 7h 7d 7c 7t", ""),
        ("7s 7h 7t 7t", "7★ 7★ are stars"),
        ("7s 7h 7d 7c 7t *", "at most 5 cards"),
    ],
)
def test_a_set_of_unlike_suits_has_one_card_of_each(cards: str, says: str) -> None:
    options = {"sets.suits": "different"}
    ruling = ask("meld", options=options, cards=cards)
    assert (ruling.verdict == "legal") is not bool(says)
    assert says in " ".join(finding.said() for finding in ruling.findings)
    variant = game(suits="different")
    assert "all differ" in variant.text("set.suits")
    assert "at most 5 cards" in variant.text("set.size")


def test_stars_are_named_among_the_suits_that_are_mixed() -> None:
    says = [finding.said() for finding in ask("meld", cards="7h 8t 9t").findings]
    assert "hearts and stars" in " ".join(says)


@pytest.mark.parametrize("cards", ["Qt Kt 3t", "Kt 3t 4t"])
def test_no_run_goes_round_the_end(cards: str) -> None:
    assert ask("meld", cards=cards).verdict == "illegal"


@pytest.mark.parametrize("cards", ["Ah Ad Ac", "2t 3t 4t", "* 3t 4t=2t"])
def test_ranks_that_the_deck_has_not_are_an_error(cards: str) -> None:
    with pytest.raises(CaseError, match="the ranks are 3 4 5 6 7 8 9 10 J Q K"):
        ask("meld", cards=cards)


def test_points_and_rules_are_those_of_the_deck() -> None:
    assert ask("points", cards="3t K * 10").facts["points"] == 3 + 13 + 50 + 10
    assert {rank for value in card_values(game()) for rank in value.ranks} == set(WORTH)
    assert not [rule for rule in game().rules if "ace" in rule or rule == "run.both-ends"]
    packs = game().text("cards.packs")
    assert "Taken out of each pack: aces and twos." in packs
    assert "spades, hearts, diamonds, clubs and stars" in packs


def test_no_table_is_offered_anything_about_aces() -> None:
    offered = house_rules(game())
    keys = {game().options[name].key for name in (*offered.first, *offered.more)}
    assert not keys & {"ranks.ace", "points.A", "points.2"}
    assert keys >= {"points.3", "points.K"}


@pytest.mark.parametrize("option", [{"points.A": 9}, {"ranks.ace": "high"}, {"wilds.ranks": ["A"]}])
def test_no_table_settles_anything_about_aces(option: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        check_effect(rebuild(game(), option), option)


def said_of(hands: dict[str, Any]) -> Iterator[str]:
    """What is odd or cannot be in hands at the end of a deal of seven."""
    return (doubt.said() for doubt in doubts(game().at(1), players=7, hands=hands, out="Ann"))


def test_hands_are_held_to_the_cards_in_play() -> None:
    star = Card("5", "t")
    assert not list(said_of({"Ann": (), "Bob": (star, star), "Cleo": (Card("K"),) * 8}))
    assert "2" in next(said_of({"Ann": (), "Bob": (star,) * 3}))
    kings = [Card("K")] * 10
    assert not list(said_of({"Ann": (), "Bob": kings[:5], "Cleo": kings[5:]}))
    assert list(said_of({"Ann": (), "Bob": kings[:5], "Cleo": [*kings[5:], Card("K", "s")]}))
    everything = 2 * 5 * sum(range(3, 14)) + 6 * 50
    assert str(everything) in next(said_of({"Ann": (), "Bob": everything + 1}))


def of_ranks(*order: str) -> Variant:
    """A game of these ranks, the ace low or high, in which what is laid down counts."""
    points = dict.fromkeys(order, 10) | {"A": 15, "low_ace": 1}
    tables: dict[str, object] = {
        "ranks": {"order": list(order), "ace": "low-or-high"},
        "suits": list("shdc"),
        "jokers": {"per_pack": 0},
        "points": points,
        "scoring": {"melded": True, "best": "highest"},
    }
    return build(DEFINITION | tables, id="other")


PIQUET = of_ranks("A", "7", "8", "9", "10", "J", "Q", "K")
WITHOUT_FACES = of_ranks("A", *map(str, range(2, 11)))


@pytest.mark.parametrize(
    ("deck", "tapped", "value"),
    [
        (PIQUET, "A 7 8", 1 + 20),
        (PIQUET, "8 7 A", 1 + 20),
        (PIQUET, "Q K A 7 8", 15 + 40),
        (WITHOUT_FACES, "A 2 3", 1 + 20),
        (WITHOUT_FACES, "9 10 A 2 3", 15 + 40),
    ],
)
def test_an_ace_is_low_beside_the_lowest_cards_of_the_deck(
    deck: Variant, tapped: str, value: int
) -> None:
    assert tapped_value(deck.at(), parse_cards(tapped, suits=False)) == value


def test_the_cards_beside_an_ace_are_called_as_they_are() -> None:
    case = {"game": "other", "ask": "meld", "cards": "9s 10s As"}
    says = [finding.said() for finding in rule_by(WITHOUT_FACES, case).findings]
    assert "The A♠ is high here, the highest card of its run." in says
    assert PIQUET.text("points.low-ace") == "An ace that is the lowest card of a run counts 1."
    round_and_round = rebuild(WITHOUT_FACES, {"ranks.ace": "cyclic"}).text("run.ace")
    assert "the ace follows a 10, and a 2 follows the ace" in round_and_round
