"""What follows from the log of a game: a pure fold, without clock, chance or storage."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, singledispatch
from itertools import islice, takewhile
from operator import is_
from types import MappingProxyType
from typing import Final

from referee.language import listed
from referee.rules.deals import DealError, DealPlan, plan_deal
from referee.rules.scoring import ScoreError, Standings, standings_of
from referee.rules.variant import Variant
from referee.scorebook import limits
from referee.scorebook.checked import check_plain
from referee.scorebook.errors import LimitReached, Refused, UnreadableEvent
from referee.scorebook.events import Event, Hand, Recorded, Seat, Started, Undone, size_of, write
from referee.scorebook.messages import says
from referee.scorebook.names import first_alike
from referee.scorebook.state import (
    NOTHING,
    GameState,
    LogLine,
    PlayedDeal,
    fold,
    left_of,
    with_log_line,
)
from referee.scorebook.undo import Counted, effective, root


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRow:
    """A deal that has been written.

    `number` counts from 1 as the deals stand now; `slip` is the number that entries name it by.
    `dealer`, `leader` and `out` are players' keys. `hands` has everybody who took part, and
    `points` those of them whose points are known. `running` is the total of everybody who had sat
    down, after this deal; it is not complete for those who `lack` points in it or before it.
    `brought` are points that somebody sat down with just before it.
    """

    number: int
    slip: int
    dealer: str
    leader: str
    out: str | None
    hands: Mapping[str, Hand]
    points: Mapping[str, int]
    running: Mapping[str, int]
    lack: frozenset[str]
    brought: Mapping[str, int]
    plan: DealPlan

    @property
    def missing(self) -> tuple[str, ...]:
        """The keys of those who took part and have no points yet."""
        return tuple(player for player in self.hands if player not in self.points)


@dataclass(frozen=True, kw_only=True)
class ScoreBook:
    """A game as its log has it.

    `initial_variant` is the game under the options at the start. `version` is the number of the
    last entry. `standings` go by the keys of players, and `totals` by those of everyone.
    `next_deal` and its `next_plan` are None once the game is `finished`, and while nothing but
    missing points keeps it from that. `next_deal_id` is what events call the next deal that is
    written. `log` is oldest first. `read_again` counts the events that undos changed or that stood
    after those; `kept` are states to go back to. `bytes` is about how much memory all of it takes.
    """

    initial_variant: Variant
    version: int
    standings: Standings
    totals: Mapping[str, int]
    next_deal: int | None
    next_deal_id: int
    next_plan: DealPlan | None
    log: tuple[LogLine, ...]
    entries: tuple[Recorded, ...] = field(repr=False)
    sheet: GameState = field(repr=False)
    read_again: int
    bytes: int = field(repr=False)
    kept: tuple[GameState, ...] = field(repr=False, compare=False)

    @property
    def variant(self) -> Variant:
        """The game under the options in force now."""
        return self.sheet.variant

    @property
    def players(self) -> tuple[Seat, ...]:
        """Those who take part now, in the order they sit to the left."""
        return self.sheet.players

    @property
    def everyone(self) -> tuple[Seat, ...]:
        """Everybody who ever sat down, in seat order."""
        return self.sheet.seats

    @cached_property
    def deals(self) -> tuple[DealRow, ...]:
        """The deals that are written: one that is not is absent, never 0."""
        return _rows(self.sheet)

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.standings.finished

    @cached_property
    def dealer(self) -> str | None:
        """The key of the player who deals next, or None where no deal is next."""
        return self.dealer_of(self.next_deal) if self.next_deal else None

    @property
    def leader(self) -> str | None:
        """The key of the player who leads in the next deal, or None where no deal is next."""
        return _leader(self.sheet, self.dealer) if self.dealer else None

    @property
    def names(self) -> dict[str, str]:
        """The name of everybody who ever sat down, by key, in seat order."""
        return self.sheet.names

    @property
    def title(self) -> str:
        """The note that the game was given since it started, or the empty text."""
        return self.sheet.title

    @property
    def away(self) -> tuple[Seat, ...]:
        """Those who left and did not return, in seat order."""
        return tuple(seat for seat in self.everyone if seat.key in self.sheet.away)

    @property
    def missing(self) -> tuple[tuple[DealRow, str], ...]:
        """Whose points are missing in which deal, oldest deal first, in seat order."""
        return tuple((row, key) for row in self.deals for key in self.names if key in row.missing)

    @property
    def lack(self) -> frozenset[str]:
        """The keys of those whose totals are not complete, for points are missing."""
        return self.deals[-1].lack if self.deals else frozenset()

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won, in seat order; empty while the game goes on."""
        return _winners(self.sheet, self.standings)

    @cached_property
    def effective(self) -> frozenset[int]:
        """The numbers of the entries that were not taken back."""
        return effective(self.entries)

    @property
    def undo(self) -> LogLine | None:
        """The first line of what was done last and still stands, or None where nothing is.

        What was only with_log_line, such as a ruling, is passed over: it is taken back on the log.
        """
        return self._newest(
            lambda one: not isinstance(one.event, Undone) and not one.event.is_annotation, after=1
        )

    @property
    def redo(self) -> LogLine | None:
        """The first line of what was taken back last, unless something was written since."""
        written = self.undo
        return self._newest(
            lambda one: root(self.entries, one.number)[1], after=written.number if written else 1
        )

    def _newest(self, wanted: Callable[[Recorded], bool], *, after: int) -> LogLine | None:
        for stamped in reversed(self.entries[after:]):
            if stamped.number in self.effective and wanted(stamped):
                return self.line(stamped.number)
        return None

    def line(self, number: int) -> LogLine | None:
        """The first line that an entry wrote in the log, or None."""
        return next((line for line in self.log if line.number == number), None)

    def undone(self, number: int) -> Undone:
        """The entry that takes back the one of that number."""
        target = self.entries[number - 1].event if 0 < number <= self.version else None
        return Undone(entry=number, about=tuple(sorted(target.conflict_keys)) if target else ())

    def deal(self, number: int) -> DealRow | None:
        """The deal that stands at a number, or None where none is written there."""
        return self.deals[number - 1] if 0 < number <= len(self.deals) else None

    def deal_by_id(self, slip: int) -> DealRow | None:
        """The deal that entries call by that number, or None where it does not stand."""
        return next((row for row in self.deals if row.slip == slip), None)

    def plan_of(self, deal: int) -> DealPlan:
        """What is dealt in the deal of that number, written or not."""
        row = self.deal(deal)
        return row.plan if row else plan_deal(self.variant.at(deal), len(self.players))

    def variant_of(self, deal: int) -> Variant:
        """The game under the options of the deal of that number, written or not."""
        return self.sheet.deals[deal - 1].variant if self.deal(deal) else self.variant

    def dealer_of(self, deal: int) -> str:
        """The key of the player who deals the deal of that number, written or not."""
        return next(islice(self.sheet.dealers(), deal - 1, None))

    def leader_of(self, deal: int) -> str:
        """The key of the player who leads in the deal of that number: on the dealer's left."""
        row = self.deal(deal)
        return row.leader if row else _leader(self.sheet, self.dealer_of(deal))


def read_book(variant: Variant, log: Sequence[Recorded]) -> ScoreBook:
    """The book of a whole log, oldest entry first.

    Raises `UnreadableEvent` where the log does not begin with `Started`.
    """
    if not log or not isinstance(log[0].event, Started):
        raise UnreadableEvent("The log of a game begins with its table sitting down.")
    return read_on(_empty(variant), log)


def read_on(book: ScoreBook, more: Sequence[Recorded]) -> ScoreBook:
    """The book after more entries, those that follow its version, oldest first."""
    if not more:
        return book
    reading = Reading(book)
    for stamped in more:
        reading.read(stamped)
    return reading.book()


EVERY: Final = 16
"""A sheet is kept each time that so many entries were read, to read again from there."""


class Reading:
    """A log while it is read, entry by entry, from some book on.

    The earlier sheet at place `n` of those kept to go back to has what stands now of the first
    `n * EVERY` entries.
    """

    def __init__(self, book: ScoreBook) -> None:
        self._book: ScoreBook | None = book
        self._begun_as = book.initial_variant
        self._entries = list(book.entries)
        self._sheet = book.sheet
        self._kept = list(book.kept) or [book.sheet]
        # What the log once said it goes on saying, whatever is taken back later.
        self._lines = list(book.log)
        self._slip = book.next_deal_id - 1
        self._read_again = book.read_again
        self._bytes = book.bytes
        self._points = _Points(book.sheet)
        self._standings = book.standings

    @cached_property
    def _counted(self) -> Counted:
        """Which entries count; asked for only where something is taken back."""
        return Counted(self._entries)

    def read(self, stamped: Recorded) -> None:
        """Read one more entry, unchecked."""
        before, was = self._sheet, self._standings
        self._book = None
        self._slip = max(self._slip, stamped.event.new_deal_id)
        if isinstance(stamped.event, Undone):
            self._take_back(stamped, stamped.event)
            said = _says_undone(self._entries, stamped.event.entry, self._lines)
            sheet = with_log_line(self._sheet, stamped, said)
        else:
            self._entries.append(stamped)
            self._sheet = sheet = _fold(self._sheet, stamped)
            self._keep(stamped.number)
        if not _same_points(before, sheet) or before.order != sheet.order:
            self._standings = self._points.standings(sheet)
        if not _same_points(before, sheet):
            sheet = with_log_line(sheet, stamped, *_says_end(before, was, sheet, self._standings))
        self._sheet = sheet
        self._lines += sheet.log
        self._bytes += size_of(stamped.event) + sum(len(line.says) for line in sheet.log)

    def follow(self, stamped: Recorded) -> ScoreBook:
        """Read one more entry as `follow` does; after a `Refused` nothing more can be read."""
        before = self.book()
        check_plain(write(stamped.event))
        check(stamped.event, before)
        try:
            self.read(stamped)
            _check_plans(before.sheet, self._sheet)
            after = self.book()
        except (DealError, ScoreError) as error:
            raise Refused(says("no.then", why=error)) from error
        if after.read_again > max(limits.READ_AGAIN, before.read_again):
            raise LimitReached(says("no.undo.more"))
        if len(after.sheet.deals) > limits.DEALS:
            raise LimitReached(says("no.deal.more", most=limits.DEALS))
        _check_names(before, after)
        return after

    def book(self) -> ScoreBook:
        """The book of all that was read; raises `DealError` where no next deal can be dealt."""
        self._book = self._book or self._read_so_far()
        return self._book

    def _read_so_far(self) -> ScoreBook:
        sheet, stand = self._sheet, self._standings
        following = None if stand.finished or stand.waits else len(sheet.deals) + 1
        plan = plan_deal(sheet.variant.at(following), len(sheet.players)) if following else None
        return ScoreBook(
            initial_variant=self._begun_as,
            version=self._entries[-1].number,
            standings=stand,
            totals=MappingProxyType(self._points.totals(sheet)),
            next_deal=following,
            next_deal_id=self._slip + 1,
            next_plan=plan,
            log=tuple(self._lines),
            entries=tuple(self._entries),
            sheet=sheet,
            read_again=self._read_again,
            bytes=self._bytes,
            kept=tuple(self._kept),
        )

    def _take_back(self, stamped: Recorded, undone: Undone) -> None:
        """Read again what stands after a taking back, the newest entry."""
        counted = self._counted
        self._entries.append(stamped)
        otherwise = counted.take_back(undone)
        for number in otherwise:
            self._mark(number)
        self._read_again += len(otherwise)
        changed = otherwise[-1] if otherwise else stamped.number
        if isinstance(self._entries[changed - 1].event, Undone):
            self._keep(stamped.number)
        else:
            self._read_from(changed)
        self._sheet = replace(self._sheet, log=())

    def _read_from(self, changed: int) -> None:
        place = (changed - 1) // EVERY
        del self._kept[place + 1 :]
        self._sheet = self._kept[place]
        for one in self._entries[place * EVERY :]:
            if self._counted.stands(one.number) and not isinstance(one.event, Undone):
                self._sheet = _fold(self._sheet, one)
                self._read_again += one.number >= changed
            self._keep(one.number)

    def _keep(self, number: int) -> None:
        if number % EVERY == 0:
            self._kept.append(self._sheet)

    def _mark(self, number: int) -> None:
        """Mark the lines of an entry with whether it stands now."""
        stands = self._counted.stands(number)
        at = bisect_left(self._lines, number, key=lambda line: line.number)
        while at < len(self._lines) and self._lines[at].number == number:
            self._lines[at] = replace(self._lines[at], stands=stands)
            at += 1


class _Points:
    """The points of the deals of a sheet, kept summed up while the sheet changes."""

    def __init__(self, sheet: GameState) -> None:
        self._deals: tuple[PlayedDeal, ...] = ()
        self._sums: Counter[str] = Counter()
        self._lacking = 0
        self._follow(sheet)

    def totals(self, sheet: GameState) -> dict[str, int]:
        """What everybody of a later sheet has so far, by key."""
        self._follow(sheet)
        brought = sheet.brought if sheet.deals else NOTHING
        return {key: self._sums[key] + brought.get(key, 0) for key in sheet.order}

    def standings(self, sheet: GameState) -> Standings:
        """Where those who play now stand in a later sheet."""
        totals = self.totals(sheet)
        playing = {seat.key: totals[seat.key] for seat in sheet.players}
        return standings_of(sheet.variant, playing, len(sheet.deals), missing=self._lacking > 0)

    def _follow(self, sheet: GameState) -> None:
        gone, new = _changed(self._deals, sheet.deals)
        for more, deals in ((-1, gone), (1, new)):
            for ended in deals:
                self._lacking += more * (len(ended.points) < len(ended.hands))
                for points in (ended.points, ended.brought):
                    for key, number in points.items():
                        self._sums[key] += more * number
        self._deals = sheet.deals


def _changed(
    before: Sequence[PlayedDeal], after: Sequence[PlayedDeal]
) -> tuple[Sequence[PlayedDeal], Sequence[PlayedDeal]]:
    """The deals from the first to the last that are not the same in both."""
    if before is after:
        return (), ()
    first = _alike(before, after)
    before, after = before[first:], after[first:]
    last = _alike(reversed(before), reversed(after))
    return before[: len(before) - last], after[: len(after) - last]


def _alike(some: Iterable[PlayedDeal], others: Iterable[PlayedDeal]) -> int:
    """How many from the first on are the same in both."""
    return sum(takewhile(bool, map(is_, some, others)))


def _check_plans(before: GameState, after: GameState) -> None:
    """Check that the deals from the first that changed can be dealt; raises `DealError`."""
    if before.deals is not after.deals:
        first = _alike(before.deals, after.deals)
        for number, ended in enumerate(after.deals[first:], first + 1):
            plan_deal(ended.variant.at(number), len(ended.hands))


def _empty(variant: Variant) -> ScoreBook:
    """The book before its first entry."""
    sheet = GameState(variant=variant)
    return ScoreBook(
        initial_variant=variant,
        version=0,
        standings=_Points(sheet).standings(sheet),
        totals=MappingProxyType({}),
        next_deal=None,
        next_deal_id=1,
        next_plan=None,
        log=(),
        entries=(),
        sheet=sheet,
        read_again=0,
        bytes=0,
        kept=(),
    )


def _fold(sheet: GameState, stamped: Recorded) -> GameState:
    return fold(stamped.event, replace(sheet, log=()), sheet.variant, stamped)


def _says_undone(entries: Sequence[Recorded], number: int, lines: Sequence[LogLine]) -> str:
    first, puts_back = root(entries, number)
    at = bisect_left(lines, first, key=lambda line: line.number)
    what = lines[at].says if at < len(lines) and lines[at].number == first else ""
    return says("put.back" if puts_back else "taken.back", what=what)


def _says_end(before: GameState, was: Standings, after: GameState, now: Standings) -> list[str]:
    """Where an entry ends the game, opens it again, or changes who won."""
    won = _winners(after, now)
    if now.finished and not was.finished:
        return [says("ended.shared" if len(won) > 1 else "ended", winners=listed(won))]
    waits = [says("waits", missing=_says_missing(after))] if now.waits and not was.waits else []
    if was.finished and not now.finished:
        return [says("opened.again"), *waits]
    if waits:
        return waits
    if now.winners != was.winners:
        won_before = listed(_winners(before, was))
        return [says("ended.otherwise", winners=listed(won), before=won_before)]
    return []


def _says_missing(sheet: GameState) -> str:
    """Whose points are missing in which deals, in words."""
    return listed(
        [
            says("missing.in", player=sheet.names[key], deal=number)
            for number, deal in enumerate(sheet.deals, 1)
            for key in deal.missing
        ]
    )


def _same_points(before: GameState, after: GameState) -> bool:
    """Whether nothing changed that standings could come out of."""
    return (
        before.deals is after.deals
        and before.away == after.away
        and before.brought == after.brought
        and before.variant is after.variant
    )


def _winners(sheet: GameState, stand: Standings) -> tuple[str, ...]:
    won = stand.winners if stand.finished else ()
    return tuple(seat.name for seat in sheet.players if seat.key in won)


def _leader(sheet: GameState, dealer: str) -> str:
    return left_of(dealer, sheet.order, {seat.key for seat in sheet.players})


def _rows(sheet: GameState) -> tuple[DealRow, ...]:
    """The deals that are written."""
    rows: list[DealRow] = []
    totals: dict[str, int] = {}
    lack = frozenset[str]()
    for number, (ended, dealer) in enumerate(zip(sheet.deals, sheet.dealers(), strict=False), 1):
        lack |= frozenset(ended.missing)
        totals = {**dict.fromkeys(ended.hands, 0), **totals}
        for points in (ended.brought, ended.points):
            for key, more in points.items():
                totals[key] = totals.get(key, 0) + more
        rows.append(
            DealRow(
                number=number,
                slip=ended.slip,
                dealer=dealer,
                leader=left_of(dealer, ended.order, ended.hands),
                out=ended.out,
                hands=ended.hands,
                points=ended.points,
                running=MappingProxyType(totals),
                lack=lack,
                brought=ended.brought,
                plan=plan_deal(ended.variant.at(number), len(ended.hands)),
            )
        )
    return tuple(rows)


@singledispatch
def check(entry: Event, book: ScoreBook) -> None:
    """Check that an entry can follow a book; raises `Refused` saying what would be right.

    What the cards on the table make impossible is for `rules.tally` to say before.
    """
    raise Refused(says("no.start.again"))


@check.register
def _check_undone(entry: Undone, book: ScoreBook) -> None:
    if not 1 < entry.entry <= book.version:
        raise Refused(says("no.undo.start" if entry.entry == 1 else "no.undo.line"))
    if entry.entry not in book.effective:
        raise Refused(says("no.undo.again"))


def follow(book: ScoreBook, stamped: Recorded) -> ScoreBook:
    """The book after one more entry; raises `Refused` where it cannot follow.

    Besides its own check, an entry is refused where a text of it has signs that cannot be seen, and
    where the game could not be played on after it: more deals than there are, fewer players than
    are needed, two of the same name.
    """
    return Reading(book).follow(stamped)


def _check_names(book: ScoreBook, after: ScoreBook) -> None:
    before, names = tuple(book.names.values()), tuple(after.names.values())
    # Games were started while fewer names were held to look alike.
    if names == before or first_alike(before):
        return
    if alike := first_alike(names):
        raise Refused(says("no.then.names", name=names[alike[1]]))
