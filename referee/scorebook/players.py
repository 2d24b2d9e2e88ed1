"""Who sits at the table: joining, leaving, returning, names, seats and the dealer."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from types import MappingProxyType

from referee.language import listed
from referee.rules.variant import Best, Variant
from referee.scorebook import limits
from referee.scorebook.errors import NameRefused, Refused
from referee.scorebook.events import (
    Begins,
    DealerChanged,
    Joined,
    Left,
    Recorded,
    Renamed,
    Returned,
    Seat,
    SeatsMoved,
)
from referee.scorebook.messages import says
from referee.scorebook.names import clean_name, first_alike
from referee.scorebook.projection import ScoreBook, check
from referee.scorebook.state import GameState, fold, with_log_line


@fold.register
def _join(entry: Joined, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    joined = replace(
        _seated(sheet, entry.player, entry.after),
        brought=_brought(sheet, entry.player.key, entry.points),
    )
    line = says(f"joined.{entry.begins}", player=entry.player.name, points=entry.points)
    return with_log_line(joined, stamped, line)


@fold.register
def _leave(entry: Left, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    if entry.player not in sheet.names:
        return sheet
    total = sheet.total_of(entry.player)
    left = replace(sheet, away=sheet.away | {entry.player})
    return with_log_line(
        left, stamped, says("left", player=sheet.names[entry.player], points=total)
    )


@fold.register
def _return(entry: Returned, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    if entry.player not in sheet.away:
        return sheet
    back = replace(
        sheet,
        away=sheet.away - {entry.player},
        brought=_brought(sheet, entry.player, entry.points),
    )
    line = says(f"returned.{entry.begins}", player=sheet.names[entry.player], points=entry.points)
    return with_log_line(back, stamped, line)


def _seated(sheet: GameState, player: Seat, after: str) -> GameState:
    seats = list(sheet.seats)
    place = sheet.order.index(after) + 1 if after in sheet.order else len(seats)
    seats.insert(place, player)
    return replace(sheet, seats=tuple(seats))


def _brought(sheet: GameState, player: str, points: int) -> Mapping[str, int]:
    return MappingProxyType({**sheet.brought, player: sheet.brought.get(player, 0) + points})


@fold.register
def _rename(entry: Renamed, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    before = sheet.names.get(entry.player)
    if before is None:
        return sheet
    seats = tuple(
        Seat(key=seat.key, name=entry.name) if seat.key == entry.player else seat
        for seat in sheet.seats
    )
    line = says("renamed", before=before, name=entry.name)
    return with_log_line(replace(sheet, seats=seats), stamped, line)


@fold.register
def _move(entry: SeatsMoved, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    by_key = {seat.key: seat for seat in sheet.seats}
    known = [key for key in entry.order if key in by_key]
    others = [key for key in by_key if key not in known]
    moved = replace(sheet, seats=tuple(by_key[key] for key in (*known, *others)))
    names = [seat.name for seat in moved.players]
    return with_log_line(moved, stamped, says("seats.moved", players=listed(names)))


@fold.register
def _deal_next(
    entry: DealerChanged, sheet: GameState, variant: Variant, stamped: Recorded
) -> GameState:
    if entry.dealer not in sheet.names:
        return sheet
    line = says("dealer.changed", dealer=sheet.names[entry.dealer], deal=len(sheet.deals) + 1)
    return with_log_line(replace(sheet, named=entry.dealer), stamped, line)


def points_to_begin_with(book: ScoreBook, begins: Begins, typed: int, player: str = "") -> int:
    """What somebody who joins now, or the `player` who returns, is given.

    A total that was reached before leaving counts towards the average or the worst; nobody is
    brought back below it.
    """
    if begins is Begins.TYPED:
        return typed
    totals = [book.totals[seat.key] for seat in book.players]
    if begins is Begins.NOUGHT or not book.deals or not totals:
        return 0
    if begins is Begins.AVERAGE:
        aim = round(sum(totals) / len(totals))
    else:
        highest_wins = book.variant.scoring.best is Best.HIGHEST
        aim = min(totals) if highest_wins else max(totals)
    return aim - book.totals.get(player, 0)


def would_deal(book: ScoreBook, after: str) -> bool:
    """Whether somebody who sat down to the left of that player would deal next."""
    newcomer = Seat(key=next_key(book), name="")
    return _deals_next(_seated(book.sheet, newcomer, after)) == newcomer.key


def would_deal_again(book: ScoreBook, player: str) -> bool:
    """Whether a player who left and returns would deal next."""
    sheet = book.sheet
    return _deals_next(replace(sheet, away=sheet.away - {player})) == player


def _deals_next(sheet: GameState) -> str:
    return next(islice(sheet.dealers(), len(sheet.deals), None))


def next_key(book: ScoreBook) -> str:
    """A key for one more player: never one that was used before, taken back or not."""
    used = [entry.player.key for entry in _joinings(book)] + [seat.key for seat in book.everyone]
    return f"p{max(int(key[1:]) for key in used) + 1}"


def _joinings(book: ScoreBook) -> list[Joined]:
    entries = (stamped.event for stamped in book.entries)
    return [entry for entry in entries if isinstance(entry, Joined)]


@check.register
def _check_joined(entry: Joined, book: ScoreBook) -> None:
    if entry.player.key != next_key(book):
        raise Refused(says("no.join.key"))
    if entry.after not in book.names:
        raise Refused(says("no.join.seat"))
    _check_points(entry.points, book)
    _check_name(entry.player.name, book)
    _check_goes_on(book)
    if len(book.everyone) >= limits.SEATS:
        raise Refused(says("no.join.more", most=limits.SEATS))


@check.register
def _check_left(entry: Left, book: ScoreBook) -> None:
    if entry.player not in {seat.key for seat in book.players}:
        raise Refused(says("no.player"))
    _check_goes_on(book)


@check.register
def _check_returned(entry: Returned, book: ScoreBook) -> None:
    if entry.player not in {seat.key for seat in book.away}:
        raise Refused(says("no.return"))
    _check_points(entry.points, book)
    _check_goes_on(book)


@check.register
def _check_renamed(entry: Renamed, book: ScoreBook) -> None:
    if entry.player not in book.names:
        raise Refused(says("no.player"))
    _check_name(entry.name, book, entry.player)


@check.register
def _check_moved(entry: SeatsMoved, book: ScoreBook) -> None:
    if sorted(entry.order) != sorted(book.names):
        raise Refused(says("no.seats"))


@check.register
def _check_dealer(entry: DealerChanged, book: ScoreBook) -> None:
    if entry.dealer not in {seat.key for seat in book.players}:
        raise Refused(says("no.player"))
    _check_goes_on(book)


def _check_goes_on(book: ScoreBook) -> None:
    if book.next_deal is None:
        raise Refused(says("no.people.over" if book.finished else "no.deal.waits"))


def _check_points(points: int, book: ScoreBook) -> None:
    if type(points) is not int or abs(points) > limits.TOTAL_POINTS:
        raise Refused(says("no.join.points", most=limits.TOTAL_POINTS))
    if points and not book.sheet.deals:
        raise Refused(says("no.join.early"))


def _check_name(name: str, book: ScoreBook, player: str = "") -> None:
    # Programs and copies send what they like.
    typed: object = name
    if not isinstance(typed, str) or clean_name(typed) != typed:
        raise NameRefused(says("no.name.clean"))
    others = (other for key, other in book.names.items() if key != player)
    if any(first_alike([other, name]) for other in others):
        raise NameRefused(says("no.name.taken", name=name))
