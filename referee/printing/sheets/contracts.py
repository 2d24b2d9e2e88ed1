"""The contract sheet: what each deal asks for, or the melds of a game that has no contracts."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from referee.printing.blocks import Block, blocks_of, chips, flow, item, placed, room_below
from referee.printing.game_facts import house_texts, players_of, players_words
from referee.printing.geometry import Frame, frame_of
from referee.printing.header import Header, dotted, game_title, make_header, own_title
from referee.printing.imposition import Face, Layout, impose
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions
from referee.printing.sections import RULES, contract_rows, dealt_alike, packs_line, rule_rows
from referee.printing.sheets import sheet
from referee.rules.law.points import card_values
from referee.rules.schema.variant import Variant

_MOST_CARDS: Final = 18.0
_MOST_ON_WALL: Final = 32.0
_LEAST_CARDS: Final = 7.0
_DECIDING: Final = (
    "contract.same-suit", "contract.overlap", "wild.balance", "claim.who", "claim.cards",
    "wild.cards", "contract.size", "go-out.last", "run.ace",
)  # fmt: skip
"""What a glance at the sheet should settle besides the contract, the most disputed first."""

_MELD_ROWS: Final = ("set", "run", "wild", "open", "knock", "down", "lay-off", "out", "end")


@sheet("contracts", place=2)
def lay_out(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """The sheet on its faces; raises `SheetError`."""
    count = players_of(variant, options.players, game)
    frame = frame_of(options)
    below = dotted(
        own_title(variant.name, game),
        players_words(variant, count),
        dealt_alike(variant, count),
        packs_line(variant, count),
    )
    header = make_header(frame, variant, variant.name, [below], game=game)
    if variant.has_contracts:
        faces = _contracts(variant, count, frame, header)
    else:
        faces = flow(frame, header, partial(_melds, variant, count, frame), 15, frame.least)
    return impose(game_title(variant.name, game), faces, options)


def _contracts(
    variant: Variant, count: int | None, frame: Frame, header: Header
) -> tuple[Face, ...]:
    """The rows in the largest print there is room for, their cards as tall as is left."""
    most = 34 if frame.scale.side >= 280 else 20 if frame.wide else 15 if frame.roomy else 12

    def rows(size: float, tall: float = 0) -> Sequence[Block]:
        values = chips(frame, card_values(variant), max(frame.least, min(size * 0.7, 13)))
        return [*contract_rows(frame, variant, count, size, tall), *values]

    cards = flow(frame, header, lambda size: rows(size, max(_LEAST_CARDS, size * 0.8)), most,
                 frame.least)  # fmt: skip
    small = flow(frame, header, rows, most, frame.least)
    if len(cards) > len(small):
        # Small black cards show a contract where there is no room for others.
        return _with_rules(variant, count, frame, header, small)
    size = blocks_of(cards[0])[0].size
    made = len(contract_rows(frame, variant, count, size))
    wall = _MOST_ON_WALL if frame.scale.side >= 280 else _MOST_CARDS
    spare = min(room_below(frame, header, blocks_of(face)) for face in cards) / made * len(cards)
    tall = min(max(_LEAST_CARDS, size * 0.8) + int(spare), wall)
    taller = placed(frame, header, rows(size, tall))
    return _with_rules(
        variant, count, frame, header, taller if len(taller) == len(cards) else cards
    )


def _with_rules(
    variant: Variant, count: int | None, frame: Frame, header: Header, faces: tuple[Face, ...]
) -> tuple[Face, ...]:
    """As many of the deciding rules below the rows as there is room for, house rules first."""
    size = max(frame.least, 11 if frame.wide else 9)
    house = house_texts(variant, count)
    rules = [variant.text(rule) for rule in _DECIDING if rule in variant.rules]
    *before, last = faces
    blocks = list(blocks_of(last))
    for text in filter(None, [*house, *rules]):
        said = item(frame, text, size)
        if text in house or room_below(frame, header, [*blocks, said]) >= 0:
            blocks.append(said)
    if room_below(frame, header, blocks) < 0:
        more = placed(frame, header, blocks)
        return (*before, *more)
    return (*before, {**last, "blocks": blocks})


def _melds(variant: Variant, count: int | None, frame: Frame, size: float) -> Sequence[Block]:
    """The melds of a game without contracts, its points, and what this table changed."""
    words = [word for word in RULES if word in _MELD_ROWS]
    return [
        *rule_rows(frame, variant, words, size),
        *chips(frame, card_values(variant), size),
        *(item(frame, text, size) for text in house_texts(variant, count)),
    ]
