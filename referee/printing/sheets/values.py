"""Card values and melds: what cards cost, and right and wrong melds that the referee ruled on."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from referee.language import say
from referee.printing.blocks import Block, chips, heading, item, shown
from referee.printing.imposition import Layout
from referee.printing.sheets import Job, sheet
from referee.rules.building.rulebook import needed_rules
from referee.rules.deals import wild_cards
from referee.rules.examples import examples
from referee.rules.law.points import card_values

_RULES: Final = {
    "set": ("set.rank", "set.size"),
    "run": ("run.suit", "run.order", "run.length"),
    "ace": ("run.ace", "run.both-ends"),
    "wild": (
        "wild.cards",
        "wild.drawn",
        "wild.standing",
        "wild.naturals",
        "wild.number",
        "wild.balance",
        "wild.itself",
        "contract.wilds",
    ),
}


@sheet("values", place=5)
def lay_out(job: Job) -> Layout:
    """The sheet on its faces."""
    most, job = job.frame.by_width(14, 11), job.in_columns()
    header = job.header(job.title, job.played or say("sheet-values"), code=True)
    return job.text(job.title, header, partial(_blocks, job), most)


def _blocks(job: Job, size: float) -> Sequence[Block]:
    variant, count, frame = job.variant, job.count, job.frame
    blocks = chips(frame, card_values(variant), size * 1.15)
    by_part = {part: examples(variant, part, count) for part in _RULES}
    most = max(len(example.cards.split()) for part in by_part.values() for example in part)
    needed = needed_rules(variant)
    for part, rules in _RULES.items():
        texts = [variant.text(rule) for rule in needed if rule in rules]
        if any(texts) or by_part[part]:
            blocks.append(heading(frame, say(f"values-{part}"), size))
            if part == "set" and variant.wilds.by_deal:
                first = say("values-first-deal", cards=wild_cards(variant.at(1)))
                blocks.append(item(frame, first, size))
            blocks += [item(frame, text, size) for text in texts if text]
            blocks += [shown(frame, one, size, most) for one in by_part[part]]
    return blocks
