"""The part of the site for games: what its pages share, and how often one may start or guess."""

from collections.abc import Callable
from typing import Any, Final

from flask import Blueprint, render_template

from referee.scorebook.cache import book_of
from referee.scorebook.links import Access
from referee.scorebook.projection import ScoreBook
from referee.web.games.commands import Attempt
from referee.web.limits import GUESSES_PER_MINUTE, STARTS_PER_MINUTE
from referee.web.rate_limit import RateLimit
from referee.web.submitted import submitted_values

blueprint: Final = Blueprint("games", __name__)
starts: Final = RateLimit(STARTS_PER_MINUTE)
guesses: Final = RateLimit(GUESSES_PER_MINUTE)

Shown = Callable[[Access, ScoreBook, Attempt | None], dict[str, Any]]
"""What a page of a game shows besides, with the command that was refused there."""


def page_of_game(name: str, opened: Callable[[str], Access]) -> Callable[[Shown], Shown]:
    """Serve a page of a game to whoever it is `opened` to, and show it again where it refuses."""

    def registered(shown: Shown) -> Shown:
        def page(game_id: str, refused: Attempt | None = None) -> str:
            access = opened(game_id)
            book = book_of(access)
            return render_page(name, access, book, refused, **shown(access, book, refused))

        blueprint.add_url_rule(f"/games/<game_id>/{name}", name, page)
        return shown

    return registered


def render_page(
    name: str, access: Access, book: ScoreBook, refused: Attempt | None = None, **more: Any
) -> str:
    """A page of a game, and on it a command that was refused."""
    return render_template(
        f"games/{name}.html",
        access=access,
        book=book,
        problem=refused.problem if refused else "",
        mine=submitted_values(refused.sent, book.names) if refused else (),
        **more,
    )
