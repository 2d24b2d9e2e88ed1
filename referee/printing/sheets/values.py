"""Card values and melds: what cards cost, and right and wrong melds that the referee ruled on."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from markupsafe import Markup

from referee.language import say
from referee.printing.blocks import BESIDE_DRAWN, Block, Writer, abreast, flow
from referee.printing.card_svg import beside_its_cards, drawn_width
from referee.printing.imposition import Layout
from referee.printing.sections import drawn_melds, point_boxes
from referee.printing.sheets import Job, sheet
from referee.rules.deals import wild_cards
from referee.rules.examples import Example, examples

_CARDS: Final = 1.3
_ROOM: Final = 0.5
_LEAST: Final = 36
"""Millimetres that a run is high for every point of print, the part of a row that cards have at
most, and how wide that is at least where a caption stands beside them."""

_MORE_AIR: Final = 6
"""Half millimetres of air that rows have more than those of the fullest face, at most."""

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
    faces = flow(job.write, header, _blocks, job.frame.by_width(24, 15))
    # Rows of one sheet look alike, though a face ends higher then.
    most = min(chain(*(face["air"] for face in faces))) + _MORE_AIR
    return job.on_paper(
        job.title, [{**face, "air": [min(air, most) for air in face["air"]]} for face in faces]
    )


def _blocks(write: Writer) -> Sequence[Block]:
    """Points, melds, and what is none."""
    variant = write.variant
    blocks = write.section(say("paper-points"), point_boxes(write))
    if variant.wilds.by_deal:
        cards = wild_cards(variant.at(1))
        blocks.append(write.paragraph(say("values-first-deal", cards=cards)))
    return [
        *blocks,
        *write.section(say("values-melds"), meld_rows(write)),
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

    drawn, half = _drawn(write, [*map(shown_in, _PARTS)], tall)
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
    drawn, half = _drawn(column, [[one] for one in wrong], tall)
    rows = [
        (column if at < paired else write).row(
            "", beside_its_cards(one.says), drawn=melds, half=half
        )
        for at, (one, melds) in enumerate(zip(wrong, drawn, strict=True))
    ]
    pairs = zip(rows[:paired:2], rows[1:paired:2], strict=True)
    return [*abreast(pairs), *rows[paired:]]


def _drawn(
    write: Writer, rows: Sequence[Sequence[Example]], tall: float
) -> tuple[list[list[Markup]], float]:
    """The melds of each row, and the millimetres that all have beside captions; 0 above these."""
    tall, room = tall or write.size * _CARDS, write.frame.inner_width * _ROOM
    melds = [drawn_melds(write, row, tall, room) for row in rows]
    widths = (sum(BESIDE_DRAWN + drawn_width(one) for one in row) for row in melds)
    return melds, min(max(widths, default=0), room) * (room >= _LEAST)
