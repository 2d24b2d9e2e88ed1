"""What tells the games apart, side by side."""

from flask import render_template, request

from referee.printing.comparison import FACTS
from referee.variants import catalogue
from referee.web.games.views import blueprint


@blueprint.get("/games/compare")
def compare() -> str:
    """The games that are asked for side by side, in that order, or all of them."""
    known = {game.id: game for game in catalogue()}
    asked = dict.fromkeys(request.args.getlist("game"))
    games = [known[game] for game in asked if game in known] or list(catalogue())
    facts = {name: [read(game) for game in games] for name, read in FACTS.items()}
    return render_template(
        "games/compare.html",
        named=[(game.id, game.name) for game in catalogue()],
        games=games,
        facts=facts,
        differing={name for name, texts in facts.items() if len(set(texts)) > 1},
    )
