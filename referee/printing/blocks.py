"""Text, cards and lines to write on, put one below the other on faces of any size."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate, chain, count, pairwise, takewhile
from math import ceil, inf
from operator import itemgetter, sub
from typing import Any, Final, NamedTuple, NotRequired, TypedDict, TypeVar

from markupsafe import Markup

from referee.language import say
from referee.printing.card_svg import drawn_height, drawn_width
from referee.printing.geometry import Frame
from referee.printing.header import Header, on_face
from referee.printing.text_metrics import (
    GLUE,
    POINT,
    Cut,
    counted,
    evened,
    largest,
    line_height,
    lines_of,
    text_height,
    text_width,
)
from referee.rules.law.points import CardValue, card_values
from referee.rules.schema.variant import Variant

_ANSWER: Final = 24
"""Letters of an answer that no line end breaks."""

_MOST_LINES: Final = 9
"""Lines of a paragraph at most, where it has several texts."""

_BELOW: Final = 0.23
_INDENT: Final = 0.8
"""Sizes of print below text, and before it, behind a bullet."""

HEADING: Final = 1.25
_MOST_HEADING: Final = 0.9
"""Sizes of the text below it that a heading has, and of the largest title at most."""

_MOST_BIG: Final = 0.7
"""Part of a face that words in large print take at most."""

_ABOUT: Final = 0.72
"""Sizes of its print that are free about a heading, with the line above it."""

ROW: Final = 2.6
_GAP: Final = 0.9
"""Millimetres of a row between two lines that its text leaves free, and where no line follows."""

BESIDE_DRAWN: Final = 3.0
_BELOW_DRAWN: Final = 1.0
ROUNDED: Final = 0.2
"""Millimetres beside cards that show a row, and below them, and that a column is narrower than it
should be at most."""

_COLUMN_WORTH: Final = 1.25
"""How many times as high a row of a roomy face may be so that its text stands beside its cards."""

_BETWEEN_ANSWER: Final = 5.0
"""Millimetres between a question and its answer."""

_ANSWERED: Final = 0.35
"""Sizes of print above and below a question with its answer, with a line and a larger numeral."""

_ON_LINE: Final = 16.0
"""Print of a word on a line to write on at most."""

_SIGN: Final = 9.0
_SIGNED: Final = {3: 250, 2: 60, 1: 0}
"""How many sign side by side, from so many millimetres between the margins on."""

_BETWEEN_SIGNED: Final = 0.04
"""Part of the width that stays free between two who sign."""

_ROUND_STACKS: Final = 5.0
"""Millimetres above and below blocks that stand beside others."""

_LABEL: Final = 5.9
_SHORT: Final = 4.7
_STEP: Final = 0.41
"""Sizes of print that words before text take, with what is free behind them, on the smallest cards
too, and the part of that which a numeral takes."""

_CHIP_LINE: Final = 1.65
_CHIP: Final = 4.7
_BETWEEN_CHIPS: Final = 3.0
_SMALLER_CHIPS: Final = 0.8
"""Sizes of print that a line of chips is high in large print, millimetres about the words of a chip
and between two, and the print of chips in that of what is around them at least."""

CARDS_HEIGHT: Final = 1.15
"""Millimetres that cards beside text are high, for every point of its print."""

LEAST_CARDS: Final = 7.0
MOST_CARDS: Final = 42.0
"""Millimetres of cards as large as has room at least and at most."""

_WITHIN: Final = 35.0**2
_ALONE: Final = 160.0**2
"""Penalties: for a break within a section, and one that leaves a line alone."""

_ROWS: Final = ("item", "contract", "answer", "step", "shown", "abreast", "of-game")
_GOES_ON: Final = (*_ROWS, "paragraph", "ruled", "beside")
"""Blocks that say too little at the head of a face without the heading they stand under."""

_MOST_HEAD: Final = 0.15
"""Part of a face that a heading takes at most to be repeated."""

_LISTED: Final = ("item", "answer")
_AIRY: Final = (*_ROWS, "label", "ticks", "sign", "chips")
MOST_AIR: Final = 20
"""Blocks that have air before lines to write on have room, those that may have, and half
millimetres of it at most."""

_ROUNDING: Final = 1e-6
"""What sums of heights may be wrong by."""

_SLACK: Final = 1.0
"""Millimetres left free, since letters reach a little below their line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block as high as `height` millimetres, its print in points.

    `kind` is how the template shows it. `strong` follows `text` in bold, or is what a heading says
    again above more of what it is over; `lead` stands before it,
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
    table: Any = None
    keeps: bool = False


Choice = TypeVar("Choice")

Groups = Sequence[Sequence[Block]]
"""The blocks of each of several faces or columns."""

Cell = str | Sequence[CardValue]
"""Text of a line or more, or what cards count."""

WRITE: Final = Block(kind="write", height=8)
"""An empty line to write on, which `flow` follows by others where there is room."""


class TextFace(TypedDict):
    """A face with its header across all columns of blocks.

    `air`: half millimetres that rows and lines of a list have more in each column.
    """

    head: Header
    columns: Groups
    air: NotRequired[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes blocks about a game in print of `size` points, as wide as a column of the frame.

    `count`: how many sit down at once, None for any number. `lined`: of so many texts or more in a
    row each begins a line.
    """

    frame: Frame
    variant: Variant
    count: int | None
    size: float
    lined: float = inf

    def at(self, size: float) -> "Writer":
        """The same in print of another size."""
        return replace(self, size=size)

    @property
    def column(self) -> int:
        """Millimetres of the words before text."""
        return round((_SHORT if self.frame.smallest else _LABEL) * self.size * POINT)

    def heading(self, text: str, about: str = "") -> Block:
        """A heading, which stays with what follows it; `about` stands at its right if it can."""
        width = self.frame.inner_width
        size = max(min(self.size * HEADING, _MOST_HEADING * self.frame.scale.title), self.size)
        height = text_height(text, width, size, "title")
        more = say("paper-continued", heading=text)
        # Where it is repeated it is as high as before.
        more = more if text_height(more, width, size, "title") == height else text
        height += _ABOUT * size * POINT
        taken = text_width(text, size, "title") + text_width(about, self.size)
        parts = (about,) if about and taken < width - _BETWEEN_ANSWER else ()
        return Block(
            kind="heading", height=height, size=size, text=text, strong=more, keeps=True,
            parts=parts, table=(self.size, ()),
        )  # fmt: skip

    def section(self, title: str, blocks: Iterable[Block], about: str = "") -> list[Block]:
        """Blocks under a heading, with what it is `about`; nothing where there are none."""
        below = list(blocks)
        return [self.heading(title, about), *below] if below else []

    def lines(self, title: str) -> list[Block]:
        """Two lines to write on, or as many as there is room for, after a word."""
        return kept([replace(WRITE, text=title, size=min(self.size, _ON_LINE)), WRITE])

    def big(self, words: str, most: float, least: float) -> Block:
        """Words to be read across the room, in print of so many points or less on a low face."""
        width, face = self.frame.inner_width, self.frame.inner_height

        def high(size: float) -> float:
            return text_height(words, width, size, "title") + 1

        sizes = ladder(largest(words, width, most, least), self.frame.least)
        size = first_fitting(sizes, lambda size: high(size) <= _MOST_BIG * face)
        text = evened(words, width, size, "title")
        return Block(kind="big", height=high(size), size=size, text=text)

    def paragraph(self, text: str, strong: str = "") -> Block:
        """A paragraph; `strong` follows in bold."""
        return self._text("paragraph", self.frame.inner_width, text, strong)

    def item(self, text: str, strong: str = "") -> Block:
        """One line of a list, indented after its bullet; `strong` follows in bold."""
        room = self.frame.inner_width - _INDENT * self.size * POINT
        return self._text("item", room, text, strong)

    def _text(self, kind: str, width: float, text: str, strong: str) -> Block:
        strong = strong.replace(" ", GLUE) if len(strong) <= _ANSWER else strong
        text = counted(text)
        cut: Cut = "bold" if strong else "regular"
        text = text if strong else evened(text, width, self.size)
        height = text_height(f"{text} {strong}".strip(), width, self.size, cut)
        height += _BELOW * self.size * POINT
        return Block(kind=kind, height=height, size=self.size, text=text, strong=strong)

    def answer(self, text: str, strong: str, lead: str = "", *, first: bool = False) -> Block:
        """One line of a list, with `strong` in bold at its other end.

        `lead`: the numeral before it. Whoever is `first` is in bold.
        """
        width, size = self.frame.inner_width, self.size
        right = min(text_width(strong, size, "bold"), width / 2)
        beside = ceil(right + _BETWEEN_ANSWER)
        cut: Cut = "bold" if lead else "regular"
        question = text_height(f"{lead} {text}".strip(), width - beside, size, cut)
        text = text if lead else evened(text, width - beside, size, cut)
        answered = text_height(strong, right, size, "bold")
        # What stands at the foot of its question makes no room for itself.
        tall = ceil(answered) if answered > question else 0
        height = (tall or question) + _ANSWERED * size * POINT
        return Block(
            kind="answer", height=height, size=size, text=text, strong=strong, lead=lead,
            table=first, beside=beside, parts=(f"h-{tall}",) * bool(tall),
        )  # fmt: skip

    def chips(self, *, in_column: bool = False) -> list[Block]:
        """What cards count, as chips on one line or more, after a word; nothing without any.

        `in_column`: they begin where the text of rows does, unless that takes a line more. Their
        print is somewhat smaller where that saves a line.
        """
        lead, values = say("paper-points"), tuple(card_values(self.variant))

        def ways() -> Iterator[tuple[int, float, int]]:
            """How many lines they may take in which print, and what stands before each line."""
            for size in ladder(self.size, max(_SMALLER_CHIPS * self.size, self.frame.least)):
                widths = self.at(size)._chip_widths(values)
                near = int(text_width(lead, size, "title") + _BETWEEN_CHIPS)
                for indent in (self.at(size).column if in_column else near, near, 0):
                    # The last on a line leaves nothing free beside it.
                    room = self.frame.inner_width + _BETWEEN_CHIPS - indent
                    # Where one is too wide to stand beside the word, all stand below it.
                    if not indent or max(widths) <= room:
                        yield lines_of(widths, room) + (not indent), size, indent

        if not values:
            return []
        lines, size, indent = min(ways(), key=itemgetter(0))
        height = lines * self.at(size)._chip_line + 1.4
        widths, room = self.at(size)._chip_widths(values), int(self.frame.inner_width) - indent

        def as_few(free: int) -> bool:
            mm = room - free
            return max(widths) <= mm and lines_of(widths, mm) + (not indent) <= lines

        # Lines are about as long as one another with as much as can be free at their right.
        right = first_fitting(range(room // 2, -1, -1), as_few)
        return [
            Block(kind="chips", height=height, size=size, text=lead, beside=indent, table=values,
                  parts=(f"to-{right}",))
        ]  # fmt: skip

    def _chip_widths(self, values: Iterable[CardValue]) -> list[float]:
        """Millimetres of each chip with what its cards count and the white behind it."""
        return [
            text_width(value.label, self.size, "bold")
            + text_width(f" {value.points} ", self.size)
            + (_CHIP + _BETWEEN_CHIPS)
            for value in values
        ]

    @property
    def _chip_line(self) -> float:
        """Millimetres of a line of chips, as the stylesheet sets it in large print or less."""
        return max(_CHIP_LINE * self.size * POINT, line_height(self.size) + 1.6)

    def row(
        self,
        lead: str,
        text: str,
        *,
        numeral: bool = False,
        strong: str = "",
        drawn: Sequence[Markup] = (),
        half: float = 0,
    ) -> Block:
        """A row above a line: a word or a numeral, cards that show it, and what is said of it.

        Text stands beside its cards, which have `half` of its millimetres there, or below them
        without any or where that takes no more room. `strong` stands before it in bold, or in the
        letters of titles where there is no `lead`.
        """
        size = self.size
        indent = round(self.column * (_STEP if numeral else 1)) if lead else 0
        begun = _begun(strong, "bold" if lead else "title")
        said = counted(f"{begun} {text}".strip(" "))
        room, beside = self.frame.inner_width - indent, 0

        def lines(width: float) -> list[str]:
            return [evened(one, width, size) for one in said.split("\n")]

        def high(width: float) -> float:
            return sum(text_height(one, width, size) for one in lines(width))

        def tall(width: float) -> float:
            widths = [BESIDE_DRAWN + drawn_width(one) for one in drawn]
            return lines_of(widths, width) * (max(map(drawn_height, drawn)) + _BELOW_DRAWN)

        height = max(high(room), line_height(size * 1.6 if numeral else size))
        if drawn:
            # What is free beside the last on a line reaches into the margin.
            height = tall(room + BESIDE_DRAWN - ROUNDED) + high(room)
            # A column of text is no narrower than one of words before text, or it would tear some.
            stands = half and said and room - half >= self.column
            near = max(tall(ceil(half)), high(room - ceil(half))) if stands else inf
            ample = self.frame.roomy and not self.frame.large
            if near < height * (_COLUMN_WORTH if ample else 1):
                height, beside = near, ceil(half)
        said = "\n".join(lines(room - beside))
        return Block(
            kind="step" if numeral else "label" if lead else "shown",
            height=height + ROW,
            size=size,
            text=said[len(begun) :].strip(" "),
            strong=said[: len(strong)],
            lead=lead,
            drawn=Markup("").join(drawn),
            beside=indent,
            table=beside,
        )

    def rows(
        self,
        lead: str,
        texts: Sequence[str],
        *,
        numeral: bool = False,
        strong: str = "",
        drawn: Sequence[Markup] = (),
        half: float = 0,
    ) -> list[Block]:
        """One row, or where that is long paragraphs of whole texts; no line is drawn between them.

        A text that is higher than half a face is parted between sentences. Cards stand in the
        first.
        """
        # Each is asked for several times.
        row = cache(partial(self.row, lead, numeral=numeral))
        below = partial(row, strong=strong, drawn=tuple(drawn))
        shown = partial(below, half=half)
        face = self.frame.inner_height / 2
        part_by, most = "\n", face
        if len(texts) < self.lined:
            part_by, most = " ", min(_MOST_LINES * line_height(self.size) + ROW + _ROUNDING, face)
        # Most are short, if only below their cards.
        for way in (shown, below):
            if (whole := way(part_by.join(texts))).height <= most:
                return [whole]
        said: list[str] = []
        for text in texts:
            fits = (row if said else shown)(text).height <= face
            for part in [text] if fits else re.split(r"(?<=\.) ", text):
                made, longer = row if said[1:] else shown, part_by.join([*said[-1:], part])
                # What has room beside the cards stands there.
                joins = said and made(longer).height <= max(most, made(said[-1]).height)
                said[-1:] = [longer] if joins else [*said[-1:], part]
        first, *others = said
        return going_on([shown(first), *map(row, others)])

    def of_game(self, name: str, cell: Cell, other: Cell, drawn: Markup | str = "") -> Block:
        """What one of two games says, behind its name; what the `other` says tells what is bold.

        `drawn` shows it, at its right.
        """
        clear = ceil(drawn_width(drawn) + BESIDE_DRAWN) if drawn else 0
        room, size = self.frame.inner_width, self.size
        if isinstance(cell, str):
            begun, width = _begun(name, "title"), room - clear
            said = counted(f"{begun} {cell}".strip(" "))
            lines = [evened(one, width, size) for one in said.split("\n")]
            high, said = sum(text_height(one, width, size) for one in lines), "\n".join(lines)
            name, cell = said[: len(name)], said[len(begun) :].lstrip(" ")
        else:
            named = [text_width(name, size, "title") + _BETWEEN_CHIPS] * bool(name)
            high = lines_of([*named, *self._chip_widths(cell)], room) * self._chip_line
        return Block(
            kind="of-game",
            height=max(high, drawn_height(drawn)) + ROW,
            size=size,
            strong=name,
            table=(cell, other, drawn, clear),
        )

    def signs(self, names: Sequence[str]) -> list[Block]:
        """Lines to sign on, side by side, each with a name below it, which stay on one face."""
        whole, size = self.frame.inner_width, self.size
        # Who finds no name below a line writes it there, too.
        room = whole if any(names) else whole / 1.5
        beside = next(count for count, least in _SIGNED.items() if room >= least)
        width = whole * (1 - (beside - 1) * _BETWEEN_SIGNED) / beside
        blocks: list[Block] = []
        for first in range(0, len(names), beside):
            row = tuple(names[first : first + beside])
            height = _SIGN + max(text_height(one, width, size) for one in row) + _GAP
            blocks.append(Block(kind="sign", height=height, size=size, parts=row, beside=beside))
        return kept(blocks)


def _begun(strong: str, cut: Cut) -> str:
    """Words before text, and blanks as wide as their letters are wider than those of text."""
    wider = text_width(strong, 1, cut) - text_width(strong, 1)
    return strong + GLUE * ceil(wider / text_width(GLUE, 1))


MakeBlocks = Callable[[Writer], Sequence[Block]]


def fitting(lead: str, size: float, mm: float) -> float:
    """The print in which a word before text has room there, of that size at most."""
    return largest(lead, mm - 0.5 * size * POINT, size)


def beside(*stacks: Sequence[Block]) -> Block:
    """Two stacks of blocks side by side, each made for a frame of two columns."""
    return Block(kind="beside", height=max(map(_high, stacks)) + _ROUND_STACKS, table=stacks)


def abreast(
    rows: Iterable[Sequence[Block]], lead: str = "", size: float = 0, mm: int = 0
) -> list[Block]:
    """Blocks side by side for each row, made for a frame of as many columns.

    `lead`: what they are about, in print of `size` points, on so many millimetres at the left.
    """
    return [
        Block(kind="abreast", height=max(one.height for one in row),
              table=tuple([one] for one in row), lead=lead, size=size, beside=mm)
        for row in rows
    ]  # fmt: skip


def together(blocks: Sequence[Block]) -> Block:
    """Blocks that stand below one another wherever they stand."""
    return Block(kind="together", height=_high(blocks), table=tuple(blocks))


def white(mm: int, *, keeps: bool = False) -> Block:
    """So many millimetres with nothing on them."""
    drawn = Markup('<div class="h-{}"></div>').format(mm)
    return Block(kind="custom", height=mm, drawn=drawn, keeps=keeps)


def going_on(rows: Sequence[Block]) -> list[Block]:
    """The same rows with no line between them, and closer together."""
    *others, last = rows
    return [
        *(
            row if row.parts else replace(row, height=row.height - ROW + _GAP, parts=("goes-on",))
            for row in others
        ),
        last,
    ]


def kept(blocks: Sequence[Block]) -> list[Block]:
    """The same blocks, which stay on one face where they have room there."""
    return [*(replace(block, keeps=True) for block in blocks[:-1]), *blocks[-1:]]


def flow(write: Writer, header: Header, make: MakeBlocks, most: float) -> tuple[TextFace, ...]:
    """Blocks in the largest print of at most so many points on as few faces as can be.

    In a frame of columns they are made for one.
    """
    made, columns = cache(lambda size: make(write.at(size))), write.frame.columns
    sizes = ladder(most, write.frame.least)
    room = rooms(write.frame, header, faces_needed(write.frame, header, made(sizes[-1])))
    blocks = made(first_fitting(sizes, lambda size: bool(balanced(made(size), room))))
    at, line = blocks.index(WRITE) if WRITE in blocks else 0, replace(WRITE, keeps=True)

    def way(lines: int) -> Groups:
        return balanced([*blocks[:at], *[line] * lines, *blocks[at:]], room)

    # Lines to write on leave a part of several columns to text, and lists a millimetre.
    free = sum(room) - sum(block.height + (block.kind in _LISTED) for block in blocks)
    lines = int(min(max(room) / (1.8 if room[1:] else 1), free) / WRITE.height) if at else 0
    groups = way(first_fitting(range(max(lines, 0), -1, -1), lambda lines: bool(way(lines))))
    faces = [groups[at : at + columns] for at in range(0, len(groups), columns)]
    # Large print may take fewer faces than small print, where less of it stands side by side.
    faces = [face for number, face in enumerate(faces) if any(face) or not number]
    return tuple(
        {
            "head": on_face(header, number, len(faces)),
            "columns": face,
            "air": _air(face, room[-1 if number else 0]),
        }
        for number, face in enumerate(faces)
    )


def within(
    write: Writer, header: Header, blocks: Sequence[Block], faces: int
) -> tuple[TextFace, ...]:
    """Blocks of one print; () where they take more than so many faces."""
    has_room = fit(write.frame, header, blocks, faces)
    return flow(write, header, lambda _: blocks, 0) if has_room else ()


def tallest(fits: Callable[[float], bool], least: float) -> float:
    """Millimetres of the tallest cards for which there is room, or `least` where there is none.

    That may be 0 for cards that need no room of their own.
    """
    return first_fitting((*ladder(MOST_CARDS, max(least, LEAST_CARDS)), least), fits)


def first_fitting(choices: Sequence[Choice], fits: Callable[[Choice], bool]) -> Choice:
    """The first choice that fits, if all after it do too; the last where no other does."""
    return choices[bisect_left(choices[:-1], True, key=fits)]


def _air(columns: Groups, room: float) -> list[int]:
    """Half millimetres that rows of each column have more, so that a face is as full as can be.

    Of columns beside each other all have as many, or one more.
    """
    rows = [sum(block.kind in _AIRY for block in blocks) or inf for blocks in columns]
    airs = [
        min(int(2 * (room - _high(blocks)) / count), MOST_AIR)
        for blocks, count in zip(columns, rows, strict=True)
    ]
    return [min(air, min(airs) + 1) for air in airs]


def faces_needed(frame: Frame, header: Header, blocks: Sequence[Block]) -> int:
    """How many faces blocks take at least."""
    return next(faces for faces in count(1) if fit(frame, header, blocks, faces))


def fit(frame: Frame, header: Header, blocks: Sequence[Block], faces: int) -> bool:
    """Whether there is room for blocks on so many faces."""
    return bool(balanced(blocks, rooms(frame, header, faces)))


def ladder(most: float, least: float) -> tuple[float, ...]:
    """Sizes of print from the largest to the smallest, in half points."""
    most = max(most, least)
    return tuple(most - step / 2 for step in range(int((most - least) * 2) + 1))


def room_below(frame: Frame, header: Header, blocks: Iterable[Block] = ()) -> float:
    """Millimetres of a face that are free below its header, and blocks where there are any."""
    return frame.inner_height - _SLACK - header.height - _high(blocks)


def free_on(frame: Frame, face: TextFace) -> float:
    """Millimetres that are free below the blocks in the first column of a face."""
    return room_below(frame, face["head"], face["columns"][0])


def rooms(frame: Frame, header: Header, faces: int) -> list[float]:
    """Millimetres that are free below the headers of so many faces, for each of their columns."""
    heads = [header, *[on_face(header, 1, faces)] * (faces - 1)]
    return [room_below(frame, head) for head in heads for _ in range(frame.columns)]


def balanced(blocks: Sequence[Block], rooms: Sequence[float]) -> Groups:
    """Blocks on faces of these rooms, evenly filled, broken before headings where that is near.

    A heading is repeated above what goes on below it on a further face. () where they do not fit.
    """
    if _high(blocks) > sum(rooms) + _ROUNDING:
        return ()
    groups = _grouped(blocks, rooms[-1])
    # Face by face, the cheapest way to fill the faces so far up to each group.
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0, (0,))}
    for room in rooms:
        filled: dict[int, tuple[float, tuple[int, ...]]] = {}
        for start, (paid, ends) in best.items():
            some = groups[start:-1]
            free = room - (some[0].over.height if some and some[0].over else 0)
            left = accumulate((group.height for group in some), sub, initial=free)
            ways = enumerate(takewhile(lambda free: free > -_ROUNDING, left), start)
            # What is left over at the end stays free, and a face too low for what comes first.
            for end, free in [*ways][1:] or [(start, room)]:
                cost = paid + free**2 + groups[end].cost
                if cost < filled.get(end, (inf,))[0]:
                    filled[end] = cost, (*ends, end)
        best = filled
    _, ends = best.get(len(groups) - 1, (0, ()))
    return [
        [*groups[start].again, *chain(*(group.blocks for group in groups[start:end]))]
        for start, end in pairwise(ends)
    ]


class _Group(NamedTuple):
    """Blocks that stay on one face, how high they are, and what it costs to begin a face with them.

    `over`: the heading to repeat above them there.
    """

    blocks: Sequence[Block]
    height: float
    cost: float
    over: Block | None

    @property
    def again(self) -> Sequence[Block]:
        """That heading; the names of figures stand above these alone."""
        if not self.over:
            return ()
        parts = self.over.parts if self.blocks[0].kind == "contract" else ()
        return [replace(self.over, text=self.over.strong, strong="", parts=parts)]


def _grouped(blocks: Sequence[Block], room: float) -> list[_Group]:
    """Blocks in groups, and an empty one; what is higher than a face fills it.

    Of those that have no room on one, no more stay together than a heading and what it is over.
    """
    wanted: list[list[Block]] = []
    for block in blocks:
        if wanted and wanted[-1][-1].keeps:
            wanted[-1].append(block)
        else:
            wanted.append([block])
    parts: list[list[Block]] = []
    for part in wanted:
        first = len(part)
        if _high(part) > room:
            first = 2 if part[0].kind == "heading" and _high(part[:2]) <= room else 1
        parts += [part[:first], *([block] for block in part[first:])]
    kinds = [*(part[0].kind for part in parts), "heading"]
    groups: list[_Group] = []
    over: Block | None = None
    for number, part in enumerate(parts):
        height, cost = min(_high(part), room), 0.0
        if kinds[number] not in ("heading", "table"):
            first = kinds[number - 1] == "heading" and len(parts[number - 1]) < 3
            last = kinds[number + 1] == "heading" and len(part) < 2
            cost = _ALONE if first or last else _WITHIN
        most = min(_MOST_HEAD * room, room - height)
        repeats = over and kinds[number] in _GOES_ON and over.height <= most
        groups.append(_Group(part, height, cost, over if repeats else None))
        over = next((block for block in part[::-1] if block.kind == "heading"), over)
    return [*groups, _Group((), 0, 0, None)]


def _high(blocks: Iterable[Block]) -> float:
    return sum(block.height for block in blocks)
