"""What games say afterwards: the chart of one, and the people of all that this browser knows."""

from flask import render_template

from referee.scorebook.cache import book_of
from referee.scorebook.repository import open_game
from referee.scorebook.statistics import pairs_of, people_of
from referee.web import keyring
from referee.web.games.chart import LABEL_HEIGHT, LABEL_ROOM, LEFT, RIGHT, WIDTH, chart_of
from referee.web.games.views import blueprint


@blueprint.get("/games/<game_id>/chart")
def chart(game_id: str) -> str:
    """The running totals as lines, and as a table under them."""
    access = keyring.open_or_404(game_id)
    book = book_of(access)
    size = {"width": WIDTH, "left": LEFT, "right": RIGHT}
    names = {"x": WIDTH - RIGHT + LABEL_ROOM, "wide": RIGHT - LABEL_ROOM, "tall": LABEL_HEIGHT}
    return render_template(
        "games/chart.html", access=access, book=book, chart=chart_of(book), size=size, names=names
    )


@blueprint.get("/games/people")
def statistics() -> str:
    """Games, places and meetings of the people in the finished games of this browser."""
    opened = [access for token in keyring.tokens() if (access := open_game(token))]
    books = [book_of(access) for access in opened]
    return render_template(
        "games/statistics.html",
        people=people_of(books),
        pairs=pairs_of(books),
        unfinished=sum(not book.finished for book in books),
    )
