"""How much room text takes, from the widths of the letters that the shipped fonts have."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice, product
from math import ceil, inf
from typing import Any, Final, Literal

from referee.paths import PRINTABLES

Cut = Literal["regular", "bold", "narrow", "strong", "title"]
"""Which font text is set in: Fira Sans, its bold and condensed cuts, condensed bold, and Besley."""

POINT: Final = 25.4 / 72
"""Millimetres in a point."""

LINE: Final = 1.2
"""Height of a line in sizes of print, as the stylesheet sets it."""

GLUE: Final = "\N{NO-BREAK SPACE}"
"""A space that keeps words on one line."""

# Letters of other scripts come from wider fonts.
_UNKNOWN: Final = 700
_SIGN: Final = 896
_WIDE: Final = 1050
_SLACK: Final = 1.01

_FULL: Final = (0.85, 0.75, 0)
"""The part of each line that is filled above the last, the first of these that can be."""

_ROUNDING: Final = 1e-6
"""What sums of widths may be wrong by."""

# A line does not end behind "A", which begins many sentences.
# What is counted has more letters than a word like "for". Other numbers tell which one it is, as
# those of deals do whatever follows. "3–4 players" is long enough to leave a hole.
_COUNTED: Final = re.compile(
    r"(?<=\bdeal) (?=\d)|(?<=\bdeals) (?=\d)|(?<=\bA) (?=\w)"
    r"|(?<!–\d)(?<!–\d\d)(?<=\d) (?=[^\W\d_]{4})|(?<=[^\W\d_]) (?=[\d–]++(?! [^\W\d_]{4}))"
)

_TORN: Final = re.compile(rf"(?<=\d){GLUE}(?=[^\W\d_])")
"""Between a number and what it counts, where a line may end rather than be filled too little."""

# A line may end at any other space.
_WORD: Final = re.compile(r"[^ \t\r\n]+")


def text_width(text: str, points: float, cut: Cut = "regular") -> float:
    """Millimetres that a line of text is wide, rather too many than too few."""
    return _thousandths(text, cut) / 1000 * points * POINT * _SLACK


@lru_cache(maxsize=16384)
def _thousandths(text: str, cut: Cut) -> int:
    letters = font_widths()[cut]
    return sum(letters.get(letter) or _other(letter) for letter in text)


def _other(letter: str) -> int:
    if unicodedata.combining(letter) or letter in "\u200c\u200d\u2068\u2069\u00ad\ufe0f":
        return 0
    if unicodedata.east_asian_width(letter) in ("W", "F"):
        return _WIDE
    # Suits, stars and ticks are wider than letters of other scripts.
    return _SIGN if unicodedata.category(letter) == "So" else _UNKNOWN


@lru_cache(maxsize=8192)
def line_count(text: str, mm: float, points: float, cut: Cut = "regular") -> int:
    """The lines that text takes in a column so wide, breaking words that are wider; 0 for none."""
    words = _WORD.findall(text)
    widths = [text_width(word, points, cut) for word in words]
    further = [
        len(_broken((text_width(letter, points, cut) for letter in word), 0, mm)) - 1
        for word, wide in zip(words, widths, strict=True)
        if wide > mm
    ]
    return len(_broken(widths, text_width(" ", points, cut), mm)) + sum(further)


@lru_cache(maxsize=1024)
def counted(text: str) -> str:
    """Text in which no line ends behind "A", or between a number and what it counts or tells."""
    return _COUNTED.sub(GLUE, text)


@lru_cache(maxsize=8192)
def evened(text: str, mm: float, points: float, cut: Cut = "regular") -> str:
    """Text broken into as few lines as have room so wide, the last no stray word below the others.

    Where that can be, it has two words or more and is at least a quarter as wide as the other of
    two lines, half as wide in titles, and a fifth as wide as the widest of more, and no line above
    it is much shorter than others, for which a number may be parted from what it counts; a word
    wider than a line leaves the text as it is.
    """
    words = _WORD.findall(text)
    widths = [text_width(word, points, cut) for word in words]
    if max(widths, default=inf) > mm:
        return text
    space = text_width(" ", points, cut)
    lines = _broken(widths, space, mm)
    part = 5 if lines[2:] else 2 if cut == "title" else 4

    def is_even(lines: Sequence[tuple[int, float]], full: float) -> bool:
        *above, (count, last) = lines
        short = any(wide < full * mm for _, wide in above)
        stray = count == 1 and GLUE not in words[-1]
        return not stray and not short and last >= max(wide for _, wide in lines) / part

    # As few lines as can be are narrower: the last but one, or that before it too, and so on.
    for full, kept in product(_FULL, range(len(lines) - 2, -1, -1)):
        before, tail = lines[:kept], lines[kept:]
        rest = widths[sum(count for count, _ in before) :]
        while not is_even([*before, *tail], full):
            narrower = _broken(rest, space, max(wide for _, wide in tail) - 2 * _ROUNDING)
            if len(narrower) > len(tail) or narrower == tail:
                break
            tail = narrower
        else:
            lines = [*before, *tail]
            break
    at = 0
    for count, wide in lines[:-1]:
        at += count
        if wide < _FULL[0] * mm and (loose := _TORN.sub(" ", words[at])) != words[at]:
            return evened(" ".join([*words[:at], loose, *words[at + 1 :]]), mm, points, cut)
    left = iter(words)
    return "\n".join(" ".join(islice(left, count)) for count, _ in lines)


def _broken(widths: Iterable[float], space: float, mm: float) -> list[tuple[int, float]]:
    """How many words so wide stand on each line, none of them torn, and how wide it is."""
    lines: list[tuple[int, float]] = []
    for wide in widths:
        count, used = lines[-1] if lines else (0, inf)
        longer = used + space + wide
        lines[-1:] = [(count + 1, longer)] if longer <= mm + _ROUNDING else [*lines[-1:], (1, wide)]
    return lines


def lines_of(widths: Iterable[float], mm: float) -> int:
    """The lines that things so wide take side by side, none torn but what is wider than a line.

    None where there are none.
    """
    return sum(ceil(wide / mm - _ROUNDING) for _, wide in _broken(widths, 0, mm))


def text_height(text: str, mm: float, points: float, cut: Cut = "regular") -> float:
    """Millimetres that text is tall in a column so wide."""
    return line_count(text, mm, points, cut) * line_height(points)


def line_height(points: float) -> float:
    """Millimetres of one line of that print."""
    return points * POINT * LINE


def largest(text: str, mm: float, most: float, least: float = 0, cut: Cut = "title") -> float:
    """The print, in half points, in which text stands on one line so wide; `least` if in none."""
    size = min(most, mm / text_width(text, 1, cut)) if text else most
    return max(int(2 * size) / 2, least)


@cache
def font_widths() -> Mapping[str, Any]:
    """The widths of letters in each cut, and which `further` ones there are."""
    text = (PRINTABLES / "fonts" / "widths.json").read_text("utf-8")
    widths: Mapping[str, Any] = json.loads(text)
    return widths
