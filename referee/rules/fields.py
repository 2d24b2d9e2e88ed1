"""The fields of each question: which there are, which are needed, and what each holds.

The one table of them. `questions` takes the words of a field from it, and the description of the
interface for programs is made from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from referee.rules.variant import LAST_CARD_WAYS, Kind


class Holds(StrEnum):
    """What a field of a case holds."""

    CARDS = "cards"
    """A text of cards."""
    SOME_CARDS = "some cards"
    """As `CARDS`; blank where there are none."""
    MELDS = "melds"
    """A list of texts of cards."""
    NUMBER = "number"
    TRUTH = "truth"
    WORD = "word"
    NAME = "name"
    NAMES = "names"
    HANDS = "hands"
    """A table of cards by name."""
    ROUNDS = "rounds"
    """A list of tables of points by name."""


class Needed(StrEnum):
    """Whether a field must be given."""

    ALWAYS = "always"
    IN_SOME_GAMES = "in some games"
    NO = "no"


@dataclass(frozen=True, slots=True)
class CaseField:
    """One field of a case; `words` are those it may hold, `or_null` whether null is an answer."""

    name: str
    holds: Holds
    needed: Needed = Needed.ALWAYS
    words: tuple[str, ...] = ()
    or_null: bool = False


DOWN: Final = ("no", "this-turn", "earlier")
OWN_OR_OTHER: Final = ("own", "other")
USES: Final = ("now", "keep")

_CARDS: Final = CaseField("cards", Holds.CARDS)
_DEAL: Final = CaseField("deal", Holds.NUMBER, Needed.IN_SOME_GAMES)
_DOWN: Final = CaseField("down", Holds.WORD, Needed.IN_SOME_GAMES, DOWN)
_PLAYERS: Final = CaseField("players", Holds.NUMBER, Needed.NO)

_TURN: Final = CaseField("turn", Holds.WORD, Needed.NO, OWN_OR_OTHER)
_DRAWN: Final = CaseField("drawn", Holds.TRUTH, Needed.NO)

FIELDS_OF: Final[Mapping[str, tuple[CaseField, ...]]] = MappingProxyType(
    {
        "meld": (_CARDS, CaseField("kind", Holds.WORD, Needed.NO, tuple(Kind)), _PLAYERS),
        "contract": (
            _DEAL,
            CaseField("melds", Holds.MELDS, Needed.NO),
            CaseField("cards", Holds.CARDS, Needed.NO),
            CaseField("hand", Holds.SOME_CARDS, Needed.NO),
            _TURN,
            _DRAWN,
            _PLAYERS,
        ),
        "further-meld": (_DEAL, _CARDS, _DOWN, _TURN, _DRAWN, _PLAYERS),
        "lay-off": (
            _DEAL,
            _CARDS,
            CaseField("onto", Holds.CARDS),
            _DOWN,
            CaseField("whose", Holds.WORD, Needed.NO, OWN_OR_OTHER),
            _TURN,
            _DRAWN,
            _PLAYERS,
        ),
        "take-wild": (
            _DEAL,
            CaseField("give", Holds.CARDS),
            CaseField("meld", Holds.CARDS),
            CaseField("take", Holds.CARDS, Needed.NO),
            _DOWN,
            CaseField("whose", Holds.WORD, Needed.IN_SOME_GAMES, OWN_OR_OTHER),
            _TURN,
            CaseField("use", Holds.WORD, words=USES),
            _PLAYERS,
        ),
        "discard": (
            _DEAL,
            CaseField("card", Holds.CARDS),
            CaseField("hand", Holds.SOME_CARDS),
            CaseField("took", Holds.CARDS, Needed.NO),
            CaseField("table", Holds.MELDS, Needed.NO),
            _DOWN,
            _TURN,
            _DRAWN,
            _PLAYERS,
        ),
        "go-out": (_DEAL, CaseField("last", Holds.WORD, words=LAST_CARD_WAYS), _PLAYERS),
        "claim": (
            _DEAL,
            CaseField("seats", Holds.NAMES),
            CaseField("turn", Holds.NAME),
            CaseField("wants", Holds.TRUTH),
            CaseField("claims", Holds.NAMES, Needed.NO),
            CaseField("stock", Holds.NUMBER, Needed.NO),
            _PLAYERS,
        ),
        "deal": (CaseField("players", Holds.NUMBER), _DEAL),
        "points": (CaseField("cards", Holds.SOME_CARDS), _PLAYERS),
        "score": (
            CaseField("hands", Holds.HANDS),
            CaseField("out", Holds.NAME, or_null=True),
            _PLAYERS,
        ),
        "standings": (
            CaseField("rounds", Holds.ROUNDS),
            CaseField("left", Holds.NAMES, Needed.NO),
            _PLAYERS,
        ),
        "stock-out": (_DEAL, _PLAYERS),
        "arrange": (_DEAL, CaseField("cards", Holds.SOME_CARDS), _PLAYERS),
    }
)
"""The fields of every question, besides `game`, `ask` and `options`."""
