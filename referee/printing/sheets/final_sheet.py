"""The final sheet of a game: who won, places, every deal, a chart, corrections and signatures."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, zip_longest
from math import ceil
from typing import Final, TypeVar

from markupsafe import Markup

from referee.language import say
from referee.printing.blocks import Block, flow, item, paragraph, section
from referee.printing.chart import Chart, ChartBox, lay_out_chart
from referee.printing.game_facts import deal_plan, players_of, seated, stage_words
from referee.printing.geometry import Frame, frame_of
from referee.printing.header import dotted, game_name, game_title, make_header
from referee.printing.imposition import Layout, impose
from referee.printing.marks import draw_notation
from referee.printing.models import GameOnPaper, figure
from referee.printing.names import LARGE_SIZES, SIZES, Head, fit_names
from referee.printing.options import PrintOptions
from referee.printing.sections import goal_words
from referee.printing.sheets import of_games, sheet
from referee.printing.sheets.score_pad import at_the_end, check_length
from referee.printing.text_cleanup import cleaned, cleaned_sentence, shortened_to
from referee.printing.text_metrics import POINT, largest, line_height, text_height, text_width
from referee.rules.deals import contract_words
from referee.rules.schema.variant import Variant
from referee.scorebook.limits import NAME_LENGTH
from referee.scorebook.score_table import ScoreCell, ScoreRow

Thing = TypeVar("Thing")

_CHART_HEIGHT: Final = 84
_LOW_CHART_HEIGHT: Final = 40
_MOST_LINES: Final = 60
_MOST_SENTENCE: Final = 160
"""Corrections or rulings on a sheet, the newest, and characters of each."""

_CHART_EDGE: Final = 3.0
_CHART_NAMES: Final = 0.25
"""Part of the width that names beside the lines of the chart may take."""

_WINNER_SIZES: Final = (40, 36, 32, 30, 28, 27)
_SMALL_WINNER_SIZES: Final = (24, 22, 20, 18, 17)
_PLACES: Final = 0.42
"""Part of the width that the places take beside the winner."""

_EDGE: Final = 1.2
_CONTRACT: Final = 34
"""Millimetres of the number of a deal with its contract."""

_MANY: Final = 16
"""Deals from which rows are as low as their figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineName:
    """A name at the end of a line of the chart, and millimetres from it to the one below."""

    text: str
    height: int
    won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLine:
    """One deal of the table: its number, its contract as small cards, and a cell for each seat.

    `row`: its height. `letter`: that of its correction, "" where there was none.
    """

    number: int
    drawn: Markup | str
    cells: Sequence[ScoreCell]
    row: int
    letter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTable:
    """Deals of some of the seats; `head` and `row` are millimetres, `deal` the first column.

    `least`: the print of figures that are struck out.

    Where it is `wide`, totals stand beside points, in `sum_width`, else below them.
    `totals` stand below the last deal, and are empty below others. `won`: for each seat.
    """

    heads: tuple[Head, ...]
    head: int
    lines: tuple[DealLine, ...]
    row: int
    deal: int
    wide: bool
    sums: float
    least: float
    sum_width: int
    totals: tuple[str, ...]
    won: tuple[bool, ...]


@sheet("final", place=12, suits=of_games, refusal="paper-no-game")
def lay_out(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """The sheet on its faces; raises `SheetError`."""
    assert game is not None, "the sheet suits games alone"
    players_of(variant, None, game)
    check_length(game)
    frame = frame_of(options)
    stage = "" if game.finished else stage_words(variant, game)
    title = game_title(variant.name, game)
    below = dotted(game_name(variant.name, game), game.date_shown, stage)
    note = goal_words(variant)
    about = say("final-legend", out="yes" if variant.is_card_game else "no")
    header = make_header(frame, variant, title, [below], note=note, game=game, about=about)
    # A title that the header has no room for is said whole at the end.
    ending = title if title != header.title else ""
    room = frame.inner_height - header.height
    blocks = partial(_blocks, variant, frame, game, ending, room)
    faces = flow(frame, header, blocks, 14 if frame.wide else 10, frame.least)
    return impose(title, faces, options)


def _blocks(
    variant: Variant, frame: Frame, game: GameOnPaper, note: str, room: float, size: float
) -> Sequence[Block]:
    blocks = [_standings(frame, game, size)]
    blocks += [paragraph(frame, text, size) for text in at_the_end(game)]
    if game.scores.rows:
        blocks += _tables(variant, frame, game, room, size)
        chart = _chart(frame, game)
        blocks += section(frame, say("final-chart"), size, [chart])
    for message, sentences in (
        ("final-corrections", game.corrections),
        ("final-rulings", game.rulings),
        ("final-signatures", game.signatures),
    ):
        texts = [cleaned_sentence(text, _MOST_SENTENCE) for text in sentences[-_MOST_LINES:]]
        small = max(frame.least, min(size, 10))
        items = (item(frame, line, small) for line in _lines(frame, texts, small))
        blocks += section(frame, say(message), size, items)
    if note:
        blocks += section(frame, say("final-note"), size, [paragraph(frame, note, size)])
    return blocks


def _lines(frame: Frame, texts: Iterable[str], size: float) -> Iterator[str]:
    """Sentences in as few lines as they fit, as long as they are short."""
    line = ""
    for text in texts:
        longer = dotted(line, text)
        if line and text_width(longer, size) > 0.9 * frame.inner_width:
            yield line
            longer = text
        line = longer
    yield from filter(None, (line,))


def _standings(frame: Frame, game: GameOnPaper, size: float) -> Block:
    """Who won, in the largest print of the sheet, by how much, and the places beside or below."""
    players = game.scores.totals
    names = game.names_shown
    # Whoever left comes after all others.
    order = sorted((player.place or len(players), seat) for seat, player in enumerate(players))
    beside = frame.wide
    width = frame.inner_width * 0.54 if beside else frame.inner_width
    winner, by, winner_size, left = "", "", 0.0, 0.0
    if game.finished and game.winners:
        winner = say("final-winner", winners=game.winners_shown)
        sizes = _WINNER_SIZES if frame.wide else _SMALL_WINNER_SIZES
        winner_size = largest(sizes, winner, width)
        by = _by(game, [seat for _, seat in order])
        left = text_height(winner, width, winner_size, "title") + text_height(by, width, size)
    columns = 1 if beside or not frame.roomy else 2
    in_each = ceil(len(order) / columns)
    across = frame.inner_width * _PLACES if beside else (
        frame.inner_width - 6 * (columns - 1)
    ) / columns  # fmt: skip
    name_room = across - 7 * size * POINT
    lines = [
        (
            say("final-place", place=place) if game.scores.rows else "",
            names[seat],
            game.shown_total(players[seat]),
            players[seat].name in game.winners,
        )
        for place, seat in order
    ]
    heights = [text_height(line[1], name_room, size, "bold") + 1.4 for line in lines]
    places = max(sum(heights[at : at + in_each]) for at in range(0, len(heights), in_each))
    below = not beside and winner
    height = (left + places if below else max(left + 2, places)) + 3
    table = {
        "winner": winner,
        "winner_size": winner_size,
        "by": by,
        "beside": beside,
        "columns": [lines[at : at + in_each] for at in range(0, len(lines), in_each)],
    }
    return Block(kind="standings", height=ceil(height), size=size, table=table)


def _by(game: GameOnPaper, order: Sequence[int]) -> str:
    """How many points the winner has, and how far ahead of the next; "" where some are missing."""
    players = [game.scores.totals[seat] for seat in order]
    losers = [player for player in players if player.name not in game.winners]
    if not losers or not all(player.complete for player in players):
        return ""
    return say(
        "final-by",
        points=figure(players[0].total),
        ahead=abs(losers[0].total - players[0].total),
        name=cleaned(losers[0].name, NAME_LENGTH),
    )


def _chart(frame: Frame, game: GameOnPaper) -> Block:
    """The totals as lines, with a name and the total beside each."""
    width, points = frame.inner_width, max(frame.least, 10 if frame.wide else 9)
    won = [player.name in game.winners for player in game.scores.totals]
    names = [
        (
            shortened_to(name, lambda cut: text_width(cut, points) <= _CHART_NAMES * width)
            + f" {game.shown_total(player)}"
        ).strip()
        for name, player in zip(game.names_shown, game.scores.totals, strict=True)
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
        right=ceil(max(text_width(name, points, "strong") for name in names) + _CHART_EDGE),
        top=_CHART_EDGE,
        bottom=_CHART_EDGE + label,
        label=label,
        number=text_width(str(len(game.scores.rows)), points) + 1,
    )
    drawn = lay_out_chart(names, totals, box)
    seats = [seat for seat, is_won in enumerate(won) if is_won]
    table = (drawn, seats, tuple(_beside(drawn, won, label)))
    return Block(kind="chart", height=box.height + 1, size=points, table=table)


def _beside(drawn: Chart, won: Sequence[bool], label: int) -> Iterator[LineName]:
    """The names at the ends of lines from above, after what is free above the first."""
    tops = [round(line.label - label / 2) for line in drawn.lines]
    order = sorted(range(len(tops)), key=tops.__getitem__)
    yield LineName(text="", height=tops[order[0]])
    for seat, below in zip_longest(order, order[1:]):
        height = label if below is None else tops[below] - tops[seat]
        yield LineName(text=drawn.lines[seat].name, height=height, won=won[seat])


def _tables(
    variant: Variant, frame: Frame, game: GameOnPaper, room: float, size: float
) -> list[Block]:
    """The deals as tables: many players stand in several, and so do more deals than a face has."""
    size = max(min(size, 14), frame.least)
    sums = max(frame.least, size - 3)
    contracts = variant.has_contracts and frame.roomy
    total = text_width(say("paper-total"), size, "title") + 2 * _EDGE
    deal = _CONTRACT if contracts else ceil(total)
    apart = game.figure_width * (size + sums) + 2 * _EDGE + text_width("0", size, "bold")
    below = max(size * 1.3, game.figure_width * size + 2 * _EDGE)
    seats = max(int((frame.inner_width - deal) / below), 1)
    groups = _evenly(range(len(game.names)), seats)
    column = (frame.inner_width - deal) / max(map(len, groups))
    wide = column >= apart
    row = ceil((1 if wide else 2) * line_height(size) + 0.4)
    if len(game.scores.rows) < _MANY and wide:
        row = max(row, ceil(line_height(size)) + 3)
    if contracts:
        row = max(row, 7)
    heads = [
        fit_names([game.names_shown[seat] for seat in some], column - 3,
                  LARGE_SIZES if frame.large else [one for one in SIZES if one <= max(size, 8.5)])
        for some in groups
    ]  # fmt: skip
    head = ceil(max(one.height for some in heads for one in some) + 2)
    tallest = row + bool(game.letters) * ceil(line_height(frame.least))
    deals = max(int((room - 8 - head) / tallest) - 2, 1)
    return [
        _table(
            variant, frame, game, some_seats, names, some_deals, size, (row, head, deal, wide, sums)
        )
        for some_seats, names in zip(groups, heads, strict=True)
        for some_deals in _evenly(game.scores.rows, deals)
    ]


def _evenly(things: Sequence[Thing], most: int) -> list[Sequence[Thing]]:
    """All of them in turn in as few groups of at most so many as can be, none much smaller."""
    count = ceil(len(things) / most)
    each, more = divmod(len(things), count)
    ends = [each * group + min(group, more) for group in range(count + 1)]
    return [things[start:end] for start, end in pairwise(ends)]


def _table(
    variant: Variant,
    frame: Frame,
    game: GameOnPaper,
    seats: Sequence[int],
    heads: tuple[Head, ...],
    deals: Sequence[ScoreRow],
    size: float,
    cut: tuple[int, int, int, bool, float],
) -> Block:
    row, head, deal, wide, sums = cut
    is_last = deals[-1] is game.scores.rows[-1]
    players = [game.scores.totals[seat] for seat in seats]
    lines = []
    for scored in deals:
        plan = deal_plan(variant, seated(variant, len(game.names)), scored.number)
        drawn: Markup | str = ""
        if plan.contract and deal == _CONTRACT:
            words = contract_words(plan.contract)
            drawn = draw_notation(plan.contract, words, 4.2, deal - 11)
        cells = [scored.cells[seat] for seat in seats]
        struck = any(cell.was is not None for cell in cells)
        lines.append(
            DealLine(
                number=scored.number,
                drawn=drawn,
                cells=cells,
                row=row + struck * ceil(line_height(frame.least)),
                letter=game.letters.get(scored.number, ""),
            )
        )
    table = DealTable(
        heads=heads,
        head=head,
        lines=tuple(lines),
        row=row,
        deal=deal,
        wide=wide,
        sums=sums,
        least=frame.least,
        sum_width=ceil(game.figure_width * sums + text_width("0", size, "bold")),
        totals=tuple(map(game.shown_total, players)) if is_last else (),
        won=tuple(player.name in game.winners for player in players),
    )
    height = head + sum(line.row for line in lines) + (row + 3) * is_last + 3
    return Block(kind="table", height=height, size=size, table=table)
