"""A physical game in progress: its log of entries, what follows from them, and where they are kept.

`entries`, `sheet` and `book` are pure. `dealt`, `kept`, `laid`, `seating`, `settled` and `undone`
register what each kind of entry does, and importing this package imports them all.
`storage` and `games` keep the log in a database.
"""

from referee.scorebook import dealt as dealt
from referee.scorebook import kept as kept
from referee.scorebook import laid as laid
from referee.scorebook import seating as seating
from referee.scorebook import settled as settled
from referee.scorebook import undone as undone
