"""The house agreement: the options in force, where the rules are silent, and room to sign."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from referee.language import say
from referee.printing.blocks import (
    Block,
    blocks_of,
    heading,
    item,
    paragraph,
    placed,
    room_below,
    section,
    sign_lines,
    write_lines,
)
from referee.printing.game_facts import Setting, player_numbers, players_of, ruled_by, settings
from referee.printing.geometry import Frame, frame_of
from referee.printing.header import Header, dotted, game_title, make_header, own_title
from referee.printing.imposition import Face, Layout, impose
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions
from referee.printing.pagination import ladder
from referee.printing.sheets import sheet
from referee.rules.building.rulebook import RULEBOOK
from referee.rules.schema.variant import Variant

_MOST_LINES: Final = 8
_FEW_LINES: Final = 3
"""Empty lines for what else is agreed: at most, and at least where the print can be smaller."""


@sheet("agreement", place=6)
def lay_out(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """The agreement on its faces; raises `SheetError`."""
    count = players_of(variant, options.players, game)
    frame = frame_of(options)
    title = game_title(variant.name, game)
    date = game.date_shown if game else ""
    header = make_header(
        frame,
        variant,
        say("sheet-agreement"),
        [dotted(variant.name, own_title(variant.name, game), date)],
        game=game,
        blanks=() if date else (say("paper-date"),),
    )
    signers = game.names_shown if game else ()
    signers = signers or _unnamed(frame, header, count or player_numbers(variant)[-1])
    agreed = settings(variant, count)
    silent = silent_rules(variant, agreed)

    def blocks(size: float, lines: int) -> list[Block]:
        """All that stands below the header, in that print and with so many empty lines."""
        return [
            *_terms(frame, agreed, silent, size),
            heading(frame, say("agreement-also"), size),
            *write_lines(lines),
            *_signed(frame, signers, size),
        ]

    sizes = ladder(12.5 if frame.wide else 10, frame.least)
    smallest = placed(frame, header, blocks(sizes[-1], 1))
    tried = (placed(frame, header, blocks(*one)) for one in _sizes_and_lines(sizes))
    faces = next((faces for faces in tried if _cost(faces) <= _cost(smallest)), smallest)
    return impose(title, faces, options)


def _cost(faces: Sequence[Face]) -> int:
    """How many faces there are, and how many parts the lines to write or sign on are in."""
    kinds = [{block.kind for block in blocks_of(face)} for face in faces]
    return len(faces) + sum(len(there & {"write", "sign"}) for there in kinds)


def _sizes_and_lines(sizes: Sequence[float]) -> Iterator[tuple[float, int]]:
    """Print in points and empty lines to try, the best first."""
    for size in sizes:
        yield from ((size, lines) for lines in range(_MOST_LINES, _FEW_LINES - 1, -1))
    yield from ((sizes[-1], lines) for lines in range(_FEW_LINES - 1, 0, -1))


def _terms(
    frame: Frame, agreed: Sequence[Setting], silent: Sequence[str], size: float
) -> Iterator[Block]:
    for message, changed in (("agreement-changed", True), ("agreement-kept", False)):
        some = (setting for setting in agreed if setting.changed is changed)
        answers = (item(frame, setting.asks, size, setting.answer) for setting in some)
        yield from section(frame, say(message), size, answers)
    texts = [item(frame, text, size) for text in silent]
    if not silent and not agreed:
        texts = [paragraph(frame, say("agreement-none"), size)]
    yield from section(frame, say("agreement-silent"), size, texts)


def _signed(frame: Frame, signers: Sequence[str], size: float) -> list[Block]:
    return [heading(frame, say("agreement-signed"), size), *sign_lines(frame, signers, size)]


def _unnamed(frame: Frame, header: Header, players: int) -> tuple[str, ...]:
    """Lines without names for so many, or for as many as sign on one face."""
    unnamed = (say("agreement-name"),) * players
    while room_below(frame, header, _signed(frame, unnamed, frame.least)) < 0:
        unnamed = unnamed[1:]
    return unnamed


def silent_rules(variant: Variant, options: Sequence[Setting]) -> tuple[str, ...]:
    """What holds because the table agreed on it, as far as the answers to its options do not say.

    An answer says one rule alone, and not where another option has a share in the rule.
    """
    silent = {
        rule.id: variant.text(rule.id)
        for rule in RULEBOOK
        if rule.id in variant.rules and variant.basis(rule.id).by == "table"
    }
    asked = {setting.name for setting in options}
    own = Counter(variant.basis(rule).option for rule, text in silent.items() if text)
    shares = Counter(rule for name in asked for rule in ruled_by(variant, name))

    def is_answered(rule: str) -> bool:
        option = variant.basis(rule).option
        return option in asked and own[option] == 1 and shares[rule] == 1

    return tuple(text for rule, text in silent.items() if text and not is_answered(rule))
