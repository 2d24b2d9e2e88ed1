"""What tells the games apart: some of them side by side, or all by what they have in common."""

from collections import defaultdict

from flask import render_template, request

from referee.language import say
from referee.printing.comparison import FACTS, Two, contracts_apart, facts_apart, rules_apart
from referee.rules.deals import contract_words
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from referee.web.games.views import blueprint


@blueprint.get("/games/compare")
def compare() -> str:
    """The games that are asked for side by side, in that order, or all of them fact by fact.

    Of two there is nothing but what tells them apart: their rules as well as the facts.
    """
    known = {game.id: game for game in catalogue()}
    asked = dict.fromkeys(request.args.getlist("game"))
    games = [known[game] for game in asked if game in known] or list(catalogue())
    facts = {name: [read(game) for game in games] for name, read in FACTS.items()}
    alike = {name: defaultdict[str, list[Variant]](list) for name in facts}
    for name, texts in facts.items():
        for text, game in zip(texts, games, strict=True):
            alike[name][text].append(game)
    if len(games) == 2:
        rows = [(lead, texts, False) for lead, texts in _apart((games[0], games[1]))]
    else:
        rows = [(say(f"compare-{name}"), facts[name], len(alike[name]) > 1) for name in facts]
    return render_template(
        "games/compare.html",
        named=[(game.id, game.name) for game in catalogue()],
        games=games,
        rows=rows,
        alike=alike,
    )


def _apart(games: Two) -> list[tuple[str, list[str]]]:
    contracts = ((lead, texts) for lead, texts, _ in contracts_apart(games, contract_words))
    return [*facts_apart(games), *contracts, *rules_apart(games)]
