"""The head of a face: mark, title, a line or two, and the code that leads to the game; its foot."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from typing import Final

from markupsafe import Markup

from referee.language import say
from referee.printing.geometry import Frame
from referee.printing.marks import draw_mark
from referee.printing.models import GameOnPaper
from referee.printing.qr import draw_code
from referee.printing.text_cleanup import shortened_to
from referee.printing.text_metrics import (
    GLUE,
    POINT,
    Cut,
    evened,
    largest,
    line_count,
    line_height,
    lines_of,
    text_height,
    text_width,
)
from referee.rules.schema.variant import Variant

_TITLE_LINE: Final = 1.1
_TWO_LINES: Final = 0.62
_BESIDE_MARK: Final = 0.2
"""Parts: of its largest print, below which a title takes two lines, and of the width of the mark,
which is white beside it."""

_BLANK: Final = (38.0, 30.0, 20.0)
_BLANK_BELOW: Final = 30.0
_WRITTEN: Final = 1.6
"""Millimetres of a line to write on with white around, beside the title of a wide face, a roomy one
and a small one, and below it, and how many lines of print it is high."""

_BELOW_TITLE: Final = 0.14
_ABOVE_LINE: Final = 0.3
_BELOW: Final = 2.5
"""Part of its print that is white below the title, and millimetres above each line, and between the
last one and what follows the header."""

_BESIDE_FOOT: Final = 8
_BESIDE_ABOUT: Final = 7
_ABOUT: Final = 120
"""Millimetres beside the name and the mark at the foot, for white and the number of a page, further
ones beside what is said there, and of that at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What stands at the top and at the foot of a face.

    Sizes of print in points, `height` in whole millimetres, and `further` on faces that follow,
    which have the title and a line; lines are in that `cut`, and have the first of the `widths` in
    millimetres, there the second. `blanks` are to be written in by hand, `aside` from the title
    where there is room for them.
    `caption`: what the `code` is for, where that has room beside the title.
    `game`: the name and `turned` the mark that stand at the foot on their heads, for the player
    opposite; `about` stands `beside` them, so many millimetres wide, its print `told` points.
    """

    title: str
    size: float
    lines: tuple[str, ...]
    widths: tuple[float, float]
    cut: Cut
    small: float
    blanks: tuple[str, ...]
    aside: bool
    mark: Markup
    code: Markup | None
    caption: str
    height: int
    further: int
    game: str
    turned: Markup
    foot: float
    about: str
    told: float
    beside: int


def dotted(*parts: str) -> str:
    """The parts that are not empty, on one line."""
    return " · ".join(filter(None, parts))


def dotted_lines(
    parts: Iterable[str], width: float, size: float, cut: Cut = "regular"
) -> Iterator[str]:
    """The parts that are not empty, on as few lines so wide as they fit, none of them torn."""
    line = ""
    for part in filter(None, parts):
        longer = dotted(line, part)
        if line and text_width(longer, size, cut) > width:
            yield line
            longer = part
        line = longer
    yield from filter(None, (line,))


def make_header(
    frame: Frame,
    variant: Variant,
    title: str,
    below: Sequence[str] = (),
    *,
    game: GameOnPaper | None = None,
    blanks: Sequence[str] = (),
    about: str = "",
) -> Header:
    """The header of a face; a title that is too long is smaller, or on two lines.

    `below`: what is said below it, in parts.
    """
    scale, whole = frame.scale, frame.whole_width
    online = say("paper-game-online")
    code = draw_code(game.link, online) if game else None
    beside_mark = whole - scale.mark * (1 + _BESIDE_MARK)
    width = beside_mark - (scale.code + 3 if code else 0)
    small = max(frame.least, frame.by_width(12, 10.5, 9))
    written = [text_width(f"{blank} ", small) + _BLANK_BELOW for blank in blanks]
    shorter = _BLANK_BELOW - frame.by_width(*_BLANK)
    beside_title = max(written, default=shorter) - shorter
    cut: Cut = "regular" if frame.roomy else "narrow"
    aside = text_width(title, scale.title, "title") <= width - beside_title
    if not frame.roomy:
        # Beside them there is room for which of several faces it is.
        numbered = (dotted(one, say("paper-page", page=1, pages=2)) for one in below)
        aside &= all(text_width(one, small, cut) <= width - beside_title for one in numbered)
    width -= beside_title * aside
    size = largest(title, width, scale.title, frame.least)
    halves = range(int(2 * _TWO_LINES * scale.title), int(2 * size), -1)
    two = (half / 2 for half in halves if line_count(title, width, half / 2, "title") <= 2)
    size = next(two, size)
    title = shortened_to(title, lambda short: line_count(short, width, size, "title") <= 2)
    caption_width = text_width(f"{online}0", small, "narrow") if code else width
    captioned = text_width(title, size, "title") + caption_width <= width
    lines = tuple(evened(one, width, small, cut) for one in dotted_lines(below, width, small, cut))
    titles = line_count(title, width, size, "title") * _TITLE_LINE + _BELOW_TITLE
    titles *= size * POINT
    line = line_height(small) + _ABOVE_LINE
    said = sum(text_height(one, width, small, cut) + _ABOVE_LINE for one in lines)
    blank = line_height(small) * _WRITTEN
    said += lines_of(written, width) * blank * (not aside)
    # White above the first of them reaches into the margin.
    asides = ((len(blanks) - 1) * blank + line_height(small)) * (aside and bool(blanks))
    high_aside = max(asides, scale.code if code else 0)
    mark = scale.mark * 2 / 3

    def high(text: float) -> int:
        return ceil(max(scale.head, max(text, mark) + scale.rule + _BELOW))

    foot = max(frame.least, frame.by_width(10.5, 9))
    room = whole - scale.foot_mark - _BESIDE_FOOT
    named = text_width(variant.name, foot, "title")
    widths = (room - named - _BESIDE_ABOUT, room - _BESIDE_ABOUT)
    beside, told, about = _about(about, widths, (foot, frame.least), scale.foot + 1)
    return Header(
        title=title,
        size=size,
        lines=lines,
        widths=(width, beside_mark),
        cut=cut,
        small=small,
        blanks=tuple(blanks),
        aside=aside,
        mark=draw_mark(variant, scale.mark),
        code=code,
        caption=online if captioned else "",
        height=high(max(titles + said, high_aside)),
        further=high(titles + line),
        game=variant.name if named < room - beside else "",
        turned=draw_mark(variant, scale.foot_mark),
        foot=foot,
        about=about,
        told=told,
        beside=beside,
    )


def on_face(header: Header, number: int, faces: int) -> Header:
    """The header of one of several faces, counted from 0: which it is stands behind what it is of.

    On a further one that alone is said where both have no room on a line; the first says it on the
    last line that has room.
    """
    # What is on two lines beside a code or a line to write on has one where there is none.
    lines = [line.replace("\n", " ") for line in header.lines[:1]] if number else [*header.lines]
    page = say("paper-page", page=number + 1, pages=faces)
    for at in reversed(range(len(lines) if faces > 1 else 0)):
        named = dotted(lines[at].rstrip("."), page)
        if text_width(named, header.small, header.cut) <= header.widths[number > 0]:
            lines[at] = named
            break
    else:
        lines = [page] if number else lines
    if not number:
        return replace(header, lines=tuple(lines))
    return replace(header, lines=tuple(lines), blanks=(), code=None, height=header.further)


def _about(
    about: str, widths: Sequence[float], sizes: Sequence[float], high: float
) -> tuple[int, float, str]:
    """The width and the print of what is said at the foot, and as many of its sentences as fit.

    It leaves room for the name of the game, is large, and has unbroken sentences, where it can. The
    last sentences make way first, and a first one that has no room makes way for those behind it.
    """
    said = re.split(r"(?<=\.) ", about)
    some = (said[first:end] for first in range(len(said)) for end in range(len(said), first, -1))
    # As wide as a class of the stylesheet says.
    within = [int(min(width, _ABOUT)) for width in widths]
    for sentences, width, size in product(some, within, sizes):
        for text in " ".join(one.replace(" ", GLUE) for one in sentences), " ".join(sentences):
            whole = all(text_width(part, size) <= width for part in text.split(" "))
            if whole and text_height(text, width, size) <= high:
                return width * bool(text), size, evened(text, width, size)
    return 0, sizes[-1], ""
