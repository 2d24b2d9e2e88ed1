"""The limits of the site: sizes, times, counts and rates."""

from typing import Final

BODY_BYTES: Final = 64 * 1024
"""The longest body of a request; the largest form is far below it."""

COPY_BYTES: Final = 8 * 1024 * 1024
"""The longest file of games."""

COPY_RETRY_SECONDS: Final = 30
"""When to retry an import of games while somebody else imports some."""

READ_BYTES: Final = 2 * COPY_BYTES
"""The longest body that is read and discarded, so that the page that says “too large” arrives."""

DISCARDED_PER_SECOND: Final = 32 * 1024 * 1024
"""Bytes that a server process reads in a second and discards."""

HEAD_BYTES: Final = 64 * 1024
"""The longest head of a request; browsers send a fifth of this at most."""

HEAD_FIELDS: Final = 100

HEAD_SECONDS: Final = 10.0
"""How long the head of a request may take to arrive."""

BODY_SECONDS: Final = 20.0
"""How long the body of a request may take to arrive."""

COPY_SECONDS: Final = 120.0
"""How long a file of games may take to arrive."""

IDLE_SECONDS: Final = 15
"""How long a connection stays open between two requests."""

SILENCE_SECONDS: Final = 15.0
"""How long a phone may stop fetching a response before its connection is closed."""

ANSWER_SECONDS: Final = 120.0
"""How long a phone may take to fetch its responses."""

UNSENT_PER_ADDRESS: Final = 16 * 1024 * 1024
"""Bytes of large responses that each server process holds for the phones of one address."""

UNSENT_BYTES: Final = 64 * 1024 * 1024
"""Bytes of large responses that each server process holds in all."""

SYSTEM_BYTES: Final = 128 * 1024
"""Bytes of responses that the system holds for each connection; Linux takes twice as many."""

CONNECTIONS: Final = 1_000
"""Connections to each server process."""

CONNECTIONS_PER_ADDRESS: Final = 60
"""Connections of one address to each server process: ten phones behind one router."""

REQUESTS_PER_ADDRESS: Final = 60
"""Requests of one address that are in progress in each server process. It also holds behind a proxy
on this machine, whose connections all come from one address."""

PIPELINED: Final = 24
"""Pipelined requests that may wait on a connection."""

TABLE_THREADS: Final = 4
"""Threads for pages of tables in each server process; one address gets all but one of them."""

TABLE_ENTRIES: Final = 150
"""Entries of the longest game that is answered where tables are: a page of a longer one may take
more than 50 ms of the processor, and is made where rulings are."""

RULINGS_WAITING: Final = 8
"""Rulings of one address that may wait in each server process."""

PRINTS_WAITING: Final = 4
"""PDF files of one address that may wait in each server process."""

COPIES_AT_ONCE: Final = 2
"""Files of games that a server process receives at a time, each from another address."""

RETRY_SECONDS: Final = 2
"""When to retry a request that the server was too busy for."""

FORM_MEMORY_BYTES: Final = 48 * 1024
FORM_PARTS: Final = 120

CARDS_LENGTH: Final = 400
"""Characters in a field of cards."""

NAMES_LENGTH: Final = 400
"""Characters in a field of names separated by commas."""

PAGES_BYTES: Final = 32 * 1024 * 1024
"""Memory for rendered table pages in each server process."""

PICTURES_BYTES: Final = 4 * 1024 * 1024
"""Memory for pictures of standings in each server process."""

SEARCH_LENGTH: Final = 100
"""Characters of what is searched for among games and rules."""

SEARCHED_GAMES: Final = 10
"""Games from which on the home page can be searched."""

NAMES_OFFERED: Final = 24
"""Names from earlier games that a new game suggests."""

QUERY_BYTES: Final = 2_000
"""The longest query string."""

QUERY_FIELDS: Final = 200
"""Fields of a query string."""

COOKIE_DAYS: Final = 400
"""How long a browser keeps its keys: the longest that browsers allow."""

RENEWED_AFTER_DAYS: Final = 30
"""The age at which a cookie with keys is sent again, so that only unused ones expire."""

COOKIES_RENEWED: Final = 5
"""Cookies that one response renews; proxies accept few headers."""

STATIC_SECONDS: Final = 365 * 24 * 3600

STARTS_PER_MINUTE: Final = 30
"""New games from one address in each server process."""

WRITES_PER_MINUTE: Final = 600
"""Entries from one address in each server process: enough for many tables."""

PRINTS_PER_MINUTE: Final = 40
RULINGS_PER_MINUTE: Final = 600
GUESSES_PER_MINUTE: Final = 30
"""Links that open nothing, asked for by one address."""

CODES_PER_MINUTE: Final = 10
"""Wrong codes for a seat, typed at one address; `scorebook.counting` says why."""

ADDRESSES_REMEMBERED: Final = 2_000
