"""What the finished games of a browser say about the people in them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations, groupby

from referee.scorebook.events.base import Seat
from referee.scorebook.events.state import PlayedDeal
from referee.scorebook.names import same_name
from referee.scorebook.projection import ScoreBook


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One person over all finished games that were played to the end.

    `won` are games won alone, `shared` those shared with others, and `row` the most games won one
    after the other, alone or shared. `places` counts the games by place. In `partial` games the
    person missed a deal: joined late, or was away. `out` are the deals that the person ended, of
    so many `deals`, and `worst` the most that was left in one hand, where cards count.
    """

    name: str
    games: int
    won: int
    shared: int
    row: int
    partial: int
    places: tuple[tuple[int, int], ...]
    average_place: float
    deals: int
    out: int
    worst: int


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


def day_of(book: ScoreBook) -> date:
    """The day that a game was played: as noted, else that of its start."""
    return book.day or book.events[0].at.astimezone().date()


def people_of(books: Sequence[ScoreBook]) -> tuple[Person, ...]:
    """Everybody who played a game to its end, who played most first.

    Games that are not over are left out, and so is who left before the end. A name is one person,
    whatever its capitals.
    """
    games: dict[str, list[tuple[ScoreBook, Seat]]] = defaultdict(list)
    for book in _finished(books):
        for seat in book.players:
            games[same_name(seat.name)].append((book, seat))
    return tuple(
        sorted(
            map(_person, games.values()),
            key=lambda person: (-person.games, person.average_place, person.name),
        )
    )


def _person(games: Sequence[tuple[ScoreBook, Seat]]) -> Person:
    """What the games of one person come to, the first of them first."""
    places = [book.standings.places[seat.key] for book, seat in games]
    won = [seat.key in book.standings.winners for book, seat in games]
    won_alone = sum(book.standings.winners == (seat.key,) for book, seat in games)
    played = [
        (row, seat.key)
        for book, seat in games
        if book.variant.counts_cards
        for row in book.deals
        if seat.key in row.hands and not row.by_points
    ]
    return Person(
        name=games[0][1].name,
        games=len(games),
        won=won_alone,
        shared=sum(won) - won_alone,
        row=max((len(list(run)) for is_won, run in groupby(won) if is_won), default=0),
        partial=sum(any(seat.key not in row.hands for row in book.deals) for book, seat in games),
        places=tuple(sorted(Counter(places).items())),
        average_place=round(sum(places) / len(places), 2),
        deals=len(played),
        out=sum(row.out == key for row, key in played),
        worst=max((row.hands[key].points or 0 for row, key in played), default=0),
    )


def worst_hands(deals: Iterable[PlayedDeal]) -> Mapping[str, int]:
    """The most that anybody was left with in one deal, by key, cards or points as they count."""
    worst: dict[str, int] = {}
    for row in deals:
        for key, hand in row.hands.items():
            worst[key] = max(worst.get(key, 0), hand.points or 0)
    return worst


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
        Pair(one=names[one], other=names[other], one_ahead=ahead, other_ahead=behind, level=level)
        for (one, other), (ahead, level, behind) in met.items()
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
        gap=0 if tied else abs(book.final[won[0]] - book.final[behind[0]]),
        game=book.variant.name,
        day=day_of(book),
    )


def _finished(books: Sequence[ScoreBook]) -> list[ScoreBook]:
    """Those that are over, in the order in which they were played."""
    over = [book for book in books if book.finished]
    return sorted(over, key=lambda book: (day_of(book), book.events[-1].at))
