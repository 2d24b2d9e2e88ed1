"""Rulings and melds on the table: they stand in the log, and no points follow from them."""

from json import dumps
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from referee.language import Phrase, say
from referee.rules.cards import CardsError, parse_laid
from referee.rules.stored import phrase_of_plain, worded
from referee.scorebook import limits
from referee.scorebook.checked import fitting
from referee.scorebook.errors import LimitReached, Refused
from referee.scorebook.events.base import Cards, DealId, Event, Phrasing, PlayerKey, sentence_of
from referee.scorebook.events.state import Folded, GameState

if TYPE_CHECKING:
    from referee.scorebook.projection import ScoreBook


class LaidMeld(Struct, frozen=True, kw_only=True):
    """A meld on the table: `by` is the key of the player who laid it, `cards` as cases write it."""

    by: PlayerKey
    cards: Cards


class MeldsLaid(Event, frozen=True, kw_only=True):
    """The melds of a deal as they all lie now; `did` is what was done. No points follow from it."""

    deal: DealId
    melds: Annotated[
        tuple[LaidMeld, ...],
        fitting(Phrase.of("fits-melds", most=limits.TABLE_MELDS), max_length=limits.TABLE_MELDS),
    ]
    did: Phrasing

    subjects = ("melds {0.deal}",)

    is_annotation = True

    def repeats(self, other: Event) -> bool:
        return isinstance(other, MeldsLaid) and self.did == other.did

    def check(self, book: "ScoreBook") -> None:
        if book.next_deal is None or self.deal != book.next_deal_id:
            raise Refused(say("no-deal-over"))
        try:
            phrase_of_plain(self.did)
        except ValueError as error:
            raise Refused(say("no-did", most=limits.SENTENCE_LENGTH)) from error
        if isinstance(self.did, dict) and len(dumps(self.did)) > limits.SENTENCE_LENGTH:
            raise LimitReached(say("no-did", most=limits.SENTENCE_LENGTH))
        for meld in self.melds:
            try:
                known = meld.by in book.names and parse_laid(meld.cards)
            except CardsError as error:
                raise Refused(str(error)) from error
            if not known:
                raise Refused(say("no-hands", players=", ".join(book.names.values())))

    def apply(self, state: GameState) -> Folded:
        return Folded(state, (phrase_of_plain(self.did),))


class RulingKept(Event, frozen=True, kw_only=True):
    """A ruling as it was given; nothing in the game follows from it.

    `asks` is the question and `answers` the answer. `case` and `ruling` are plain data, the ruling
    as `store_ruling` gives it or with the sentences of an earlier version. `deal` is the number of
    the deal it was about, or None. `doubted`: it came in a copy, and was not what the referee said
    of the case when the copy was taken in.
    """

    asks: Phrasing
    answers: Phrasing
    case: dict[str, Any]
    ruling: dict[str, Any]
    deal: int | None = None
    doubted: bool | UnsetType = UNSET

    @property
    def asked(self) -> str:
        """The question as players read it."""
        return sentence_of(self.asks)

    @property
    def answered(self) -> str:
        """The answer as players read it."""
        return sentence_of(self.answers)

    def worded(self) -> dict[str, Any]:
        """The ruling as plain data with its sentences."""
        return worded(self.ruling)

    is_annotation = True
    from_programs = False

    def repeats(self, other: Event) -> bool:
        return isinstance(other, RulingKept) and self.asks == other.asks

    def check(self, book: "ScoreBook") -> None:
        try:
            phrase_of_plain(self.asks), phrase_of_plain(self.answers)
        except ValueError as error:
            raise Refused(say("no-ruling-damaged")) from error
        if len(dumps(msgspec.to_builtins(self))) > limits.RULING_LENGTH:
            raise LimitReached(say("no-ruling-long"))

    def apply(self, state: GameState) -> Folded:
        line = Phrase.of(
            "log-ruling-doubted" if self.doubted else "log-ruling-kept",
            asks=phrase_of_plain(self.asks),
            answers=phrase_of_plain(self.answers),
        )
        return Folded(state, (line,), self.deal)


def melds_of(book: "ScoreBook") -> tuple[LaidMeld, ...]:
    """The melds that lie on the table in the deal that is played, in the order laid."""
    for recorded in reversed(book.events):
        event = recorded.event
        if isinstance(event, MeldsLaid) and recorded.number in book.effective:
            return event.melds if event.deal == book.next_deal_id else ()
    return ()
