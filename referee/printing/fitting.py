"""How a score pad is cut to its paper: columns, row heights, the foot, and faces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from typing import Final

from referee.printing.drawing import unbroken
from referee.printing.foot import Foot
from referee.printing.frames import Frame
from referee.printing.measure import line, tall, wide
from referee.printing.paper import MOST_ROWS, SheetError
from referee.printing.words import shortened_to

TOO_SMALL: Final = "There is no room for a score pad here. Choose larger paper or fewer on a page."

ROW_HEIGHTS: Final = range(9, 46)
_MOST_ROW: Final = 34
_MOST_LARGE_ROW: Final = ROW_HEIGHTS[-1]
_EDGES: Final = 2.4
_BLANK: Final = 13
_DOT: Final = " · "


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How a pad is cut: millimetres of the columns before the players', and sizes of print.

    `least`: millimetres that a player's column has at least. `names` and `totals` are the heights
    of the first and last row. `cards`: height of the cards drawn, 0 for none.
    """

    name: str
    number: int
    ask: int
    words: float
    dealt: float
    cards: float = 0
    least: float
    names: int = 13
    totals: int = 13
    write: int = 13
    slim: bool = False

    @property
    def before(self) -> int:
        """Millimetres before the players' columns."""
        return self.number + self.ask

    @property
    def room(self) -> float:
        """Millimetres for words in the column that says what is asked."""
        return self.ask - _EDGES

    @property
    def blank(self) -> int:
        """Millimetres in which a dealer's name is written behind the word."""
        return min(_BLANK, int(self.room - wide("dealer ", self.dealt)))


_SLIM: Final = Shape(
    name="slim", number=7, ask=27, words=9, dealt=9, least=9, names=9, totals=9, write=9, slim=True
)
_LOW: Final = Shape(
    name="low", number=8, ask=54, words=9, dealt=9, least=13, names=9, totals=9, write=9, slim=True
)
_SHAPES: Final = (
    Shape(name="roomy", number=12, ask=62, words=12, dealt=10.5, cards=9.6, least=26),
    Shape(name="middle", number=10, ask=50, words=12, dealt=9, cards=8.6, least=20),
    Shape(name="narrow", number=9, ask=43, words=10.5, dealt=9, cards=7.6, least=14),
    Shape(name="words", number=9, ask=40, words=10, dealt=9, least=15, write=12),
    _LOW,
    _SLIM,
)
_BIG_WORDS: Final = Shape(
    name="bigwords", number=13, ask=52, words=14, dealt=14, least=20, names=14, totals=14, write=14
)
_BIG_SLIM: Final = Shape(name="bigslim", number=11, ask=38, words=14, dealt=14, least=13, slim=True)
_LARGE: Final = (
    Shape(name="big", number=14, ask=66, words=16, dealt=14, cards=10, least=24, names=14,
          totals=14, write=16),
    _BIG_WORDS,
    _BIG_SLIM,
)  # fmt: skip
_PLAIN: Final = (
    Shape(name="plain", number=11, ask=35, words=9, dealt=10.5, least=15),
    replace(_SLIM, ask=22),
)
_LARGE_PLAIN: Final = (replace(_BIG_WORDS, ask=46), replace(_BIG_SLIM, ask=32))

SHAPES: Final = (*_SHAPES, *_LARGE, *_PLAIN, *_LARGE_PLAIN)
"""Every shape, for the stylesheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What stands before the boxes of one row: contract, cards, and who deals ("" to write in).

    `name`: what the deal is called, "" where it has a number alone. `cards` is "" in a game of
    other cards, or of none.
    """

    name: str
    words: str
    cards: str
    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What a pad is cut to: `row` and `column` in millimetres, `faces` in rows on each.

    `spare`: millimetres of the fullest row in which nothing stands. `foot` is None where it has no
    room below the rows, and takes a face of its own. `dealer`: whether the rows have room to name
    who deals, which only slim ones may lack.
    """

    shape: Shape
    foot: Foot | None
    row: int
    spare: float
    dealer: bool
    column: float
    faces: tuple[int, ...]


def fit_pad(
    frame: Frame,
    head: int,
    asked: Sequence[Asked],
    players: int,
    feet: Sequence[Foot],
    *,
    open_ended: bool,
) -> Fit:
    """Cut a pad with these rows, and the first of the feet that there is room for.

    `open_ended`: more rows may be drawn than are asked for, as many as there is room for. Raises
    `SheetError` where the columns would be too narrow to write in.
    """
    has_contracts = any(row.words for row in asked)
    shapes = [one for one in _shapes(frame, has_contracts) if _column(frame, one, players)]
    if not shapes:
        raise SheetError(_too_many(frame, players, has_contracts))
    shape, foot, row = _best(frame, head, asked, shapes, feet)
    bare = frame.room_tall - head - shape.names
    if bare < row + shape.totals:
        raise SheetError(TOO_SMALL)

    def rows(below: Foot | None) -> tuple[int, tuple[int, ...]]:
        last = bare - shape.totals - (below.tall if below else 0)
        most = _MOST_LARGE_ROW if frame.large else _MOST_ROW
        return _rows(len(asked), row, bare, last, open_ended, most)

    if foot is None:
        # The last of several faces may have room for it after all.
        room = bare - shape.totals
        fits = (
            one for one in feet if one.tall <= room and len(rows(one)[1]) == len(rows(None)[1]) > 1
        )
        foot = next(fits, None)
    height, faces = rows(foot)
    return Fit(
        shape=shape,
        foot=foot,
        row=height,
        spare=height - max(_asked_tall(shape, one, dealer=True) for one in asked),
        dealer=all(_asked_tall(shape, one, dealer=True) <= height for one in asked),
        column=(frame.room_wide - shape.before) / players,
        faces=faces,
    )


def _rows(
    wanted: int, row: int, bare: float, last: float, open_ended: bool, tallest: int
) -> tuple[int, tuple[int, ...]]:
    """Row height, and rows on each face: the last face has less room than those before it."""
    full, most = int(bare // row), max(int(last // row), 0)
    rows = max(wanted, min(most, MOST_ROWS)) if open_ended else wanted
    faces = _faces(rows, full, most)
    rooms = (bare,) * (len(faces) - 1) + (last,)
    roomy = min(int(room // count) for room, count in zip(rooms, faces, strict=True) if count)
    return max(row, min(roomy, tallest)), faces


def _faces(rows: int, full: int, last: int) -> tuple[int, ...]:
    """Rows on each face, as even as can be; the last takes no more than `last`."""
    if rows <= last:
        return (rows,)
    full = max(full, 1)
    count = 1 + ceil((rows - last) / full)
    even = min(ceil(rows / count), full)
    faces = [even] * (count - 1)
    left = rows - sum(faces)
    while left > last:
        faces.append(min(even, left - last))
        left -= faces[-1]
    return (*(one for one in faces if one), max(left, 0))


def _shapes(frame: Frame, has_contracts: bool) -> Sequence[Shape]:
    if frame.large:
        return _LARGE if has_contracts else _LARGE_PLAIN
    return _SHAPES if has_contracts else _PLAIN


def _column(frame: Frame, shape: Shape, players: int) -> bool:
    return (frame.room_wide - shape.before) / players >= shape.least


def _too_many(frame: Frame, players: int, has_contracts: bool) -> str:
    shape = _shapes(frame, has_contracts)[-1]
    room = int((frame.room_wide - shape.before) / shape.least)
    return (
        f"There is room for columns of {room} players here, not {players}. Choose larger paper, "
        "fewer on a page, or paper that lies across."
        if room > 1
        else TOO_SMALL
    )


def _best(
    frame: Frame, head: int, asked: Sequence[Asked], shapes: Sequence[Shape], feet: Sequence[Foot]
) -> tuple[Shape, Foot | None, int]:
    """The fullest foot that fits, with the roomiest shape; without a foot where none does."""
    for shape, foot in _candidates(shapes, feet):
        row = _least_row(shape, asked)
        below = foot.tall if foot else 0
        room = frame.room_tall - head - shape.names - shape.totals - below
        if len(asked) * row <= room:
            return shape, foot, row
    return shapes[-1], None, _least_row(shapes[-1], asked)


def _candidates(
    shapes: Sequence[Shape], feet: Sequence[Foot]
) -> Iterator[tuple[Shape, Foot | None]]:
    drawn = [one for one in shapes if one.cards]
    plain = [one for one in shapes if not one.cards and not one.slim]
    slim = [one for one in shapes if one.slim]
    for group in (drawn, plain, slim):
        for foot, shape in product(feet, group):
            yield shape, foot
    for shape in shapes:
        yield shape, None


def _least_row(shape: Shape, asked: Sequence[Asked]) -> int:
    """The height that holds what stands before the boxes of every row, in whole millimetres."""
    talls = (_asked_tall(shape, one, dealer=not shape.slim) for one in asked)
    return ceil(max(shape.write, *talls))


def _asked_tall(shape: Shape, row: Asked, *, dealer: bool) -> float:
    words = tall(asked_words(shape, row.words), shape.room, shape.words, bold=True)
    cards = shape.cards + 1.6 if row.words and shape.cards else 0
    dealt = len(dealt_lines(shape, row, dealer=dealer)) * line(shape.dealt)
    return 1.1 + words + cards + dealt


def asked_words(shape: Shape, words: str) -> str:
    """A contract as it stands in the column of a shape."""
    return unbroken(words, shape.room, shape.words)


def dealt_lines(shape: Shape, row: Asked, *, dealer: bool) -> tuple[str, ...]:
    """The cards dealt, and with `dealer` who deals, on one line or two.

    The dealer's name is shortened to its line, and the name of the deal left out where it has no
    room. Where the dealer is to be written in, "dealer" is the last word, with room for a blank.
    """
    room = shape.room
    cards = _dotted(row.name, row.cards)
    if wide(cards, shape.dealt) > room:
        cards = row.cards
    if not dealer:
        return (cards,) if cards else ()
    if not row.dealer:
        one = _dotted(cards, "dealer")
        fits = wide(f"{one} ", shape.dealt) + shape.blank <= room
        return (one,) if fits or not cards else (cards, "dealer")
    one = _dotted(cards, f"{row.dealer} deals")
    if wide(one, shape.dealt) <= room:
        return (one,)
    who = shortened_to(row.dealer, lambda cut: wide(f"{cut} deals", shape.dealt) <= room)
    return (cards, f"{who} deals") if cards else (f"{who} deals",)


def _dotted(*parts: str) -> str:
    """The parts that are not empty, on one line."""
    return _DOT.join(filter(None, parts))
