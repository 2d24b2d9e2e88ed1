"""The score table of a game: page, big screen, interface, CSV and paper are made from it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import msgspec

from referee.language import say
from referee.rules.deals import deal_count
from referee.rules.schema.deck import NOTHING_DRAWN, Drawn
from referee.rules.scoring.parts import telling
from referee.rules.scoring.standings import Column, boxes
from referee.scorebook.events.deals import CardsDrawn, NewDeal
from referee.scorebook.events.state import moved
from referee.scorebook.projection import DealRow, ScoreBook

_OUTSIDE: Final = "outside-"
"""How parts begin that come to a total from outside the deals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCell:
    """One player in one deal.

    `points` is None for who took no part, and where they are `missing` as yet: neither is a 0.
    `running` is None before the player joined, and `complete` unless points are missing in it.
    `starting_points` are what the player sat down or `came_back` with just before. `parts` says
    what the points are the sum of, where that says more than they do, and `given` are points
    outside a deal that came after it. `melded` and `held` are what the cards laid down and those
    left were worth, where the points are the difference. `was`: the points that were written first,
    where they were corrected.
    """

    player: str
    name: str
    took_part: bool
    points: int | None
    running: int | None
    complete: bool
    went_out: bool
    missing: bool
    starting_points: int
    came_back: bool = False
    parts: str = ""
    given: int = 0
    melded: int | None = None
    held: int | None = None
    was: int | None = None

    @property
    def known_total(self) -> int | None:
        """The running total, unless points are missing in it."""
        return self.running if self.complete else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """A deal, written or still to come; one to come has no cells.

    `asked` is its contract or what is wild in it, in words, or empty. `dealer` and `out` are
    players' keys.
    """

    number: int
    deal_id: int = 0
    asked: str
    dealer: str
    dealer_name: str
    out: str | None = None
    cells: tuple[ScoreCell, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTotal:
    """What a player has in all; `place` is None for who left, and nobody leads while points lack.

    `number`: that of the colour of the player's badge. `bonus` is what was added at the end of the
    game, in words `bonus_parts`, and `parts` says what the rest is the sum of, where that says
    more. `complete`: none of the player's points are missing.
    """

    player: str
    name: str
    initial: str
    number: int
    total: int
    place: int | None
    leads: bool
    complete: bool
    bonus: int = 0
    bonus_parts: str = ""
    parts: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTable:
    """The deals that are written and those to come as far as known; totals in seat order.

    `at_once` are the games that are scored at once, none where there is one alone.
    """

    rows: tuple[ScoreRow, ...]
    to_come: tuple[ScoreRow, ...]
    totals: tuple[ScoreTotal, ...]
    at_once: tuple[Column, ...] = ()

    @property
    def has_bonuses(self) -> bool:
        """Whether anything was added at the end of the game."""
        return any(one.bonus for one in self.totals)

    @property
    def running(self) -> tuple[tuple[int | None, ...], ...]:
        """The running totals of each player, deal by deal, where none of the points are missing.

        Where anything was added at the end, what each has in all comes after them.
        """
        return tuple(
            (*(row.cells[seat].known_total for row in self.rows), *[one.total] * self.has_bonuses)
            for seat, one in enumerate(self.totals)
        )

    @property
    def standings(self) -> tuple[ScoreTotal, ...]:
        """Those who play, best first; who is level in seat order."""
        return best_first(self.totals)


def best_first(totals: Iterable[ScoreTotal]) -> tuple[ScoreTotal, ...]:
    """Those who play, best first; who is level in seat order."""
    playing = (total for total in totals if total.place is not None)
    return tuple(sorted(playing, key=lambda total: total.place or 0))


def with_corrections(scores: ScoreTable, book: ScoreBook) -> ScoreTable:
    """The score table with the points that were written first where they were corrected."""
    first, drawn = dict[int, tuple[NewDeal, Drawn]](), dict[int, Drawn]()
    for one in book.events:
        event, stands = one.event, one.number in book.effective
        if moves := book.moves.get(one.number):
            drawn = moved(drawn, moves)
        if isinstance(event, NewDeal) and stands:
            first[event.deal] = event, drawn.get(event.deal, NOTHING_DRAWN)
        elif isinstance(event, CardsDrawn) and stands:
            drawn[event.deal] = event.drawn
    rows = []
    for row, deal in zip(scores.rows, book.deals, strict=True):
        event, turned_up = first[row.deal_id]
        wrote = event.rewriting(msgspec.structs.replace(deal, drawn=turned_up)).points
        cells = [
            cell if wrote.get(cell.player) in (None, cell.points)
            else replace(cell, was=wrote[cell.player])
            for cell in row.cells
        ]  # fmt: skip
        rows.append(replace(row, cells=tuple(cells)))
    return replace(scores, rows=tuple(rows))


def score_table(book: ScoreBook) -> ScoreTable:
    """The score table of a game as it stands."""
    *_, sums = {}, *running_parts(book.deals)
    totals = [
        replace(one, parts=total_parts(sums.get(one.player, Counter()), one.total - one.bonus))
        for one in score_totals(book)
    ]
    return ScoreTable(
        rows=tuple(_row(book, row) for row in book.deals),
        to_come=_to_come(book),
        totals=tuple(totals),
        at_once=book.standings.at_once,
    )


def score_totals(book: ScoreBook) -> tuple[ScoreTotal, ...]:
    """What everybody who ever sat down has, in seat order."""
    places, names = book.standings.places, book.names
    return tuple(
        ScoreTotal(
            player=key,
            name=names[key],
            initial=book.initials[key],
            number=book.colours[key],
            total=total,
            place=places.get(key),
            leads=bool(book.deals) and places.get(key) == 1 and not book.incomplete,
            complete=key not in book.incomplete,
            bonus=book.bonuses.get(key, 0),
            bonus_parts=_bonus_parts(book, key),
        )
        for key, total in book.final.items()
    )


def _bonus_parts(book: ScoreBook, player: str) -> str:
    """What was added to the total of a game at the end, in words; empty for nothing.

    What counts in several games that are scored at once is no bonus.
    """
    if player not in book.bonuses or book.standings.at_once:
        return ""
    won, box = boxes([deal.points for deal in book.state.deals], player), book.variant.end.box
    game = book.bonuses[player] - won * box
    said = [say("bonus-game", points=game)] * bool(game)
    said += [say("bonus-wins", points=won * box, wins=won)] * bool(won * box)
    return " + ".join(said)


def parts_words(parts: Mapping[str, int]) -> str:
    """What points are the sum of, in words; empty where that says no more than they do."""
    said = (say("part", part=part, points=points) for part, points in telling(parts).items())
    return ", ".join(said)


def running_parts(rows: Iterable[DealRow]) -> Iterator[Mapping[str, Counter[str]]]:
    """What everybody had up to each deal, by player and part: one mapping that grows."""
    sums = defaultdict[str, Counter[str]](Counter)
    before: Mapping[str, int] = {}
    for row in rows:
        for player, points in row.starting_points.items():
            how = "returning" if player in before else "joining"
            sums[player][_OUTSIDE + how] += points
        for player, parts in row.parts.items():
            sums[player].update(parts)
        for given in row.given:
            what = "bonus" if given.points > 0 else "penalty"
            sums[given.player][_OUTSIDE + what] += given.points
        before = row.running
        yield sums


def total_parts(sums: Counter[str], total: int | None) -> str:
    """What a total is the sum of, in words; empty where the parts of deals say no more.

    So it is where a deal has no parts.
    """
    dealt = {part: points for part, points in sums.items() if not part.startswith(_OUTSIDE)}
    return parts_words(sums) if telling(dealt) and sums.total() == total else ""


def _row(book: ScoreBook, row: DealRow) -> ScoreRow:
    before = book.deals[row.number - 2].running if row.number > 1 else {}
    return ScoreRow(
        number=row.number,
        deal_id=row.deal_id,
        asked=row.plan.asked,
        dealer=row.dealer,
        dealer_name=book.names[row.dealer],
        out=row.out,
        cells=tuple(_cell(row, seat.key, seat.name, before) for seat in book.everyone),
    )


def _cell(row: DealRow, player: str, name: str, before: Mapping[str, int]) -> ScoreCell:
    parts = row.parts.get(player, {})
    melded = parts.get("melded")
    doubled = say("part-doubled") if player in row.doubled else ""
    return ScoreCell(
        player=player,
        name=name,
        took_part=player in row.hands,
        points=row.points.get(player),
        running=row.running.get(player),
        complete=player not in row.incomplete,
        went_out=player == row.out,
        missing=player in row.missing,
        starting_points=row.starting_points.get(player, 0),
        came_back=player in before,
        parts=", ".join(filter(None, (parts_words(parts), doubled))),
        given=sum(each.points for each in row.given if each.player == player),
        melded=melded,
        held=None if melded is None else -parts.get("held", 0),
    )


def _to_come(book: ScoreBook) -> tuple[ScoreRow, ...]:
    """The deals that are still to be played: all of them where the game has a number."""
    first = book.next_deal
    if first is None:
        return ()
    last = max(deal_count(book.variant) or first, first)
    dealers = islice(book.state.dealers(), first - 1, last)
    return tuple(
        ScoreRow(
            number=number,
            asked=book.plan_of(number).asked,
            dealer=dealer,
            dealer_name=book.names[dealer],
        )
        for number, dealer in enumerate(dealers, first)
    )
