"""Table tents: a contract a sheet, folded across the middle, to be read from both sides."""

from collections.abc import Mapping
from typing import Final

from referee.language import say
from referee.printing.card_svg import deal_melds, draw_melds, unbroken
from referee.printing.game_facts import cards_each, plans, players_of
from referee.printing.geometry import Frame, frame_of
from referee.printing.header import dotted
from referee.printing.imposition import Layout, impose
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions
from referee.printing.sheets import sheet
from referee.printing.text_metrics import line_height, text_height
from referee.rules.deals import DealPlan, contract_words
from referee.rules.schema.variant import Variant

_SIZES: Final = (46, 42, 38, 34, 30, 27, 24, 21, 19, 17, 15, 14, 13, 12, 11, 10, 9)
_LEAST_CARDS: Final = 8.0
_MOST_CARDS: Final = 55.0
_GAPS: Final = 9.0


@sheet(
    "tents",
    place=3,
    suits=lambda variant, has_game: variant.has_contracts,
    refusal="paper-no-contracts",
    numbered=False,
)
def lay_out(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """A tent for every deal; raises `SheetError`."""
    count = players_of(variant, options.players, game)
    frame = frame_of(options)
    faces = [{"tent": _tent(variant, frame, count, plan)} for plan in plans(variant, count)]
    return impose(variant.name, faces, options, backs=False)


def _tent(
    variant: Variant, frame: Frame, count: int | None, plan: DealPlan
) -> Mapping[str, object]:
    """What stands on both halves of one tent; sizes of print in points.

    The contract stands in the largest print that leaves room for cards; where not even the
    smallest does, the cards are as small as they may be.
    """
    title = dotted(say("paper-deal-number", deal=plan.number), plan.name)
    below = dotted(cards_each(variant, count, plan.number), variant.name, plan.special)
    height, width = frame.height / 2 - 2 * frame.margin, frame.inner_width
    for size in (size for size in _SIZES if size >= frame.least):
        small = max(frame.least, size * 0.5)
        number = max(round(size * 0.75), small)
        words = unbroken(plan.contract, width, size)
        texts = line_height(number) + text_height(words, width, size, bold=True)
        cards = height - texts - text_height(below, width, small) - _GAPS
        if cards >= max(_LEAST_CARDS, line_height(size) * 1.2):
            break
    cards = min(max(cards, _LEAST_CARDS), _MOST_CARDS)
    melds = deal_melds(variant, plan.number)
    return {
        "title": title,
        "number_size": number,
        "words": words,
        "size": size,
        "cards": draw_melds(melds, contract_words(plan.contract), cards, width, frame.inks),
        "below": below,
        "small": small,
    }
