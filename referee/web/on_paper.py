"""A game's book as a sheet of paper shows it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import dropwhile, pairwise
from typing import Final

from flask import current_app

from referee.language import listed, say
from referee.language.markup import shown_day
from referee.printing.ahead import make_ahead
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions
from referee.rules.schema.variant import Variant
from referee.scorebook.cache import book_of
from referee.scorebook.events.base import Event
from referee.scorebook.events.deals import DealDeleted, NewDeal
from referee.scorebook.events.table import OptionsChanged, PointsGiven, RulingKept, options_changed
from referee.scorebook.events.undoing import Undone
from referee.scorebook.links import Access, Role, open_game, viewer_token
from referee.scorebook.projection import ScoreBook
from referee.scorebook.score_table import score_table, with_corrections
from referee.scorebook.statistics import day_of
from referee.web import keyring

_REASONS: Final = 2


def game_of_link(link: str) -> tuple[Variant, GameOnPaper] | None:
    """The game that a table's link opens, for paper; None for a link that opens nothing.

    The link on paper is the one to follow the game, at the same address.
    """
    address, slash, token = link.rstrip("/").rpartition("/")
    access = open_game(token)
    if access is None:
        return None
    follows = token if access.role is Role.VIEWER else viewer_token(access)
    return _on_paper(access, f"{address}/{follows}" if slash and follows else None)


def game_to_print(game_id: str) -> tuple[Variant, GameOnPaper]:
    """The game of a table for this browser, with the link to follow it if it may hand that out."""
    access, link = keyring.open_or_404(game_id), None
    # A link to the one phone that has the game would lead nobody there.
    if access.role is Role.KEEPER and not current_app.config.get("WITHOUT_SERVER"):
        link = keyring.link_address(viewer_token(access))
    return _on_paper(access, link)


def make_sheets_ahead(variant: Variant, game: GameOnPaper | None, options: PrintOptions) -> None:
    """Have the sheets made that are wanted first, where a server runs for long enough."""
    if current_app.config.get("PRINTS_AHEAD"):
        make_ahead(variant, options, game, current_app.config["INSTANCE"] / "prints")


def make_first_sheets(game_id: str) -> None:
    """Have the first sheets of a new game made ahead, where sheets are made ahead at all."""
    if current_app.config.get("PRINTS_AHEAD"):
        make_sheets_ahead(*game_to_print(game_id), PrintOptions())


def _on_paper(access: Access, link: str | None) -> tuple[Variant, GameOnPaper]:
    """What a game is, what goes on paper of it, and a link back to it."""
    book = book_of(access)
    game = GameOnPaper(
        title=book.title or access.title,
        scores=with_corrections(score_table(book), book),
        winners=book.winners,
        finished=book.finished,
        ended=book.finished and book.state.ended,
        link=link,
        date=shown_day(day_of(book)),
    )
    lines = [(line, line.recorded.event) for line in book.log if line.stands]
    # What was settled before any points were is no change of the game that was played.
    later = dropwhile(lambda line: not isinstance(line[1], NewDeal | PointsGiven), lines)
    struck = {row.deal_id for row in game.scores.rows if row.number in game.letters}
    return book.variant, replace(
        game,
        corrections=(
            *_corrected(game, book),
            *_ruled_otherwise(book),
            *(
                line.says
                for line, event in later
                if _is_told(event, book) and event.corrects not in struck
            ),
        ),
        rulings=tuple(
            _ruling(event, otherwise=book.settled_otherwise(line.number))
            for line, event in lines
            if isinstance(event, RulingKept)
        ),
        signatures=tuple(_signatures(book)),
    )


def _corrected(game: GameOnPaper, book: ScoreBook) -> Iterator[str]:
    """A line for each deal whose points were corrected, by its letter: what, by whom and when."""
    for row in game.scores.rows:
        if row.number not in game.letters:
            continue
        changed = [
            say("print-changed", player=cell.name, before=cell.was, now=cell.points or 0)
            for cell in row.cells
            if cell.was is not None
        ]
        last = max(
            recorded.number
            for recorded in book.events
            if recorded.number in book.effective and recorded.event.corrects == row.deal_id
        )
        line = book.line(last)
        yield say(
            "print-corrected",
            letter=game.letters[row.number],
            deal=row.number,
            changed=listed(changed),
            who=line.who if line else "",
            at=f"{line.at.astimezone():%H:%M}" if line else "",
        )


def _ruled_otherwise(book: ScoreBook) -> Iterator[str]:
    """A line for each house rule by which a deal was not played as the one before it."""
    played = [row.variant for row in book.deals] + [book.variant] * (not book.finished)
    for deal, (before, after) in enumerate(pairwise(played), 2):
        for name in options_changed(before, after):
            option = after.options[name]
            now, then = option.label(after.chosen[name]), option.label(before.chosen[name])
            yield say("print-option", deal=deal, asks=option.asks, now=now, before=then)


def _is_told(event: Event, book: ScoreBook) -> bool:
    """Whether it changed something of which the table still has a part."""
    deal = event.deal if isinstance(event, NewDeal | DealDeleted) else event.corrects
    is_gone = deal is not None and book.deal_by_id(deal) is None
    told = event.is_change and not event.is_annotation and not is_gone
    return told and not isinstance(event, OptionsChanged | Undone)


def _signatures(book: ScoreBook) -> Iterator[str]:
    """Who agreed to which deal, and who only to what it was before a change."""
    for row in book.deals:
        for message, stands in (("print-signed", True), ("print-signed-before", False)):
            if players := book.signers(row, stands=stands):
                yield say(message, deal=row.number, players=listed(players))


def _ruling(kept: RulingKept, *, otherwise: bool) -> str:
    """A ruling that a table kept, in a line: what was asked, the answer, and why.

    One that came in a copy, and that the referee did not give, is said to be so first; so is one
    that the table settled `otherwise`.
    """
    findings = kept.worded()["findings"]
    right = kept.ruling.get("verdict") != "illegal"
    reasons = [str(finding["says"]) for finding in findings if finding["ok"] is right]
    doubt = say("print-doubted") if kept.doubted else ""
    denied = say("print-not-agreed") if otherwise else ""
    ruling = " ".join(filter(None, [doubt, denied, kept.asked, kept.answered, *reasons[:_REASONS]]))
    return say("print-ruling", deal=kept.deal, ruling=ruling) if kept.deal else ruling
