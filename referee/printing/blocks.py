"""Text, cards and lines to write on, put one below the other on faces of any size."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from referee.printing.flowing import in_largest, ladder, pack
from referee.printing.frames import Frame
from referee.printing.heads import Head, halves
from referee.printing.laid import Face
from referee.printing.measure import line, tall, wide

_GAP: Final = 0.9
_DOT: Final = "• "
"""What a line of a list begins with; its further lines are indented as much."""

_HEADING: Final = 1.25
_ABOVE_HEADING: Final = 2.0
_WRITE: Final = 9.0
_SIGN: Final = 12.0
_MARK: Final = 6.0
_SLACK: Final = 1.0
"""Millimetres left free, since letters reach a little below their line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block as high as `tall` millimetres, its print in half points.

    `kind` is how the template shows it. `strong` follows `text` in bold; `parts` stand side by
    side. A block that `keeps` stays on one face with the next.
    """

    kind: str
    tall: float
    size: int = 0
    text: str = ""
    strong: str = ""
    parts: tuple[str, ...] = ()
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
    whole = f"{text} {strong}".strip()
    high = tall(whole, frame.room_wide, size, bold=bool(strong)) + _GAP
    return Block(kind="paragraph", tall=high, size=halves(size), text=text, strong=strong)


def item(frame: Frame, text: str, size: float, strong: str = "") -> Block:
    """One line of a list, indented after its dot."""
    whole = f"{text} {strong}".strip()
    high = tall(whole, frame.room_wide - wide(_DOT, size), size, bold=bool(strong)) + _GAP
    return Block(kind="item", tall=high, size=halves(size), text=text, strong=strong)


def shown(
    frame: Frame, text: str, size: float, draw: Callable[[float, float], Markup], verdict: str
) -> Block:
    """Cards, and beside them a verdict with a mark and what is said of them."""
    across = frame.room_wide * 0.4
    high = min(max(size * 1.15, 10), 18)
    drawn = draw(high, across - 2)
    room = frame.room_wide - across - _MARK
    words = tall(text, room, size) + line(size)
    return Block(
        kind="shown",
        tall=max(high, words) + 2 * _GAP,
        size=halves(size),
        text=text,
        strong=verdict,
        drawn=drawn,
    )


def worth(label: str, points: object, size: float) -> Block:
    """Cards of one value, and the value."""
    size = size * 1.15
    return Block(
        kind="worth", tall=line(size) + 2.2, size=halves(size), text=label, strong=str(points)
    )


def write_line(frame: Frame) -> Block:
    """An empty line to write on."""
    return Block(kind="write", tall=_WRITE)


def sign_line(frame: Frame, names: Sequence[str], size: float) -> Block:
    """Names side by side, each with a line to sign on."""
    return Block(kind="sign", tall=_SIGN, size=halves(size), parts=tuple(names))


def across(names: Sequence[str], frame: Frame, size: float) -> int:
    """How many names stand side by side with room to sign."""
    widest = max((wide(name, size) for name in names), default=0)
    return max(1, min(2, int(frame.room_wide / max(widest + 30, 60))))


def flow(
    frame: Frame, head: Head, make: Callable[[float], Sequence[Block]], most: float, least: float
) -> tuple[Face, ...]:
    """Blocks on as few faces as can be, in the largest print from `most` to `least` points.

    The head stands on the first face only.
    """

    def faces(size: float) -> tuple[Face, ...]:
        blocks = make(size)
        groups = _kept_together(blocks)
        heights = [sum(block.tall for block in group) for group in groups]
        # The first face has less room: what its head takes is a block before the others.
        rows = pack([head.tall, *heights], frame.room_tall - _SLACK)
        found = []
        for row in rows:
            chosen = [block for at in row if at for block in groups[at - 1]]
            found.append({"head": head if 0 in row else None, "blocks": chosen})
        return tuple(found)

    return in_largest(ladder(most, max(least, frame.least)), faces, len)


def _kept_together(blocks: Sequence[Block]) -> list[list[Block]]:
    groups: list[list[Block]] = []
    keeps = False
    for block in blocks:
        if keeps:
            groups[-1].append(block)
        else:
            groups.append([block])
        keeps = block.keeps
    return groups
