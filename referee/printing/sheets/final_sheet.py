"""The final sheet of a game: who won, places, every deal, a chart, corrections and signatures."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product, starmap
from math import ceil, inf
from typing import Final, NamedTuple

from referee.language import capitalized, say
from referee.printing.blocks import (
    Block,
    TextFace,
    Writer,
    beside,
    first_fitting,
    fitting,
    flow,
    free_on,
    kept,
)
from referee.printing.chart import ChartBox, lay_out_chart
from referee.printing.game_facts import deal_plan, stage_words
from referee.printing.geometry import Frame
from referee.printing.header import Header, dotted_lines
from referee.printing.imposition import Layout
from referee.printing.marks import draw_notation, fitting_height, notation_width
from referee.printing.models import GameOnPaper, figure, shown_points
from referee.printing.names import LARGE_SIZES, SIZES, Head, fit_names
from referee.printing.pad import LEAST_NOTATION
from referee.printing.sections import (
    check_length,
    evenly,
    goal_words,
    notation_height,
    totals_told,
)
from referee.printing.sheets import Job, of_games, sheet
from referee.printing.text_cleanup import cleaned_sentence, shortened_to
from referee.printing.text_metrics import POINT, line_height, text_width
from referee.rules.deals import contract_words
from referee.rules.schema.melds import Piece
from referee.scorebook.score_table import ScoreRow, ScoreTotal

_CHART_HEIGHTS: Final = (48, 40, 30)
"""Millimetres of a chart at least on a wide face, a roomy one and a small one."""

_MOST_CHART_HEIGHT: Final = 112
_TALLER: Final = (112, 96, 80, 64, 0)
_CHART_PART: Final = 0.7
_SMALLER: Final = 2
_READ: Final = 10.5
"""Millimetres that the chart of many deals has at least where that takes no further face, and the
part of a face that these are at most. For their sake deals are printed so many points smaller, or
no smaller than so many points."""

_MOST_LINES: Final = 60
_MOST_SENTENCE: Final = 160
"""Corrections or rulings on a sheet, the newest, and characters of each."""

_CHART_EDGE: Final = 3.0
_CHART_NAMES: Final = 0.42
_LEAST_CHART: Final = 0.3
"""Parts of the width that a name beside a line of the chart may take, and its lines take at least.
"""

_TOTAL: Final = 1.3
"""Print of the last row, in that of the others, where it has room."""

_EDGE: Final = 1.2
_MOST_APART: Final = 5.0
_WIDEST: Final = 40
_CLEAR: Final = 0.08
"""Millimetres beside figures, that totals stand further from points at most, and of what stands in
the middle of a wide column; part of a column beside figures."""

_NUMERAL: Final = 1.25
"""The height of the number of a deal above its contract, in sizes of print."""

_MANY: Final = 16
_LONG: Final = 20
"""Deals from which rows are as low as their figures, and above which lines show who is behind."""


class _Way(NamedTuple):
    """One way to set a sheet.

    `low`: rows are no higher than what stands in them. `early`: the chart stands above the deals.
    `contracts`: these stand beside or below the numbers of deals. `chart`: its millimetres at
    least.
    """

    low: bool = False
    early: bool = False
    contracts: bool = True
    chart: int = 0


@sheet("final", place=12, suits=of_games, refusal="paper-no-game")
def lay_out(job: Job) -> Layout:
    """The sheet on its faces; raises `SheetError`."""
    variant, game = job.variant, job.game
    assert game is not None, "the sheet suits games alone"
    check_length(game)
    below = job.played, game.date, goal_words(variant, game)
    ringed = any(cell.went_out for row in game.scores.rows for cell in row.cells)
    key = say("final-legend", rings=ringed and variant.is_card_game, by=variant.ended_by)
    head = partial(job.header, job.title, *below, code=True)
    header, bare = head(about=key), head()
    # What figures mean stands at the foot, or below the deals where that has no room for all of it.
    if " ".join(header.about.split()) == key:
        key = ""
    else:
        header = bare
    # A title that the header has no room for is said whole at the end.
    ending = job.title if job.title != header.title else ""
    room = job.frame.inner_height - header.further

    def made(way: _Way) -> tuple[TextFace, ...]:
        make = partial(_blocks, job, game, ending, header, key, way)
        return flow(job.write, header, make, job.frame.by_width(14, 10))

    shown = (True,) if job.frame.roomy or not _asked(job, game) else (True, False)

    @cache
    def best(chart: int = 0) -> tuple[TextFace, ...]:
        """The faces with a chart so high: as few as can be."""
        faces = made(_Way(chart=chart))
        if len(faces) == 1:
            return faces
        ways = starmap(_Way, product((False, True), (False, True), shown, (chart,)))
        # Rows are low, the chart stands above the deals, or contracts give way where that saves
        # a face; the first two too where that tears less, or leaves less empty.
        return min(((made(way), way) for way in ways), key=partial(_torn, job.frame))[0]

    faces = best()
    least = min(_print(faces) - _SMALLER, _READ)

    def has_room(chart: int) -> bool:
        tall = best(chart)
        return len(tall) <= len(faces) and _print(tall) >= least

    if len(game.scores.rows) >= _MANY:
        heights = [high for high in _TALLER if high <= _CHART_PART * room]
        faces = best(first_fitting(heights, has_room))
    return job.on_paper(job.title, [_charted(job.write, game, face, bare.game) for face in faces])


def _print(faces: Sequence[TextFace]) -> float:
    """The print of the deals."""
    blocks = (block for face in faces for block in face["columns"][0])
    return min((block.size for block in blocks if block.kind == "table"), default=0)


def _torn(frame: Frame, made: tuple[Sequence[TextFace], _Way]) -> tuple[int, bool, int, float]:
    """How many faces there are, whether without contracts, how many tables, and what stays free.

    A chart takes all that is free.
    """
    faces, way = made
    kinds = [[block.kind for block in face["columns"][0]] for face in faces]
    free = (free_on(frame, face) for face, some in zip(faces, kinds, strict=True)
            if "chart" not in some)  # fmt: skip
    tables = sum(some.count("table") for some in kinds)
    return len(faces), not way.contracts, tables, sum(free)


def _charted(write: Writer, game: GameOnPaper, face: TextFace, bare: str) -> TextFace:
    """The same face with its chart, if it has one, as high as all that is free there.

    What figures mean is said where there are any, else what the foot is `bare` without it.
    """
    left = free_on(write.frame, face)
    blocks: list[Block] = []
    for block in face["columns"][0]:
        high = int(block.height - 1 + max(left, 0))
        blocks += _chart(write, game, high) if block.kind == "chart" else [block]
    told = any(block.kind == "table" for block in blocks)
    head = face["head"] if told else replace(face["head"], about="", game=bare if left >= 0 else "")
    return {"head": head, "columns": [blocks]}


def _blocks(
    job: Job,
    game: GameOnPaper,
    note: str,
    header: Header,
    key: str,
    way: _Way,
    write: Writer,
) -> Sequence[Block]:
    frame, room = write.frame, write.frame.inner_height - header.further
    small = write.at(max(frame.least, min(write.size, 10)))
    blocks = _standings(write, game)
    if game.scores.rows:
        over = header.height - header.further + sum(block.height for block in blocks)
        tables = [*_tables(job, game, room, write.size, way, over)]
        tables += [write.at(max(frame.least, write.size - 3)).paragraph(key)] * bool(key)
        told = totals_told(game, frame.inner_width, small.size)
        tables += small.section(say("final-totals"), map(small.paragraph, told))
        behind = len(game.scores.rows) > _LONG
        about = say("final-chart-about", behind=behind, best=write.variant.scoring.best)
        named = say("final-behind" if behind else "final-chart")
        chart = write.section(named, _chart(write, game, way.chart), about)
        # The names beside its lines need more than low paper has.
        chart = chart if sum(block.height for block in chart) < room - 1 else []
        blocks += [*chart, *tables] if way.early else [*tables, *chart]
    for message, sentences in (
        ("final-corrections", game.corrections),
        ("final-rulings", game.rulings),
        ("final-signatures", game.signatures),
    ):
        texts = [cleaned_sentence(text, _MOST_SENTENCE) for text in sentences[-_MOST_LINES:]]
        # Short ones share a line.
        lines = dotted_lines(texts, frame.inner_width - small.column, small.size)
        typed = map(partial(small.row, say(message)), lines)
        blocks += (replace(row, parts=("typed",)) for row in typed)
    return [*blocks, *small.section(say("final-note"), [small.paragraph(note)] * bool(note))]


def _standings(write: Writer, game: GameOnPaper) -> list[Block]:
    """Who won or how far the game is, in the largest print; by how much; all places."""
    frame, winners = write.frame, game.winners
    # Whoever left comes after all others.
    order = sorted(game.scores.totals, key=lambda player: player.place or inf)
    stage = capitalized(stage_words(write.variant, game))
    said = say("final-winner", winners=winners) if winners else stage
    by = _by(game, order) if winners else ""

    def made(write: Writer, most: float, least: float) -> tuple[list[Block], list[Block]]:
        won = [write.big(said, most, least)]
        won += [write.paragraph(by)] if by else []
        places: list[Block] = []
        for player in order:
            place, name = player.place, player.name
            words = say("final-place", place=place) if place and game.scores.rows else ""
            shown = name if place else say("final-left", name=name)
            total = game.shown_total(player)
            places.append(write.answer(shown, total, words, first=name in winners))
        return won, places

    stacks = beside(*made(replace(write, frame=replace(frame, columns=2)), 40, 27))
    if frame.wide and stacks.height <= frame.inner_height / 2:
        return [stacks]
    won, places = made(write, 24, 17)
    return kept([*won, *places])


def _by(game: GameOnPaper, players: Sequence[ScoreTotal]) -> str:
    """How many points the winner has, and how far ahead of the next; "" where some are missing."""
    losers = [player for player in players if player.name not in game.winners]
    if not losers or not all(player.complete for player in players):
        return ""
    points, ahead = players[0].total, abs(losers[0].total - players[0].total)
    return say("final-by", points=figure(points), ahead=ahead, name=losers[0].name)


def _chart(write: Writer, game: GameOnPaper, high: int) -> list[Block]:
    """The totals as lines, with a name and the total beside each, if these leave room for them.

    `high`: its millimetres at least, if that is not too high.
    Those of a long game all but lie on one another, so that it shows how far behind each is.
    """
    frame = write.frame
    width, points = frame.inner_width, max(frame.least, frame.by_width(12, 9))
    won = [player.name in game.winners for player in game.scores.totals]

    def fits(name: str) -> bool:
        return text_width(name, points, "narrow") <= _CHART_NAMES * width

    names = [
        f"{shortened_to(player.name, fits)} {game.shown_total(player)}".strip()
        for player in game.scores.totals
    ]
    totals, end = game.scores.running, say("chart-end") * game.scores.has_bonuses
    if len(game.scores.rows) > _LONG:
        best = max if write.variant.who_wins == "highest" else min
        known = ([one for one in deal if one is not None] for deal in zip(*totals, strict=True))
        firsts = [best(deal, default=0) for deal in known]
        totals = tuple(
            tuple(None if one is None else one - n for one, n in zip(line, firsts, strict=True))
            for line in totals
        )
    numbers = [total for running in totals for total in running if total is not None]
    beside = (say("paper-deal"), *(figure(2 * number) for number in (0, *numbers)))
    # Names lie over the drawing, where lengths are whole millimetres.
    label = ceil(line_height(points))
    lead = 6 if frame.roomy else 4
    least = min(frame.by_width(*_CHART_HEIGHTS), int(frame.inner_height / 2))
    least = max(least, min(high, _MOST_CHART_HEIGHT))
    box = ChartBox(
        width=width,
        height=max(least, (len(names) + 1) * label + 2 * _CHART_EDGE),
        left=max(text_width(word, points) for word in beside) + _CHART_EDGE,
        right=ceil(max(text_width(name, points, "strong") for name in names)) + 2 + lead,
        top=_CHART_EDGE,
        bottom=_CHART_EDGE + label,
        label=label,
        number=text_width(f"{end or len(game.scores.rows)}0", points),
        lead=lead,
    )
    if box.end - box.left < _LEAST_CHART * width:
        return []
    drawn = lay_out_chart(names, totals, box, end, best=write.variant.scoring.best)
    # Each name is as high as it is far to the next, and the first is what is free above them all.
    tops = [(round(line.label - label / 2), line.name) for line in drawn.lines]
    named = [(0, "", False), *sorted((*top, is_won) for top, is_won in zip(tops, won, strict=True))]
    ends = [*(top for top, *_ in named[1:]), named[-1][0] + label]
    rows = [(name, end - top, is_won) for end, (top, name, is_won) in zip(ends, named, strict=True)]
    seats = [seat for seat, is_won in enumerate(won) if is_won]
    return [Block(kind="chart", height=box.height + 1, size=points, table=(drawn, seats, rows))]


def _asked(job: Job, game: GameOnPaper) -> dict[int, tuple[Piece, ...]]:
    """What each deal that was played asks for, by its number, where it asks for anything."""
    plans = (deal_plan(job.variant, job.count, row.number) for row in game.scores.rows)
    return {plan.number: plan.contract for plan in plans if plan.contract}


def _tables(
    job: Job, game: GameOnPaper, room: float, size: float, way: _Way, over: float
) -> Iterator[Block]:
    """The deals as tables: many players stand in several, and so do more deals than a face has.

    `over`: millimetres that the first face has less for them than others.
    """
    frame, rows = job.frame, game.scores.rows
    sums, least = max(frame.least, size - 3), frame.least
    asked, low = _asked(job, game) if way.contracts else {}, way.low
    lead = size * _TOTAL if frame.roomy else size
    total = ceil(text_width(say("paper-total"), lead, "title") + 2 * _EDGE)
    cards = max((notation_width(one, LEAST_NOTATION) for one in asked.values()), default=0)
    number = ceil(text_width(str(len(rows)), size, "title") + 2 * _EDGE)
    apart = game.figure_width * (size + sums) + 2 * _EDGE + text_width("0", size, "bold")
    below = max(size * 1.3, game.figure_width * size + 2 * _EDGE)
    sizes = LARGE_SIZES if frame.large else [one for one in SIZES if one <= size]

    def clear(column: float) -> float:
        """Millimetres that stay free at the right of a column."""
        return max((column - _WIDEST) / 2, _EDGE, _CLEAR * column)

    def fitted(names: Sequence[str], column: float) -> tuple[Head, ...]:
        """Names above columns so wide, in whose middle they stand where these are narrow."""
        return fit_names(names, column - clear(column) * (column >= apart), sizes)

    def named(columns: int, deal: int) -> float:
        """Millimetres that names above so many columns are high."""
        column = (frame.inner_width - deal) / columns
        return max(one.height for one in fitted(game.heads, column))

    def shared(deal: int) -> tuple[list[Sequence[int]], float]:
        """Who stands in each table beside deals so wide, and millimetres of a column."""
        most = max(int((frame.inner_width - deal) / below), 1)
        # Names have half of the height at most: fewer stand side by side where they take more.
        most = next((some for some in range(most, 1, -1) if named(some, deal) <= room / 2), 1)
        groups = evenly(range(len(game.names)), most)
        return groups, (frame.inner_width - deal) / max(map(len, groups))

    deal = max(total, ceil(number + cards + _EDGE) * bool(asked))
    groups, column = shared(deal)
    # Where figures stand on two lines, so do a number and its contract.
    stacked = bool(asked) and not frame.roomy and column < apart
    if stacked:
        deal, number = max(total, ceil(cards + _EDGE)), 0
        groups, column = shared(deal)
    # Where columns are wide, totals stand beside points, else below them.
    wide = column >= apart
    right = clear(column) if wide else (column - game.figure_width * size) / 2
    # Lengths of stylesheets are whole millimetres, but many rows are as high as what is in them.
    row = (1 if wide else 2) * line_height(size) + 0.4
    if len(rows) < _MANY:
        row = ceil(row) if low or not wide else ceil(line_height(size)) + 3
    row = max(row, 5 if low else 7) if asked else row
    above = _NUMERAL * size * POINT * stacked
    row = max(row, ceil(above + LEAST_NOTATION + _EDGE)) if stacked else row
    beside_number = deal - number - _EDGE
    most = min(row - above - 1.5 * _EDGE, notation_height(size))
    tall_cards = fitting_height(asked.values(), most, beside_number)
    end = ceil(line_height(_TOTAL * size if wide else size)) + (2 if low else 4)
    heads = [fitted([game.heads[seat] for seat in some], column) for some in groups]
    head = ceil(max(one.height for some in heads for one in some) + 2)
    # The figures that are struck out make a row taller where they have no room beside the others.
    was = [cell for scored in rows for cell in scored.cells if cell.was is not None]
    before = max((text_width(f"{figure(cell.was)} a ", least, "narrow") for cell in was), default=0)
    points = max((text_width(shown_points(cell), size, "bold") for cell in was), default=0)
    needed = game.figure_width * sums + text_width("0", size, "bold")
    inline = column - right >= before + points + needed * wide
    # Totals stand apart from points, as far as that leaves room for what is struck out.
    spare = column - right - game.figure_width * size - before - needed
    beside_points = int(needed + max(0, min(spare / 2, _MOST_APART)))
    struck = ceil(line_height(least)) if was and not inline else 0

    def line(scored: ScoreRow, seats: Sequence[int]) -> tuple[object, ...]:
        """Its number, contract, cells, height, and the letter of its correction."""
        contract = asked.get(scored.number, ())
        words = contract_words(contract)
        drawn = draw_notation(contract, words, tall_cards, beside_number) if contract else ""
        letter = game.letters.get(scored.number, "")
        return scored.number, drawn, [scored.cells[seat] for seat in seats], tall(scored), letter

    def tall(scored: ScoreRow) -> float:
        return row + struck * any(cell.was is not None for cell in scored.cells)

    # What was added at the end stands in a row of its own.
    added = row * game.scores.has_bonuses
    bonuses = [
        replace(cell, points=one.bonus, running=one.total, complete=one.complete,
                took_part=True, went_out=False, was=None)
        for cell, one in zip(rows[-1].cells, game.scores.totals, strict=True)
    ]  # fmt: skip
    free = room - 4 - head - end - added
    whole = sum(map(tall, rows)) <= free
    deals = len(rows) if whole else max(int(free / (row + struck)), 1)
    # The first has the groups of five that the first face has room for where that leaves more to a
    # tall chart.
    first = int((free - over) / (row + struck) / 5) * 5 * bool(way.chart) * (not way.early)
    first = first if deals / 2 < first < len(rows) else 0
    parts = [*filter(None, [rows[:first]]), *evenly(rows[first:], deals)]
    for seats, shown in zip(groups, heads, strict=True):
        for some in parts:
            lines = [line(scored, seats) for scored in some]
            word, totals = say("final-so-far"), [figure(one.known_total) for one in some[-1].cells]
            if some[-1] is rows[-1]:
                word, totals = say("paper-total"), [*map(game.shown_total, game.scores.totals)]
                ended = say("chart-end"), "", [bonuses[seat] for seat in seats], row, ""
                lines += [ended] * bool(added)
            table = {
                "heads": shown,
                "head": head,
                "lines": lines,
                "end": end,
                "deal": deal,
                "number": number,
                "total": word,
                "lead": fitting(word, _TOTAL * size if wide else size, deal),
                "wide": wide,
                "many": len(rows) > _LONG and not asked,
                "right": int(right),
                "inline": inline,
                "sums": sums,
                "least": least,
                "sum_width": beside_points,
                "totals": [totals[seat] for seat in seats],
                "won": [game.names[seat] in game.winners for seat in seats],
            }
            high = head + sum(map(tall, some)) + row * (len(lines) - len(some)) + end + 3
            yield Block(kind="table", height=high, size=size, table=table)
