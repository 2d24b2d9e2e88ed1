"""Card values and melds: what cards cost, and right and wrong melds that the referee ruled on."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final

from markupsafe import Markup

from referee.language import say
from referee.printing.blocks import (
    BESIDE_DRAWN,
    Block,
    TextFace,
    Writer,
    abreast,
    flow,
    room_below,
)
from referee.printing.card_svg import beside_its_cards, drawn_width
from referee.printing.geometry import Frame
from referee.printing.imposition import Layout
from referee.printing.sections import drawn_melds, point_boxes
from referee.printing.sheets import Job, sheet
from referee.rules.deals import wild_cards
from referee.rules.examples import Example, examples

_CARDS: Final = 1.25
_HALF: Final = 0.5
"""Millimetres that a run is high for every point of print, and the part of a row that cards have
beside their caption at most."""

_LARGER: Final = (2.4, 2.1, 1.9, 1.7, 1.55, 1.4, _CARDS)
"""Millimetres that a run of a right meld is high on a narrow face: as many as have room."""

_MORE_AIR: Final = 6
"""Half millimetres of air that rows have more than those of the fullest face, at most."""

_LEAST: Final = 100.0
_LEAST_HALF: Final = 80.0
"""Millimetres of a row in which a caption stands beside its cards, and of one of two abreast."""

_PARTS: Final = ("set", "run", "ace", "wild")
_PART_OF: Final = {
    "run.ace": "ace",
    "run.both-ends": "ace",
    "run.with-wilds": "wild",
    "contract.wilds": "wild",
}
"""What rules are about where their own names do not say it."""


@sheet("values", place=5)
def lay_out(job: Job) -> Layout:
    """The sheet on its faces, in two columns where it lies across."""
    job = job.in_columns(2) if job.frame.width > job.frame.height else job
    header = job.header(job.title, job.played or say("sheet-values"), code=True)
    parts = _LARGER if job.frame.inner_width < _LEAST else (_CARDS,)
    most = job.frame.by_width(24, 15)
    ways = [flow(job.write, header, partial(_blocks, part), most) for part in parts]

    def worth(faces: Sequence[TextFace]) -> tuple[bool, int, float]:
        """Nothing beyond its face, few faces, large print, and right melds as large as these allow.

        A row that is higher than a face stands on one all the same.
        """
        columns = [(face["head"], column) for face in faces for column in face["columns"]]
        beyond = any(room_below(job.frame, head, column) < 0 for head, column in columns)
        size = next(one.size for _, column in columns for one in column if one.kind == "shown")
        return beyond, len(faces), -size

    faces = min(ways, key=worth)
    # Rows of one sheet look alike, though a face ends higher then.
    most = min(chain(*(face["air"] for face in faces))) + _MORE_AIR
    return job.on_paper(
        job.title, [{**face, "air": [min(air, most) for air in face["air"]]} for face in faces]
    )


def _blocks(larger: float, write: Writer) -> Sequence[Block]:
    """Points, melds, `larger` millimetres high for a point of print, and what is none."""
    variant = write.variant
    blocks = write.section(say("paper-points"), point_boxes(write))
    if variant.wilds.by_deal:
        cards = wild_cards(variant.at(1))
        blocks.append(write.paragraph(say("values-first-deal", cards=cards)))
    return [
        *blocks,
        *write.section(say("values-melds"), meld_rows(write, larger * write.size)),
        *write.section(say("values-no-melds"), no_meld_rows(write)),
    ]


def meld_rows(write: Writer, tall: float = 0, wrong: str = "") -> list[Block]:
    """Melds of each kind beside the rules on them, with aces and wild cards.

    `tall`: millimetres of runs; 0 for as many as suit the print. `wrong`: the part of which the
    first that is no meld is shown too.
    """
    variant = write.variant

    def shown_in(part: str) -> list[Example]:
        ruled = examples(variant, part, write.count)
        no_meld = [one for one in ruled if not one.right]
        return [*(one for one in ruled if one.right), *no_meld[: part == wrong]]

    drawn, half = _drawn(write, write.frame, [*map(shown_in, _PARTS)], tall)
    rows: list[Block] = []
    for part, melds in zip(_PARTS, drawn, strict=True):
        rules = (one for one in variant.rules if _PART_OF.get(one, one.split(".")[0]) == part)
        worded = filter(None, (variant.text(rule, short=True) for rule in rules))
        if texts := [*worded]:
            strong = f"{say(f'card-{part}')}."
            rows += write.rows("", texts, strong=strong, drawn=melds, half=half)
    return rows


def no_meld_rows(write: Writer, tall: float = 0) -> list[Block]:
    """What is no meld, beside the reason; arguments as of `meld_rows`."""
    frame = write.frame
    ruled = chain(*(examples(write.variant, part, write.count) for part in _PARTS))
    wrong = [one for one in ruled if not one.right]
    # Two stand side by side, and the last of an odd number has a row to itself.
    paired = 0 if frame.columns > 1 or frame.large else len(wrong) // 2 * 2
    column = replace(write, frame=replace(frame, columns=2)) if paired else write
    drawn, half = _drawn(column, frame, [[one] for one in wrong], tall)
    rows = [
        (column if at < paired else write).row(
            "", beside_its_cards(one.says), drawn=melds, half=half
        )
        for at, (one, melds) in enumerate(zip(wrong, drawn, strict=True))
    ]
    pairs = zip(rows[:paired:2], rows[1:paired:2], strict=True)
    return [*abreast(pairs), *rows[paired:]]


def _drawn(
    write: Writer, whole: Frame, rows: Sequence[Sequence[Example]], tall: float
) -> tuple[list[list[Markup]], float]:
    """The melds of each row, and the millimetres that all have beside captions; 0 above these.

    `whole`: the room of rows of which two may stand side by side.
    """
    width, tall = write.frame.inner_width, tall or write.size * _CARDS
    beside = whole.inner_width >= _LEAST and width >= _LEAST_HALF
    room = width * (_HALF if beside else 1)
    climbs = whole.columns > 1
    melds = [drawn_melds(write, row, tall, room, climbs=climbs, apart=True) for row in rows]
    # On narrow faces the second melds of a row stand below the first.
    first = 2 if whole.wide or whole.columns > 1 else 1
    widths = (sum(BESIDE_DRAWN + drawn_width(one) for one in row[:first]) for row in melds)
    return melds, min(max(widths, default=0), room) * beside
