"""Games at a table: home, a new game, the table itself, its deals, its people and its links."""

from referee.web.games import api as api
from referee.web.games import deals as deals
from referee.web.games import home as home
from referee.web.games import links as links
from referee.web.games import seats as seats
from referee.web.games import settings as settings
from referee.web.games import start as start
from referee.web.games import table as table
from referee.web.games import transfer as transfer
from referee.web.games.pages import blueprint as blueprint
