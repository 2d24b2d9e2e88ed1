"""The pages of a game: each view is a form, one call inward, and a redirect or a page."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from sys import getsizeof
from typing import Final

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response

from referee.rules.variant import Variant
from referee.scorebook.cache import book_of
from referee.scorebook.errors import Refused
from referee.scorebook.events import WholeDeal
from referee.scorebook.limits import KEYRING
from referee.scorebook.links import Access, Role
from referee.scorebook.plain import plain_game
from referee.scorebook.projection import ScoreBook
from referee.scorebook.recent import Recent
from referee.scorebook.repository import Stale, known_games, names_in, play_again, start_game, write
from referee.variants import catalogue
from referee.web import keyring
from referee.web.games.deals import DealPage
from referee.web.games.new import ROOMY, StartForm, new_key, option_groups, start_form
from referee.web.games.post import ChangeForm, KeyForm
from referee.web.games.table import lay_out
from referee.web.limits import (
    GUESSES_PER_MINUTE,
    HOME_GAMES,
    NAMES_OFFERED,
    PAGES_BYTES,
    STARTS_PER_MINUTE,
)
from referee.web.rate_limit import RateLimit, retry_page, writes
from referee.web.rule_card import rule_card, variant_or_404
from referee.web.security import mark_secret, sent_by_script
from referee.web.submitted import submitted_values
from referee.web.words import label, says

blueprint: Final = Blueprint("games", __name__)
starts: Final = RateLimit(STARTS_PER_MINUTE)
guesses: Final = RateLimit(GUESSES_PER_MINUTE)


@blueprint.get("/")
def home() -> str:
    """Home: start a game, go on with one, settle a dispute, print."""
    # Two forms that a new browser loads at once would each begin a session: only one would be good.
    generate_csrf()
    games = known_games(keyring.tokens())
    return render_template(
        "games/home.html",
        games=games[:HOME_GAMES],
        older=games[HOME_GAMES:],
        catalogue=catalogue(),
    )


@blueprint.get("/games/<game_id>/rules")
def rules(game_id: str) -> str:
    """The rules as this table plays."""
    access = keyring.open_or_404(game_id)
    variant = book_of(access).variant
    if not variant.counts_cards:
        abort(404)
    card = rule_card(variant)
    return render_template("rules/game.html", variant=variant, card=card, access=access)


@blueprint.get("/games/new")
def choose() -> str:
    """Choose which game to play."""
    return render_template("games/choose.html", catalogue=(*catalogue(), plain_game()))


@blueprint.route("/games/new/<game>", methods=["GET", "POST"])
def new(game: str) -> Response | str | tuple[str, int]:
    """Say who plays and deals, and start the game."""
    variant = plain_game() if game == plain_game().id else variant_or_404(game)
    form = start_form(variant)
    if not form.is_submitted():
        return _new_page(variant, form)
    if not form.validate() or not (started := _start(variant, form)):
        return _new_page(variant, form), 422
    return redirect(url_for("games.table", game_id=started))


def _start(variant: Variant, form: StartForm) -> str | None:
    """Start the game of a form and keep its key; None where the form now says what is wrong."""
    starts.count()
    chosen = form.chosen(variant)
    if chosen is None or not keyring.free_places():
        return None
    try:
        names, dealer = form.table(chosen)
        started = start_game(chosen, names, dealer, key=str(form.key.data))
    except Refused as refused:
        form.say(refused)
        return None
    keyring.claim_game(started.game_id, started.keeper_token)
    return started.game_id


def _new_page(variant: Variant, form: StartForm) -> str:
    known = names_in(known_games(keyring.tokens()))
    return render_template(
        "games/new.html",
        variant=variant,
        form=form,
        groups=option_groups(variant),
        roomy=max(ROOMY, variant.players.least, *(seat + 1 for seat in form.names()), 0),
        known=known[:NAMES_OFFERED],
        room=keyring.free_places(),
        most=KEYRING,
    )


@blueprint.get("/games/<game_id>")
def table(game_id: str) -> str:
    """The table: this deal, the standings, the grid and the log."""
    access = keyring.open_or_404(game_id)
    book = book_of(access)
    page = _pages.get((access.game_id, access.role))
    if page is None or (page.version, page.naming) != (book.version, access.naming):
        html = _table_page(access, book)
        page = _Page(version=book.version, naming=access.naming, html=html)
        _pages.put((access.game_id, access.role), page)
    return _fresh(page.html) if access.writes else page.html


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """The page of a game as it was drawn at one version."""

    version: int
    naming: int
    html: str


_pages: Final[Recent[tuple[str, Role], _Page]] = Recent(
    PAGES_BYTES, lambda page: getsizeof(page.html)
)


# Nobody can write these as a name or a title: they are made anew at each start.
_TOKEN_MARK: Final = secrets.token_hex()
_KEY_MARK: Final = secrets.token_hex()


def _fresh(html: str) -> str:
    """A page that was drawn before, its forms good for this browser and for one sending each."""
    first, *forms = html.replace(_TOKEN_MARK, generate_csrf()).split(_KEY_MARK)
    return first + "".join(new_key() + form for form in forms)


def _table_page(access: Access, book: ScoreBook) -> str:
    return render_template(
        "games/table.html",
        access=access,
        book=book,
        view=lay_out(book),
        desk={"at": access.game_id},
        form=ChangeForm(formdata=None, data={"base": str(book.version)}),
        new_key=lambda: _KEY_MARK,
        token=_TOKEN_MARK,
    )


@blueprint.route("/games/<game_id>/deals/<int:deal>", methods=["GET", "POST"])
def deal(game_id: str, deal: int) -> Response | str | tuple[str, int]:
    """Write a deal, or correct one that was written before."""
    access = keyring.writer_or_404(game_id)
    return _deal(access, deal)


def _not_written(access: Access, problem: str) -> tuple[str, int]:
    """What was typed for a deal that cannot be written, and why, so that it is not lost."""
    book = book_of(access)
    page = render_template(
        "games/refused.html",
        access=access,
        problem=problem,
        mine=submitted_values(request.form, book.names),
        instead=_instead(book),
    )
    return page, 422


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead:
    """The deal that comes next, and the fields of a form that shows there what was typed."""

    number: int
    fields: Mapping[str, str]


def _instead(book: ScoreBook) -> Instead | None:
    if book.next_deal is None:
        return None
    typed = {
        name: text
        for name, text in request.form.items()
        if name == "out" or name.startswith(("cards-", "points-"))
    }
    known = {
        "csrf_token": generate_csrf(),
        "key": new_key(),
        "base": str(book.version),
        "slip": str(book.next_deal_id),
        "replaces": request.form.get("key", ""),
    }
    return Instead(number=book.next_deal, fields=typed | known)


@blueprint.route("/games/<game_id>/deals/<int:deal>/before", methods=["GET", "POST"])
def forgotten(game_id: str, deal: int) -> Response | str | tuple[str, int]:
    """Write a deal that was forgotten, just before another."""
    access = keyring.writer_or_404(game_id)
    return _deal(access, deal, forgotten=True)


def _deal(
    access: Access, deal: int, *, forgotten: bool = False
) -> Response | str | tuple[str, int]:
    try:
        page = DealPage.open(book_of(access), deal, forgotten=forgotten)
    except Refused as refused:
        return _not_written(access, str(refused))
    if request.method == "GET":
        return _deal_page(access, page or abort(404))
    if page is None:
        return _not_written(access, says("deal.none", deal=deal))
    if page.tapped():
        return _deal_page(access, page)
    page.use()
    entry = page.entry()
    if entry is None:
        return _deal_page(access, page), 422
    return _write_deal(access, page, entry, deal, forgotten=forgotten)


def _write_deal(
    access: Access, page: DealPage, entry: WholeDeal, deal: int, *, forgotten: bool
) -> Response | tuple[str, int]:
    try:
        writes.count()
    except TooManyRequests as quick:
        page.whole.append(says("quick"))
        return retry_page(_deal_page(access, page), quick)
    try:
        written = write(access, entry, key=str(page.form.key.data), base=page.form.seen())
    except Refused as refused:
        page.say(refused)
        return _deal_page(access, page), 422
    if isinstance(written, Stale):
        return _both(access, written, deal, forgotten=forgotten)
    if sent_by_script():
        return Response(status=204)
    return redirect(url_for("games.table", game_id=access.game_id))


def _both(access: Access, stale: Stale, deal: int, *, forgotten: bool) -> tuple[str, int]:
    """What another phone wrote, and beside it what was typed."""
    try:
        page = DealPage.open(stale.book, deal, forgotten=forgotten, anew=True)
    except Refused as refused:
        return _not_written(access, str(refused))
    if page is None:
        return _not_written(access, says("deal.none", deal=deal))
    return render_template("games/stale.html", access=access, page=page, stale=stale), 409


def _deal_page(access: Access, page: DealPage) -> str:
    form = ChangeForm(formdata=None, data={"base": str(page.book.version)})
    following = [
        {
            "name": label("deal.save", deal=number),
            "title": label("deal.save.title", deal=number),
            "lead": lead,
            "action": url_for(".deal", game_id=access.game_id, deal=number),
        }
        for number, lead in page.following
    ]
    return render_template(
        "games/deal.html", access=access, page=page, form=form, following=following
    )


@blueprint.post("/games/<game_id>/again")
def again(game_id: str) -> Response:
    """Play the same game once more with the seats rotated."""
    access = keyring.writer_or_404(game_id)
    form = KeyForm()
    if not form.validate():
        abort(400)
    starts.count()
    if not keyring.free_places():
        raise keyring.KeyringFull
    started = play_again(access, key=str(form.key.data))
    keyring.claim_game(started.game_id, started.keeper_token)
    return redirect(url_for("games.table", game_id=started.game_id))


@blueprint.get("/k/<token>")
def key(token: str) -> Response:
    """Trade a link for a place on this browser's ring of keys and a clean address."""
    access = keyring.exchange_link(token)
    if access is None:
        guesses.count()
        abort(404)
    return redirect(url_for("games.table", game_id=access.game_id))


def address_of(token: str | None) -> str | None:
    """The address that a phone opens for a link, or None where its secret cannot be shown."""
    if token is None:
        return None
    mark_secret()
    begin = current_app.config.get("PUBLIC_URL") or request.url_root
    return f"{begin.rstrip('/')}/k/{token}"
