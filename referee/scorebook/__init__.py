"""A physical game in progress: its log of entries, what follows from them, and where they are kept.

`entries`, `sheet` and `book` are pure, and so are the rooms that register what each kind of entry
does: `dealt`, `seating`, `settled` and `undone`. `storage` and `games` keep the log in a database.
"""

from referee.scorebook import dealt as dealt
from referee.scorebook import laid as laid
from referee.scorebook import seating as seating
from referee.scorebook import settled as settled
