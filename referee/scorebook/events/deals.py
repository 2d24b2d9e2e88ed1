"""What the start of a table and its deals do to a game, and what of them is refused."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.language import Phrase, Series, Value, listed
from referee.rules.cards import JOKER, JOKER_RANK, CardsError, parse_cards
from referee.rules.phrases import all_of
from referee.rules.schema.deck import NOTHING_DRAWN, Drawn, cards_of_deck
from referee.rules.schema.variant import Terms, Variant
from referee.rules.scoring.parts import OUT_FROM_HAND, events_of, telling
from referee.scorebook.checked import fitting
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import (
    POINTS_ALONE,
    Besides,
    Cards,
    DealId,
    Event,
    Hand,
    Hands,
    Moves,
    PlayerKey,
    Seat,
)
from referee.scorebook.events.hands import check_hands, count_cards, of_any_colour, shown_hands
from referee.scorebook.events.state import (
    Folded,
    GameState,
    PlayedDeal,
    hands_are_points,
    result_of,
)
from referee.scorebook.plain import is_named
from referee.scorebook.ways import may_be_points

if TYPE_CHECKING:
    from referee.scorebook.projection import ScoreBook


class Started(Event, frozen=True, kw_only=True):
    """The table sat down: `players` in order of play, `first_dealer` a seat's key."""

    players: tuple[Seat, ...]
    first_dealer: PlayerKey

    subjects = ("table",)
    is_change = False
    from_programs = False

    def apply(self, state: GameState) -> Folded:
        names = {seat.key: seat.name for seat in self.players}
        after = replace(state, names=names, first_dealer=self.first_dealer)
        said: dict[str, Value] = {"players": tuple(names.values())}
        said |= {"dealer": names[self.first_dealer]}
        if is_named(state.variant):
            line = Phrase.of("log-started-named", **said, game=state.variant.own_name)
        else:
            line = Phrase.of("log-started", **said)
        return Folded(after, (line,))


class WholeDeal(Event, frozen=True, kw_only=True):
    """A deal as it ended: `out` the player who ended it, or None, and a hand for every player.

    A game in which more counts than what everybody held is written with what is `besides`; without
    it the points of a hand are what the player writes.

    `deal` is the id of the deal: the number that it got when it was written. It keeps it, however
    many deals are inserted before it or deleted.
    """

    deal: DealId
    out: PlayerKey | None
    hands: Hands
    besides: Annotated[Besides | UnsetType, fitting("fits-besides", "api-besides")] = UNSET

    subjects: ClassVar[tuple[str, ...]] = ("deal {0.deal}",)

    def repeats(self, other: Event) -> bool:
        """Whether both come to the same points; how they were counted does not matter."""
        if not isinstance(other, WholeDeal) or self.deal != other.deal:
            return False
        return result_of(self) == result_of(other)

    def rewriting(self, deal: PlayedDeal) -> PlayedDeal:
        """A deal with what this says of it, but for those whose joining was undone."""
        hands = {key: self.hands.get(key, hand) for key, hand in deal.hands.items()}
        besides = self.besides.among(hands, {}) if self.besides else None
        return deal.ending(self.out if self.out in hands else None, hands, besides)


class NewDeal(WholeDeal, frozen=True, kw_only=True):
    """A deal that was not written before, under an id of its own."""


class DealWritten(NewDeal, frozen=True, kw_only=True):
    """The next deal, written for the first time."""

    is_change = False

    def check(self, book: "ScoreBook") -> None:
        if book.next_deal is None or self.deal != book.next_deal_id:
            if book.state.index_of(self.deal) is not None:
                raise Refused("no-deal-again", deal=self.deal)
            if book.next_deal is None:
                raise Refused("no-deal-over" if book.finished else "no-deal-waits")
            raise Refused("no-deal-next", next=book.next_deal_id, deal=self.deal)
        _check_deal(self, {seat.key: seat.name for seat in book.state.players}, book.terms)

    def apply(self, state: GameState) -> Folded:
        deal = _played(state, self, state.variant, state.starting_points, state.dealer_override)
        place = len(state.deals)
        after = state.with_deals(place, [deal], dealer_override=None, starting_points={})
        return Folded(after, (_written(after, deal, place + 1),), place + 1)


class DealCorrected(WholeDeal, frozen=True, kw_only=True):
    """A deal that was written before, whole, as it should be."""

    @property
    def corrects(self) -> int | None:
        return self.deal

    def check(self, book: "ScoreBook") -> None:
        place = book.state.index_of(self.deal)
        if place is None:
            raise Refused("no-deal-yet", deal=self.deal)
        before = book.state.deals[place]
        names = _names_of(before, book)
        _check_deal(self, names, before.variant.at(place + 1, before.drawn))

    def apply(self, state: GameState) -> Folded:
        place = state.index_of(self.deal)
        if place is None:
            return Folded(state)
        before = state.deals[place]
        now = self.rewriting(before)
        lines = _rewritten(state.names, place + 1, before, now, tells=True)
        return Folded(state.with_deals(place, [now], instead=1), lines, place + 1)


class DealInserted(NewDeal, frozen=True, kw_only=True):
    """A deal that was forgotten, and was played just before the deal of the id `before`.

    It takes the id that the deal on the table had: so that one `moves`, even if this is undone.
    """

    before: DealId
    moves: Moves = UNSET

    subjects = ("before {0.before}", "deal {0.deal}")

    def repeats(self, other: Event) -> bool:
        """Whether the same deal was inserted at the same place, whatever its id is."""
        return (
            isinstance(other, DealInserted)
            and self.before == other.before
            and result_of(self) == result_of(other)
        )

    def check(self, book: "ScoreBook") -> None:
        place = book.state.index_of(self.before)
        moves = self.moves and self.moves != book.inserted(self).moves
        if self.deal != book.next_deal_id or place is None or moves:
            raise Refused("no-insert")
        before = book.state.deals[place]
        _check_deal(self, _names_of(before, book), before.variant.at(place + 1))

    def apply(self, state: GameState) -> Folded:
        state = state.moving(self.moves)
        place = state.index_of(self.before)
        if place is None:
            place = len(state.deals)
        following = state.deals[place : place + 1]
        variant = state.variant
        points: Mapping[str, int] = {}
        if following:
            # Whoever sat down before the next deal sat down before this one.
            variant, points = following[0].variant, following[0].starting_points
        deal = _played(state, self, variant, points)
        later = [replace(each, starting_points={}) for each in following]
        after = state.with_deals(place, [deal, *later], instead=len(later))
        line = Phrase.of("log-inserted", line=_written(after, deal, place + 1))
        return Folded(after, (line,), place + 1)


class CardsDrawn(Event, frozen=True, kw_only=True):
    """What the table drew for the next deal or one that is written, each empty for nothing said.

    `deal` is the id that the deal has or will have. Hands that were written by their cards are
    counted anew, of a rank of which one colour is wild `by_colour` or, in events of before, as if
    all were. `wild` is the rank that is wild, `*` where a joker was drawn, and `upcard` the card
    turned up.
    """

    deal: DealId
    wild: Cards = ""
    upcard: Cards = ""
    by_colour: Annotated[bool | UnsetType, fitting("fits-true", "api-about-undone")] = UNSET

    subjects = ("drawn {0.deal}",)
    is_change = False

    def repeats(self, other: Event) -> bool:
        """Whether the same was drawn for the same deal, however its hands count."""
        drawn = isinstance(other, CardsDrawn) and replace(other, by_colour=self.by_colour)
        return self == drawn

    @property
    def corrects(self) -> int | None:
        return self.deal

    def check(self, book: "ScoreBook") -> None:
        deal = book.state.deal(self.deal)
        game = deal.variant if deal else book.variant
        if deal is None and (book.next_deal is None or self.deal != book.next_deal_id):
            raise Refused("no-deal-next", next=book.next_deal_id, deal=self.deal)
        if self.wild and not (game.wilds.drawn and self.wild in (JOKER_RANK, *game.deck.ranks)):
            raise Refused("no-drawn-wild")
        try:
            turned_up = cards_of_deck(game.deck, self.upcard, suits=game.scoring.spades_double)
        except CardsError as error:
            raise Refused("", str(error)) from error
        if len(turned_up) > 1 or (turned_up and not game.heeds_upcard):
            raise Refused("no-drawn-upcard")
        if not (self.wild or turned_up):
            raise Refused("no-drawn")

    def check_new(self, book: "ScoreBook") -> None:
        if self.upcard and self.drawn.upcard == JOKER:
            raise Refused("no-drawn-upcard")

    @property
    def drawn(self) -> Drawn:
        """What was drawn."""
        cards = parse_cards(self.upcard, suits=False)
        return Drawn(self.wild, cards[0] if cards else None)

    def apply(self, state: GameState) -> Folded:
        drawn = self.drawn
        said: dict[str, Value] = {"wild": all_of(self.wild)} if self.wild else {}
        said |= {"upcard": drawn.upcard} if drawn.upcard else {}
        which = "log-drawn-upcard" if not self.wild else "log-drawn-wild"
        message = "log-drawn-wild-upcard" if len(said) > 1 else which
        place = state.index_of(self.deal)
        number = len(state.deals) + 1 if place is None else place + 1
        line = Phrase.of(message, deal=number, **said)
        after = replace(state, drawn={**state.drawn, self.deal: drawn})
        if place is None:
            return Folded(after, (line,))
        before = state.deals[place]
        terms = before.variant.at(number, drawn)
        terms = terms if self.by_colour or terms.wilds.colour == "all" else of_any_colour(terms)
        now = _counted_anew(replace(before, drawn=drawn), terms)
        lines = (line, *_rewritten(state.names, number, before, now))
        return Folded(after.with_deals(place, [now], instead=1), lines, number)


class DealDeleted(Event, frozen=True, kw_only=True):
    """The deal of that id was never played."""

    deal: DealId

    subjects = ("deal {0.deal}",)

    def check(self, book: "ScoreBook") -> None:
        book.state.deal_there(self.deal)

    def apply(self, state: GameState) -> Folded:
        place = state.index_of(self.deal)
        if place is None:
            return Folded(state)
        line = Phrase.of("log-deleted", deal=place + 1)
        gone = _written(state, state.deals[place], place + 1)
        return Folded(_without(state, place), (line,), place + 1, gone)


class ResultsSwapped(Event, frozen=True, kw_only=True):
    """What stood for one player in a deal was the other's: hands, and who went out."""

    deal: DealId
    one: PlayerKey
    other: PlayerKey

    subjects = ("deal {0.deal}",)

    @property
    def corrects(self) -> int | None:
        return self.deal

    def check(self, book: "ScoreBook") -> None:
        hands = book.state.deal_there(self.deal).hands
        if self.one == self.other or not {self.one, self.other} <= hands.keys():
            raise Refused("no-swap")

    def apply(self, state: GameState) -> Folded:
        place = state.index_of(self.deal)
        if place is None or not {self.one, self.other} <= state.deals[place].hands.keys():
            return Folded(state)
        before = state.deals[place]
        swapped = {self.one: self.other, self.other: self.one}
        hands = {key: before.hands[swapped.get(key, key)] for key in before.hands}
        besides = before.besides and before.besides.among(before.hands, swapped)
        now = before.ending(swapped.get(before.out or "", before.out), hands, besides)
        names = state.names
        line = Phrase.of(
            "log-swapped", deal=place + 1, one=names[self.one], other=names[self.other]
        )
        lines = (line, *_signed_before(names, place + 1, before, now))
        return Folded(state.with_deals(place, [now], instead=1), lines, place + 1)


def _counted_anew(deal: PlayedDeal, terms: Terms) -> PlayedDeal:
    """A deal whose hands by cards count what they do under some terms."""

    def counted(hands: Mapping[str, Hand], *, laid: bool = False) -> dict[str, Hand]:
        return {
            player: count_cards(terms, hand.cards, laid=laid)[0] if hand.cards else hand
            for player, hand in hands.items()
        }

    besides, hands = deal.besides, counted(deal.hands)
    if besides:
        hands |= shown_hands(terms, deal.out, hands)[0]
        # Elsewhere the cards of melds are worth what they were, as the table then counted them.
        melded = counted(besides.melded, laid=True) if terms.costs_change else besides.melded
        besides = msgspec.structs.replace(besides, melded=melded)
    return deal.ending(deal.out, hands, besides)


def _signed_before(
    names: Mapping[str, str], deal: int, before: PlayedDeal, now: PlayedDeal
) -> tuple[Phrase, ...]:
    """Who had signed what a change replaces."""
    after = now.signed
    gone = tuple(names[key] for key, stood in before.signed.items() if stood and not after[key])
    return (Phrase.of("log-signed-before", deal=deal, players=gone),) if gone else ()


def _without(state: GameState, place: int) -> GameState:
    """The state without a deal; what was said before it holds for the deal after it."""
    gone, later = state.deals[place], state.deals[place + 1 : place + 2]
    following: PlayedDeal | GameState = later[0] if later else state
    override = following.dealer_override or gone.dealer_override
    points = {
        key: gone.starting_points.get(key, 0) + following.starting_points.get(key, 0)
        for key in (*gone.starting_points, *following.starting_points)
    }
    before = state.deals[place - 1].deal_id if place else 0
    given = {
        id: replace(each, after=before) if each.after == gone.deal_id else each
        for id, each in state.given.items()
    }
    state = replace(state, given=given)
    if later:
        first = replace(later[0], dealer_override=override, starting_points=points)
        return state.with_deals(place, [first], instead=2)
    return state.with_deals(place, [], instead=1, dealer_override=override, starting_points=points)


def _played(
    state: GameState,
    event: WholeDeal,
    variant: Variant,
    starting_points: Mapping[str, int],
    dealer_override: str | None = None,
) -> PlayedDeal:
    deal = PlayedDeal(
        deal_id=event.deal,
        hands={key: hand for key, hand in event.hands.items() if key in state.names},
        order=tuple(state.names),
        variant=variant,
        dealer_override=dealer_override,
        starting_points=starting_points,
        drawn=state.drawn.get(event.deal, NOTHING_DRAWN),
    )
    return event.rewriting(deal)


def _written(state: GameState, deal: PlayedDeal, number: int) -> Phrase:
    """What was written, in the log's words: what everybody held.

    Where more was said than that, or is written by parts, it is what each writes, and by which.
    """
    names, variant = state.names, deal.variant
    by_parts = deal.besides is not None or bool(variant.scoring.parts)
    held = {
        player: deal.points.get(player) if by_parts else hand.points
        for player, hand in deal.hands.items()
    }
    lines = []
    for player in [key for key in names if key in held and (by_parts or key != deal.out)]:
        said: dict[str, Value] = {"player": names[player]}
        message, points = "log-missing", held[player]
        if points is not None:
            message, said["points"] = "log-held", points
        parts = telling(deal.parts.get(player, {})) if by_parts else {}
        words = [Phrase.of("part", part=part, points=of) for part, of in parts.items()]
        words += [Phrase.of("part-doubled")] * (player in deal.doubled)
        if words:
            message, said["parts"] = "log-parts", Series(tuple(words))
        lines.append(Phrase(message, tuple(said.items())))
    values: dict[str, Value] = {"deal": number, "held": Series(tuple(lines))}
    if deal.out is None:
        scores = deal.by_points or variant.scoring.melded
        message = "log-written-scores" if scores else "log-written-nobody"
    else:
        values["out"] = names[deal.out]
        ends = {"knock": "log-written-knock", "declare": "log-written-declare"}
        won = variant.scoring.counts_deals
        message = "log-written-won" if won else ends.get(variant.showdown.by, "log-written")
    return Phrase(message, tuple(values.items()))


def _rewritten(
    names: Mapping[str, str], deal: int, before: PlayedDeal, now: PlayedDeal, *, tells: bool = False
) -> tuple[Phrase, ...]:
    """What a change of a deal changed, and who had signed it before; where it `tells`, if nothing.

    Players whose points stayed are left out.
    """
    lines = []
    if before.out != now.out:
        won = "-won" if now.variant.scoring.counts_deals else ""
        somebody = won if before.out and now.out else "-somebody" if now.out else "-nobody"
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
    if tells and not lines:
        lines.append(Phrase.of(unchanged, deal=deal))
    return (*lines, *_signed_before(names, deal, before, now))


def _changed(what: str, old: int | None, new: int | None, about: Mapping[str, Value]) -> Phrase:
    changed = "came" if old is None else "gone" if new is None else what
    values = {"before": old, "now": new}
    known = {name: points for name, points in values.items() if points is not None}
    return Phrase.of(f"log-corrected-{changed}", **about, **known)


def _names_of(deal: PlayedDeal, book: "ScoreBook") -> dict[str, str]:
    return {key: name for key, name in book.names.items() if key in deal.hands}


def _check_deal(event: WholeDeal, names: Mapping[str, str], terms: Terms) -> None:
    if event.hands.keys() != names.keys() or event.out not in {None, *names}:
        raise Refused("no-hands", players=listed(list(names.values())))
    besides = event.besides or None
    written = hands_are_points(terms.game, besides)
    check_hands(event.hands, names, terms, event.out, written=written)
    if besides:
        check_besides(besides, event.out, names, terms)
    if besides == POINTS_ALONE:
        points = [hand.points for hand in event.hands.values() if hand.points]
        if any(hand.cards for hand in event.hands.values()):
            raise Refused("no-besides", game=terms.name)
        if terms.scoring.winner_alone and (len(points) > 1 or min(points, default=0) < 0):
            raise Refused("no-two-winners")
        nothing = all(hand.points == 0 for hand in event.hands.values())
        if nothing and terms.scoring.with_nobody_out == "not-scored":
            raise Refused("no-winner")


def check_besides(
    besides: Besides, out: str | None, names: Mapping[str, str], terms: Terms
) -> None:
    """Check that what the table said besides the hands can be said in this game."""
    if not {*besides.melded, *besides.events, *besides.dropped} <= names.keys():
        raise Refused("no-hands", players=listed(list(names.values())))
    check_hands(besides.melded, names, terms, laid=True)
    did = {(player, event) for player, events in besides.events.items() for event in events}
    if (
        (besides.gin and not (out and besides.gin in terms.full_knocks))
        or (besides.melded and not terms.scoring.melded)
        or (besides.dropped and not terms.showdown.declares)
        or not {event for _, event in did} <= {*events_of(terms)}
        or any(event == OUT_FROM_HAND and player != out for player, event in did)
        or out in besides.dropped
        or any(event in terms.scoring.charges and player == out for player, event in did)
        or (
            besides.points_alone
            and (out or besides != POINTS_ALONE or not may_be_points(terms.game))
        )
    ):
        raise Refused("no-besides", game=terms.name)
