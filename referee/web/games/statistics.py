"""Statistics: games, places and meetings of the people in the finished games of a browser."""

from flask import render_template

from referee.scorebook.cache import book_of
from referee.scorebook.repository import open_game
from referee.scorebook.statistics import pairs_of, people_of
from referee.web import keyring
from referee.web.games.views import blueprint


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
