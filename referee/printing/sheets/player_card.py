"""A player's own card: the turn, the contracts and the points, and behind them what is disputed."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from referee.language import say
from referee.printing.blocks import (
    Block,
    blocks_of,
    chips,
    flow,
    heading,
    placed,
    row,
    section,
    write_lines,
)
from referee.printing.game_facts import house_texts, players_of, players_words
from referee.printing.geometry import Frame, frame_of
from referee.printing.header import dotted, game_name, game_title, make_header
from referee.printing.imposition import Layout, impose
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions
from referee.printing.pagination import ladder
from referee.printing.sections import (
    contract_rows,
    dealt_alike,
    rule_rows,
    rule_texts,
    setup_texts,
)
from referee.printing.sheets import sheet
from referee.rules.law.points import card_values
from referee.rules.schema.variant import Variant

_LEAST: Final = 8.0
_SIDES: Final = 2
_SHORTER: Final = (99, 6, *ladder(5, 1), 0)
"""How many rules stand under a word at most, so that a card has two sides: the longest first."""

_STEPS: Final = (
    ("draw", ("claim",)),
    ("lay", ("open", "down", "knock", "lay-off")),
    ("drop", ("discard", "out")),
)
"""The three steps of a turn, and the words under which their rules stand."""

_OVERLEAF: Final = 80.0
"""Millimetres of a face below which contracts stand behind all else, on a side of their own.

On others they do where they would be torn.
"""

_BRIEF: Final = ("wild", "swap", "score")
_BEHIND: Final = ("set", "run", "wild", "contract", "swap", "score", "end", "stock")


@sheet("card", place=3)
def lay_out(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """The card on its faces; raises `SheetError`.

    Where all that a game says takes more than two sides of a small card, the rules that are
    disputed least are left to the rule card.
    """
    count = players_of(variant, options.players, game)
    frame = frame_of(options)
    title = game_title(variant.name, game)
    below = dotted(
        game_name(variant.name, game),
        say("sheet-card"),
        players_words(variant, count),
        dealt_alike(variant, count),
    )
    header = make_header(frame, variant, title, [below], game=game if frame.roomy else None)
    if not frame.large and not frame.roomy:
        frame = replace(frame, least=_LEAST)
    most = 13 if frame.wide else 11

    def shortened(rules: float, *, overleaf: bool) -> partial[Sequence[Block]]:
        return partial(_blocks, variant, count, frame, most=rules, overleaf=overleaf)

    def sides(rules: float) -> int:
        return len(placed(frame, header, shortened(rules, overleaf=small)(frame.least)))

    small = frame.inner_width < _OVERLEAF
    most_sides = 1 if frame.wide else _SIDES
    rules = next((rules for rules in _SHORTER if sides(rules) <= most_sides), _SHORTER[-1])
    faces = flow(frame, header, shortened(rules, overleaf=small), most, frame.least)
    if sum(any(block.kind == "contract" for block in blocks_of(face)) for face in faces) > 1:
        behind = flow(frame, header, shortened(rules, overleaf=True), most, frame.least)
        faces = behind if len(behind) <= len(faces) else faces
    return impose(title, faces, options)


def _blocks(
    variant: Variant, count: int | None, frame: Frame, size: float, most: float, *, overleaf: bool
) -> Sequence[Block]:
    steps = []
    for number, (step, words) in enumerate(_STEPS, 1):
        texts = [variant.text("turn.drawn")] if step == "draw" and most > 3 else []
        if step == "draw":
            # Where a note sums a turn up, the three steps do so already.
            notes = [note for note in variant.notes if note.heading == "turn"]
            texts += [note.text for note in notes if "turn.drawn" not in note.rests_on]
        texts += [" ".join(rule_texts(variant, word, max(most, 1))) for word in words]
        text = " ".join(filter(None, texts))
        if text:
            lead = say(f"card-step-{step}")
            steps.append(row(frame, str(number), text, size, numeral=True, strong=lead))
    blocks = [heading(frame, say("card-turn"), size), *steps]
    contracts: list[Block] = []
    if variant.has_contracts:
        rows = contract_rows(frame, variant, count, size)
        contracts = section(frame, say("card-contracts"), size, rows)
    blocks += [] if overleaf else contracts
    blocks += chips(frame, card_values(variant), size)
    words = _BEHIND if most else _BRIEF
    blocks += rule_rows(frame, variant, words, size, max(most, 1))
    if most > 1:
        blocks.append(row(frame, say("card-setup"), setup_texts(variant), size))
    house = " ".join(house_texts(variant, count))
    if house:
        blocks.append(row(frame, say("card-house"), house, size))
    elif most > 2:
        blocks += [heading(frame, say("card-house"), size), *write_lines(2)]
    return [*blocks, *contracts] if overleaf else blocks
