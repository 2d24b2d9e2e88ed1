"""The links of a game: for whom they are, taking them back, and handing over the keeping."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.scorebook.cache import book_of
from referee.scorebook.errors import Refused
from referee.scorebook.links import (
    Access,
    Link,
    Role,
    hand_over,
    links_of,
    name_link,
    new_link,
    renew_link,
    withdraw_link,
)
from referee.scorebook.names import clean_name
from referee.web import keyring
from referee.web.games.post import KeyForm
from referee.web.games.qr import code_of
from referee.web.games.views import address_of, blueprint
from referee.web.submitted import submitted_values


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A link as its page shows it; `address` and `code` are None where it cannot be shown."""

    link: Link
    address: str | None
    code: str | None
    used_at: datetime | None
    is_mine: bool


@blueprint.get("/games/<game_id>/links")
def links(game_id: str) -> str:
    """The links that open this game, as text and as codes for other phones."""
    return _page(keyring.keeper_or_404(game_id))


def _page(access: Access, problem: str = "") -> str:
    book = book_of(access)
    written: dict[str, datetime] = {}
    for stamped in book.events:
        written[stamped.link_id] = stamped.at
    shown = [_shared(access, link, written.get(link.link_id)) for link in links_of(access)]
    return render_template(
        "games/links.html",
        access=access,
        links=shown,
        names=[seat.name for seat in book.everyone],
        problem=problem,
        mine=submitted_values(request.form, book.names),
    )


def _shared(access: Access, link: Link, written_at: datetime | None) -> Shared:
    address = address_of(link.token)
    return Shared(
        link=link,
        address=address,
        code=code_of(address) if address else None,
        used_at=max(filter(None, (link.used_at, written_at)), default=None),
        is_mine=link.link_id == access.link_id,
    )


@blueprint.post("/games/<game_id>/links")
def add(game_id: str) -> Response | tuple[str, int]:
    """Make one more link: for a second scorer, or to look on."""
    access = keyring.keeper_or_404(game_id)
    role = Role.SCORER if request.form.get("role") == Role.SCORER else Role.VIEWER
    form = KeyForm()
    if not form.validate():
        abort(400)
    try:
        new_link(access, role, key=str(form.key.data))
    except Refused as refused:
        return _page(access, str(refused)), 422
    return redirect(url_for("games.links", game_id=game_id))


@blueprint.post("/games/<game_id>/links/<link_id>/renew")
def renew(game_id: str, link_id: str) -> Response | tuple[str, int]:
    """Take a link back and make another in its place."""
    access = keyring.keeper_or_404(game_id)
    try:
        link = renew_link(access, link_id)
    except Refused as refused:
        return _page(access, str(refused)), 422
    if link.token and link_id == access.link_id:
        keyring.add(game_id, link.token)
    return redirect(url_for("games.links", game_id=game_id))


@blueprint.post("/games/<game_id>/links/<link_id>/withdraw")
def withdraw(game_id: str, link_id: str) -> Response | tuple[str, int]:
    """Take a link back."""
    return _do(game_id, lambda access: withdraw_link(access, link_id), "games.links")


@blueprint.post("/games/<game_id>/links/<link_id>/name")
def name(game_id: str, link_id: str) -> Response | tuple[str, int]:
    """Say whose phone a link is for."""
    typed = request.form.get("name", "")
    return _do(
        game_id,
        lambda access: name_link(access, link_id, clean_name(typed) if typed.strip() else ""),
        "games.links",
    )


@blueprint.post("/games/<game_id>/links/<link_id>/keeper")
def keeper(game_id: str, link_id: str) -> Response | tuple[str, int]:
    """Hand over the keeping to a second scorer; this phone becomes the second scorer."""
    return _do(game_id, lambda access: hand_over(access, link_id), "games.table")


def _do(game_id: str, what: Callable[[Access], None], then: str) -> Response | tuple[str, int]:
    access = keyring.keeper_or_404(game_id)
    try:
        what(access)
    except Refused as refused:
        return _page(access, str(refused)), 422
    return redirect(url_for(then, game_id=game_id))
