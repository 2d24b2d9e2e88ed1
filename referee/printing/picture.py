"""The standings of a game as a picture to share: a PNG file in the look of the pages."""

import io
from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final

from referee.language import shown_number
from referee.paths import PRINTABLES
from referee.printing.text_cleanup import shortened_to
from referee.printing.transliteration import plain_name
from referee.scorebook.score_table import ScoreTotal

if TYPE_CHECKING:
    # Imported with the first picture: a server that draws none starts sooner without it.
    from PIL import ImageDraw, ImageFont

MOST_ROWS: Final = 16

COLOURS: Final = (
    "#6a2a5c", "#832d0d", "#1c4586", "#0b545a", "#5a4a00", "#84204a", "#3c3a7b", "#4a4038",
)  # fmt: skip
"""The colours of players in turn, as the pages have them."""

_FELT: Final = "#184d38"
_ON_FELT: Final = "#fbf6e8"
_ON_FELT_SOFT: Final = "#d3e2d4"
_SHEET: Final = "#fffaf0"
_INK: Final = "#1a231e"
_SOFT: Final = "#424b45"
_LINE: Final = "#d5cab2"

_FONTS: Final = PRINTABLES / "fonts"
_LATIN: Final = _FONTS / "FiraSans-SemiBold.ttf"
_OTHERS: Final = _FONTS / "DejaVuSans-Bold.ttf"
_SMALLEST: Final = 18


class Shape(Enum):
    """How wide and how tall a picture is, in pixels."""

    WIDE = (1200, 630)
    SQUARE = (1080, 1080)


def draw_standings(
    headline: str, about: str, lines: Sequence[ScoreTotal], shape: Shape = Shape.WIDE
) -> bytes:
    """Draw the standings, best first, under who won and what was played; gives a PNG file.

    Text is spelt in letters that the shipped fonts have, and cut where it has no room.
    """
    from PIL import Image, ImageDraw

    width, height = shape.value
    image = Image.new("RGB", shape.value, _FELT)
    draw = ImageDraw.Draw(image)
    side = round(width * 0.05)
    top = round(height * (0.3 if shape is Shape.WIDE else 0.24))
    room, large, soft = width - 2 * side, round(top * 0.36), round(top * 0.18)
    _text(draw, headline, (side, round(top * 0.42)), _ON_FELT, large, room)
    _text(draw, about, (side, round(top * 0.78)), _ON_FELT_SOFT, soft, room)
    shown = lines[:MOST_ROWS]
    columns = 2 if shape is Shape.WIDE and len(shown) > 5 else 1
    rows = -(-len(shown) // columns)
    draw.rounded_rectangle((side, top, width - side, height - side), 24, fill=_SHEET)
    pad = 24
    tall = min((height - side - top - 2 * pad) / rows, 110)
    wide = (room - (columns + 1) * pad) / columns
    for index, line in enumerate(shown):
        column, row = divmod(index, rows)
        left = side + pad + column * (wide + pad)
        _line(draw, line, left, top + pad + row * tall, wide, tall)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _line(
    draw: "ImageDraw.ImageDraw", line: ScoreTotal, left: float, top: float, wide: float, tall: float
) -> None:
    """One line of the standings."""
    size, middle = max(round(tall * 0.48), _SMALLEST), top + tall / 2
    draw.line((left, top + tall, left + wide, top + tall), fill=_LINE, width=2)
    _text(draw, str(line.place or 0), (left + size * 0.9, middle), _SOFT, size, size * 2, "rm")
    radius, centre = tall * 0.34, left + size * 1.3 + tall * 0.34
    around = (centre - radius, middle - radius, centre + radius, middle + radius)
    # Whoever is beyond the last colour has a ring in one that another player has.
    ring, at = divmod(line.number - 1, len(COLOURS))
    colour = COLOURS[at]
    fill, on_badge = (_SHEET, colour) if ring else (colour, _SHEET)
    draw.ellipse(around, fill=fill, outline=colour, width=max(round(tall / 24), 2))
    small, initial = round(size * 0.7), line.initial
    _text(draw, initial, (centre, middle), on_badge, small, radius * 1.8, "mm")
    total, right = shown_number(line.total), left + wide
    points = _text(draw, total, (right, middle), _INK, size, wide / 3, "rm")
    start = centre + radius + size * 0.4
    name = plain_name(line.name) or initial
    _text(draw, name, (start, middle), _INK, size, right - points - size * 0.5 - start)


def _text(
    draw: "ImageDraw.ImageDraw",
    text: str,
    at: tuple[float, float],
    colour: str,
    size: int,
    room: float,
    anchor: str = "lm",
) -> float:
    """Draw text on one line, smaller or cut where the room is short; gives its width."""
    words = plain_name(text)
    while (font := _font(words, size)).getlength(words) > room and size > _SMALLEST:
        size -= 2
    words = shortened_to(words, lambda cut: font.getlength(cut) <= room)
    draw.text(at, words, fill=colour, font=font, anchor=anchor)
    return font.getlength(words)


def _font(text: str, size: int) -> "ImageFont.FreeTypeFont":
    """A font of that size which has every letter of a text."""
    from PIL import ImageFont

    latin = all(
        letter < "\N{LATIN CAPITAL LETTER A WITH MACRON}" or letter in "’…−" for letter in text
    )
    return ImageFont.truetype(_LATIN if latin else _OTHERS, size)
