"""The table: its page, the big screen, its chart, and what open screens ask for."""

import re
import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from sys import getsizeof
from typing import Any, Final

from flask import abort, current_app, jsonify, redirect, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from referee.language import listed, say
from referee.printing.chart import ChartBox, lay_out_chart
from referee.printing.picture import Shape, draw_standings
from referee.scorebook.cache import Recent, book_of
from referee.scorebook.counting import next_code
from referee.scorebook.links import Access, Role, next_token, use_link, viewer_token
from referee.scorebook.outages import Outage
from referee.scorebook.projection import ScoreBook
from referee.scorebook.repository import play_again
from referee.scorebook.score_table import running_parts, score_table, total_parts
from referee.web import keyring
from referee.web.forms import new_key, sent_key
from referee.web.games.commands import Attempt
from referee.web.games.links import TOLD, code_of
from referee.web.games.pages import blueprint, page_of_game, starts
from referee.web.games.score_table import TableView
from referee.web.games.seats import counted_by, typed_of
from referee.web.limits import PAGES_BYTES, PICTURES_BYTES
from referee.web.on_paper import make_first_sheets
from referee.web.polls import shows
from referee.web.rule_card import RuleCard
from referee.web.security import csrf


@blueprint.get("/games/<game_id>")
def table(game_id: str) -> Response:
    """The table: this deal, the standings, the scores and the log."""
    access = keyring.open_or_404(game_id)
    book = book_of(access)
    told = TOLD.get(access.role, "")
    told = told if request.args.get("told") == told else ""
    key = access.game_id, access.role, told
    shown = book.version, access.label_version, access.next_game
    kept = _pages.get(key)
    if kept is None or kept[0] != shown:
        said = {"access": access, "book": book, "view": TableView(book), "told": told}
        kept = shown, render_template("games/table.html", **said, key=_KEY, token=_TOKEN)
        _pages.put(key, kept)
    filled = re.sub(f"{_TOKEN}|{_KEY}", lambda blank: _FILLED[blank[0]](), kept[1])
    return Response(filled, mimetype="text/html")


# Random placeholders, new at each start, that no name or title can contain.
_TOKEN: Final = secrets.token_hex()
_KEY: Final = secrets.token_hex()
_FILLED: Final[Mapping[str, Callable[[], str]]] = {_TOKEN: generate_csrf, _KEY: new_key}
"""What stands in a page for the token and the idempotency key of a form until it is sent."""

_pages: Final[Recent[tuple[str, Role, str], tuple[tuple[int, int, str | None], str]]] = Recent(
    PAGES_BYTES, lambda kept: getsizeof(kept[1])
)
"""Pages as they were drawn at a version of the book and of its labels, with the next game."""


@page_of_game("screen", keyring.open_or_404)
def _screen(access: Access, book: ScoreBook, _: Attempt | None) -> dict[str, Any]:
    """The table in large, to be read across the room."""
    address = keyring.link_address(viewer_token(access))
    return {"view": TableView(book), "code": code_of(address) if address else None}


@blueprint.get("/games/<game_id>/picture.png")
def picture(game_id: str) -> Response:
    """The standings as a picture to share; `?shape=square` for a square one."""
    access = keyring.open_or_404(game_id)
    if current_app.config.get("WITHOUT_SERVER"):
        # What draws it is not there, and no page leads here.
        abort(404)
    book = book_of(access)
    shape = Shape.SQUARE if request.args.get("shape") == "square" else Shape.WIDE
    kept = _pictures.get((game_id, shape))
    if kept is None or kept[0] != book.version:
        kept = book.version, _draw(access, book, shape)
        _pictures.put((game_id, shape), kept)
    answer = Response(kept[1], mimetype="image/png")
    answer.set_etag(f"{book.version}-{shape.name}")
    return answer.make_conditional(request)


_pictures: Final[Recent[tuple[str, Shape], tuple[int, bytes]]] = Recent(
    PICTURES_BYTES, lambda kept: getsizeof(kept[1])
)


def _draw(access: Access, book: ScoreBook, shape: Shape) -> bytes:
    title = book.title or access.title
    if book.finished:
        headline = say("table-won", names=listed(book.winners), count=len(book.winners))
    else:
        headline, title = title, say("table-deals-played", deals=len(book.deals))
    return draw_standings(headline, title, score_table(book).standings, shape)


HEIGHT: Final = 300
"""Of few players' chart: that of many is as tall as their names need."""
TOP: Final = 12
BOTTOM: Final = 26
LABEL_HEIGHT: Final = 17


@page_of_game("chart", keyring.open_or_404)
def _chart(access: Access, book: ScoreBook, _: Attempt | None) -> dict[str, Any]:
    """The running totals as lines, and as a table under them."""
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
    return {"scores": scores, "parts": parts, "chart": drawing}


@blueprint.get("/games/<game_id>/rules")
def rules(game_id: str) -> str:
    """The rules as this table plays."""
    access = keyring.open_or_404(game_id)
    variant = book_of(access).variant
    if not variant.is_card_game:
        abort(404)
    card = RuleCard(variant, request.args.get("q", ""))
    return render_template("rules/game.html", variant=variant, card=card, access=access)


@blueprint.get("/games/<game_id>/news")
def news(game_id: str) -> Response:
    """204 while a screen shows the game as it is, else the version that it has now.

    The page of a `seat` gets 404 once this browser has that seat no more, and news where a scorer
    enters another value than `typed` for its hand. A page that leads to the `next` game gets news
    where it should lead to another.
    """
    access = keyring.open_or_404(game_id)
    if request.args.get("seat", access.seat) != access.seat:
        abort(404)
    typed = request.args.get("typed")
    same = typed is None or typed == typed_of(counted_by(access))
    same = same and shows(access, request.args)
    answer = Response(status=204) if same else jsonify(version=access.version)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("/games/<game_id>/here")
@csrf.exempt  # type: ignore[untyped-decorator]  # other sites cannot send our cookie
def here(game_id: str) -> Response:
    """A screen was opened: its link was used just now."""
    access = keyring.open_or_404(game_id)
    # Where that cannot be written down, the screen is none the worse for it.
    with suppress(Outage):
        use_link(access)
    return Response(status=204)


@blueprint.post("/games/<game_id>/again")
def again(game_id: str) -> Response:
    """Play the same game once more in the same seats, or name others where too few are left."""
    access = keyring.writer_or_404(game_id)
    starts.count()
    if not keyring.has_free_place():
        raise keyring.KeyringFull
    book = book_of(access)
    if len(book.plays_again) < book.variant.players.least:
        return redirect(url_for("games.new", game=book.variant.id))
    started = play_again(access, key=sent_key())
    keyring.claim_game(started)
    make_first_sheets(started.game_id)
    return redirect(url_for("games.table", game_id=started.game_id))


@blueprint.get("/games/<game_id>/next")
def next_game(game_id: str) -> Response:
    """The game that was started when this one was over; who has no key to it looks on, or helps.

    A `screen` shows it in large again, and who had a seat in this one takes one in it.
    """
    access = keyring.open_or_404(game_id)
    following = access.next_game or abort(404)
    mine = keyring.current().access_to(following)
    if (code := next_code(access)) and not (mine and mine.seat):
        return redirect(url_for("games.seats_open", code=code))
    if mine is None:
        keyring.exchange_link(next_token(access) or abort(404))
    if "screen" in request.args:
        return redirect(url_for("games.screen", game_id=following))
    now = keyring.current().access_to(following)
    told = TOLD[Role.VIEWER] if access.writes and now and not now.writes else None
    return redirect(url_for("games.table", game_id=following, told=told))
