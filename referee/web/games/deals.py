"""The pages on which deals are entered: one, or those of a pad of paper; corrected, or inserted."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from flask import abort, jsonify, redirect, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from referee.language import capitalized, say, shown_number
from referee.rules.cards import JOKER_RANK, Card
from referee.rules.deals import deal_count
from referee.rules.law.points import cards_that_differ
from referee.rules.schema.variant import Terms
from referee.rules.scoring.parts import points_in
from referee.scorebook.cache import book_of
from referee.scorebook.counting import CountedLine, ask_on_phones, counted_lines
from referee.scorebook.drafts import DealDraft, carried_number, fields_of, fingerprint, mark_of
from referee.scorebook.errors import Refused
from referee.scorebook.links import Access
from referee.scorebook.pads import PadDraft
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import after_trial
from referee.scorebook.repository import Stale, write
from referee.scorebook.score_table import parts_words
from referee.scorebook.ways import Way, way_of
from referee.web import keyring
from referee.web.forms import FieldGroup, new_key
from referee.web.games.commands import COMMANDS
from referee.web.games.pages import blueprint
from referee.web.games.score_table import draws_of
from referee.web.rate_limit import writes
from referee.web.security import sent_by_script
from referee.web.submitted import submitted_values

DEALS_AHEAD: Final = 20
"""Deals of an open-ended game that a phone can write without a connection."""


@blueprint.route(
    "/games/<game_id>/deals/<int:deal>/before", endpoint="forgotten", methods=["GET", "POST"]
)
@blueprint.route("/games/<game_id>/deals/<int:deal>", methods=["GET", "POST"])
def deal(game_id: str, deal: int) -> Response | str | tuple[str, int]:
    """Write a deal, correct one, or write one that was forgotten just before another."""
    forgotten = request.endpoint == "games.forgotten"
    access = keyring.writer_or_404(game_id)
    sent, book = request.form.to_dict(), book_of(access)
    try:
        draft = DealDraft.read(book, deal, sent, forgotten=forgotten)
    except Refused as refused:
        return _not_written(access, str(refused)) if request.method == "POST" else abort(404)
    lines = counted_lines(access, book) if access.has_code and draft.kind == "save" else ()
    if request.method != "POST" or sent.get("use"):
        return _page(access, _use(draft, lines, sent.get("use", "")), lines)
    if "look" in sent:
        return _page(access, draft, lines)
    draft = draft.judged(_counted(lines, sent) if lines else {})
    if "count" in sent:
        if "Fragment" in request.headers:
            return render_template("games/result.html", result=_result(draft))
        return _page(access, draft, lines)
    if lines:
        _ask_on_phones(access, draft, lines)
    if draft.event is None:
        return _page(access, draft, lines), 422
    writes.count()
    try:
        written = write(access, draft.event, key=draft.texts["key"], base=draft.seen, book=book)
    except Refused as refused:
        about = "" if refused.seat is None else draft.players[refused.seat].key
        return _page(access, draft.refused(about, str(refused)), lines), 422
    if isinstance(written, Stale):
        return _both(access, written, deal, forgotten=forgotten)
    if sent_by_script():
        return Response(status=204)
    return redirect(_table_of(access))


def _counted(lines: Sequence[CountedLine], sent: Mapping[str, str]) -> Mapping[str, int | None]:
    """What players counted, by the names of the fields.

    What was kept against the phone of a player is not asked about once more.
    """
    return {
        name: points
        for line in lines
        if line.hand
        for name, points in line.hand.points.items()
        if sent.get(f"kept-{name.removeprefix('points-')}") != line.texts.get(name)
    }


def _ask_on_phones(access: Access, draft: DealDraft, lines: Sequence[CountedLine]) -> None:
    """Let the phones of players ask about what is entered otherwise than they counted."""
    typed = {line.seat.key: _otherwise(draft, line) for line in lines}
    ask_on_phones(access, draft.deal_id, lines, typed)


def _otherwise(draft: DealDraft, line: CountedLine) -> int | None:
    """What is entered for a hand; None where that is nothing, or just what the phone sent."""
    player = line.seat.key
    text = draft.hands.get(player, "")
    if draft.fate_of(player) or (text and text == line.texts.get(f"points-{player}")):
        return None
    if not text:
        return 0 if draft.out == player and not draft.way.out_holds else None
    return draft.points_of(player)


def _use(draft: DealDraft, lines: Sequence[CountedLine], player: str) -> DealDraft:
    """The draft with the hands that came in; with that of one player, whose button was pressed."""
    for line in lines:
        if line.hand and line.hand.out and not player:
            draft = draft.filled({"out": line.seat.key})
        if player in ("", line.seat.key):
            draft = draft.filled(line.texts)
    return draft


def _both(access: Access, stale: Stale, deal: int, *, forgotten: bool) -> tuple[str, int]:
    """What another phone wrote, and beside it what was typed."""
    try:
        draft = DealDraft.read(stale.book, deal, request.form, forgotten=forgotten)
    except Refused as refused:
        return _not_written(access, str(refused))
    page = render_template(
        "games/stale.html",
        access=access,
        draft=draft.anew(),
        stale=stale,
        sent=draft,
        fields_of=fields_of,
        said=lambda entered: submitted_values(
            {name: entered[name] for name in entered if not name.startswith(("out", "points-"))},
            draft.book.names,
        ),
    )
    return page, 409


def _page(access: Access, draft: DealDraft, lines: Sequence[CountedLine]) -> str:
    book, number = draft.book, draft.number
    return render_template(
        "games/deal.html",
        access=access,
        draft=draft,
        lead=lead_of(book, number),
        keys=keys_of(draft.terms, draft.way),
        suits=suits_of(draft.terms, draft.way),
        # Whether a deal brings something else than what stands beside each name.
        weighs=draft.terms.writes_numbers or draft.terms.is_showdown or draft.way.asked,
        result=_result(draft),
        mark=mark_of(draft.oddities),
        opened=request.args.get("player", ""),
        replaces=request.form.get("replaces", ""),
        stands=fields_of(draft.row, draft.way) if draft.row else {},
        counted=lines,
        swap=_swap_form(draft) if draft.row else None,
        draws=draws_of(draft.terms),
        following=_following(access, draft) if draft.kind == "save" else (),
    )


def _result(draft: DealDraft) -> dict[str, Any] | None:
    """What a deal that is entered would bring; None until it could be saved.

    `how` it ended, and `lines` of those who get anything: what a player would get, what that is the
    sum of, and the total with it.
    """
    if draft.event is None or not draft.parts:
        return None
    names, out, how = draft.book.names, draft.event.out, ""
    if out:
        held = draft.event.hands[out].points or 0
        how = say(f"deal-ended-{draft.way.kind}", out=names[out], points=shown_number(held))
    after = after_trial(draft.book, draft.event).totals if draft.kind == "save" else {}
    points = points_in(draft.parts)
    lines = [
        (
            say("deal-gets", name=names[player], points=shown_number(points[player])),
            parts_words(own),
            say("deal-stands", total=shown_number(after[player])) if player in after else "",
        )
        for player, own in draft.parts.items()
        if points[player]
    ]
    return {"how": how, "lines": lines}


def _following(access: Access, draft: DealDraft) -> list[dict[str, str]]:
    """The deals after the next, with which a phone goes on that has no connection."""
    last = deal_count(draft.terms) or draft.number + DEALS_AHEAD
    return [
        {
            "name": say("deal-save", deal=number),
            "title": say("deal-save-heading", deal=number),
            "lead": lead_of(draft.book, number),
            "action": url_for(".deal", game_id=access.game_id, deal=number),
        }
        for number in range(draft.number + 1, last + 1)
    ]


def lead_of(book: ScoreBook, number: int) -> str:
    """What is asked for in a deal, and who deals it."""
    asked = book.plan_of(number).asked
    dealt = say("deal-dealt", dealer=book.names[book.dealer_of(number)])
    return " · ".join(filter(None, (capitalized(asked), dealt)))


def keys_of(terms: Terms, way: Way) -> tuple[tuple[tuple[Card, ...], int, bool], ...]:
    """The keys of the keypad, none where no cards are counted: what each costs, and if it is wild.

    A rank whose suits cost different points has a key for those that are alike. The joker is last,
    where the game has any.
    """
    if not way.cards:
        return ()
    ranks = (*terms.deck.ranks, *((JOKER_RANK,) if terms.has_jokers else ()))
    keys = defaultdict[tuple[str, int], list[Card]](list)
    for card in (card for rank in ranks for card in cards_that_differ(terms, rank)):
        keys[card.rank, terms.points.of(card)].append(card)
    return tuple(
        (tuple(cards), points, terms.is_wild(cards[0])) for (_, points), cards in keys.items()
    )


def suits_of(terms: Terms, way: Way) -> tuple[str, ...]:
    """The suits of the keypad, none where it does not matter which cards make groups."""
    grouped = way.cards and terms.is_showdown and terms.scoring.spares_groups
    return terms.deck.suits if grouped else ()


def _swap_form(draft: DealDraft) -> FieldGroup:
    players = [(seat.key, seat.name) for seat in draft.players]
    (one, _), (other, _), *_ = players
    return COMMANDS["swap"].form({"one": one, "other": other}, one=players, other=players)


@blueprint.route("/games/<game_id>/counted", methods=["GET", "POST"])
def counted(game_id: str) -> Response:
    """What came in for the deal that comes next, for its open form; 204 where nothing changed.

    What the form holds is sent along where it differs: the phones of the players ask about it.
    """
    access = keyring.writer_or_404(game_id)
    book = book_of(access)
    lines = counted_lines(access, book)
    if request.method == "POST" and lines:
        with suppress(Refused):
            draft = DealDraft.read(book, book.next_deal or 0, request.form)
            if draft.kind == "save":
                _ask_on_phones(access, draft, lines)
    html = render_template("games/counted.html", access=access, lines=lines)
    seen = fingerprint(html)
    unchanged = request.args.get("seen") == seen
    answer = Response(status=204) if unchanged else jsonify(seen=seen, html=html)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _not_written(access: Access, problem: str) -> tuple[str, int]:
    """What was typed for a deal that cannot be written, and why, so that it is not lost.

    The form there shows it for the deal that comes next.
    """
    book = book_of(access)
    sent, way = request.form, way_of(book.variant)
    entered = way.read(sent, book.names) | ({"way": sent["way"]} if "way" in sent else {})
    known = {
        "csrf_token": generate_csrf(),
        "key": new_key(),
        "base": str(book.version),
        "slip": str(book.next_deal_id),
        "replaces": sent.get("key", ""),
    }
    page = render_template(
        "games/refused.html",
        access=access,
        problem=problem,
        mine=submitted_values(entered, book.names),
        next_deal=book.next_deal,
        fields=entered | known,
    )
    return page, 422


@blueprint.route("/games/<game_id>/pad", methods=["GET", "POST"])
def pad(game_id: str) -> Response | str | tuple[str, int]:
    """Type in the deals from the next one on, and save them once they add up."""
    access = keyring.writer_or_404(game_id)
    book = book_of(access)
    try:
        # A page that is opened again is as its draft was.
        draft = PadDraft.read(book, request.form or request.args)
    except Refused:
        return redirect(_table_of(access)) if request.method == "POST" else abort(404)
    if request.method != "POST" or "look" in request.form:
        return _pad_page(access, draft)
    draft = draft.judged()
    if not draft.events:
        return _pad_page(access, draft), 422
    writes.count()
    base = carried_number(draft.texts["base"])
    try:
        written = write(access, *draft.events, key=draft.texts["key"], base=base, book=book)
    except Refused as refused:
        return _pad_page(access, draft.refused(str(refused))), 422
    if isinstance(written, Stale):
        return _pad_page(access, draft.moved(written.book)), 409
    return redirect(_table_of(access, deals=len(draft.events)))


def _table_of(access: Access, deals: int | None = None) -> str:
    """The address of the table, at the deals that were just saved, one where it says nothing."""
    return url_for("games.table", game_id=access.game_id, deals=deals, _anchor="saved")


def _pad_page(access: Access, draft: PadDraft) -> str:
    return render_template("games/pad.html", access=access, draft=draft)
