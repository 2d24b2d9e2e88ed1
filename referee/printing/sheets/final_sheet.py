"""The final sheet of a game: places, grid, chart, corrections, rulings and signatures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, zip_longest
from math import ceil
from typing import Final, TypeVar

from referee.language import say
from referee.printing.badges import NAME_SIZES, Badge, Head, fit_heads
from referee.printing.blocks import Block, flow, item, paragraph, section, title_again
from referee.printing.game_facts import players_of, stage_words
from referee.printing.geometry import GUTTER, Frame, frame_of
from referee.printing.header import dotted, game_name, game_title, make_header
from referee.printing.imposition import Layout, impose
from referee.printing.models import GameOnPaper, figure
from referee.printing.options import PrintOptions
from referee.printing.sheets import sheet
from referee.printing.sheets.score_pad import check_length
from referee.printing.text_cleanup import cleaned, cleaned_sentence, shortened_to
from referee.printing.text_metrics import POINT, largest, line_height, text_height, text_width
from referee.rules.schema.variant import Variant
from referee.scorebook.chart import Chart, ChartBox, lay_out_chart
from referee.scorebook.limits import NAME_LENGTH
from referee.scorebook.score_table import ScoreCell, ScoreRow

Thing = TypeVar("Thing")

_CHART_HEIGHT: Final = 60
_LOW_CHART_HEIGHT: Final = 34
_MOST_LINES: Final = 60
_MOST_SENTENCE: Final = 160
"""Corrections or rulings on a sheet, the newest, and characters of each."""

_CHART_EDGE: Final = 3.0
_CHART_NAMES: Final = 0.25
"""Part of the width that names beside the lines of the chart may take."""

_WINNER_SIZES: Final = (26, 24, 22, 20, 19)
_SMALL_WINNER_SIZES: Final = (20, 18, 17)
_ABOVE_WINNER: Final = 2.0
_BESIDE_NAME: Final = 9
"""Sizes of print that sign, place and total take of a line."""

_BETWEEN_PLACES: Final = 1.4

_DEAL: Final = 15
_NAMES: Final = 13
_LARGE_NAMES: Final = 16
_FIGURES: Final = 1.3
"""Millimetres that a column of figures needs for every point of print."""

_BESIDE_FIGURES: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LineName:
    """A name at the end of a line of the chart, and millimetres from it to the one below.

    `ink`: the number of its colour from 1, 0 for black.
    """

    text: str
    height: int
    ink: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTable:
    """Deals of some of the seats: heads, rows of a number and cells, millimetres of each.

    `totals` stand below the last deal, and are empty below others.
    """

    heads: tuple[Head, ...]
    head: int
    rows: tuple[tuple[int, Sequence[ScoreCell]], ...]
    row: int
    totals: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceLine:
    """One player's line: badge, place, name, and total."""

    badge: Badge
    place: str
    name: str
    total: str


@sheet(
    "final",
    place=7,
    suits=lambda variant, has_game: has_game,
    refusal="paper-no-game",
)
def lay_out(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """The sheet on its faces; raises `SheetError`."""
    assert game is not None, "the sheet suits games alone"
    players_of(variant, None, game)
    check_length(game)
    frame = frame_of(options)
    stage = "" if game.finished else stage_words(variant, game)
    title = game_title(variant.name, game)
    below = dotted(game_name(variant.name, game), game.date_shown, stage)
    header = make_header(frame, title, [below], game=game, most=18)
    # A title that the header has no room for is said whole at the end.
    note = title if title != header.title else ""
    room = frame.inner_height - title_again(frame, header).height
    blocks = partial(_blocks, variant, frame, game, note, room)
    faces = flow(frame, header, blocks, 13 if frame.wide else 10, frame.least)
    return impose(title, faces, options)


def _blocks(
    variant: Variant, frame: Frame, game: GameOnPaper, note: str, room: float, size: float
) -> Sequence[Block]:
    blocks = [*_winner(frame, game)]
    blocks += section(frame, say("final-places"), size, _places(frame, game, size))
    if game.scores.rows:
        wins = say("paper-wins", best=variant.who_wins)
        chart = [_chart(frame, game)]
        blocks += section(frame, say("final-chart-wins", wins=wins), size, chart)
        how = say("final-how-out" if variant.is_card_game else "final-how")
        explained = replace(paragraph(frame, how, size), keeps=True)
        tables = _tables(frame, game, room, size)
        blocks += section(frame, say("final-deals"), size, [explained, *tables])
    for message, sentences in (
        ("final-corrections", game.corrections),
        ("final-rulings", game.rulings),
        ("final-signatures", game.signatures),
    ):
        texts = (cleaned_sentence(text, _MOST_SENTENCE) for text in sentences[-_MOST_LINES:])
        items = (item(frame, text, size) for text in texts)
        blocks += section(frame, say(message), size, items)
    if note:
        blocks += section(frame, say("final-note"), size, [paragraph(frame, note, size)])
    return blocks


def _winner(frame: Frame, game: GameOnPaper) -> Iterator[Block]:
    """Who won, in the largest print of the sheet."""
    if not game.finished or not game.winners:
        return
    winners = tuple(cleaned(name, NAME_LENGTH) for name in game.winners)
    text, width = say("final-winner", winners=winners), frame.inner_width
    sizes = _WINNER_SIZES if frame.roomy else _SMALL_WINNER_SIZES
    size = largest(sizes, text, width)
    height = text_height(text, width, size, bold=True) + _ABOVE_WINNER
    yield Block(kind="winner", height=height, size=size, text=text)


def _places(frame: Frame, game: GameOnPaper, size: float) -> list[Block]:
    """A line a player, best first, with the badge; side by side where it is wide."""
    size = size * 1.15
    badges, names = game.badges(frame), game.names_shown
    players = game.scores.totals
    # Whoever left comes after all others.
    placed = [(player.place or len(players), seat) for seat, player in enumerate(players)]
    places = [
        PlaceLine(
            badge=badges[seat],
            place=say("final-place", place=place) if game.scores.rows else "",
            name=names[seat],
            total=game.shown_total(players[seat]),
        )
        for place, seat in sorted(placed)
    ]
    if not frame.wide:
        return [_side_by_side(((place,),), frame.inner_width, size) for place in places]
    left = ceil(len(places) / 2)
    columns = (places[:left], places[left:])
    return [_side_by_side(columns, (frame.inner_width - GUTTER) / 2, size)]


def _side_by_side(columns: Sequence[Sequence[PlaceLine]], width: float, size: float) -> Block:
    name, line = width - _BESIDE_NAME * size * POINT, line_height(size)
    heights = [
        sum(
            max(text_height(place.name, name, size), line, place.badge.width) + _BETWEEN_PLACES
            for place in column
        )
        for column in columns
    ]
    return Block(kind="places", height=max(heights), size=size, table=columns)


def _chart(frame: Frame, game: GameOnPaper) -> Block:
    """The totals as lines, with room for a name beside each."""
    width, points = frame.inner_width, frame.least
    names = [
        shortened_to(name, lambda cut: text_width(cut, points) <= _CHART_NAMES * width)
        for name in game.names_shown
    ]
    totals = game.scores.running
    numbers = [total for running in totals for total in running if total is not None]
    # Names lie over the drawing, where lengths are whole millimetres.
    label = ceil(line_height(points))
    least = _CHART_HEIGHT if frame.wide else _LOW_CHART_HEIGHT
    box = ChartBox(
        width=width,
        height=max(least, (len(names) + 1) * label + 2 * _CHART_EDGE),
        left=max(text_width(figure(2 * number), points) for number in (0, *numbers)) + _CHART_EDGE,
        right=ceil(max(text_width(name, points) for name in names) + _CHART_EDGE),
        top=_CHART_EDGE,
        bottom=_CHART_EDGE + label,
        label=label,
        number=text_width(str(len(game.scores.rows)), points) + 1,
    )
    drawn, badges = lay_out_chart(names, totals, box), game.badges(frame)
    beside = tuple(_beside(drawn, badges, label))
    return Block(kind="chart", height=box.height + 1, size=points, table=(drawn, badges, beside))


def _beside(drawn: Chart, badges: Sequence[Badge], label: int) -> Iterator[LineName]:
    """The names at the ends of lines from above, after what is free above the first."""
    tops = [round(line.label - label / 2) for line in drawn.lines]
    order = sorted(range(len(tops)), key=tops.__getitem__)
    yield LineName(text="", height=tops[order[0]])
    for seat, below in zip_longest(order, order[1:]):
        height = label if below is None else tops[below] - tops[seat]
        yield LineName(text=drawn.lines[seat].name, height=height, ink=badges[seat].ink)


def _tables(frame: Frame, game: GameOnPaper, room: float, size: float) -> list[Block]:
    """The deals as tables: many players stand in several, and so do more deals than a face has."""
    size = max(min(size, 12), frame.least)
    row = ceil(2 * line_height(size) + 1)
    column = max(size * _FIGURES, size * game.figure_width + _BESIDE_FIGURES)
    seats = max(int((frame.inner_width - _DEAL) / column), 1)
    above = 3 * line_height(size * 1.25) + 2 * line_height(size)
    deals = max(int((room - above - _head(frame)) / row) - 1, 1)
    return [
        _table(frame, game, some_seats, some_deals, size, row)
        for some_seats in _evenly(range(len(game.names)), seats)
        for some_deals in _evenly(game.scores.rows, deals)
    ]


def _head(frame: Frame) -> int:
    """Millimetres of the names above the deals."""
    return _LARGE_NAMES if frame.large else _NAMES


def _evenly(things: Sequence[Thing], most: int) -> list[Sequence[Thing]]:
    """All of them in turn in as few groups of at most so many as can be, none much smaller."""
    count = ceil(len(things) / most)
    each, more = divmod(len(things), count)
    ends = [each * group + min(group, more) for group in range(count + 1)]
    return [things[start:end] for start, end in pairwise(ends)]


def _table(
    frame: Frame,
    game: GameOnPaper,
    seats: Sequence[int],
    deals: Sequence[ScoreRow],
    size: float,
    row: int,
) -> Block:
    column, head = (frame.inner_width - _DEAL) / len(seats), _head(frame)
    sizes = [name for name in NAME_SIZES if name <= size + 1] if size < 14 else [14.0]
    is_last = deals[-1] is game.scores.rows[-1]
    players = [game.scores.totals[seat] for seat in seats]
    shown, drawn = game.names_shown, game.badges(frame)
    names, badges = [shown[seat] for seat in seats], [drawn[seat] for seat in seats]
    table = DealTable(
        heads=fit_heads(names, badges, column, head - 1, sizes),
        head=head,
        rows=tuple((deal.number, [deal.cells[seat] for seat in seats]) for deal in deals),
        row=row,
        totals=tuple(map(game.shown_total, players)) if is_last else (),
    )
    height = head + row * (len(table.rows) + is_last) + 2
    return Block(kind="table", height=height, size=size, table=table)
