"""What the events of a game come to so far: seats, deals, and who deals next."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice, repeat
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from referee.language import Phrase, Sayable
from referee.rules.deals import DealPlan, plan_at_table
from referee.rules.schema.deck import NOTHING_DRAWN, Drawn
from referee.rules.schema.variant import Variant
from referee.rules.scoring.parts import DealOutcome, Parts, points_in, score_deal
from referee.rules.scoring.standings import Standings, out_of, standings_of
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import NOTHING_BESIDES, Besides, Hand, Moves, Result, Seat
from referee.scorebook.ways import terms_of

if TYPE_CHECKING:
    from referee.scorebook.events.deals import WholeDeal
    from referee.scorebook.events.signing import DealSigned

Sentence: TypeAlias = str | Phrase | Sayable
"""What a line of the log says; text as an earlier version wrote it stays as it is."""


class PlayedDeal(Struct, frozen=True, kw_only=True):
    """How a deal ended, as it stands now; `deal_id` never changes.

    `points` are those known for each player who took part, and `parts` what they are the sums of;
    none where the table wrote the sums. `besides` is what it said besides the hands, or None.
    `order` is the order of play, those who were away too. `variant` is the game with the
    options of that time. `dealer_override` dealt it out of turn, or is None. `starting_points` are
    what somebody sat down with just before. `drawn` is what the table drew for it. `signatures` are
    the last of each player who agreed to it, maybe as it stood before a change, and
    `from_earlier_phones` the keys of those whose seat another phone took since.
    """

    deal_id: int
    out: str | None = None
    hands: Mapping[str, Hand] = {}
    points: Mapping[str, int] = {}
    parts: Mapping[str, Mapping[str, int]] = {}
    besides: Besides | None = None
    order: tuple[str, ...]
    variant: Variant
    dealer_override: str | None = None
    starting_points: Mapping[str, int]
    drawn: Drawn = NOTHING_DRAWN
    signatures: tuple["DealSigned", ...] = ()
    from_earlier_phones: frozenset[str] = frozenset()

    def ending(
        self, out: str | None, hands: Mapping[str, Hand], besides: Besides | None
    ) -> "PlayedDeal":
        """The deal as it ends like this; raises `ScoreError` where that cannot be scored."""
        parts = parts_of(self.variant, out, hands, besides, self.drawn)
        if parts is not None:
            points = points_in(parts)
        else:
            points = {
                player: hand.points for player, hand in hands.items() if hand.points is not None
            }
            names = self.variant.scoring.parts
            parts = {}
            for player, hand in hands.items() if names else ():
                terms = [*map(int, terms_of(hand.sum or ""))]
                # A program may write a sum that does not come to its points.
                if len(terms) == len(names) and sum(terms) == points.get(player):
                    parts[player] = dict(zip(names, terms, strict=True))
        return replace(self, out=out, hands=hands, besides=besides, parts=parts, points=points)

    @property
    def by_points(self) -> bool:
        """Whether its hands are what each player writes, not what they held."""
        return hands_are_points(self.variant, self.besides)

    @property
    def doubled(self) -> Collection[str]:
        """The keys of those who write twice what else they would, for the card turned up."""
        doubled = is_doubled(self.variant, self.drawn)
        return [player for player in self.parts if doubled and self.points[player]]

    @property
    def signed(self) -> dict[str, bool]:
        """The keys of those who signed it, each with whether that was as it stands now."""
        result = result_of(self) if self.signatures else None
        return {signature.player: signature.result == result for signature in self.signatures}

    def plan_at(self, number: int) -> DealPlan:
        """What was dealt in it; `number` is its place among the others, from 1."""
        return plan_at_table(self.variant, number, self.drawn, len(self.hands))

    @property
    def keeps_dealer(self) -> bool:
        """Whether its dealer deals the next one too, for nobody went out or has points of it."""
        again = self.out is None and self.variant.scoring.nobody_out == "same-dealer"
        return again and not self.missing and not any(self.points.values())

    @property
    def missing(self) -> tuple[str, ...]:
        """The keys of those whose points are not known yet though they took part, in seat order."""
        return tuple(key for key in self.order if key in self.hands and key not in self.points)


class Given(Struct, frozen=True):
    """Points for a player outside a deal, and why; `after` is the id of the deal before, or 0."""

    player: str
    points: int
    why: str
    after: int


class GameState(Struct, frozen=True, kw_only=True, dict=True):
    """What the events say so far: enough to read on from.

    `names` are those of all who ever sat down, by key, in order of play; those `away` take no
    part for now.
    `dealer_override` deals next out of turn, and `starting_points` are what somebody sits down with
    before the next deal. `drawn` is what the table drew, by the id of the deal. `given` are points
    outside a deal, by their id. `earned` is the sum of those and of the deals, and `incomplete` how
    many deals lack points. `ended`: the table ended the game with the deals that are written.
    """

    variant: Variant
    names: Mapping[str, str] = {}
    away: frozenset[str] = frozenset()
    first_dealer: str = ""
    dealer_override: str | None = None
    starting_points: Mapping[str, int] = {}
    drawn: Mapping[int, Drawn] = {}
    deals: tuple[PlayedDeal, ...] = ()
    given: Mapping[int, Given] = {}
    earned: Mapping[str, int] = {}
    incomplete: int = 0
    ended: bool = False
    title: str = ""
    day: str = ""

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """All who ever sat down, in seat order."""
        return tuple([Seat(key=key, name=name) for key, name in self.names.items()])

    @cached_property
    def players(self) -> tuple[Seat, ...]:
        """Those who play now, in seat order: all at the table who are not out of the game."""
        gone = {*self.away, *self.out}
        if len(self.names) - len(gone) < 2:
            gone = {*self.away}
        return tuple([Seat(key=k, name=name) for k, name in self.names.items() if k not in gone])

    @cached_property
    def out(self) -> Mapping[str, int]:
        """Since which deal players are out of the game, by key."""
        out: dict[str, int] = {}
        if self.variant.end.out_at:
            hands: Collection[str]
            after = zip(self.running(), [deal.hands for deal in self.deals], strict=True)
            for number, (totals, hands) in enumerate((*after, (self.totals, ())), 1):
                # Who plays a deal was not out before it, or came back.
                out = {
                    key: number if key in hands else out.get(key, number)
                    for key in out_of(self.variant, totals)
                }
        return out

    def running(self) -> Iterator[Mapping[str, int]]:
        """The totals of everybody who had sat down, after each deal."""
        totals: dict[str, int] = {}
        for place, deal in enumerate(self.deals):
            totals = {**dict.fromkeys(deal.hands, 0), **totals}
            given = [(each.player, each.points) for each in self.given_after(place)]
            for key, more in (*deal.starting_points.items(), *deal.points.items(), *given):
                totals[key] = totals.get(key, 0) + more
            yield totals

    @property
    def totals(self) -> dict[str, int]:
        """What everybody who ever sat down has so far, by key, in seat order."""
        more = self.starting_points if self.deals else {}
        return {key: self.earned.get(key, 0) + more.get(key, 0) for key in self.names}

    @cached_property
    def standings(self) -> Standings:
        """The places of those who play, and what ends the game."""
        playing = {key: total for key, total in self.totals.items() if key not in self.away}
        return standings_of(
            self.variant,
            [deal.points for deal in self.deals],
            playing,
            {key: since for key, since in self.out.items() if key in playing},
            missing=self.incomplete > 0,
            ended=self.ended,
        )

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won, in seat order; empty while the game goes on."""
        return tuple(seat.name for seat in self.players if seat.key in self.standings.winners)

    def with_deals(
        self, place: int, new: Sequence[PlayedDeal], *, instead: int = 0, **changes: Any
    ) -> "GameState":
        """The state with new deals at a place, from 0, instead of so many that were there."""
        gone = self.deals[place : place + instead]
        earned = dict(self.earned)
        incomplete = self.incomplete
        for sign, deals in ((-1, gone), (1, new)):
            for deal in deals:
                incomplete += sign * (len(deal.points) < len(deal.hands))
                for points in (deal.points, deal.starting_points):
                    for key, number in points.items():
                        earned[key] = earned.get(key, 0) + sign * number
        deals = (*self.deals[:place], *new, *self.deals[place + instead :])
        # Without any deal the game is open again, though the table had ended it.
        ended = self.ended and bool(deals)
        return replace(
            self, deals=deals, earned=earned, incomplete=incomplete, ended=ended, **changes
        )

    def moving(self, moves: Moves) -> "GameState":
        """The state where what was drawn for a deal is drawn under another id."""
        return replace(self, drawn=moved(self.drawn, moves)) if moves else self

    def given_after(self, place: int) -> tuple[Given, ...]:
        """Points given after the deal at a place, from 0; also those before the first deal."""
        ids = {self.deals[place].deal_id, *(() if place else (0,))}
        return tuple([given for given in self.given.values() if given.after in ids])

    def index_of(self, deal_id: int) -> int | None:
        """Where a deal stands among the others, from 0, or None where it does not any more."""
        found = (index for index, deal in enumerate(self.deals) if deal.deal_id == deal_id)
        return next(found, None)

    def deal(self, deal_id: int) -> PlayedDeal | None:
        """The deal of an id, or None where it does not stand any more."""
        place = self.index_of(deal_id)
        return None if place is None else self.deals[place]

    def deal_there(self, deal_id: int) -> PlayedDeal:
        """The deal of an id; raises `Refused` where it does not stand any more."""
        if (deal := self.deal(deal_id)) is None:
            raise Refused("no-deal-there")
        return deal

    def dealers(self) -> Iterator[str]:
        """The dealer of each deal that is written, then of those to come, without end.

        It is the next in order of play, unless somebody else is named or the game has the
        same player deal again.
        """
        seats, present = tuple(self.names), {seat.key for seat in self.players}
        tables: Iterable[tuple[str | None, Sequence[str], Collection[str], bool]] = chain(
            ((one.dealer_override, one.order, one.hands, one.keeps_dealer) for one in self.deals),
            [(self.dealer_override, seats, present, False)],
            repeat((None, seats, present, False)),
        )
        dealer, stays = self.first_dealer, True
        for override, order, playing, keeps in tables:
            if override is not None and override in playing:
                dealer = override
            elif not (stays and dealer in playing):
                dealer = next_after(dealer, order, playing)
            yield dealer
            stays = keeps

    @cached_property
    def next_dealer(self) -> str:
        """The key of the player whose turn to deal comes after the deals that are written."""
        return next(islice(self.dealers(), len(self.deals), None))


def moved(drawn: Mapping[int, Drawn], moves: tuple[int, int]) -> dict[int, Drawn]:
    """What was drawn by the id of the deal, where what it is under one is under another."""
    old, new = moves
    kept = {deal: cards for deal, cards in drawn.items() if deal not in moves}
    return kept | ({new: drawn[old]} if old in drawn else {})


def next_after(player: str, order: Sequence[str], present: Collection[str]) -> str:
    """The next player in order of play who is present; the first present where that is nobody."""
    start = order.index(player) + 1 if player in order else 0
    round_the_table = (*order[start:], *order[:start])
    return next((key for key in round_the_table if key in present), player)


def points_held(hands: Mapping[str, Hand]) -> dict[str, int | None]:
    """What each player held, by key; None while nobody knows it."""
    return {player: hand.points for player, hand in hands.items()}


def result_of(deal: "PlayedDeal | WholeDeal") -> Result:
    """Who ended a deal, what everybody held, and what else the table said."""
    return deal.out, points_held(deal.hands), deal.besides or NOTHING_BESIDES


def hands_are_points(variant: Variant, besides: Besides | None) -> bool:
    """Whether the hands of a deal are what each player writes, not what they held."""
    return besides.points_alone if besides else not variant.counts_cards


def parts_of(
    variant: Variant,
    out: str | None,
    hands: Mapping[str, Hand],
    besides: Besides | None,
    drawn: Drawn,
) -> Parts | None:
    """The parts of what each player writes; None where the table writes the sums of them.

    Raises `ScoreError` for a deal that cannot be scored.
    """
    if hands_are_points(variant, besides):
        return None
    besides = besides or NOTHING_BESIDES
    outcome = DealOutcome(
        held=points_held(hands),
        out=out,
        gin=besides.gin,
        melded={player: hand.points or 0 for player, hand in besides.melded.items()},
        events=besides.events,
        dropped=besides.dropped,
        doubled=is_doubled(variant, drawn),
    )
    return score_deal(variant, outcome)


def is_doubled(variant: Variant, drawn: Drawn) -> bool:
    """Whether all that a deal brings counts twice, for the card that was turned up."""
    upcard = drawn.upcard
    return variant.scoring.spades_double and upcard is not None and upcard.suit == "s"


class Folded(NamedTuple):
    """The state after an event, and what the event did in sentences of the log.

    `deal` is the number that the deal it is about has then, or None. `gone` is how a deal ended
    that it deleted, or empty.
    """

    state: GameState
    lines: tuple[Sentence, ...] = ()
    deal: int | None = None
    gone: Sentence = ""
