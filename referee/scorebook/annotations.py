"""Rulings and melds on the table: they stand in the log, and no points follow from them."""

from json import dumps

from referee.language import Phrase, say
from referee.rules.cards import CardsError, parse_laid
from referee.rules.stored import phrase_of_plain
from referee.scorebook import limits
from referee.scorebook.errors import LimitReached, Refused
from referee.scorebook.events import LaidMeld, MeldsLaid, RulingKept, write
from referee.scorebook.projection import ScoreBook, check
from referee.scorebook.state import Folded, GameState, fold


@fold.register
def _keep(event: RulingKept, state: GameState) -> Folded:
    line = Phrase.of(
        "log-ruling-doubted" if event.doubted else "log-ruling-kept",
        asks=phrase_of_plain(event.asks),
        answers=phrase_of_plain(event.answers),
    )
    return Folded(state, (line,), event.deal)


@fold.register
def _lay(event: MeldsLaid, state: GameState) -> Folded:
    return Folded(state, (phrase_of_plain(event.did),))


@check.register
def _check_ruling(event: RulingKept, book: ScoreBook) -> None:
    try:
        phrase_of_plain(event.asks), phrase_of_plain(event.answers)
    except ValueError as error:
        raise Refused(say("no-ruling-damaged")) from error
    if len(dumps(write(event))) > limits.RULING_LENGTH:
        raise LimitReached(say("no-ruling-long"))


@check.register
def _check_melds(event: MeldsLaid, book: ScoreBook) -> None:
    if book.next_deal is None or event.deal != book.next_deal_id:
        raise Refused(say("no-deal-over"))
    try:
        phrase_of_plain(event.did)
    except ValueError as error:
        raise Refused(say("no-did", most=limits.SENTENCE_LENGTH)) from error
    if isinstance(event.did, dict) and len(dumps(event.did)) > limits.SENTENCE_LENGTH:
        raise LimitReached(say("no-did", most=limits.SENTENCE_LENGTH))
    for meld in event.melds:
        try:
            known = meld.by in book.names and parse_laid(meld.cards)
        except CardsError as error:
            raise Refused(str(error)) from error
        if not known:
            raise Refused(say("no-hands", players=", ".join(book.names.values())))


def melds_of(book: ScoreBook) -> tuple[LaidMeld, ...]:
    """The melds that lie on the table in the deal that is played, in the order laid."""
    for recorded in reversed(book.events):
        event = recorded.event
        if isinstance(event, MeldsLaid) and recorded.number in book.effective:
            return event.melds if event.deal == book.next_deal_id else ()
    return ()
