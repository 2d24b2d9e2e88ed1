"""The plain score game: numbers for anything else that is played the same evening.

It is a variant like the others, so that the book, its pages and its copies need to know nothing of
it. No card of it costs anything: any number may be written, below nought too.
"""

from functools import cache
from typing import Any, Final

from referee.rules.build import build
from referee.rules.rulebook import RULEBOOK
from referee.rules.variant import Variant

ID: Final = "scores"
"""What games call it in the database; nothing asks for it by this name."""

_AGREED: Final = {"text": "As the table agrees.", "by": "table", "option": "best"}

_DEFINITION: Final[dict[str, Any]] = {
    "name": "Any other game",
    "about": "Numbers for any other game: highest or lowest wins, negative scores allowed.",
    "source": {"title": "The table"},
    "players": {"least": 2, "most": 8},
    "packs": {"by_players": {"2-8": 1}},
    "jokers": {},
    "ranks": {"ace": "low"},
    "wilds": {},
    "sets": {"least": 3},
    "runs": {"least": 3},
    "cards_each": {"2-8": 1},
    "further_melds": {"allowed": "any"},
    "lay_off": {"needs_contract": False},
    "take_wild": {},
    "discard": {"taken": True},
    "go_out": {"by": ["meld", "lay-off", "discard"]},
    "claim": {"by": "none"},
    "stock": {"out": "reshuffle"},
    "points": {"A-K": 0},
    "scoring": {"winner": "zero", "best": "highest", "nobody_out": "all-count", "ties": "shared"},
    "end": {"target": 0, "rounds": 0},
    "options": {
        "best": {
            "asks": "Who wins?",
            "default": "highest",
            "choices": [
                {
                    "value": "highest",
                    "label": "the highest total",
                    "set": {"scoring.best": "highest"},
                },
                {
                    "value": "lowest",
                    "label": "the lowest total",
                    "set": {"scoring.best": "lowest"},
                },
            ],
        },
        "target": {
            "asks": "Which total ends the game?",
            "default": 0,
            "key": "end.target",
            "least": 0,
            "most": 99_999,
            "zero_means": "none",
        },
        "rounds": {
            "asks": "How many rounds do you play instead?",
            "default": 0,
            "key": "end.rounds",
            "least": 0,
            "most": 100,
            "zero_means": "as many as you like",
        },
    },
}


@cache
def plain_game() -> Variant:
    """The plain score game under its defaults."""
    rules = {one.id: _AGREED for one in RULEBOOK}
    return build({**_DEFINITION, "rules": rules}, id=ID)
