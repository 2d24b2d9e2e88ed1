"""The links of a game: who has them, withdrawing them, and making another phone the scorekeeper."""

from datetime import datetime
from typing import Final

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import StringField

from referee.printing.qr import qr_code
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
from referee.web.costs import Cost, Work
from referee.web.forms import NAME_FIELD, FieldGroup, sent_key
from referee.web.games.pages import blueprint, guesses
from referee.web.submitted import submitted_values

TOLD: Final = {Role.SCORER: "handed-over", Role.VIEWER: "looks-on"}
"""What a phone is told at a table that it may do less at than it was used to, by what it is now."""


class Shared:
    """A link as its page shows it; `address` and `code` are None where it cannot be shown."""

    def __init__(self, access: Access, link: Link, written_at: datetime | None) -> None:
        self.link = link
        name = StringField(render_kw=NAME_FIELD)
        self.form = FieldGroup("", {"name": name}, filled={"name": link.name})
        self.address = keyring.link_address(link.token)
        self.code = code_of(self.address) if self.address else None
        self.used_at = max(filter(None, (link.used_at, written_at)), default=None)
        self.is_mine = link.link_id == access.link_id


@blueprint.get("/games/<game_id>/links")
@Cost(Work.RULING)
def links(game_id: str) -> str:
    """The links that open this game, as text and as codes for other phones."""
    return _page(keyring.keeper_or_404(game_id))


def _page(access: Access, problem: str = "", typed: str = "") -> str:
    book = book_of(access)
    written: dict[str, datetime] = {}
    for stamped in book.events:
        written[stamped.link_id] = stamped.at
    shown = [Shared(access, link, written.get(link.link_id)) for link in links_of(access)]
    return render_template(
        "games/links.html",
        access=access,
        links=shown,
        counts=book.next_deal,
        names=[seat.name for seat in book.everyone],
        problem=problem,
        mine=submitted_values({"name": typed}, book.names),
    )


@blueprint.post("/games/<game_id>/links")
@Cost(Work.RULING)
def add(game_id: str) -> Response | tuple[str, int]:
    """Make one more link: for a second scorer, or to look on."""
    access = keyring.keeper_or_404(game_id)
    role = Role.SCORER if request.form.get("role") == Role.SCORER else Role.VIEWER
    try:
        new_link(access, role, key=sent_key())
    except Refused as refused:
        return _page(access, str(refused)), 422
    return _back(game_id)


def _back(game_id: str) -> Response:
    """The page of the links, with those unfolded that the form stood among."""
    return redirect(url_for("games.links", game_id=game_id, open=request.form.get("open")))


@blueprint.post("/games/<game_id>/links/<link_id>/<act>")
@Cost(Work.RULING)
def change_link(game_id: str, link_id: str, act: str) -> Response | tuple[str, int]:
    """Rename or withdraw a link, replace it by another, or make its holder the scorekeeper."""
    access = keyring.keeper_or_404(game_id)
    typed = request.form.get("name", "")
    try:
        if act == "name":
            name_link(access, link_id, clean_name(typed) if typed.strip() else "")
        elif act == "renew":
            link = renew_link(access, link_id)
            if link.token and link_id == access.link_id:
                keyring.add(game_id, link.token)
        elif act == "withdraw":
            withdraw_link(access, link_id)
        elif act == "keeper":
            hand_over(access, link_id)
        else:
            abort(404)
    except Refused as refused:
        return _page(access, str(refused), typed), 422
    if act == "keeper":
        # Who handed over is a scorer from now on, who sees no links.
        return redirect(url_for("games.table", game_id=game_id, told=TOLD[Role.SCORER]))
    return _back(game_id)


@blueprint.get("/k/<token>")
def key(token: str) -> Response:
    """Exchange a link for a key on this browser's keyring, and a clean address."""
    access = keyring.exchange_link(token)
    if access is None:
        guesses.count()
        abort(404)
    return redirect(url_for("games.table", game_id=access.game_id))


def code_of(address: str) -> str:
    """The QR code of an address as the `src` of an image: black on white, quiet zone included."""
    return qr_code(address).svg_data_uri(scale=4, border=4, light="#fff")
