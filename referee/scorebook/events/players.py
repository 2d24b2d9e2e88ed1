"""Who sits at the table: joining, leaving, returning, names, seats and the dealer."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from msgspec.structs import replace

from referee.language import Phrase
from referee.rules.scoring.standings import out_of
from referee.scorebook import limits
from referee.scorebook.checked import fitting
from referee.scorebook.errors import NameRefused, Refused
from referee.scorebook.events.base import (
    Event,
    PlayerKey,
    PlayerName,
    Seat,
    StartingPoints,
    player_key,
    player_number,
)
from referee.scorebook.events.deals import NewDeal
from referee.scorebook.events.state import Folded, GameState
from referee.scorebook.names import clean_name, first_alike

if TYPE_CHECKING:
    from referee.scorebook.projection import ScoreBook


class Begins(StrEnum):
    """What somebody who joins late, or returns, is given for the deals that were missed.

    By the `RULE` of the game a player comes back who was out of it.
    """

    NOUGHT = "nought"
    AVERAGE = "average"
    WORST = "worst"
    TYPED = "typed"
    RULE = "rule"


class Joined(Event, frozen=True, kw_only=True):
    """Somebody whose turn comes after that of the player `after` sits down, with so many points."""

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

    def check(self, book: "ScoreBook") -> None:
        if self.player.key != next_key(book):
            raise Refused("no-join-key")
        if self.after not in book.names:
            raise Refused("no-join-seat")
        if self.begins is Begins.RULE:
            raise Refused("no-return-points")
        _check_points(self.points, book)
        _check_name(self.player.name, book)
        check_goes_on(book)
        check_room(book)

    def apply(self, state: GameState) -> Folded:
        player = self.player
        joined = replace(
            _seated(state, player.key, player.name, self.after),
            starting_points=_more_points(state, player.key, self.points),
        )
        line = Phrase.of(f"log-joined-{self.begins}", player=player.name, points=self.points)
        return Folded(joined, (line,))


class Left(Event, frozen=True, kw_only=True):
    """A player takes no part from the next deal on; the total stays as it is."""

    player: PlayerKey

    subjects = ("player {0.player}",)

    def check(self, book: "ScoreBook") -> None:
        if self.player not in {seat.key for seat in book.players}:
            raise Refused("no-player")
        check_goes_on(book)

    def apply(self, state: GameState) -> Folded:
        if self.player not in state.names:
            return Folded(state)
        left = replace(state, away=state.away | {self.player})
        total, name = state.totals[self.player], state.names[self.player]
        return Folded(left, (Phrase.of("log-left", player=name, points=total),))


class Returned(Event, frozen=True, kw_only=True):
    """A player who left, or was out of the game, takes part again, with so many points more."""

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

    def check(self, book: "ScoreBook") -> None:
        by_rule = {**dict.fromkeys(book.state.away), **coming_back(book)}
        if self.player not in by_rule:
            raise Refused("no-return")
        aim = by_rule[self.player]
        is_by_rule = self.begins is Begins.RULE
        if aim is not None and not (is_by_rule and self.points == aim):
            raise Refused("no-return-rule", player=book.names[self.player], points=aim)
        if aim is None and is_by_rule:
            raise Refused("no-return-points")
        _check_points(self.points, book)
        check_goes_on(book)

    def apply(self, state: GameState) -> Folded:
        if self.player not in {*state.away, *state.out}:
            return Folded(state)
        back = replace(
            state,
            away=state.away - {self.player},
            starting_points=_more_points(state, self.player, self.points),
        )
        named = {"points": self.points, "total": back.totals[self.player]}
        # A program may write points beside a word that says there are none.
        begins = Begins.TYPED if self.points and self.begins is Begins.NOUGHT else self.begins
        line = Phrase.of(f"log-returned-{begins}", player=state.names[self.player], **named)
        return Folded(back, (line,))


def _begins_alike(new: Joined | Returned, stored: Joined | Returned) -> bool:
    """Whether the same was chosen; an average is another after one more deal."""
    same_points = new.points == stored.points or new.begins is not Begins.TYPED
    return new.begins is stored.begins and same_points


class Renamed(Event, frozen=True, kw_only=True):
    """A player is called otherwise; what was written stays the player's."""

    player: PlayerKey
    name: PlayerName

    subjects = ("name of {0.player}",)

    def check(self, book: "ScoreBook") -> None:
        if self.player not in book.names:
            raise Refused("no-player")
        _check_name(self.name, book, self.player)

    def apply(self, state: GameState) -> Folded:
        before = state.names.get(self.player)
        if before is None:
            return Folded(state)
        line = Phrase.of("log-renamed", before=before, name=self.name)
        names = {**state.names, self.player: self.name}
        return Folded(replace(state, names=names), (line,))


class SeatsMoved(Event, frozen=True, kw_only=True):
    """From the next deal on this is the order of play."""

    order: Annotated[
        tuple[PlayerKey, ...],
        fitting(Phrase.of("fits-keys", most=limits.SEATS), max_length=limits.SEATS),
    ]

    subjects = ("seats",)

    def check(self, book: "ScoreBook") -> None:
        if sorted(self.order) != sorted(book.names):
            raise Refused("no-seats")

    def apply(self, state: GameState) -> Folded:
        names = state.names
        order = dict.fromkeys((*self.order, *names))
        moved = replace(state, names={key: names[key] for key in order if key in names})
        players = tuple([seat.name for seat in moved.players])
        way = state.variant.players.direction
        return Folded(moved, (Phrase.of("log-seats-moved", direction=way, players=players),))


class DealerChanged(Event, frozen=True, kw_only=True):
    """A player deals next, whoever's turn it was; after that the deal goes on in order of play."""

    dealer: PlayerKey

    subjects = ("dealer",)

    def check(self, book: "ScoreBook") -> None:
        if self.dealer not in {seat.key for seat in book.players}:
            raise Refused("no-player")
        check_goes_on(book)

    def apply(self, state: GameState) -> Folded:
        if self.dealer not in state.names:
            return Folded(state)
        line = Phrase.of(
            "log-dealer-changed", dealer=state.names[self.dealer], deal=len(state.deals) + 1
        )
        return Folded(replace(state, dealer_override=self.dealer), (line,))


def _seated(state: GameState, player: str, name: str, after: str) -> GameState:
    names, order = state.names, [*state.names]
    order.insert(order.index(after) + 1 if after in names else len(order), player)
    return replace(state, names={key: names.get(key, name) for key in order})


def _more_points(state: GameState, player: str, points: int) -> Mapping[str, int]:
    before = state.starting_points
    return {**before, player: before.get(player, 0) + points}


def points_to_begin_with(book: "ScoreBook", begins: Begins, typed: int, player: str = "") -> int:
    """What somebody who joins now, or the `player` who returns, is given.

    A total that was reached before leaving counts towards the average or the worst; nobody is
    brought back below it.
    """
    if begins is Begins.TYPED:
        return typed
    if begins is Begins.RULE:
        return coming_back(book).get(player, 0)
    totals = [book.totals[seat.key] for seat in book.players]
    if begins is Begins.NOUGHT or not book.deals or not totals:
        return 0
    if begins is Begins.AVERAGE:
        # To the nearest point, and half a point up.
        aim = (2 * sum(totals) + len(totals)) // (2 * len(totals))
    else:
        highest_wins = book.variant.scoring.best == "highest"
        aim = min(totals) if highest_wins else max(totals)
    return aim - book.totals.get(player, 0)


def coming_back(book: "ScoreBook") -> Mapping[str, int]:
    """Those out of the game who may come back by its rules, with the points that each is given."""
    end, state = book.variant.end, book.state
    if not (end.rejoin and book.next_deal):
        return {}
    aim = max(book.totals[seat.key] for seat in book.players) + (end.rejoin_at == "above")
    return {
        key: aim - book.totals[key]
        for key in state.out
        if key not in state.away and aim < end.out_at
    }


def groundless_returns(book: "ScoreBook") -> list[tuple[int, Returned, int]]:
    """Returns by the rules of players who, as the deals now stand, were not out.

    Each with the number of the deal that came next and that of the event. A deal was corrected
    since; the points that the return gave still count.
    """
    found: dict[tuple[str, int], tuple[int, Returned, int]] = {}
    latest = 0
    for recorded in book.events:
        event = recorded.event
        if isinstance(event, NewDeal):
            latest = max(latest, event.deal)
        elif (
            isinstance(event, Returned)
            and event.begins is Begins.RULE
            and recorded.number in book.effective
        ):
            place = max((row.number for row in book.deals if row.deal_id <= latest), default=0)
            stood = book.deal(place)
            was_out = stood and event.player in out_of(book.variant, stood.running)
            following = book.deal(place + 1) or book.state
            if event.player in following.starting_points and not was_out:
                found[event.player, place] = (place + 1, event, recorded.number)
    return [*found.values()]


def would_deal(book: "ScoreBook", after: str) -> bool:
    """Whether somebody who sat down after that player would deal next."""
    newcomer = next_key(book)
    return _seated(book.state, newcomer, "", after).next_dealer == newcomer


def would_deal_again(book: "ScoreBook", player: str) -> bool:
    """Whether a player who left and returns would deal next."""
    return replace(book.state, away=book.state.away - {player}).next_dealer == player


def next_key(book: "ScoreBook") -> str:
    """A key for one more player: never one that was used before, taken back or not."""
    events = (recorded.event for recorded in book.events)
    joined = [event.player for event in events if isinstance(event, Joined)]
    return player_key(1 + max(player_number(seat.key) for seat in (*joined, *book.everyone)))


def check_room(book: "ScoreBook") -> None:
    """Raise `Refused` where no game has room for one more player."""
    if len(book.everyone) >= limits.SEATS:
        raise Refused("no-join-more", most=limits.SEATS)


def check_goes_on(book: "ScoreBook") -> None:
    """Raise `Refused` where no deal is to come."""
    if book.next_deal is None:
        raise Refused("no-people-over" if book.finished else "no-deal-waits")


def _check_points(points: int, book: "ScoreBook") -> None:
    if points and not book.state.deals:
        raise Refused("no-join-early")


def _check_name(name: str, book: "ScoreBook", player: str = "") -> None:
    if clean_name(name) != name:
        raise NameRefused("no-name-clean")
    for key, other in book.names.items():
        if key != player and first_alike([other, name]):
            left = not player and key in book.state.away
            raise NameRefused("no-name-left" if left else "no-name-taken", name=other)
