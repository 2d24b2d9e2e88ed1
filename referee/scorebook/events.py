"""The events of a game's log, each declared once.

Storage, copies, the interface and its description read, check and write events by these types.
A later kind is one more class here, its place in `KINDS`, and its own `fold`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from referee.language import Phrase, say
from referee.rules.stored import phrase_of_plain, say_stored, worded
from referee.scorebook import limits
from referee.scorebook.checked import WrongField, fitting, read_as, text, whole
from referee.scorebook.errors import UnreadableEvent

SCHEMA: Final = 1
"""The form of the stored data; a later form gets a later number and is read beside this one."""


PlayerKey = Annotated[str, text(limits.KEY_OF_PLAYER, "fits-player-key")]
DealId = Annotated[int, whole(1, limits.ENTRIES, "api-deal-id")]
EventNumber = Annotated[int, whole(1, limits.ENTRIES)]
Points = Annotated[int, whole(-limits.HAND_POINTS, limits.HAND_POINTS)]
StartingPoints = Annotated[int, whole(-limits.TOTAL_POINTS, limits.TOTAL_POINTS)]
PlayerName = Annotated[str, text(limits.NAME_LENGTH)]
Cards = Annotated[str, text(limits.CARDS_LENGTH)]
OptionValue = Annotated[str | int | bool | tuple[str, ...], fitting("fits-option")]
Options = Annotated[dict[str, OptionValue], fitting("fits-options")]
Phrasing = Annotated[str, text(limits.SENTENCE_LENGTH, "fits-line")] | dict[str, Any]
"""A sentence as `rules.stored.to_plain` gives it, or a text from programs and earlier versions."""


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


def points_held(hands: Mapping[str, Hand]) -> dict[str, int | None]:
    """What each player held, by key; None while nobody knows it."""
    return {player: hand.points for player, hand in hands.items()}


class LaidMeld(Struct, frozen=True, kw_only=True):
    """A meld on the table: `by` is the key of the player who laid it, `cards` as cases write it."""

    by: PlayerKey
    cards: Cards


class Begins(StrEnum):
    """What somebody who joins late, or returns, is given for the deals that were missed."""

    NOUGHT = "nought"
    AVERAGE = "average"
    WORST = "worst"
    TYPED = "typed"


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

    @property
    def conflict_keys(self) -> frozenset[str]:
        """A concurrent event that shares one of these is answered with `Stale`."""
        return frozenset(subject.format(self) for subject in self.subjects)

    def repeats(self, other: "Event") -> bool:
        """Whether `other` did the same already, so that there is nothing to add.

        The same form sent twice may make two events: the second time it is read at a later table.
        """
        return self == other


class Started(Event, frozen=True, kw_only=True):
    """The table sat down: `players` in seat order to the left, `first_dealer` a seat's key."""

    players: tuple[Seat, ...]
    first_dealer: PlayerKey

    subjects = ("table",)


class WholeDeal(Event, frozen=True, kw_only=True):
    """A deal as it ended: `out` the player who went out, or None, and a hand for every player.

    `deal` is the id of the deal: the number that it got when it was written. It keeps it, however
    many deals are inserted before it or deleted.
    """

    deal: DealId
    out: PlayerKey | None
    hands: Hands

    subjects: ClassVar[tuple[str, ...]] = ("deal {0.deal}",)

    def repeats(self, other: Event) -> bool:
        """Whether both come to the same points; how they were counted does not matter."""
        return (
            isinstance(other, WholeDeal) and self.deal == other.deal and self.result == other.result
        )

    @property
    def result(self) -> tuple[str | None, dict[str, int | None]]:
        """Who went out, and what everybody held."""
        return self.out, points_held(self.hands)


class NewDeal(WholeDeal, frozen=True, kw_only=True):
    """A deal that was not written before, under an id of its own."""


class DealWritten(NewDeal, frozen=True, kw_only=True):
    """The next deal, written for the first time."""


class DealCorrected(WholeDeal, frozen=True, kw_only=True):
    """A deal that was written before, whole, as it should be."""


class DealInserted(NewDeal, frozen=True, kw_only=True):
    """A deal that was forgotten, and was played just before the deal of the id `before`."""

    before: DealId

    subjects = ("before {0.before}", "deal {0.deal}")

    def repeats(self, other: Event) -> bool:
        """Whether the same deal was inserted at the same place, whatever its id is."""
        return (
            isinstance(other, DealInserted)
            and self.before == other.before
            and self.result == other.result
        )


class DealDeleted(Event, frozen=True, kw_only=True):
    """The deal of that id was never played."""

    deal: DealId

    subjects = ("deal {0.deal}",)


class DealSigned(Event, frozen=True, kw_only=True):
    """A player agreed to a deal as it stood: who went out, and what everybody held."""

    deal: DealId
    player: PlayerKey
    out: PlayerKey | None
    points: Annotated[dict[PlayerKey, Points | None], fitting("fits-hands")]

    # A change of the deal is no conflict: a signature says itself what it is about.
    subjects = ("signature of {0.player} in {0.deal}",)
    is_annotation = True

    def agrees(self, out: str | None, hands: Mapping[str, Hand]) -> bool:
        """Whether these are the values that were agreed to; how they were counted is no matter."""
        return self.out == out and self.points == points_held(hands)


class SeatTaken(Event, frozen=True, kw_only=True):
    """A phone took the seat of a player, `over` from another, or left that of the player `by`."""

    player: PlayerKey
    by: PlayerKey | None
    over: bool

    subjects = ("seat of {0.player}",)
    is_annotation = True


class ResultsSwapped(Event, frozen=True, kw_only=True):
    """What stood for one player in a deal was the other's: hands, and who went out."""

    deal: DealId
    one: PlayerKey
    other: PlayerKey

    subjects = ("deal {0.deal}",)


class Undone(Event, frozen=True, kw_only=True):
    """The event of that number counts no more; `about` are the sorted conflict keys of it."""

    entry: EventNumber
    about: Annotated[
        tuple[Annotated[str, text(limits.ABOUT)], ...],
        fitting("fits-texts", "api-about-undone", max_length=limits.ABOUT),
    ] = ()

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset({*self.about, f"entry {self.entry}"})

    def repeats(self, other: Event) -> bool:
        return isinstance(other, Undone) and self.entry == other.entry


class Joined(Event, frozen=True, kw_only=True):
    """Somebody sits down to the left of the player `after`, with so many points."""

    player: Seat
    after: PlayerKey
    begins: Begins
    points: StartingPoints

    subjects = ("player {0.player.key}",)

    def repeats(self, other: Event) -> bool:
        return (
            isinstance(other, Joined)
            and (self.player.name, self.after) == (other.player.name, other.after)
            and _begins_alike(self, other)
        )


class Left(Event, frozen=True, kw_only=True):
    """A player takes no part from the next deal on; the total stays as it is."""

    player: PlayerKey

    subjects = ("player {0.player}",)


class Returned(Event, frozen=True, kw_only=True):
    """A player who left takes part again, on the old seat, with so many points more."""

    player: PlayerKey
    begins: Begins
    points: StartingPoints

    subjects = ("player {0.player}",)

    def repeats(self, other: Event) -> bool:
        return (
            isinstance(other, Returned)
            and self.player == other.player
            and _begins_alike(self, other)
        )


def _begins_alike(new: Joined | Returned, stored: Joined | Returned) -> bool:
    """Whether the same was chosen; an average is another after one more deal."""
    same_points = new.points == stored.points or new.begins is not Begins.TYPED
    return new.begins is stored.begins and same_points


class Renamed(Event, frozen=True, kw_only=True):
    """A player is called otherwise; what was written stays the player's."""

    player: PlayerKey
    name: PlayerName

    subjects = ("name of {0.player}",)


class SeatsMoved(Event, frozen=True, kw_only=True):
    """From the next deal on everybody sits in this order to the left."""

    order: Annotated[
        tuple[PlayerKey, ...],
        fitting(Phrase.of("fits-keys", most=limits.SEATS), max_length=limits.SEATS),
    ]

    subjects = ("seats",)


class DealerChanged(Event, frozen=True, kw_only=True):
    """A player deals next, whoever's turn it was; after that the deal goes on to the left."""

    dealer: PlayerKey

    subjects = ("dealer",)


class CardsDrawn(Event, frozen=True, kw_only=True):
    """What the table drew for the next deal, each empty where it said nothing.

    `deal` is the id that the deal will have. `wild` is the rank that is wild, `*` where a joker was
    drawn, and `upcard` the card turned up.
    """

    deal: DealId
    wild: Cards = ""
    upcard: Cards = ""

    subjects = ("drawn {0.deal}",)


class OptionsChanged(Event, frozen=True, kw_only=True):
    """From the next deal on the table plays by these values of some options."""

    options: Options

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset(f"option {name}" for name in self.options)

    def repeats(self, other: Event) -> bool:
        # Sent again, a form has nothing left to change.
        changed = other.options if isinstance(other, OptionsChanged) else {}
        return all(changed.get(name) == value for name, value in self.options.items())


class Noted(Event, frozen=True, kw_only=True):
    """The game carries a note as its title, and a day (2026-11-21), each empty for none."""

    title: Annotated[str, text(limits.NOTE_LENGTH)]
    day: Annotated[str, text(len("2026-11-21"), "fits-day")]

    subjects = ("note",)


class MeldsLaid(Event, frozen=True, kw_only=True):
    """The melds of a deal as they all lie now; `did` is what was done. No points follow from it."""

    deal: DealId
    melds: Annotated[
        tuple[LaidMeld, ...],
        fitting(Phrase.of("fits-melds", most=limits.TABLE_MELDS), max_length=limits.TABLE_MELDS),
    ]
    did: Phrasing

    subjects = ("melds {0.deal}",)

    is_annotation = True

    def repeats(self, other: Event) -> bool:
        return isinstance(other, MeldsLaid) and self.did == other.did


class RulingKept(Event, frozen=True, kw_only=True):
    """A ruling as it was given; nothing in the game follows from it.

    `asks` is the question and `answers` the answer. `case` and `ruling` are plain data, the ruling
    as `store_ruling` gives it or with the sentences of an earlier version. `deal` is the number of
    the deal it was about, or None. `doubted`: it came in a copy, and was not what the referee said
    of the case when the copy was taken in.
    """

    asks: Phrasing
    answers: Phrasing
    case: dict[str, Any]
    ruling: dict[str, Any]
    deal: int | None = None
    doubted: bool | UnsetType = UNSET

    @property
    def asked(self) -> str:
        """The question as players read it."""
        return sentence_of(self.asks)

    @property
    def answered(self) -> str:
        """The answer as players read it."""
        return sentence_of(self.answers)

    def worded(self) -> dict[str, Any]:
        """The ruling as plain data with its sentences."""
        return worded(self.ruling)

    is_annotation = True

    def repeats(self, other: Event) -> bool:
        return isinstance(other, RulingKept) and self.asks == other.asks


KINDS: Final[dict[str, type[Event]]] = {
    kind_of(event): event
    for event in (
        Started,
        DealWritten,
        DealCorrected,
        DealInserted,
        DealDeleted,
        DealSigned,
        SeatTaken,
        ResultsSwapped,
        Undone,
        Joined,
        Left,
        Returned,
        Renamed,
        SeatsMoved,
        DealerChanged,
        CardsDrawn,
        OptionsChanged,
        Noted,
        MeldsLaid,
        RulingKept,
    )
}
"""The classes of events, by the name that the log has for them."""


def write(event: Event) -> dict[str, Any]:
    """An event as plain data for the log, with its kind and the number of its form."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return plain


def read(plain: Mapping[str, Any]) -> Event:
    """The event from what `write` gave; raises `UnreadableEvent` for a kind or form not known."""
    kind = KINDS.get(str(plain.get("kind")))
    if kind is None or plain.get("schema") != SCHEMA:
        raise UnreadableEvent(
            f"An entry of kind {plain.get('kind')!r}, form {plain.get('schema')!r}, "
            "was written by a later version of this program: bring this one up to date."
        )
    try:
        return read_as(kind, plain)
    except WrongField as wrong:
        raise UnreadableEvent(f"An entry of kind {kind_of(kind)!r} is damaged. {wrong}") from wrong


def size_of(event: Event) -> int:
    """About how many bytes of memory an event takes, with what a book keeps of it."""
    # Plain data takes about ten times as much memory as its text.
    return 1_000 + 10 * len(msgspec.json.encode(event))


def label_text(label: str | Phrase) -> str:
    """The label of a link in the language in use."""
    return label if isinstance(label, str) else say(label.message, **dict(label.values))


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
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
