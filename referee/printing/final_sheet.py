"""The final sheet of a game: places, the grid, a chart, corrections, rulings and a note."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

from referee.printing.blocks import Block, flow, heading, item, paragraph
from referee.printing.chart import draw_chart, draw_sign
from referee.printing.choices import Choices
from referee.printing.frames import Frame, frame, grid
from referee.printing.heads import game_title, halves, head
from referee.printing.laid import Laid, on_pages
from referee.printing.measure import line, tall
from referee.printing.names import SIZES, Column, fit_names
from referee.printing.paper import (
    MOST_LINES,
    MOST_NAME,
    MOST_NOTE,
    GameOnPaper,
    PaperDeal,
    SheetError,
    figure,
)
from referee.printing.score_pad import check_game
from referee.printing.terms import players_of
from referee.printing.wording import REFUSALS, WORDS
from referee.printing.words import cleaned
from referee.rules.variant import Variant
from referee.rules.wording import listed

_CHART_TALL: Final = 48
_SMALL_CHART: Final = 30
_SAID: Final = 160
"""Characters of a correction or a ruling."""

_DEAL: Final = 12
_NAMES: Final = 13
_SIGN: Final = 7
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
    """Deals of some of the seats: heads, rows of a number and cells, millimetres of one row."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[int, list[Cell]], ...]
    row: int


def lay_out(variant: Variant, choices: Choices, game: GameOnPaper | None) -> Laid:
    """The sheet on its faces; raises `SheetError`, also where there is no game."""
    if game is None:
        raise SheetError(REFUSALS["final.game"])
    players_of(variant, None, game)
    check_game(game)
    cut = grid(choices)
    room = frame(choices, cut)
    title = game_title(variant.name, game)
    name = variant.name if title != variant.name else ""
    below = " · ".join(filter(None, [name, cleaned(game.date, MOST_NAME)]))
    top = head(room, title, [below, _won(game)], game=game)
    most = 13 if room.room_wide >= 150 else 10
    # A note that the head shows whole as the title is not said twice.
    note = cleaned(game.note, MOST_NOTE)
    make = partial(_blocks, room, game, note if note != top.title else "")
    faces = flow(room, top, make, most, room.least)
    return on_pages(f"{title} – {WORDS['final']}", faces, choices, cut)


def _won(game: GameOnPaper) -> str:
    """Who won, in words; how far the game is while it goes on."""
    if not game.finished:
        return f"After deal {game.rows[-1].number}" if game.rows else "Before the first deal"
    names = listed([cleaned(name, MOST_NAME) for name in game.winners])
    if not names:
        return ""
    return f"{names} share the win" if len(game.winners) > 1 else f"{names} wins"


def _blocks(room: Frame, game: GameOnPaper, note: str, size: float) -> Sequence[Block]:
    blocks = [heading(room, WORDS["final.places"], size), *_places(room, game, size)]
    if game.rows:
        blocks.append(heading(room, WORDS["final.deals"], size))
        blocks += _grid(room, game, size)
        blocks.append(heading(room, WORDS["final.chart"], size))
        blocks.append(_chart(room, game))
    for word, sentences in (
        ("final.corrections", game.corrections),
        ("final.rulings", game.rulings),
    ):
        if sentences:
            blocks.append(heading(room, WORDS[word], size))
            blocks += [item(room, cleaned(one, _SAID), size) for one in sentences[-MOST_LINES:]]
    if note:
        blocks.append(heading(room, WORDS["final.note"], size))
        blocks.append(paragraph(room, note, size))
    return blocks


def _places(room: Frame, game: GameOnPaper, size: float) -> list[Block]:
    """A line a player, best first, with the sign of the chart."""
    seats = sorted(range(len(game.names)), key=lambda seat: _place(game, seat))
    blocks = []
    for seat in seats:
        total = game.totals[seat] if game.totals else None
        place = f"{game.places[seat]}." if game.places else ""
        name = cleaned(game.names[seat], MOST_NAME)
        words = f"{place} {name} {figure(total)}"
        high = tall(words, room.room_wide - _SIGN, size * 1.15, bold=True)
        blocks.append(
            Block(
                kind="place",
                tall=high + 1.2,
                size=halves(size * 1.15),
                text=name,
                strong=figure(total),
                parts=(place,),
                drawn=draw_sign(seat),
            )
        )
    return blocks


def _place(game: GameOnPaper, seat: int) -> int:
    return game.places[seat] if game.places else seat


def _chart(room: Frame, game: GameOnPaper) -> Block:
    high = _CHART_TALL if room.room_wide >= 150 else _SMALL_CHART
    seats = range(len(game.names))
    totals = [[row.running[seat] for row in game.rows] for seat in seats]
    drawn = draw_chart(totals, WORDS["final.chart"], room.room_wide, high)
    return Block(kind="drawn", tall=high + 1, drawn=drawn)


def _grid(room: Frame, game: GameOnPaper, size: float) -> list[Block]:
    """The deals as tables: many players stand in several, and so do more deals than a face has."""
    size = max(min(size, 12), room.least)
    fit = max(int((room.room_wide - _DEAL) / (size * _FIGURES)), 1)
    row = ceil(2 * line(size) + 1)
    rows = max(int((room.room_tall * 0.8 - _NAMES) / row), 1)
    seats = range(len(game.names))
    return [
        _table(room, game, seats[at : at + fit], game.rows[deal : deal + rows], size, row)
        for at in range(0, len(seats), fit)
        for deal in range(0, len(game.rows), rows)
    ]


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
    table = Table(
        columns=fit_names(names, column, _NAMES - 1, sizes),
        rows=tuple(rows),
        row=row,
    )
    high = _NAMES + row * len(rows) + 2
    return Block(kind="table", tall=high, size=halves(size), table=table)


def _cell(game: GameOnPaper, deal: PaperDeal, seat: int) -> Cell:
    return Cell(
        points=deal.figure(seat),
        total=figure(deal.running[seat]),
        out=game.names[seat] == deal.out,
    )
