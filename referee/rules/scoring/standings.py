"""Where the players stand, and when a game is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType

from referee.rules.deals import deal_count
from referee.rules.schema.variant import Variant


@dataclass(frozen=True, slots=True)
class Standings:
    """Where the players stand.

    `order` is best first, players who are level together. `places` count 1, 1, 3. `winners` is
    empty until the game is `finished`. `waits`: it would be over, but for points still missing.
    """

    totals: Mapping[str, int]
    order: tuple[tuple[str, ...], ...]
    places: Mapping[str, int]
    finished: bool
    winners: tuple[str, ...]
    waits: bool = False


def standings(
    variant: Variant,
    rounds: Sequence[Mapping[str, int]],
    players: Sequence[str],
    *,
    missing: bool = False,
) -> Standings:
    """Where the players stand after these rounds of points, oldest first.

    A player who is missing from a round has nothing written in it. Where ties are played off, a
    game does not finish while several are level on top: another deal decides, and another. Nor
    does it while points are `missing`, which may decide.
    """
    totals = {player: sum([scores.get(player, 0) for scores in rounds]) for player in players}
    return standings_of(variant, totals, len(rounds), missing=missing)


def standings_of(
    variant: Variant, totals: Mapping[str, int], played: int, *, missing: bool = False
) -> Standings:
    """Where the players stand by their `totals` after so many rounds, otherwise as `standings`."""
    highest = variant.scoring.best == "highest"
    ranked = sorted(totals, key=totals.__getitem__, reverse=highest)
    order = tuple(tuple(level) for _, level in groupby(ranked, totals.__getitem__))
    places: dict[str, int] = {}
    for level in order:
        places.update(dict.fromkeys(level, len(places) + 1))
    over = _is_over(variant, played, totals)
    finished = over and not missing and not _plays_on(variant, totals)
    return Standings(
        totals=MappingProxyType(dict(totals)),
        order=order,
        places=MappingProxyType(places),
        finished=finished,
        winners=order[0] if finished else (),
        waits=over and missing,
    )


def ended_after(
    variant: Variant, rounds: Sequence[Mapping[str, int]], players: Sequence[str]
) -> int | None:
    """The first of these rounds, from 1, after which the game is finished; None if none is."""
    totals = dict.fromkeys(players, 0)
    for played, points in enumerate(rounds, 1):
        for player in totals:
            totals[player] += points.get(player, 0)
        if _is_over(variant, played, totals) and not _plays_on(variant, totals):
            return played
    return None


@lru_cache(maxsize=256)
def game_end(variant: Variant) -> tuple[int, int]:
    """The number of deals that ends a game, or else the total; 0 for what does not end it."""
    count = deal_count(variant) or 0
    return count, 0 if count else variant.end.target


def _plays_on(variant: Variant, totals: Mapping[str, int]) -> bool:
    """Whether several are level on top where that calls for another deal."""
    if variant.scoring.ties != "played-off":
        return False
    best = max if variant.scoring.best == "highest" else min
    written = list(totals.values())
    return written.count(best(written)) > 1


def _is_over(variant: Variant, played: int, totals: Mapping[str, int]) -> bool:
    if not totals:
        return False
    count, target = game_end(variant)
    if count:
        return played >= count
    return played > 0 and target > 0 and max(totals.values()) >= target
