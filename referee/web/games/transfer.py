"""Taking games away as files, bringing them back, and deleting them for good."""

import csv
import io
import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final
from unicodedata import normalize

from flask import current_app, make_response, redirect, render_template, request, url_for
from msgspec import UNSET, structs
from werkzeug.wrappers import Response

from referee.language import Phrase, say
from referee.rules import CaseError
from referee.rules.questions import question_of
from referee.rules.rulings import rule_by
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Variant
from referee.rules.stored import store_ruling, to_plain
from referee.scorebook.book_file import locked
from referee.scorebook.cache import book_of
from referee.scorebook.errors import LimitReached, Refused
from referee.scorebook.events.table import RulingKept, with_options
from referee.scorebook.links import Access
from referee.scorebook.names import strip_invisible
from referee.scorebook.plain import plain_game
from referee.scorebook.projection import ScoreBook
from referee.scorebook.score_table import score_table
from referee.scorebook.statistics import day_of
from referee.scorebook.transfer import ImportedGame, export_games, export_parts, import_games
from referee.variants import catalogue
from referee.web import keyring
from referee.web.costs import FILE, Cost, Work
from referee.web.forms import sent_key
from referee.web.games.links import code_of
from referee.web.games.pages import blueprint, starts
from referee.web.limits import BODY_BYTES, COPY_BYTES, COPY_RETRY_SECONDS, COPY_SECONDS
from referee.web.verdict_view import VerdictView

LOCK_FILE: Final = "bringing.lock"
"""In the instance folder: locked by the process and thread that brings games back."""
_COLUMNS: Final = (
    *("game", "day", "deal", "player", "points", "total", "out", "dealer", "parts"),
    "address",
)
FORMULA: Final = ("=", "+", "-", "@", "\u2212")
"""What a spreadsheet takes for the beginning of a formula, whatever its width."""


MOST_IN_A_CODE: Final = 2_300
"""Letters of an address whose QR code a phone still reads from another’s screen."""

PART_BYTES: Final = COPY_BYTES - BODY_BYTES
"""The most of a file that is saved here: with the fields of the form it can be brought back."""


@blueprint.get("/games/<game_id>/copy.<kind>")
@Cost(Work.RULING)
def copy(game_id: str, kind: str) -> Response:
    """One game as a file, to bring back (json) or for a spreadsheet (csv)."""
    return _file([keyring.open_or_404(game_id)], kind, f"game-{game_id}")


@blueprint.get("/games/<game_id>/take")
@Cost(Work.RULING)
def take(game_id: str) -> str:
    """One game in an address, and in its QR code where it fits, for another phone or server.

    The copy stands after `#`, which no browser sends: it is read by the page that opens there.
    """
    access = keyring.open_or_404(game_id)
    packed = zlib.compress(export_games([access]).encode(), 9, wbits=-zlib.MAX_WBITS)
    address = keyring.site_address(f"#copy={urlsafe_b64encode(packed).decode().rstrip('=')}")
    code = code_of(address) if len(address) <= MOST_IN_A_CODE else None
    return render_template("games/take.html", access=access, address=address, code=code)


@blueprint.get("/games/all.<kind>")
@Cost(Work.RULING)
def copy_all(kind: str) -> Response:
    """Every game of this browser as a file; what fills several files, a part of them."""
    opened = keyring.opened()
    if kind != "json":
        return _file(opened, kind, "games")
    parts = export_parts(opened, PART_BYTES)
    part = request.args.get("part", type=int)
    if part is None and len(parts) > 1:
        return redirect(url_for("games.bring"))
    part = part or 1
    if not parts or not 1 <= part <= len(parts):
        return _file([], kind, "games")
    name = "games" if len(parts) == 1 else f"games-{part}-of-{len(parts)}"
    return _file(parts[part - 1], kind, name)


def _file(games: list[Access], kind: str, name: str) -> Response:
    if kind == "json":
        text, mimetype = export_games(games), "application/json"
    else:
        text, mimetype = _table(games), "text/csv"
        kind = "csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return Response(text, mimetype=mimetype, headers=headers)


def _table(games: list[Access]) -> str:
    """A line for each player in each deal, and for all points outside a deal, with that before.

    Those are what somebody began or came back with, and bonuses at the end, too: a player's points
    add up to what the game shows. Who took no part in a deal has no line. Points that are missing
    are blank, and so is every total that lacks them.
    """
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow([say(f"csv-{column}") for column in _COLUMNS])
    for access in games:
        lines.writerows(_lines(access, book_of(access)))
    return out.getvalue()


def _lines(access: Access, book: ScoreBook) -> list[list[str | int]]:
    title = as_text(book.title or access.title)
    address = keyring.site_address(f"games/{access.game_id}")
    day = day_of(book).isoformat()
    rows, names, index_of = score_table(book).rows, book.names, book.state.index_of
    ran = book.deals[-1].running if rows else {}
    waiting = book.state.starting_points.items() if rows else ()
    outside = [
        *(((index_of(each.after) or 0) + 1 if each.after else 0, names[each.player], each.points,
           each.why) for each in book.state.given.values()),
        *((row.number - 1, cell.name, cell.starting_points,
           say("csv-brought", back=cell.came_back))
          for row in rows for cell in row.cells if cell.starting_points),
        *((len(rows), names[key], points, say("csv-brought", back=key in ran))
          for key, points in waiting if points),
        *((len(rows), names[key], points, say("csv-bonus"))
          for key, points in book.bonuses.items() if points),
    ]  # fmt: skip
    lines: list[list[str | int]] = [
        [title, day, deal, as_text(name), points, "", "", "", as_text(why), address]
        for deal, name, points, why in outside
    ]
    return lines + [
        [
            title,
            day,
            row.number,
            as_text(cell.name),
            "" if cell.points is None else cell.points,
            cell.running if cell.complete and cell.running is not None else "",
            say("csv-yes") if cell.went_out else "",
            as_text(row.dealer_name),
            as_text(cell.parts),
            address,
        ]
        for row in rows
        for cell in row.cells
        if cell.took_part
    ]


def as_text(text: str) -> str:
    """A text that no spreadsheet takes for a formula: with an apostrophe before one."""
    return (
        f"'{text}"
        if normalize("NFKC", strip_invisible(text)).lstrip().startswith(FORMULA)
        else text
    )


@blueprint.get("/games/bring")
@Cost(Work.RULING)
def bring() -> str:
    """Bring games back from a file, or save all of this browser."""
    return _page()


def _page(taken: Sequence[ImportedGame] = (), problem: str = "", *, room: bool = True) -> str:
    return render_template(
        "games/bring.html",
        taken=[game for game in taken if not game.waits],
        waiting=sum(game.waits for game in taken),
        problem=problem,
        room=room,
        parts=len(export_parts(keyring.opened(), PART_BYTES)),
    )


@blueprint.post("/games/bring")
@Cost(Work.IMPORTING, COPY_BYTES, COPY_SECONDS)
def brought() -> Response | tuple[str, int]:
    """Take in the games of a file, each as a game of its own."""
    starts.count()
    with ExitStack() as alone:
        try:
            alone.enter_context(locked(Path(current_app.config["INSTANCE"]) / LOCK_FILE))
        except TimeoutError:
            return make_response(
                _page(problem=say("bring-busy")), 503, {"Retry-After": str(COPY_RETRY_SECONDS)}
            )
        return _brought()


def _brought() -> tuple[str, int]:
    problem, room = "", True
    taken = tuple[ImportedGame, ...]()
    sent = request.files.get(FILE)
    text = sent.read().decode(errors="replace") if sent else ""
    try:
        if not text:
            raise Refused("bring-no-file")
        known = {variant.id: variant for variant in (*catalogue(), plain_game())}
        taken = import_games(
            text, known, recheck, ring=keyring.tokens(), key=sent_key(), room=keyring.free_places()
        )
    except Refused as refused:
        problem, room = str(refused), not isinstance(refused, LimitReached)
    taken = tuple(map(_held, reversed(taken)))[::-1]
    return _page(taken, problem, room=room), 422 if problem else 200


def _held(imported: ImportedGame) -> ImportedGame:
    """What became of a game of a copy, its key put on the ring."""
    try:
        if imported.started:
            keyring.claim_game(imported.started)
    except keyring.LinkReplaced:
        return replace(imported, started=None, says=say("bring-replaced"))
    return imported


def recheck(variant: Variant, kept: RulingKept, left: float) -> RulingKept:
    """The ruling as the referee gives it today, or else the one that was kept, doubted.

    It is doubted unless it decides what the referee decides today, and where no seconds are `left`
    to hear it. Raises `Refused` for one that could not be shown.
    """
    try:
        options = dict(kept.case.get("options", {}))
        played = with_options(variant, options)
        VerdictView(played, kept.case, kept.worded())
        # What was doubted when it came here, or before, is not believed for its new words.
        if left > 0 and kept.doubted is not True and _is_same(kept, ours := _ruled(played, kept)):
            return ours
    except (CaseError, OptionError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused("ruling-unreadable") from error
    return structs.replace(kept, doubted=True)


def _ruled(variant: Variant, kept: RulingKept) -> RulingKept:
    """What the referee says of the case of a ruling today."""
    question = question_of(kept.case)
    if question is None:
        raise CaseError("ask", "", str(kept.case["ask"]))
    ruling = rule_by(variant, kept.case)
    if_down = kept.if_down if ruling.verdict == "legal" else UNSET
    answer = VerdictView(variant, kept.case, ruling.as_dict(), if_down=if_down).answer
    return structs.replace(
        kept,
        asks=to_plain(question.phrase(variant)),
        answers=to_plain(Phrase.of("answered", answer=answer)),
        ruling=json.loads(json.dumps(store_ruling(ruling))),
    )


def _is_same(kept: RulingKept, ours: RulingKept) -> bool:
    """Whether both decide the same; the reasons of today are taken for those that were kept."""
    told, facts = kept.ruling["facts"], ours.ruling["facts"]
    decided = all(facts.get(name) == fact for name, fact in told.items() if name != "nearest")
    # An earlier version kept sentences, not what they are made of.
    texts = isinstance(kept.asks, str) and all("says" in one for one in kept.ruling["findings"])
    same = texts or (kept.asks, kept.answers) == (ours.asks, ours.answers)
    return same and decided and kept.ruling["verdict"] == ours.ruling["verdict"]
