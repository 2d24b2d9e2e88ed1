"""Bringing a long game back from its file."""

import json
import tempfile
import time
from functools import cache
from pathlib import Path

from referee.scorebook import events, limits
from referee.scorebook.plain import plain_game
from referee.scorebook.transfer import FORMAT, SCHEMA, _digest, import_games
from referee.web.games.transfer import recheck
from tests.bench import Figure, benchmark, median_seconds, scaled, within
from tests.scorebook.tables import corrected, log_of, open_book, started, written

LINES = scaled(4_901, 320)
PLAYERS = 8


@cache
def long_game() -> str:
    """The file of a game of as many deals as there may be, its first deal corrected for ever."""
    names = [f"Player {number}" for number in range(1, PLAYERS + 1)]
    points = [5 * number for number in range(PLAYERS)]
    deals = [written(deal, None, *points) for deal in range(1, limits.DEALS + 1)]
    fixes = [corrected(1, None, fix, *points[1:]) for fix in range(LINES - limits.DEALS - 1)]
    variant = plain_game()
    game = {
        "title": "A long game",
        "started_at": "2026-11-22T20:00:00+00:00",
        "variant": variant.id,
        "options": dict(variant.chosen),
        "definition": variant.definition,
        "log": [
            {
                "at": stamped.at.isoformat(),
                "who": stamped.label,
                "key": stamped.key,
                "base": stamped.base,
                "entry": events.write(stamped.event),
            }
            for stamped in log_of(started(*names), *deals, *fixes)
        ],
    }
    whole = {"format": FORMAT, "schema": SCHEMA, "games": [game], "check": _digest([game])}
    return json.dumps(whole, indent=1)


@benchmark(
    f"bringing a game of {LINES:,} lines, {limits.DEALS} deals",
    floor="reading its file as JSON and hashing it",
    aim="≤ 3 s",
    meets=within(3),
)
def bringing() -> Figure:
    text = long_game()
    with tempfile.TemporaryDirectory() as folder, open_book(Path(folder)).app_context():
        start = time.process_time()
        (one,) = import_games(text, {plain_game().id: plain_game()}, recheck)
        taken = time.process_time() - start
    assert one.started, one
    floor = median_seconds(lambda: _digest(json.loads(text)["games"]), times=5, warm_up=1)
    return Figure(seconds=taken, floor=floor)
