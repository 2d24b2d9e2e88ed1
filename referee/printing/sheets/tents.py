"""Table tents: a contract a sheet, folded across the middle, to be read from both sides."""

import re
from itertools import product
from math import ceil
from typing import Final

from referee.language import say
from referee.printing.card_svg import contract_sentence, draw_melds, fan_height
from referee.printing.game_facts import cards_each, plans
from referee.printing.geometry import margins
from referee.printing.imposition import Layout
from referee.printing.marks import draw_mark
from referee.printing.options import SheetError
from referee.printing.sheets import Job, sheet
from referee.printing.text_metrics import (
    GLUE,
    POINT,
    evened,
    largest,
    line_count,
    text_height,
    text_width,
)
from referee.rules.deals import contract_words
from referee.rules.examples import deal_melds

_SIZES: Final = (60, 54, 48, 44, 40, 36, 32, 29, 26, 23, 20, 18, 16, 14, 12, 11, 10, 9)
_LEAST_CARDS: Final = 8.0
_MOST_CARDS: Final = 62.0
"""Millimetres of cards at least and at most; with less room there are none."""

_NUMERAL: Final = 1.2
_NAME: Final = 0.75
_FIGURE: Final = 0.75
_FOOT: Final = 0.2
_BELOW_HEAD: Final = 2.0
_WHITE: Final = 0.16
_LEADING: Final = 1.05 * POINT
_BELOW_WORDS: Final = 1.5
_BELOW_NAME: Final = 1.0
"""Numbers, names and figures in sizes of print, white below the head in widths of its mark, that
about words above cards in sizes of print, a line of a contract in millimetres a point, and white
below a contract and below the name of a game."""


@sheet(
    "tents",
    place=5,
    suits=lambda variant, has_game: variant.has_contracts,
    refusal="paper-no-contracts",
    numbered=False,
)
def lay_out(job: Job) -> Layout:
    """A tent for every deal, in one print, its cards of one size, as large as all have room for."""
    variant, count, frame = job.variant, job.count, job.frame
    deals = plans(variant, count)
    width = frame.inner_width
    height = frame.height / 2 - 2 * margins(frame.width, frame.height)[1]
    mark = frame.scale.mark
    beside = ceil(mark * 1.15)
    melds = [deal_melds(variant, plan.number) for plan in deals]
    dealt = [cards_each(variant, count, plan.number, "tents-cards") for plan in deals]
    # What stands in brackets behind a name is no two lines.
    name = re.sub(r"\(.*?\)", lambda within: within[0].replace(" ", GLUE), variant.name)
    fitting = min(fan_height(one, width) for one in melds)
    # The largest print that leaves room for cards, or else for none; all that is left is theirs.
    for drawn, size in product((True, False), (one for one in _SIZES if one >= frame.least)):
        small = max(frame.least, int(min(size, 44) * 1.1) / 2)
        # What is said beside the name of the game is smaller than that.
        aside = max(frame.least, min(small, frame.by_width(18, 14, 9)))
        # A number is read from further away than a name, whose letters reach below their line.
        numeral = min(round(size * (_NAME if any(plan.name for plan in deals) else _NUMERAL)), 70)
        leads = (text_width(plan.name or str(plan.number), numeral, "title") for plan in deals)
        which = ceil(max(leads) + text_width(f"{say('paper-deal')} {len(deals)}", aside) + 5)
        # The name of the game stands between the mark and the number of the deal.
        room = width - beside - which
        title = largest(name, room, min(size * 0.65, 22), frame.least)
        named = text_height(name, room, title, "title")
        named += max(text_height(one, room, aside) for one in dealt) + _BELOW_NAME
        head = ceil(max(mark * 2 / 3, numeral * _FIGURE * POINT, named) + _FOOT * mark)
        words = [contract_sentence(plan.contract, width, size, "title") for plan in deals]
        lines = [line_count(text, width, size, "title") for text in words]
        # A part of a contract that is wider than the face is torn.
        torn = (len(text.split(" ")) > len({*plan.contract})
                for plan, text in zip(deals, words, strict=True))  # fmt: skip
        said = (text_height(plan.special, width, small, "narrow") for plan in deals)
        texts = (
            count * size * _LEADING + high + _BELOW_WORDS * bool(high)
            for count, high in zip(lines, said, strict=True)
        )
        free = height - head - _BELOW_HEAD - max(texts)
        if size >= 14 and (max(lines) > 2 or any(torn)):
            continue
        white = ceil(size * _WHITE) if drawn else 0
        tall = min(fitting, free - white, _MOST_CARDS) if drawn else 0.0
        if free >= 0 and (not drawn or tall >= max(_LEAST_CARDS, min(size * 0.65, fitting))):
            break
    else:
        raise SheetError(say("paper-tents-too-small"))
    faces = []
    for plan, asked, shown, each in zip(deals, words, melds, dealt, strict=True):
        in_full = contract_words(plan.contract)
        cards = drawn and draw_melds(shown, in_full, tall, width, frame.inks, spread=True)
        tent = {
            "mark": draw_mark(variant, mark),
            "game": name,
            "deal": plan.number,
            "name": plan.name,
            "numeral": numeral,
            "words": evened(asked, width, size, "title"),
            "size": size,
            "cards": cards or "",
            "dealt": each,
            "special": evened(plan.special, width, small, "narrow"),
            "small": small,
            "aside": aside,
            "title": title,
            "head": head,
            "beside": beside,
            "which": which,
            # Words begin, and cards end, where those of all deals do.
            "above": int((free - tall) / 3),
        }
        faces.append({"tent": tent})
    return job.on_paper(variant.name, faces, backs=False)
