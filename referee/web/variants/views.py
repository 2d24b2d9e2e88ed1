"""The rules of one game on one page."""

from functools import cache
from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.rules.options import OptionError
from referee.rules.variant import Variant
from referee.variants import load
from referee.web.variants.card import RuleCard, rule_card
from referee.web.variants.named import variant_or_404

blueprint: Final = Blueprint("variants", __name__)


@blueprint.get("/rules")
def games() -> ResponseReturnValue:
    """Where the games with rules are listed."""
    return redirect(url_for("games.home", _anchor="rules"))


@blueprint.get("/rules/<game>")
def rules(game: str) -> ResponseReturnValue:
    """The rules in players' words, each with its source, under the options of the address."""
    if not request.args:
        variant, card = _card(game)
    else:
        variant_or_404(game)
        try:
            variant = load(game, request.args.to_dict())
        except OptionError:
            return redirect(url_for("variants.rules", game=game))
        card = rule_card(variant)
    return render_template("variants/rules.html", variant=variant, card=card, access=None)


@cache
def _card(game: str) -> tuple[Variant, RuleCard]:
    variant = variant_or_404(game)
    return variant, rule_card(variant)
