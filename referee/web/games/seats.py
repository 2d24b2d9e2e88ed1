"""Each player's own page: a seat taken by the code of the table, the hand of the deal that comes
next, and the last deal to agree to.
"""

import json
from typing import Any, Final

import msgspec
from flask import abort, redirect, render_template, request, url_for
from msgspec import UNSET
from werkzeug.wrappers import Response

from referee.language import say
from referee.rules.cards import parse_cards
from referee.scorebook.cache import book_of
from referee.scorebook.checked import parse_whole
from referee.scorebook.counting import (
    CountedHand,
    CountedMeanwhile,
    SeatDraft,
    count_hand,
    counted_hands,
    counted_lines,
    counting_code,
    deny,
    open_code,
    saved_otherwise,
    seats_taken,
    start_counting,
    stop_counting,
    take_seat,
)
from referee.scorebook.drafts import CARRIED, carried_number, fingerprint, mark_of
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Besides, Hand
from referee.scorebook.events.signing import DealSigned
from referee.scorebook.events.state import points_held
from referee.scorebook.links import Access
from referee.scorebook.projection import DealRow, ScoreBook
from referee.scorebook.repository import write
from referee.scorebook.score_table import parts_words
from referee.scorebook.ways import way_of
from referee.web import keyring
from referee.web.forms import sent_key
from referee.web.games.commands import Attempt
from referee.web.games.deals import keys_of, suits_of
from referee.web.games.links import code_of
from referee.web.games.pages import blueprint, page_of_game
from referee.web.games.score_table import Banner
from referee.web.limits import CODES_PER_MINUTE
from referee.web.rate_limit import RateLimit, writes
from referee.web.security import mark_secret, sent_by_script

codes: Final = RateLimit(CODES_PER_MINUTE)


@page_of_game("together", keyring.writer_or_404)
def _together(access: Access, book: ScoreBook, _: Attempt | None) -> dict[str, Any]:
    """The code under which the phones at the table take their seats."""
    code = counting_code(access)
    if code:
        mark_secret()
    address = keyring.site_address("join")
    return {
        "code": code,
        "address": address,
        "image": code_of(f"{address}/{code}") if code else None,
        "lines": counted_lines(access, book) if code else (),
    }


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


@blueprint.get("/join")
def join() -> Response | str | tuple[str, int]:
    """Where the code of a table is typed."""
    typed = request.args.get("code", "").strip()
    if not typed:
        return render_template("games/join.html", problem="", typed="")
    if _opened(typed) is None:
        return _wrong_code(typed), 422
    return redirect(url_for("games.seats_open", code="".join(typed.upper().split())))


@blueprint.get("/join/<code>")
def seats_open(code: str) -> Response | str | tuple[str, int]:
    """Choose a name: the seats of a table, and which of them other phones have."""
    return _seats_page(code, _opened(code))


@blueprint.post("/join/<code>")
def sit(code: str) -> Response | str | tuple[str, int]:
    """Take a seat."""
    opened = _opened(code)
    if opened is None:
        return _seats_page(code, None)
    mine = keyring.current().access_to(opened.game_id)
    if mine and mine.writes:
        return redirect(url_for("games.table", game_id=opened.game_id))
    player = request.form.get("player", "")
    if mine is None or mine.seat != player:
        leaves = mine.link_id if mine and mine.seat else ""
        if not mine and not keyring.has_free_place():
            raise keyring.KeyringFull
        try:
            token = take_seat(opened, player, over=bool(request.form.get("over")), leaves=leaves)
        except Refused as refused:
            return _seats_page(code, opened, str(refused))
        keyring.add(opened.game_id, token)
    return redirect(url_for("games.seat", game_id=opened.game_id))


def _opened(code: str) -> Access | None:
    """The game that a code opens; raises `TooManyRequests` after too many wrong ones."""
    mark_secret()
    codes.count(0)
    opened = open_code(code)
    if opened is None:
        codes.count()
    return opened


def _wrong_code(typed: str) -> str:
    return render_template("games/join.html", problem=say("join-no-code"), typed=typed[:20])


def _seats_page(
    code: str, opened: Access | None, problem: str = ""
) -> Response | str | tuple[str, int]:
    if opened is None:
        return _wrong_code(code), 404
    mine = keyring.current().access_to(opened.game_id)
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
    access = keyring.current().access_to(game_id)
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
    return _page(_seat_or_404(game_id))


@blueprint.get("/games/<game_id>/seat/sent")
def seat_sent(game_id: str) -> Response:
    """Where a script goes once a hand is sent: the player's page as it is now."""
    return redirect(url_for("games.seat", game_id=game_id))


@blueprint.post("/games/<game_id>/seat")
def count(game_id: str) -> Response | str | tuple[str, int]:
    """Send the hand of one's own seat."""
    access = _seat_or_404(game_id)
    writes.count()
    draft = SeatDraft.read(book_of(access), access.seat, request.form)
    if "right" in request.form:
        return _settle(access, draft)
    if "look" in request.form:
        return _page(access, draft)
    draft = draft.judged()
    if not draft.saved:
        if draft.hand is None:
            return _page(access, draft), 422
        try:
            hand, besides = draft.hand, draft.besides
            count_hand(access, draft.deal_id, hand, besides, out=draft.out, seen=draft.seen)
        except CountedMeanwhile as meanwhile:
            return _page(access, draft.refused(str(meanwhile)), stands=meanwhile.stands), 409
        except Refused as refused:
            return _page(access, draft.refused(str(refused))), 422
    if sent_by_script():
        return Response(status=204)
    return redirect(url_for("games.seat", game_id=game_id))


def counted_by(access: Access) -> CountedHand | None:
    """What the phone of a seat counted in the deal that comes next."""
    return counted_hands(access, book_of(access).next_deal_id).get(access.seat)


def typed_of(mine: CountedHand | None) -> str:
    """What a scorer enters for a hand otherwise than its player counted it; empty for nothing."""
    return "" if mine is None or mine.typed is None else str(mine.typed)


def _settle(access: Access, draft: SeatDraft) -> Response | tuple[str, int]:
    """Say which is right: what one counted, or what a scorer enters for it."""
    mine, right = counted_by(access), parse_whole(request.form["right"])
    if mine is None or right is None or mine.typed is None:
        return redirect(url_for("games.seat", game_id=access.game_id))
    try:
        if right == mine.hand.points:
            deny(access, draft.deal_id, mine.typed)
        else:
            hand, besides = Hand(points=right), Besides(melded=mine.besides.melded)
            count_hand(access, draft.deal_id, hand, besides, out=False, seen=draft.seen)
    except Refused as refused:
        return _page(access, problem=str(refused)), 409
    return redirect(url_for("games.seat", game_id=access.game_id))


@blueprint.post("/games/<game_id>/seat/sign")
def sign(game_id: str) -> Response | str | tuple[str, int]:
    """Agree to a deal as it was shown, by the fingerprint of its values.

    A hand that is being entered meanwhile comes along, and stands on the page again.
    """
    access = _seat_or_404(game_id)
    writes.count()
    sent, book = request.form, book_of(access)
    hand = {name: text for name, text in sent.items() if name not in CARRIED}
    entered = SeatDraft.read(book, access.seat, hand)
    draft = None if entered.is_empty else entered
    row = book.deal_by_id(carried_number(sent.get("deal", "")))
    if row is None or _values(row) != sent.get("values"):
        return _page(access, draft, problem=say("no-sign-changed")), 409
    signed = DealSigned(
        deal=row.deal_id,
        player=access.seat,
        out=row.out,
        points=points_held(row.hands),
        besides=row.besides or UNSET,
    )
    try:
        write(access, signed, key=sent_key(), base=carried_number(sent.get("base", "")))
    except Refused as refused:
        return _page(access, draft, problem=str(refused)), 409
    return _page(access, draft) if draft else redirect(url_for("games.seat", game_id=game_id))


def _page(
    access: Access,
    draft: SeatDraft | None = None,
    *,
    problem: str = "",
    stands: CountedHand | None = None,
) -> str:
    """The page as it is now, and on it what was just sent."""
    book, player = book_of(access), access.seat
    plan = book.next_plan if any(seat.key == player for seat in book.players) else None
    deal = plan.number if plan else None
    mine = counted_by(access) if deal else None
    # The newest deal that the player took part in.
    row = next((row for row in reversed(book.deals) if player in row.hands), None)
    terms, way = book.terms, way_of(book.variant)
    return render_template(
        "games/seat.html",
        access=access,
        book=book,
        deal=deal,
        now=Banner(book, plan, player) if plan else None,
        rulings=sum(line.is_ruling and line.stands for line in book.log),
        way=way,
        low_ace=terms.points.low_ace,
        keys=keys_of(terms, way) if deal else (),
        suits=suits_of(terms, way),
        mine=mine,
        typed=typed_of(mine),
        which=typed_of(mine) and mine and not mine.is_denied and not (draft or problem),
        cards=parse_cards(mine.hand.cards, suits=False, among=terms.suits)
        if mine and mine.hand.cards
        else (),
        key=draft.texts["key"] if draft else "",
        out=draft.out if draft else bool(mine and mine.out),
        entered=draft.entered if draft else mine.texts(way) if mine else {},
        problem=problem or (draft.problem if draft else ""),
        odd=draft.oddities if draft else (),
        mark=mark_of(draft.oddities) if draft else "",
        stands=stands,
        row=row,
        otherwise=_otherwise(access, row) if row else "",
        values=_values,
        parts_words=parts_words,
    )


def _values(row: DealRow) -> str:
    """A short text that stands for who went out, what everybody held, and what else was said."""
    besides = [msgspec.to_builtins(row.besides)] if row.besides else []
    held = dict(sorted(points_held(row.hands).items()))
    return fingerprint(json.dumps([row.out, held, *besides]))


def _otherwise(access: Access, row: DealRow) -> str:
    """That a deal is saved with another value than this phone sent; empty where it is not."""
    player = access.seat
    sent = counted_hands(access, row.deal_id).get(player)
    if sent is None or row.signed.get(player):
        return ""
    return saved_otherwise(row, player, sent.hand, sent.besides)
