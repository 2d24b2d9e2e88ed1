"""How a score pad is cut to its paper: columns, row heights, the footer, and faces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from math import ceil
from typing import Final

from referee.language import say
from referee.printing.card_svg import unbroken
from referee.printing.footer import Footer
from referee.printing.geometry import Frame
from referee.printing.header import dotted
from referee.printing.options import MOST_ROWS, SheetError
from referee.printing.text_cleanup import shortened_to
from referee.printing.text_metrics import line_height, text_height, text_width
from referee.rules.schema.melds import Piece

_MOST_ROW: Final = 34
_MOST_LARGE_ROW: Final = 45
_EDGES: Final = 2.4
_BLANK: Final = 13


@dataclass(frozen=True, slots=True, kw_only=True)
class PadShape:
    """How a pad is cut: millimetres of the columns before the players', and sizes of print.

    `least`: millimetres that a player's column has at least. `names` and `totals` are the heights
    of the first and last row, `write` of one to write in. `cards`: height of the cards drawn, 0
    for none. Rows of `slim` shapes need have no room to name the dealer.
    """

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
        return min(_BLANK, int(self.room - text_width(f"{say('pad-dealer')} ", self.dealt)))


_SLIM: Final = PadShape(
    number=7, ask=27, words=9, dealt=9, least=9, names=9, totals=9, write=9, slim=True
)
_BIG_WORDS: Final = PadShape(
    number=13, ask=52, words=14, dealt=14, least=20, names=14, totals=14, write=14
)
_BIG_SLIM: Final = PadShape(number=11, ask=38, words=14, dealt=14, least=13)

_SHAPES: Final = (
    PadShape(number=12, ask=62, words=12, dealt=10.5, cards=9.6, least=26),
    PadShape(number=10, ask=50, words=12, dealt=9, cards=8.6, least=20),
    PadShape(number=9, ask=43, words=10.5, dealt=9, cards=7.6, least=14),
    PadShape(number=9, ask=40, words=10, dealt=9, least=15, write=12),
    replace(_SLIM, number=8, ask=54, least=13),
    _SLIM,
)
_LARGE: Final = (
    replace(_BIG_WORDS, number=14, ask=66, words=16, cards=10, least=24, write=16),
    replace(_BIG_WORDS, ask=66),
    _BIG_WORDS,
    _BIG_SLIM,
)
_PLAIN: Final = (
    PadShape(number=11, ask=35, words=9, dealt=10.5, least=15),
    replace(_SLIM, ask=22),
)
_LARGE_PLAIN: Final = (replace(_BIG_WORDS, ask=46), replace(_BIG_SLIM, ask=32))


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLabel:
    """What stands before the boxes of one row: contract, cards, and who deals ("" to write in).

    `name`: what the deal is called, "" where it has a number alone. `cards` is "" in a game of
    other cards, or of none.
    """

    name: str
    contract: tuple[Piece, ...]
    cards: str
    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PadLayout:
    """What a pad is cut to: `row` and `column` in millimetres, `faces` in rows on each.

    `spare`: millimetres of the fullest row in which nothing stands. `footer` is None where it has
    no room below the rows, and takes a face of its own. `dealer`: whether the rows have room to
    name who deals.
    """

    shape: PadShape
    footer: Footer | None
    row: int
    spare: float
    dealer: bool
    column: float
    faces: tuple[int, ...]


def fit_pad(
    frame: Frame,
    header: int,
    labels: Sequence[DealLabel],
    players: int,
    footers: Sequence[Footer],
    *,
    open_ended: bool,
    figures: float = 0,
) -> PadLayout:
    """Cut a pad with these rows, and the first of the footers that there is room for.

    `open_ended`: more rows may be drawn than there are labels, as many as there is room for.
    `figures`: millimetres that the figures of a game need in each column.
    Raises `SheetError` where the columns would be too narrow to write in.
    """
    has_contracts = any(label.contract for label in labels)
    offered: Sequence[PadShape]
    if frame.large:
        offered = _LARGE if has_contracts else _LARGE_PLAIN
    else:
        offered = _SHAPES if has_contracts else _PLAIN

    def column(shape: PadShape) -> float:
        return (frame.inner_width - shape.before) / players

    shapes = [shape for shape in offered if column(shape) >= max(shape.least, figures)]
    if not shapes:
        room = int((frame.inner_width - offered[-1].before) / max(offered[-1].least, figures))
        if room > 1:
            raise SheetError(say("paper-pad-too-many", room=room, players=players))
        raise SheetError(say("paper-pad-too-small"))
    height = frame.inner_height - header
    wanted = len(labels)
    best: PadLayout | None = None
    for candidate, footer in _candidates(shapes, footers):
        heights = (_label_height(candidate, label, dealer=not candidate.slim) for label in labels)
        least = ceil(max(candidate.write, *heights))
        full = int((height - candidate.names) // least)
        last = height - candidate.names - candidate.totals - (footer.height if footer else 0)
        on_last = int(last // least)
        if full < 1 or on_last < 0:
            continue
        count = max(wanted, min(on_last, MOST_ROWS)) if open_ended else wanted
        faces = _on_faces(count, full, on_last)
        if best and len(faces) >= len(best.faces):
            continue
        rooms = [height - candidate.names] * (len(faces) - 1) + [last]
        rows = [int(room // rows) for room, rows in zip(rooms, faces, strict=True) if rows]
        row = max(least, min(*rows, _MOST_LARGE_ROW if frame.large else _MOST_ROW))
        highest = max(_label_height(candidate, label, dealer=True) for label in labels)
        best = PadLayout(
            shape=candidate,
            footer=footer,
            row=row,
            spare=row - highest,
            dealer=highest <= row,
            column=column(candidate),
            faces=faces,
        )
        if len(faces) == 1:
            break
    if best is None:
        raise SheetError(say("paper-pad-too-small"))
    return best


def _candidates(
    shapes: Sequence[PadShape], footers: Sequence[Footer]
) -> Iterator[tuple[PadShape, Footer | None]]:
    """Every shape with every footer, the best first: cards are worth more than a full footer."""
    for _, alike in groupby(shapes, lambda shape: (shape.cards > 0, shape.slim)):
        yield from ((shape, footer) for footer, shape in product(footers, alike))
    yield from ((shape, None) for shape in shapes)


def _on_faces(rows: int, full: int, last: int) -> tuple[int, ...]:
    """Rows on each face, as even as can be; the last takes no more than `last`."""
    if rows <= last:
        return (rows,)
    count = 1 + ceil((rows - last) / full)
    even = min(ceil(rows / count), full)
    faces = [even] * (count - 1)
    left = rows - sum(faces)
    while left > last:
        faces.append(min(even, left - last))
        left -= faces[-1]
    return (*filter(None, faces), max(left, 0))


def _label_height(shape: PadShape, label: DealLabel, *, dealer: bool) -> float:
    words = text_height(contract_label(shape, label), shape.room, shape.words, bold=True)
    cards = shape.cards + 1.6 if label.contract and shape.cards else 0
    dealt = len(dealt_lines(shape, label, dealer=dealer)) * line_height(shape.dealt)
    return 1.1 + words + cards + dealt


def contract_label(shape: PadShape, label: DealLabel) -> str:
    """A contract as it stands in the column of a shape."""
    return unbroken(label.contract, shape.room, shape.words)


def dealt_lines(shape: PadShape, label: DealLabel, *, dealer: bool) -> tuple[str, ...]:
    """The cards dealt, and with `dealer` who deals, on one line or two.

    The dealer's name is shortened to its line, and the name of the deal left out where it has no
    room. Where the dealer is to be written in, "dealer" is the last word, with room for a blank.
    """

    def fits(text: str, blank: float = 0) -> bool:
        return text_width(text, shape.dealt) + blank <= shape.room

    cards = dotted(label.name, label.cards)
    if not fits(cards):
        cards = label.cards
    if not dealer:
        return (cards,) if cards else ()
    whole = say("pad-deals", name=label.dealer) if label.dealer else say("pad-dealer")
    both, blank = dotted(cards, whole), 0 if label.dealer else shape.blank
    if fits(f"{both} " if blank else both, blank):
        return (both,)
    if label.dealer and not fits(whole):
        name = shortened_to(label.dealer, lambda cut: fits(say("pad-deals", name=cut)))
        whole = say("pad-deals", name=name)
    return (cards, whole) if cards else (whole,)
