"""Text, cards and lines to write on, put one below the other on faces of any size."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, chain, count
from math import ceil, inf
from typing import Final, cast

from markupsafe import Markup

from referee.language import say
from referee.printing.card_svg import drawn_height
from referee.printing.geometry import Frame
from referee.printing.header import Header
from referee.printing.imposition import Face
from referee.printing.text_metrics import (
    GLUE,
    POINT,
    Cut,
    largest,
    line_height,
    lines_of,
    text_height,
    text_width,
)
from referee.rules.law.points import CardValue

_SHORT: Final = 9
_ANSWER: Final = 24
"""Letters of a last word, and of an answer, that no line end parts from what they belong to."""

_GAP: Final = 0.9
_BULLET: Final = "• "
HEADING: Final = 1.25
_ABOVE_HEADING: Final = 2.4
ROW: Final = 2.6
"""Millimetres of a row between two lines that its text leaves free."""

_ABOVE_TEXT: Final = 1.2
"""Millimetres between cards and what stands below them."""

_PAIRED: Final = 110.0
_BETWEEN_PAIR: Final = 5.0
"""Millimetres of a face from which a word stands beside two texts, and between these."""

_LINE: Final = 0.2
"""Millimetres of the line below a question with its answer."""

_WRITE: Final = 9.0
_SIGN: Final = 9.0
_SIGNED: Final = {3: 250, 2: 85, 1: 0}
"""How many sign side by side, from so many millimetres between the margins on."""

_BETWEEN_SIGNED: Final = 0.04
"""Part of the width that stays free between two who sign."""

_CHIP: Final = 4.2
_BETWEEN_CHIPS: Final = 4.0

CARDS_HEIGHT: Final = 1.15
"""Millimetres that cards beside text are high, for every point of its print."""

_WITHIN: Final = 35.0**2
_ALONE: Final = 80.0**2
"""Penalties: for a break within a section, and for one that leaves a line of it alone."""

_SMALLER: Final = 4
"""Sizes of print to try so that no line stands alone, the largest that fits among them."""

_ROUNDING: Final = 1e-6
"""What sums of heights may be wrong by."""

_SLACK: Final = 1.0
"""Millimetres left free, since letters reach a little below their line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block as high as `height` millimetres, its print in points.

    `kind` is how the template shows it. `strong` follows `text` in bold; `lead` stands before it,
    as wide as a class of the stylesheet says; `parts` stand side by side, with room for `beside` of
    them. A block that `keeps` stays on one face with the next.
    """

    kind: str
    height: float
    size: float = 0
    text: str = ""
    strong: str = ""
    lead: str = ""
    parts: tuple[str, ...] = ()
    beside: int = 1
    drawn: Markup | str = ""
    table: object = None
    keeps: bool = False


MakeBlocks = Callable[[float], Sequence[Block]]
"""Blocks in print of so many points."""

Groups = Sequence[Sequence[Block]]
"""The blocks of each of several faces or columns."""


def heading(frame: Frame, text: str, size: float) -> Block:
    """A heading, which stays with what follows it."""
    size = size * HEADING
    height = _ABOVE_HEADING + text_height(text, frame.inner_width, size, "title") + _GAP
    return Block(kind="heading", height=height, size=size, text=text, keeps=True)


def section(frame: Frame, title: str, size: float, blocks: Iterable[Block]) -> list[Block]:
    """Blocks under a heading; nothing where there are none."""
    below = list(blocks)
    return [heading(frame, title, size), *below] if below else []


def paragraph(frame: Frame, text: str, size: float, strong: str = "") -> Block:
    """A paragraph; `strong` follows in bold."""
    return _text("paragraph", frame.inner_width, text, size, strong)


def big(words: str, width: float, size: float) -> Block:
    """Words to be read across the room."""
    height = text_height(words, width, size, "title") + 1
    return Block(kind="big", height=height, size=size, text=words)


def item(frame: Frame, text: str, size: float, strong: str = "") -> Block:
    """One line of a list, indented after its bullet; `strong` follows in bold."""
    return _text("item", frame.inner_width - text_width(_BULLET, size), text, size, strong)


def answer(frame: Frame, text: str, size: float, strong: str) -> Block:
    """One line of a list above a line, with `strong` in bold at its other end."""
    right = min(text_width(strong, size, "bold"), frame.inner_width / 2)
    beside = ceil(right + _BETWEEN_PAIR)
    question = text_height(text, frame.inner_width - beside, size)
    height = max(question, text_height(strong, right, size, "bold")) + _GAP + _LINE
    return Block(kind="answer", height=height, size=size, text=text, strong=strong, beside=beside)


def _text(kind: str, width: float, text: str, size: float, strong: str) -> Block:
    if strong:
        strong = strong.replace(" ", GLUE) if len(strong) <= _ANSWER else strong
    else:
        text = glued(text)
    said = f"{text} {strong}".strip()
    height = text_height(said, width, size, "bold" if strong else "regular") + _GAP
    return Block(kind=kind, height=height, size=size, text=text, strong=strong)


def glued(text: str) -> str:
    """The text with no line end before a short last word."""
    rest, _, last = text.rpartition(" ")
    return f"{rest}{GLUE}{last}" if rest and len(last) <= _SHORT else text


def chips(frame: Frame, values: Sequence[CardValue], size: float) -> list[Block]:
    """What cards count, as chips on one line or more, after a word; nothing without any."""
    if not values:
        return []
    lead, indent = say("paper-points"), frame.scale.numeral
    widths = [text_width(lead, size, "title") + _BETWEEN_CHIPS - indent]
    for value in values:
        points = text_width(f" {value.points} ", size)
        widths.append(text_width(value.label, size, "bold") + points + _CHIP + _BETWEEN_CHIPS)
    # The last on a line leaves nothing free beside it.
    rows = lines_of(widths, frame.inner_width - indent + _BETWEEN_CHIPS)
    height = rows * (line_height(size) + 1.6) + 1.4
    return [Block(kind="chips", height=height, size=size, text=lead, table=tuple(values))]


def row(
    frame: Frame,
    lead: str,
    text: str,
    size: float,
    *,
    numeral: bool = False,
    strong: str = "",
    drawn: Markup | str = "",
    drawn_width: float = 0,
) -> Block:
    """A row above a line: a word or a numeral, cards that show it, and what is said of it.

    Text stands beside its cards, or below them where that takes less room. `strong` stands before
    it in bold.
    """
    text = glued(text)
    indent = frame.scale.numeral if numeral else frame.scale.label if lead else 0
    said, tall = f"{strong} {text}".strip(), drawn_height(drawn)
    room, beside = frame.inner_width - indent, ceil(drawn_width) + 3 if drawn else 0

    def high(width: float) -> float:
        return text_height(said, width / (1.04 if strong else 1), size)

    height = max(high(room - beside), line_height(size * 1.6 if numeral else size), tall)
    if drawn and (above := tall + _ABOVE_TEXT + high(room)) < height:
        height, beside = above, 0
    return Block(
        kind="step" if numeral else "label" if lead else "shown",
        height=height + ROW,
        size=size,
        text=text,
        strong=strong,
        lead=lead,
        drawn=drawn,
        beside=beside,
        table=fitting(lead, size, indent) if lead and not numeral else size,
    )


def fitting(lead: str, size: float, mm: float) -> float:
    """The print in which a word before text has room there, of that size at most."""
    return largest(lead, mm - 0.5 * size * POINT, size)


def pair(
    frame: Frame, lead: str, cells: Sequence[str], size: float, drawn: Sequence[Markup | str] = ()
) -> Block:
    """A row of two texts side by side after what they are about, or below it on small faces.

    Without a word they are the heads of those below. `drawn`: what shows each of them, below it.
    """
    beside = frame.inner_width >= _PAIRED
    indent = frame.scale.label if beside else 0
    width = (frame.inner_width - indent - _BETWEEN_PAIR) / 2
    texts = [*map(glued, cells)]
    lead_height = text_height(lead, (indent or frame.inner_width) - 2, size, "title")
    cut: Cut = "regular" if lead else "title"
    height = max(text_height(text, width, size, cut) for text in texts)
    height += max(map(drawn_height, drawn), default=0) + 0.6 * bool(drawn)
    return Block(
        kind="pair",
        height=(max(height, lead_height) if beside else height + lead_height) + ROW,
        size=size,
        lead=lead,
        parts=tuple(texts),
        table=tuple(drawn) or ("", ""),
    )


def kept(blocks: Sequence[Block]) -> list[Block]:
    """The same blocks, which stay on one face where they have room there."""
    return [*(replace(block, keeps=True) for block in blocks[:-1]), *blocks[-1:]]


def write_lines() -> list[Block]:
    """An empty line to write on, which `flow` follows by as many as need no further face."""
    return [Block(kind="write", height=_WRITE)]


def sign_lines(frame: Frame, names: Sequence[str], size: float) -> list[Block]:
    """Lines to sign on, side by side, each with a name below it, which stay on one face."""
    beside = next(count for count, least in _SIGNED.items() if frame.inner_width >= least)
    width = frame.inner_width * (1 - (beside - 1) * _BETWEEN_SIGNED) / beside
    rows = (names[first : first + beside] for first in range(0, len(names), beside))
    return kept(
        [
            Block(
                kind="sign",
                height=_SIGN + max(text_height(name, width, size) for name in row) + _GAP,
                size=size,
                parts=tuple(row),
                beside=beside,
            )
            for row in rows
        ]
    )


def flow(frame: Frame, header: Header, make: MakeBlocks, most: float) -> tuple[Face, ...]:
    """Blocks on as few faces as can be, in the largest print of at most so many points.

    In a frame of columns the blocks are made for one; the header stands across all.
    """
    make, sizes = cache(make), ladder(most, frame.least)
    room = rooms(frame, header, len(placed(frame, header, make(sizes[-1]))))
    return _faces(frame, header, _lined(largest_balanced(sizes, make, room), room))


def placed(frame: Frame, header: Header, blocks: Sequence[Block]) -> tuple[Face, ...]:
    """Blocks of one size on as few faces as can be, under the header or the title again."""
    filled = (balanced(blocks, rooms(frame, header, faces), alone=True) for faces in count(1))
    return _faces(frame, header, next(filter(None, filled)))


def _faces(frame: Frame, header: Header, filled: Groups) -> tuple[Face, ...]:
    """So many columns on a face, the last of them empty where there are no more blocks."""
    each = [filled[at : at + frame.columns] for at in range(0, len(filled), frame.columns)]
    return tuple(
        {
            "head": again(header, number, len(each)) if number else header,
            **({"blocks": columns[0]} if frame.columns == 1 else {"columns": columns}),
        }
        for number, columns in enumerate(each)
    )


def _lined(filled: Groups, rooms: Sequence[float]) -> Groups:
    """The same with as many lines to write on, where there is one, as the faces have room for."""
    blocks = [*chain.from_iterable(filled)]
    at = next((at for at, block in enumerate(blocks) if block.kind == "write"), None)
    if at is None:
        return filled

    def way(lines: int, *, alone: bool = True) -> Groups:
        more = kept([blocks[at]] * lines)
        return balanced([*blocks[:at], *more, *blocks[at + 1 :]], rooms, alone=alone)

    most = range(2, 2 + int((sum(rooms) - _high(blocks)) // _WRITE))
    lines = 1 + bisect_left(most, True, key=lambda lines: not way(lines))
    return way(lines, alone=False) or way(lines) or filled


def blocks_of(face: Face) -> Sequence[Block]:
    """The blocks on a face that `placed` made, in the first of its columns."""
    first, *_ = cast(Groups, face.get("columns", (face.get("blocks"),)))
    return first


def free_on(frame: Frame, face: Face, more: Iterable[Block] = ()) -> float:
    """Millimetres that are free below the blocks on a face, and more of them."""
    return room_below(frame, cast(Header, face["head"]), [*blocks_of(face), *more])


def room_below(frame: Frame, header: Header, blocks: Iterable[Block] = ()) -> float:
    """Millimetres of a face that are free below its header, and blocks where there are any."""
    return frame.inner_height - _SLACK - header.height - _high(blocks)


def rooms(frame: Frame, header: Header, faces: int) -> list[float]:
    """Millimetres that are free below the headers of so many faces, for each of their columns."""
    heads = [header, *[again(header, 1, faces)] * (faces - 1)]
    return [room_below(frame, head) for head in heads for _ in range(frame.columns)]


def again(header: Header, number: int, faces: int) -> Header:
    """The header of a further face: the title again, and which of how many faces it is."""
    page = say("paper-page", page=number + 1, pages=faces)
    return replace(header, lines=(page,), blanks=(), code=None, height=header.further)


def balanced(blocks: Sequence[Block], rooms: Sequence[float], *, alone: bool) -> Groups:
    """Blocks on faces of these rooms, evenly filled, broken before headings where that is near.

    `alone`: whether one line of a section may stand by itself. () where they do not fit.
    """
    groups, heights = _kept_together(max(rooms), blocks)
    ends = [0.0, *accumulate(heights)]
    if ends[-1] > sum(rooms) + _ROUNDING:
        return ()
    breaks = [0, *_penalties(groups, _ALONE if alone else inf), 0]
    # Face by face, the cheapest way to fill the faces so far up to each group.
    best: dict[int, tuple[float, tuple[range, ...]]] = {0: (0.0, ())}
    for room in rooms:
        filled: dict[int, tuple[float, tuple[range, ...]]] = {}
        for start, (paid, faces) in best.items():
            # What is left over at the end stays free, and the first face where the first header
            # leaves too little of it.
            stays = start == len(groups) or heights[start] > room + _ROUNDING
            for end in range(start if stays else start + 1, len(ends)):
                free = room - ends[end] + ends[start]
                if free < -_ROUNDING:
                    break
                cost = paid + free**2 + breaks[end]
                if cost < filled.get(end, (inf,))[0]:
                    filled[end] = cost, (*faces, range(start, end))
        best = filled
    pages = best.get(len(groups), (0, ()))[1]
    return tuple(tuple(block for group in page for block in groups[group]) for page in pages)


def largest_balanced(sizes: Sequence[float], make: MakeBlocks, rooms: Sequence[float]) -> Groups:
    """Blocks on faces of these rooms in the largest of the sizes, largest first, that they fit in.

    Somewhat smaller print is taken if no line of a section need stand alone in it. `make` is asked
    for a size more than once. () where they fit in none.
    """

    def filled(size: float, alone: bool) -> Groups:
        return balanced(make(size), rooms, alone=alone)

    first = bisect_left(sizes, True, key=lambda size: bool(filled(size, True)))
    near = sizes[first : first + _SMALLER]
    tried = (filled(size, alone) for alone in (False, True) for size in near)
    return next(filter(None, tried), ())


def ladder(most: float, least: float) -> tuple[float, ...]:
    """Sizes of print from the largest to the smallest, in half points."""
    most = max(most, least)
    return tuple(most - step / 2 for step in range(int((most - least) * 2) + 1))


def _penalties(groups: Sequence[Sequence[Block]], single: float) -> Iterator[float]:
    """What it costs to begin a face with each group but the first: nothing with a heading."""
    begins = [group[0].kind == "heading" for group in groups] + [True]
    for number in range(1, len(groups)):
        before = groups[number - 1]
        # A row of cards under a heading is no line by itself.
        first = begins[number - 1] and len(before) < 3 and not before[-1].drawn
        alone = first or (begins[number + 1] and len(groups[number]) < 2)
        yield 0 if begins[number] else single if alone else _WITHIN


def _kept_together(room: float, blocks: Sequence[Block]) -> tuple[list[list[Block]], list[float]]:
    """Blocks that stay on one face, and how high they are; what is higher than a face fills it.

    Of those that have no room on one, no more stay together than a heading and what it is over.
    """
    wanted: list[list[Block]] = []
    for block in blocks:
        if wanted and wanted[-1][-1].keeps:
            wanted[-1].append(block)
        else:
            wanted.append([block])
    groups: list[list[Block]] = []
    for group in wanted:
        if _high(group) <= room:
            groups.append(group)
            continue
        first = 2 if group[0].kind == "heading" and _high(group[:2]) <= room else 1
        groups += [group[:first], *([block] for block in group[first:])]
    return groups, [min(_high(group), room) for group in groups]


def _high(blocks: Iterable[Block]) -> float:
    return sum(block.height for block in blocks)
