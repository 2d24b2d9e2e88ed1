"""Card values and melds: what cards cost, and right and wrong melds that the referee ruled on."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.language import listed, say
from referee.printing.blocks import CARDS_HEIGHT, Block, Writer
from referee.printing.card_svg import cards_unbroken, draw_melds, fan_width
from referee.printing.imposition import Layout
from referee.printing.sections import rules_under
from referee.printing.sheets import Job, sheet
from referee.rules.building.rulebook import needed_rules
from referee.rules.cards import parse_cards
from referee.rules.deals import wild_cards
from referee.rules.examples import Example, examples

_MOST_BESIDE: Final = 7
"""Cards that are drawn beside text at full height."""

_ACES: Final = ("run.ace", "run.both-ends")
_RULES: Final[Mapping[str, Sequence[str]]] = {
    "set": rules_under("set"),
    "run": [rule for rule in rules_under("run") if rule not in _ACES],
    "ace": _ACES,
    "wild": [*rules_under("wild"), "contract.wilds"],
}


@sheet("values", place=5)
def lay_out(job: Job) -> Layout:
    """The sheet on its faces."""
    # Columns of an upright face are too narrow for large print.
    upright = job.frame.height > job.frame.width
    job = job if job.frame.large and upright else job.in_columns()
    header = job.header(job.title, job.played or say("sheet-values"), code=True)
    return job.text(job.title, header, _blocks, job.frame.by_width(24, 15))


def _blocks(write: Writer) -> Sequence[Block]:
    variant = write.variant
    blocks = write.at(write.size * 1.15).chips()
    if variant.wilds.by_deal:
        cards = wild_cards(variant.at(1))
        blocks.append(write.paragraph(say("values-first-deal", cards=cards)))
    by_part = {part: examples(variant, part, write.count) for part in _RULES}
    most = max(len(example.cards.split()) for part in by_part.values() for example in part)
    needed = needed_rules(variant)
    for part, rules in _RULES.items():
        texts = [variant.text(rule) for rule in needed if rule in rules]
        if any(texts) or by_part[part]:
            blocks.append(write.heading(say(f"values-{part}")))
            blocks += [write.item(text) for text in texts if text]
            blocks += [_shown(write, one, most) for one in by_part[part]]
    return blocks


def _shown(write: Writer, example: Example, most: int) -> Block:
    """A meld, and beside it whether it is right and what the referee says of it.

    `most`: how many cards lie side by side at most, in every block of the sheet.
    """
    cards, high = parse_cards(example.cards), write.size * CARDS_HEIGHT
    wide = fan_width(min(most, _MOST_BESIDE), high)
    inks, wrong = write.frame.inks, not example.right
    drawn = draw_melds((cards,), listed(cards), high, wide, inks, kind=example.kind, struck=wrong)
    verdict = say("values-wrong" if wrong else "values-right")
    text = cards_unbroken(example.says)
    return write.row("", text, strong=verdict, drawn=drawn, drawn_width=wide)
