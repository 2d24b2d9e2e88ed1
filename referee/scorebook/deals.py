"""What the start of a table and its deals do to a game, and what of them is refused."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from referee.language import Phrase, Series, Value, listed, say
from referee.rules.cards import JOKER_RANK, CardsError, parse_cards
from referee.rules.law.points import points_of
from referee.rules.phrases import all_of
from referee.rules.schema.deck import NOTHING_DRAWN, Drawn
from referee.rules.schema.variant import Variant
from referee.rules.scoring.parts import ScoreError, Told, points_in, score_deal
from referee.scorebook import limits
from referee.scorebook.errors import Refused
from referee.scorebook.events import (
    CardsDrawn,
    DealCorrected,
    DealDeleted,
    DealInserted,
    DealSigned,
    DealWritten,
    Hand,
    NewDeal,
    Recorded,
    ResultsSwapped,
    SeatTaken,
    Started,
    WholeDeal,
)
from referee.scorebook.projection import ScoreBook, check, effective
from referee.scorebook.state import NO_POINTS, Folded, GameState, PlayedDeal, fold


@fold.register
def _start(event: Started, state: GameState) -> Folded:
    after = replace(state, seats=event.players, first_dealer=event.first_dealer)
    names = after.names
    line = Phrase.of("log-started", players=tuple(names.values()), dealer=names[event.first_dealer])
    return Folded(after, (line,))


@fold.register
def _write(event: DealWritten, state: GameState) -> Folded:
    deal = _played(
        state,
        event,
        state.variant,
        dealer_override=state.dealer_override,
        starting_points=state.starting_points,
    )
    place = len(state.deals)
    after = state.with_deals(place, [deal], dealer_override=None, starting_points=NO_POINTS)
    return Folded(after, (_written(after, deal, place + 1),), place + 1)


@fold.register
def _draw(event: CardsDrawn, state: GameState) -> Folded:
    cards = parse_cards(event.upcard)
    drawn = MappingProxyType(
        {**state.drawn, event.deal: Drawn(event.wild, cards[0] if cards else None)}
    )
    number = len(state.deals) + 1
    said: dict[str, Value] = {"wild": all_of(event.wild)} if event.wild else {}
    said |= {"upcard": cards[0]} if cards else {}
    message = "log-drawn-wild" if event.wild else "log-drawn-upcard"
    if len(said) > 1:
        message = "log-drawn-wild-upcard"
    return Folded(replace(state, drawn=drawn), (Phrase.of(message, deal=number, **said),))


@fold.register
def _insert(event: DealInserted, state: GameState) -> Folded:
    place = state.index_of(event.before)
    if place is None:
        place = len(state.deals)
    following = state.deals[place : place + 1]
    variant, starting_points = state.variant, NO_POINTS
    later: Sequence[PlayedDeal] = following
    if following:
        # Whoever sat down before the next deal sat down before this one.
        variant, starting_points = following[0].variant, following[0].starting_points
        later = [replace(following[0], starting_points=NO_POINTS)]
    deal = _played(state, event, variant, starting_points=starting_points)
    after = state.with_deals(place, [deal, *later], instead=len(later))
    line = Phrase.of("log-inserted", line=_written(after, deal, place + 1))
    return Folded(after, (line,), place + 1)


@fold.register
def _correct(event: DealCorrected, state: GameState) -> Folded:
    place = state.index_of(event.deal)
    if place is None:
        return Folded(state)
    before = state.deals[place]
    hands = {key: event.hands.get(key, hand) for key, hand in before.hands.items()}
    now = _rewritten(before, event.out, hands)
    lines = (
        *_corrected(state.names, place + 1, before, now),
        *_signed_before(state.names, place + 1, before, now),
    )
    return Folded(state.with_deals(place, [now], instead=1), lines, place + 1)


@fold.register
def _swap(event: ResultsSwapped, state: GameState) -> Folded:
    place = state.index_of(event.deal)
    if place is None or not {event.one, event.other} <= state.deals[place].hands.keys():
        return Folded(state)
    before = state.deals[place]
    swapped = {event.one: event.other, event.other: event.one}
    hands = {key: before.hands[swapped.get(key, key)] for key in before.hands}
    now = _rewritten(before, swapped.get(before.out or "", before.out), hands)
    names = state.names
    line = Phrase.of("log-swapped", deal=place + 1, one=names[event.one], other=names[event.other])
    lines = (line, *_signed_before(names, place + 1, before, now))
    return Folded(state.with_deals(place, [now], instead=1), lines, place + 1)


@fold.register
def _sign(event: DealSigned, state: GameState) -> Folded:
    place = state.index_of(event.deal)
    name = state.names.get(event.player)
    if place is None or name is None:
        return Folded(state)
    deal = state.deals[place]
    others = [signature for signature in deal.signatures if signature.player != event.player]
    earlier = deal.from_earlier_phones - {event.player}
    now = replace(deal, signatures=(*others, event), from_earlier_phones=earlier)
    line = Phrase.of("log-signed", deal=place + 1, player=name)
    return Folded(state.with_deals(place, [now], instead=1), (line,), place + 1)


@fold.register
def _take_seat(event: SeatTaken, state: GameState) -> Folded:
    player, by = state.names.get(event.player), state.names.get(event.by or "")
    if player is None:
        return Folded(state)
    earlier = frozenset(filter(None, (event.player, event.by)))
    deals = tuple(
        replace(deal, from_earlier_phones=deal.from_earlier_phones | (earlier & deal.signed.keys()))
        for deal in state.deals
    )
    if by is None:
        line = Phrase.of("log-seat-over", player=player)
    else:
        message = "log-seat-over-by" if event.over else "log-seat-moved"
        line = Phrase.of(message, player=player, by=by)
    return Folded(replace(state, deals=deals), (line,))


def _signed_before(
    names: Mapping[str, str], deal: int, before: PlayedDeal, now: PlayedDeal
) -> tuple[Phrase, ...]:
    """Who had signed what a change replaces."""
    after = now.signed
    gone = tuple(names[key] for key, stood in before.signed.items() if stood and not after[key])
    return (Phrase.of("log-signed-before", deal=deal, players=gone),) if gone else ()


@fold.register
def _delete(event: DealDeleted, state: GameState) -> Folded:
    place = state.index_of(event.deal)
    if place is None:
        return Folded(state)
    line = Phrase.of("log-deleted", deal=place + 1)
    return Folded(_without(state, place), (line,), place + 1)


def _without(state: GameState, place: int) -> GameState:
    """The state without a deal; what was said before it holds for the deal after it."""
    gone, later = state.deals[place], state.deals[place + 1 : place + 2]
    following: PlayedDeal | GameState = later[0] if later else state
    override = following.dealer_override or gone.dealer_override
    points = MappingProxyType(
        {
            key: gone.starting_points.get(key, 0) + following.starting_points.get(key, 0)
            for key in (*gone.starting_points, *following.starting_points)
        }
    )
    if later:
        first = replace(later[0], dealer_override=override, starting_points=points)
        return state.with_deals(place, [first], instead=2)
    return state.with_deals(place, [], instead=1, dealer_override=override, starting_points=points)


def _played(
    state: GameState,
    event: WholeDeal,
    variant: Variant,
    *,
    dealer_override: str | None = None,
    starting_points: Mapping[str, int],
) -> PlayedDeal:
    # Somebody whose joining was undone has no hand any more.
    order = state.order
    hands = {key: hand for key, hand in event.hands.items() if key in order}
    out = event.out if event.out in hands else None
    return PlayedDeal(
        deal_id=event.deal,
        out=out,
        hands=hands,
        points=_points(variant, out, hands),
        order=order,
        variant=variant,
        dealer_override=dealer_override,
        starting_points=starting_points,
        drawn=state.drawn.get(event.deal, NOTHING_DRAWN),
    )


def _rewritten(deal: PlayedDeal, out: str | None, hands: Mapping[str, Hand]) -> PlayedDeal:
    return replace(deal, out=out, hands=hands, points=_points(deal.variant, out, hands))


def _points(variant: Variant, out: str | None, hands: Mapping[str, Hand]) -> Mapping[str, int]:
    """What each player writes: what follows from the hands, or the number itself."""
    held = {player: hand.points for player, hand in hands.items()}
    if variant.writes_numbers:
        return {player: points for player, points in held.items() if points is not None}
    return points_in(score_deal(variant, Told(held=held, out=out)))


def _written(state: GameState, deal: PlayedDeal, number: int) -> Phrase:
    """What was written, in the log's words."""
    names = state.names
    held = Series(
        tuple(
            _held(name, deal.hands[player])
            for player, name in names.items()
            if player != deal.out and player in deal.hands
        )
    )
    if deal.out is None:
        message = "log-written-nobody" if deal.variant.counts_cards else "log-written-scores"
        return Phrase.of(message, deal=number, held=held)
    return Phrase.of("log-written", deal=number, out=names[deal.out], held=held)


def _held(name: str, hand: Hand) -> Phrase:
    if hand.points is None:
        return Phrase.of("log-missing", player=name)
    return Phrase.of("log-held", player=name, points=hand.points)


def _corrected(
    names: Mapping[str, str], deal: int, before: PlayedDeal, now: PlayedDeal
) -> tuple[Phrase, ...]:
    """What a correction changed, players whose points stayed left out."""
    lines = []
    if before.out != now.out:
        somebody = "" if before.out and now.out else "-somebody" if now.out else "-nobody"
        out = {"out": names[now.out]} if now.out else {}
        out |= {"before": names[before.out]} if before.out else {}
        lines.append(Phrase.of(f"log-corrected-out{somebody}", deal=deal, **out))
    for player, name in names.items():
        if player not in before.hands:
            continue
        # Where the winner collects, the others' points stay 0 whatever they held.
        for what, old, new in (
            ("points", before.points.get(player), now.points.get(player)),
            ("held", before.hands[player].points, now.hands[player].points),
        ):
            if old != new:
                lines.append(_changed(what, old, new, {"player": name, "deal": deal}))
                break
    unchanged = "log-corrected-nothing" if before.hands == now.hands else "log-corrected-cards"
    return tuple(lines) or (Phrase.of(unchanged, deal=deal),)


def _changed(what: str, old: int | None, new: int | None, about: Mapping[str, Value]) -> Phrase:
    changed = "came" if old is None else "gone" if new is None else what
    values = {"before": old, "now": new}
    known = {name: points for name, points in values.items() if points is not None}
    return Phrase.of(f"log-corrected-{changed}", **about, **known)


@check.register
def _check_written(event: DealWritten, book: ScoreBook) -> None:
    if book.state.index_of(event.deal) is not None:
        raise Refused(say("no-deal-again", deal=event.deal))
    if book.next_deal is None:
        raise Refused(say("no-deal-over" if book.finished else "no-deal-waits"))
    if event.deal != book.next_deal_id:
        raise Refused(say("no-deal-next", next=book.next_deal_id, deal=event.deal))
    _check_deal(event, book, [seat.key for seat in book.players], book.variant)


@check.register
def _check_drawn(event: CardsDrawn, book: ScoreBook) -> None:
    game = book.variant
    if book.next_deal is None or event.deal != book.next_deal_id:
        raise Refused(say("no-deal-next", next=book.next_deal_id, deal=event.deal))
    if event.wild and not (game.wilds.drawn and event.wild in (JOKER_RANK, *game.ranks_in_play)):
        raise Refused(say("no-drawn-wild"))
    try:
        turned_up = parse_cards(event.upcard)
    except CardsError as error:
        raise Refused(str(error)) from error
    if len(turned_up) > 1 or (turned_up and not game.heeds_upcard):
        raise Refused(say("no-drawn-upcard"))
    if not (event.wild or turned_up):
        raise Refused(say("no-drawn"))


@check.register
def _check_inserted(event: DealInserted, book: ScoreBook) -> None:
    place = book.state.index_of(event.before)
    if event.deal != book.next_deal_id or place is None:
        raise Refused(say("no-insert"))
    before = book.state.deals[place]
    _check_deal(event, book, list(before.hands), before.variant)


@check.register
def _check_corrected(event: DealCorrected, book: ScoreBook) -> None:
    place = book.state.index_of(event.deal)
    if place is None:
        raise Refused(say("no-deal-yet", deal=event.deal))
    before = book.state.deals[place]
    _check_deal(event, book, list(before.hands), before.variant)


@check.register
def _check_deleted(event: DealDeleted, book: ScoreBook) -> None:
    _deal_of(event, book)


@check.register
def _check_swapped(event: ResultsSwapped, book: ScoreBook) -> None:
    hands = _deal_of(event, book).hands
    if event.one == event.other or not {event.one, event.other} <= hands.keys():
        raise Refused(say("no-swap"))


@check.register
def _check_signed(event: DealSigned, book: ScoreBook) -> None:
    deal = _deal_of(event, book)
    if event.player not in deal.hands:
        raise Refused(say("no-sign-player"))
    if not event.agrees(deal.out, deal.hands):
        raise Refused(say("no-sign-changed"))


@check.register
def _check_seat(event: SeatTaken, book: ScoreBook) -> None:
    if not {event.player, event.by or event.player} <= book.names.keys():
        raise Refused(say("no-sign-player"))


def _deal_of(event: DealDeleted | ResultsSwapped | DealSigned, book: ScoreBook) -> PlayedDeal:
    place = book.state.index_of(event.deal)
    if place is None:
        raise Refused(say("no-deal-there"))
    return book.state.deals[place]


def _check_deal(event: WholeDeal, book: ScoreBook, players: list[str], variant: Variant) -> None:
    names = {key: name for key, name in book.names.items() if key in players}
    if set(event.hands) != set(names) or (event.out is not None and event.out not in names):
        raise Refused(say("no-hands", players=listed(list(names.values()))))
    for seat, (player, name) in enumerate(names.items()):
        hand = event.hands[player]
        wrong = hand_problem(hand, name, variant)
        if not wrong and player == event.out and hand.points != 0:
            wrong = say("no-hand-out", player=name)
        if wrong:
            raise Refused(wrong, seat=seat)
    if all(hand.points is None for hand in event.hands.values()):
        raise Refused(say("no-hand-any"))
    try:
        _points(variant, event.out, event.hands)
    except ScoreError as error:
        raise Refused(str(error)) from error


def hand_problem(hand: Hand, name: str, variant: Variant) -> str:
    """What is wrong with a hand by itself, or the empty text."""
    least = 0 if variant.counts_cards else -limits.HAND_POINTS
    if hand.points is None:
        whole = hand.cards is None and hand.sum is None
        return "" if whole else say("no-hand-missing", player=name)
    if not least <= hand.points <= limits.HAND_POINTS:
        return say("no-hand-points", player=name, least=least, most=limits.HAND_POINTS)
    if hand.cards is None:
        return ""
    try:
        worth = points_of(variant, parse_cards(hand.cards, suits=False))
    except CardsError as error:
        return say("no-hand-cards", player=name, why=str(error))
    if worth != hand.points:
        return say("no-hand-worth", player=name, worth=worth, points=hand.points)
    return ""


def resolve_deal_id(book: ScoreBook, deal_id: int, base: int) -> int:
    """The id that a deal has now which a form called `deal_id` when the book was at `base`.

    Up to the ids given then it is a deal that stood. The next is the deal that was to come, the
    one after it the deal after that, and so on: the same as the deals that were written since, in
    the order in which they came, whoever wrote them; an inserted deal is none of them. Such a deal
    may have been undone meanwhile, and keeps its id. Raises `Refused` for a deal that stood and
    was deleted, and where a deal before it is not written yet.
    """
    shown = (recorded.event for recorded in book.events[:base])
    given = 1 + max((event.deal for event in shown if isinstance(event, NewDeal)), default=0)
    if deal_id < given:
        if book.deal_by_id(deal_id) is None:
            raise Refused(say("no-deal-gone"))
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
        raise Refused(say("no-deal-before"))
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
