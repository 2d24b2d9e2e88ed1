"""A physical game in progress: its log of events, what follows from them, and where they are kept.

`events`, `state` and `projection` are pure. `deals`, `players`, `settings` and `annotations` say
what each kind of event does; importing this package imports them. `storage` and `repository` keep
the log in a database.
"""

from referee.scorebook import annotations as annotations
from referee.scorebook import deals as deals
from referee.scorebook import players as players
from referee.scorebook import settings as settings
