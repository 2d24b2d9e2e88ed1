"""The final sheet of a game: who won, places, every deal, a chart, corrections and signatures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, inf
from typing import Final

from referee.language import capitalized, say
from referee.printing.blocks import Block, TextFace, Writer, beside, fitting, free_on, kept
from referee.printing.chart import ChartBox, lay_out_chart
from referee.printing.game_facts import deal_plan, stage_words
from referee.printing.header import Header, dotted_lines
from referee.printing.imposition import Layout
from referee.printing.marks import draw_notation, fitting_height, notation_width
from referee.printing.models import GameOnPaper, figure, shown_points
from referee.printing.names import LARGE_SIZES, SIZES, fit_names
from referee.printing.pad import LEAST_NOTATION
from referee.printing.sections import check_length, evenly, goal_words, notation_height, totals_told
from referee.printing.sheets import Job, of_games, sheet
from referee.printing.text_cleanup import cleaned_sentence, shortened_to
from referee.printing.text_metrics import POINT, line_height, text_width
from referee.rules.deals import contract_words
from referee.rules.schema.melds import Piece
from referee.scorebook.score_table import ScoreRow, ScoreTotal

_CHART_PART: Final = 0.18
_TALLER: Final = 2
_MANY: Final = 40
"""Part of a face that a chart has at least, and how many times as much on large paper from so many
deals on, which take two faces there."""

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
"""Millimetres beside figures, and that totals stand further from points at most."""

_NUMERAL: Final = 1.25
"""The height of the number of a deal above its contract, in sizes of print."""

_LONG: Final = 20
_MOST_AIR: Final = 3
"""Deals above which lines show who is behind, and millimetres that a row is higher at most."""


_Asked = Mapping[int, tuple[Piece, ...]]
"""What deals ask for, by their numbers."""


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
    header = head(about=key)
    # What figures mean stands at the foot, or below the deals where that has no room for all of it.
    if " ".join(header.about.split()) == key:
        key = ""
    else:
        header = head()
    plans = (deal_plan(variant, job.count, row.number) for row in game.scores.rows)
    asked = {plan.number: plan.contract for plan in plans if plan.contract}
    # On small paper contracts give way where that saves a face.
    ways = (asked,) if job.frame.roomy else (asked, {})
    makes = (partial(_blocks, job, game, header, key, way) for way in ways)
    faces = job.fewest(header, job.frame.by_width(14, 10), *makes)
    airs = [int(free_on(job.frame, face) / rows) for face in faces if (rows := _rows(face))]
    air = max(min(_MOST_AIR, *airs), 0) if airs else 0
    return job.on_paper(job.title, [_filled(job.write, game, face, air) for face in faces])


def _rows(face: TextFace) -> int:
    """How many deals a face shows."""
    return sum(len(one.table["lines"]) for one in face["columns"][0] if one.kind == "table")


def _filled(write: Writer, game: GameOnPaper, face: TextFace, air: int) -> TextFace:
    """The same face with higher rows, and its chart, if it has one, as high as all that is free."""
    left = int(max(free_on(write.frame, face) - air * _rows(face) - 2, 0))
    blocks: list[Block] = []
    for block in face["columns"][0]:
        if block.kind == "chart":
            blocks += _chart(write, game, int(block.height) - 1 + left)
        elif block.kind == "table":
            blocks.append(replace(block, table={**block.table, "air": air}))
        else:
            blocks.append(block)
    head = face["head"] if _rows(face) else replace(face["head"], about="")
    return {"head": head, "columns": [blocks]}


def _blocks(
    job: Job, game: GameOnPaper, header: Header, key: str, asked: _Asked, write: Writer
) -> Sequence[Block]:
    frame, room = write.frame, write.frame.inner_height - header.further
    small = write.at(max(frame.least, min(write.size, 10)))
    blocks = _standings(write, game)
    if game.scores.rows:
        behind = len(game.scores.rows) > _LONG
        about = say("final-chart-about", behind=behind, best=write.variant.scoring.best)
        named = say("final-behind" if behind else "final-chart")
        chart = write.section(named, _chart(write, game), about)
        # The names beside its lines need more than low paper has.
        blocks += chart if sum(block.height for block in chart) < room - 1 else []
        first = frame.inner_height - header.height - sum(block.height for block in blocks)
        blocks += _tables(write, game, room, first, asked)
        blocks += [small.paragraph(key)] * bool(key)
        told = totals_told(game, frame.inner_width, small.size)
        blocks += small.section(say("final-totals"), map(small.paragraph, told))
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
    # A title that the header has no room for is said whole.
    whole = [small.paragraph(job.title)] * (job.title != header.title)
    return [*blocks, *small.section(say("final-note"), whole)]


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


def _chart(write: Writer, game: GameOnPaper, high: int = 0) -> list[Block]:
    """The totals as lines, with a name and the total beside each, if these leave room for them.

    `high`: its millimetres at least. Those of a long game all but lie on one another, so that it
    shows how far behind each is.
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
    tall = _TALLER if frame.wide and len(game.scores.rows) >= _MANY else 1
    least = max(int(tall * _CHART_PART * frame.inner_height), high)
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


def _tables(
    write: Writer, game: GameOnPaper, room: float, first_room: float, asked: _Asked
) -> Iterator[Block]:
    """The deals as tables: many players stand in several, and so do more deals than a face has.

    `first_room`: millimetres that the first face has for them.
    """
    frame, rows, size = write.frame, game.scores.rows, write.size
    sums, least = max(frame.least, size - 3), frame.least
    lead = size * _TOTAL if frame.roomy else size
    total = ceil(text_width(say("paper-total"), lead, "title") + 2 * _EDGE)
    cards = max((notation_width(one, LEAST_NOTATION) for one in asked.values()), default=0)
    number = ceil(text_width(str(len(rows)), size, "title") + 2 * _EDGE)
    apart = game.figure_width * (size + sums) + 2 * _EDGE + text_width("0", size, "bold")
    below = max(size * 1.3, game.figure_width * size + 2 * _EDGE)
    sizes = LARGE_SIZES if frame.large else [one for one in SIZES if one <= size]

    def named(columns: int, deal: int) -> float:
        """Millimetres that names above so many columns are high."""
        column = (frame.inner_width - deal) / columns
        return max(one.height for one in fit_names(game.heads, column, sizes))

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
    stacked = bool(asked) and column < apart
    if stacked:
        deal, number = max(total, ceil(cards + _EDGE)), 0
        groups, column = shared(deal)
    # Where columns are wide, totals stand beside points, else below them.
    wide = column >= apart
    was = [cell for scored in rows for cell in scored.cells if cell.was is not None]
    before = max((text_width(f"{figure(cell.was)} a ", least, "narrow") for cell in was), default=0)
    gap = min(max(column - before - apart, 0) / 3, _MOST_APART)
    figures = apart - 2 * _EDGE + gap if wide else game.figure_width * size
    # All figures stand in the middle, those that are struck out before the others.
    right = max((column - before - figures) / 2, min(_EDGE, (column - figures) / 2))
    # Rows are as high as what is in them.
    row = (1 if wide else 2) * line_height(size) + 0.4
    above = _NUMERAL * size * POINT * stacked
    row = ceil(max(row, above + LEAST_NOTATION + _EDGE)) if asked else row
    beside_number = deal - number - _EDGE
    most = min(row - above - 1.25 * _EDGE, notation_height(size))
    tall_cards = fitting_height(asked.values(), most, beside_number)
    end = ceil(line_height(_TOTAL * size if wide else size)) + 2
    heads = [fit_names([game.heads[seat] for seat in some], column, sizes) for some in groups]
    head = ceil(max(one.height for some in heads for one in some) + 2)
    # The figures that are struck out make a row taller where they have no room beside the others.
    points = max((text_width(shown_points(cell), size, "bold") for cell in was), default=0)
    beside_points = int(game.figure_width * sums + text_width("0", size, "bold") + gap)
    inline = column - right >= before + points + beside_points * wide
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
    # Where they take several faces, the first has whole groups of five.
    first = max(int((first_room - room + free) / (row + struck) / 5), 0) * 5 * (not whole)
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
