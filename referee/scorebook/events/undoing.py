"""Undoing: an event that takes another back, and which events stand."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET

from referee.scorebook import limits
from referee.scorebook.checked import fitting, text
from referee.scorebook.errors import LimitReached, Refused
from referee.scorebook.events.base import Event, EventNumber, Moves, Recorded
from referee.scorebook.events.deals import DealInserted
from referee.scorebook.events.signing import SeatTaken

if TYPE_CHECKING:
    from referee.scorebook.projection import ScoreBook


class Undone(Event, frozen=True, kw_only=True):
    """The event of that number counts no more; `about` are the sorted conflict keys of it.

    Where it wrote the last deal, that `moves`: it is on the table again. Where it undid that, and
    the deal was saved again since, the `moves` of that stay.
    """

    entry: EventNumber
    about: Annotated[
        tuple[Annotated[str, text(limits.ABOUT)], ...],
        fitting("fits-texts", "api-about-undone", max_length=limits.ABOUT),
    ] = ()
    moves: Moves = UNSET

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset({*self.about, f"entry {self.entry}"})

    def repeats(self, other: Event) -> bool:
        return isinstance(other, Undone) and self.entry == other.entry

    def check(self, book: "ScoreBook") -> None:
        if not 1 < self.entry <= book.version:
            raise Refused("no-undo-start" if self.entry == 1 else "no-undo-line")
        if isinstance(book.events[self.entry - 1].event, SeatTaken):
            raise Refused("no-undo-seat")
        if self.entry not in book.effective:
            raise Refused("no-undo-again")
        # The book itself says what moves; a copy may say anything.
        if self.moves and self.moves != book.undone(self.entry).moves:
            raise Refused("no-undo-line")
        undos = [recorded.number for recorded in book.events if isinstance(recorded.event, Undone)]
        if sum(undos) + book.version > limits.REPLAYED_EVENTS:
            raise LimitReached("no-undo-more")


def effective(events: Sequence[Recorded]) -> frozenset[int]:
    """The numbers of the effective events: those not undone by an effective undo."""
    gone: set[int] = set()
    stands: set[int] = set()
    for recorded in reversed(events):
        if recorded.number in gone:
            continue
        stands.add(recorded.number)
        if isinstance(recorded.event, Undone):
            gone.add(recorded.event.entry)
    return frozenset(stands)


def moves_by(events: Sequence[Recorded]) -> dict[int, tuple[int, int]]:
    """Which deal has another id after an event, by the number of that event."""
    moves: dict[int, tuple[int, int]] = {}
    stands = effective(events)
    for recorded in events:
        event, number = recorded.event, recorded.number
        if isinstance(event, Undone) and number in stands:
            # What an undo moved that is undone itself may stay.
            number = number if innermost(events, event) is event else event.entry
        elif not isinstance(event, DealInserted):
            continue
        # An id that an inserted deal took is not given again.
        if event.moves:
            moves[number] = event.moves
    return moves


def innermost(events: Sequence[Recorded], event: Undone) -> Undone:
    """The undo that undoing began with, where this one undoes an undo."""
    while isinstance(target := events[event.entry - 1].event, Undone):
        event = target
    return event


def undone_as(events: Sequence[Recorded], event: Undone, stands: Collection[int]) -> int:
    """The id under which the table played on until an undo of an undo of a deal; else 0.

    It is 0 too where the table has saved the deal under that id, and where a deal that was redone
    is undone once more. `stands`: the numbers of the effective events.
    """
    first, (base, redoes) = innermost(events, event), resolve_undo(events, event.entry)
    if first is event or event.moves or not first.moves or (redoes and base not in stands):
        return 0
    return first.moves[1]


def resolve_undo(events: Sequence[Recorded], number: int) -> tuple[int, bool]:
    """The event that undoing one is about in the end, and whether that redoes it."""
    redoes = False
    event = events[number - 1].event
    while isinstance(event, Undone):
        number, redoes = event.entry, not redoes
        event = events[number - 1].event
    return number, redoes
