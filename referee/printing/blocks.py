"""Text, cards and lines to write on, put one below the other on faces of any size."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import inf
from typing import Final

from markupsafe import Markup

from referee.printing.drawing import cards_wide
from referee.printing.flowing import in_largest, ladder, pack, spread
from referee.printing.frames import Frame
from referee.printing.heads import Head, halves
from referee.printing.laid import Face
from referee.printing.measure import POINT, largest, line, tall, wide
from referee.printing.words import shortened_to

_GLUE: Final = "\N{NO-BREAK SPACE}"
_SHORT: Final = 9
_ANSWER: Final = 24
"""Letters of a last word, and of an answer, that no line end parts from what they belong to."""

_GAP: Final = 0.9
_DOT: Final = "• "
"""What a line of a list begins with; its further lines are indented as much."""

_HEADING: Final = 1.25
_ABOVE_HEADING: Final = 2.0
_WRITE: Final = 9.0
_SIGN: Final = 9.0
_SIGNED: Final = {3: 250, 2: 85, 1: 0}
"""How many sign side by side, from so many millimetres between the margins on."""

_BESIDE: Final = 0.04
"""Part of the width that stays free between two who sign."""

_CARDS_TALL: Final = 1.15
"""Millimetres that cards beside text are tall, for every point of its print."""

MOST_BESIDE: Final = 7
"""Cards that are drawn beside text at full height."""

_WITHIN: Final = 35.0**2
_ALONE: Final = 80.0**2
"""What it costs to break a part, and to leave one line of it alone where nothing else will do."""

_SMALLER: Final = 4
"""Sizes of print to try so that no line stands alone, the largest that fits among them."""

_SLACK: Final = 1.0
"""Millimetres left free, since letters reach a little below their line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block as high as `tall` millimetres, its print in half points.

    `kind` is how the template shows it. `strong` follows `text` in bold; `parts` stand side by
    side, with room for `beside` of them. A block that `keeps` stays on one face with the next.
    """

    kind: str
    tall: float
    size: int = 0
    text: str = ""
    strong: str = ""
    parts: tuple[str, ...] = ()
    beside: int = 1
    drawn: Markup | str = ""
    table: object = None
    keeps: bool = False


def heading(frame: Frame, text: str, size: float) -> Block:
    """A heading, which stays with what follows it."""
    size = size * _HEADING
    high = _ABOVE_HEADING + tall(text, frame.room_wide, size, bold=True) + _GAP
    return Block(kind="heading", tall=high, size=halves(size), text=text, keeps=True)


def paragraph(frame: Frame, text: str, size: float, strong: str = "") -> Block:
    """A paragraph; `strong` follows in bold."""
    text, strong = _ended(text, strong)
    whole = f"{text} {strong}".strip()
    high = tall(whole, frame.room_wide, size, bold=bool(strong)) + _GAP
    return Block(kind="paragraph", tall=high, size=halves(size), text=text, strong=strong)


def item(frame: Frame, text: str, size: float, strong: str = "") -> Block:
    """One line of a list, indented after its dot."""
    text, strong = _ended(text, strong)
    whole = f"{text} {strong}".strip()
    high = tall(whole, frame.room_wide - wide(_DOT, size), size, bold=bool(strong)) + _GAP
    return Block(kind="item", tall=high, size=halves(size), text=text, strong=strong)


def _ended(text: str, strong: str) -> tuple[str, str]:
    """Both texts with no line end before a short last word, nor within a short answer."""
    if not strong:
        rest, _, last = text.rpartition(" ")
        return (f"{rest}{_GLUE}{last}" if rest and len(last) <= _SHORT else text), ""
    return text, strong.replace(" ", _GLUE) if len(strong) <= _ANSWER else strong


def shown(
    frame: Frame,
    text: str,
    size: float,
    draw: Callable[[float, float], Markup],
    verdict: str,
    cards: int,
) -> Block:
    """Cards, and beside them a verdict with a mark and what is said of them.

    `cards`: how many of them lie side by side at most, in every block of the sheet.
    """
    cards, (text, _) = min(cards, MOST_BESIDE), _ended(text, "")
    across = shown_wide(cards) * size * POINT
    drawn = draw(size * _CARDS_TALL, across - size * POINT)
    words = tall(text, frame.room_wide - across - _SLACK, size) + line(size)
    return Block(
        kind="shown",
        tall=max(size * _CARDS_TALL, words) + 2 * _GAP,
        size=halves(size),
        text=text,
        strong=verdict,
        drawn=drawn,
        beside=cards,
    )


def shown_wide(cards: int) -> float:
    """How wide so many cards and the blank beside them are, in sizes of print."""
    return cards_wide(cards, _CARDS_TALL / POINT) + 1


def worth(label: str, points: object, size: float) -> Block:
    """Cards of one value, and the value."""
    size = size * 1.15
    return Block(
        kind="worth", tall=line(size) + 2.2, size=halves(size), text=label, strong=str(points)
    )


def write_lines(count: int) -> list[Block]:
    """Empty lines to write on, which stay on one face."""
    return [Block(kind="write", tall=_WRITE, keeps=at < count) for at in range(1, count + 1)]


def sign_lines(frame: Frame, names: Sequence[str], size: float) -> list[Block]:
    """Lines to sign on, side by side, each with a name below it, which stay on one face."""
    # One print for all names, so that nobody's is the small one.
    widest = max(names, key=lambda name: wide(name, frame.least))
    beside, room = next(
        (beside, room)
        for beside, room in _signed(frame)
        if beside == 1 or wide(widest, frame.least) <= room
    )
    size = largest(ladder(size, frame.least), widest, room)
    shown = [shortened_to(name, lambda cut: wide(cut, size) <= room) for name in names]
    rows = [tuple(shown[at : at + beside]) for at in range(0, len(shown), beside)]
    high = _SIGN + line(size) + _GAP
    return [
        Block(
            kind="sign",
            tall=high,
            size=halves(size),
            parts=row,
            beside=beside,
            keeps=row is not rows[-1],
        )
        for row in rows
    ]


def _signed(frame: Frame) -> Iterator[tuple[int, float]]:
    """How many may sign side by side, most first, and millimetres of the line of each."""
    for beside, least in _SIGNED.items():
        if frame.room_wide >= least:
            yield beside, frame.room_wide * (1 - (beside - 1) * _BESIDE) / beside


def flow(
    frame: Frame, head: Head, make: Callable[[float], Sequence[Block]], most: float, least: float
) -> tuple[Face, ...]:
    """Blocks on as few faces as can be, in the largest print from `most` to `least` points.

    The head stands on the first face only.
    """

    return in_largest(
        ladder(most, max(least, frame.least)), lambda size: placed(frame, head, make(size)), len
    )


def placed(frame: Frame, head: Head, blocks: Sequence[Block]) -> tuple[Face, ...]:
    """Blocks of one size on as few faces as can be; the head stands on the first only."""
    groups = _kept_together(blocks, frame.room_tall - _SLACK)
    heights = [sum(block.tall for block in group) for group in groups]
    # The first face has less room: what its head takes is a block before the others.
    rows = pack([head.tall, *heights], frame.room_tall - _SLACK)
    return tuple(
        {
            "head": head if 0 in row else None,
            "blocks": [block for at in row if at for block in groups[at - 1]],
        }
        for row in rows
    )


def spread_out(
    frame: Frame, head: Head, blocks: Sequence[Block], rooms: Sequence[float], *, alone: bool
) -> tuple[Face, ...]:
    """Blocks on faces of these rooms, evenly filled, broken before headings where that is near.

    The head takes room of its own on the first. `alone`: whether one line of a part may stand by
    itself. () where they do not fit.
    """
    groups = _kept_together(blocks, frame.room_tall - _SLACK)
    heights = [sum(block.tall for block in group) for group in groups]
    if sum(heights) > sum(rooms):
        return ()
    rows = spread(heights, rooms, [inf, *_breaks(groups, _ALONE if alone else inf)])
    return tuple(
        {
            "head": None if at else head,
            "blocks": [block for group in row for block in groups[group]],
        }
        for at, row in enumerate(rows)
    )


def largest_spread(
    sizes: Sequence[float], make: Callable[[float, bool], tuple[Face, ...]]
) -> tuple[Face, ...]:
    """Faces in the largest of the sizes, largest first, that they fit in; () where in none.

    `make`: faces in that print, and whether one line of a part may stand alone; () where they do
    not fit. Somewhat smaller print is taken if no line need stand alone in it.
    """
    at = bisect_left(sizes, True, key=lambda size: bool(make(size, True)))
    if at == len(sizes):
        return ()
    near = (make(size, False) for size in sizes[at : at + _SMALLER])
    return next(filter(None, near), ()) or make(sizes[at], True)


def in_columns(
    frame: Frame, head: Head, make: Callable[[float], Sequence[Block]], most: float
) -> tuple[Face, ...]:
    """Blocks in the columns of a frame on as few faces as can be, in print up to `most` points.

    The blocks are made for one column; the head stands across all, on the first face only.
    """
    if frame.columns == 1:
        return flow(frame, head, make, most, frame.least)
    sizes = ladder(most, frame.least)
    room = frame.room_tall - _SLACK

    def columns(faces: int, size: float, alone: bool) -> tuple[Face, ...]:
        rooms = [room - head.tall] * frame.columns + [room] * frame.columns * (faces - 1)
        return spread_out(frame, head, make(size), rooms, alone=alone)

    fewest = next(faces for faces in count(1) if columns(faces, sizes[-1], True))
    found = largest_spread(sizes, partial(columns, fewest))
    starts = range(0, len(found), frame.columns)
    return tuple(
        {
            "head": found[start]["head"],
            "columns": [face["blocks"] for face in found[start : start + frame.columns]],
        }
        for start in starts
    )


def _breaks(groups: Sequence[Sequence[Block]], single: float) -> Iterator[float]:
    """What it costs to begin a face with each group but the first: nothing with a heading."""
    begins = [group[0].kind == "heading" for group in groups] + [True]
    for at in range(1, len(groups)):
        alone = begins[at - 1] or begins[at + 1]
        yield 0 if begins[at] else single if alone else _WITHIN


def on_one_face(frame: Frame, blocks: Sequence[Block]) -> bool:
    """Whether one face without a head has room for these."""
    return sum(block.tall for block in blocks) <= frame.room_tall - _SLACK


def _kept_together(blocks: Sequence[Block], room: float) -> list[list[Block]]:
    """Blocks that stay on one face, as far as one face has room for them."""
    groups: list[list[Block]] = []
    keeps, used = False, 0.0
    for block in blocks:
        used += block.tall
        if keeps and used <= room:
            groups[-1].append(block)
        else:
            groups.append([block])
            used = block.tall
        keeps = block.keeps
    return groups
