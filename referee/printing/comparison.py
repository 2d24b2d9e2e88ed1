"""What tells games apart, for the page and the sheet that compare them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from referee.language import listed, say
from referee.rules.deals import plan_deal, wild_cards
from referee.rules.schema.variant import KNOBS, Variant
from referee.variants import catalogue


def others_than(variant: Variant) -> Iterator[Variant]:
    """The games to compare one with: itself as it comes as well, where a table changed it."""
    return (one for one in catalogue() if one.id != variant.id or variant.turned)


def _span(numbers: Iterable[int]) -> str:
    each = set(numbers)
    least, most = min(each), max(each)
    return str(most) if least == most else say("compare-span", least=least, most=most)


def _dealt(variant: Variant, what: str) -> str:
    """Cards or packs, over all deals and numbers of players."""
    deals = range(1, len(variant.deals) + 1) or (1,)
    numbers = range(variant.players.least, variant.players.most + 1)
    return _span(
        getattr(plan_deal(variant.at(deal), players), what) for deal in deals for players in numbers
    )


FACTS: Final[Mapping[str, Callable[[Variant], str]]] = {
    "players": lambda variant: _span((variant.players.least, variant.players.most)),
    "cards": lambda variant: _dealt(variant, "cards_each"),
    "packs": lambda variant: _dealt(variant, "packs"),
    "wilds": lambda variant: listed(wild_cards(variant)) or say("compare-none"),
    "contract": lambda variant: say(
        "compare-contract-is",
        contract="yes" if variant.has_contracts else "no",
        value=variant.least_opening,
    ),
    "lay-off": lambda variant: say(
        "compare-lay-off-is", after="yes" if variant.lay_off.needs_contract else "no"
    ),
    "further": lambda variant: KNOBS["further_melds.allowed"].label(variant.further_melds.allowed),
    "buying": lambda variant: KNOBS["claim.by"].label(variant.claim.by),
    "end": lambda variant: say(
        "compare-end-is",
        deals=len(variant.deals),
        target=variant.end.target,
        out_at=variant.end.out_at if variant.end.last_wins else 0,
    ),
    "winner": lambda variant: say("compare-wins", best=variant.who_wins),
}
"""A handful of facts of a game, each by the end of the message that names it."""
