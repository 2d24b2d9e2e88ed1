"""Rulings kept in the log of a game: what was asked, and what the referee said then."""

from dataclasses import replace
from json import dumps

from referee.rules.stored import phrase_of_plain
from referee.rules.variant import Variant
from referee.scorebook import cache, limits
from referee.scorebook.errors import LimitReached, Refused
from referee.scorebook.events import Recorded, RulingKept, write
from referee.scorebook.links import Access
from referee.scorebook.messages import says
from referee.scorebook.projection import ScoreBook, check
from referee.scorebook.state import GameState, LogLine, fold
from referee.scorebook.storage import reading


@fold.register
def _note(entry: RulingKept, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    line = LogLine(
        number=stamped.number,
        at=stamped.at,
        who=stamped.label,
        says=says(
            "ruling.doubted" if entry.doubted else "ruling.kept",
            asks=entry.asked,
            answers=entry.answered,
        ),
        deal=entry.deal,
        is_ruling=True,
    )
    return replace(sheet, log=(*sheet.log, line))


@check.register
def _check_kept(entry: RulingKept, book: ScoreBook) -> None:
    try:
        phrase_of_plain(entry.asks), phrase_of_plain(entry.answers)
    except ValueError as error:
        raise Refused(says("no.ruling.damaged")) from error
    if len(dumps(write(entry))) > limits.RULING_LENGTH:
        raise LimitReached(says("no.ruling.long"))


def kept_ruling(access: Access, number: int) -> tuple[Recorded, RulingKept] | None:
    """The ruling that stands in the log of an opened game at a number, or None."""
    with reading() as connection:
        stamped = cache.entry_at(connection, access.row, number)
    if stamped is None or not isinstance(stamped.event, RulingKept):
        return None
    return stamped, stamped.event
