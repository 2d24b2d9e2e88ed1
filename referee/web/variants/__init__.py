"""The rules of each game, as players read them."""

from referee.web.variants.views import blueprint as blueprint
