"""Which blocks lie on which face, and the largest print that needs no more faces."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import inf
from typing import TypeVar

Size = TypeVar("Size")
Made = TypeVar("Made")


def fill_pages(heights: Sequence[float], room: float, tail: float = 0) -> tuple[range, ...]:
    """Which blocks, by number, lie on each face with so much room, each filled before the next.

    `tail`: height of what follows the last block, on the same face or, alone, on one more.
    """
    faces, start, used = [], 0, 0.0
    for block, height in enumerate(heights):
        if block > start and used + height > room:
            faces.append(range(start, block))
            start, used = block, 0.0
        used += height
    faces.append(range(start, len(heights)))
    if tail and used + tail > room:
        faces.append(range(len(heights), len(heights)))
    return tuple(faces)


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
                if free < 0:
                    break
                cost = paid + free**2 + (breaks[end] if end < len(breaks) else 0)
                if cost < filled.get(end, (inf,))[0]:
                    filled[end] = cost, (*faces, range(start, end))
        best = filled
    return best[len(heights)][1] if len(heights) in best else ()


def largest_size(
    sizes: Sequence[Size], make: Callable[[Size], Made], faces: Callable[[Made], int]
) -> Made:
    """What is made in the first of the sizes that takes as few faces as the last.

    `sizes`: at least one, the best first. Nothing takes fewer faces than what is made in the last,
    such as the smallest print. Most sheets have room for the first, so that those between are
    seldom tried.
    """
    smallest = make(sizes[-1])
    fewest = faces(smallest)
    larger = map(make, sizes[:-1])
    return next((made for made in larger if faces(made) <= fewest), smallest)


def ladder(most: float, least: float) -> tuple[float, ...]:
    """Sizes of print from the largest to the smallest, in half points."""
    most = max(most, least)
    return tuple(most - step / 2 for step in range(int((most - least) * 2) + 1))
