"""The score book of a game: what follows from its log, without clock, chance or storage."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from referee.language import Phrase, say
from referee.rules.deals import DealPlan, plan_at_table
from referee.rules.schema.deck import NOTHING_DRAWN
from referee.rules.schema.variant import Terms, Variant
from referee.rules.scoring.standings import Standings, bonuses_of
from referee.rules.stored import say_stored
from referee.scorebook.events.base import Moves, Recorded, Seat, key_of
from referee.scorebook.events.deals import CardsDrawn, DealInserted, DealWritten, Started
from referee.scorebook.events.players import Joined
from referee.scorebook.events.signing import SeatTaken
from referee.scorebook.events.state import GameState, Given, PlayedDeal, Sentence, next_after
from referee.scorebook.events.table import OptionsChanged, RulingKept
from referee.scorebook.events.undoing import Undone, effective, innermost, moves_by, resolve_undo
from referee.scorebook.names import colours, initials, same_name


class LogLine(Struct, frozen=True, kw_only=True):
    """One thing that happened, by the event that wrote it in the log.

    `event` says all that its event changed. `deal` is the number that the deal it is about had
    then, or None. `stands`: the event was not undone since. `gone`: how a deal ended that it
    deleted, or empty.
    """

    recorded: Recorded
    sentence: Sentence
    event: Sentence
    deal: int | None = None
    stands: bool = True
    gone: Sentence = ""

    @property
    def number(self) -> int:
        """The number of its event."""
        return self.recorded.number

    @property
    def at(self) -> datetime:
        """When that was, in UTC."""
        return self.recorded.at

    @property
    def is_ruling(self) -> bool:
        """Whether its event is a ruling kept."""
        return isinstance(self.recorded.event, RulingKept)

    @property
    def fixed(self) -> bool:
        """Whether its event cannot be undone."""
        return isinstance(self.recorded.event, Started | SeatTaken)

    @property
    def says(self) -> str:
        """What happened, in the language in use."""
        return _said(self.sentence)

    @property
    def event_says(self) -> str:
        """All that its event changed, in the language in use."""
        return _said(self.event)

    @property
    def gone_says(self) -> str:
        """How a deal ended that was deleted, in the language in use."""
        return _said(self.gone)

    @property
    def who(self) -> str:
        """The link that it came through, in the language in use."""
        return self.recorded.label


_number: Final = attrgetter("number")


def _said(sentence: Sentence) -> str:
    return say_stored(sentence if isinstance(sentence, str | Phrase) else sentence.phrase())


class DealRow(PlayedDeal, frozen=True, kw_only=True):
    """A deal that has been written, in its place among the others.

    `number` counts from 1 as the deals stand now. `dealer` and `leader` are players' keys.
    `running` is the total of everybody who had sat down, after this deal; it is not complete for
    those in `incomplete`, who lack points in it or before it. `given` are points outside a deal
    that came after it.
    """

    number: int
    dealer: str
    leader: str
    running: Mapping[str, int]
    incomplete: frozenset[str]
    given: tuple[Given, ...]
    plan: DealPlan


class ScoreBook(Struct, frozen=True, kw_only=True, dict=True):
    """A game as its log has it, oldest event and line first.

    `initial_variant` is the game under the options at the start. `next_deal_id` is what events call
    the next deal that is written. `bytes` is about how much memory all of it takes.
    """

    initial_variant: Variant
    state: GameState
    events: tuple[Recorded, ...] = ()
    log: tuple[LogLine, ...] = ()
    next_deal_id: int = 1
    places_before: Mapping[str, int] = {}
    bytes: int = 0

    @cached_property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def standings(self) -> Standings:
        """The places of those who play, and what ends the game."""
        return self.state.standings

    @property
    def variant(self) -> Variant:
        """The game under the options in force now."""
        return self.state.variant

    @cached_property
    def terms(self) -> Terms:
        """What holds in the next deal."""
        drawn = self.state.drawn.get(self.next_deal_id, NOTHING_DRAWN)
        return self.state.variant.at(len(self.state.deals) + 1, drawn)

    @property
    def players(self) -> tuple[Seat, ...]:
        """Those who take part now, in order of play."""
        return self.state.players

    @property
    def plays_again(self) -> tuple[Seat, ...]:
        """Those whom the next game seats: all who have not left, or who still take part where these
        are too many."""
        stayed = tuple(seat for seat in self.everyone if seat.key not in self.state.away)
        return stayed if len(stayed) <= self.variant.players.most else self.players

    @property
    def everyone(self) -> tuple[Seat, ...]:
        """Everybody who ever sat down, in seat order."""
        return self.state.seats

    @cached_property
    def totals(self) -> Mapping[str, int]:
        """What everybody who ever sat down has, by key."""
        return self.state.totals

    @cached_property
    def bonuses(self) -> Mapping[str, int]:
        """What is added to the totals of a finished game, by key.

        Nothing where a table wrote plain numbers, which may hold it.
        """
        variant, deals = self.variant, self.state.deals
        counted = all(deal.besides is not None for deal in deals)
        if not (self.finished and variant.end.adds_bonuses and counted):
            return {}
        rounds, stand = [deal.points for deal in deals], self.standings
        players, ended = [*stand.totals], self.state.ended
        return bonuses_of(variant, rounds, players, stand.winners, ended=ended)

    @property
    def final(self) -> Mapping[str, int]:
        """The totals of everybody who ever sat down, with what is added to them at the end."""
        return {key: total + self.bonuses.get(key, 0) for key, total in self.totals.items()}

    @cached_property
    def deals(self) -> tuple[DealRow, ...]:
        """The deals that are written: one that is not is absent, never 0."""
        rows: list[DealRow] = []
        incomplete = frozenset[str]()
        state = self.state
        played = zip(state.deals, state.dealers(), state.running(), strict=False)
        for number, (deal, dealer, totals) in enumerate(played, 1):
            incomplete |= frozenset(deal.missing)
            rows.append(
                DealRow(
                    **asdict(deal),
                    number=number,
                    dealer=dealer,
                    leader=next_after(dealer, deal.order, deal.hands),
                    running=totals,
                    incomplete=incomplete,
                    given=state.given_after(number - 1),
                    plan=deal.plan_at(number),
                )
            )
        return tuple(rows)

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.standings.finished

    @cached_property
    def next_deal(self) -> int | None:
        """The number of the next deal; None where the game is over, or waits for missing points."""
        stand = self.state.standings
        over = stand.finished or stand.waits or not self.events
        return None if over else len(self.state.deals) + 1

    @cached_property
    def next_plan(self) -> DealPlan | None:
        """What is dealt next, or None; raises `DealError` where that cannot be dealt."""
        return self.plan_of(self.next_deal) if self.next_deal else None

    @property
    def dealer(self) -> str | None:
        """The key of the player who deals next, or None where no deal is next."""
        return self.state.next_dealer if self.next_deal else None

    @property
    def leader(self) -> str | None:
        """The key of the player who leads in the next deal, or None where no deal is next."""
        present = {seat.key for seat in self.players}
        return next_after(self.dealer, tuple(self.names), present) if self.dealer else None

    @property
    def names(self) -> Mapping[str, str]:
        """The name of everybody who ever sat down, by key, in seat order."""
        return self.state.names

    @cached_property
    def initials(self) -> Mapping[str, str]:
        """A letter or two for everybody who ever sat down, by key; no two alike."""
        names = self.names
        return dict(zip(names, initials(tuple(names.values())), strict=True))

    @cached_property
    def colours(self) -> Mapping[str, int]:
        """The number of the colour of everybody who ever sat down, from 1, by key.

        It follows the person, by the name under which each sat down: who began the game comes
        first, by that name, then who joined it.
        """
        begun = self.events[0].event
        began = begun.players if isinstance(begun, Started) else ()
        events = [recorded.event for recorded in self.events]
        joined = [event.player for event in events if isinstance(event, Joined)]
        sat_down = sorted(began, key=lambda seat: same_name(seat.name)) + joined
        seats = [seat for seat in sat_down if seat.key in self.names]
        given = colours([seat.name for seat in seats])
        return {seat.key: colour for seat, colour in zip(seats, given, strict=True)}

    @property
    def title(self) -> str:
        """The note that the game was given since it started, or the empty text."""
        return self.state.title

    @property
    def away(self) -> tuple[Seat, ...]:
        """Those who left and did not return, in seat order."""
        return tuple(seat for seat in self.everyone if seat.key in self.state.away)

    @property
    def missing(self) -> tuple[tuple[DealRow, str], ...]:
        """Whose points are missing in which deal, oldest deal first, in seat order."""
        return tuple((row, key) for row in self.deals for key in self.names if key in row.missing)

    @property
    def incomplete(self) -> frozenset[str]:
        """The keys of those whose totals are not complete, for points are missing."""
        return self.deals[-1].incomplete if self.deals else frozenset()

    @property
    def day(self) -> date | None:
        """The day that was noted for the game, or None."""
        return date.fromisoformat(self.state.day) if self.state.day else None

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won, in seat order; empty while the game goes on."""
        return self.state.winners

    @cached_property
    def effective(self) -> frozenset[int]:
        """The numbers of the events that were not undone."""
        return effective(self.events)

    @property
    def undo(self) -> LogLine | None:
        """The first line of what was done last and still stands, or None where nothing is.

        What was only noted, such as a ruling, is passed over: it is undone on the log.
        """
        return self._newest(
            lambda each: not (isinstance(each.event, Undone) or each.event.is_annotation), after=1
        )

    @property
    def redo(self) -> LogLine | None:
        """The first line of what was undone last, unless something was written since."""
        written = self.undo
        return self._newest(
            lambda recorded: resolve_undo(self.events, recorded.number)[1],
            after=written.number if written else 1,
        )

    def _newest(self, wanted: Callable[[Recorded], bool], *, after: int) -> LogLine | None:
        for recorded in reversed(self.events[after:]):
            if recorded.number in self.effective and wanted(recorded):
                return self.line(recorded.number)
        return None

    def line(self, number: int) -> LogLine | None:
        """The first line that an event wrote in the log, or None."""
        return next((line for line in self.log if line.number == number), None)

    def log_part(self, first: int, last: int) -> tuple[LogLine, ...]:
        """The lines that the events of those numbers wrote in the log, oldest first."""
        start = bisect_left(self.log, first, key=_number)
        return self.log[start : bisect_right(self.log, last, key=_number)]

    def ruling(self, number: int) -> tuple[Recorded, RulingKept] | None:
        """The ruling that stands in the log at a number, or None."""
        for recorded in self.events[number - 1 : number]:
            if isinstance(recorded.event, RulingKept):
                return recorded, recorded.event
        return None

    def settled_otherwise(self, ruling: int) -> bool:
        """Whether a house rule was changed in the place of agreeing to the ruling of a number."""
        ruled, *after = self.events[ruling - 1 : ruling + 1]
        return any(
            isinstance(one.event, OptionsChanged) and one.key == key_of(1, ruled.key)
            for one in after
            if one.number in self.effective
        )

    def undone(self, number: int) -> Undone:
        """The event that undoes the one of that number."""
        target = self.events[number - 1].event if 0 < number <= self.version else None
        about = tuple(sorted(target.conflict_keys)) if target else ()
        moves: Moves = UNSET
        last = self.state.deals[-1].deal_id if self.state.deals else None
        if isinstance(target, DealWritten) and target.deal == last:
            moves = (last, self.next_deal_id)
        elif isinstance(target, Undone) and resolve_undo(self.events, number)[1]:
            played_on = innermost(self.events, target).moves
            moves = played_on if played_on and self.state.deal(played_on[1]) else UNSET
        return Undone(entry=number, about=about, moves=moves)

    def inserted(self, event: DealInserted) -> DealInserted:
        """The event that inserts a deal, and leaves to the deal on the table what is of that."""
        return replace(event, moves=(event.deal, event.deal + 1))

    def drawing(self, event: CardsDrawn) -> CardsDrawn:
        """The event that says what was drawn, and that cards of a wild rank count by colour."""
        variant = (self.state.deal(event.deal) or self).variant
        return event if variant.wilds.colour == "all" else replace(event, by_colour=True)

    @cached_property
    def moves(self) -> Mapping[int, tuple[int, int]]:
        """Which deal has another id after an event, by the number of that."""
        return moves_by(self.events)

    @cached_property
    def _moved(self) -> Mapping[int, int]:
        """Where things of a deal were before, by its id."""
        return {moves[1]: moves[0] for _, moves in sorted(self.moves.items())}

    def ids_of(self, deal_id: int) -> frozenset[int]:
        """The ids under which a deal has hands that phones counted."""
        ids = {deal_id} - {*self._moved.values()}
        while deal_id in self._moved:
            deal_id = self._moved[deal_id]
            ids.add(deal_id)
        return frozenset(ids)

    def deal(self, number: int) -> DealRow | None:
        """The deal that stands at a number, or None where none is written there."""
        return self.deals[number - 1] if 0 < number <= len(self.state.deals) else None

    def deal_by_id(self, deal_id: int) -> DealRow | None:
        """The deal that events call by that id, or None where it does not stand."""
        place = self.state.index_of(deal_id)
        return None if place is None else self.deals[place]

    def signers(self, row: PlayedDeal, *, stands: bool = True) -> tuple[str, ...]:
        """Those who agreed to a deal as it stands, or else to what it was before: their names.

        Where another phone took a seat since, the name says so.
        """
        return tuple(
            say("signed-earlier-phone", player=self.names[key])
            if key in row.from_earlier_phones
            else self.names[key]
            for key, agrees in row.signed.items()
            if agrees is stands
        )

    def plan_of(self, deal: int) -> DealPlan:
        """What is dealt in the deal of that number, written or not."""
        if 0 < deal <= len(self.state.deals):
            return self.deals[deal - 1].plan
        state, drawn = self.state, NOTHING_DRAWN
        if deal == self.next_deal:
            drawn = state.drawn.get(self.next_deal_id, NOTHING_DRAWN)
        return plan_at_table(state.variant, deal, drawn, len(state.players))

    def contract_of(self, player: str) -> int:
        """The number of the contract that a player stands at, where everybody has one; else 0."""
        laid = self.totals.get(player, 0)
        return min(max(laid, 0) + 1, len(self.variant.deals)) if self.variant.tracks else 0

    def dealer_of(self, deal: int) -> str:
        """The key of the player who deals the deal of that number, written or not."""
        return next(islice(self.state.dealers(), deal - 1, None))
