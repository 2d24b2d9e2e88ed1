"""The pages around a table: its people, seats, options, log and note, and what is changed there."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response

from referee.rules.deals import DealError, packs_words, plan_deal
from referee.rules.house_rules import house_rules
from referee.rules.variant import plain
from referee.scorebook.cache import book_of
from referee.scorebook.errors import OptionRefused, Refused
from referee.scorebook.events import Begins, Event
from referee.scorebook.links import Access
from referee.scorebook.players import points_to_begin_with, would_deal, would_deal_again
from referee.scorebook.projection import ScoreBook, follow
from referee.scorebook.repository import Stale, write
from referee.scorebook.settings import rules_changed, with_options
from referee.web import keyring
from referee.web.games.acts import ACTS, options_typed
from referee.web.games.new import more_groups, new_key, option_groups
from referee.web.games.post import ChangeForm
from referee.web.games.views import blueprint
from referee.web.rate_limit import retry_page, writes
from referee.web.submitted import submitted_values
from referee.web.words import label, says


@blueprint.get("/games/<game_id>/menu")
def menu(game_id: str) -> str:
    """What can be changed at this table."""
    access = keyring.writer_or_404(game_id)
    return render_template("games/menu.html", access=access, book=book_of(access))


@blueprint.get("/games/<game_id>/people")
def people(game_id: str) -> str:
    """Who plays: names, joining, leaving and returning."""
    return _people(keyring.writer_or_404(game_id))


def _people(access: Access, problem: str = "") -> str:
    book = book_of(access)
    return _page(
        "games/people.html",
        access,
        book,
        problem,
        beside=_beside(book),
        sitting_down=_sitting_down(book),
        deals_back={
            seat.key: label("return.deals", player=seat.name, deal=book.next_deal)
            for seat in book.away
            if book.next_deal and would_deal_again(book, seat.key)
        },
        begins=_beginnings(book),
        begins_back={seat.key: _beginnings(book, seat.key) for seat in book.away},
    )


def _beside(book: ScoreBook) -> str:
    """The seat offered to a new player: the last one that leaves the next deal to its dealer."""
    seats = [seat.key for seat in reversed(book.everyone)]
    return next((key for key in seats if not would_deal(book, key)), seats[0])


def _sitting_down(book: ScoreBook) -> list[str]:
    """What changes at the table when somebody joins, in words."""
    if not book.next_deal or not book.dealer:
        return []
    dealing = [seat.name for seat in book.everyone if would_deal(book, seat.key)]
    kind = "join.dealer.unless" if dealing else "join.dealer"
    dealer = book.names[book.dealer]
    lines = [label(kind, dealer=dealer, deal=book.next_deal, beside=" or ".join(dealing))]
    try:
        after = plan_deal(book.variant.at(book.next_deal), len(book.players) + 1)
    except DealError as error:
        return [str(error)]
    now = book.plan_of(book.next_deal)
    if (after.packs, after.jokers, after.cards_each) != (now.packs, now.jokers, now.cards_each):
        lines.append(label("join.packs", packs=packs_words(after), cards=after.cards_each))
    return lines


def _beginnings(book: ScoreBook, player: str = "") -> list[tuple[str, str]]:
    """What somebody may begin with, in words; nothing to choose before the first deal."""
    if not book.deals:
        return []
    kind = "back" if player else "begins"
    return [
        (begins, label(f"{kind}.{begins}", points=points_to_begin_with(book, begins, 0, player)))
        for begins in Begins
    ]


@blueprint.get("/games/<game_id>/seats")
def seats(game_id: str) -> str:
    """Who sits where, and who deals next."""
    return _seats(keyring.writer_or_404(game_id))


def _seats(access: Access, problem: str = "") -> str:
    book = book_of(access)
    order = _moved(_known(request.values.get("order", ""), book), request.values.get("move", ""))
    return _page("games/seats.html", access, book, problem, order=order)


def _known(typed: str, book: ScoreBook) -> list[str]:
    order = typed.split()
    return order if sorted(order) == sorted(book.names) else list(book.names)


def _moved(order: list[str], move: str) -> list[str]:
    """The order after somebody moved up by one seat."""
    if move in order[1:]:
        place = order.index(move)
        order[place - 1], order[place] = order[place], order[place - 1]
    return order


@blueprint.get("/games/<game_id>/options")
def options(game_id: str) -> str:
    """How this table plays; what a change changes is said before it is made."""
    return _options(keyring.writer_or_404(game_id))


def _options(access: Access, problem: str = "") -> str:
    book = book_of(access)
    chosen = {name: plain(value) for name, value in book.variant.chosen.items()}
    changes, wrong = None, ""
    asked = request.values.get("look")
    if asked and not problem:
        chosen |= {
            name: request.values[f"option-{name}"]
            for name in chosen
            if f"option-{name}" in request.values
        }
        try:
            changed = options_typed(book, request.values)
            changes = rules_changed(book.variant, with_options(book.variant, changed))
            problem = "" if changed else says("option.same")
        except OptionRefused as refused:
            problem, wrong = str(refused), refused.option
    differing = {
        name: value for name, value in chosen.items() if value != plain(book.variant.chosen[name])
    }
    return _page(
        "games/options.html",
        access,
        book,
        problem,
        groups=option_groups(book.variant),
        more=more_groups(book.variant),
        wrong=wrong,
        opened=not {wrong, *differing}.isdisjoint(house_rules(book.variant).more),
        chosen=chosen,
        differing=differing,
        changes=changes,
        looked=asked and not problem,
    )


@blueprint.get("/games/<game_id>/log")
def log(game_id: str) -> str:
    """Everything that was written, newest first."""
    return _log(keyring.open_or_404(game_id))


def _log(access: Access, problem: str = "") -> str:
    book = book_of(access)
    return _page("games/log.html", access, book, problem, lines=tuple(reversed(book.log)))


@blueprint.get("/games/<game_id>/about")
def about(game_id: str) -> str:
    """The game's note and day, its copies, and its deletion."""
    return _about(keyring.open_or_404(game_id))


def _about(access: Access, problem: str = "") -> str:
    return _page("games/about.html", access, book_of(access), problem)


def _table(access: Access, problem: str = "") -> str:
    return _page("games/refused.html", access, book_of(access), problem, instead=None)


_PAGES: dict[str, Callable[[Access, str], str]] = {
    "games.people": _people,
    "games.seats": _seats,
    "games.options": _options,
    "games.log": _log,
    "games.about": _about,
    "games.table": _table,
}


def _page(template: str, access: Access, book: ScoreBook, problem: str, **more: Any) -> str:
    return render_template(
        template,
        access=access,
        book=book,
        problem=problem,
        typed=request.form,
        mine=submitted_values(request.form, book.names),
        new_key=new_key,
        form=ChangeForm(formdata=None, data={"key": new_key(), "base": str(book.version)}),
        **more,
    )


@blueprint.post("/games/<game_id>/changes/<name>")
def change(game_id: str, name: str) -> Response | str | tuple[str, int]:
    """Do one of the acts, and go on where it leads."""
    access = keyring.writer_or_404(game_id)
    act = ACTS.get(name) or abort(404)
    form = ChangeForm()
    if not form.validate():
        abort(400)
    book = book_of(access)
    try:
        entry = act.read(book, request.form)
        if (moves := _moves(book, entry)) and request.form.get("sure") != "yes":
            return _page("games/moves.html", access, book, "", moves=moves)
        writes.count()
        written = write(access, entry, key=str(form.key.data), base=form.seen())
    except Refused as refused:
        return _PAGES[act.page](access, str(refused)), 422
    except TooManyRequests as quick:
        return retry_page(_PAGES[act.page](access, says("quick")), quick)
    if isinstance(written, Stale):
        numbers = {each.number for each in written.theirs}
        theirs = [line for line in written.book.log if line.number in numbers]
        back = url_for(act.page, game_id=game_id)
        mine = submitted_values(request.form, written.book.names)
        page = render_template(
            "games/changed.html", access=access, theirs=theirs, back=back, mine=mine
        )
        return page, 409
    return redirect(url_for(act.then, game_id=game_id))


def _moves(book: ScoreBook, entry: Event) -> list[str]:
    """Which deals would stand at another number after an entry, in words."""
    last = book.events[-1]
    try:
        after = follow(book, replace(last, number=last.number + 1, event=entry))
    except Refused:
        return []
    moved = [
        (row.number, then.number)
        for row in book.deals
        if (then := after.deal_by_id(row.deal_id)) and then.number != row.number
    ]
    return [_move(run) for run in _runs(moved)]


def _runs(moved: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Deals that move side by side, together."""
    runs = [moved[:1]] if moved else []
    for (before, now), one in pairwise(moved):
        if one == (before + 1, now + 1):
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def _move(run: list[tuple[int, int]]) -> str:
    (first, now), (last, then) = run[0], run[-1]
    kind = "moves.one" if first == last else "moves.more"
    return label(kind, first=first, last=last, now=now, then=then)
