"""The page of the running totals as lines, and as a table under them."""

from collections import Counter
from typing import Final

from flask import render_template

from referee.language import say
from referee.printing.chart import ChartBox, lay_out_chart
from referee.scorebook.cache import book_of
from referee.scorebook.score_table import running_parts, score_table, total_parts
from referee.web import keyring
from referee.web.games.views import blueprint

HEIGHT: Final = 300
"""Of few players' chart: that of many is as tall as their names need."""
TOP: Final = 12
BOTTOM: Final = 26
LABEL_HEIGHT: Final = 17


@blueprint.get("/games/<game_id>/chart")
def chart(game_id: str) -> str:
    """The running totals as lines, and as a table under them."""
    access = keyring.open_or_404(game_id)
    book = book_of(access)
    scores = score_table(book)
    names = [player.name for player in scores.totals]
    height = max(HEIGHT, TOP + BOTTOM + LABEL_HEIGHT * len(names))
    box = ChartBox(
        width=360, height=height, left=44, right=116, top=TOP, bottom=BOTTOM,
        label=LABEL_HEIGHT, number=18, lead=12,
    )  # fmt: skip
    end = say("chart-end") * scores.has_bonuses
    best = book.variant.scoring.best
    drawing = lay_out_chart(names, scores.running, box, end, best=best) if scores.rows else None
    parts = {
        (cell.player, row.number): total_parts(sums.get(cell.player, Counter()), cell.running)
        for row, sums in zip(scores.rows, running_parts(book.deals), strict=True)
        for cell in row.cells
    }
    return render_template(
        "games/chart.html",
        access=access,
        book=book,
        scores=scores,
        parts=parts,
        chart=drawing,
    )
