"""The plain score game: numbers for anything else that is played the same evening.

It is a variant like the others, so that the book, its pages and its copies need to know nothing of
it. No card of it costs anything: any number may be written, below nought too.
"""

from functools import cache
from typing import Any, Final

from referee.rules.building.build import build
from referee.rules.building.definition import EDITION
from referee.rules.schema.variant import Variant

ID: Final = "scores"
"""What games call it in the database; nothing asks for it by this name."""

_DEFINITION: Final[dict[str, Any]] = {
    "edition": EDITION,
    "name": "Any other game",
    "about": "Numbers for any other game: highest or lowest wins, negative scores allowed.",
    "source": {"title": "The table"},
    "players": {"least": 2, "most": 8},
    "packs": {"by_players": {"2-8": 1}},
    "cards_each": {"2-8": 1},
    "further_melds": {"allowed": "any"},
    "lay_off": {"needs_contract": False},
    "points": {"A-K": 0},
    "scoring": {"best": "highest"},
    "options": {
        "best": {
            "default": "highest",
            "rules": ["end.winner"],
            "choices": [
                {"value": "highest", "set": {"scoring.best": "highest"}},
                {"value": "lowest", "set": {"scoring.best": "lowest"}},
            ],
        },
        "target": {
            "default": 0,
            "rules": ["end.when"],
            "key": "end.target",
            "least": 0,
            "most": 99_999,
        },
        "rounds": {
            "default": 0,
            "rules": ["end.when"],
            "key": "end.rounds",
            "least": 0,
            "most": 100,
        },
    },
}


@cache
def plain_game() -> Variant:
    """The plain score game under its defaults."""
    return build(_DEFINITION, id=ID)
