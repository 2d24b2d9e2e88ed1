"""What follows from the log of a game: a pure fold, without clock, chance or storage."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, singledispatch
from itertools import islice
from types import MappingProxyType
from typing import Final

from referee.rules.deals import DealError, DealPlan, plan_deal
from referee.rules.scoring import ScoreError, Standings, standings
from referee.rules.variant import Variant
from referee.rules.wording import listed
from referee.scorebook import limits
from referee.scorebook.entries import Entry, Hand, Seat, Stamped, Started
from referee.scorebook.names import first_alike
from referee.scorebook.outside import check_plain
from referee.scorebook.refusals import LimitReached, Refused, UnreadableEntry
from referee.scorebook.sheet import LogLine, Sheet, fold, left_of, noted
from referee.scorebook.undone import Counted, Undone, root, standing
from referee.scorebook.wording import says

__all__ = ["Book", "DealRow", "LogLine", "Sheet", "check", "fold", "follow", "read_book", "read_on"]


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
class Book:
    """A game as its log has it.

    `variant` is the game under the options in force now, `begun_as` under those at the start.
    `players` take part now and sit in this order to the left; `everyone` adds those who left.
    `version` is the number of the last entry. `deals` holds the deals that are written: one that is
    not is absent, never 0. `next_deal`, its `next_plan`, `dealer` and `leader` (players' keys) are
    None once the game is `finished`, and while nothing but missing points keeps it from that.
    `next_slip` is what entries call the next deal that is written. `standings` go by the keys of
    players, and `totals` by those of everyone. `log` is oldest first. `read_again` counts the
    entries that takings back changed or that stood after those; `kept` are sheets to go back to.
    """

    variant: Variant
    begun_as: Variant
    players: tuple[Seat, ...]
    everyone: tuple[Seat, ...]
    version: int
    deals: tuple[DealRow, ...]
    standings: Standings
    totals: Mapping[str, int]
    finished: bool
    next_deal: int | None
    next_slip: int
    next_plan: DealPlan | None
    dealer: str | None
    leader: str | None
    log: tuple[LogLine, ...]
    entries: tuple[Stamped, ...] = field(repr=False)
    sheet: Sheet = field(repr=False)
    read_again: int
    kept: tuple[Sheet, ...] = field(repr=False, compare=False)

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
    def standing(self) -> frozenset[int]:
        """The numbers of the entries that were not taken back."""
        return standing(self.entries)

    @property
    def undo(self) -> LogLine | None:
        """The first line of what was done last and still stands, or None where nothing is.

        What was only noted, such as a ruling, is passed over: it is taken back on the log.
        """
        return self._newest(
            lambda one: not isinstance(one.entry, Undone) and not one.entry.is_noted_only, after=1
        )

    @property
    def redo(self) -> LogLine | None:
        """The first line of what was taken back last, unless something was written since."""
        written = self.undo
        return self._newest(
            lambda one: root(self.entries, one.number)[1], after=written.number if written else 1
        )

    def _newest(self, wanted: Callable[[Stamped], bool], *, after: int) -> LogLine | None:
        for stamped in reversed(self.entries[after:]):
            if stamped.number in self.standing and wanted(stamped):
                return self.line(stamped.number)
        return None

    def line(self, number: int) -> LogLine | None:
        """The first line that an entry wrote in the log, or None."""
        return next((line for line in self.log if line.number == number), None)

    def undone(self, number: int) -> Undone:
        """The entry that takes back the one of that number."""
        target = self.entries[number - 1].entry if 0 < number <= self.version else None
        return Undone(entry=number, about=target.touches if target else frozenset())

    def deal(self, number: int) -> DealRow | None:
        """The deal that stands at a number, or None where none is written there."""
        return self.deals[number - 1] if 0 < number <= len(self.deals) else None

    def of_slip(self, slip: int) -> DealRow | None:
        """The deal that entries call by that number, or None where it does not stand."""
        return next((row for row in self.deals if row.slip == slip), None)

    def plan_of(self, deal: int) -> DealPlan:
        """What is dealt in the deal of that number, written or not."""
        row = self.deal(deal)
        return row.plan if row else plan_deal(self.variant, len(self.players), deal)

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


def read_book(variant: Variant, log: Sequence[Stamped]) -> Book:
    """The book of a whole log, oldest entry first.

    Raises `UnreadableEntry` where the log does not begin with `Started`.
    """
    if not log or not isinstance(log[0].entry, Started):
        raise UnreadableEntry("The log of a game begins with its table sitting down.")
    return read_on(_empty(variant), log)


def read_on(book: Book, more: Sequence[Stamped]) -> Book:
    """The book after more entries, those that follow its version, oldest first."""
    if not more:
        return book
    stand, slip, read_again = book.standings, book.next_slip - 1, book.read_again
    reading = _Reading(book)
    # What the log once said it goes on saying, whatever is taken back later.
    lines = list(book.log)
    otherwise: set[int] = set()
    for stamped in more:
        slip = max(slip, stamped.entry.writes_slip)
        before, was = reading.sheet, stand
        if isinstance(stamped.entry, Undone):
            changed, many = reading.take_back(stamped, stamped.entry)
            otherwise.update(changed)
            read_again += many
            said = _says_undone(reading.entries, stamped.entry.entry, lines)
            sheet = noted(reading.sheet, stamped, said)
        else:
            sheet = reading.add(stamped)
        if not _same_points(before, sheet) or before.order != sheet.order:
            stand = _standings(sheet)
        if not _same_points(before, sheet):
            sheet = noted(sheet, stamped, *_says_end(before, was, sheet, stand))
        reading.sheet = sheet
        lines += sheet.log
    log = _marked(lines, otherwise, reading.counted) if otherwise else tuple(lines)
    return _book(book, reading, stand, log, slip + 1, read_again)


EVERY: Final = 16
"""A sheet is kept each time that so many entries were read, to read again from there."""


class _Reading:
    """A log while it is read: its entries, its sheet, and earlier sheets to go back to.

    The one at place `n` has what stands now of the first `n * EVERY` entries.
    """

    def __init__(self, book: Book) -> None:
        self.entries = list(book.entries)
        self.sheet = book.sheet
        self.kept = list(book.kept) or [book.sheet]

    @cached_property
    def counted(self) -> Counted:
        """Which entries count; asked for only where something is taken back."""
        return Counted(self.entries)

    def add(self, stamped: Stamped) -> Sheet:
        """The sheet after one more entry that is no taking back."""
        self.entries.append(stamped)
        self.sheet = _fold(self.sheet, stamped)
        self._keep(stamped.number)
        return self.sheet

    def take_back(self, stamped: Stamped, undone: Undone) -> tuple[list[int], int]:
        """Read again what stands after a taking back.

        Gives the numbers of the entries that count otherwise now, and of how many entries that and
        the reading again was.
        """
        counted = self.counted
        self.entries.append(stamped)
        otherwise = counted.take_back(undone)
        self.sheet = replace(self.sheet, log=())
        changed = otherwise[-1] if otherwise else stamped.number
        if isinstance(self.entries[changed - 1].entry, Undone):
            self._keep(stamped.number)
            return otherwise, len(otherwise)
        place = (changed - 1) // EVERY
        del self.kept[place + 1 :]
        self.sheet, many = self.kept[place], 0
        for one in self.entries[place * EVERY :]:
            if counted.stands(one.number) and not isinstance(one.entry, Undone):
                self.sheet = _fold(self.sheet, one)
                many += one.number >= changed
            self._keep(one.number)
        self.sheet = replace(self.sheet, log=())
        return otherwise, len(otherwise) + many

    def _keep(self, number: int) -> None:
        if number % EVERY == 0:
            self.kept.append(self.sheet)


def _empty(variant: Variant) -> Book:
    """The book before its first entry."""
    sheet = Sheet(variant=variant)
    return Book(
        variant=variant,
        begun_as=variant,
        players=(),
        everyone=(),
        version=0,
        deals=(),
        standings=_standings(sheet),
        totals=MappingProxyType({}),
        finished=False,
        next_deal=None,
        next_slip=1,
        next_plan=None,
        dealer=None,
        leader=None,
        log=(),
        entries=(),
        sheet=sheet,
        read_again=0,
        kept=(),
    )


def _fold(sheet: Sheet, stamped: Stamped) -> Sheet:
    return fold(stamped.entry, replace(sheet, log=()), sheet.variant, stamped)


def _marked(lines: Sequence[LogLine], otherwise: set[int], counted: Counted) -> tuple[LogLine, ...]:
    """The lines, those of some entries each with whether its entry still stands."""
    return tuple(
        replace(line, stands=counted.stands(line.number)) if line.number in otherwise else line
        for line in lines
    )


def _says_undone(entries: Sequence[Stamped], number: int, lines: Sequence[LogLine]) -> str:
    first, puts_back = root(entries, number)
    at = bisect_left(lines, first, key=lambda line: line.number)
    what = lines[at].says if at < len(lines) and lines[at].number == first else ""
    return says("put.back" if puts_back else "taken.back", what=what)


def _says_end(before: Sheet, was: Standings, after: Sheet, now: Standings) -> list[str]:
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


def _says_missing(sheet: Sheet) -> str:
    """Whose points are missing in which deals, in words."""
    return listed(
        [
            says("missing.in", player=sheet.names[key], deal=number)
            for number, deal in enumerate(sheet.deals, 1)
            for key in deal.missing
        ]
    )


def _same_points(before: Sheet, after: Sheet) -> bool:
    """Whether nothing changed that standings could come out of."""
    return (
        before.deals is after.deals
        and before.away == after.away
        and before.brought == after.brought
        and before.variant is after.variant
    )


def _standings(sheet: Sheet) -> Standings:
    players = tuple(seat.key for seat in sheet.players)
    return standings(sheet.variant, sheet.rounds(), players, missing=sheet.missing)


def _winners(sheet: Sheet, stand: Standings) -> tuple[str, ...]:
    won = stand.winners if stand.finished else ()
    return tuple(seat.name for seat in sheet.players if seat.key in won)


def _book(
    before: Book,
    reading: _Reading,
    stand: Standings,
    log: tuple[LogLine, ...],
    next_slip: int,
    read_again: int,
) -> Book:
    sheet = reading.sheet
    following = None if stand.finished or stand.waits else len(sheet.deals) + 1
    plan = plan_deal(sheet.variant, len(sheet.players), following) if following else None
    rows = _rows(before, sheet)
    dealers = sheet.dealers(len(rows), rows[-1].dealer if rows else None)
    dealer = next(dealers) if following else None
    return Book(
        variant=sheet.variant,
        begun_as=before.begun_as,
        players=sheet.players,
        everyone=sheet.seats,
        version=reading.entries[-1].number,
        deals=rows,
        standings=stand,
        totals=MappingProxyType(sheet.totals()),
        finished=stand.finished,
        next_deal=following,
        next_slip=next_slip,
        next_plan=plan,
        dealer=dealer,
        leader=_leader(sheet, dealer) if dealer else None,
        log=log,
        entries=tuple(reading.entries),
        sheet=sheet,
        read_again=read_again,
        kept=tuple(reading.kept),
    )


def _leader(sheet: Sheet, dealer: str) -> str:
    return left_of(dealer, sheet.order, {seat.key for seat in sheet.players})


def _rows(before: Book, sheet: Sheet) -> tuple[DealRow, ...]:
    """The deals that are written; up to the first that changed, those of the book before."""
    same = _same_deals(before.sheet, sheet)
    rows = list(before.deals[:same])
    totals: Mapping[str, int] = rows[-1].running if rows else MappingProxyType({})
    lack = rows[-1].lack if rows else frozenset[str]()
    dealers = sheet.dealers(same, rows[-1].dealer if rows else None)
    dealt = zip(sheet.deals[same:], dealers, strict=False)
    for number, (ended, dealer) in enumerate(dealt, same + 1):
        lack |= frozenset(ended.missing)
        nothing = dict.fromkeys(ended.hands, 0)
        for points in (nothing, ended.brought, ended.points):
            totals = {**totals, **{key: totals.get(key, 0) + more for key, more in points.items()}}
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
                plan=plan_deal(ended.variant, len(ended.hands), number),
            )
        )
    return tuple(rows)


def _same_deals(before: Sheet, after: Sheet) -> int:
    """How many deals from the first on are the same in both, and so are their dealers."""
    if before.first_dealer != after.first_dealer:
        return 0
    pairs = enumerate(zip(before.deals, after.deals, strict=False))
    shared = min(len(before.deals), len(after.deals))
    return next((place for place, (one, other) in pairs if one is not other), shared)


@singledispatch
def check(entry: Entry, book: Book) -> None:
    """Check that an entry can follow a book; raises `Refused` saying what would be right.

    What the cards on the table make impossible is for `rules.tally` to say before.
    """
    raise Refused(says("no.start.again"))


@check.register
def _check_undone(entry: Undone, book: Book) -> None:
    if not 1 < entry.entry <= book.version:
        raise Refused(says("no.undo.start" if entry.entry == 1 else "no.undo.line"))
    if entry.entry not in book.standing:
        raise Refused(says("no.undo.again"))


def follow(book: Book, stamped: Stamped) -> Book:
    """The book after one more entry; raises `Refused` where it cannot follow.

    Besides its own check, an entry is refused where a text of it has signs that cannot be seen, and
    where the game could not be played on after it: more deals than there are, fewer players than
    are needed, two of the same name.
    """
    check_plain(stamped.entry.body())
    check(stamped.entry, book)
    try:
        after = read_on(book, [stamped])
    except (DealError, ScoreError) as error:
        raise Refused(says("no.then", why=error)) from error
    if after.read_again > max(limits.READ_AGAIN, book.read_again):
        raise LimitReached(says("no.undo.more"))
    if len(after.deals) > limits.DEALS:
        raise LimitReached(says("no.deal.more", most=limits.DEALS))
    _check_names(book, after)
    return after


def _check_names(book: Book, after: Book) -> None:
    before, names = tuple(book.names.values()), tuple(after.names.values())
    # Games were started while fewer names were held to look alike.
    if names == before or first_alike(before):
        return
    if alike := first_alike(names):
        raise Refused(says("no.then.names", name=names[alike[1]]))
