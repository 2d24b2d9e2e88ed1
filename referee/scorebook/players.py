"""Who sits at the table: joining, leaving, returning, names, seats and the dealer."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from referee.language import Phrase, say
from referee.scorebook import limits
from referee.scorebook.errors import NameRefused, Refused
from referee.scorebook.events import (
    Begins,
    DealerChanged,
    Joined,
    Left,
    Renamed,
    Returned,
    Seat,
    SeatsMoved,
    player_key,
    player_number,
)
from referee.scorebook.names import clean_name, first_alike
from referee.scorebook.projection import ScoreBook, check
from referee.scorebook.state import Folded, GameState, fold


@fold.register
def _join(event: Joined, state: GameState) -> Folded:
    player = event.player
    joined = replace(
        _seated(state, player, event.after),
        starting_points=_more_points(state, player.key, event.points),
    )
    line = Phrase.of(f"log-joined-{event.begins}", player=player.name, points=event.points)
    return Folded(joined, (line,))


@fold.register
def _leave(event: Left, state: GameState) -> Folded:
    if event.player not in state.names:
        return Folded(state)
    left = replace(state, away=state.away | {event.player})
    total, name = state.totals[event.player], state.names[event.player]
    return Folded(left, (Phrase.of("log-left", player=name, points=total),))


@fold.register
def _return(event: Returned, state: GameState) -> Folded:
    if event.player not in state.away:
        return Folded(state)
    back = replace(
        state,
        away=state.away - {event.player},
        starting_points=_more_points(state, event.player, event.points),
    )
    name = state.names[event.player]
    line = Phrase.of(f"log-returned-{event.begins}", player=name, points=event.points)
    return Folded(back, (line,))


def _seated(state: GameState, player: Seat, after: str) -> GameState:
    seats = list(state.seats)
    place = state.order.index(after) + 1 if after in state.order else len(seats)
    seats.insert(place, player)
    return replace(state, seats=tuple(seats))


def _more_points(state: GameState, player: str, points: int) -> Mapping[str, int]:
    before = state.starting_points
    return MappingProxyType({**before, player: before.get(player, 0) + points})


@fold.register
def _rename(event: Renamed, state: GameState) -> Folded:
    before = state.names.get(event.player)
    if before is None:
        return Folded(state)
    seats = tuple(
        Seat(key=seat.key, name=event.name) if seat.key == event.player else seat
        for seat in state.seats
    )
    line = Phrase.of("log-renamed", before=before, name=event.name)
    return Folded(replace(state, seats=seats), (line,))


@fold.register
def _move(event: SeatsMoved, state: GameState) -> Folded:
    by_key = {seat.key: seat for seat in state.seats}
    known = [key for key in event.order if key in by_key]
    others = [key for key in by_key if key not in known]
    moved = replace(state, seats=tuple(by_key[key] for key in (*known, *others)))
    names = tuple([seat.name for seat in moved.players])
    return Folded(moved, (Phrase.of("log-seats-moved", players=names),))


@fold.register
def _deal_next(event: DealerChanged, state: GameState) -> Folded:
    if event.dealer not in state.names:
        return Folded(state)
    line = Phrase.of(
        "log-dealer-changed", dealer=state.names[event.dealer], deal=len(state.deals) + 1
    )
    return Folded(replace(state, dealer_override=event.dealer), (line,))


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
        highest_wins = book.variant.scoring.best == "highest"
        aim = min(totals) if highest_wins else max(totals)
    return aim - book.totals.get(player, 0)


def would_deal(book: ScoreBook, after: str) -> bool:
    """Whether somebody who sat down to the left of that player would deal next."""
    newcomer = Seat(key=next_key(book), name="")
    return _seated(book.state, newcomer, after).next_dealer == newcomer.key


def would_deal_again(book: ScoreBook, player: str) -> bool:
    """Whether a player who left and returns would deal next."""
    return replace(book.state, away=book.state.away - {player}).next_dealer == player


def next_key(book: ScoreBook) -> str:
    """A key for one more player: never one that was used before, taken back or not."""
    events = (recorded.event for recorded in book.events)
    joined = [event.player for event in events if isinstance(event, Joined)]
    return player_key(1 + max(player_number(seat.key) for seat in (*joined, *book.everyone)))


@check.register
def _check_joined(event: Joined, book: ScoreBook) -> None:
    if event.player.key != next_key(book):
        raise Refused(say("no-join-key"))
    if event.after not in book.names:
        raise Refused(say("no-join-seat"))
    _check_points(event.points, book)
    _check_name(event.player.name, book)
    _check_goes_on(book)
    if len(book.everyone) >= limits.SEATS:
        raise Refused(say("no-join-more", most=limits.SEATS))


@check.register
def _check_left(event: Left, book: ScoreBook) -> None:
    if event.player not in {seat.key for seat in book.players}:
        raise Refused(say("no-player"))
    _check_goes_on(book)


@check.register
def _check_returned(event: Returned, book: ScoreBook) -> None:
    if event.player not in {seat.key for seat in book.away}:
        raise Refused(say("no-return"))
    _check_points(event.points, book)
    _check_goes_on(book)


@check.register
def _check_renamed(event: Renamed, book: ScoreBook) -> None:
    if event.player not in book.names:
        raise Refused(say("no-player"))
    _check_name(event.name, book, event.player)


@check.register
def _check_moved(event: SeatsMoved, book: ScoreBook) -> None:
    if sorted(event.order) != sorted(book.names):
        raise Refused(say("no-seats"))


@check.register
def _check_dealer(event: DealerChanged, book: ScoreBook) -> None:
    if event.dealer not in {seat.key for seat in book.players}:
        raise Refused(say("no-player"))
    _check_goes_on(book)


def _check_goes_on(book: ScoreBook) -> None:
    if book.next_deal is None:
        raise Refused(say("no-people-over" if book.finished else "no-deal-waits"))


def _check_points(points: int, book: ScoreBook) -> None:
    if points and not book.state.deals:
        raise Refused(say("no-join-early"))


def _check_name(name: str, book: ScoreBook, player: str = "") -> None:
    if clean_name(name) != name:
        raise NameRefused(say("no-name-clean"))
    others = (other for key, other in book.names.items() if key != player)
    if any(first_alike([other, name]) for other in others):
        raise NameRefused(say("no-name-taken", name=name))
