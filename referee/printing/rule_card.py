"""The rule card: the whole game on one sheet, printed on both sides, cut and folded."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from referee.language import say
from referee.printing.blocks import (
    Block,
    flow,
    heading,
    item,
    largest_spread,
    paragraph,
    spread_out,
)
from referee.printing.choices import LEAST_SIDE, Choices
from referee.printing.flowing import ladder
from referee.printing.frames import Frame, Grid, frame, grid
from referee.printing.heads import Head, head
from referee.printing.imposing import FOLDED_FACES, folded
from referee.printing.laid import Face, Laid, on_pages
from referee.printing.paper import GameOnPaper, SheetError
from referee.printing.terms import players_of
from referee.printing.wording import REFUSALS, WORDS
from referee.rules.deals import contract_words, deal_count, plan_deal
from referee.rules.rulebook import HEADINGS, RULEBOOK
from referee.rules.variant import Variant

_MOST: Final = 18.0
_ABOVE_HOW: Final = 3.0
"""Millimetres between the rules and how to fold them."""

_NOTES_FIRST: Final = ("turn", "scoring")
"""Headings under which what the game says besides its rules is how things begin."""


def lay_out(variant: Variant, choices: Choices, game: GameOnPaper | None) -> Laid:
    """The card folded once, or as plain cards on paper too small to fold; raises `SheetError`."""
    count = players_of(variant, choices.players, game)
    if choices.up > 2:
        raise SheetError(REFUSALS["rules.four"].format(up=choices.up))
    title = f"{variant.name} – {WORDS['rules']}"
    cut = _panels(choices)
    faces = _folded(variant, count, choices, cut) if _foldable(cut, choices) else ()
    if faces:
        return Laid(title=title, faces=faces, imposed=folded(cut, choices.copies, choices.duplex))
    if choices.up > 1:
        raise SheetError(REFUSALS["rules.long"].format(game=variant.name))
    cut = grid(choices)
    room = frame(choices, cut)
    make = partial(_blocks, variant, count, room)
    faces = flow(room, _head(room, variant), make, 12, room.least)
    return on_pages(title, faces, choices, cut)


def _foldable(cut: Grid, choices: Choices) -> bool:
    """Whether the panels are large enough to read."""
    return min(cut.slot_wide, cut.slot_tall) >= LEAST_SIDE[choices.print]


def _panels(choices: Choices) -> Grid:
    """Two panels beside each other for every card: one card on paper that lies across, or two."""
    wide, tall = choices.paper.wide, choices.paper.tall
    if choices.up == 1:
        return Grid(wide=tall, tall=wide, columns=2)
    return Grid(wide=wide, tall=tall, columns=2, rows=2)


def _folded(variant: Variant, count: int | None, choices: Choices, cut: Grid) -> tuple[Face, ...]:
    """The four panels in the largest print that there is room for; () where there is for none.

    How to print and fold stands at the foot of the last one, away from the rules.
    """
    room = frame(choices, cut)
    top = _head(room, variant)
    how = paragraph(room, WORDS["rules.fold" if cut.rows > 1 else "rules.fold.one"], room.least)
    tall = room.room_tall - how.tall - _ABOVE_HOW
    rooms = [room.room_tall - top.tall, *[room.room_tall] * (FOLDED_FACES - 2), tall]

    def panels(size: float, alone: bool) -> tuple[Face, ...]:
        return spread_out(room, top, _blocks(variant, count, room, size), rooms, alone=alone)

    faces = largest_spread(ladder(_MOST, room.least), panels)
    if not faces:
        return ()
    return (*faces[:-1], {**faces[-1], "below": (how,)})


def _head(room: Frame, variant: Variant) -> Head:
    return head(room, variant.name, (), most=24)


def _blocks(variant: Variant, count: int | None, room: Frame, size: float) -> Sequence[Block]:
    blocks = (
        [paragraph(room, variant.about, size)] if variant.about and _as_written(variant) else []
    )
    for part in HEADINGS:
        if lines := _part(variant, count, part):
            blocks.append(heading(room, say(f"heading-{part}"), size))
            blocks += [item(room, text, size) for text in lines]
    return blocks


def _as_written(variant: Variant) -> bool:
    """Whether the table changed nothing, so that what is said about the game holds for it."""
    return all(variant.chosen[name] == one.default for name, one in variant.options.items())


def _part(variant: Variant, count: int | None, part: str) -> list[str]:
    """The rules under one heading, the contracts among them."""
    notes = [note.text for note in variant.notes if note.heading == part]
    lines = [
        variant.text(entry.id)
        for entry in RULEBOOK
        if entry.heading == part and entry.id in variant.rules
    ]
    if part == "contract" and variant.has_contracts:
        # What a contract is, what each deal asks for, and then what holds in some of them.
        lines[1:1] = _contracts(variant, count)
    return list(filter(None, [*notes, *lines] if part in _NOTES_FIRST else [*lines, *notes]))


def _contracts(variant: Variant, count: int | None) -> list[str]:
    players = count or variant.players.least
    plans = [plan_deal(variant.at(at), players) for at in range(1, (deal_count(variant) or 0) + 1)]
    return [f"Deal {plan.number}: {contract_words(plan.contract)}." for plan in plans]
