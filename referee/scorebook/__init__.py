"""A physical game in progress: its log of entries, what follows from them, and where they are kept.

`entries`, `sheet` and `book` are pure. `dealt`, `kept`, `laid`, `seating`, `settled` and `undone`
register what each kind of entry does, and importing this package imports them all.
`storage` and `games` keep the log in a database.
"""

from referee.scorebook import deals as deals
from referee.scorebook import players as players
from referee.scorebook import rulings as rulings
from referee.scorebook import settings as settings
from referee.scorebook import table_melds as table_melds
from referee.scorebook import undo as undo
