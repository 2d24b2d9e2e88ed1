"""What tells games apart, for the page and the sheet that compare them."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, zip_longest
from typing import Final

from referee.language import listed, say
from referee.printing.header import dotted
from referee.printing.sections import RULES
from referee.rules.building.rulebook import RULEBOOK
from referee.rules.deals import plan_deal, wild_cards
from referee.rules.law.points import card_values
from referee.rules.schema.melds import Piece
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
    return _span(
        getattr(plan_deal(variant.at(deal), players), what)
        for deal in deals
        for players in variant.players.numbers
    )


FACTS: Final[Mapping[str, Callable[[Variant], str]]] = {
    "players": lambda variant: _span((variant.players.least, variant.players.most)),
    "cards": lambda variant: _dealt(variant, "cards_each"),
    "packs": lambda variant: _dealt(variant, "packs"),
    "wilds": lambda variant: listed(wild_cards(variant)) or say("compare-none"),
    "contract": lambda variant: say(
        "compare-contract-is",
        contract=variant.has_contracts,
        value=variant.least_opening,
    ),
    "lay-off": lambda variant: say("compare-lay-off-is", after=variant.lay_off.needs_contract),
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

Two = tuple[Variant, Variant]
Apart = Iterator[tuple[str, list[str]]]
"""What something is called, and what each of two games says of it; a dash for nothing."""


def facts_apart(games: Two) -> Apart:
    """The facts, and the points of cards, in which two games differ."""
    facts = ((say(f"compare-{name}"), map(read, games)) for name, read in FACTS.items())
    return _apart([*facts, (say("paper-points"), map(_points, games))])


def contracts_apart(games: Two) -> Iterator[tuple[str, list[Sequence[Piece]]]]:
    """The contracts in which two games differ, by the deal; empty where one has none."""
    contracts = [[deal.contract for deal in game.deals] for game in games]
    for number, asked in enumerate(zip_longest(*contracts, fillvalue=()), 1):
        if asked[0] != asked[1]:
            yield say("compared-deal", deal=number), [*asked]


_OF_FACTS: Final = ("players.number", "cards.dealt", "points.cards", "turn.drawn")
"""Rules that say no more than the facts do, or the same of every game in other words."""


def rules_apart(games: Two, each: Container[str] = ()) -> Apart:
    """The rules that only one of two games has, by the word on cards that they stand under.

    Those that stand under none come last, by their heading. `each`: the words
    below which every rule is by itself.
    """
    listed = {*_OF_FACTS, *chain.from_iterable(RULES.values())}
    under: list[tuple[str, Sequence[str]]] = [
        *((f"card-{word}", rules) for word, rules in RULES.items()),
        *(
            (f"heading-{part}", [one.id for one in entries if one.id not in listed])
            for part, entries in groupby(RULEBOOK, key=lambda one: one.heading)
        ),
    ]
    return _apart(
        (say(name), _rules(games, some))
        for name, rules in under
        for some in ([[rule] for rule in rules] if say(name) in each else [rules])
    )


def _apart(said: Iterable[tuple[str, Iterable[str]]]) -> Apart:
    for lead, each in said:
        one, other = each
        if one != other:
            yield lead, [one or "–", other or "–"]


def _points(game: Variant) -> str:
    values = card_values(game)
    return dotted(*(say("compared-points", cards=one.label, points=one.points) for one in values))


def _rules(games: Two, rules: Sequence[str]) -> Iterator[str]:
    texts = [[game.text(rule) for rule in rules if rule in game.rules] for game in games]
    for own, others in (texts, texts[::-1]):
        yield " ".join(text for text in own if text and text not in others)
