"""Rulings kept in the log of a game: what was asked, and what the referee said then."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from json import dumps
from types import NoneType
from typing import Any, Self

from referee.language import Phrase
from referee.rules.stored import phrase_of_plain, say_stored, to_plain, worded
from referee.rules.variant import Variant
from referee.scorebook import limits, shelf
from referee.scorebook.book import Book, LogLine, Sheet, check, fold
from referee.scorebook.entries import Entry, Plain, Stamped, kind
from referee.scorebook.links import Access
from referee.scorebook.refusals import LimitReached, Refused
from referee.scorebook.storage import reading
from referee.scorebook.wording import says


@kind("ruling-kept")
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingKept(Entry):
    """A ruling as it was given; nothing in the game follows from it.

    `asks` is the question and `answers` the answer, phrases or texts of earlier versions. `case`
    and `ruling` are plain data, the ruling as `store_ruling` gives it or with the sentences of an
    earlier version. `deal` is the number of the deal it was about, or None. `doubted`: it came in
    a copy, and was not what the referee said of the case when the copy was taken in.
    """

    asks: str | Phrase
    answers: str | Phrase
    case: Mapping[str, Any]
    ruling: Mapping[str, Any]
    deal: int | None = None
    doubted: bool = False

    @property
    def asked(self) -> str:
        """The question as players read it."""
        return say_stored(self.asks)

    @property
    def answered(self) -> str:
        """The answer as players read it."""
        return say_stored(self.answers)

    def worded(self) -> dict[str, Any]:
        """The ruling as plain data with its sentences."""
        return worded(self.ruling)

    @property
    def touches(self) -> frozenset[str]:
        return frozenset()

    @property
    def is_noted_only(self) -> bool:
        return True

    def differs(self, other: Entry) -> bool:
        return not isinstance(other, RulingKept) or self.asks != other.asks

    @property
    def bytes(self) -> int:
        # Plain data takes about ten times as much memory as its text.
        return 1_000 + 10 * len(dumps(self.body()))

    def body(self) -> dict[str, Any]:
        doubted = {"doubted": True} if self.doubted else {}
        return {
            "asks": to_plain(self.asks),
            "answers": to_plain(self.answers),
            "case": dict(self.case),
            "ruling": dict(self.ruling),
            "deal": self.deal,
            **doubted,
        }

    @classmethod
    def of(cls, body: Plain) -> Self:
        try:
            asks, answers = phrase_of_plain(body["asks"]), phrase_of_plain(body["answers"])
        except ValueError as error:
            raise Refused(says("no.ruling.damaged")) from error
        return cls(
            asks=asks,
            answers=answers,
            case=body["case"],
            ruling=body["ruling"],
            deal=body["deal"],
            doubted=bool(body.get("doubted", False)),
        )


@fold.register
def _note(entry: RulingKept, sheet: Sheet, variant: Variant, stamped: Stamped) -> Sheet:
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
def _check_kept(entry: RulingKept, book: Book) -> None:
    # Copies hold what they like.
    if type(entry.deal) not in (int, NoneType):
        raise Refused(says("no.ruling.damaged"))
    if len(dumps(entry.body())) > limits.RULING_LENGTH:
        raise LimitReached(says("no.ruling.long"))


def kept_ruling(access: Access, number: int) -> tuple[Stamped, RulingKept] | None:
    """The ruling that stands in the log of an opened game at a number, or None."""
    with reading() as connection:
        stamped = shelf.entry_at(connection, access.row, number)
    if stamped is None or not isinstance(stamped.entry, RulingKept):
        return None
    return stamped, stamped.entry
