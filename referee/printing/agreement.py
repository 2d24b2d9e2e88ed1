"""The house agreement: the options in force, where the rules are silent, and room to sign."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.printing.blocks import (
    Block,
    heading,
    item,
    on_one_face,
    paragraph,
    placed,
    sign_lines,
    write_lines,
)
from referee.printing.choices import Choices
from referee.printing.flowing import in_largest, ladder
from referee.printing.frames import Frame, frame, grid
from referee.printing.heads import head
from referee.printing.laid import Laid, on_pages
from referee.printing.paper import MOST_NAME, MOST_TITLE, GameOnPaper
from referee.printing.terms import Setting, player_numbers, players_of, ruled_by, settings
from referee.printing.wording import WORDS
from referee.printing.words import cleaned
from referee.rules.rulebook import RULEBOOK
from referee.rules.variant import SettledBy, Variant

_LINES: Final = (8, 3)
"""Empty lines for what else is agreed: at most, and at least where the print can be smaller."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Agreed:
    """What stands on the sheet: options in force, rules that no option says, and who signs."""

    options: tuple[Setting, ...]
    silent: tuple[str, ...]
    signers: tuple[str, ...]


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
    options = settings(variant, count)
    agreed = _Agreed(
        options=options,
        silent=silent_rules(variant, options),
        signers=tuple(names) or _blank(room, count or player_numbers(variant)[-1]),
    )
    sizes = ladder(12.5 if room.room_wide >= 150 else 10, room.least)
    faces = in_largest(
        list(_sizes_and_lines(sizes)),
        lambda one: placed(room, top, _blocks(agreed, room, *one)),
        len,
    )
    return on_pages(f"{title or variant.name} – {WORDS['agreement']}", faces, choices, cut)


def _sizes_and_lines(sizes: Sequence[float]) -> Iterator[tuple[float, int]]:
    """Print in points and empty lines to try, the best first."""
    most, few = _LINES
    yield from ((size, lines) for size in sizes for lines in range(most, few - 1, -1))
    yield from ((sizes[-1], lines) for lines in range(few - 1, 0, -1))


def _blocks(agreed: _Agreed, room: Frame, size: float, lines: int) -> Sequence[Block]:
    """All that stands below the head, in that print and with so many empty lines."""
    blocks: list[Block] = []
    for word, some in (
        ("agreement.changed", [one for one in agreed.options if one.changed]),
        ("agreement.kept", [one for one in agreed.options if not one.changed]),
    ):
        if some:
            blocks.append(heading(room, WORDS[word], size))
            blocks += [item(room, one.asks, size, one.answer) for one in some]
    if agreed.silent or not agreed.options:
        blocks.append(heading(room, WORDS["agreement.silent"], size))
        blocks += [item(room, text, size) for text in agreed.silent]
    if not blocks[1:]:
        blocks.append(paragraph(room, WORDS["agreement.none"], size))
    blocks.append(heading(room, WORDS["agreement.also"], size))
    blocks += write_lines(lines)
    return blocks + _signed(room, agreed.signers, size)


def _signed(room: Frame, signers: Sequence[str], size: float) -> list[Block]:
    return [
        heading(room, WORDS["agreement.signed"], size),
        *sign_lines(room, signers, size),
    ]


def _blank(room: Frame, players: int) -> tuple[str, ...]:
    """Lines without names for so many, or for as many as sign on one face."""
    blank = (WORDS["agreement.name"],) * players
    while not on_one_face(room, _signed(room, blank, room.least)):
        blank = blank[1:]
    return blank


def silent_rules(variant: Variant, options: Sequence[Setting]) -> tuple[str, ...]:
    """What holds because the table agreed on it, as far as the answers to its options do not say.

    An answer says one rule alone, and not where another option has a share in the rule.
    """
    silent = {
        entry.id: variant.text(entry.id)
        for entry in RULEBOOK
        if entry.id in variant.rules and variant.basis(entry.id).by is SettledBy.TABLE
    }
    asked = {one.name for one in options}
    own = Counter(variant.basis(rule).option for rule, text in silent.items() if text)
    shares = Counter(rule for name in asked for rule in ruled_by(variant, name))

    def is_said(rule: str) -> bool:
        option = variant.basis(rule).option
        return option in asked and own[option] == 1 and shares[rule] == 1

    return tuple(text for rule, text in silent.items() if text and not is_said(rule))
