"""The rules of one game on one page."""

from functools import cache
from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.language import Catalogue, in_use
from referee.rules.options import OptionError
from referee.rules.variant import Variant
from referee.variants import load
from referee.web.rule_card import RuleCard, rule_card, variant_or_404

blueprint: Final = Blueprint("rules", __name__)


@blueprint.get("/rules")
def games() -> ResponseReturnValue:
    """The list of games is on the home page."""
    return redirect(url_for("games.home", _anchor="rules"))


@blueprint.get("/rules/<game>")
def page(game: str) -> ResponseReturnValue:
    """The rules in players' words, each with its source, under the options of the address."""
    options = request.args.to_dict()
    wanted = options.pop("q", "")
    if not options and not wanted:
        variant, card = _default_card(game, in_use())
    else:
        variant_or_404(game)
        try:
            variant = load(game, options)
        except OptionError:
            return redirect(url_for("rules.page", game=game))
        card = rule_card(variant, wanted)
    return render_template("rules/game.html", variant=variant, card=card, access=None)


@cache
def _default_card(game: str, _language: Catalogue) -> tuple[Variant, RuleCard]:
    variant = variant_or_404(game)
    return variant, rule_card(variant)
