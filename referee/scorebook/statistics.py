"""What the finished games of a browser say about the people in them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import combinations

from referee.scorebook.names import same_name
from referee.scorebook.projection import ScoreBook


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One person over all finished games that were played to the end.

    `won` are games won alone, `shared` those shared with others, and `row` the most games won one
    after the other, alone or shared. `places` counts the games by place. In `partial` games the
    person missed a deal: joined late, or was away.
    """

    name: str
    games: int
    won: int
    shared: int
    row: int
    partial: int
    places: tuple[tuple[int, int], ...]
    average_place: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two people in the games that both finished: how often each was ahead, or both were level."""

    one: str
    other: str
    one_ahead: int
    other_ahead: int
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """How a game ended: the winners, who came next, and by how many points; 0 where they tied."""

    winners: tuple[str, ...]
    next: tuple[str, ...]
    gap: int
    game: str
    day: date


@dataclass(slots=True)
class _Tally:
    name: str
    places: list[int] = field(default_factory=list)
    won: int = 0
    shared: int = 0
    partial: int = 0
    row: int = 0
    longest: int = 0


def day_of(book: ScoreBook) -> date:
    """The day that a game was played: as noted, else that of its start."""
    if book.state.day:
        return date.fromisoformat(book.state.day)
    return book.events[0].at.astimezone().date()


def people_of(books: Sequence[ScoreBook]) -> tuple[Person, ...]:
    """Everybody who played a game to its end, who played most first.

    Games that are not over are left out, and so is who left before the end. A name is one person,
    whatever its capitals.
    """
    tallies: dict[str, _Tally] = {}
    for book in _finished(books):
        winners = book.standings.winners
        for seat in book.players:
            tally = tallies.setdefault(same_name(seat.name), _Tally(seat.name))
            tally.places.append(book.standings.places[seat.key])
            tally.won += winners == (seat.key,)
            tally.shared += seat.key in winners and len(winners) > 1
            tally.row = tally.row + 1 if seat.key in winners else 0
            tally.longest = max(tally.longest, tally.row)
            tally.partial += any(seat.key not in row.hands for row in book.deals)
    people = (_person(tally) for tally in tallies.values())
    return tuple(
        sorted(people, key=lambda person: (-person.games, person.average_place, person.name))
    )


def _person(tally: _Tally) -> Person:
    return Person(
        name=tally.name,
        games=len(tally.places),
        won=tally.won,
        shared=tally.shared,
        row=tally.longest,
        partial=tally.partial,
        places=tuple(sorted(Counter(tally.places).items())),
        average_place=round(float(Fraction(sum(tally.places), len(tally.places))), 2),
    )


def pairs_of(books: Sequence[ScoreBook]) -> tuple[Pair, ...]:
    """Every two people who played a game to its end together, who met most first."""
    met: dict[tuple[str, str], list[int]] = {}
    names: dict[str, str] = {}
    for book in _finished(books):
        places = {}
        for seat in book.players:
            who = same_name(seat.name)
            names.setdefault(who, seat.name)
            places[who] = book.standings.places[seat.key]
        for one, other in combinations(sorted(places), 2):
            ahead = (places[one] > places[other]) - (places[one] < places[other])
            met.setdefault((one, other), [0, 0, 0])[ahead + 1] += 1
    pairs = (
        Pair(
            one=names[one],
            other=names[other],
            one_ahead=counts[0],
            other_ahead=counts[2],
            level=counts[1],
        )
        for (one, other), counts in met.items()
    )
    return tuple(sorted(pairs, key=lambda pair: -(pair.one_ahead + pair.other_ahead + pair.level)))


def closest_of(books: Sequence[ScoreBook]) -> Finish | None:
    """The closest finish, the latest of several, or None where no game is over."""
    finishes = map(_finish, reversed(_finished(books)))
    return min(finishes, key=lambda finish: finish.gap, default=None)


def _finish(book: ScoreBook) -> Finish:
    places, names = book.standings.places, book.names
    won = book.standings.winners
    others = [key for key in places if key not in won]
    best = min((places[key] for key in others), default=0)
    behind = [key for key in others if places[key] == best]
    tied = len(won) > 1 or not behind
    return Finish(
        winners=book.winners,
        next=() if tied else tuple(names[key] for key in behind),
        gap=0 if tied else abs(book.totals[won[0]] - book.totals[behind[0]]),
        game=book.variant.name,
        day=day_of(book),
    )


def _finished(books: Sequence[ScoreBook]) -> list[ScoreBook]:
    """Those that are over, in the order in which they were played."""
    over = [book for book in books if book.finished]
    return sorted(over, key=lambda book: (day_of(book), book.events[-1].at))
