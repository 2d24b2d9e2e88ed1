"""What tells the games apart, side by side."""

from flask import render_template, request

from referee.printing.comparison import FACTS
from referee.variants import catalogue
from referee.web.games.views import blueprint


@blueprint.get("/games/compare")
def compare() -> str:
    """The games that are asked for side by side, or all of them."""
    asked = request.args.getlist("game")
    games = [game for game in catalogue() if game.id in asked] or list(catalogue())
    facts = {name: [read(game) for game in games] for name, read in FACTS.items()}
    return render_template(
        "games/compare.html",
        catalogue=catalogue(),
        games=games,
        facts=facts,
        differing={name for name, texts in facts.items() if len(set(texts)) > 1},
    )
