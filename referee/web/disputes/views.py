"""The pages of disputes. A question is an address: it can be sent on, and asking writes nothing."""

from collections.abc import Mapping
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestURITooLarge
from werkzeug.wrappers import Response

from referee.language import Phrase, listed, say
from referee.rules.building.build import rebuild
from referee.rules.cards import JOKER
from referee.rules.deals import contract_words
from referee.rules.phrases import wild_word
from referee.rules.questions import question_of
from referee.rules.questions.irregularities import MISHAPS
from referee.rules.schema.options import plain
from referee.rules.schema.variant import Terms, Variant
from referee.rules.stored import store_ruling, to_plain
from referee.scorebook.cache import book_of
from referee.scorebook.drafts import carried_number
from referee.scorebook.errors import Refused
from referee.scorebook.events.table import RulingKept
from referee.scorebook.links import Access
from referee.scorebook.names import strip_invisible
from referee.scorebook.repository import Stale, Written, write
from referee.variants import catalogue
from referee.web import keyring
from referee.web.costs import Cost, Work
from referee.web.disputes.card_field import BUTTONS, going_on, placed_melds, press, words_in
from referee.web.disputes.dispute import (
    AT,
    SEVERAL,
    Desk,
    Dispute,
    Ruled,
    Table,
    desk_address,
    desk_query,
    of_game,
    questions_for,
    table_of,
)
from referee.web.disputes.form import first_form
from referee.web.disputes.guess import likely
from referee.web.disputes.table_melds import (
    can_lay,
    melds_after,
    table_seats,
    ways_to_lay,
    worth_now,
)
from referee.web.forms import OPTION, change_of_options, grouped, sent_key
from referee.web.game_choice import choice_page
from referee.web.limits import QUERY_BYTES, RULINGS_PER_MINUTE
from referee.web.parsing import parse_index, parse_query
from referee.web.rate_limit import RateLimit, writes
from referee.web.verdict_view import VerdictView, deciding, hanging, meld_view, reason_of

blueprint: Final = Blueprint("disputes", __name__)

LIKELY: Final = "likely"
"""The `ask` of an address that leaves the choice of the question to its cards."""

EVERY: Final = "all"
"""The `ask` of an address that shows every question."""

pace: Final = RateLimit(RULINGS_PER_MINUTE)


@blueprint.get("/disputes")
@Cost(Work.RULING)
def desk() -> Response | str | tuple[str, int]:
    """Choose a game and a question, ask, and read the ruling with every reason."""
    asked = _address()
    if asked.table is None and "game" not in asked.sent:
        return choice_page("disputes/choose.html", catalogue())
    if asked.sent.get("ask") == LIKELY:
        first = likely(asked)[0] if "cards" in asked.sent else EVERY
        asked = Desk(asked.sent | {"ask": first}, asked.table)
    if not asked.sent.keys().isdisjoint(BUTTONS):
        asked = Desk(_pressed(asked), asked.table)
        if not _by_script():
            return redirect(desk_address(asked.sent))
    if (question := asked.question) is None:
        return _first(asked)
    dispute = Dispute(asked, question)
    if dispute.is_asked and dispute.ruled:
        return _verdict(dispute, dispute.ruled)
    page = _question(dispute)
    return (page, 422) if dispute.problems else page


def _by_script() -> bool:
    """Whether a script asks for what has changed on its page."""
    return "Fragment" in request.headers


def _address() -> Desk:
    """What the address says, and the table that it names where cards are counted there."""
    pace.count()
    if len(request.query_string) > QUERY_BYTES:
        raise RequestURITooLarge
    sent = _sent(request.query_string.decode(errors="replace"))
    table = table_of(sent)
    return Desk(sent, table if table and table.book.variant.is_card_game else None)


def _sent(query: str) -> dict[str, str]:
    """What a query says, what is blank left out; several answers have blanks between.

    Raises `TooManyFields`.
    """
    args = parse_query(query)
    sent = {
        name: " ".join(args.getlist(name)) if name in SEVERAL else text
        for name, text in args.items()
    }
    # What cannot be seen came with what was pasted; rulings are kept without it.
    texts = {name: strip_invisible(text).strip() for name, text in sent.items()}
    # A number that is left empty is 0.
    numbers = {name: "0" for name, text in texts.items() if name.startswith(OPTION) and not text}
    return {name: text for name, text in texts.items() if text} | numbers


def _page(name: str, variant: Variant, table: Table | None, **shown: Any) -> str:
    """A page of the desk, with the way to the rules as the question takes them."""
    if table:
        rules = url_for("games.rules", game_id=table.access.game_id)
    else:
        turned: dict[str, Any] = {option: plain(value) for option, value in variant.turned.items()}
        rules = url_for("rules.page", game=variant.id, **turned)
    return render_template(
        f"disputes/{name}.html",
        variant=variant,
        table=table,
        access=table.access if table else None,
        rules=rules,
        **shown,
    )


def _first(desk: Desk) -> str:
    """A keypad for cards, and what is likely asked about them; or every question."""
    variant, table, sent = desk.game, desk.table, desk.sent
    asked = {question.ask: question for question in questions_for(variant)}
    titles = {ask: listed((question.phrase(variant),)) for ask, question in asked.items()}
    said, cards = of_game(desk.query), {name: sent[name] for name in ("cards",) if name in sent}
    if "ask" in sent:
        return _page(
            "every",
            variant,
            table,
            said=said | cards,
            back=desk_address(said | cards | ({"more": "yes"} if cards else {})),
            titles=[(ask, title) for ask, title in titles.items() if ask not in MISHAPS],
            mishaps=[(ask, title) for ask, title in titles.items() if ask in MISHAPS],
        )
    asks, terms = likely(desk), desk.terms
    guessed = bool(cards)
    guess = Dispute(desk, asked[asks[0]]) if guessed else None
    return _page(
        "desk",
        variant,
        table,
        said=said,
        ask=asks[0] if guessed else EVERY,
        guess=titles[asks[0]] if guessed else "",
        others=[(ask, titles[ask]) for ask in asks[guessed : 3 + guessed]],
        answer=guess.answer() if guess else None,
        form=first_form(sent),
        deal=terms.number,
        contract=contract_words(terms.contract),
        **_keys(terms, sent, "cards"),
    )


def _keys(terms: Terms, sent: Mapping[str, str], into: str) -> dict[str, Any]:
    """What the keypad shows, and the words of its cards; `into` is the field that it fills.

    It has two blocks, each with a row a suit: the ranks to the seventh, and those after it.
    """
    suits = [list(cards) for _, cards in groupby(terms.deck.pack, attrgetter("suit"))]
    return {
        "terms": terms,
        "pad": [[suit[:7] for suit in suits], [suit[7:] for suit in suits]],
        "held": {word.partition("=")[0] for word in words_in(sent.get(into, ""), terms.suits)},
        "likely": going_on(sent.get(into, ""), terms),
        "joker": JOKER if terms.has_jokers else None,
        "wild": wild_word(terms),
        "placed_melds": partial(placed_melds, suits=terms.suits),
        "fragment": _by_script(),
    }


def _pressed(desk: Desk) -> dict[str, str]:
    """What the address says after a button of the keypad, or a card, was pressed."""
    question = desk.question
    dispute = Dispute(desk, question) if question else None
    if dispute:
        sent = {"into": dispute.into, "ask": dispute.question.ask, **dispute.sent}
        fields = {one.name: one.name in dispute.single for one in dispute.card_fields}
    else:
        sent, fields = desk.sent | {"into": "cards"}, {"cards": False}
    try:
        after = press(sent, fields, dispute.terms if dispute else desk.terms)
    except ValueError:
        abort(400)
    if dispute and "tap" in sent and "saying" not in sent:
        after["into"] = dispute.into_after(sent["into"])
    return {name: text for name, text in after.items() if text and name != "rule"} | {"more": "yes"}


def _question(dispute: Dispute) -> str:
    variant, table = dispute.variant, dispute.table
    lying = dispute.melds if dispute.on_table else ()
    answer = None if dispute.problems else dispute.answer()
    lies = parse_index(dispute.sent.get("lies", ""), len(lying))
    if lies is not None and dispute.typed[dispute.on_table] == lying[lies].cards:
        # The meld is chosen as it lies; a field is for one that does not lie there.
        dispute.typed[dispute.on_table] = ""
    return _page(
        "question",
        variant,
        table,
        dispute=dispute,
        form=dispute.form,
        groups=grouped(variant, dispute.options) if dispute.question.fields else {},
        lying=[(meld, meld_view(table.book.terms, meld.cards)) for meld in lying if table],
        lies=lies,
        answer=answer,
        **_keys(dispute.terms, dispute.typed, dispute.into),
    )


def _verdict(dispute: Dispute, ruled: Ruled, problem: str = "") -> str:
    variant, table = dispute.variant, dispute.table
    saves: dict[str, Any] = {}
    if table and table.access.writes:
        saves = {"query": dispute.query(), "ways": ways_to_lay(dispute)}
    return _ruling(
        variant,
        table,
        ruled.case,
        asked=dispute.title,
        view=ruled.view,
        assumed=list(dispute.assumed),
        worth=worth_now(dispute),
        again=dispute.again(),
        menu=dispute.menu(),
        problem=problem,
        **saves,
    )


_UNSHOWN: Final[dict[str, Any]] = {
    "problem": "",
    "worth": "",
    "again": "",
    "assumed": (),
    "query": "",
    "ways": (),
    "kept": None,
    "otherwise": False,
    "doubted": False,
}
"""What not every page of a ruling shows."""


def _ruling(variant: Variant, table: Table | None, case: Mapping[str, Any], **shown: Any) -> str:
    """The page of a ruling on a case, with its deal where that matters."""
    question = question_of(case)
    names = {field.name for field in question.fields_for(variant)} if question else set()
    deal = case["deal"] if "deal" in names else None
    return _page("verdict", variant, table, deal=deal, **(_UNSHOWN | shown))


@blueprint.post("/games/<game_id>/rulings")
@Cost(Work.RULING)
def keep(game_id: str) -> Response | tuple[str, int]:
    """Rule once more on a question, and keep the ruling in the log of the game.

    With it goes the house rule that the table sets otherwise from then on, where it does.
    """
    access = keyring.writer_or_404(game_id)
    dispute = _asked_again(game_id)
    ruled, book = dispute.ruled or abort(400), book_of(access)
    ruling = RulingKept(
        asks=to_plain(dispute.question.phrase(dispute.variant)),
        answers=to_plain(Phrase.of("answered", answer=ruled.view.answer)),
        case=ruled.case,
        ruling=store_ruling(ruled.ruling),
        deal=ruled.case.get("deal"),
        if_down=ruled.view.if_down,
    )
    if not any(name.startswith(OPTION) for name in request.form):
        written = write(access, ruling, key=sent_key(), base=book.version)
        number = written.recorded.number if isinstance(written, Written) else book.version
        return redirect(url_for("disputes.kept", game_id=game_id, number=number))
    # Another phone may have changed that house rule meanwhile: the ruling is by what holds now.
    problem = say("verdict-changed")
    try:
        otherwise = change_of_options(book.variant, request.form)
        base = carried_number(request.form.get("base", ""))
        if isinstance(write(access, ruling, otherwise, key=sent_key(), base=base), Written):
            return redirect(url_for("games.table", game_id=game_id))
    except Refused as refused:
        problem = str(refused)
    return _verdict(dispute, ruled, problem), 409


def _asked_again(game_id: str) -> Dispute:
    """The question of a button that was pressed."""
    pace.count()
    writes.count()
    sent = _sent(request.form.get("query", "")) | {AT: game_id}
    table = table_of(sent) or abort(404)
    desk = Desk(sent, table)
    return Dispute(desk, desk.question or abort(400))


@blueprint.post("/games/<game_id>/melds")
@Cost(Work.RULING)
def lay(game_id: str) -> Response | tuple[str, int]:
    """Rule once more, and put on the table what is allowed."""
    access = keyring.writer_or_404(game_id)
    dispute = _asked_again(game_id)
    if not can_lay(dispute) or dispute.table is None:
        abort(400)
    book = dispute.table.book
    entry = melds_after(dispute, book, request.form.get("which", ""))
    if entry is None or isinstance(write(access, entry, key=sent_key(), base=book.version), Stale):
        return _melds(access, say("melds-changed")), 409
    return redirect(url_for("disputes.melds", game_id=game_id))


@blueprint.get("/games/<game_id>/melds")
def melds(game_id: str) -> str:
    """The melds on the table in the deal that is played, and what may be done with each."""
    return _melds(keyring.open_or_404(game_id))


def _melds(access: Access, problem: str = "") -> str:
    book = book_of(access)
    query = desk_query(access, book)
    return render_template(
        "disputes/melds.html",
        access=access,
        book=book,
        problem=problem,
        seats=table_seats(book, lambda **more: desk_address(query | more)),
        menu=desk_address(query),
        wild=wild_word(book.variant),
    )


@blueprint.get("/games/<game_id>/rulings")
@Cost(Work.RULING)
def rulings(game_id: str) -> str:
    """The rulings that were kept with a game, the newest first, each in a word and a sentence."""
    access = keyring.open_or_404(game_id)
    book = book_of(access)
    rulings = [
        (line, _in_short(line.recorded.event), book.settled_otherwise(line.number))
        for line in reversed(book.log)
        if line.stands and isinstance(line.recorded.event, RulingKept)
    ]
    return render_template("disputes/rulings.html", access=access, rulings=rulings)


def _in_short(entry: RulingKept) -> dict[str, Any]:
    """A ruling that was kept: its question, verdict, answer in a word, reason, and deal or None.

    `own`: a rule decided that the table had chosen otherwise than is usual.
    """
    ruling, word = entry.worded(), entry.answered.rstrip(".")
    decided, verdict, reason = deciding(ruling) or {}, ruling["verdict"], reason_of(ruling, word)
    if entry.if_down:
        verdict, word, hangs_on = hanging(entry.if_down)
        reason = f"{hangs_on} {reason}"
    return {
        "asked": entry.asked,
        "verdict": verdict,
        "word": word,
        "reason": reason,
        "deal": entry.deal,
        "own": decided.get("option") in entry.case.get("options", {}),
    }


@blueprint.get("/games/<game_id>/rulings/<int:number>")
@Cost(Work.RULING)
def kept(game_id: str, number: int) -> str:
    """A ruling that was kept, as it was given then."""
    access = keyring.open_or_404(game_id)
    table = Table(access=access, book=book_of(access))
    stamped, entry = table.book.ruling(number) or abort(404)
    variant = rebuild(table.book.variant, entry.case.get("options", {}))
    return _ruling(
        variant,
        table,
        entry.case,
        asked=entry.asked,
        view=VerdictView(variant, entry.case, entry.worded(), if_down=entry.if_down),
        menu=desk_address(desk_query(access, table.book)),
        kept=stamped,
        otherwise=table.book.settled_otherwise(number),
        doubted=entry.doubted,
    )
