"""The house agreement: the options in force, where the rules are silent, and room to sign."""

from collections.abc import Sequence
from functools import partial

from referee.printing.blocks import (
    Block,
    across,
    flow,
    heading,
    item,
    paragraph,
    sign_line,
    write_line,
)
from referee.printing.choices import Choices
from referee.printing.frames import Frame, frame, grid
from referee.printing.heads import head
from referee.printing.laid import Laid, on_pages
from referee.printing.paper import MOST_NAME, MOST_TITLE, GameOnPaper
from referee.printing.terms import Setting, player_numbers, players_of, settings
from referee.printing.wording import WORDS
from referee.printing.words import cleaned, shortened
from referee.rules.rulebook import RULEBOOK
from referee.rules.variant import SettledBy, Variant

_LINES = 3


def lay_out(variant: Variant, choices: Choices, game: GameOnPaper | None) -> Laid:
    """The agreement on its faces; raises `SheetError`."""
    count = players_of(variant, choices.players, game)
    cut = grid(choices)
    room = frame(choices, cut)
    title = cleaned(game.title, MOST_TITLE) if game else ""
    date = cleaned(game.date, MOST_NAME) if game else ""
    below = " · ".join(filter(None, [variant.name, title if title != variant.name else "", date]))
    blanks = () if date else ("Date",)
    top = head(room, WORDS["agreement.head"], [below], game=game, blanks=blanks)
    names = [cleaned(name, MOST_NAME) for name in game.names] if game else []
    signers = names or [WORDS["agreement.name"]] * (count or min(4, player_numbers(variant)[-1]))
    found = settings(variant, count)
    make = partial(_blocks, found, silent_rules(variant), room, signers)
    faces = flow(room, top, make, 12.5 if room.room_wide >= 150 else 10, room.least)
    return on_pages(f"{title or variant.name} – {WORDS['agreement']}", faces, choices, cut)


def _blocks(
    found: Sequence[Setting],
    silent: Sequence[str],
    room: Frame,
    signers: Sequence[str],
    size: float,
) -> Sequence[Block]:
    blocks: list[Block] = []
    for word, some in (
        ("agreement.changed", [one for one in found if one.changed]),
        ("agreement.kept", [one for one in found if not one.changed]),
    ):
        if some:
            blocks.append(heading(room, WORDS[word], size))
            blocks += [item(room, one.asks, size, one.answer) for one in some]
    blocks.append(heading(room, WORDS["agreement.silent"], size))
    blocks += [item(room, text, size) for text in silent]
    if not silent:
        blocks.append(paragraph(room, WORDS["agreement.none"], size))
    blocks.append(heading(room, WORDS["agreement.also"], size))
    blocks += [write_line(room)] * _LINES
    blocks.append(heading(room, WORDS["agreement.signed"], size))
    return blocks + _signatures(room, signers, size)


def silent_rules(variant: Variant) -> tuple[str, ...]:
    """What holds at this table because it was agreed, not because the game's text says so."""
    texts = (
        variant.text(entry.id)
        for entry in RULEBOOK
        if entry.id in variant.rules and variant.basis(entry.id).by is SettledBy.TABLE
    )
    return tuple(text for text in texts if text)


def _signatures(room: Frame, signers: Sequence[str], size: float) -> list[Block]:
    names = [shortened(name, 24) for name in signers]
    beside = across(names, room, size)
    return [sign_line(room, names[at : at + beside], size) for at in range(0, len(names), beside)]
