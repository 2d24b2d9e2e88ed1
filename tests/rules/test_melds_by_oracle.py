"""Melds ruled on as the oracle does: a fixed share of what `./run proof` goes through whole."""

from typing import Any

import pytest

from referee.rules import rule
from referee.variants import catalogue
from tests.proof import meld_counts
from tests.proof.melds import SIZES, compare
from tests.rules.oracle_melds import GAMES, SUITS, alike, assumed_run, readings, with_suits

SHARE = 0.01


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_a_share_of_all_handfuls_is_ruled_on_as_by_the_oracle(name, size):
    found = compare(name, GAMES[name], size, SHARE, seed=1)
    print(found.line(name, size))
    assert not found.differences


@pytest.mark.parametrize("name", meld_counts.GAMES)
def test_as_many_handfuls_of_three_are_melds_as_the_sources_make(name):
    assert meld_counts.compare(name, 3)


def test_melds_are_counted_in_every_game():
    assert {name.strip() for name in meld_counts.GAMES} == {game.id for game in catalogue()}


@pytest.mark.parametrize(
    ("name", "cards", "expected"),
    [
        ("six-to-ten", "As 2s 3s", []),
        ("six-to-ten", "Ks As 2h", ["run Ks As Qs"]),
        ("basic-rummy", "Qs Ks As", []),
        ("contract-rummy-bicycle", "8s 8s *", ["set 8s 8s 8"]),
        ("rummy-wild", "5s 6s *", ["run 5s 6s 4s", "run 5s 6s 7s"]),
        ("rummy-wild with wild twos", "As 2s 3s", ["run As 2s 3s"]),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_the_oracle_knows_plain_melds(name, cards, expected):
    found = readings(GAMES[name], cards.split())
    assert sorted(f"{kind} {' '.join(stands)}" for kind, stands in found) == expected


def test_the_oracle_reads_cards_as_they_lie():
    game = GAMES["rummy-wild"]
    assert assumed_run(game, ["*", "6s", "5s"]) == ("7s", "6s", "5s")
    assert assumed_run(game, ["5s", "*", "6s"]) == ("5s", "7s", "6s")
    assert assumed_run(game, ["5s", "*", "7d"]) is None


def test_alike_wilds_are_not_told_apart():
    game, cards = GAMES["rummy-wild"], ["*", "6s", "*"]
    ways = [("run", ("5s", "6s", "7s")), ("run", ("7s", "6s", "5s"))]
    assert len({alike(game, cards, way) for way in ways}) == 1


def test_suits_are_exchanged():
    assert with_suits(("9s", "*", "10d"), "dchs") == ("9d", "*", "10h")
    assert with_suits(("9s",), SUITS) == ("9s",)


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("contract-rummy-encyclopedia with wild twos", "2d 2s 2d 2c * *"),
        ("rummy-wild with wild twos", "2s 2h 2d 2c 2s 2h"),
        ("rummy-wild with wild twos", "2h 9s 2d 2c 2s 2s"),
    ],
)
def test_every_stretch_is_listed_however_many_orders_there_are(game, cards):
    def stretches(read):
        return {
            (stands[0][-1], frozenset(one[:-1] for one in stands))
            for kind, stands in read
            if kind == "run"
        }

    told = GAMES[game]
    ruling = rule({"game": told.id, "ask": "meld", "cards": cards, "options": dict(told.options)})
    facts: Any = ruling.facts
    listed = [(one["kind"], one["reads_as"]) for one in facts["readings"]]
    assert stretches(listed) == stretches(readings(told, cards.split()))
