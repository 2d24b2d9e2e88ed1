"""The rule card: the whole game on one sheet, printed on both sides, cut and folded."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from referee.language import say
from referee.printing.blocks import (
    Block,
    balanced_faces,
    flow,
    item,
    largest_balanced,
    paragraph,
    section,
)
from referee.printing.game_facts import plans, players_of
from referee.printing.geometry import Frame, Grid, frame_of
from referee.printing.header import make_header
from referee.printing.imposition import FOLDED_FACES, Face, Layout, folded, impose
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions, SheetError
from referee.printing.pagination import ladder
from referee.printing.sheets import sheet
from referee.rules.building.rulebook import HEADINGS, RULEBOOK
from referee.rules.deals import contract_words
from referee.rules.schema.variant import Variant

_MOST_SIZE: Final = 18.0
_ABOVE_HOW: Final = 3.0
"""Millimetres between the rules and how to fold them."""

_NOTES_FIRST: Final = ("turn", "scoring")
"""Headings under which what the game says besides its rules is how things begin."""


@sheet("rules", place=4, numbered=False)
def lay_out(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """The card folded once, or as plain cards on paper too small to fold; raises `SheetError`."""
    count = players_of(variant, options.players, game)
    if options.up > 2:
        raise SheetError(say("paper-rules-four", up=options.up))
    grid = _panels(options)
    if grid.takes(options.print):
        faces = _folded(variant, count, options, grid)
        if faces:
            imposition = folded(grid, options.copies, options.duplex)
            return Layout(title=variant.name, faces=faces, imposition=imposition)
    if options.up > 1:
        raise SheetError(say("paper-rules-long", game=variant.name))
    frame = frame_of(options)
    header = make_header(frame, variant.name)
    faces = flow(frame, header, partial(_blocks, variant, count, frame), 12, frame.least)
    return impose(variant.name, faces, options)


def _panels(options: PrintOptions) -> Grid:
    """Two panels beside each other for every card: one card on paper that lies across, or two."""
    width, height = options.paper.width, options.paper.height
    if options.up == 1:
        return Grid(width=height, height=width, columns=2)
    return Grid(width=width, height=height, columns=2, rows=2)


def _folded(
    variant: Variant, count: int | None, options: PrintOptions, grid: Grid
) -> tuple[Face, ...]:
    """The four panels in the largest print that there is room for; () where there is for none.

    How to print and fold stands at the foot of the last one, away from the rules.
    """
    frame = frame_of(options, grid)
    header = make_header(frame, variant.name)
    how = paragraph(frame, say("rules-fold" if grid.rows > 1 else "rules-fold-one"), frame.least)
    room = frame.inner_height
    rooms = [
        room - header.height,
        *[room] * (FOLDED_FACES - 2),
        room - how.height - _ABOVE_HOW,
    ]

    def panels(size: float, alone: bool) -> tuple[Face, ...]:
        blocks = _blocks(variant, count, frame, size)
        return balanced_faces(frame, header, blocks, rooms, alone=alone)

    faces = largest_balanced(ladder(_MOST_SIZE, frame.least), panels)
    return (*faces[:-1], {**faces[-1], "below": (how,)}) if faces else ()


def _blocks(variant: Variant, count: int | None, frame: Frame, size: float) -> Sequence[Block]:
    blocks = []
    # What is said about the game may not hold where the table changed anything.
    if variant.about and not variant.turned:
        blocks.append(paragraph(frame, variant.about, size))
    for part in HEADINGS:
        items = (item(frame, text, size) for text in _lines(variant, count, part))
        blocks += section(frame, say(f"heading-{part}"), size, items)
    return blocks


def _lines(variant: Variant, count: int | None, part: str) -> list[str]:
    """The rules under one heading, the contracts among them."""
    notes = [note.text for note in variant.notes if note.heading == part]
    lines = [
        variant.text(rule.id)
        for rule in RULEBOOK
        if rule.heading == part and rule.id in variant.rules
    ]
    if part == "contract" and variant.has_contracts:
        # What a contract is, what each deal asks for, and then what holds in some of them.
        lines[1:1] = [
            say("rules-contract", deal=plan.number, contract=contract_words(plan.contract))
            for plan in plans(variant, count)
        ]
    return list(filter(None, [*notes, *lines] if part in _NOTES_FIRST else [*lines, *notes]))
