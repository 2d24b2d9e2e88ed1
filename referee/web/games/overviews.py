"""What is read off games at a glance: totals, the people in them, what tells games apart."""

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Final

from flask import render_template, request

from referee.printing.chart import ChartBox, lay_out_chart
from referee.printing.comparison import FACTS
from referee.scorebook.cache import book_of
from referee.scorebook.score_table import running_parts, score_table, total_parts
from referee.scorebook.statistics import closest_of, day_of, pairs_of, people_of
from referee.scorebook.storage import now
from referee.variants import catalogue
from referee.web import keyring
from referee.web.costs import Work, costly
from referee.web.games.views import blueprint

HEIGHT: Final = 240
"""Of few players' chart: that of many is as tall as their names need."""
TOP: Final = 12
BOTTOM: Final = 26
LABEL_HEIGHT: Final = 17
LABEL_ROOM: Final = 14
"""From the end of a line to the name, where a thinner line leads."""


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
        label=LABEL_HEIGHT, number=18,
    )  # fmt: skip
    drawing = lay_out_chart(names, scores.running, box) if scores.rows else None
    parts = {
        (cell.player, row.number): total_parts(sums.get(cell.player, Counter()), cell.running)
        for row, sums in zip(scores.rows, running_parts(book.deals), strict=True)
        for cell in row.cells
    }
    return render_template(
        "games/chart.html",
        access=access,
        scores=scores,
        parts=parts,
        chart=drawing,
        label_room=LABEL_ROOM,
    )


PERIODS: Final[Mapping[str, Callable[[date], date]]] = {
    "all": lambda today: date.min,
    "year": lambda today: today.replace(month=1, day=1),
    "twelve-months": lambda today: today - timedelta(days=365),
}
"""The first day of each period, by the end of the message that names it."""


@blueprint.get("/games/people")
@costly(Work.RULING)
def statistics() -> str:
    """Games, places and meetings of the people in the finished games of this browser."""
    books = [book_of(access) for access in keyring.opened()]
    game, period = request.args.get("game", ""), request.args.get("period", "all")
    since = PERIODS.get(period, PERIODS["all"])(now().astimezone().date())
    shown = [book for book in books if game in ("", book.variant.id) and day_of(book) >= since]
    return render_template(
        "games/statistics.html",
        people=people_of(shown),
        pairs=pairs_of(shown),
        closest=closest_of(shown),
        unfinished=sum(not book.finished for book in shown),
        games={book.variant.id: book.variant.name for book in books if book.finished},
        game=game,
        periods=PERIODS,
        period=period,
    )


@blueprint.get("/games/compare")
def compare() -> str:
    """The games that are asked for side by side, or all of them."""
    asked = request.args.getlist("game")
    games = [game for game in catalogue() if game.id in asked] or list(catalogue())
    facts = {name: [read(game) for game in games] for name, read in FACTS.items()}
    return render_template(
        "games/compare.html",
        catalogue=catalogue(),
        games=games,
        facts=facts,
        differing={name for name, texts in facts.items() if len(set(texts)) > 1},
    )
