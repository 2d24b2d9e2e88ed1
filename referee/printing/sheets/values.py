"""Card values and melds: what cards cost, and right and wrong melds that the referee ruled on."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from markupsafe import Markup

from referee.language import say
from referee.printing.blocks import BESIDE_DRAWN, Block, Writer, abreast
from referee.printing.card_svg import beside_its_cards
from referee.printing.imposition import Layout
from referee.printing.sections import drawn_melds, word_of
from referee.printing.sheets import Job, sheet
from referee.rules.building.rulebook import needed_rules
from referee.rules.deals import wild_cards
from referee.rules.examples import Example, examples

_CARDS: Final = 1.25
"""Millimetres that a run is high for every point of print, as far as there is room for it."""

_LEAST_HALF: Final = 31.0
"""Millimetres of half a row from which a caption stands beside its cards."""

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
    return job.text(job.title, header, _blocks, job.frame.by_width(24, 15))


def _blocks(write: Writer) -> Sequence[Block]:
    variant, frame = write.variant, write.frame
    ruled = {part: examples(variant, part, write.count) for part in _PARTS}
    chips = write.at(int(write.size * (3 if frame.roomy else 2.5)) / 2).chips()
    blocks = [replace(one, kind="boxes") for one in chips]
    if variant.wilds.by_deal:
        cards = wild_cards(variant.at(1))
        blocks.append(write.paragraph(say("values-first-deal", cards=cards)))
    blocks.append(write.heading(say("values-melds")))
    needed = needed_rules(variant)
    for part in _PARTS:
        right = [one for one in ruled[part] if one.right]
        rules = (rule for rule in needed if _PART_OF.get(rule, rule.split(".")[0]) == part)
        texts = [variant.text(rule) for rule in rules]
        if texts := [*filter(None, texts)] or [one.says for one in right[:1]]:
            drawn, half = _drawn(write, right)
            strong = f"{word_of(variant, part)}."
            blocks += write.rows("", texts, strong=strong, drawn=drawn, half=half)
    wrong = [one for one in chain(*ruled.values()) if not one.right]
    # The last of an odd number has a row to itself.
    paired = 0 if frame.columns > 1 or frame.large else len(wrong) // 2 * 2
    column = replace(write, frame=replace(frame, columns=2))
    rows = []
    for at, one in enumerate(wrong):
        each = column if at < paired else write
        drawn, half = _drawn(each, [one])
        rows.append(each.row("", beside_its_cards(one.says), drawn=drawn, half=half))
    below = [*abreast(rows[:paired]), *rows[paired:]]
    return [*blocks, *write.section(say("values-no-melds"), below)]


def _drawn(write: Writer, melds: Sequence[Example]) -> tuple[list[Markup], float]:
    """Melds for half a row, or for a whole one that is narrow, and the millimetres of that."""
    half = room = write.frame.inner_width / 2
    wide = half - BESIDE_DRAWN
    if half < _LEAST_HALF:
        room = wide = 2 * half
    tall, climbs = write.size * _CARDS, write.frame.columns > 1
    return drawn_melds(write, melds, tall, wide, climbs=climbs, apart=True), room
