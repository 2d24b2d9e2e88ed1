"""The rule card: the whole game on one sheet, printed on both sides, cut and folded."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from referee.printing.blocks import Block, flow, heading, item, paragraph
from referee.printing.choices import LEAST_SIDE, Choices
from referee.printing.flowing import in_largest
from referee.printing.frames import Frame, Grid, frame, grid
from referee.printing.heads import head
from referee.printing.imposing import FOLDED_FACES, folded
from referee.printing.laid import Face, Laid, on_pages
from referee.printing.paper import GameOnPaper, SheetError
from referee.printing.terms import players_of
from referee.printing.wording import HEADINGS, REFUSALS, WORDS
from referee.rules.deals import contract_words, deal_count, plan_deal
from referee.rules.rulebook import HEADINGS as ORDER
from referee.rules.rulebook import RULEBOOK
from referee.rules.variant import Variant

_MOST: Final = 15.0


def lay_out(variant: Variant, choices: Choices, game: GameOnPaper | None) -> Laid:
    """The card folded once, or as plain cards on paper too small to fold; raises `SheetError`."""
    count = players_of(variant, choices.players, game)
    title = f"{variant.name} – {WORDS['rules']}"
    cut = _panels(choices)
    faces = _faces(variant, count, choices, cut, fold=True) if _foldable(cut, choices) else ()
    if 0 < len(faces) <= FOLDED_FACES:
        blank: Face = {"head": None, "blocks": ()}
        faces = (*faces, *(blank for _ in range(FOLDED_FACES - len(faces))))
        return Laid(title=title, faces=faces, imposed=folded(cut, choices.copies, choices.duplex))
    if choices.up > 1:
        raise SheetError(REFUSALS["rules.long"].format(game=variant.name))
    cut = grid(choices)
    return on_pages(title, _faces(variant, count, choices, cut, fold=False), choices, cut)


def _foldable(cut: Grid, choices: Choices) -> bool:
    """Whether the panels are large enough to read."""
    return min(cut.slot_wide, cut.slot_tall) >= LEAST_SIDE[choices.print]


def _panels(choices: Choices) -> Grid:
    """Two panels beside each other for every card: one card on paper that lies across, or two."""
    wide, tall = choices.paper.wide, choices.paper.tall
    if choices.up == 1:
        return Grid(wide=tall, tall=wide, columns=2)
    return Grid(wide=wide, tall=tall, columns=2, rows=2)


def _faces(
    variant: Variant, count: int | None, choices: Choices, cut: Grid, *, fold: bool
) -> tuple[Face, ...]:
    room = frame(choices, cut)
    top = head(room, variant.name, (), most=20)
    how = WORDS["rules.fold" if cut.rows > 1 else "rules.fold.one"] if fold else ""
    about = variant.about if _as_written(variant) else ""
    parts = {part: _part(variant, count, part) for part in ORDER}
    make = partial(_blocks, about, parts, room, how)
    if not fold:
        return flow(room, top, make, 12, room.least)
    # The largest print that a folded card has room for, not the one that takes fewest panels.
    sizes = [_MOST - step / 2 for step in range(int((_MOST - room.least) * 2) + 1)]
    return in_largest(
        sizes or [room.least],
        lambda size: flow(room, top, make, size, size),
        lambda faces: max(len(faces), FOLDED_FACES),
    )


def _blocks(
    about: str, parts: Mapping[str, Sequence[str]], room: Frame, how: str, size: float
) -> Sequence[Block]:
    blocks = [paragraph(room, about, size)] if about else []
    for part, lines in parts.items():
        if lines:
            blocks.append(heading(room, HEADINGS[part], size))
            blocks += [item(room, text, size) for text in lines]
    if how:
        blocks.append(paragraph(room, how, room.least))
    return blocks


def _as_written(variant: Variant) -> bool:
    """Whether the table changed nothing, so that what is said about the game holds for it."""
    return all(variant.chosen[name] == one.default for name, one in variant.options.items())


def _part(variant: Variant, count: int | None, part: str) -> list[str]:
    """The rules under one heading, the contracts and the values of cards among them."""
    lines = [note.text for note in variant.notes if note.heading == part]
    lines += [
        variant.text(entry.id)
        for entry in RULEBOOK
        if entry.heading == part and entry.id in variant.rules
    ]
    if part == "contract" and variant.has_contracts:
        lines += _contracts(variant, count)
    return [line for line in lines if line]


def _contracts(variant: Variant, count: int | None) -> list[str]:
    players = count or variant.players.least
    plans = [plan_deal(variant, players, at) for at in range(1, (deal_count(variant) or 0) + 1)]
    return [f"Deal {plan.number}: {contract_words(plan.contract)}." for plan in plans]
