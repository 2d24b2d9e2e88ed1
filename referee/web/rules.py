"""The rules of one game on one page, and which game's."""

from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.rules.schema.options import OptionError
from referee.variants import catalogue
from referee.web.game_choice import choice_page
from referee.web.rule_card import RuleCard, variant_or_404

blueprint: Final = Blueprint("rules", __name__)


@blueprint.get("/rules")
def games() -> str:
    """Choose whose rules to read."""
    return choice_page("rules/choose.html", catalogue())


@blueprint.get("/rules/<game>")
def page(game: str) -> ResponseReturnValue:
    """The rules in players' words, each with its source, under the options of the address."""
    options = request.args.to_dict()
    wanted = options.pop("q", "")
    try:
        variant = variant_or_404(game, options)
    except OptionError:
        return redirect(url_for("rules.page", game=game))
    card = RuleCard(variant, wanted)
    return render_template("rules/game.html", variant=variant, card=card, access=None)
