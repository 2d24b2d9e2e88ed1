"""Table tents: a contract a sheet, folded across the middle, to be read from both sides."""

import re
from collections.abc import Sequence
from math import ceil
from typing import Final

from referee.printing.card_svg import contract_sentence, draw_melds, fan_height
from referee.printing.game_facts import cards_each, plans
from referee.printing.geometry import Frame, margins
from referee.printing.header import dotted
from referee.printing.imposition import Layout
from referee.printing.marks import draw_mark
from referee.printing.sheets import Job, sheet
from referee.printing.text_metrics import GLUE, POINT, largest, line_height, text_height, text_width
from referee.rules.deals import contract_words
from referee.rules.examples import deal_melds
from referee.rules.schema.melds import Piece

_SIZES: Final = (60, 54, 48, 44, 40, 36, 32, 29, 26, 23, 20, 18, 16, 14, 12, 11, 10, 9)
_LEAST_CARDS: Final = 12.0
_MOST_CARDS: Final = 62.0
_NUMERAL: Final = 1.35
_GAPS: Final = 9.0


@sheet(
    "tents",
    place=5,
    suits=lambda variant, has_game: variant.has_contracts,
    refusal="paper-no-contracts",
    numbered=False,
)
def lay_out(job: Job) -> Layout:
    """A tent for every deal, all in the same print and with cards of one size."""
    variant, count, frame = job.variant, job.count, job.frame
    deals = plans(variant, count)
    width = frame.inner_width
    height = frame.height / 2 - 2 * margins(frame.width, frame.height)[1]
    mark = frame.scale.mark * (1.3 if frame.scale.side >= 130 else 1)
    beside = ceil(mark * 1.15)
    melds = [deal_melds(variant, plan.number) for plan in deals]
    below = [dotted(cards_each(variant, count, plan.number), plan.special) for plan in deals]
    # What stands in brackets behind a name is no two lines.
    name = re.sub(r"\(.*?\)", lambda within: within[0].replace(" ", GLUE), variant.name)
    widest = min(fan_height(one, width) for one in melds)
    # The largest print that leaves room for cards; all that is left is theirs.
    for size in (size for size in _SIZES if size >= frame.least):
        small = max(frame.least, min(size * 0.4, 18))
        numeral = min(round(size * _NUMERAL), 70)
        which = ceil(text_width(str(len(deals)), numeral, "title") + 14)
        # The name of the game stands between the mark and the number of the deal.
        room = width - beside - which
        title = largest(name, room, min(size * 0.65, 22), frame.least)
        named = text_height(name, room, title, "title") + line_height(small)
        head = max(mark * 2 / 3, size * _NUMERAL * POINT, named)
        texts = max(_words_height(frame, plan.contract, size) for plan in deals)
        more = max(text_height(text, room, small) for text in below) - line_height(small)
        cards = height - head - texts - more - _GAPS
        if cards >= max(_LEAST_CARDS, min(size * 0.7, widest)):
            break
    tall = max(min(cards, widest, _MOST_CARDS), 8)
    faces = [
        {
            "tent": {
                "mark": draw_mark(variant, mark),
                "game": name,
                "deal": plan.number,
                "name": plan.name,
                "numeral": numeral,
                "words": contract_sentence(plan.contract, width, size, "title"),
                "size": size,
                "cards": draw_melds(one, contract_words(plan.contract), tall, width, frame.inks),
                "below": text,
                "small": small,
                "title": title,
                "head": round(max(head, named + more) + 2),
                "beside": beside,
                "which": which,
            }
        }
        for plan, one, text in zip(deals, melds, below, strict=True)
    ]
    return job.on_paper(variant.name, faces, backs=False)


def _words_height(frame: Frame, contract: Sequence[Piece], size: float) -> float:
    """Millimetres of a contract on two lines at most; far too many where it takes more."""
    words = contract_sentence(contract, frame.inner_width, size, "title")
    parts = (text_width(part, size, "title") for part in words.split(" "))
    fits = all(part <= frame.inner_width for part in parts)
    lines = text_height(words, frame.inner_width, size, "title") / line_height(size)
    return round(lines) * line_height(size) if (fits and lines <= 2.1) or size < 14 else 999.0
