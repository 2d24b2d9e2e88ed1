"""Books that this process has read, so that a page reads only what is new."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from referee.rules.build import build
from referee.rules.variant import Variant
from referee.scorebook import limits
from referee.scorebook.events import Recorded, RulingKept, read
from referee.scorebook.links import Access, label_of
from referee.scorebook.models import EditionRow, EventRow, GameRow, LinkRow
from referee.scorebook.projection import ScoreBook, read_book, read_on
from referee.scorebook.recent import Recent
from referee.scorebook.storage import reading

_books: Final[Recent[tuple[str, int], ScoreBook]] = Recent(
    limits.BOOKS_BYTES, lambda book: book.bytes
)
"""By game, and by how often its links were called otherwise: the lines of its log name them."""
lines: Final[Recent[tuple[str, int], tuple[int, Any]]] = Recent(limits.LINES_KEPT)
"""By the same keys, the lines of games on the home page, each with the version that it is of."""
_variants: Final[Recent[tuple[str, str, str], Variant]] = Recent(limits.VARIANTS_KEPT)

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
    """The book of an opened game, at the version it was opened at or a later one."""
    kept = kept_book(access.game_id, access.label_version, access.version)
    if kept:
        return kept
    with reading() as session:
        return load_or_refresh(session, access, access.version)


def kept_book(game_id: str, label_version: int, version: int) -> ScoreBook | None:
    """The book of a game where this process has read it that far."""
    kept = _books.get((game_id, label_version))
    return kept if kept and kept.version >= version else None


def load_or_refresh(session: Session, access: Access, version: int) -> ScoreBook:
    """The book at a version or later, reading what is missing."""
    kept = _books.get((access.game_id, access.label_version))
    if kept and kept.version >= version:
        return kept
    seen = kept.version if kept else 0
    more = _recorded(session, _LOG.where(EventRow.game_id == access.row, EventRow.number > seen))
    if kept is None:
        edition = session.execute(sa.select(*EDITION_COLUMNS).where(GameRow.id == access.row)).one()
        kept = read_book(variants_of(session, [edition])[0], more)
    else:
        kept = read_on(kept, more)
    return keep(access.game_id, access.label_version, kept)


def keep(game_id: str, label_version: int, book: ScoreBook) -> ScoreBook:
    """Keep a book unless a later one is kept, and give it back."""
    if not kept_book(game_id, label_version, book.version + 1):
        _books.put((game_id, label_version), book)
    return book


def forget_game(game_id: str, label_version: int) -> None:
    """Let go of the book of a game that was deleted."""
    _books.drop((game_id, label_version))
    lines.drop((game_id, label_version))


def forget() -> None:
    """Let go of every book and variant, as when the process starts."""
    _books.clear()
    lines.clear()
    _variants.clear()


def entry_at(session: Session, game_row: int, number: int) -> Recorded | None:
    """The entry of a game's log at a number, or None."""
    entries = _recorded(
        session, _LOG.where(EventRow.game_id == game_row, EventRow.number == number)
    )
    return entries[0] if entries else None


def kept_ruling(access: Access, number: int) -> tuple[Recorded, RulingKept] | None:
    """The ruling that stands in the log of an opened game at a number, or None."""
    with reading() as session:
        recorded = entry_at(session, access.row, number)
    if recorded is None or not isinstance(recorded.event, RulingKept):
        return None
    return recorded, recorded.event


def read_books(session: Session, rows: Mapping[int, Any]) -> dict[int, ScoreBook]:
    """Whole books of several games at once, by game row; `rows` have `EDITION_COLUMNS`."""
    logs: dict[int, list[Recorded]] = defaultdict(list)
    for row in session.execute(_LOG.where(EventRow.game_id.in_(rows))):
        logs[row.game_id].append(_record(row))
    variants = variants_of(session, rows.values())
    return {
        game_row: read_book(variant, logs[game_row])
        for game_row, variant in zip(rows, variants, strict=True)
    }


def variants_of(session: Session, rows: Iterable[Any]) -> list[Variant]:
    """The variants that some games were started under, by their own copies of them."""
    keyed = [((row.edition, row.variant_id, json.dumps(row.options)), row) for row in rows]
    known = {key: kept for key, _ in keyed if (kept := _variants.get(key))}
    missing = {key: row for key, row in keyed if key not in known}
    if missing:
        digests = sorted({row.edition for row in missing.values()})
        editions = session.scalars(sa.select(EditionRow).where(EditionRow.digest.in_(digests)))
        definitions = {edition.digest: edition.definition for edition in editions}
        for key, row in missing.items():
            known[key] = build(definitions[row.edition], id=row.variant_id, options=row.options)
            _variants.put(key, known[key])
    return [known[key] for key, _ in keyed]


def _recorded(session: Session, log: sa.Select[Any]) -> list[Recorded]:
    return [_record(row) for row in session.execute(log)]


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
