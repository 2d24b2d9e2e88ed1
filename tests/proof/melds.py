"""Every handful of three and of four cards of each game's packs, held against the oracle.

One handful is ruled on for all that differ from it by an exchange of suits alone, and once more
with its suits exchanged at random: the two rulings have to be the same but for the suits. Where
cards of some suits are wild, it is ruled on with its suits exchanged alone. Each handful is given
in a random order, in which the assumed reading is held against the oracle too.
"""

import random
import sys
from collections.abc import Mapping
from typing import Any

from referee.rules import rule
from tests.rules.oracle_melds import (
    GAMES,
    SUITS,
    Game,
    alike,
    assumed_run,
    chosen_handfuls,
    handfuls,
    is_wild,
    likes,
    readings,
    with_suits,
)

SIZES = (3, 4)

COUNTED: Mapping[str, Mapping[int, tuple[int, int]]] = {
    "six-to-ten": {3: (24_752, 2_080), 4: (338_351, 21_684)},
    "contract-rummy-bicycle": {3: (26_234, 2_288), 4: (367_185, 24_284)},
    "contract-rummy-house": {3: (26_235, 2_289), 4: (367_238, 24_298)},
    "basic-rummy": {3: (22_100, 1_755), 4: (270_725, 16_432)},
    "contract-rummy-encyclopedia": {3: (26_235, 2_289), 4: (367_290, 24_311)},
    "rummy-wild": {3: (26_183, 2_276), 4: (364_534, 23_960)},
    "basic-rummy with the ace at either end": {3: (22_100, 1_755), 4: (270_725, 16_432)},
    "rummy-wild with wild twos": {3: (24_752, 2_080), 4: (338_351, 21_684)},
    "contract-rummy-encyclopedia with wild twos": {3: (26_235, 2_289), 4: (367_290, 24_311)},
    "rummy-wild with suits that differ": {3: (26_183, 2_276), 4: (364_534, 23_960)},
    "rummy-wild with wilds apart": {3: (26_183, 2_276), 4: (364_534, 23_960)},
    "rummy-wild with wilds in gaps": {3: (26_183, 2_276), 4: (364_534, 23_960)},
    "rummy-wild with short runs of wilds": {3: (26_183, 2_276), 4: (364_534, 23_960)},
    "rummy-wild with wilds in runs": {3: (26_183, 2_276), 4: (364_534, 23_960)},
    "rummy-wild round the corner": {3: (26_183, 2_276), 4: (364_534, 23_960)},
    "rummy-wild round and round": {3: (26_183, 2_276), 4: (364_534, 23_960)},
    "red-aces": {3: (24_804, 2_093), 4: (341_003, 22_009)},
    "rummy-wild with sevens wild in deal 2": {3: (26_183, 2_276), 4: (364_534, 23_960)},
}
"""How many handfuls there are of each size, and how many once suits are not told apart."""


def main(share: float = 1.0, seed: int = 1) -> bool:
    """Rule on every handful, or on a share of them; print what was found, true if all agrees."""
    wrong = 0
    for name, game in GAMES.items():
        for size in SIZES:
            found = compare(name, game, size, share, seed)
            wrong += len(found.differences)
            print(found.line(name, size))
            print(*found.differences[:5], sep="\n", end="\n" if found.differences else "")
            sys.stdout.flush()
    return not wrong


class Found:
    """What came of one size of one game."""

    def __init__(self) -> None:
        self.all = self.chosen = self.ruled = self.legal = 0
        self.differences: list[str] = []

    def line(self, name: str, size: int) -> str:
        return (
            f"{name}, {size} cards: {self.all:,} handfuls, {self.chosen:,} but for their suits, "
            f"{self.ruled:,} ruled on, {self.legal:,} melds, {len(self.differences)} differences"
        )


def compare(name: str, game: Game, size: int, share: float, seed: int) -> Found:
    """Hold the rulings on one size of handfuls of one game against the oracle."""
    chance = random.Random(f"{name} {size} {seed}")
    found = Found()
    for cards in chosen_handfuls(game, size):
        if chance.random() >= share:
            continue
        if share == 1:  # Counting takes as long as the rulings.
            found.chosen += 1
            found.all += likes(cards)
        found.ruled += 1
        shuffled = tuple(chance.sample(cards, size))
        if game.wild_suits != SUITS:
            shuffled = with_suits(shuffled, "".join(chance.sample(SUITS, 4)))
        ruling = ruled(name, game, shuffled)
        found.legal += ruling["verdict"] == "legal"
        difference = differs(game, shuffled, ruling)
        suits = "".join(chance.sample(SUITS, 4))
        if not game.wild_rank and not difference:
            difference = differs_by_suits(ruling, ruled(name, game, with_suits(shuffled, suits)),
                                          suits)  # fmt: skip
        if difference:
            found.differences.append(f"{' '.join(shuffled)}: {difference}")
    if share == 1:
        there_are = sum(1 for _ in handfuls(game, size))
        if COUNTED[name][size] != (there_are, found.chosen) or there_are != found.all:
            counted = f"{there_are} handfuls, and {found.chosen} stand for {found.all}"
            found.differences.append(counted)
    return found


def ruled(name: str, game: Game, cards: tuple[str, ...]) -> dict[str, Any]:
    case = {
        "game": game.id or name,
        "ask": "meld",
        "cards": " ".join(cards),
        "options": dict(game.options),
        **({"deal": game.deal} if game.deal else {}),
    }
    return rule(case).as_dict()


def differs(game: Game, cards: tuple[str, ...], ruling: Mapping[str, Any]) -> str:
    """What of a ruling is not as the oracle has it; empty where all is."""
    expected = readings(game, cards)
    facts = ruling["facts"]
    verdict = "legal" if expected else "illegal"
    if ruling["verdict"] != verdict:
        return f"{ruling['verdict']}, not {verdict}"
    if not expected:
        return ""
    given = [(one["kind"], tuple(one["reads_as"])) for one in facts["readings"]]
    listed = {alike(game, cards, one) for one in given}
    if len(listed) != len(given):
        return f"the same reading twice: {given}"
    if listed != expected:
        return f"reads as {sorted(listed)}, not {sorted(expected)}"
    kind = "set" if any(kind == "set" for kind, _ in expected) else "run"
    if facts["kind"] != kind or given[0] != (kind, tuple(facts["reads_as"])):
        return f"is assumed to be {facts['kind']} {facts['reads_as']}, first of {given}"
    runs = [one for one in given if one[0] == "run"]
    # Of wild cards alone nobody can say which suit is meant.
    if all(is_wild(game, card) for card in cards):
        return ""
    if runs and alike(game, cards, runs[0])[1] != assumed_run(game, cards):
        return f"as a run is assumed to be {runs[0][1]}, not {assumed_run(game, cards)}"
    return ""


def differs_by_suits(one: Mapping[str, Any], other: Mapping[str, Any], suits: str) -> str:
    """How two rulings differ whose cards are the same but for an exchange of suits."""
    rules = [[finding["rule"] for finding in ruling["findings"]] for ruling in (one, other)]
    if one["verdict"] != other["verdict"] or sorted(rules[0]) != sorted(rules[1]):
        return f"with the suits {suits} it is {other['verdict']} by {rules[1]}"
    return ""
