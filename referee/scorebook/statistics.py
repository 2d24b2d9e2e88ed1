"""What the finished games of a browser say about the people in them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from referee.scorebook.names import same_name
from referee.scorebook.projection import ScoreBook


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One person over all finished games that were played to the end.

    `won` are games won alone, `shared` those shared with others. `places` counts the games by
    place. `average_place` is the mean of the places.
    """

    name: str
    games: int
    won: int
    shared: int
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


@dataclass(slots=True)
class _Tally:
    name: str
    places: list[int] = field(default_factory=list)
    won: int = 0
    shared: int = 0


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
    people = (_person(tally) for tally in tallies.values())
    return tuple(sorted(people, key=lambda one: (-one.games, one.average_place, one.name)))


def _person(tally: _Tally) -> Person:
    places = sorted(set(tally.places))
    return Person(
        name=tally.name,
        games=len(tally.places),
        won=tally.won,
        shared=tally.shared,
        places=tuple((place, tally.places.count(place)) for place in places),
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
        for one in places:
            for other in places:
                if one < other:
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


def _finished(books: Iterable[ScoreBook]) -> Iterable[ScoreBook]:
    return (book for book in books if book.finished)
