"""The sheet that a log is folded into: seats, deals, and who deals next."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import singledispatch
from types import MappingProxyType
from typing import Final

from referee.rules.variant import Variant
from referee.scorebook.errors import UnreadableEvent
from referee.scorebook.events import Event, Hand, Recorded, Seat, kind_of

NOTHING: Final[Mapping[str, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One thing that happened, as players read it.

    `number` is that of its entry, `at` in UTC, `who` the link that it came through. `deal` is the
    number that the deal it is about had then, or None. `is_ruling`: its entry is a ruling kept.
    `stands`: its entry was not taken back since.
    """

    number: int
    at: datetime
    who: str
    says: str
    deal: int | None = None
    is_ruling: bool = False
    stands: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeal:
    """How a deal ended, as it stands now; `slip` is its own number, which never changes.

    `points` are those known for each player who took part. `order` is who sat where to the left,
    those who were away too. `variant` is the game with the options of that time. `named` dealt it
    out of turn, or is None. `brought` are points that somebody sat down with just before it.
    """

    slip: int
    out: str | None
    hands: Mapping[str, Hand]
    points: Mapping[str, int]
    order: tuple[str, ...]
    variant: Variant
    named: str | None = None
    brought: Mapping[str, int] = field(default_factory=lambda: NOTHING)

    @property
    def missing(self) -> tuple[str, ...]:
        """The keys of those whose points are not known yet though they took part, in seat order."""
        return tuple(key for key in self.order if key in self.hands and key not in self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """What the log says so far: enough to read on from.

    `seats` are all who ever sat down, in order to the left; those `away` take no part for now.
    `named` deals next out of turn, and `brought` are points that somebody sits down with before
    the next deal. `log` holds the lines of the last entry alone.
    """

    variant: Variant
    seats: tuple[Seat, ...] = ()
    away: frozenset[str] = frozenset()
    first_dealer: str = ""
    named: str | None = None
    brought: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    deals: tuple[PlayedDeal, ...] = ()
    title: str = ""
    day: str = ""
    log: tuple[LogLine, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """The name of everybody who ever sat down, by key, in seat order."""
        return {seat.key: seat.name for seat in self.seats}

    @property
    def order(self) -> tuple[str, ...]:
        """The keys of everybody who ever sat down, in seat order."""
        return tuple(seat.key for seat in self.seats)

    @property
    def players(self) -> tuple[Seat, ...]:
        """Those who play now, in seat order."""
        return tuple(seat for seat in self.seats if seat.key not in self.away)

    def index_of(self, slip: int) -> int | None:
        """Where a deal stands among the others, from 0, or None where it does not any more."""
        return next((place for place, deal in enumerate(self.deals) if deal.slip == slip), None)

    def dealers(self) -> Iterator[str]:
        """The dealer of each deal that is written, then of those to come, without end."""
        last: str | None = None
        for ended in self.deals:
            last = self._dealer(last, ended.named, ended.order, ended.hands)
            yield last
        named = self.named
        present = {seat.key for seat in self.players}
        while True:
            last = self._dealer(last, named, self.order, present)
            named = None
            yield last

    def _dealer(
        self,
        last: str | None,
        named: str | None,
        order: Sequence[str],
        present: Mapping[str, Hand] | set[str],
    ) -> str:
        """Who deals after `last`: the next to the left who plays, unless somebody else is named."""
        if named in present:
            return str(named)
        if last is None and self.first_dealer in present:
            return self.first_dealer
        before = last or self.first_dealer
        return left_of(before, order, present)

    def total_of(self, player: str) -> int:
        """What a player has so far."""
        total = sum(deal.points.get(player, 0) + deal.brought.get(player, 0) for deal in self.deals)
        return total + (self.brought.get(player, 0) if self.deals else 0)


def left_of(player: str, order: Sequence[str], present: Mapping[str, object] | set[str]) -> str:
    """The next player to the left who is present; the first present where that is nobody."""
    start = order.index(player) + 1 if player in order else 0
    round_the_table = (*order[start:], *order[:start])
    return next((key for key in round_the_table if key in present), player)


@singledispatch
def fold(entry: Event, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    """The sheet after one more entry; every kind of entry registers its own.

    An entry may stand after one that it built on was taken back: what it can no longer change, it
    leaves as it is.
    """
    raise UnreadableEvent(f"Nothing says what an entry of kind {kind_of(entry)!r} does to a game.")


def with_log_line(
    sheet: GameState, stamped: Recorded, *lines: str, deal: int | None = None
) -> GameState:
    """The sheet with what an entry did, in words."""
    said = tuple(
        LogLine(number=stamped.number, at=stamped.at, who=stamped.label, says=line, deal=deal)
        for line in lines
    )
    return replace(sheet, log=sheet.log + said)
