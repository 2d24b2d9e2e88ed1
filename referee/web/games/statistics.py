"""Statistics: games, places and meetings of the people in the finished games of a browser."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Final

from flask import render_template, request

from referee.scorebook.cache import book_of
from referee.scorebook.statistics import closest_of, day_of, pairs_of, people_of
from referee.scorebook.storage import now
from referee.web import keyring
from referee.web.costs import Work, costly
from referee.web.games.views import blueprint

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
