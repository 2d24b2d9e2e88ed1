"""Games at a table: home, a new game, the table itself, its deals, its people and its links."""

from referee.web.games import after as after
from referee.web.games import api as api
from referee.web.games import changes as changes
from referee.web.games import copies as copies
from referee.web.games import live as live
from referee.web.games import room as room
from referee.web.games import sharing as sharing
from referee.web.games.views import blueprint as blueprint
