"""What programs send and get, each declared once for reading, writing and describing it."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType, field

from referee.language import Phrase, Series, say
from referee.scorebook import limits
from referee.scorebook.checked import WrongField, check_plain, fitting, read_as, whole, wrong_field
from referee.scorebook.errors import Refused
from referee.scorebook.events import KINDS
from referee.scorebook.events.base import Besides, Event, Hand, Options, kind_of
from referee.scorebook.events.table import RulingKept
from referee.scorebook.plain import plain_game
from referee.variants import catalogue

GAMES: Final = (*(variant.id for variant in catalogue()), plain_game().id)

KINDS_SENT: Final[dict[str, type[Event]]] = {
    kind: event for kind, event in KINDS.items() if event.from_programs
}
"""The events that programs write."""

SAMPLE_START: Final[dict[str, Any]] = {"game": plain_game().id, "players": ["Ann", "Bo"]}
SAMPLE_ENTRY: Final[dict[str, Any]] = {
    "key": "made-by-you-1",
    "base": 1,
    "entry": {
        "kind": "deal-written",
        "deal": 1,
        "out": "p1",
        "hands": {"p1": {"points": 0}, "p2": {"points": 20}},
    },
}
"""What the worked example sends to start a game, and to write a deal in it."""

Key = Annotated[
    str, fitting(Phrase.of("fits-key", least=8), "api-key-made", pattern=f"^{limits.KEY.pattern}$")
]
StartKey = Annotated[
    str,
    fitting(
        Phrase.of("fits-key", least=22), "api-key-start", pattern=f"^{limits.START_KEY.pattern}$"
    ),
]


class GameStart(Struct, frozen=True, kw_only=True):
    """What starts a game."""

    game: Annotated[
        str,
        fitting(
            Phrase.of("fits-one-of", known=Series(GAMES)),
            pattern=f"^({'|'.join(GAMES)})$",
            extra_json_schema={"enum": list(GAMES)},
        ),
    ]
    players: Annotated[
        tuple[str, ...],
        fitting(
            Phrase.of("fits-players", most=limits.SEATS), min_length=2, max_length=limits.SEATS
        ),
    ]
    first_dealer: Annotated[int, whole(0, limits.SEATS - 1, "api-first-dealer")] = 0
    called: Annotated[str, Meta(description="api-called")] = ""
    parts: Annotated[tuple[str, ...], Meta(description="api-parts")] = ()
    options: Options = {}
    note: Annotated[str, Meta(description="api-note")] = ""
    key: StartKey | UnsetType = UNSET


class EntrySent(Struct, frozen=True, kw_only=True):
    """What writes an event; `read_event` reads the event itself."""

    key: Key
    base: Annotated[int, whole(0, limits.ENTRIES, "api-base")]
    entry: Annotated[
        dict[str, Any],
        fitting("fits-entry", extra_json_schema={"$ref": "#/components/schemas/Entry"}),
    ]


class LogAsked(Struct, frozen=True, kw_only=True):
    """Which lines of the log are sent: those after an entry, of so many entries at most."""

    after: Annotated[int, whole(0, limits.ENTRIES, "api-log-after")] | UnsetType = UNSET
    limit: Annotated[int, whole(1, limits.LOG_PART, "api-log-limit")] = limits.LOG_PART


class Secrets(Struct, frozen=True, kw_only=True):
    """The secrets of the two links that a game starts with."""

    keeper: str
    viewer: str


class GameStarted(Struct, frozen=True, kw_only=True):
    """A game that was just started."""

    id: str
    secrets: Secrets


class GamePlayer(Struct, frozen=True, kw_only=True):
    """Somebody who ever sat down; `plays` is false for those who left."""

    key: str
    name: str
    plays: bool


class GameDeal(Struct, frozen=True, kw_only=True):
    """A deal as it stands now; `slip` is the id that events call it by.

    `hands` and `besides` are what its points come from, as the table wrote it.
    """

    number: int
    deal_id: int = field(name="slip")
    dealer: str
    out: str | None
    hands: Mapping[str, Hand]
    besides: Besides | None
    points: Mapping[str, int]
    parts: Mapping[str, Mapping[str, int]]
    missing: tuple[str, ...]
    running: Mapping[str, int]


class GamePoints(Struct, frozen=True, kw_only=True):
    """Points outside a deal, under the id by which an entry changes them.

    `after` is the id of the deal before, 0 before the first.
    """

    id: int
    player: str
    points: int
    why: str
    after: int


class NextDeal(Struct, frozen=True, kw_only=True):
    """The deal that comes next."""

    number: int
    slip: int
    dealer: str
    leader: str


class GameLogLine(Struct, frozen=True, kw_only=True):
    """A line of the log as players read it."""

    number: int
    at: str
    who: str
    says: str
    stands: bool


class Game(Struct, frozen=True, kw_only=True):
    """A game: players, deals, standings, what comes next, and a part of the log.

    `called` is what the table calls any other game, empty for the rest. `final` are the totals with
    what is added to them once the game is over, empty before.
    """

    id: str
    version: int
    title: str
    game: str
    called: str
    options: dict[str, Any]
    players: list[GamePlayer]
    deals: list[GameDeal]
    given: list[GamePoints]
    totals: Mapping[str, int]
    final: Mapping[str, int]
    places: Mapping[str, int]
    finished: bool
    winners: tuple[str, ...]
    next: NextDeal | None
    log: list[GameLogLine]


class EntryWritten(Struct, frozen=True, kw_only=True):
    """What was written; `again`: it was saved before."""

    number: int
    again: bool
    game: Game


class Wrong(Struct, frozen=True, kw_only=True):
    """The field that is wrong, or an empty text, and what would be right."""

    field: str
    message: str


class EntryConflict(Struct, frozen=True, kw_only=True):
    """What is saved instead of an entry that was not written."""

    error: Wrong
    theirs: list[dict[str, Any]]
    version: int


def read_event(plain: Mapping[str, Any]) -> Event:
    """The event that a program sends; raises `WrongField`."""
    kind = plain.get("kind")
    if kind == kind_of(RulingKept):
        raise WrongField("entry.kind", say("field-ruling"))
    if not isinstance(kind, str) or kind not in KINDS_SENT:
        raise WrongField("entry.kind", say("field-kind", kinds=Series(tuple(KINDS_SENT))))
    event = read_as(KINDS_SENT[kind], plain, "entry")
    try:
        check_plain(
            {name: value for name, value in plain.items() if name in event.__struct_fields__}
        )
    except Refused:
        raise wrong_field(KINDS_SENT[kind], plain, "entry") from None
    return event
