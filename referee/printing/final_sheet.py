"""The final sheet of a game: places, the grid, a chart, corrections, rulings and a note."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import ceil
from typing import Final, TypeVar

from markupsafe import Markup

from referee.language import listed
from referee.printing.blocks import Block, flow, heading, item, paragraph
from referee.printing.chart import draw_chart, draw_sign
from referee.printing.choices import Choices
from referee.printing.frames import GUTTER, Frame, frame, grid
from referee.printing.heads import game_title, halves, head
from referee.printing.laid import Laid, on_pages
from referee.printing.measure import POINT, largest, line, tall, wide
from referee.printing.names import SIZES, Column, fit_names
from referee.printing.paper import (
    MOST_LINES,
    MOST_NAME,
    MOST_NOTE,
    GameOnPaper,
    PaperDeal,
    figure,
)
from referee.printing.score_pad import check_game
from referee.printing.terms import players_of
from referee.printing.wording import WORDS
from referee.printing.words import cleaned, cleaned_sentence, shortened_to
from referee.rules.variant import Variant

Thing = TypeVar("Thing")

_CHART_TALL: Final = 48
_SMALL_CHART: Final = 30
_SAID: Final = 160
"""Characters of a correction or a ruling."""

_WINNERS: Final = (26, 24, 22, 20, 19)
_SMALL_WINNERS: Final = (20, 18, 17)
_ABOVE_WINNER: Final = 2.0
_TWO_COLUMNS: Final = 150
_BESIDE_NAME: Final = 9
"""Sizes of print that sign, place and total take of a line."""

_BETWEEN_PLACES: Final = 1.4

_DEAL: Final = 15
_NAMES: Final = 13
_FIGURES: Final = 1.3
"""Millimetres that a column of figures needs for every point of print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """Points of a deal and the total so far, as text."""

    points: str
    total: str
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Deals of some of the seats: heads, rows of a number and cells, millimetres of one row.

    `totals` stand below the last deal, and are empty below others.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[int, list[Cell]], ...]
    row: int
    totals: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One player's line: the sign of the chart, the place, the name, and the total."""

    sign: Markup
    place: str
    name: str
    total: str


def lay_out(variant: Variant, choices: Choices, game: GameOnPaper | None) -> Laid:
    """The sheet on its faces; raises `SheetError`."""
    assert game is not None, "the sheet suits games alone"
    players_of(variant, None, game)
    check_game(game)
    cut = grid(choices)
    room = frame(choices, cut)
    title = game_title(variant.name, game)
    name = variant.name if title != variant.name else ""
    below = " · ".join(filter(None, [name, cleaned(game.date, MOST_NAME), _stage(game)]))
    top = head(room, title, [below], game=game, most=18)
    # In the smallest print, on one line.
    short = shortened_to(top.title, lambda cut: wide(cut, room.least, bold=True) <= room.room_wide)
    again = head(room, short, ["1 of 9"], most=11)
    most = 13 if room.room_wide >= 150 else 10
    # A note that the head shows whole as the title is not said twice.
    note = cleaned(game.note, MOST_NOTE)
    # What the heads of further faces take is kept free on every face, and given back to the first.
    less = replace(room, reserved=room.reserved + again.tall)
    make = partial(_blocks, variant, less, game, note if note != top.title else "")
    flowed = flow(less, replace(top, tall=top.tall - again.tall), make, most, room.least)
    faces = [{**flowed[0], "head": top}]
    for number, face in enumerate(flowed[1:], start=2):
        said = (f"{number} of {len(flowed)}",)
        faces.append({**face, "head": replace(again, lines=said)})
    return on_pages(f"{title} – {WORDS['final']}", faces, choices, cut)


def _stage(game: GameOnPaper) -> str:
    """How far the game is while it goes on."""
    if game.finished:
        return ""
    return f"after deal {game.rows[-1].number}" if game.rows else "before the first deal"


def _won(game: GameOnPaper) -> str:
    """Who won, in words."""
    who = listed([cleaned(name, MOST_NAME) for name in game.winners]) if game.finished else ""
    if not who:
        return ""
    return f"{who} share the win" if len(game.winners) > 1 else f"{who} wins"


def _blocks(
    variant: Variant, room: Frame, game: GameOnPaper, note: str, size: float
) -> Sequence[Block]:
    blocks = [*_winner(room, game), heading(room, WORDS["final.places"], size)]
    blocks += _places(room, game, size)
    if game.rows:
        wins = f"{variant.scoring.best} wins"
        blocks.append(heading(room, f"{WORDS['final.chart']} ({wins})", size))
        blocks.append(_chart(room, game))
        blocks.append(heading(room, WORDS["final.deals"], size))
        how = WORDS["final.how.out" if variant.counts_cards else "final.how"]
        blocks.append(replace(paragraph(room, how, size), keeps=True))
        blocks += _grid(room, game, size)
    for word, sentences in (
        ("final.corrections", game.corrections),
        ("final.rulings", game.rulings),
    ):
        if sentences:
            blocks.append(heading(room, WORDS[word], size))
            blocks += [
                item(room, cleaned_sentence(one, _SAID), size) for one in sentences[-MOST_LINES:]
            ]
    if note:
        blocks.append(heading(room, WORDS["final.note"], size))
        blocks.append(paragraph(room, note, size))
    return blocks


def _winner(room: Frame, game: GameOnPaper) -> list[Block]:
    """Who won, in the largest print of the sheet."""
    won = _won(game)
    if not won:
        return []
    size = largest(_WINNERS if room.room_wide >= 110 else _SMALL_WINNERS, won, room.room_wide,
                   bold=True)  # fmt: skip
    high = tall(won, room.room_wide, size, bold=True) + _ABOVE_WINNER
    return [Block(kind="winner", tall=high, size=halves(size), text=won)]


def _places(room: Frame, game: GameOnPaper, size: float) -> list[Block]:
    """A line a player, best first, with the sign of the chart; side by side where it is wide."""
    size = size * 1.15
    seats = sorted(range(len(game.names)), key=lambda seat: _place(game, seat))
    places = [_placed(game, seat) for seat in seats]
    if room.room_wide < _TWO_COLUMNS:
        return [_side_by_side(((one,),), room.room_wide, size) for one in places]
    left = ceil(len(places) / 2)
    return [_side_by_side((places[:left], places[left:]), (room.room_wide - GUTTER) / 2, size)]


def _placed(game: GameOnPaper, seat: int) -> Place:
    return Place(
        sign=draw_sign(seat),
        place=f"{game.places[seat]}." if game.places else "",
        name=cleaned(game.names[seat], MOST_NAME),
        total=figure(game.totals[seat]) if game.totals else "",
    )


def _side_by_side(columns: Sequence[Sequence[Place]], mm: float, size: float) -> Block:
    name = mm - _BESIDE_NAME * size * POINT
    talls = [
        sum(max(tall(one.name, name, size), line(size)) + _BETWEEN_PLACES for one in column)
        for column in columns
    ]
    return Block(kind="places", tall=max(talls), size=halves(size), table=columns)


def _place(game: GameOnPaper, seat: int) -> int:
    return game.places[seat] if game.places else seat


def _chart(room: Frame, game: GameOnPaper) -> Block:
    high = _CHART_TALL if room.room_wide >= 150 else _SMALL_CHART
    seats = range(len(game.names))
    totals = [[row.running[seat] for row in game.rows] for seat in seats]
    drawn = draw_chart(totals, WORDS["final.chart"], room.room_wide, high, room.least)
    return Block(kind="drawn", tall=high + 1, drawn=drawn)


def _grid(room: Frame, game: GameOnPaper, size: float) -> list[Block]:
    """The deals as tables: many players stand in several, and so do more deals than a face has."""
    size = max(min(size, 12), room.least)
    row = ceil(2 * line(size) + 1)
    seats = max(int((room.room_wide - _DEAL) / (size * _FIGURES)), 1)
    above = 3 * line(size * 1.25) + 2 * line(size)
    deals = max(int((room.room_tall - above - _NAMES) / row) - 1, 1)
    return [
        _table(room, game, some, few, size, row)
        for some in _evenly(range(len(game.names)), seats)
        for few in _evenly(game.rows, deals)
    ]


def _evenly(things: Sequence[Thing], most: int) -> list[Sequence[Thing]]:
    """All of them in turn in as few groups of at most so many as can be, none much smaller."""
    count = ceil(len(things) / most)
    each, more = divmod(len(things), count)
    ends = [each * at + min(at, more) for at in range(count + 1)]
    return [things[start:end] for start, end in pairwise(ends)]


def _table(
    room: Frame,
    game: GameOnPaper,
    seats: Sequence[int],
    deals: Sequence[PaperDeal],
    size: float,
    row: int,
) -> Block:
    column = (room.room_wide - _DEAL) / len(seats)
    sizes = [one for one in SIZES if one <= size + 1] if size < 14 else [14.0]
    names = [cleaned(game.names[seat], MOST_NAME) for seat in seats]
    rows = [(deal.number, [_cell(game, deal, seat) for seat in seats]) for deal in deals]
    is_last = deals[-1] is game.rows[-1] and bool(game.totals)
    table = Table(
        columns=fit_names(names, column, _NAMES - 1, sizes),
        rows=tuple(rows),
        row=row,
        totals=tuple(figure(game.totals[seat]) for seat in seats) if is_last else (),
    )
    high = _NAMES + row * (len(rows) + is_last) + 2
    return Block(kind="table", tall=high, size=halves(size), table=table)


def _cell(game: GameOnPaper, deal: PaperDeal, seat: int) -> Cell:
    return Cell(
        points=deal.figure(seat),
        total=figure(deal.running[seat]),
        out=game.names[seat] == deal.out,
    )
