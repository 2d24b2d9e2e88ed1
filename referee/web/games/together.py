"""Counting together: the code for the phones at the table, each player's page, and what came in."""

import hashlib
import json
from dataclasses import dataclass
from typing import Final

from flask import abort, current_app, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from referee.language import say
from referee.rules.scoring.tally import Doubt
from referee.scorebook.cache import book_of
from referee.scorebook.counting import (
    CountedHand,
    CountedMeanwhile,
    count_hand,
    counted_hands,
    counting_code,
    open_code,
    seats_taken,
    start_counting,
    stop_counting,
    take_seat,
)
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Hand, Seat, points_held
from referee.scorebook.events.deals import DealSigned
from referee.scorebook.links import Access
from referee.scorebook.projection import DealRow, ScoreBook
from referee.scorebook.repository import write
from referee.web import keyring
from referee.web.forms import KeyForm, carried, new_key
from referee.web.games.deal_form import (
    DealForm,
    HandError,
    doubts_in,
    fingerprint,
    read_hand,
    text_of_hand,
)
from referee.web.games.deal_page import DealPage
from referee.web.games.forms import ChangeForm
from referee.web.games.links import code_of
from referee.web.games.views import blueprint
from referee.web.limits import CODES_PER_MINUTE
from referee.web.parsing import parse_whole
from referee.web.rate_limit import RateLimit, writes
from referee.web.security import mark_secret, sent_by_script

codes: Final = RateLimit(CODES_PER_MINUTE)


_NOTHING: Final = Hand(points=0, cards="")
"""What is left to who went out."""


class SeatForm(KeyForm):
    """Take the seat of a player, `over` from another phone."""

    player = HiddenField()
    over = HiddenField()


class SignForm(ChangeForm):
    """Agree to the deal of an id as it was shown, by the fingerprint of its values."""

    deal = carried(r"[0-9]{1,9}")
    values = carried(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedLine:
    """What is known of one player's hand: `hand` where it came in, else whether a phone has it.

    `text` is the hand as a form holds it, and empty for who went out.
    """

    seat: Seat
    hand: CountedHand | None
    on_phone: bool

    @property
    def text(self) -> str:
        """The hand as the field of a deal's form holds it."""
        return _text(self.hand)


def _text(counted: CountedHand | None) -> str:
    return "" if counted is None or counted.out else text_of_hand(counted.hand)


def counted_lines(access: Access, book: ScoreBook) -> tuple[CountedLine, ...]:
    """The hands of the deal that comes next, in seat order; none while nobody counts together."""
    if book.next_deal is None or counting_code(access) is None:
        return ()
    hands, taken = counted_hands(access, book.next_deal_id), seats_taken(access)
    return tuple(
        CountedLine(seat=seat, hand=hands.get(seat.key), on_phone=seat.key in taken)
        for seat in book.players
    )


def fill_in(page: DealPage, lines: tuple[CountedLine, ...]) -> None:
    """Fill the form of a deal that is shown first with the hands that came in."""
    for line in lines:
        if line.hand and line.hand.out:
            page.form.out.data = line.seat.key
        elif line.text:
            page.form.hands[line.seat.key].data = line.text


def use_counted(page: DealPage, lines: tuple[CountedLine, ...]) -> None:
    """Put the hand that came in for the player of the pressed button in the place of another's."""
    for line in lines:
        if line.seat.key == page.form.use.data and line.text:
            page.form.hands[line.seat.key].data = line.text


@blueprint.get("/games/<game_id>/together")
def together(game_id: str) -> str:
    """The code under which the phones at the table take their seats."""
    access = keyring.writer_or_404(game_id)
    book = book_of(access)
    code = counting_code(access)
    if code:
        mark_secret()
    site = (current_app.config.get("PUBLIC_URL") or request.url_root).rstrip("/")
    taken = seats_taken(access)
    return render_template(
        "games/together.html",
        access=access,
        book=book,
        code=code,
        address=f"{site}/join",
        image=code_of(f"{site}/join/{code}") if code else None,
        seats=[(seat, seat.key in taken) for seat in book.players],
    )


@blueprint.post("/games/<game_id>/together")
def together_start(game_id: str) -> Response:
    """Make the code."""
    start_counting(keyring.writer_or_404(game_id))
    return redirect(url_for("games.together", game_id=game_id))


@blueprint.post("/games/<game_id>/together/stop")
def together_stop(game_id: str) -> Response:
    """Withdraw the code and all seats."""
    stop_counting(keyring.writer_or_404(game_id))
    return redirect(url_for("games.together", game_id=game_id))


@blueprint.get("/games/<game_id>/counted")
def counted(game_id: str) -> Response:
    """What came in for the deal that comes next, for its open form; 204 where nothing changed."""
    access = keyring.writer_or_404(game_id)
    html = render_template(
        "games/counted.html", access=access, lines=counted_lines(access, book_of(access))
    )
    seen = hashlib.sha256(html.encode()).hexdigest()[:16]
    unchanged = request.args.get("seen") == seen
    answer = Response(status=204) if unchanged else jsonify(seen=seen, html=html)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/join")
def join() -> Response | str | tuple[str, int]:
    """Where the code of a table is typed."""
    typed = request.args.get("code", "").strip()
    if not typed:
        return render_template("games/join.html", problem="", typed="")
    if _opened(typed) is None:
        problem = say("join-no-code")
        return render_template("games/join.html", problem=problem, typed=typed[:20]), 422
    return redirect(url_for("games.seats_open", code="".join(typed.upper().split())))


@blueprint.get("/join/<code>")
def seats_open(code: str) -> Response | str | tuple[str, int]:
    """Choose a name: the seats of a table, and which of them other phones have."""
    return _seats_page(code)


@blueprint.post("/join/<code>")
def sit(code: str) -> Response | str | tuple[str, int]:
    """Take a seat."""
    form = SeatForm()
    if not form.validate():
        return _seats_page(code, say("form-expired"))
    opened = _opened(code)
    if opened is None:
        return _seats_page(code)
    mine = keyring.access_to(opened.game_id)
    if mine and mine.writes:
        return redirect(url_for("games.table", game_id=opened.game_id))
    player = str(form.player.data)
    if mine is None or mine.seat != player:
        leaves = mine.link_id if mine and mine.seat else ""
        if not mine and not keyring.has_free_place():
            raise keyring.KeyringFull
        try:
            token = take_seat(opened, player, over=bool(form.over.data), leaves=leaves)
        except Refused as refused:
            return _seats_page(code, str(refused))
        keyring.add(opened.game_id, token)
    return redirect(url_for("games.seat", game_id=opened.game_id))


def _opened(code: str) -> Access | None:
    """The game that a code opens; raises `TooManyRequests` after too many wrong ones."""
    mark_secret()
    codes.check()
    opened = open_code(code)
    if opened is None:
        codes.count()
    return opened


def _seats_page(code: str, problem: str = "") -> Response | str | tuple[str, int]:
    opened = _opened(code)
    if opened is None:
        problem = say("join-no-code")
        return render_template("games/join.html", problem=problem, typed=code[:20]), 404
    mine = keyring.access_to(opened.game_id)
    if mine and mine.writes:
        return redirect(url_for("games.table", game_id=opened.game_id))
    taken = seats_taken(opened)
    page = render_template(
        "games/sit.html",
        code=code,
        book=book_of(opened),
        taken=taken - {mine.seat} if mine else taken,
        problem=problem,
    )
    return (page, 422) if problem else page


def _seat_or_404(game_id: str) -> Access:
    """What the key of a seat allows; 403 with any other key, 410 with one that opened it before."""
    access = keyring.access_to(game_id)
    if access is None or not access.seat:
        if not keyring.lost_key(game_id):
            abort(403 if access else 404)
        # Another phone took the seat, or counting ended: the page says how to take it back.
        page = render_template("games/join.html", problem="", typed="", gone=True, access=access)
        abort(Response(page, 410, mimetype="text/html"))
    return access


@blueprint.get("/games/<game_id>/seat")
def seat(game_id: str) -> str:
    """A player's own page: the hand of this deal, and the last deal to agree to."""
    return _seat_page(_seat_or_404(game_id))


@blueprint.get("/games/<game_id>/seat/sent")
def seat_sent(game_id: str) -> Response:
    """Where a script goes once a hand is sent: the player's page as it is now."""
    return redirect(url_for("games.seat", game_id=game_id))


def _seat_page(
    access: Access,
    problem: str = "",
    form: DealForm | None = None,
    stands: str = "",
    odd: tuple[Doubt, ...] = (),
) -> str:
    book = book_of(access)
    key = access.seat
    mine = None
    page = None
    if book.next_deal and key in {each.key for each in book.players}:
        # A seat sends a form of its own, whose base is the version of its hand.
        page = DealPage(book, book.next_deal, form=DealForm(formdata=None))
        mine = counted_hands(access, book.next_deal_id).get(key)
        page.form = form or DealForm().fill([key])
        if form is None:
            page.form.hands[key].data = _text(mine)
            page.form.key.data = new_key()
        page.form.base.data = str(mine.version if mine else 0)
        page.form.slip.data = str(book.next_deal_id)
    # The newest deal that the player took part in.
    row = next((row for row in reversed(book.deals) if key in row.hands), None)
    return render_template(
        "games/seat.html",
        access=access,
        book=book,
        page=page,
        mine=mine,
        out=bool(form.out.data) if form else bool(mine and mine.out),
        problem=problem,
        row=row,
        otherwise=_saved_otherwise(access, row) if row else "",
        values=_values,
        stands=stands,
        odd=odd,
        odd_mark=fingerprint(odd),
    )


def _values(row: DealRow) -> str:
    """A short text that stands for who went out and what everybody held."""
    values = json.dumps([row.out, dict(sorted(points_held(row.hands).items()))])
    return hashlib.sha256(values.encode()).hexdigest()[:16]


@blueprint.post("/games/<game_id>/seat")
def count(game_id: str) -> Response | str | tuple[str, int]:
    """Send the hand of one's own seat."""
    access = _seat_or_404(game_id)
    writes.count()
    book = book_of(access)
    form = DealForm().fill([access.seat])
    if form.problems():
        return _seat_page(access, " ".join(form.problems()), form), 422
    if form.look.raw_data:
        return _seat_page(access, form=form)
    deal = form.deal()
    row = book.deal_by_id(deal)
    out = form.went_out() is not None
    try:
        entered = "" if out else form.hand(access.seat)
        variant = book.variant_of(row.number) if row else book.variant
        typed = None if out else read_hand(variant, entered, book.names[access.seat])
        hand = typed.hand if typed else _NOTHING
        if row and access.seat in row.hands:
            if row.hands[access.seat].points == hand.points:
                return _sent(game_id)
            raise Refused(_saved_already(row, access.seat, hand))
        odd: tuple[Doubt, ...] = ()
        if typed and book.next_deal:
            # Another player went out.
            hands = {access.seat: typed}
            odd = doubts_in(book.variant, book.next_deal, len(book.players), hands, out="")
        if impossible := [doubt.said() for doubt in odd if doubt.impossible]:
            raise Refused(" ".join(impossible))
        if odd and form.sure.data != fingerprint(odd):
            return _seat_page(access, form=form, odd=odd), 422
        count_hand(access, deal, hand, out=out, seen=form.seen())
    except CountedMeanwhile as meanwhile:
        stands = meanwhile.stands.hand.points
        return _seat_page(access, str(meanwhile), form, str(stands)), 409
    except (Refused, HandError) as refused:
        return _seat_page(access, str(refused), form), 422
    return _sent(game_id)


def _saved_otherwise(access: Access, row: DealRow) -> str:
    """That a deal is saved with another value than this phone sent; empty where it is not."""
    key = access.seat
    sent = counted_hands(access, row.deal_id).get(key)
    if sent is None or row.signed.get(key) or sent.hand.points == row.hands[key].points:
        return ""
    return _saved_already(row, key, sent.hand)


def _saved_already(row: DealRow, player: str, hand: Hand) -> str:
    """That a deal is saved with another value than its player counted: both are said."""
    saved = row.hands[player].points
    if saved is None:
        return say("seat-saved-without", deal=row.number)
    return say("seat-saved", deal=row.number, saved=saved, mine=hand.points or 0)


def _sent(game_id: str) -> Response:
    if sent_by_script():
        return Response(status=204)
    return redirect(url_for("games.seat", game_id=game_id))


@blueprint.post("/games/<game_id>/seat/sign")
def sign(game_id: str) -> Response | str | tuple[str, int]:
    """Agree to a deal as it was shown."""
    access = _seat_or_404(game_id)
    writes.count()
    form = SignForm()
    book = book_of(access)
    row = book.deal_by_id(parse_whole(str(form.deal.data or "")) or 0)
    if not form.validate():
        return _seat_page(access, say("form-expired")), 422
    if row is None or _values(row) != form.values.data:
        return _seat_page(access, say("no-sign-changed")), 409
    signed = DealSigned(
        deal=row.deal_id, player=access.seat, out=row.out, points=points_held(row.hands)
    )
    try:
        write(access, signed, key=str(form.key.data), base=form.seen())
    except Refused as refused:
        return _seat_page(access, str(refused)), 409
    return redirect(url_for("games.seat", game_id=game_id))
