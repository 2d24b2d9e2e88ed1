"""Where the players stand, who is out, when a game is over, and what is added to totals then."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from referee.rules.deals import deal_count
from referee.rules.refusals import Refusal
from referee.rules.schema.variant import Variant

Points = Mapping[str, int]
"""A number for each player, by name or key."""

Rounds = Sequence[Points]
"""The points of each round that was played, oldest first."""

_NOBODY: Points = MappingProxyType({})


class Standings(NamedTuple):
    """Where the players stand.

    `order` is best first, players who are level together. `places` count 1, 1, 3. `winners` is
    empty until the game is `finished`. `eliminated` are out of the game, the first of them first.
    `waits`: it would be over, but for points still missing. `at_once` are the games that are scored
    at once, none where there is one alone.
    """

    totals: Points
    order: tuple[tuple[str, ...], ...]
    places: Points
    finished: bool
    winners: tuple[str, ...]
    eliminated: tuple[str, ...] = ()
    waits: bool = False
    at_once: "tuple[Column, ...]" = ()


class Column(NamedTuple):
    """One of the games that are scored at once: what counts in it, and who won it once over.

    `bonuses` are what is added to its totals then.
    """

    rounds: tuple[Points, ...]
    totals: Points
    winners: tuple[str, ...]
    bonuses: Points


class CourseError(Refusal):
    """In `rounds` who is out has points, or who is said to have `rejoined` could not."""


def _course(
    variant: Variant, rounds: Rounds, players: Sequence[str], rejoined: Points
) -> Iterator[tuple[dict[str, int], dict[str, int]]]:
    """Before the first round and after each: the totals, and who is out since which round.

    After a round those come back who did; raises `CourseError`.
    """
    totals, out = dict.fromkeys(players, 0), dict[str, int]()
    yield totals, out
    for played, points in enumerate(rounds, 1):
        for player in totals:
            if player in out and points.get(player):
                raise CourseError("rounds", "case-points-out", name=player, round=played)
            totals[player] += points.get(player, 0)
        out = dict.fromkeys(out_of(variant, totals), played) | out
        for player in [one for one, after in rejoined.items() if after == played]:
            others = [total for one, total in totals.items() if one not in out]
            begins = max(others, default=0) + (variant.end.rejoin_at == "above")
            if player not in out or begins >= variant.end.out_at:
                code = "many" if player in out else "in"
                after = {"round": played, "points": begins}
                raise CourseError("rejoined", f"case-rejoin-{code}", name=player, **after)
            totals[player] = begins
            del out[player]
        yield totals, out


def standings(
    variant: Variant, rounds: Rounds, players: Sequence[str], *, rejoined: Points = _NOBODY
) -> Standings:
    """Where the players stand after these rounds of points, oldest first.

    A player who is missing from a round has nothing written in it. `rejoined`: after which round
    somebody who was out came back. Raises `CourseError`.
    """
    *_, (totals, out) = _course(variant, rounds, players, rejoined)
    return standings_of(variant, rounds, totals, out)


def standings_of(
    variant: Variant,
    rounds: Rounds,
    totals: Points,
    out: Points,
    *,
    missing: bool = False,
    ended: bool = False,
) -> Standings:
    """Where the players of these `totals` stand after these rounds.

    `out` says since which round players are out. Where ties are played off, a game does not finish
    while several are level on top: another deal decides, and another. Nor does it while points are
    `missing`, which may decide. `ended`: the table plays no further, and whoever leads wins.
    """
    at_once = columns(variant, rounds, [*totals], ended=ended and not missing)
    sign = -1 if variant.scoring.best == "highest" else 1
    # Games that are scored at once count together, where there are any.
    final = {key: _of_all(at_once, key) or totals[key] for key in totals} if at_once else totals
    ranks = {
        player: (player in out, -out.get(player, 0), sign * final[player]) for player in totals
    }
    ranked = sorted(totals, key=ranks.__getitem__)
    order = tuple([tuple(level) for _, level in groupby(ranked, ranks.__getitem__)])
    places: dict[str, int] = {}
    for level in order:
        places.update(dict.fromkeys(level, len(places) + 1))
    over = ended or _is_over(variant, len(rounds), totals, out, at_once)
    finished = over and not missing and (ended or not _plays_on(variant, totals, at_once))
    return Standings(
        totals=MappingProxyType(dict(totals)),
        order=order,
        places=MappingProxyType(places),
        finished=finished,
        winners=order[0] if finished else (),
        eliminated=tuple([one for level in reversed(order) for one in level if one in out]),
        waits=over and missing,
        at_once=at_once,
    )


def ended_after(
    variant: Variant, rounds: Rounds, players: Sequence[str], rejoined: Points = _NOBODY
) -> int | None:
    """The first of these rounds, from 1, after which the game is finished; None if none is."""
    for played, (totals, out) in enumerate(_course(variant, rounds, players, rejoined)):
        at_once = columns(variant, rounds[:played], players)
        over = _is_over(variant, played, totals, out, at_once)
        if over and not _plays_on(variant, totals, at_once):
            return played
    return None


def out_of(variant: Variant, totals: Points) -> tuple[str, ...]:
    """Those who are out of the game by their totals."""
    limit = game_end(variant)[2]
    return tuple(player for player, total in totals.items() if 0 < limit <= total)


@lru_cache
def game_end(variant: Variant) -> tuple[int, int, int]:
    """The deals that end a game, else the total that does; and that at which a player is out.

    0 for what does not.
    """
    count, end = deal_count(variant) or 0, variant.end
    target = len(variant.deals) if variant.tracks else end.target
    out_at = 0 if variant.deals or end.target else end.out_at
    return count, 0 if count else target, out_at


def _plays_on(variant: Variant, totals: Points, at_once: Sequence[Column]) -> bool:
    """Whether several are level on top where that calls for another deal."""
    if at_once or variant.scoring.ties != "played-off" or variant.end.last_wins:
        return False
    best = max if variant.scoring.best == "highest" else min
    written = list(totals.values())
    return written.count(best(written)) > 1


def _is_over(
    variant: Variant, played: int, totals: Points, out: Points, at_once: Sequence[Column]
) -> bool:
    """Whether the game is at its end, unless some who are level play on."""
    if at_once:
        return all(game.winners for game in at_once)
    if not totals or not played:
        return False
    count, target, out_at = game_end(variant)
    if out_at and len(out) >= len(totals) - 1:
        return True
    if count:
        return played >= count
    return target > 0 and max(totals.values()) >= target


def game_bonus(variant: Variant, rounds: Rounds, winners: Sequence[str]) -> int:
    """What each winner of a game adds, more where nobody else ever had any points."""
    end = variant.end
    others = [points for scores in rounds for name, points in scores.items() if name not in winners]
    shut_out = bool(others) and not any(others)
    return end.game_bonus * (2 if end.shutout == "double" and shut_out else 1)


def boxes(rounds: Rounds, player: str) -> int:
    """How many of the rounds a player won: those that brought any points."""
    return sum(scores.get(player, 0) > 0 for scores in rounds)


def columns(
    variant: Variant, rounds: Rounds, players: Sequence[str], *, ended: bool = False
) -> tuple[Column, ...]:
    """The games that are scored at once, none where there is one alone.

    What a player wins counts in the games that this player is in already, and in the next that is
    not over. `ended`: whoever leads in a game that is not over wins it.
    """
    if variant.end.at_once == "one" or not variant.end.box:
        return ()
    nothing = dict.fromkeys(players, 0)
    games, reached = [Column((), nothing, (), nothing)] * 3, {**nothing}
    for scores in rounds:
        for player, points in scores.items():
            if points <= 0 or player not in reached:
                continue
            going = [at for at, game in enumerate(games) if not game.winners]
            reached[player] = next((at + 1 for at in going if at >= reached[player]), len(games))
            for at in (at for at in going if at < reached[player]):
                before, total = games[at], games[at].totals[player] + points
                game = before._replace(
                    rounds=(*before.rounds, {**nothing, player: points}),
                    totals={**before.totals, player: total},
                )
                if 0 < variant.end.target <= total:
                    game = _won_by(variant, game, players, (player,))
                games[at] = game
    for at, game in enumerate(games):
        if ended and game.rounds and not game.winners:
            best = max(game.totals.values())
            leading = [player for player, total in game.totals.items() if total == best]
            games[at] = _won_by(variant, game, players, leading)
    return tuple(games)


def _won_by(
    variant: Variant, game: Column, players: Sequence[str], winners: Sequence[str]
) -> Column:
    bonuses = _bonuses(variant, game.rounds, players, winners)
    return game._replace(winners=tuple(winners), bonuses=bonuses)


def bonuses_of(
    variant: Variant,
    rounds: Rounds,
    players: Sequence[str],
    winners: Sequence[str],
    *,
    ended: bool = False,
) -> dict[str, int]:
    """What is added to the totals of a finished game, or of one that the table `ended`.

    Of games that are scored at once, what makes them the totals of all together.
    """
    if not (at_once := columns(variant, rounds, players, ended=ended)):
        return _bonuses(variant, rounds, players, winners)
    return {
        player: _of_all(at_once, player) - sum(scores.get(player, 0) for scores in rounds)
        for player in players
    }


def _of_all(at_once: Sequence[Column], player: str) -> int:
    """What a player has in all of the games that are scored at once, with what is added."""
    return sum(game.totals[player] + game.bonuses[player] for game in at_once)


def _bonuses(
    variant: Variant, rounds: Rounds, players: Sequence[str], winners: Sequence[str]
) -> dict[str, int]:
    bonus = game_bonus(variant, rounds, winners)
    return {
        player: variant.end.box * boxes(rounds, player) + bonus * (player in winners)
        for player in players
    }
