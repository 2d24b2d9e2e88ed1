"""Rulings, each question by itself."""

import json
import random
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping
from itertools import cycle

from referee.rules import rule
from referee.rules.cards import RANKS, SUITS
from referee.variants import catalogue
from tests.bench import Figure, benchmark, scaled, within
from tests.rules.caselaw import precedents
from tests.servers import REFEREE

MELDS = scaled(2000, 50)
PIPED = scaled(20_000, 100)


def _melds() -> list[dict[str, object]]:
    """Melds of three to seven cards, no two alike: sets, runs, with and without wilds, and none."""
    chance = random.Random(6)
    games = [variant for variant in catalogue() if variant.has_jokers or variant.wilds.ranks]
    cases: list[dict[str, object]] = []
    for variant in games:
        wild = "*" if variant.has_jokers else variant.wilds.ranks[0] + "h"
        for _ in range(MELDS // len(games)):
            size, at = chance.randint(3, 7), chance.randrange(2, 7)
            suit = chance.choice(SUITS)
            run = [rank + suit for rank in RANKS[at : at + size]]
            same = [RANKS[at] + chance.choice(SUITS) for _ in range(min(size, 4))]
            cards = chance.choice([run, run, same, same + run[:1]])
            if chance.random() < 0.4:
                cards[chance.randrange(len(cards))] = wild
            case = {"game": variant.id, "ask": "meld", "deal": 1, "cards": " ".join(cards)}
            cases.append(case)
    return cases


@benchmark(
    "rule() on a meld",
    floor="json.dumps of the ruling",
    aim="≤ 50 µs",
    meets=within(50e-6),
)
def a_meld() -> Figure:
    cases = _melds()
    took, wrote = [], []
    for case, _ in zip(cycle(cases), range(2 * len(cases)), strict=False):
        start = time.perf_counter()
        ruling = rule(case)
        ruled = time.perf_counter()
        json.dumps(ruling.as_dict())
        took.append(ruled - start)
        wrote.append(time.perf_counter() - ruled)
    return Figure(seconds=statistics.median(took), floor=statistics.median(wrote))


@benchmark(
    "a meld through the pipe",
    floor="json in and out of a pipe, no ruling",
    aim="≤ 100 µs",
    meets=within(100e-6),
)
def piped() -> Figure:
    cases = [json.dumps(case).encode() for case, _ in zip(cycle(_melds()), range(PIPED))]
    lines = b"\n".join(cases) + b"\n"
    echo = (REFEREE[0], "-c", ECHO)
    return Figure(
        seconds=_seconds_each((*REFEREE, "rule"), lines), floor=_seconds_each(echo, lines)
    )


ECHO = "import json, sys\nfor line in sys.stdin: print(json.dumps(json.loads(line)))"


def _seconds_each(command: tuple[str, ...], lines: bytes) -> float:
    """Seconds a line through a program, from its start to its end; the better of two runs."""
    took = []
    for _ in range(scaled(2, 1)):
        start = time.perf_counter()
        answered = subprocess.run(command, input=lines, capture_output=True, check=True)
        took.append(time.perf_counter() - start)
        assert answered.stdout.count(b"\n") == PIPED
    return min(took) / PIPED


def _law() -> dict[str, list[Mapping[str, object]]]:
    """Every case of the case law that can be ruled on, by what it asks."""
    cases: dict[str, list[Mapping[str, object]]] = {}
    for precedent in precedents():
        if "error" not in precedent.expected:
            cases.setdefault(str(precedent.case["ask"]), []).append(precedent.case)
    return cases


def _seconds_of(case: Mapping[str, object]) -> float:
    """The median of a few rulings on one case."""
    took = []
    for _ in range(scaled(9, 1)):
        start = time.perf_counter()
        rule(case)
        took.append(time.perf_counter() - start)
    return statistics.median(took)


def _of_ask(ask: str) -> Callable[[], Figure]:
    def measure() -> Figure:
        took = sorted(map(_seconds_of, LAW[ask][: scaled(len(LAW[ask]), 5)]))
        return Figure(seconds=statistics.median(took), floor=took[-1])

    return measure


LAW = _law()

# How long arranging takes is measured by itself.
for _ask in (ask for ask in LAW if ask != "arrange"):
    benchmark(
        f"rule() on the case law: {_ask}",
        floor="no floor: its slowest case",
        aim="≤ 100 µs",
        meets=within(100e-6),
    )(_of_ask(_ask))
