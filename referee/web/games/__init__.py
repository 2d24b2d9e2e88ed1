"""Games at a table: home, a new game, the table itself, its deals and its links."""

from referee.web.games.views import blueprint as blueprint
