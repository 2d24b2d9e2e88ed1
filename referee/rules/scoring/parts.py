"""What is written for each player for one deal, part by part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.language import say
from referee.rules.schema.variant import Variant

OUT_FROM_HAND = "hand"
"""The event of going out with all cards at once."""


class ScoreError(ValueError):
    """A deal that cannot be scored.

    `field` is `out` or `hands`; the message says what would be right.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a table says of a deal.

    `held`: what the cards that each player holds cost, None where that is not known yet. `out`:
    who went out. `melded`: what the cards are worth that each laid down. `events`: what else
    happened, by the player who did it.
    """

    held: Mapping[str, int | None]
    out: str | None
    melded: Mapping[str, int] = field(default_factory=dict)
    events: Mapping[str, Sequence[str]] = field(default_factory=dict)


def score_deal(variant: Variant, told: Told) -> dict[str, dict[str, int]]:
    """The parts of what is written for each player for one deal, their names by points.

    A player's points are the sum of the parts; whose are not known yet is left out. Parts are
    `held`, `melded`, `collected`, `capped`, and the events that brought some. Where it is not
    known what somebody holds, nobody knows either what a winner collects. Raises `ScoreError`
    where nobody went out and the game needs it, for an `out` who does not play, and where the one
    who went out holds cards.
    """
    scoring, held, out = variant.scoring, told.held, told.out
    known = {player: points for player, points in held.items() if points is not None}
    if out is None and scoring.with_nobody_out == "not-scored":
        raise ScoreError("out", say("doubt-not-scored"))
    if out is not None and out not in held:
        raise ScoreError("out", say("case-out-stranger", name=out))
    if out is not None and held[out]:
        raise ScoreError("hands", say("case-out-points", points=held[out] or 0))
    if not scoring.one_wins:
        return {
            player: {"melded": told.melded.get(player, 0), "held": -points}
            for player, points in known.items()
        }
    if scoring.winner == "one":
        return {player: {"won": 1} if player == out else {} for player in held}
    doubled = out is not None and OUT_FROM_HAND in told.events.get(out, ())
    charged = {player: _charged(variant, points, doubled) for player, points in known.items()}
    if scoring.winner != "collects":
        return charged
    everything = sum(sum(parts.values()) for parts in charged.values())
    collected = {out: {"collected": everything}} if len(known) == len(held) and out else {}
    return {player: {} for player in known if player != out} | collected


def _charged(variant: Variant, held: int, doubled: bool) -> dict[str, int]:
    """The parts of what a player is charged with who holds cards of so many points."""
    parts = {"held": held} | ({OUT_FROM_HAND: held} if doubled else {})
    cap, charged = variant.scoring.cap, sum(parts.values())
    return parts | ({"capped": cap - charged} if 0 < cap < charged else {})


def points_in(parts: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """What each player writes, by the parts of it."""
    return {player: sum(own.values()) for player, own in parts.items()}
