"""Melds on the table while a deal is played: who laid them, and how they lie now."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from typing import Any, Self

from referee.language import Phrase
from referee.rules.cards import CardsError, parse_laid
from referee.rules.stored import phrase_of_plain, say_stored, to_plain
from referee.rules.variant import Variant
from referee.scorebook import limits
from referee.scorebook.book import Book, check
from referee.scorebook.entries import Entry, Plain, Stamped, kind
from referee.scorebook.refusals import LimitReached, Refused
from referee.scorebook.sheet import Sheet, fold, noted
from referee.scorebook.wording import says


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMeld:
    """A meld on the table: `by` is the key of the player who laid it, `cards` as cases write it."""

    by: str
    cards: str


@kind("melds-laid")
@dataclass(frozen=True, slots=True, kw_only=True)
class MeldsLaid(Entry):
    """The melds of a deal as they all lie now; `did` is what was done.

    It is a phrase, or a text from programs and earlier versions. `deal` is the number that entries
    call the deal by. No points follow from it.
    """

    deal: int
    melds: tuple[TableMeld, ...]
    did: str | Phrase

    @property
    def touches(self) -> frozenset[str]:
        return frozenset({f"melds {self.deal}"})

    @property
    def is_noted_only(self) -> bool:
        return True

    def differs(self, other: Entry) -> bool:
        return not isinstance(other, MeldsLaid) or self.did != other.did

    @property
    def bytes(self) -> int:
        return 1_000 + 200 * len(self.melds)

    def body(self) -> dict[str, Any]:
        melds = [{"by": meld.by, "cards": meld.cards} for meld in self.melds]
        return {"deal": self.deal, "melds": melds, "did": to_plain(self.did)}

    @classmethod
    def of(cls, body: Plain) -> Self:
        try:
            did = phrase_of_plain(body["did"])
        except ValueError as error:
            raise Refused(says("no.did", most=limits.SENTENCE_LENGTH)) from error
        return cls(
            deal=body["deal"],
            melds=tuple(_meld(one) for one in body["melds"]),
            did=did,
        )


def _meld(plain: Mapping[str, str]) -> TableMeld:
    return TableMeld(by=plain["by"], cards=plain["cards"])


@fold.register
def _lay(entry: MeldsLaid, sheet: Sheet, variant: Variant, stamped: Stamped) -> Sheet:
    return noted(sheet, stamped, say_stored(entry.did))


@check.register
def _check_laid(entry: MeldsLaid, book: Book) -> None:
    if book.next_deal is None or type(entry.deal) is not int or entry.deal != book.next_slip:
        raise Refused(says("no.deal.over"))
    # Programs and copies send what they like.
    did = entry.did if isinstance(entry.did, str) else dumps(to_plain(entry.did))
    if len(did) > limits.SENTENCE_LENGTH:
        raise LimitReached(says("no.did", most=limits.SENTENCE_LENGTH))
    if len(entry.melds) > limits.TABLE_MELDS:
        raise LimitReached(says("no.melds", most=limits.TABLE_MELDS))
    for meld in entry.melds:
        try:
            known = meld.by in book.names and parse_laid(meld.cards)
        except CardsError as error:
            raise Refused(str(error)) from error
        if not known:
            raise Refused(says("no.hands", players=", ".join(book.names.values())))


def melds_of(book: Book) -> tuple[TableMeld, ...]:
    """The melds that lie on the table in the deal that is played, in the order laid."""
    for stamped in reversed(book.entries):
        entry = stamped.entry
        if isinstance(entry, MeldsLaid) and stamped.number in book.standing:
            return entry.melds if entry.deal == book.next_slip else ()
    return ()
