"""The entries of a game's log: what somebody wrote, as frozen values and as plain data.

A later kind is one more class here with `@kind`, and its fold in `book`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from referee.scorebook.refusals import UnreadableEntry

SCHEMA: Final = 1
"""The form of the plain data; a later form gets a later number and is read beside this one."""

Plain = Mapping[str, Any]
"""What a JSON reader gives for an object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The value of the cards that one player held when a deal ended.

    `points` is None while nobody knows it yet: that is neither 0 nor a deal sat out. `cards` are
    those cards where they were tapped, as `write_cards` gives them; `sum` is what was typed where
    it was more than a number, such as `12+11+7`.
    """

    points: int | None
    cards: str | None = None
    sum: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A place at the table: `key` never changes (`p1`), `name` is how the player is called."""

    key: str
    name: str


class Entry(ABC):
    """Anything that the log of a game can hold."""

    __slots__ = ()

    kind: ClassVar[str]

    @property
    @abstractmethod
    def touches(self) -> frozenset[str]:
        """What it writes about: two entries that share one of these contradict each other."""

    @property
    def writes_slip(self) -> int:
        """The number that it gives to a deal of its own, or 0."""
        return 0

    @property
    def is_noted_only(self) -> bool:
        """Whether nothing at the table follows from it, neither points nor who plays."""
        return False

    @property
    def bytes(self) -> int:
        """About how much memory it takes, with what is kept of it in a book."""
        return 1_000

    def says_the_same(self, other: "Entry") -> bool:
        """Whether somebody else wrote the same already, so that there is nothing to add."""
        return self == other

    def differs(self, other: "Entry") -> bool:
        """Whether something else than `other`, which stands under the same key, was sent.

        The same form sent twice may make two entries: the second time it is read at a later table.
        """
        return self != other

    @abstractmethod
    def body(self) -> dict[str, Any]:
        """The entry as plain data, without its kind."""

    @classmethod
    @abstractmethod
    def of(cls, body: Plain) -> Self:
        """The entry from what `body` gave."""


KINDS: dict[str, type[Entry]] = {}
"""The kinds of entry, by the name that the log knows them by."""


def kind(name: str) -> Callable[[type[Entry]], type[Entry]]:
    """Register a class of entries under the name that the log knows it by."""

    def register(entry: type[Entry]) -> type[Entry]:
        entry.kind = name
        KINDS[name] = entry
        return entry

    return register


def write(entry: Entry) -> dict[str, Any]:
    """An entry as plain data for the log, with its kind and the number of its form."""
    return {"kind": entry.kind, "schema": SCHEMA, **entry.body()}


def read(plain: Plain) -> Entry:
    """The entry from what `write` gave; raises `UnreadableEntry` for a kind or form not known."""
    found = KINDS.get(str(plain.get("kind")))
    if found is None or plain.get("schema") != SCHEMA:
        raise UnreadableEntry(
            f"An entry of kind {plain.get('kind')!r}, form {plain.get('schema')!r}, "
            "was written by a later version of this program: bring this one up to date."
        )
    try:
        return found.of(plain)
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise UnreadableEntry(f"An entry of kind {found.kind!r} is damaged: {error}.") from error


@kind("started")
@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Entry):
    """The table sat down: `players` in seat order to the left, `first_dealer` a seat's key."""

    players: tuple[Seat, ...]
    first_dealer: str

    @property
    def touches(self) -> frozenset[str]:
        return frozenset({"table"})

    def body(self) -> dict[str, Any]:
        seats = [{"key": seat.key, "name": seat.name} for seat in self.players]
        return {"players": seats, "first_dealer": self.first_dealer}

    @classmethod
    def of(cls, body: Plain) -> Self:
        seats = tuple(Seat(key=seat["key"], name=seat["name"]) for seat in body["players"])
        return cls(players=seats, first_dealer=body["first_dealer"])


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeDeal(Entry):
    """A deal as it ended: `out` the player who went out, or None, and a hand for every player.

    `deal` is the slip of the deal: the number that it got when it was written. It keeps it, however
    many deals are put in before it or taken out.
    """

    deal: int
    out: str | None
    hands: Mapping[str, Hand]

    @property
    def touches(self) -> frozenset[str]:
        return frozenset({f"deal {self.deal}"})

    def body(self) -> dict[str, Any]:
        hands = {player: _write_hand(hand) for player, hand in self.hands.items()}
        return {"deal": self.deal, "out": self.out, "hands": hands}

    @classmethod
    def of(cls, body: Plain) -> Self:
        hands = {player: Hand(**hand) for player, hand in body["hands"].items()}
        return cls(deal=body["deal"], out=body["out"], hands=MappingProxyType(hands))

    @property
    def bytes(self) -> int:
        return 1_000 + 350 * len(self.hands)

    def says_the_same(self, other: Entry) -> bool:
        """Whether both come to the same points; how they were counted does not matter."""
        return (
            isinstance(other, WholeDeal) and self.deal == other.deal and _same_result(self, other)
        )

    def differs(self, other: Entry) -> bool:
        return not self.says_the_same(other)


@kind("deal-written")
@dataclass(frozen=True, slots=True, kw_only=True)
class DealWritten(WholeDeal):
    """The next deal, written for the first time."""

    @property
    def writes_slip(self) -> int:
        return self.deal


@kind("deal-corrected")
@dataclass(frozen=True, slots=True, kw_only=True)
class DealCorrected(WholeDeal):
    """A deal that was written before, whole, as it should be."""


@kind("deal-inserted")
@dataclass(frozen=True, slots=True, kw_only=True)
class DealInserted(WholeDeal):
    """A deal that was forgotten, and was played just before the deal of slip `before`."""

    before: int

    @property
    def touches(self) -> frozenset[str]:
        return frozenset({f"before {self.before}", f"deal {self.deal}"})

    def says_the_same(self, other: Entry) -> bool:
        """Whether the same deal was put in at the same place, whatever it is called."""
        return (
            isinstance(other, DealInserted)
            and self.before == other.before
            and _same_result(self, other)
        )

    @property
    def writes_slip(self) -> int:
        return self.deal

    def body(self) -> dict[str, Any]:
        return {**WholeDeal.body(self), "before": self.before}

    @classmethod
    def of(cls, body: Plain) -> Self:
        whole = DealWritten.of(body)
        return cls(deal=whole.deal, out=whole.out, hands=whole.hands, before=body["before"])


@kind("deal-deleted")
@dataclass(frozen=True, slots=True, kw_only=True)
class DealDeleted(Entry):
    """The deal of that slip was never played."""

    deal: int

    @property
    def touches(self) -> frozenset[str]:
        return frozenset({f"deal {self.deal}"})

    def body(self) -> dict[str, Any]:
        return {"deal": self.deal}

    @classmethod
    def of(cls, body: Plain) -> Self:
        return cls(deal=int(body["deal"]))


@kind("results-swapped")
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsSwapped(Entry):
    """What stood for one player in a deal was the other's: hands, and who went out."""

    deal: int
    one: str
    other: str

    @property
    def touches(self) -> frozenset[str]:
        return frozenset({f"deal {self.deal}"})

    def body(self) -> dict[str, Any]:
        return {"deal": self.deal, "one": self.one, "other": self.other}

    @classmethod
    def of(cls, body: Plain) -> Self:
        return cls(deal=int(body["deal"]), one=str(body["one"]), other=str(body["other"]))


def _same_result(one: WholeDeal, other: WholeDeal) -> bool:
    return one.out == other.out and _points(one.hands) == _points(other.hands)


def _points(hands: Mapping[str, Hand]) -> dict[str, int | None]:
    return {player: hand.points for player, hand in hands.items()}


def _write_hand(hand: Hand) -> dict[str, Any]:
    more = {"cards": hand.cards, "sum": hand.sum}
    return {"points": hand.points} | {name: text for name, text in more.items() if text is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamped:
    """An entry in its place in the log.

    `number` counts from 1. `key` was made by the client. `at` is in UTC. `link_id` and `label` say
    through which link it came. `base` is the number of the last entry that its writer had seen.
    """

    number: int
    key: str
    at: datetime
    link_id: str
    label: str
    base: int
    entry: Entry
