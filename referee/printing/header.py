"""The header of a face: title, a line or two below it, and the code that leads to the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from markupsafe import Markup

from referee.language import say
from referee.printing.geometry import Frame
from referee.printing.models import GameOnPaper
from referee.printing.qr import draw_code
from referee.printing.text_cleanup import cleaned, shortened_to
from referee.printing.text_metrics import largest, line_count, line_height, text_width
from referee.scorebook.limits import NOTE_LENGTH

_TITLES: Final = (26, 24, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10, 9)
_ABOVE_BLANKS: Final = 2.5
_ABOVE_BLANKS_BESIDE: Final = 1.2
_BLANK: Final = 34


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What stands at the top. Sizes of print in points, `height` in whole millimetres.

    `blanks`: what is to be written in by hand, empty where nothing is; `beside` the last line
    rather than below it.
    """

    title: str
    size: float
    lines: tuple[str, ...]
    small: float
    code: Markup | None
    code_size: int
    blanks: tuple[str, ...]
    beside: bool
    height: int


def dotted(*parts: str) -> str:
    """The parts that are not empty, on one line."""
    return " · ".join(filter(None, parts))


def make_header(
    frame: Frame,
    title: str,
    below: Sequence[str] = (),
    *,
    game: GameOnPaper | None = None,
    blanks: Sequence[str] = (),
    most: float = 24,
    beside: bool = False,
) -> Header:
    """The header of a face; `most`: the largest print of its title in points.

    `beside`: blanks stand beside the last line where there is room. A low face gives less of its
    height to the header.
    """
    code = draw_code(game.link, say("paper-game-online")) if game and frame.code else None
    code_size = 17 if frame.roomy else 14
    width = frame.inner_width - (code_size + 4 if code else 0)
    cap = min(most, 14) if frame.low else most if frame.roomy else 16
    sizes = [size for size in _TITLES if frame.least <= size <= max(cap, frame.least)]
    size = largest(sizes, title, width)
    title = shortened_to(title, lambda cut: line_count(cut, width, size, bold=True) <= 2)
    small = max(frame.least, 11 if frame.roomy and not frame.low else 9)
    lines = tuple(filter(None, below))
    height = line_count(title, width, size, bold=True) * line_height(size)
    height += sum(line_count(line, width, small) for line in lines) * line_height(small)
    if blanks:
        written = sum(text_width(f"{blank}  ", small) + _BLANK for blank in blanks)
        last = f"{lines[-1]} · " if lines else ""
        beside = beside and bool(lines) and text_width(last, small) + written <= width
        height += _ABOVE_BLANKS_BESIDE if beside else _ABOVE_BLANKS + line_height(small)
    return Header(
        title=title,
        size=size,
        lines=lines,
        small=small,
        code=code,
        code_size=code_size,
        blanks=tuple(blanks),
        beside=beside and bool(blanks),
        height=ceil(max(height, code_size if code else 0) + (1 if frame.low else 1.5)),
    )


def game_title(name: str, game: GameOnPaper | None) -> str:
    """The title of a game's own sheet, else the name of what is played."""
    return (cleaned(game.title, NOTE_LENGTH) if game else "") or name


def game_name(name: str, game: GameOnPaper | None) -> str:
    """The name of what is played, "" where it is the title already."""
    return name if game_title(name, game) != name else ""
