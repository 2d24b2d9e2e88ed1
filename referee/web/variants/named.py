"""Games by the names that addresses give them."""

from flask import abort

from referee.rules.variant import Variant
from referee.variants import UnknownGame, load


def variant_or_404(game: str) -> Variant:
    """The game of that name with its defaults; 404 where there is none."""
    try:
        return load(game)
    except UnknownGame:
        abort(404)
