"""What tells the games apart: some of them side by side, or all by what they have in common."""

from collections import defaultdict

from flask import render_template, request

from referee.printing.comparison import FACTS
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from referee.web.games.views import blueprint


@blueprint.get("/games/compare")
def compare() -> str:
    """The games that are asked for side by side, in that order, or all of them fact by fact."""
    known = {game.id: game for game in catalogue()}
    asked = dict.fromkeys(request.args.getlist("game"))
    games = [known[game] for game in asked if game in known] or list(catalogue())
    facts = {name: [read(game) for game in games] for name, read in FACTS.items()}
    alike = {name: defaultdict[str, list[Variant]](list) for name in facts}
    for name, texts in facts.items():
        for text, game in zip(texts, games, strict=True):
            alike[name][text].append(game)
    return render_template(
        "games/compare.html",
        named=[(game.id, game.name) for game in catalogue()],
        games=games,
        facts=facts,
        alike=alike,
    )
