"""The dispute desk. A question is an address: it can be sent on, and asking writes nothing."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, RequestURITooLarge
from werkzeug.wrappers import Response

from referee.language import Phrase
from referee.rules.cards import JOKER, SUITS
from referee.rules.cases import NAMES, SOME_NAMES
from referee.rules.declared import MISHAPS
from referee.rules.stored import store_ruling, to_plain
from referee.rules.variant import Variant, plain
from referee.scorebook.cache import book_of
from referee.scorebook.events import RulingKept
from referee.scorebook.links import Access
from referee.scorebook.names import strip_invisible
from referee.scorebook.repository import Stale, Written, write
from referee.scorebook.rulings import kept_ruling
from referee.variants import catalogue
from referee.web import keyring
from referee.web.disputes import words
from referee.web.disputes.desk import (
    Desk,
    Table,
    asked_in,
    desk_address,
    table_of,
    variant_of,
)
from referee.web.disputes.forms import KeepForm, asked_options
from referee.web.disputes.laying import laid_after, lays, table_seats, ways_to_lay
from referee.web.disputes.pad import keypad
from referee.web.disputes.questions import AT, desk_query, question, questions_for
from referee.web.disputes.shown import shown
from referee.web.disputes.taps import TAPS, after_tap, melds_placed
from referee.web.games.new import grouped, new_key
from referee.web.limits import QUERY_BYTES, QUERY_FIELDS, RULINGS_PER_MINUTE
from referee.web.rate_limit import RateLimit, writes
from referee.web.variants.named import variant_or_404

blueprint: Final = Blueprint("disputes", __name__)
pace: Final = RateLimit(RULINGS_PER_MINUTE)
SEVERAL: Final = frozenset({"claims", "spent", "wanting"})
"""Fields to which an address may give several answers."""


@blueprint.get("/disputes")
def desk() -> Response | str | tuple[str, int]:
    """Choose a game and a question, ask, and read the ruling with every reason."""
    pace.count()
    if len(request.query_string) > QUERY_BYTES:
        raise RequestURITooLarge
    sent = sent_in(request.query_string.decode(errors="replace"))
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


class TooManyFields(BadRequest):
    """A question of more fields than any address of the desk has."""


def sent_in(query: str) -> dict[str, str]:
    """What a query says, what is blank left out; several answers have blanks between.

    Raises `TooManyFields`.
    """
    try:
        args = MultiDict(parse_qsl(query, max_num_fields=QUERY_FIELDS))
    except ValueError as error:
        raise TooManyFields from error
    said = {
        name: " ".join(args.getlist(name)) if name in SEVERAL else text
        for name, text in args.items()
    }
    # What cannot be strip_invisible came with what was pasted; rulings are kept without it.
    return {name: shown for name, text in said.items() if (shown := strip_invisible(text)).strip()}


def _rules(table: Table | None, variant: Variant) -> str:
    """Where the rules stand as the question takes them: those of its table, or of its game."""
    if table:
        return url_for("games.rules", game_id=table.access.game_id)
    turned = urlencode({name: plain(value) for name, value in variant.turned.items()})
    address = url_for("variants.rules", game=variant.id)
    return f"{address}?{turned}" if turned else address


def _menu(table: Table | None, sent: Mapping[str, str]) -> str:
    variant = table.book.variant if table else variant_or_404(sent["game"])
    asked = [one.ask for one in questions_for(variant)]
    return render_template(
        "disputes/menu.html",
        rules=_rules(table, variant),
        variant=variant,
        table=table,
        melds=bool(table and table.book.next_deal),
        doors=[_door(variant, sent, ask) for ask in asked if ask not in MISHAPS],
        mishaps=[_door(variant, sent, ask) for ask in asked if ask in MISHAPS],
    )


def _door(variant: Variant, sent: Mapping[str, str], ask: str) -> tuple[str, str]:
    """A question in words, and where it is asked."""
    return words.asks(variant, ask), desk_address({**sent, "ask": ask})


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
        rules=_rules(one.table, one.variant),
        desk=one,
        form=one.form,
        variant=one.variant,
        groups=grouped(one.variant, asked_options(one.variant, one.sent)),
        pad=keypad(one.terms.wilds.ranks, SUITS if one.suited else ("",)),
        joker=JOKER if one.variant.has_jokers else None,
        holds={"names": NAMES, "some_names": SOME_NAMES},
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
        rules=_rules(one.table, one.variant),
        shown=one.shown,
        variant=one.variant,
        table=one.table,
        about=_about(one.variant, one.case or {}),
        again=one.address(more="yes"),
        menu=one.other(""),
        # A form of ours sets a cookie: none for those who only ask.
        keep=KeepForm(data={"key": new_key(), "query": query}) if writes else None,
        lay=ways_to_lay(one) if writes else (),
        kept=None,
        doubted=False,
    )


def _about(variant: Variant, case: Mapping[str, object]) -> str:
    """The game, and the deal where that matters."""
    asked = question(variant, str(case.get("ask")))
    names = {field.name for field in asked.fields_for(variant)} if asked else set()
    return f"{variant.name}, deal {case['deal']}" if "deal" in names else variant.name


@blueprint.post("/games/<game_id>/rulings")
def keep(game_id: str) -> Response:
    """Rule once more on a question, and keep the ruling in the log of the game."""
    access = keyring.writer_or_404(game_id)
    one, key = _asked_again(game_id)
    if one.table is None or one.shown is None or one.case is None or one.ruling is None:
        abort(400)
    entry = RulingKept(
        asks=to_plain(words.asking(one.variant, one.asked.ask)),
        answers=to_plain(Phrase.of("answered", answer=one.shown.answer)),
        case=one.case,
        ruling=store_ruling(one.ruling),
        deal=one.case.get("deal"),
    )
    book = one.table.book
    written = write(access, entry, key=key, base=book.version)
    number = written.recorded.number if isinstance(written, Written) else book.version
    return redirect(url_for("disputes.kept", game_id=game_id, number=number))


def _asked_again(game_id: str) -> tuple[Desk, str]:
    """The question of a button that was pressed, ruled on, and the key of the button."""
    form = KeepForm()
    if not form.validate():
        abort(400)
    pace.count()
    writes.count()
    sent = sent_in(str(form.query.data)) | {AT: game_id}
    table = table_of(sent) or abort(404)
    one = Desk.open(sent, table, asked_in(table, sent) or abort(400))
    one.ask()
    return one, str(form.key.data)


@blueprint.post("/games/<game_id>/melds")
def lay(game_id: str) -> Response | tuple[str, int]:
    """Rule once more, and put on the table what is allowed."""
    access = keyring.writer_or_404(game_id)
    one, key = _asked_again(game_id)
    if not lays(one) or one.table is None:
        abort(400)
    entry = laid_after(one, one.table.book, request.form.get("which", ""))
    if entry is None or isinstance(
        write(access, entry, key=key, base=one.table.book.version), Stale
    ):
        return _melds(access, words.LAID["changed"]), 409
    return redirect(url_for("disputes.melds", game_id=game_id))


@blueprint.get("/games/<game_id>/melds")
def melds(game_id: str) -> str:
    """The melds on the table in the deal that is played, and what may be done with each."""
    return _melds(keyring.open_or_404(game_id))


def _melds(access: Access, problem: str = "") -> str:
    book = book_of(access)
    query = desk_query(
        book.variant, players=len(book.players), deal=book.next_deal, table=access.game_id
    )
    return render_template(
        "disputes/melds.html",
        access=access,
        book=book,
        problem=problem,
        seats=table_seats(book, lambda **said: desk_address(query | said)),
        menu=desk_address(query),
        wild=words.wild_word(book.variant),
    )


@blueprint.get("/games/<game_id>/rulings/<int:number>")
def kept(game_id: str, number: int) -> str:
    """A ruling that was kept, as it was given then."""
    access = keyring.open_or_404(game_id)
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
        title=entry.asked,
        rules=_rules(table, variant),
        shown=shown(variant, entry.case, entry.worded()),
        variant=variant,
        table=table,
        about=_about(variant, entry.case),
        again=desk_address(query | {"ask": asked.ask}) if asked else None,
        menu=desk_address(query),
        keep=None,
        lay=(),
        kept=stamped,
        doubted=entry.doubted,
    )
