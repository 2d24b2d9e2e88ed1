"""What tells the games apart: a handful of facts of each, side by side."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from flask import render_template, request

from referee.language import listed, say
from referee.rules.deals import plan_deal, wild_cards
from referee.rules.options import answer
from referee.rules.variant import Variant
from referee.variants import catalogue
from referee.web.games.views import blueprint


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One fact, named as its message is, of each game in turn."""

    name: str
    texts: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether it tells the games apart."""
        return len(set(self.texts)) > 1


def _span(numbers: Iterable[int]) -> str:
    each = set(numbers)
    least, most = min(each), max(each)
    return str(most) if least == most else say("compare-span", least=least, most=most)


def _players(variant: Variant) -> str:
    return _span((variant.players.least, variant.players.most))


def _dealt(variant: Variant, what: str) -> str:
    """Cards or packs, over all deals and numbers of players."""
    deals = range(1, len(variant.deals) + 1) or (1,)
    numbers = range(variant.players.least, variant.players.most + 1)
    return _span(
        getattr(plan_deal(variant.at(deal), players), what) for deal in deals for players in numbers
    )


def _end(variant: Variant) -> str:
    return say("compare-end-is", deals=len(variant.deals), target=variant.end.target)


FACTS: Final[Mapping[str, Callable[[Variant], str]]] = {
    "players": _players,
    "cards": lambda variant: _dealt(variant, "cards_each"),
    "packs": lambda variant: _dealt(variant, "packs"),
    "wilds": lambda variant: listed(wild_cards(variant)) or say("compare-none"),
    "contract": lambda variant: say(
        "compare-contract-is", contract="yes" if variant.has_contracts else "no"
    ),
    "lay-off": lambda variant: say(
        "compare-lay-off-is", after="yes" if variant.lay_off.needs_contract else "no"
    ),
    "further": lambda variant: answer("knob-further-melds-allowed", variant.further_melds.allowed),
    "buying": lambda variant: answer("knob-claim-by", variant.claim.by),
    "end": _end,
    "winner": lambda variant: answer("knob-scoring-best", variant.scoring.best),
}
"""By the end of the message that names them."""


def facts_of(games: Iterable[Variant]) -> tuple[Fact, ...]:
    """The facts of some games, each of all of them."""
    shown = tuple(games)
    return tuple(
        Fact(name=name, texts=tuple(map(read, shown))) for name, read in FACTS.items() if shown
    )


@blueprint.get("/games/compare")
def compare() -> str:
    """The games that are asked for side by side, or all of them."""
    asked = request.args.getlist("game")
    games = [game for game in catalogue() if game.id in asked] or list(catalogue())
    return render_template(
        "games/compare.html", catalogue=catalogue(), games=games, facts=facts_of(games)
    )
