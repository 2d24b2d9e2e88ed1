"""The pages around a table: players, seats, house rules, history and note, and their changes."""

from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from flask import abort, current_app, redirect, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from referee.language import OneOf, say
from referee.rules.building.house_rules import house_rules
from referee.rules.deals import DealError, packs_words, plan_deal
from referee.rules.schema.options import plain
from referee.scorebook.cache import book_of
from referee.scorebook.checked import parse_whole
from referee.scorebook.drafts import carried_number
from referee.scorebook.errors import OptionRefused, Refused
from referee.scorebook.events.base import Event, Seat
from referee.scorebook.events.deals import DealDeleted
from referee.scorebook.events.players import (
    Begins,
    Joined,
    Left,
    SeatsMoved,
    check_room,
    points_to_begin_with,
    would_deal,
    would_deal_again,
)
from referee.scorebook.events.table import OptionsChanged, next_points_id, rules_changed
from referee.scorebook.events.undoing import Undone, resolve_undo
from referee.scorebook.limits import LOG_PART
from referee.scorebook.links import Access
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import after_trial
from referee.scorebook.repository import Stale, write
from referee.scorebook.statistics import day_of
from referee.web import keyring
from referee.web.forms import FieldGroup, changed_options, grouped, option_fields, sent_key
from referee.web.games.commands import COMMANDS, Attempt, Sent
from referee.web.games.pages import blueprint, page_of_game, render_page
from referee.web.rate_limit import writes
from referee.web.submitted import submitted_values


@page_of_game("menu", keyring.writer_or_404)
def _menu(access: Access, book: ScoreBook, refused: Attempt | None) -> dict[str, Any]:
    """What can be changed at this table."""
    return {}


@page_of_game("people", keyring.writer_or_404)
def _people(access: Access, book: ScoreBook, refused: Attempt | None) -> dict[str, Any]:
    """Who plays: names, joining, leaving and returning."""
    sent = refused.sent if refused and refused.command is COMMANDS["join"] else {}
    join = COMMANDS["join"].form(
        {"after": _beside(book), "begins": Begins.AVERAGE, **sent},
        after=[(seat.key, _called(book, seat)) for seat in book.everyone],
        begins=_beginnings(book),
    )
    full, sitting_down = "", list[str]()
    try:
        sitting_down = _sitting_down(book)
    except (DealError, Refused) as error:
        full = str(error)
    return {
        "join": join,
        "full": full,
        "sitting_down": sitting_down,
        "seated": _seated(book),
        "rename": COMMANDS["rename"].form({}),
        "returns": {
            seat.key: COMMANDS["return"].form(
                {"begins": Begins.NOUGHT}, begins=_beginnings(book, seat.key)
            )
            for seat in book.away
        },
        "deals_back": {
            seat.key for seat in book.away if book.next_deal and would_deal_again(book, seat.key)
        },
    }


def _seated(book: ScoreBook) -> str:
    """Who was added just now, and with what, or left; in words, empty where nobody was."""
    number = request.args.get("saved", 0, type=int)
    event = book.events[number - 1].event if 0 < number <= book.version else None
    if number not in book.effective:
        return ""
    if isinstance(event, Left) and event.player in book.names:
        return say("people-has-left", player=book.names[event.player])
    if not isinstance(event, Joined):
        return ""
    return say(f"people-sits-{event.begins}", player=event.player.name, points=event.points)


def _called(book: ScoreBook, seat: Seat) -> str:
    """The name of a player, with whether the seat was left."""
    return say("people-left", name=seat.name) if seat in book.away else seat.name


def _beside(book: ScoreBook) -> str:
    """The seat offered to a new player: the last one that leaves the next deal to its dealer."""
    seats = [seat.key for seat in reversed(book.everyone)]
    return next((key for key in seats if not would_deal(book, key)), seats[0])


def _sitting_down(book: ScoreBook) -> list[str]:
    """What changes at the table when somebody joins, in words.

    Raises `DealError` and `Refused` where it has no room for anybody.
    """
    if not book.next_deal or not book.dealer:
        return []
    check_room(book)
    most = book.variant.players.most
    if len(book.players) >= most:
        raise Refused("people-full", game=book.variant.name, most=most)
    after, now = plan_deal(book.terms, len(book.players) + 1), book.plan_of(book.next_deal)
    dealer, deal = book.names[book.dealer], book.next_deal
    dealing = tuple(_called(book, seat) for seat in book.everyone if would_deal(book, seat.key))
    if dealing:
        lines = [say("people-dealer-unless", dealer=dealer, deal=deal, beside=OneOf(dealing))]
    else:
        lines = [say("people-dealer", dealer=dealer, deal=deal)]
    if (after.packs, after.jokers, after.cards_each) != (now.packs, now.jokers, now.cards_each):
        lines.append(say("people-packs", packs=packs_words(after), cards=after.cards_each))
    return lines


def _beginnings(book: ScoreBook, player: str = "") -> list[tuple[str, str]]:
    """What somebody may begin with, in words; nothing to choose before the first deal."""
    if not book.deals:
        return []
    return [
        (
            begins,
            say(f"people-back-{begins}" if player else f"people-begins-{begins}", points=points),
        )
        for begins in Begins
        if begins not in (Begins.RULE, Begins.TYPED)
        for points in [points_to_begin_with(book, begins, 0, player)]
    ]


@page_of_game("seats", keyring.writer_or_404)
def _seats(access: Access, book: ScoreBook, refused: Attempt | None) -> dict[str, Any]:
    """Who sits where, and who deals next."""
    typed = refused.sent["order"] if refused else request.args.get("order", "")
    order = _moved(_known(typed, book), request.args.get("move", ""))
    players = [(seat.key, seat.name) for seat in book.players]
    dealer = COMMANDS["dealer"].form({"dealer": book.dealer or ""}, dealer=players)
    return {"order": order, "dealer": dealer}


def _known(typed: str, book: ScoreBook) -> list[str]:
    order = typed.split()
    return order if sorted(order) == sorted(book.names) else list(book.names)


def _moved(order: list[str], move: str) -> list[str]:
    """The order after somebody moved up by one seat."""
    if move in order[1:]:
        place = order.index(move)
        order[place - 1], order[place] = order[place], order[place - 1]
    return order


@page_of_game("points", keyring.writer_or_404)
def _points(access: Access, book: ScoreBook, refused: Attempt | None) -> dict[str, Any]:
    """Bonus and penalty points outside a deal: those given so far, and more."""

    players = [(seat.key, seat.name) for seat in book.everyone]
    signs = [(sign, say(f"points-{sign}")) for sign in ("plus", "minus")]

    def form(id: int, player: str = "", points: int = 1, why: str = "") -> FieldGroup:
        filled = {"player": player, "sign": "plus" if points > 0 else "minus", "why": why}
        filled |= {"points": str(abs(points))} if player else {}
        sent = refused.sent if refused and refused.sent["id"] == str(id) else {}
        return COMMANDS["points"].form({**filled, **sent}, player=players, sign=signs)

    given, new = book.state.given, next_points_id(book)
    return {
        "given": [
            (id, each, form(id, each.player, each.points, each.why)) for id, each in given.items()
        ],
        "new": new,
        "form": form(new),
    }


@page_of_game("options", keyring.writer_or_404)
def _options(access: Access, book: ScoreBook, refused: Attempt | None) -> dict[str, Any]:
    """How this table plays; what a change changes is said before it is made."""
    offered = house_rules(book.variant)
    looked = not refused and "look" in request.args
    fields = option_fields(book.variant, book.variant.options, request.args if looked else None)
    changed, changes, problem, after = dict[str, str](), None, "", book
    if looked:
        try:
            wished = changed_options(book.variant, fields.sent())
            if wished:
                after = after_trial(book, OptionsChanged(options=wished))
            changed = {name: plain(value) for name, value in wished.items()}
            changes = rules_changed(book.variant, after.variant)
            problem = "" if changed else say("options-same")
        except OptionRefused as error:
            if error.option in fields:
                fields[error.option].errors = [str(error)]
            else:
                problem = str(error)
        except Refused as error:
            problem = str(error)
    return {
        "unsaid": problem,
        "fields": fields,
        "groups": grouped(book.variant, offered.first),
        "more": grouped(book.variant, offered.more),
        "opened": not {*fields.errors, *changed}.isdisjoint(offered.more),
        "changed": changed,
        "changes": changes,
        "after": after,
    }


@page_of_game("log", keyring.open_or_404)
def _log(access: Access, book: ScoreBook, refused: Attempt | None) -> dict[str, Any]:
    """What was written, newest first; `?before=…` leads to what was written before an entry."""
    asked = parse_whole(request.args.get("before", "")) or book.version + 1
    before = min(asked, book.version + 1)
    first = max(before - LOG_PART, 1)
    return {
        "lines": book.log_part(first, before - 1)[::-1],
        "older": first if first > 1 else None,
        "newer": before + LOG_PART if before <= book.version else None,
    }


@page_of_game("about", keyring.open_or_404)
def _about(access: Access, book: ScoreBook, refused: Attempt | None) -> dict[str, Any]:
    """The game's note and day, its copies, and its deletion."""
    day = day_of(book).isoformat()
    return {"note": COMMANDS["note"].form({"title": book.title or access.title, "day": day})}


@blueprint.post("/games/<game_id>/changes/<name>")
def change(game_id: str, name: str) -> Response | str | tuple[str, int]:
    """Carry out a command, and go on where it leads."""
    access = keyring.writer_or_404(game_id)
    command = COMMANDS.get(name) or abort(404)
    book, tried = book_of(access), Attempt(command, Sent(request.form.items()))
    try:
        event = command.event(book, tried.sent)
        if isinstance(event, SeatsMoved) and event.order == tuple(book.names):
            # Nobody moved: there is nothing to write.
            return redirect(url_for(f"games.{command.then}", game_id=game_id))
        if tried.sent["sure"] != "yes":
            moves, others = _also_changes(book, event)
            if moves or others:
                typed = {**tried.sent, "csrf_token": generate_csrf()}
                asked = _asked(book, event)
                return render_page(
                    "moves", access, book, asked=asked, moves=moves, others=others, typed=typed
                )
        writes.count()
        written = write(access, event, key=sent_key(), base=carried_number(tried.sent["base"]))
    except Refused as refused:
        return _refused(access, replace(tried, problem=str(refused))), 422
    if isinstance(written, Stale):
        numbers = {each.number for each in written.theirs}
        changed = render_template(
            "games/changed.html",
            access=access,
            theirs=[line for line in written.book.log if line.number in numbers],
            back=url_for(f"games.{command.page or 'table'}", game_id=game_id),
            mine=submitted_values(tried.sent, written.book.names),
        )
        return changed, 409
    saved = written.recorded.number if command.then == "people" else None
    return redirect(url_for(f"games.{command.then}", game_id=game_id, saved=saved))


def _refused(access: Access, refused: Attempt) -> str:
    """The page of a command, and on it why it was refused."""
    if not (name := refused.command.page):
        return render_page("refused", access, book_of(access), refused, next_deal=None)
    return str(current_app.view_functions[f"games.{name}"](access.game_id, refused))


def _asked(book: ScoreBook, event: Event) -> str:
    """What was tapped, where the page that asks for a yes does not show it; else empty."""
    if isinstance(event, DealDeleted) and (row := book.deal_by_id(event.deal)):
        return say("deal-delete", deal=row.number)
    if isinstance(event, Undone):
        number, redoes = resolve_undo(book.events, event.entry)
        if line := book.line(number):
            return say("log-redo-it" if redoes else "log-undo-it", what=line.event_says)
    return ""


def _also_changes(book: ScoreBook, entry: Event) -> tuple[list[str], list[str]]:
    """Which deals would stand at another number after an entry, and whose totals differ, in words.

    Totals are said where points change in a deal that the entry is not about.
    """
    try:
        after = after_trial(book, entry)
    except Refused:
        return [], []
    stay = [(row, then) for row in book.deals if (then := after.deal_by_id(row.deal_id))]
    moved = [
        (row.number, then.number - row.number) for row, then in stay if then.number != row.number
    ]
    # Deals that move together are side by side.
    moves = [_move([deal for deal, _ in run], by) for by, run in groupby(moved, itemgetter(1))]
    meant = entry
    if isinstance(entry, Undone):
        meant = book.events[resolve_undo(book.events, entry.entry)[0] - 1].event
    if not any(
        row.points.get(key) != then.points.get(key)
        for row, then in stay
        for key in row.points.keys() & then.points.keys()
        if row.deal_id != meant.corrects
    ):
        return moves, []
    return moves, [
        say("moves-total", player=name, before=book.final[key], now=after.final[key])
        for key, name in book.names.items()
        if key in after.names and book.final[key] != after.final[key]
    ]


def _move(deals: list[int], by: int) -> str:
    first, last = deals[0], deals[-1]
    if first == last:
        return say("moves-deal", first=first, now=first + by)
    return say("moves-deals", first=first, last=last, now=first + by, then=last + by)
