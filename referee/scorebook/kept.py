"""Rulings kept in the log of a game: what was asked, and what the referee said then."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from json import dumps
from types import NoneType
from typing import Any, Self

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

    `asks` is the question and `answers` the answer in players' words, `case` and `ruling` both as
    plain data, `deal` the number of the deal it was about, or None. `doubted`: it came in a copy,
    and was not what the referee said of the case when the copy was taken in.
    """

    asks: str
    answers: str
    case: Mapping[str, Any]
    ruling: Mapping[str, Any]
    deal: int | None = None
    doubted: bool = False

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
            "asks": self.asks,
            "answers": self.answers,
            "case": dict(self.case),
            "ruling": dict(self.ruling),
            "deal": self.deal,
            **doubted,
        }

    @classmethod
    def of(cls, body: Plain) -> Self:
        return cls(
            asks=body["asks"],
            answers=body["answers"],
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
            asks=entry.asks,
            answers=entry.answers,
        ),
        deal=entry.deal,
        is_ruling=True,
    )
    return replace(sheet, log=(*sheet.log, line))


@check.register
def _check_kept(entry: RulingKept, book: Book) -> None:
    # Copies hold what they like.
    texts: tuple[object, ...] = (entry.asks, entry.answers)
    if not all(isinstance(text, str) for text in texts) or type(entry.deal) not in (int, NoneType):
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
