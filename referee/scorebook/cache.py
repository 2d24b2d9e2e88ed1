"""Books that this process has read, so that a page reads only what is new."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Mapping
from math import inf
from operator import attrgetter
from threading import Lock
from typing import Any, Final, Generic, TypeVar

import sqlalchemy as sa
from cachetools import LRUCache
from flask import g
from sqlalchemy.orm import Session

from referee.rules.building.build import build
from referee.rules.schema.variant import Variant
from referee.scorebook import limits
from referee.scorebook.errors import NotAllowed
from referee.scorebook.events import read
from referee.scorebook.events.base import Recorded
from referee.scorebook.events.table import with_options
from referee.scorebook.links import Access, label_of
from referee.scorebook.models import EditionRow, EventRow, GameRow, LinkRow
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import read_book, read_on
from referee.scorebook.storage import reading

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class TooLong(Exception):
    """Books are asked for that have more entries than `g.most_entries`, where that is set."""


class Recent(Generic[K, V]):
    """The values asked for last, whose sizes come to `most` at most; threads may share it.

    Without `size` each value counts 1. A value larger than `most` is not kept.
    """

    def __init__(self, most: int, size: Callable[[V], int] = lambda _: 1) -> None:
        self._kept: LRUCache[K, V] = LRUCache(most, getsizeof=size)
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """The value of a key, or None where it is not kept (any more)."""
        with self._lock:
            return self._kept.get(key)

    def put(self, key: K, value: V) -> None:
        """Keep a value in place of an earlier one, and let go of those not asked for longest."""
        with self._lock:
            try:
                self._kept[key] = value
            except ValueError:
                self._kept.pop(key, None)

    def drop(self, key: K) -> None:
        """Let go of one value, where it is kept."""
        with self._lock:
            self._kept.pop(key, None)

    def clear(self) -> None:
        """Let go of all of them."""
        with self._lock:
            self._kept.clear()


_books: Final[Recent[tuple[str, int], ScoreBook]] = Recent(limits.BOOKS_BYTES, attrgetter("bytes"))
"""By game, and by how often its links were called otherwise: the lines of its log name them."""
_variants: Final[Recent[tuple[str, str], Variant]] = Recent(limits.VARIANTS_KEPT)
"""By the digests of their definitions and by id, variants under their defaults."""

EDITION_COLUMNS: Final = (GameRow.variant_id, GameRow.edition, GameRow.options)
"""What `variants_of` needs of a game."""

_LOG: Final = (
    sa.select(
        EventRow.game_id,
        EventRow.number,
        EventRow.key,
        EventRow.at,
        EventRow.base,
        EventRow.body,
        LinkRow.public_id,
        LinkRow.role,
        LinkRow.number.label("link_number"),
        LinkRow.name,
    )
    .join_from(EventRow, LinkRow, EventRow.link_id == LinkRow.id)
    .order_by(EventRow.game_id, EventRow.number)
)
"""The events of games in their order, without their links as objects: a log may be long."""


def book_of(access: Access) -> ScoreBook:
    """The book of an opened game, at the version it was opened at or a later one.

    Raises `NotAllowed` where the game was deleted since.
    """
    _check_length(access.version)
    if kept := _kept(access):
        return kept
    with reading() as session:
        return load_or_refresh(session, access, access.version)


def _check_length(entries: int) -> None:
    if entries > g.get("most_entries", inf):
        raise TooLong


def _kept(opened: Any) -> ScoreBook | None:
    """The book of a game where this process has read it as far as it was opened."""
    kept = _books.get((opened.game_id, opened.label_version))
    return kept if kept and kept.version >= opened.version else None


def load_or_refresh(
    session: Session, access: Access, version: int, seen: ScoreBook | None = None
) -> ScoreBook:
    """The book at a version or later, reading what is missing, also in the book `seen` before."""
    kept = _books.get((access.game_id, access.label_version))
    if seen and (kept is None or kept.version < seen.version):
        kept = seen
    if kept and kept.version >= version:
        return kept
    after = kept.version if kept else 0
    unread = _LOG.where(EventRow.game_id == access.row, EventRow.number > after)
    more = [_record(row) for row in session.execute(unread)]
    if kept is None:
        edition = session.execute(
            sa.select(*EDITION_COLUMNS).where(GameRow.id == access.row)
        ).first()
        if edition is None:
            raise NotAllowed("may-not-any-more")
        kept = read_book(variants_of(session, [edition])[0], more)
    else:
        kept = read_on(kept, more)
    return keep(access.game_id, access.label_version, kept)


def keep(game_id: str, label_version: int, book: ScoreBook) -> ScoreBook:
    """Keep a book unless a later one is kept, and give it back."""
    kept = _books.get((game_id, label_version))
    if kept is None or kept.version <= book.version:
        _books.put((game_id, label_version), book)
    return book


def forget_game(game_id: str, label_version: int) -> None:
    """Let go of the book of a game that was deleted."""
    _books.drop((game_id, label_version))


def forget() -> None:
    """Let go of every book and variant, as when the process starts."""
    _books.clear()
    _variants.clear()


def read_books(session: Session, rows: Mapping[int, Any]) -> dict[int, ScoreBook]:
    """The books of several games at once, by game row; raises `TooLong`.

    `rows` have `OPENED_GAME` and `EDITION_COLUMNS`.
    """
    books = {number: kept for number, row in rows.items() if (kept := _kept(row))}
    unread = {number: row for number, row in rows.items() if number not in books}
    if not unread:
        return books
    _check_length(sum(row.version for row in unread.values()))
    logs: dict[int, list[Recorded]] = defaultdict(list)
    for entry in session.execute(_LOG.where(EventRow.game_id.in_(unread))):
        logs[entry.game_id].append(_record(entry))
    variants = variants_of(session, unread.values())
    for (number, row), variant in zip(unread.items(), variants, strict=True):
        book = read_book(variant, logs[number])
        books[number] = keep(row.game_id, row.label_version, book)
    return books


def variants_of(session: Session, rows: Collection[Any]) -> list[Variant]:
    """The variants that some games were started under, by their own copies of them."""
    editions = {(row.edition, row.variant_id) for row in rows}
    usual = {edition: kept for edition in editions if (kept := _variants.get(edition))}
    if missing := editions - usual.keys():
        digests = sorted({digest for digest, _ in missing})
        kept_as = session.scalars(sa.select(EditionRow).where(EditionRow.digest.in_(digests)))
        definitions = {row.digest: row.definition for row in kept_as}
        for digest, id in missing:
            usual[digest, id] = build(definitions[digest], id=id)
            _variants.put((digest, id), usual[digest, id])
    return [with_options(usual[row.edition, row.variant_id], row.options) for row in rows]


def _record(row: Any) -> Recorded:
    return Recorded(
        number=row.number,
        key=row.key,
        at=row.at,
        link_id=row.public_id,
        link_label=label_of(row.role, row.link_number, row.name),
        base=row.base,
        event=read(row.body),
    )
