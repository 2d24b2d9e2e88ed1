"""Benchmarks: each measures one thing beside its floor, in the same run.

A module of this folder registers its functions with `@benchmark(...)`; each returns a `Figure`,
or raises `NotHere` where this machine lacks what it needs.
"""

import gc
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

SMALLEST: Final = "BENCH_SMALLEST" in os.environ
"""Whether every benchmark is only to be gone through once, at its smallest size."""

Size = TypeVar("Size", int, float)


def scaled(usual: Size, smallest: Size) -> Size:
    """How often or how long something is measured, or how much of it."""
    return smallest if SMALLEST else usual


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What was measured, in seconds for one call, and the floor of the same run if there is one.

    Where it is no time that was measured: `mark`, from 0 to 100, `weight`, in bytes, or `rate`, in
    requests a second, how many `taps` it takes, or how many `utterances` of a screen reader. With
    `words` to read, and `strokes` beside the taps, the seconds are reckoned from these.
    """

    seconds: float = 0.0
    floor: float | None = None
    mark: int | None = None
    weight: int | None = None
    rate: float | None = None
    taps: int | None = None
    utterances: int | None = None
    words: int | None = None
    strokes: int = 0


class NotHere(Exception):
    """What a benchmark needs is not on this machine; says what is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """A thing to measure: its name, what its floor is, and the aim in words and as a check."""

    name: str
    floor: str
    aim: str
    meets: Callable[[Figure], bool]
    measure: Callable[[], Figure]


BENCHMARKS: list[Benchmark] = []


def benchmark(
    name: str, *, floor: str = "", aim: str = "", meets: Callable[[Figure], bool] = lambda _: True
) -> Callable[[Callable[[], Figure]], Callable[[], Figure]]:
    """Register a function that measures one thing."""

    def register(measure: Callable[[], Figure]) -> Callable[[], Figure]:
        BENCHMARKS.append(Benchmark(name=name, floor=floor, aim=aim, meets=meets, measure=measure))
        return measure

    return register


def within(seconds: float) -> Callable[[Figure], bool]:
    """The aim of so many seconds at most."""
    return lambda figure: figure.seconds <= seconds


def beside(most: float) -> Callable[[Figure], bool]:
    """The aim of so many times the floor at most."""
    return lambda figure: figure.floor is not None and figure.seconds <= most * figure.floor


def weighing(most: int) -> Callable[[Figure], bool]:
    """The aim of so many bytes at most."""
    return lambda figure: figure.weight is not None and figure.weight <= most


def counting(most: int) -> Callable[[Figure], bool]:
    """The aim of so many taps at most."""
    return lambda figure: figure.taps is not None and figure.taps <= most


def median_seconds(call: Callable[[], object], *, times: int = 200, warm_up: int = 10) -> float:
    """The median time of one call in seconds, garbage collection held back."""
    times, warm_up = scaled(times, 1), scaled(warm_up, 0)
    for _ in range(warm_up):
        call()
    gc.collect()
    gc.disable()
    try:
        return statistics.median(_seconds(call) for _ in range(times))
    finally:
        gc.enable()


def in_turns(
    call: Callable[[], object], floor: Callable[[], object], *, times: int, warm_up: int = 2
) -> Figure:
    """The median time of a call and of its floor, taken in turns: what disturbs falls on both."""
    times, warm_up = scaled(times, 1), scaled(warm_up, 0)
    for _ in range(warm_up):
        call()
        floor()
    gc.collect()
    gc.disable()
    try:
        pairs = [(_seconds(call), _seconds(floor)) for _ in range(times)]
    finally:
        gc.enable()
    took, least = zip(*pairs, strict=True)
    return Figure(seconds=statistics.median(took), floor=statistics.median(least))


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
