"""What is written for each player for one deal, part by part."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.rules.refusals import Refusal
from referee.rules.schema.scores import Scoring
from referee.rules.schema.variant import Variant

OUT_FROM_HAND = "hand"
"""The event of going out with all cards at once."""

CUT = "cut"
"""The event of cutting exactly as many cards as are dealt and turned up."""

WRONG_DECLARATION = "wrong-declaration"
"""The event of declaring a hand that is none to declare."""

UNOPENED = "unopened"
"""The event of having laid nothing down when a deal ends."""

LAID = "laid"
"""The event of having laid the contract down at which one stood."""

BEFELL = frozenset({WRONG_DECLARATION, UNOPENED, LAID})
"""The events that any player may have had, whoever ended the deal."""

_PLAIN = frozenset({"held", "melded", "collected", "difference", "won", LAID})
"""Parts that go without saying where there is no other."""

_NONE: Mapping[str, Any] = MappingProxyType({})

Parts = dict[str, dict[str, int]]
"""By player the parts of what is written, their names by points."""


def events_of(variant: Variant) -> tuple[str, ...]:
    """The events that make a difference to what is written in a game."""
    scoring = variant.scoring
    heeded = {
        OUT_FROM_HAND: scoring.heeds_hand,
        CUT: scoring.cut_bonus,
        WRONG_DECLARATION: variant.showdown.declares,
        UNOPENED: scoring.unopened,
        LAID: variant.tracks,
    }
    return tuple(event for event, matters in heeded.items() if matters)


class ScoreError(Refusal):
    """A deal that cannot be scored, for its `out` or its `hands`."""


class DealOutcome(NamedTuple):
    """What a table says of a deal.

    `held`: what the cards that count against each player cost, None where that is not known yet.
    `out`: who went out or knocked, and `gin` its kind where nothing was left.
    `melded`: what the cards are worth that each laid down. `events`: what else happened, by the
    player who did it. `dropped`: who left the deal, before the `first` turn or in the `middle`.
    `doubled`: all that is written counts twice.
    """

    held: Mapping[str, int | None]
    out: str | None
    gin: str = ""
    melded: Mapping[str, int] = _NONE
    events: Mapping[str, Sequence[str]] = _NONE
    dropped: Mapping[str, str] = _NONE
    doubled: bool = False


def score_deal(variant: Variant, outcome: DealOutcome) -> Parts:
    """The parts of what is written for each player for one deal.

    A player's points are the sum of the parts; whose are not known yet is left out. Parts are
    `held`, `melded`, `collected`, `difference`, `capped`, and the events and results that brought
    some. Where it is not known what somebody holds, nobody knows either what a winner collects.
    Raises `ScoreError` where nobody went out and the game needs it, for an `out` who does not play,
    and where the one who went out holds cards.
    """
    scoring, out = variant.scoring, outcome.out
    _check(variant, outcome)
    known = {player: points for player, points in outcome.held.items() if points is not None}
    fixed = _fixed(scoring, outcome)
    if variant.tracks:
        return {
            player: {LAID: 1} if player == out or LAID in outcome.events.get(player, ()) else {}
            for player in outcome.held
        }
    if out is None and scoring.spares_all:
        return {player: fixed.get(player, {}) for player in outcome.held}
    charged = _charged(scoring, outcome, known) | fixed
    if scoring.melded:
        parts = {
            player: {"melded": outcome.melded.get(player, 0)} | _times(-1, own)
            for player, own in charged.items()
        }
    elif scoring.difference:
        parts = _compared(scoring, outcome, known)
    elif scoring.winner == "one":
        parts = {player: {"won": 1} if player == out else {} for player in outcome.held}
    elif scoring.winner == "collects":
        everything = sum(sum(own.values()) for own in charged.values())
        parts = {player: {} for player in charged if player != out}
        if out is not None and len(charged) == len(outcome.held):
            parts[out] = {"collected": everything}
    else:
        parts = charged
        for player in charged.keys() & {*outcome.events, out}:
            parts[player] |= _taken_off(scoring, outcome, player)
    if outcome.doubled:
        return {player: _times(2, own) for player, own in parts.items()}
    return parts


def _times(factor: int, parts: Mapping[str, int]) -> dict[str, int]:
    return {part: factor * points for part, points in parts.items()}


def _taken_off(scoring: Scoring, outcome: DealOutcome, player: str) -> dict[str, int]:
    """The parts that are taken off what a player writes."""
    happened = outcome.events.get(player, ())
    off = {
        "out": scoring.out_bonus if player == outcome.out else 0,
        OUT_FROM_HAND: scoring.hand_bonus if OUT_FROM_HAND in happened else 0,
        CUT: scoring.cut_bonus if CUT in happened else 0,
    }
    if outcome.gin and player == outcome.out:
        off[outcome.gin] = -scoring.brings(outcome.gin)
    return {part: -points for part, points in off.items() if points}


def _check(variant: Variant, outcome: DealOutcome) -> None:
    out, held = outcome.out, outcome.held
    if out is None:
        if variant.scoring.with_nobody_out == "not-scored":
            raise ScoreError("out", "doubt-not-scored")
    elif out not in held:
        raise ScoreError("out", "case-out-stranger", name=out)
    elif (points := held[out]) and not variant.showdown.knocks:
        raise ScoreError("hands", "case-out-points", points=points)


def _fixed(scoring: Scoring, outcome: DealOutcome) -> Parts:
    """The parts of those whose cards do not count, for something that happened to them."""
    cost = {"first": scoring.dropped_first, "middle": scoring.dropped_middle}
    dropped = {player: {"dropped": cost[when]} for player, when in outcome.dropped.items()}
    return dropped | {
        player: {event: charge}
        for player, events in outcome.events.items()
        for event, charge in scoring.charges.items()
        if event in events
    }


def _charged(scoring: Scoring, outcome: DealOutcome, known: Mapping[str, int]) -> Parts:
    """The parts of what players are charged with against whom so many points count."""
    at_once = outcome.out is not None and OUT_FROM_HAND in outcome.events.get(outcome.out, ())
    doubled = at_once and scoring.from_hand == "doubles"
    parts: Parts = {}
    for player, held in known.items():
        own = parts[player] = {"held": held} | ({OUT_FROM_HAND: held} if doubled else {})
        charged = sum(own.values())
        if 0 < scoring.cap < charged:
            own["capped"] = scoring.cap - charged
    return parts


def _compared(scoring: Scoring, outcome: DealOutcome, held: Mapping[str, int]) -> Parts:
    """The parts where the better of a knocker and of each other player has the difference."""
    parts: Parts = {player: {} for player in held}
    out = outcome.out
    if out is None or len(held) < len(outcome.held):
        return parts
    cut, own = undercutters(scoring, outcome), held[out]
    for player in cut:
        parts[player] = {"difference": own - held[player], "undercut": scoring.undercut}
    parts[out] = {"difference": sum(held[one] - own for one in held if one not in cut)}
    if outcome.gin:
        parts[out][outcome.gin] = scoring.brings(outcome.gin)
    return parts


def undercutters(scoring: Scoring, outcome: DealOutcome) -> set[str]:
    """Those who undercut a knock: they have fewer points left, or as few where that is enough."""
    if outcome.gin or outcome.out is None:
        return set()
    own = outcome.held[outcome.out] or 0
    least = own + (scoring.undercut_when == "level")
    return {one for one, held in outcome.held.items() if one != outcome.out and (held or 0) < least}


def telling(parts: Mapping[str, int]) -> dict[str, int]:
    """The parts of a player's points that bring some, where they say more than the sum of them.

    What somebody else's going out with all cards at once costs is `doubling`.
    """
    some = {
        "doubling" if part == OUT_FROM_HAND and points > 0 else part: points
        for part, points in parts.items()
        if points
    }
    return {} if len(some) < 2 and some.keys() <= _PLAIN else some


def points_in(parts: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """What each player writes, by the parts of it."""
    return {player: sum(own.values()) for player, own in parts.items()}
