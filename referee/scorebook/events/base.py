"""What every event of a log is, and what the events of a game come to so far."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import chain, islice, repeat
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
)

import msgspec
from msgspec import Struct

from referee.language import Phrase, Sayable, say
from referee.rules.schema.deck import NOTHING_DRAWN, Drawn
from referee.rules.schema.variant import Variant
from referee.rules.scoring.standings import out_of
from referee.rules.stored import phrase_of_plain, say_stored
from referee.scorebook import limits
from referee.scorebook.checked import fitting, text, whole
from referee.scorebook.errors import Refused, UnreadableEvent

if TYPE_CHECKING:
    from referee.scorebook.events.deals import DealSigned
    from referee.scorebook.projection import ScoreBook


T = TypeVar("T")

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
    the player.
    """

    gin: _Gin = ""
    melded: Hands = {}
    events: Annotated[dict[PlayerKey, tuple[_Happened, ...]], fitting("fits-events")] = {}
    dropped: Annotated[dict[PlayerKey, Literal["first", "middle"]], fitting("fits-dropped")] = {}

    def among(self, players: Collection[str], renamed: Mapping[str, str]) -> "Besides":
        """What it says of those players, some of them under the keys of others."""

        def of(told: Mapping[str, T]) -> dict[str, T]:
            return {renamed.get(key, key): told[key] for key in told if key in players}

        return msgspec.structs.replace(
            self, melded=of(self.melded), events=of(self.events), dropped=of(self.dropped)
        )


def points_held(hands: Mapping[str, Hand]) -> dict[str, int | None]:
    """What each player held, by key; None while nobody knows it."""
    return {player: hand.points for player, hand in hands.items()}


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
    from_programs: ClassVar[bool] = True
    """Whether programs may write it."""

    @property
    def conflict_keys(self) -> frozenset[str]:
        """A concurrent event that shares one of these is answered with `Stale`."""
        return frozenset(subject.format(self) for subject in self.subjects)

    def check(self, book: "ScoreBook") -> None:
        """Check that it can follow a score book; raises `Refused` saying what would be right.

        What the cards on the table make impossible is for `rules.tally` to say before.
        """
        raise Refused("no-start-again")

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


Sentence: TypeAlias = str | Phrase | Sayable
"""What a line of the log says; text as an earlier version wrote it stays as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeal:
    """How a deal ended, as it stands now; `deal_id` never changes.

    `points` are those known for each player who took part, and `parts` what they are the sums of;
    none where the table wrote the sums. `besides` is what it said besides the hands, or None.
    `order` is who sat where to the left, those who were away too. `variant` is the game with the
    options of that time. `dealer_override` dealt it out of turn, or is None. `starting_points` are
    what somebody sat down with just before. `drawn` is what the table drew for it. `signatures` are
    the last of each player who agreed to it, maybe as it stood before a change, and
    `from_earlier_phones` the keys of those whose seat another phone took since.
    """

    deal_id: int
    out: str | None
    hands: Mapping[str, Hand]
    points: Mapping[str, int]
    parts: Mapping[str, Mapping[str, int]]
    besides: Besides | None = None
    order: tuple[str, ...]
    variant: Variant
    dealer_override: str | None = None
    starting_points: Mapping[str, int]
    drawn: Drawn = NOTHING_DRAWN
    signatures: tuple["DealSigned", ...] = ()
    from_earlier_phones: frozenset[str] = frozenset()

    @property
    def signed(self) -> dict[str, bool]:
        """The keys of those who signed it, each with whether that was as it stands now."""
        return {
            signature.player: signature.agrees(self.out, self.hands, self.besides)
            for signature in self.signatures
        }

    @property
    def missing(self) -> tuple[str, ...]:
        """The keys of those whose points are not known yet though they took part, in seat order."""
        return tuple(key for key in self.order if key in self.hands and key not in self.points)


@dataclass(frozen=True, slots=True)
class Given:
    """Points for a player outside a deal, and why; `after` is the id of the deal before, or 0."""

    player: str
    points: int
    why: str
    after: int


@dataclass(frozen=True, kw_only=True)
class GameState:
    """What the events say so far: enough to read on from.

    `names` are those of all who ever sat down, by key, in order to the left; those `away` take no
    part for now.
    `dealer_override` deals next out of turn, and `starting_points` are what somebody sits down with
    before the next deal. `drawn` is what the table drew, by the id of the deal. `given` are points
    outside a deal, by their id. `earned` is the sum of those and of the deals, and `incomplete` how
    many deals lack points.
    """

    variant: Variant
    names: Mapping[str, str] = field(default_factory=dict)
    away: frozenset[str] = frozenset()
    first_dealer: str = ""
    dealer_override: str | None = None
    starting_points: Mapping[str, int] = field(default_factory=dict)
    drawn: Mapping[int, Drawn] = field(default_factory=dict)
    deals: tuple[PlayedDeal, ...] = ()
    given: Mapping[int, Given] = field(default_factory=dict)
    earned: Mapping[str, int] = field(default_factory=dict)
    incomplete: int = 0
    title: str = ""
    day: str = ""

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """All who ever sat down, in seat order."""
        return tuple([Seat(key=key, name=name) for key, name in self.names.items()])

    @cached_property
    def players(self) -> tuple[Seat, ...]:
        """Those who play now, in seat order: all at the table who are not out of the game."""
        gone = {*self.away, *self.out}
        if len(self.names) - len(gone) < 2:
            gone = {*self.away}
        return tuple([Seat(key=k, name=name) for k, name in self.names.items() if k not in gone])

    @cached_property
    def out(self) -> Mapping[str, int]:
        """Since which deal players are out of the game, by key."""
        out: dict[str, int] = {}
        if self.variant.end.out_at:
            hands: Collection[str]
            after = zip(self.running(), [deal.hands for deal in self.deals], strict=True)
            for number, (totals, hands) in enumerate((*after, (self.totals, ())), 1):
                # Who plays a deal was not out before it, or came back.
                out = {
                    key: number if key in hands else out.get(key, number)
                    for key in out_of(self.variant, totals)
                }
        return out

    def running(self) -> Iterator[Mapping[str, int]]:
        """The totals of everybody who had sat down, after each deal."""
        totals: dict[str, int] = {}
        for place, deal in enumerate(self.deals):
            totals = {**dict.fromkeys(deal.hands, 0), **totals}
            given = [(each.player, each.points) for each in self.given_after(place)]
            for key, more in (*deal.starting_points.items(), *deal.points.items(), *given):
                totals[key] = totals.get(key, 0) + more
            yield totals

    @property
    def totals(self) -> dict[str, int]:
        """What everybody who ever sat down has so far, by key, in seat order."""
        more = self.starting_points if self.deals else {}
        return {key: self.earned.get(key, 0) + more.get(key, 0) for key in self.names}

    def with_deals(
        self,
        place: int,
        new: Sequence[PlayedDeal],
        *,
        instead: int = 0,
        **changes: Any,
    ) -> "GameState":
        """The state with new deals at a place, from 0, instead of so many that were there."""
        gone = self.deals[place : place + instead]
        earned = dict(self.earned)
        incomplete = self.incomplete
        for sign, deals in ((-1, gone), (1, new)):
            for deal in deals:
                incomplete += sign * (len(deal.points) < len(deal.hands))
                for points in (deal.points, deal.starting_points):
                    for key, number in points.items():
                        earned[key] = earned.get(key, 0) + sign * number
        deals = (*self.deals[:place], *new, *self.deals[place + instead :])
        return replace(self, deals=deals, earned=earned, incomplete=incomplete, **changes)

    def given_after(self, place: int) -> tuple[Given, ...]:
        """Points given after the deal at a place, from 0; also those before the first deal."""
        ids = {self.deals[place].deal_id, *(() if place else (0,))}
        return tuple([given for given in self.given.values() if given.after in ids])

    def index_of(self, deal_id: int) -> int | None:
        """Where a deal stands among the others, from 0, or None where it does not any more."""
        for index, deal in enumerate(self.deals):
            if deal.deal_id == deal_id:
                return index
        return None

    def deal(self, deal_id: int) -> PlayedDeal | None:
        """The deal of an id, or None where it does not stand any more."""
        place = self.index_of(deal_id)
        return None if place is None else self.deals[place]

    def dealers(self) -> Iterator[str]:
        """The dealer of each deal that is written, then of those to come, without end.

        It is the next to the left who plays, unless somebody else is named.
        """
        seats, present = tuple(self.names), {seat.key for seat in self.players}
        tables: Iterable[tuple[str | None, Sequence[str], Collection[str]]] = chain(
            ((deal.dealer_override, deal.order, deal.hands) for deal in self.deals),
            [(self.dealer_override, seats, present)],
            repeat((None, seats, present)),
        )
        last: str | None = None
        for override, order, playing in tables:
            if override is not None and override in playing:
                last = override
            elif last is None and self.first_dealer in playing:
                last = self.first_dealer
            else:
                last = left_of(last or self.first_dealer, order, playing)
            yield last

    @property
    def next_dealer(self) -> str:
        """The key of the player whose turn to deal comes after the deals that are written."""
        return next(islice(self.dealers(), len(self.deals), None))


def left_of(player: str, order: Sequence[str], present: Collection[str]) -> str:
    """The next player to the left who is present; the first present where that is nobody."""
    start = order.index(player) + 1 if player in order else 0
    round_the_table = (*order[start:], *order[:start])
    return next((key for key in round_the_table if key in present), player)


class Folded(NamedTuple):
    """The state after an event, and what the event did in sentences of the log.

    `deal` is the number that the deal it is about has then, or None.
    """

    state: GameState
    lines: tuple[Sentence, ...] = ()
    deal: int | None = None
