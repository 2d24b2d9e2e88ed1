"""The rules of one game on one page."""

from functools import cache
from typing import Final

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from referee.rules.variant import Variant
from referee.web.variants.card import RuleCard, rule_card
from referee.web.variants.named import variant_or_404

blueprint: Final = Blueprint("variants", __name__)


@blueprint.get("/rules")
def games() -> ResponseReturnValue:
    """Where the games with rules are listed."""
    return redirect(url_for("games.home", _anchor="rules"))


@blueprint.get("/rules/<game>")
def rules(game: str) -> str:
    """The rules in players' words, each with its source."""
    variant, card = _card(game)
    return render_template("variants/rules.html", variant=variant, card=card)


@cache
def _card(game: str) -> tuple[Variant, RuleCard]:
    variant = variant_or_404(game)
    return variant, rule_card(variant)
