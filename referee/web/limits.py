"""Every limit of the pages in one place, so that nobody has to look for a number."""

from typing import Final

BODY_BYTES: Final = 64 * 1024
"""The most that a request may send: the fullest form is far below it."""

COPY_BYTES: Final = 8 * 1024 * 1024
"""The most that a file of games may hold."""

COPY_RULING_SECONDS: Final = 4.0
"""Seconds of computing for the rulings of one file of games; those after that are not confirmed."""

COPY_RETRY_SECONDS: Final = 30
"""When to try again to bring games while somebody else does."""

READ_BYTES: Final = 2 * COPY_BYTES
"""What is too large is still read up to here, and dropped: the page that says so then arrives."""

DROPPED_PER_SECOND: Final = 32 * 1024 * 1024
"""Bytes that a server process reads in a second only to drop them."""

HEAD_BYTES: Final = 64 * 1024
"""The head of a request: the longest that a browser sends is a fifth of this."""

HEAD_FIELDS: Final = 100

HEAD_SECONDS: Final = 10.0
"""How long the head of a request may take to come."""

BODY_SECONDS: Final = 20.0
"""How long the body of a request may take to come."""

COPY_SECONDS: Final = 120.0
"""How long a file of games may take to come."""

IDLE_SECONDS: Final = 15
"""How long a connection stays open between two requests."""

SILENCE_SECONDS: Final = 15.0
"""How long a phone may take nothing of its answer before it is let go."""

ANSWER_SECONDS: Final = 120.0
"""How long a phone may take to fetch its answers."""

CONNECTIONS: Final = 1_000
"""Connections to each server process."""

CONNECTIONS_PER_ADDRESS: Final = 60
"""Connections of one address to each server process: ten phones behind one router."""

REQUESTS_PER_ADDRESS: Final = 60
"""Requests of one address that are read or answered at a time, in each server process; behind a
proxy on this machine all have one connection, but an address each."""

PIPELINED: Final = 24
"""Requests that may wait behind another on their connection."""

TABLE_THREADS: Final = 4
"""Pages of tables that a server process makes at a time; one address gets all threads but one."""

RULINGS_WAITING: Final = 8
"""Rulings of one address that wait for their turn, in each server process."""

PRINTS_WAITING: Final = 4
"""PDF files of one address that wait for their turn, in each server process."""

COPIES_AT_ONCE: Final = 2
"""Files of games that a server process holds at a time, of different addresses."""

RETRY_SECONDS: Final = 2
"""When to try again what the server had no room for."""

FORM_MEMORY_BYTES: Final = 48 * 1024
FORM_PARTS: Final = 120

CARDS_LENGTH: Final = 400
"""Letters in a field of cards."""

NAMES_LENGTH: Final = 400
"""Letters in a field of names with commas between."""

SUM_LENGTH: Final = 80
"""Letters in a field of points such as 12+11+7."""

MOST_POINTS: Final = 9_999
"""The most that one hand can be typed as, before the rules judge it."""

KEY_LENGTH: Final = 64
"""Letters in the key that a form carries so that it is written once."""

PAGES_BYTES: Final = 32 * 1024 * 1024
"""Memory for the table pages that one process keeps drawn."""

HOME_GAMES: Final = 12
"""Games on the home page before the others are folded away."""

NAMES_OFFERED: Final = 24
"""Names that a new game offers from the games of this browser."""

LOG_LINES: Final = 60
"""Lines of the log on the table page, newest first."""

QUERY_BYTES: Final = 2_000
"""The longest question in an address."""

QUERY_FIELDS: Final = 200
"""Fields of a question in an address."""

COOKIE_DAYS: Final = 400
"""How long a browser remembers its games: the longest that browsers allow."""

RENEWED_AFTER_DAYS: Final = 30
"""The age at which a cookie with keys is written anew, so that it ends only when unused."""

COOKIES_RENEWED: Final = 5
"""Cookies that one answer writes anew: proxies take few headers."""

STATIC_SECONDS: Final = 365 * 24 * 3600

STARTS_PER_MINUTE: Final = 30
"""New games from one address, in each server process."""

WRITES_PER_MINUTE: Final = 600
"""Entries written in games from one address, in each server process: many tables at once."""

PRINTS_PER_MINUTE: Final = 40
RULINGS_PER_MINUTE: Final = 600
GUESSES_PER_MINUTE: Final = 30
"""Links that open nothing, from one address."""

ADDRESSES_REMEMBERED: Final = 2_000
