"""Melds on the table while a deal is played: who laid them, and how they lie now."""

from json import dumps

from referee.rules.cards import CardsError, parse_laid
from referee.rules.stored import phrase_of_plain
from referee.rules.variant import Variant
from referee.scorebook import limits
from referee.scorebook.errors import LimitReached, Refused
from referee.scorebook.events import MeldsLaid, Recorded, TableMeld, sentence_of
from referee.scorebook.messages import says
from referee.scorebook.projection import ScoreBook, check
from referee.scorebook.state import GameState, fold, with_log_line


@fold.register
def _lay(entry: MeldsLaid, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    return with_log_line(sheet, stamped, sentence_of(entry.did))


@check.register
def _check_laid(entry: MeldsLaid, book: ScoreBook) -> None:
    if book.next_deal is None or entry.deal != book.next_deal_id:
        raise Refused(says("no.deal.over"))
    # Programs and copies send what they like.
    too_long = not isinstance(entry.did, str) and len(dumps(entry.did)) > limits.SENTENCE_LENGTH
    try:
        phrase_of_plain(entry.did)
    except ValueError as error:
        raise Refused(says("no.did", most=limits.SENTENCE_LENGTH)) from error
    if too_long:
        raise LimitReached(says("no.did", most=limits.SENTENCE_LENGTH))
    for meld in entry.melds:
        try:
            known = meld.by in book.names and parse_laid(meld.cards)
        except CardsError as error:
            raise Refused(str(error)) from error
        if not known:
            raise Refused(says("no.hands", players=", ".join(book.names.values())))


def melds_of(book: ScoreBook) -> tuple[TableMeld, ...]:
    """The melds that lie on the table in the deal that is played, in the order laid."""
    for stamped in reversed(book.entries):
        entry = stamped.event
        if isinstance(entry, MeldsLaid) and stamped.number in book.effective:
            return entry.melds if entry.deal == book.next_deal_id else ()
    return ()
