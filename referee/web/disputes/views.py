"""The dispute desk. A question is an address: it can be sent on, and asking writes nothing."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qs

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestURITooLarge
from werkzeug.wrappers import Response

from referee.rules.cards import JOKER, RANKS, SUITS, Card
from referee.rules.variant import Variant
from referee.scorebook.games import RulingKept, kept_ruling, write
from referee.variants import catalogue
from referee.web import keys
from referee.web.disputes import words
from referee.web.disputes.desk import (
    Desk,
    Table,
    asked_in,
    desk_address,
    table_of,
    variant_of,
)
from referee.web.disputes.forms import KeepForm
from referee.web.disputes.questions import AT, Holds, desk_query, question, questions_for
from referee.web.disputes.shown import shown
from referee.web.disputes.taps import TAPS, after_tap, melds_placed
from referee.web.games.new import new_key, option_groups
from referee.web.limits import QUERY_BYTES, RULINGS_PER_MINUTE
from referee.web.pace import Pace
from referee.web.variants.named import variant_or_404

blueprint: Final = Blueprint("disputes", __name__)
pace: Final = Pace(RULINGS_PER_MINUTE)
SEVERAL: Final = frozenset({"claims"})
"""Fields to which an address may give several answers."""


@blueprint.get("/disputes")
def desk() -> Response | str | tuple[str, int]:
    """Choose a game and a question, ask, and read the ruling with every reason."""
    pace.count()
    if len(request.query_string) > QUERY_BYTES:
        raise RequestURITooLarge
    sent = sent_in(request.args)
    table = table_of(sent)
    if table is None and "game" not in sent:
        return render_template("disputes/choose.html", catalogue=catalogue())
    asked = asked_in(table, sent)
    if asked is None:
        return _menu(table, sent)
    one = Desk.open(sent, table, asked)
    if not sent.keys().isdisjoint(TAPS):
        return redirect(_tapped(one))
    if one.is_asked():
        one.ask()
    if one.shown:
        return _verdict(one)
    page = _question(one)
    return (page, 422) if one.form.has_problems() else page


def sent_in(args: MultiDict[str, str]) -> dict[str, str]:
    """What an address says, what is blank left out; several answers have blanks between."""
    said = {
        name: " ".join(args.getlist(name)) if name in SEVERAL else text
        for name, text in args.items()
    }
    return {name: text for name, text in said.items() if text.strip()}


def _menu(table: Table | None, sent: Mapping[str, str]) -> str:
    variant = table.book.variant if table else variant_or_404(sent["game"])
    return render_template(
        "disputes/menu.html",
        variant=variant,
        table=table,
        doors=[
            (words.asks(variant, one.ask), desk_address({**sent, "ask": one.ask}))
            for one in questions_for(variant)
        ],
    )


def _tapped(one: Desk) -> str:
    """The address after a button of the keypad, or a card, was pressed."""
    sent = {"into": one.into, **one.sent}
    names = {field.name for field in one.card_fields}
    if sent["into"] not in names:
        abort(400)
    try:
        after = after_tap(sent, one.single)
    except ValueError:
        abort(400)
    if after.get("into") in one.single and "tap" in sent and "wild" not in sent:
        # One card fills it: the next tap is for the next field.
        order = [field.name for field in one.card_fields if not field.aside]
        after["into"] = order[min(order.index(after["into"]) + 1, len(order) - 1)]
    after = {name: text for name, text in after.items() if text and name != "rule"}
    address = desk_address(after | {"ask": one.asked.ask, "more": "yes"})
    # The page is drawn anew: back to where the thumb was.
    return f"{address}#at-{after['into']}" if len(one.card_fields) > 1 else address


def _question(one: Desk) -> str:
    return render_template(
        "disputes/question.html",
        desk=one,
        form=one.form,
        variant=one.variant,
        groups=option_groups(one.variant),
        suits=SUITS if one.suited else ("",),
        ranks=RANKS,
        card=Card,
        joker=JOKER if one.variant.has_jokers else None,
        holds=Holds,
        hint=words.hint,
        wild=words.wild_word(one.variant),
        melds_placed=melds_placed,
        menu=one.other(""),
    )


def _verdict(one: Desk) -> str:
    writes = one.table is not None and one.table.access.writes
    query = one.address().partition("?")[2]
    return render_template(
        "disputes/verdict.html",
        title=one.title,
        shown=one.shown,
        variant=one.variant,
        table=one.table,
        about=_about(one.variant, one.case or {}),
        again=one.address(more="yes"),
        menu=one.other(""),
        # A form of ours sets a cookie: none for those who only ask.
        keep=KeepForm(data={"key": new_key(), "query": query}) if writes else None,
        kept=None,
    )


def _about(variant: Variant, case: Mapping[str, object]) -> str:
    """The game, and the deal where that matters."""
    asked = question(variant, str(case.get("ask")))
    names = {field.name for field in asked.fields_for(variant)} if asked else set()
    return f"{variant.name}, deal {case['deal']}" if "deal" in names else variant.name


@blueprint.post("/games/<game_id>/rulings")
def keep(game_id: str) -> Response:
    """Rule once more on a question, and keep the ruling in the log of the game."""
    access = keys.writer_or_404(game_id)
    form = KeepForm()
    if not form.validate():
        abort(400)
    pace.count()
    args = parse_qs(str(form.query.data), max_num_fields=200)
    sent = sent_in(MultiDict(args)) | {AT: game_id}
    table = table_of(sent) or abort(404)
    one = Desk.open(sent, table, asked_in(table, sent) or abort(400))
    one.ask()
    if one.shown is None or one.case is None or one.ruling is None:
        abort(400)
    entry = RulingKept(
        asks=one.title,
        answers=f"{one.shown.headline}.",
        case=one.case,
        ruling=one.ruling.as_dict(),
        deal=one.case.get("deal"),
    )
    book = table.book
    written = write(access, entry, key=str(form.key.data), base=book.version)
    number = written.entry.number if hasattr(written, "entry") else book.version
    return redirect(url_for("disputes.kept", game_id=game_id, number=number))


@blueprint.get("/games/<game_id>/rulings/<int:number>")
def kept(game_id: str, number: int) -> str:
    """A ruling that was kept, as it was given then."""
    access = keys.open_or_404(game_id)
    stamped, entry = kept_ruling(access, number) or abort(404)
    table = table_of({AT: game_id}) or abort(404)
    book = table.book
    variant = variant_of(table, book.variant.id, entry.case.get("options", {}))
    query = desk_query(
        book.variant, players=len(book.players), deal=book.next_deal, table=access.game_id
    )
    asked = question(variant, str(entry.case["ask"]))
    return render_template(
        "disputes/verdict.html",
        title=entry.asks,
        shown=shown(variant, entry.case, entry.ruling),
        variant=variant,
        table=table,
        about=_about(variant, entry.case),
        again=desk_address(query | {"ask": asked.ask}) if asked else None,
        menu=desk_address(query),
        keep=None,
        kept=stamped,
    )
