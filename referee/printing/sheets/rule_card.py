"""The rule card: the whole game on one sheet, printed on both sides, cut and folded."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from referee.language import say
from referee.printing.blocks import (
    Block,
    again,
    balanced,
    chips,
    flow,
    item,
    largest_balanced,
    room_below,
    section,
)
from referee.printing.game_facts import players_of
from referee.printing.geometry import Frame, Grid, frame_of
from referee.printing.header import make_header
from referee.printing.imposition import FOLDED_FACES, Face, Layout, folded, impose
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions, SheetError
from referee.printing.pagination import ladder
from referee.printing.sections import contract_rows, meld_rows
from referee.printing.sheets import sheet
from referee.rules.building.rulebook import HEADINGS, RULEBOOK
from referee.rules.law.points import card_values
from referee.rules.schema.variant import Variant

_MOST_SIZE: Final = 18.0
_LEAST_SIZE: Final = 7.5
"""Print on folded cards in points; nothing else of a card is held as near."""

_FIRST: Final = ("turn", "table", "discard", "contract", "melds")
"""Headings as a player asks for them at the table, before all others."""

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
            return Layout(title=variant.name, faces=faces, imposition=imposition, inks=options.inks)
    if options.up > 1:
        raise SheetError(say("paper-rules-long", game=variant.name))
    frame = frame_of(options)
    header = make_header(frame, variant, variant.name, [say("sheet-rules")])
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

    How to print and fold stands at the foot of the last one.
    """
    frame = frame_of(options, grid)
    if not frame.large and not frame.roomy:
        frame = replace(frame, least=_LEAST_SIZE)
    how = say("rules-fold" if grid.rows > 1 else "rules-fold-one")
    # What is said about the game may not hold where the table changed anything.
    about = "" if variant.turned or not frame.roomy else variant.about
    header, last = (
        make_header(frame, variant, variant.name, [about or say("sheet-rules")], about=note)
        for note in ("", how)
    )
    room = [room_below(frame, header)] * FOLDED_FACES

    def panels(drawn: bool, size: float, alone: bool) -> tuple[tuple[Block, ...], ...]:
        blocks = _blocks(variant, count, frame, size, drawn=drawn)
        return balanced(blocks, room, alone=alone)

    sizes = ladder(_MOST_SIZE, frame.least)
    # Where not everything has room, the rules do without cards that show melds, and without chips.
    filled = largest_balanced(sizes, partial(panels, True)) or largest_balanced(
        sizes, partial(panels, False)
    )
    heads = [header, *(again(last if number == 3 else header, number, 4) for number in (1, 2, 3))]
    return tuple(
        {"head": head, "blocks": blocks} for head, blocks in zip(heads, filled, strict=False)
    )


def _blocks(
    variant: Variant, count: int | None, frame: Frame, size: float, *, drawn: bool = True
) -> Sequence[Block]:
    blocks = []
    for part in (*_FIRST, *(heading for heading in HEADINGS if heading not in _FIRST)):
        shown: list[Block] = []
        if part == "contract" and variant.has_contracts:
            shown = contract_rows(frame, variant, count, size)
        elif part == "melds" and drawn:
            shown = meld_rows(frame, variant, size)
        elif part == "scoring" and drawn:
            shown = chips(frame, card_values(variant), size)
        items = [item(frame, text, size) for text in _lines(variant, part)]
        blocks += section(frame, say(f"heading-{part}"), size, [*shown, *items])
    return blocks


def _lines(variant: Variant, part: str) -> list[str]:
    """The rules under one heading."""
    notes = [note.text for note in variant.notes if note.heading == part]
    lines = [
        variant.text(rule.id)
        for rule in RULEBOOK
        if rule.heading == part and rule.id in variant.rules
    ]
    return list(filter(None, [*notes, *lines] if part in _NOTES_FIRST else [*lines, *notes]))
