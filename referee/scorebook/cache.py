"""Books that this process has read, so that a page reads only what is new."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from referee.rules.build import build
from referee.rules.variant import Variant
from referee.scorebook import limits
from referee.scorebook.events import Recorded, RulingKept, read
from referee.scorebook.links import Access, label_of
from referee.scorebook.projection import ScoreBook, read_book, read_on
from referee.scorebook.recent import Recent
from referee.scorebook.storage import edition, entry, game, link, reading

_books: Final[Recent[tuple[str, int], ScoreBook]] = Recent(
    limits.BOOKS_BYTES, lambda book: book.bytes
)
"""By game, and by how often its links were called otherwise: the lines of its log name them."""
lines: Final[Recent[tuple[str, int], tuple[int, Any]]] = Recent(limits.LINES_KEPT)
"""By the same keys, the lines of games on the home page, each with the version that it is of."""
_variants: Final[Recent[tuple[str, str, str], Variant]] = Recent(limits.VARIANTS_KEPT)

EDITION_COLUMNS: Final = (game.c.variant_id, game.c.edition, game.c.options)
"""What `variants_of` needs of a game."""

_STAMPED: Final = (
    sa.select(
        entry,
        link.c.public_id,
        link.c.role,
        link.c.number.label("link_number"),
        link.c.name.label("link_name"),
    )
    .join_from(entry, link, entry.c.link_id == link.c.id)
    .order_by(entry.c.game_id, entry.c.number)
)
_SINCE: Final = _STAMPED.where(
    entry.c.game_id == sa.bindparam("row"), entry.c.number > sa.bindparam("version")
)
_AT: Final = _STAMPED.where(
    entry.c.game_id == sa.bindparam("row"), entry.c.number == sa.bindparam("number")
)
_LOGS: Final = _STAMPED.where(entry.c.game_id.in_(sa.bindparam("rows", expanding=True)))
_GAME: Final = sa.select(*EDITION_COLUMNS).where(game.c.id == sa.bindparam("row"))
_EDITIONS: Final = sa.select(edition).where(
    edition.c.digest.in_(sa.bindparam("digests", expanding=True))
)


def book_of(access: Access) -> ScoreBook:
    """The book of an opened game, at the version it was opened at or a later one."""
    kept = kept_book(access.game_id, access.naming, access.version)
    if kept:
        return kept
    with reading() as connection:
        return load_or_refresh(connection, access, access.version)


def kept_book(game_id: str, naming: int, version: int) -> ScoreBook | None:
    """The book of a game where this process has read it that far."""
    kept = _books.get((game_id, naming))
    return kept if kept and kept.version >= version else None


def load_or_refresh(connection: Connection, access: Access, version: int) -> ScoreBook:
    """The book at a version or later, reading what is missing."""
    kept = _books.get((access.game_id, access.naming))
    if kept and kept.version >= version:
        return kept
    seen = kept.version if kept else 0
    more = _log(connection, _SINCE, row=access.row, version=seen)
    if kept is None:
        found = connection.execute(_GAME, {"row": access.row}).one()
        kept = read_book(variants_of(connection, [found])[0], more)
    else:
        kept = read_on(kept, more)
    return keep(access.game_id, access.naming, kept)


def keep(game_id: str, naming: int, book: ScoreBook) -> ScoreBook:
    """Keep a book unless a later one is kept, and give it back."""
    if not kept_book(game_id, naming, book.version + 1):
        _books.put((game_id, naming), book)
    return book


def forget_game(game_id: str, naming: int) -> None:
    """Let go of the book of a game that was deleted."""
    _books.drop((game_id, naming))
    lines.drop((game_id, naming))


def forget() -> None:
    """Let go of every book and variant, as when the process starts."""
    _books.clear()
    lines.clear()
    _variants.clear()


def entry_at(connection: Connection, game_row: int, number: int) -> Recorded | None:
    """The entry of a game's log at a number, or None."""
    found = _log(connection, _AT, row=game_row, number=number)
    return found[0] if found else None


def kept_ruling(access: Access, number: int) -> tuple[Recorded, RulingKept] | None:
    """The ruling that stands in the log of an opened game at a number, or None."""
    with reading() as connection:
        recorded = entry_at(connection, access.row, number)
    if recorded is None or not isinstance(recorded.event, RulingKept):
        return None
    return recorded, recorded.event


def read_books(connection: Connection, rows: Mapping[int, Any]) -> dict[int, ScoreBook]:
    """Whole books of several games at once, by game row; `rows` have `EDITION_COLUMNS`."""
    logs: dict[int, list[Recorded]] = defaultdict(list)
    for row in connection.execute(_LOGS, {"rows": list(rows)}):
        logs[row.game_id].append(_stamped(row))
    variants = variants_of(connection, rows.values())
    return {
        game_row: read_book(variant, logs[game_row])
        for game_row, variant in zip(rows, variants, strict=True)
    }


def variants_of(connection: Connection, rows: Iterable[Any]) -> list[Variant]:
    """The variants that some games were started under, by their own copies of them."""
    keyed = [((row.edition, row.variant_id, json.dumps(row.options)), row) for row in rows]
    known = {key: kept for key, _ in keyed if (kept := _variants.get(key))}
    missing = {key: row for key, row in keyed if key not in known}
    if missing:
        definitions = _definitions(connection, {row.edition for row in missing.values()})
        for key, row in missing.items():
            known[key] = build(definitions[row.edition], id=row.variant_id, options=row.options)
            _variants.put(key, known[key])
    return [known[key] for key, _ in keyed]


def _definitions(connection: Connection, digests: Iterable[str]) -> dict[str, Any]:
    found = connection.execute(_EDITIONS, {"digests": sorted(digests)})
    return {row.digest: row.definition for row in found}


def _log(connection: Connection, statement: sa.Select[Any], **values: object) -> list[Recorded]:
    return [_stamped(row) for row in connection.execute(statement, values)]


def _stamped(row: Any) -> Recorded:
    return Recorded(
        number=row.number,
        key=row.key,
        at=row.at,
        link_id=row.public_id,
        link_label=label_of(row.role, row.link_number, row.link_name),
        base=row.base,
        event=read(row.body),
    )
