"""What cards cost, what is written for a deal, and who leads."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType

from referee.language import say
from referee.rules.cards import JOKER_RANK, RANKS, Card
from referee.rules.deals import deal_count
from referee.rules.variant import Terms, Variant

_FROM_THE_TOP = (JOKER_RANK, "A", *reversed(RANKS[1:]))
_SHORTEST_SPAN = 3

OUT_FROM_HAND = "hand"
"""The event of going out with all cards at once."""


@dataclass(frozen=True, slots=True)
class CardValue:
    """Cards of one value: `K Q J 10` and 10.

    `points` is the number that each counts, or `face value` where each counts what it shows.
    """

    label: str
    ranks: tuple[str, ...]
    points: int | str


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


class ScoreError(ValueError):
    """A deal that cannot be scored.

    `field` is `out` or `hands`; the message says what would be right.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def point_of_rank(variant: Variant, rank: str) -> int:
    """What one card of a rank costs; `*` is a joker, which costs nothing where there are none."""
    return variant.points.by_rank.get(rank, 0)


def points_of(variant: Variant, cards: Iterable[Card]) -> int:
    """What cards cost together."""
    by_rank = variant.points.by_rank
    return sum(by_rank.get(card.rank, 0) for card in cards)


def card_values(variant: Variant) -> tuple[CardValue, ...]:
    """What every card of the game costs, highest first; () where no card costs anything.

    Three number cards or more that count what they show stand together as `face value`.
    """
    if not variant.has_points:
        return ()
    without = {*variant.out_of_deck, *(() if variant.has_jokers else (JOKER_RANK,))}
    ranks = [rank for rank in _FROM_THE_TOP if rank not in without]
    by_points = sorted(ranks, key=lambda rank: -point_of_rank(variant, rank))
    groups = [
        (points, tuple(same))
        for points, same in groupby(by_points, lambda rank: point_of_rank(variant, rank))
    ]
    shown = tuple(same[0] for points, same in groups if same == (str(points),))
    if len(shown) < _SHORTEST_SPAN:
        shown = ()
    values = [
        CardValue(_label(shown), shown, say("face-value"))
        if same == shown[:1]
        else CardValue(_label(same), same, points)
        for points, same in groups
        if same[0] not in shown[1:]
    ]
    return tuple(values)


def _label(ranks: Sequence[str]) -> str:
    """Ranks as players read them, number cards that follow on from each other as a span."""
    words: list[str] = []
    span: list[str] = []
    for rank in (*ranks, ""):
        if rank.isdigit() and (not span or int(rank) == int(span[-1]) - 1):
            span.append(rank)
            continue
        words += [f"{span[0]}–{span[-1]}"] if len(span) >= _SHORTEST_SPAN else span
        span = [rank] if rank.isdigit() else []
        words += (
            [] if span else [say("card", rank="joker", suit="none") if rank == JOKER_RANK else rank]
        )
    return " ".join(filter(None, words))


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


Lies = Sequence[tuple[Card, Card]]
"""The cards of a meld on the table, each with the card it stands for, a run's from low to high."""


def has_low_ace(terms: Terms, lies: Lies) -> bool:
    """Whether a meld begins with an ace that counts otherwise than others do."""
    ranks = [stands.rank for _, stands in lies]
    return terms.points.low_ace is not None and ranks[0] == "A" and ranks[1:2] not in ([], ["A"])


def laid_value(terms: Terms, lies: Lies) -> int:
    """What the cards of a meld on the table are worth, a wild as the card that it is."""
    worth = [point_of_rank(terms, card.rank) for card, _ in lies]
    if has_low_ace(terms, lies) and lies[0][0].rank == "A":
        worth[0] = terms.points.low_ace or 0
    return sum(worth)


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
