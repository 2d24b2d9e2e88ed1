"""Bonus and penalty points: what a table gives somebody, or takes, outside a deal."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from referee.language import Phrase, Value, say
from referee.scorebook import limits
from referee.scorebook.checked import text, whole
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Event, PlayerKey, Points
from referee.scorebook.events.state import Folded, GameState, Given
from referee.scorebook.names import clean_note

if TYPE_CHECKING:
    from referee.scorebook.projection import ScoreBook


class PointsGiven(Event, frozen=True, kw_only=True):
    """Points for a player outside a deal, and why; they count in the total from then on.

    `id` counts from 1. Under one that was given before, this is what they should have been: 0 where
    they were never given.
    """

    id: Annotated[int, whole(1, limits.ENTRIES, "api-points-id")]
    player: PlayerKey
    points: Points
    why: Annotated[str, text(limits.NOTE_LENGTH)]

    subjects = ("points {0.id}",)

    def check(self, book: "ScoreBook") -> None:
        if self.id not in {*book.state.given, next_points_id(book)}:
            raise Refused(say("no-points-there"))
        if self.player not in book.names:
            raise Refused(say("no-player"))
        if not self.points and self.id not in book.state.given:
            raise Refused(say("no-points"))
        if clean_note(self.why) != self.why:
            raise Refused(say("no-note-clean"))

    def apply(self, state: GameState) -> Folded:
        if self.player not in state.names:
            return Folded(state)
        before, given, earned = state.given.get(self.id), dict(state.given), dict(state.earned)
        if before:
            earned[before.player] = earned.get(before.player, 0) - before.points
            del given[self.id]
        if self.points:
            after = before.after if before else state.deals[-1].deal_id if state.deals else 0
            given[self.id] = Given(self.player, self.points, self.why, after)
            earned[self.player] = earned.get(self.player, 0) + self.points
        told: dict[str, Value] = {
            "player": state.names[self.player],
            "points": self.points,
            "sign": "plus" if self.points > 0 else "minus",
            "why": self.why,
            "explained": "yes" if self.why else "no",
        }
        message = "log-points"
        if before:
            message = "log-points-changed" if self.points else "log-points-gone"
            told |= {"before": before.points, "whose": state.names.get(before.player, "")}
        changed = replace(state, given=given, earned=earned)
        return Folded(changed, (Phrase.of(message, **told),))


def next_points_id(book: "ScoreBook") -> int:
    """The id of the next points outside a deal: never one that was used, taken back or not."""
    events = (recorded.event for recorded in book.events)
    return 1 + max((event.id for event in events if isinstance(event, PointsGiven)), default=0)
