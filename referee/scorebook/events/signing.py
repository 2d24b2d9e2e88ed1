"""What players do on phones of their own: they agree to deals, and take each other's seats."""

from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.language import Phrase
from referee.scorebook.checked import fitting
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Besides, DealId, Event, PlayerKey, Points, Result
from referee.scorebook.events.state import Folded, GameState, result_of

if TYPE_CHECKING:
    from referee.scorebook.projection import ScoreBook


class DealSigned(Event, frozen=True, kw_only=True):
    """A player agreed to a deal as it stood: who went out, and what everybody held."""

    deal: DealId
    player: PlayerKey
    out: PlayerKey | None
    points: Annotated[dict[PlayerKey, Points | None], fitting("fits-hands")]
    besides: Annotated[Besides | UnsetType, fitting("fits-besides", "api-besides")] = UNSET

    # A change of the deal is no conflict: a signature says itself what it is about.
    subjects = ("signature of {0.player} in {0.deal}",)
    is_annotation = True
    from_programs = False

    @property
    def result(self) -> Result:
        """What was agreed to; how hands were counted is no matter."""
        return self.out, self.points, self.besides or Besides()

    def check(self, book: "ScoreBook") -> None:
        deal = book.state.deal_there(self.deal)
        if self.player not in deal.hands:
            raise Refused("no-sign-player")
        if self.result != result_of(deal):
            raise Refused("no-sign-changed")

    def apply(self, state: GameState) -> Folded:
        place = state.index_of(self.deal)
        name = state.names.get(self.player)
        if place is None or name is None:
            return Folded(state)
        deal = state.deals[place]
        others = [signature for signature in deal.signatures if signature.player != self.player]
        earlier = deal.from_earlier_phones - {self.player}
        now = replace(deal, signatures=(*others, self), from_earlier_phones=earlier)
        line = Phrase.of("log-signed", deal=place + 1, player=name)
        return Folded(state.with_deals(place, [now], instead=1), (line,), place + 1)


class SeatTaken(Event, frozen=True, kw_only=True):
    """A phone took the seat of a player, `over` from another, or left that of the player `by`."""

    player: PlayerKey
    by: PlayerKey | None
    over: bool

    subjects = ("seat of {0.player}",)
    is_annotation = True
    from_programs = False

    def check(self, book: "ScoreBook") -> None:
        if not {self.player, self.by or self.player} <= book.names.keys():
            raise Refused("no-sign-player")

    def apply(self, state: GameState) -> Folded:
        player, by = state.names.get(self.player), state.names.get(self.by or "")
        if player is None:
            return Folded(state)
        earlier = frozenset(filter(None, (self.player, self.by)))
        deals = tuple(
            replace(
                deal, from_earlier_phones=deal.from_earlier_phones | (earlier & deal.signed.keys())
            )
            for deal in state.deals
        )
        if by is None:
            line = Phrase.of("log-seat-over", player=player)
        else:
            message = "log-seat-over-by" if self.over else "log-seat-moved"
            line = Phrase.of(message, player=player, by=by)
        return Folded(replace(state, deals=deals), (line,))
