"""What follows from the log of a game: a pure fold, without clock, chance or storage."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import singledispatch
from types import MappingProxyType

from referee.rules.cards import CardsError, parse_cards
from referee.rules.deals import DealPlan, plan_deal
from referee.rules.scoring import ScoreError, Standings, points_of, score_deal, standings
from referee.rules.variant import Variant
from referee.scorebook import limits
from referee.scorebook.entries import (
    DealCorrected,
    DealWritten,
    Entry,
    Hand,
    Seat,
    Stamped,
    Started,
    WholeDeal,
)
from referee.scorebook.refusals import LimitReached, Refused, UnreadableEntry
from referee.scorebook.wording import listed, says


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One thing that happened, as players read it.

    `number` is that of its entry, `at` in UTC, `who` the link that it came through. `deal` is the
    number of the deal it is about, or None. `is_ruling`: its entry is a ruling kept.
    """

    number: int
    at: datetime
    who: str
    says: str
    deal: int | None = None
    is_ruling: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a deal ended, as it stands now; `points` are those written for each player."""

    out: str | None
    hands: Mapping[str, Hand]
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What the log says so far: enough to read on from."""

    players: tuple[Seat, ...] = ()
    first_dealer: str = ""
    deals: Mapping[int, Ended] = field(default_factory=dict)
    log: tuple[LogLine, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """The name of each player, by key."""
        return {seat.key: seat.name for seat in self.players}


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRow:
    """A deal that has been written.

    `dealer`, `leader` and `out` are players' keys. `points` are those written for each player, and
    `running` each total after this deal.
    """

    number: int
    dealer: str
    leader: str
    out: str | None
    hands: Mapping[str, Hand]
    points: Mapping[str, int]
    running: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A game as its log has it.

    `players` sit in this order to the left. `version` is the number of the last entry. `deals`
    holds the deals that are written: one that is not is absent, never 0. `next_deal`, its
    `next_plan`, `dealer` and `leader` (players' keys) are None once the game is `finished`.
    `standings` go by players' keys. `log` is oldest first.
    """

    variant: Variant
    players: tuple[Seat, ...]
    version: int
    deals: tuple[DealRow, ...]
    standings: Standings
    finished: bool
    next_deal: int | None
    next_plan: DealPlan | None
    dealer: str | None
    leader: str | None
    log: tuple[LogLine, ...]
    sheet: Sheet = field(repr=False)

    @property
    def names(self) -> dict[str, str]:
        """The name of each player, by key, in seat order."""
        return self.sheet.names

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won, in seat order; empty while the game goes on."""
        won = self.standings.winners if self.finished else ()
        return tuple(seat.name for seat in self.players if seat.key in won)

    def deal(self, number: int) -> DealRow | None:
        """The deal of that number, or None where it has not been written."""
        return next((row for row in self.deals if row.number == number), None)

    def dealer_of(self, deal: int) -> str:
        """The key of the player who deals the deal of that number, written or not."""
        return _seat_of(self.sheet, deal - 1)

    def leader_of(self, deal: int) -> str:
        """The key of the player who leads in the deal of that number: on the dealer's left."""
        return _seat_of(self.sheet, deal)


def read_book(variant: Variant, log: Sequence[Stamped]) -> Book:
    """The book of a whole log, oldest entry first.

    Raises `UnreadableEntry` where the log does not begin with `Started`.
    """
    if not log or not isinstance(log[0].entry, Started):
        raise UnreadableEntry("The log of a game begins with its table sitting down.")
    return _turn(variant, Sheet(), log)


def read_on(book: Book, more: Sequence[Stamped]) -> Book:
    """The book after more entries, those that follow its version, oldest first."""
    return _turn(book.variant, book.sheet, more) if more else book


def _turn(variant: Variant, sheet: Sheet, log: Sequence[Stamped]) -> Book:
    for stamped in log:
        sheet = fold(stamped.entry, sheet, variant, stamped)
    return _book(variant, sheet, log[-1].number)


def _book(variant: Variant, sheet: Sheet, version: int) -> Book:
    rounds = [sheet.deals[number].points for number in sorted(sheet.deals)]
    stand = standings(variant, rounds, tuple(seat.key for seat in sheet.players))
    following = None if stand.finished else len(rounds) + 1
    plan = following and plan_deal(variant, len(sheet.players), following)
    return Book(
        variant=variant,
        players=sheet.players,
        version=version,
        deals=_rows(sheet),
        standings=stand,
        finished=stand.finished,
        next_deal=following,
        next_plan=plan or None,
        dealer=_seat_of(sheet, following - 1) if following else None,
        leader=_seat_of(sheet, following) if following else None,
        log=sheet.log,
        sheet=sheet,
    )


def _rows(sheet: Sheet) -> tuple[DealRow, ...]:
    totals = dict.fromkeys(sheet.names, 0)
    rows = []
    for number in sorted(sheet.deals):
        ended = sheet.deals[number]
        totals = {player: total + ended.points[player] for player, total in totals.items()}
        rows.append(
            DealRow(
                number=number,
                dealer=_seat_of(sheet, number - 1),
                leader=_seat_of(sheet, number),
                out=ended.out,
                hands=ended.hands,
                points=ended.points,
                running=MappingProxyType(totals),
            )
        )
    return tuple(rows)


def _seat_of(sheet: Sheet, places_left: int) -> str:
    """The player so many places to the left of the first dealer."""
    keys = [seat.key for seat in sheet.players]
    return keys[(keys.index(sheet.first_dealer) + places_left) % len(keys)]


@singledispatch
def fold(entry: Entry, sheet: Sheet, variant: Variant, stamped: Stamped) -> Sheet:
    """The sheet after one more entry; every kind of entry registers its own."""
    raise UnreadableEntry(f"Nothing says what an entry of kind {entry.kind!r} does to a game.")


@fold.register
def _sit_down(entry: Started, sheet: Sheet, variant: Variant, stamped: Stamped) -> Sheet:
    sat = replace(sheet, players=entry.players, first_dealer=entry.first_dealer)
    names = sat.names
    line = says("started", players=listed(list(names.values())), dealer=names[entry.first_dealer])
    return _noted(sat, stamped, [line])


@fold.register
def _write(entry: DealWritten, sheet: Sheet, variant: Variant, stamped: Stamped) -> Sheet:
    now = _ended(variant, entry)
    return _noted(_with_deal(sheet, entry, now), stamped, [_says_written(sheet, entry)])


@fold.register
def _correct(entry: DealCorrected, sheet: Sheet, variant: Variant, stamped: Stamped) -> Sheet:
    now = _ended(variant, entry)
    lines = _says_corrected(sheet, entry.deal, sheet.deals[entry.deal], now)
    return _noted(_with_deal(sheet, entry, now), stamped, lines)


def _ended(variant: Variant, entry: WholeDeal) -> Ended:
    counts = {player: hand.points for player, hand in entry.hands.items()}
    points = MappingProxyType(score_deal(variant, counts, entry.out))
    return Ended(out=entry.out, hands=entry.hands, points=points)


def _with_deal(sheet: Sheet, entry: WholeDeal, now: Ended) -> Sheet:
    return replace(sheet, deals={**sheet.deals, entry.deal: now})


def _noted(sheet: Sheet, stamped: Stamped, lines: Sequence[str]) -> Sheet:
    deal = getattr(stamped.entry, "deal", None)
    noted = tuple(
        LogLine(number=stamped.number, at=stamped.at, who=stamped.label, says=line, deal=deal)
        for line in lines
    )
    return replace(sheet, log=sheet.log + noted)


def _says_written(sheet: Sheet, entry: DealWritten) -> str:
    held = ", ".join(
        says("held", player=name, points=entry.hands[player].points)
        for player, name in sheet.names.items()
        if player != entry.out
    )
    if entry.out is None:
        return says("written.nobody", deal=entry.deal, held=held)
    return says("written", deal=entry.deal, out=sheet.names[entry.out], held=held)


def _says_corrected(sheet: Sheet, deal: int, before: Ended, now: Ended) -> list[str]:
    """What a correction changed, players whose points stayed left out."""
    lines = [_says_out(sheet, deal, before.out, now.out)] if before.out != now.out else []
    for player, name in sheet.names.items():
        old, new = before.points[player], now.points[player]
        held, holds = before.hands[player].points, now.hands[player].points
        if old != new:
            lines.append(says("corrected.points", player=name, deal=deal, before=old, now=new))
        elif held != holds:
            # Where the winner collects, the others' points stay 0 whatever they held.
            lines.append(says("corrected.held", player=name, deal=deal, before=held, now=holds))
    unchanged = "corrected.nothing" if before.hands == now.hands else "corrected.cards"
    return lines or [says(unchanged, deal=deal)]


def _says_out(sheet: Sheet, deal: int, before: str | None, now: str | None) -> str:
    names = sheet.names
    if now is None:
        return says("corrected.out.nobody", deal=deal, before=names[before or ""])
    if before is None:
        return says("corrected.out.somebody", deal=deal, out=names[now])
    return says("corrected.out", deal=deal, out=names[now], before=names[before])


@singledispatch
def check(entry: Entry, book: Book) -> None:
    """Check that an entry can follow a book; raises `Refused` saying what would be right.

    What the cards on the table make impossible is for `rules.tally` to say before.
    """
    raise Refused(says("no.start.again"))


@check.register
def _check_written(entry: DealWritten, book: Book) -> None:
    if book.deal(entry.deal):
        raise Refused(says("no.deal.again", deal=entry.deal))
    if book.next_deal is None:
        raise Refused(says("no.deal.over"))
    if entry.deal != book.next_deal:
        raise Refused(says("no.deal.next", next=book.next_deal, deal=entry.deal))
    if entry.deal > limits.DEALS:
        raise LimitReached(says("no.deal.more", most=limits.DEALS))
    _check_deal(entry, book)


@check.register
def _check_corrected(entry: DealCorrected, book: Book) -> None:
    if not book.deal(entry.deal):
        raise Refused(says("no.deal.yet", deal=entry.deal))
    _check_deal(entry, book)


def _check_deal(entry: WholeDeal, book: Book) -> None:
    names = book.names
    if set(entry.hands) != set(names) or (entry.out is not None and entry.out not in names):
        raise Refused(says("no.hands", players=listed(list(names.values()))))
    for seat, (player, name) in enumerate(names.items()):
        hand = entry.hands[player]
        wrong = _wrong_with(hand, name, book.variant)
        if not wrong and player == entry.out and hand.points:
            wrong = says("no.hand.out", player=name)
        if wrong:
            raise Refused(wrong, seat=seat)
    try:
        _ended(book.variant, entry)
    except ScoreError as error:
        raise Refused(str(error)) from error


def _wrong_with(hand: Hand, name: str, variant: Variant) -> str:
    """What is wrong with a hand by itself, or the empty text."""
    if type(hand.points) is not int or not 0 <= hand.points <= limits.HAND_POINTS:
        return says("no.hand.points", player=name, most=limits.HAND_POINTS)
    if len(hand.sum or "") > limits.SUM_LENGTH:
        return says("no.hand.sum", player=name, most=limits.SUM_LENGTH)
    if hand.cards is None:
        return ""
    if len(hand.cards) > limits.CARDS_LENGTH:
        return says("no.hand.many", player=name)
    try:
        worth = points_of(variant, parse_cards(hand.cards, suits=False))
    except CardsError as error:
        return says("no.hand.cards", player=name, why=error)
    if worth != hand.points:
        return says("no.hand.worth", player=name, worth=worth, points=hand.points)
    return ""
