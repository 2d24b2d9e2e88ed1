"""Reading a log into its score book: what each event does to it, and what cannot follow."""

from collections.abc import Mapping, Sequence
from functools import reduce

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from referee.language import Phrase
from referee.rules.deals import DealError
from referee.rules.schema.variant import Variant
from referee.rules.scoring.parts import ScoreError
from referee.scorebook import limits
from referee.scorebook.checked import check
from referee.scorebook.errors import LimitReached, Refused, UnreadableEvent
from referee.scorebook.events.base import Event, Recorded
from referee.scorebook.events.deals import DealDeleted, DealWritten, NewDeal, Started, WholeDeal
from referee.scorebook.events.state import Folded, GameState
from referee.scorebook.events.table import OptionChange
from referee.scorebook.events.undoing import Undone, effective, moves_by, resolve_undo
from referee.scorebook.names import first_alike
from referee.scorebook.projection import LogLine, ScoreBook


def read_book(variant: Variant, log: Sequence[Recorded]) -> ScoreBook:
    """The score book of a whole log, oldest event first.

    Raises `UnreadableEvent` where the log does not begin with `Started`.
    """
    if not log or not isinstance(log[0].event, Started):
        raise UnreadableEvent("The log of a game begins with its table sitting down.")
    return read_on(ScoreBook(initial_variant=variant, state=GameState(variant=variant)), log)


def book_at(book: ScoreBook, version: int) -> ScoreBook:
    """A book as it stood at a version."""
    if version >= book.version:
        return book
    return read_book(book.initial_variant, book.events[: max(version, 1)])


def read_on(book: ScoreBook, more: Sequence[Recorded]) -> ScoreBook:
    """The score book after more events, those that follow its version, oldest first, unchecked.

    An event adds to the state; one that is undone or redone has all that stands read again.
    """
    if not more:
        return book
    events, log = [*book.events], [*book.log]
    state, next_deal_id, size = book.state, book.next_deal_id, book.bytes
    for recorded in more:
        before, event = state, recorded.event
        events.append(recorded)
        if isinstance(event, Undone):
            stands = effective(events)
            first, redoes = resolve_undo(events, event.entry)
            what = next((line.event for line in log if line.number == first), "")
            undo = Phrase.of("log-put-back" if redoes else "log-taken-back", what=what)
            folded = Folded(_replayed(book, events, stands), (undo,))
            log = [replace(line, stands=line.number in stands) for line in log]
        else:
            folded = event.apply(state)
        state = folded.state
        lines = (*folded.lines, *_end_lines(before, state))
        # What follows from the event, such as the end of a game, goes with it unsaid.
        of_event = folded.lines or lines or ("",)
        whole = reduce(lambda one, other: Phrase.of("log-both", one=one, other=other), of_event)
        if isinstance(of_event[0], OptionChange):
            whole = Phrase.of("log-options", what=whole)
        for line in lines:
            said = LogLine(recorded=recorded, sentence=line, event=whole, deal=folded.deal)
            log.append(replace(said, gone=folded.gone) if line in folded.lines else said)
        # Plain data takes about ten times as much memory as its text.
        size += 1_000 + 10 * len(msgspec.json.encode(event))
        if isinstance(event, NewDeal):
            next_deal_id = max(next_deal_id, event.deal + 1)
    return replace(
        book,
        events=tuple(events),
        state=state,
        log=tuple(log),
        next_deal_id=next_deal_id,
        places_before=before.standings.places if before.deals else {},
        bytes=size,
    )


def follow(book: ScoreBook, recorded: Recorded, *, copied: bool = False) -> ScoreBook:
    """The score book after one more event; raises `Refused` where it cannot follow.

    Besides its own check, an event is refused where a text of it has invisible characters, and
    where the game could not be played on after it: more deals than there are, fewer players than
    are needed, two of the same name.
    """
    check(recorded.event)
    recorded.event.check(book)
    if not copied:
        recorded.event.check_new(book)
    try:
        after = read_on(book, [recorded])
        for number, deal in enumerate(after.state.deals, 1):
            if deal not in book.state.deals[number - 1 : number]:
                deal.plan_at(number)
        _ = after.next_plan
    except (DealError, ScoreError) as error:
        alone = isinstance(recorded.event, WholeDeal) and isinstance(error, ScoreError)
        raise Refused("no-then", str(error) if alone else "", why=str(error)) from error
    if len(after.state.deals) > limits.DEALS:
        raise LimitReached("no-deal-more", most=limits.DEALS)
    if after.state.names != book.state.names:
        before, names = tuple(book.names.values()), tuple(after.names.values())
        # Games were started while fewer names were held to look alike.
        if not first_alike(before) and (alike := first_alike(names)):
            raise Refused("no-then-names", name=names[alike[1]])
    return after


def after_trial(book: ScoreBook, event: Event) -> ScoreBook:
    """The book as it would stand after an event that nobody writes; raises as `follow` does."""
    last = book.events[-1]
    return follow(book, replace(last, number=last.number + 1, event=event))


def _replayed(book: ScoreBook, events: Sequence[Recorded], stands: frozenset[int]) -> GameState:
    """The state after the events that stand; `Refused` names the deal that cannot be scored."""
    state, moves = GameState(variant=book.initial_variant), moves_by(events)
    for recorded in events:
        event = recorded.event
        if recorded.number not in stands or isinstance(event, Undone):
            state = state.moving(moves.get(recorded.number, UNSET))
            continue
        try:
            state = event.apply(state).state
        except ScoreError as error:
            deal = event.deal if isinstance(event, WholeDeal) else event.corrects or 0
            if (place := book.state.index_of(deal)) is None:
                raise
            raise Refused("no-then-deal", deal=place + 1, why=str(error)) from error
    return state


def _end_lines(before: GameState, after: GameState) -> list[Phrase]:
    """Where an event ends the game, opens it again, or changes who won."""
    was, now = before.standings, after.standings
    if not (was.finished or now.finished or was.waits or now.waits) and (
        was.eliminated == now.eliminated
    ):
        return []
    lines = []
    for message, gone, there in (("log-out", now, was), ("log-in-again", was, now)):
        moved = [key for key in gone.eliminated if key not in there.eliminated]
        if names := tuple(after.names[key] for key in moved if key in after.names):
            lines.append(Phrase.of(message, players=names))
    if now.finished and not was.finished:
        message = "log-ended-shared" if len(after.winners) > 1 else "log-ended"
        return [*lines, Phrase.of(message, winners=after.winners)]
    if was.finished and not now.finished:
        lines.append(Phrase.of("log-opened-again"))
    if now.waits and not was.waits:
        missing = tuple(
            Phrase.of("log-missing-in", player=after.names[key], deal=number)
            for number, deal in enumerate(after.deals, 1)
            for key in deal.missing
        )
        lines.append(Phrase.of("log-waits", missing=missing))
    if was.finished and now.finished and set(now.winners) != set(was.winners):
        won = {"winners": after.winners, "before": before.winners}
        lines.append(Phrase.of("log-ended-otherwise", **won))
    return lines


def resolve_deal_id(book: ScoreBook, deal_id: int, base: int) -> int:
    """The id that a deal has now which a form called `deal_id` when the book was at `base`.

    Up to the ids given then it is a deal that stood. The next is the deal that was to come, the
    one after it the deal after that, and so on: the same as the deals that were written since, in
    the order in which they came, whoever wrote them; an inserted deal is none of them. Such a deal
    may have been undone meanwhile, and keeps its id. Raises `Refused` for a deal that stood and
    was deleted, and where a deal before it is not written yet.
    """
    given = book.next_deal_id
    if base < book.version:
        shown = (recorded.event for recorded in book.events[:base])
        given = 1 + max((event.deal for event in shown if isinstance(event, NewDeal)), default=0)
    elif deal_id == given:
        return deal_id
    if deal_id < given:
        if book.state.index_of(deal_id) is None:
            raise Refused("no-deal-gone")
        return deal_id
    place = deal_id - given
    since = {
        recorded.number: recorded.event.deal
        for recorded in book.events[base:]
        if isinstance(recorded.event, DealWritten)
    }
    for number, deal in reversed(since.items()):
        if _standing(since, book.events[: number - 1]) == place:
            return deal
    if _standing(since, book.events) != place:
        raise Refused("no-deal-before")
    return book.next_deal_id


def _standing(deals: Mapping[int, int], events: Sequence[Recorded]) -> int:
    """How many of some deals, ids by the numbers of their events, stand after some events."""
    counts = effective(events)
    deleted = {
        recorded.event.deal
        for recorded in events
        if isinstance(recorded.event, DealDeleted) and recorded.number in counts
    }
    return sum(number in counts and deal not in deleted for number, deal in deals.items())
