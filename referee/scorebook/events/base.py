"""What every event of a log is: its fields, its place in the log, and what it must say."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct, UnsetType

from referee.language import Phrase, say
from referee.rules.scoring.parts import BEFELL
from referee.rules.stored import phrase_of_plain, say_stored
from referee.scorebook import limits
from referee.scorebook.checked import fitting, text, whole
from referee.scorebook.errors import Refused, UnreadableEvent

if TYPE_CHECKING:
    from referee.scorebook.events.state import Folded, GameState
    from referee.scorebook.projection import ScoreBook

T = TypeVar("T")

SCHEMA: Final = 1
"""The form of the stored data; a later form gets a later number and is read beside this one."""

PlayerKey = Annotated[str, text(limits.KEY_OF_PLAYER, "fits-player-key")]

DealId = Annotated[int, whole(1, limits.ENTRIES, "api-deal-id")]

Moves = Annotated[tuple[DealId, DealId] | UnsetType, fitting("fits-moves", "api-about-undone")]
"""The id of a deal, and that under which the table plays it from then on: what was drawn, laid and
counted for it goes along."""

EventNumber = Annotated[int, whole(1, limits.ENTRIES)]

Points = Annotated[int, whole(-limits.HAND_POINTS, limits.HAND_POINTS)]

StartingPoints = Annotated[int, whole(-limits.TOTAL_POINTS, limits.TOTAL_POINTS)]

PlayerName = Annotated[str, text(limits.NAME_LENGTH)]

Cards = Annotated[str, text(limits.CARDS_LENGTH)]

OptionValue = Annotated[str | int | bool | tuple[str, ...], fitting("fits-option")]

Options = Annotated[dict[str, OptionValue], fitting("fits-options")]

Phrasing = Annotated[str, text(limits.SENTENCE_LENGTH, "fits-line")] | dict[str, Any]
"""A sentence as `rules.stored.to_plain` gives it, or a text from programs and earlier versions."""


_Happened = Literal["hand", "cut", "wrong-declaration", "unopened", "laid"]
_Gin = Literal["", "gin", "big-gin", "closed", "chinchon"]


def player_key(number: int) -> str:
    """The key of a player by number: from 1, in the order in which they came to the table."""
    return f"p{number}"


def player_number(key: str) -> int:
    """The number of a player by key."""
    return int(key.removeprefix("p"))


class Seat(Struct, frozen=True, kw_only=True):
    """A place at the table: `key` never changes (`p1`), `name` is how the player is called."""

    key: PlayerKey
    name: PlayerName


class Hand(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The value of the cards that one player held when a deal ended.

    `points` is None while nobody knows it yet: that is neither 0 nor a deal sat out. `cards` are
    those cards where they were tapped, as `write_cards` gives them; `sum` is what was typed where
    it was more than a number, such as `12+11+7`.
    """

    points: Points | None
    cards: Cards | None = None
    sum: Annotated[str, text(limits.SUM_LENGTH)] | None = None


Hands = Annotated[dict[PlayerKey, Hand], fitting("fits-hands")]


class Besides(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the table says of a deal besides who ended it, and what everybody held.

    `gin`: with which gin it was ended, if with any. `melded`: what each player laid down, where
    that counts. `events`: what else happened, and `dropped` when somebody left the deal, each by
    the player. `points_alone`: nobody says what was held, as on a pad of paper; hands are the
    points that each player writes.
    """

    gin: _Gin = ""
    melded: Hands = {}
    events: Annotated[dict[PlayerKey, tuple[_Happened, ...]], fitting("fits-events")] = {}
    dropped: Annotated[dict[PlayerKey, Literal["first", "middle"]], fitting("fits-dropped")] = {}
    points_alone: Annotated[bool, fitting("fits-true")] = False

    def among(self, players: Collection[str], renamed: Mapping[str, str]) -> "Besides":
        """What it says of those players, some of them under the keys of others."""

        def of(by_player: Mapping[str, T]) -> dict[str, T]:
            return {renamed.get(key, key): by_player[key] for key in by_player if key in players}

        return msgspec.structs.replace(
            self, melded=of(self.melded), events=of(self.events), dropped=of(self.dropped)
        )

    def fate_of(self, player: str) -> str:
        """What befell a player, whose hand does not count then; empty for nothing."""
        befell = [event for event in self.events.get(player, ()) if event in BEFELL]
        return befell[-1] if befell else self.dropped.get(player, "")


NOTHING_BESIDES: Final = Besides()
POINTS_ALONE: Final = Besides(points_alone=True)

Result: TypeAlias = tuple[str | None, dict[str, int | None], Besides]
"""Who ended a deal, what everybody held by key, and what else the table said."""


def _kind(name: str) -> str:
    """The name that the log has for a class of events, such as `deal-written`."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


def kind_of(event: "Event | type[Event]") -> str:
    """The name that the log has for an event or a class of them."""
    return str(event.__struct_config__.tag)


def sentence_of(phrasing: "str | dict[str, Any]") -> str:
    """A stored sentence as players read it; raises `ValueError` for a damaged one."""
    return say_stored(phrase_of_plain(phrasing))


class Event(Struct, frozen=True, kw_only=True, tag_field="kind", tag=_kind):
    """Anything that the log of a game can hold."""

    schema: Annotated[int, whole(SCHEMA, SCHEMA)] = SCHEMA

    subjects: ClassVar[tuple[str, ...]] = ()
    """What it is about, with its own fields filled in: each is a conflict key."""
    is_annotation: ClassVar[bool] = False
    """Whether nothing at the table follows from it, neither points nor who plays."""
    is_change: ClassVar[bool] = True
    """Whether, unless it is an annotation, it changes what was written or how the table plays."""
    from_programs: ClassVar[bool] = True
    """Whether programs may write it."""

    @property
    def conflict_keys(self) -> frozenset[str]:
        """A concurrent event that shares one of these is answered with `Stale`."""
        return frozenset(subject.format(self) for subject in self.subjects)

    @property
    def corrects(self) -> int | None:
        """The id of the deal of which it says otherwise how it ended, or None."""
        return None

    def check(self, book: "ScoreBook") -> None:
        """Check that it can follow a score book; raises `Refused` saying what would be right.

        What the cards on the table make impossible is for `rules.tally` to say before.
        """
        raise Refused("no-start-again")

    def check_new(self, book: "ScoreBook") -> None:
        """Check besides that it may be written now; copies may hold what was written before."""

    def apply(self, state: "GameState") -> "Folded":
        """The state after it.

        It may stand after an event that it built on was undone: what it can no longer change, it
        leaves as it is.
        """
        raise UnreadableEvent(f"Nothing says what an entry of kind {kind_of(self)!r} does.")

    def repeats(self, other: "Event") -> bool:
        """Whether `other` did the same already, so that there is nothing to add.

        The same form sent twice may make two events: the second time it is read at a later table.
        """
        return self == other


def write(event: Event) -> dict[str, Any]:
    """An event as plain data for the log, with its kind and the number of its form."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return plain


def label_text(label: str | Phrase) -> str:
    """The label of a link in the language in use."""
    return label if isinstance(label, str) else say(label.message, **dict(label.values))


def key_of(number: int, key: str) -> str:
    """The key of an event that is written with others under one, counting from 0."""
    return f"{key[:60]}-{number}" if number else key


class Recorded(Struct, frozen=True, kw_only=True):
    """An event in its place in the log.

    `number` counts from 1. `key` was made by the client. `at` is in UTC. `link_id` and `link_label`
    say through which link it came. `base` is the number of the last event that its writer had seen.
    """

    number: int
    key: str
    at: datetime
    link_id: str
    link_label: str | Phrase
    base: int
    event: Event

    @property
    def label(self) -> str:
        """The link that it came through, in the language in use."""
        return label_text(self.link_label)
