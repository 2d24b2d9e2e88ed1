"""The head of a face: title, a line or two below it, and the code that leads to the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from markupsafe import Markup

from referee.printing.codes import draw_code
from referee.printing.frames import Frame
from referee.printing.measure import largest, line, lines, wide
from referee.printing.paper import MOST_TITLE, GameOnPaper
from referee.printing.words import cleaned, shortened_to

HEAD_HEIGHTS: Final = range(5, 61)

_TITLES: Final = (26, 24, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10, 9)
_CODE: Final = 17
_SMALL_CODE: Final = 14
_BLANKS: Final = 2.5
_BESIDE: Final = 1.2
_BLANK: Final = 34
_BELOW: Final = 1.5
_LOW: Final = 100
"""Millimetres below which height is dear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What stands at the top. Sizes of print in half points, `tall` in whole millimetres.

    `blanks`: what is to be written in by hand, empty where nothing is; `beside` the last line
    rather than below it.
    """

    title: str
    size: int
    lines: tuple[str, ...]
    small: int
    code: Markup | None
    code_mm: int
    blanks: tuple[str, ...]
    beside: bool
    tall: int


def halves(points: float) -> int:
    """A size of print as the classes of the stylesheet count it."""
    return round(points * 2)


def head(
    frame: Frame,
    title: str,
    below: Sequence[str],
    *,
    game: GameOnPaper | None = None,
    blanks: Sequence[str] = (),
    most: float = 24,
    beside: bool = False,
) -> Head:
    """The head of a face; `most`: the largest print of its title in points.

    `beside`: blanks stand beside the last line where there is room. A low face gives less of its
    height to the head.
    """
    low = frame.room_tall < _LOW
    code = draw_code(game.link, "The game online") if game and frame.code else None
    code_mm = _CODE if frame.room_wide >= 110 else _SMALL_CODE
    room = frame.room_wide - (code_mm + 4 if code else 0)
    cap = min(most, 14) if low else most if frame.room_wide >= 110 else 16
    sizes = [one for one in _TITLES if frame.least <= one <= max(cap, frame.least)]
    size = largest(sizes, title, room, bold=True)
    title = shortened_to(title, lambda cut: lines(cut, room, size, bold=True) <= 2)
    small = max(frame.least, 11 if frame.room_wide >= 110 and not low else 9)
    texts = tuple(text for text in below if text)
    text_tall = lines(title, room, size, bold=True) * line(size) + sum(
        lines(text, room, small) * line(small) for text in texts
    )
    written = sum(wide(f"{blank}  ", small) + _BLANK for blank in blanks)
    beside = beside and bool(blanks and texts) and wide(f"{texts[-1]} · ", small) + written <= room
    if blanks:
        text_tall += _BESIDE if beside else _BLANKS + line(small)
    return Head(
        title=title,
        size=halves(size),
        lines=texts,
        small=halves(small),
        code=code,
        code_mm=code_mm,
        blanks=tuple(blanks),
        beside=beside,
        tall=ceil(max(text_tall, code_mm if code else 0) + (1 if low else _BELOW)),
    )


def game_title(name: str, game: GameOnPaper | None) -> str:
    """The title of a game's own sheet, else the name of what is played."""
    return (cleaned(game.title, MOST_TITLE) if game else "") or name
