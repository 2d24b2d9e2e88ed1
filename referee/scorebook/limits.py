"""Every limit of the score book. How many may play is the variant's own limit."""

import re
from typing import Final

NAME_LENGTH: Final = 40
"""Characters of a player's name, once cleaned."""

NAME_TYPED: Final = 400
"""Characters of a name as typed: beyond them it is not even cleaned."""

NOTE_LENGTH: Final = 80
"""Characters of the note that a game carries as its title, once cleaned."""

PARTS: Final = 6
"""Named parts in which a table writes the points of a deal."""

PART_LENGTH: Final = 20
"""Characters of the name of such a part."""

DEALS: Final = 300
"""Deals of one game."""

PAD_ROWS: Final = 60
"""Deals that are typed in at once from a pad."""

ENTRIES: Final = 5000
"""Entries of one game's log."""

LOG_PART: Final = 200
"""Entries of a log that one page shows, and that one answer to a program holds."""

COPY_ENTRIES: Final = 70_000
"""Entries of all games of one file together: more than a file of the largest size can hold that
was saved here."""

COPY_SECONDS: Final = 8.0
"""Seconds of computing after which no further game of a file is begun."""

COPY_RULING_SECONDS: Final = 4.0
"""Seconds of computing to confirm the rulings of a game of a file; the rest stays unconfirmed."""

REPLAYED_EVENTS: Final = 40_000
"""Events of one game that its undos read again, all together: each the whole log before it."""

KEY_OF_PLAYER: Final = 12
"""Characters of a player's key, such as p1."""

ABOUT: Final = 200
"""Conflict keys that an undo may carry, and characters of each."""

HAND_POINTS: Final = 9999
"""Points of one hand."""

HAND_DIGITS: Final = len(str(HAND_POINTS))
"""Digits of such points."""

HAND_TYPED: Final = 400
"""Characters of a hand as typed."""

HANDS_KEPT: Final = 1000
"""Hands of cards whose points one process keeps."""

CARDS_LENGTH: Final = 1000
"""Characters of the cards kept as evidence of one hand."""

TOTAL_POINTS: Final = 99_999
"""Points that somebody who joins late may begin with."""

SEATS: Final = 16
"""Players of one game, those who left among them."""

SUM_LENGTH: Final = 100
"""Characters of a sum as typed."""

KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""A key that a client made so that what is sent twice is written once."""

START_KEY: Final = re.compile(r"[A-Za-z0-9_-]{22,64}")
"""Such a key of a program that starts a game: it opens the game, so it holds 128 random bits."""

VARIANT: Final = re.compile(r"[a-z0-9-]{1,80}")
"""The id of a variant, as a file of games may give it."""

NUMBER: Final = 2**31 - 1
"""The largest number, either way, of any entry: what every database keeps as a whole number."""

RULING_LENGTH: Final = 24_000
"""Characters of a ruling that is kept, with its case, as JSON."""

TABLE_MELDS: Final = 60
"""Melds on the table in one deal."""

SENTENCE_LENGTH: Final = 1000
"""Characters of a sentence that says what was done at the table."""

LINKS: Final = 100
"""Links that one game may ever have had, withdrawn ones too."""

CODE_LENGTH: Final = 6
"""Letters of the code under which phones take their seats."""

CODE_HOURS: Final = 24
"""How long such a code opens a game, if it goes on that long."""

KEYRING: Final = 80
"""Games that one browser remembers: brought at once, their keys fill a cookie of 4,093 bytes."""

KEYS_READ: Final = 180
"""Keys of one browser that are looked at: games started at once may be more than `KEYRING`."""

BOOKS_BYTES: Final = 64 * 1024 * 1024
"""Memory for the books that one process keeps read, by what each says that it takes."""

VARIANTS_KEPT: Final = 64
"""Variants, each under certain options, that one process keeps built."""
