"""Which blocks lie on which face, and the largest print that needs no more faces."""

from collections.abc import Sequence
from itertools import accumulate
from math import inf
from typing import Final

ROUNDING: Final = 1e-6
"""What sums of heights may be wrong by."""


def balance_pages(
    heights: Sequence[float], rooms: Sequence[float], breaks: Sequence[float]
) -> tuple[range, ...]:
    """Which blocks lie on each of so many faces, as evenly filled as can be; () if they do not fit.

    `rooms`: the room of each face. `breaks`: what it costs to begin a face with a block, for each
    of them, as the square of the room that may be left free to save it; infinite where none may.
    """
    # Face by face, the cheapest way to fill the faces so far up to each block.
    ends = [0.0, *accumulate(heights)]
    best: dict[int, tuple[float, tuple[range, ...]]] = {0: (0.0, ())}
    for room in rooms:
        filled: dict[int, tuple[float, tuple[range, ...]]] = {}
        for start, (paid, faces) in best.items():
            # What is left over at the end stays free.
            first = start if start == len(heights) else start + 1
            for end in range(first, len(ends)):
                free = room - ends[end] + ends[start]
                if free < -ROUNDING:
                    break
                cost = paid + free**2 + (breaks[end] if end < len(breaks) else 0)
                if cost < filled.get(end, (inf,))[0]:
                    filled[end] = cost, (*faces, range(start, end))
        best = filled
    return best[len(heights)][1] if len(heights) in best else ()


def ladder(most: float, least: float) -> tuple[float, ...]:
    """Sizes of print from the largest to the smallest, in half points."""
    most = max(most, least)
    return tuple(most - step / 2 for step in range(int((most - least) * 2) + 1))
