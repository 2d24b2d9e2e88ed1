"""What the pages call: start a game, open it by a link, write in it, delete it.

Every function that opens the database needs an app context.
"""

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from referee.rules.deals import DealError, plan_deal
from referee.rules.schema.variant import Variant
from referee.scorebook import cache, limits
from referee.scorebook.book_file import WAIT_SECONDS
from referee.scorebook.cache import book_of
from referee.scorebook.errors import LimitReached, NotAllowed, Refused
from referee.scorebook.events.base import Event, Recorded, Seat, key_of, player_key
from referee.scorebook.events.deals import CardsDrawn, DealInserted, Started
from referee.scorebook.events.signing import DealSigned
from referee.scorebook.events.undoing import Undone
from referee.scorebook.links import (
    OPENED_GAME,
    Access,
    Role,
    add_link,
    carry_writers,
    check_writes,
    idempotency_key,
    lock_game,
    new_id,
    token_hash,
    token_of,
    writing_in,
)
from referee.scorebook.models import CodeRow, CountedHandRow, EditionRow, EventRow, GameRow, LinkRow
from referee.scorebook.names import clean_names, clean_note, same_name
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import follow
from referee.scorebook.score_table import ScoreTotal, best_first, score_totals
from referee.scorebook.storage import appending, insert_once, now, reading, writing


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game just started, with the secrets of its two links (26 letters and digits each)."""

    game_id: str
    keeper_token: str = field(repr=False)
    viewer_token: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The entry stands in the book. `again`: it did so before, for its key was sent twice."""

    book: ScoreBook
    recorded: Recorded
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """Nothing was written: `theirs`, newer than the entry's base, are about the same thing.

    They are the last `limits.LOG_PART` of such entries, oldest first.
    """

    book: ScoreBook
    theirs: tuple[Recorded, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownGame:
    """A game that a browser holds a link to; `title` is its note, else what was played."""

    game_id: str
    title: str
    role: Role
    written_at: datetime
    book: ScoreBook

    @property
    def standings(self) -> tuple[ScoreTotal, ...]:
        """Those who play, best first."""
        return best_first(score_totals(self.book))


def start_game(
    variant: Variant,
    players: Sequence[str],
    first_dealer: int,
    *,
    key: str | None = None,
    note: str = "",
) -> NewGame:
    """Start a game at a table of named players in seat order; `first_dealer` is a seat's index.

    The game keeps its own copy of the variant and its options. `key` was drawn with the form and is
    known to nobody else: the same form sent twice starts one game. `note` becomes the title, else
    the variant's name does.
    Raises `NameRefused` or another `Refused` for what would be right instead.
    """
    if not 0 <= first_dealer < len(players):
        raise Refused("no-dealer")
    names = clean_names(players)
    title = clean_note(note) or variant.name
    edition, options = digest_of(variant.definition), dict(variant.turned)
    # What differs is another game even under the same key: nobody is handed a stranger's game.
    own_key = idempotency_key(key)
    whole = ["start", own_key, variant.id, edition, options, title, names, first_dealer]
    return _start(digest_of(whole), variant, title, names, first_dealer)


def play_again(access: Access, *, key: str) -> NewGame:
    """Start the same game once more in the same seats, once for each `key`.

    The deal goes on round the table: whose turn it is after the last deal deals first. A game that
    is over leads to this one, all who write in it or keep it do so here too, and phones take their
    seats by its code. Raises `NotAllowed` for a viewer's or a withdrawn link, and `Refused` where
    too few are left.
    """
    check_writes(access.writes)
    book = book_of(access)
    with reading() as session:
        lock_game(session.connection(), access)
    start_key = digest_of(["again", idempotency_key(key), access.game_id])
    names = [seat.name for seat in book.plays_again]
    first_dealer = [seat.key for seat in book.plays_again].index(book.state.next_dealer)
    started = _start(start_key, book.variant, access.title, names, first_dealer)
    if book.finished:
        with writing() as session:
            leads_on = sa.update(GameRow).where(GameRow.id == access.row)
            session.execute(leads_on.values(next_game=started.game_id))
            game = session.scalar(sa.select(GameRow.id).where(GameRow.public_id == started.game_id))
            if game is not None:
                carry_writers(session, access, game, started.game_id)
            if access.has_code and session.get(CodeRow, game) is None:
                code = sa.update(CodeRow).where(CodeRow.game_id == access.row)
                session.execute(code.values(game_id=game))
    return started


def _start(
    start_key: str, variant: Variant, title: str, names: Sequence[str], first_dealer: int
) -> NewGame:
    try:
        plan_deal(variant.at(1), len(names))
    except DealError as error:
        raise Refused("", str(error)) from error
    at = now()
    seats = tuple(Seat(key=player_key(number), name=name) for number, name in enumerate(names, 1))
    sat_down = Recorded(
        number=1,
        key=start_key,
        at=at,
        link_id="",
        link_label="",
        base=0,
        event=Started(players=seats, first_dealer=seats[first_dealer].key),
    )
    with writing() as session:
        return add_game(session, start_key, variant, title, at, [sat_down])


def started_before(session: Session, start_key: str) -> NewGame | None:
    """The game that was started under a key, or None."""
    # The two links that the game was started with: the keeper's, then the viewer's.
    links = (
        sa.select(GameRow.public_id.label("game_id"), LinkRow.public_id)
        .join_from(GameRow, LinkRow, LinkRow.game_id == GameRow.id)
        .where(GameRow.start_key == start_key)
        .order_by(LinkRow.id)
        .limit(2)
    )
    started = session.execute(links).all()
    if not started:
        return None
    keeper, viewer = (token_of(row.public_id) for row in started)
    return NewGame(game_id=started[0].game_id, keeper_token=keeper, viewer_token=viewer)


def digest_of(plain: object) -> str:
    """A text of 64 signs that stands for plain data: definitions are kept under it, and games."""
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()


def add_game(
    session: Session,
    start_key: str,
    variant: Variant,
    title: str,
    started_at: datetime,
    log: Sequence[Recorded],
    *,
    copied: bool = False,
) -> NewGame:
    """Add a game with its two links and its log, once for each key.

    The log came through the keeper's link; where it is `copied`, through links that open nothing.
    """
    edition = digest_of(variant.definition)
    insert_once(session, EditionRow, {"digest": edition, "definition": variant.definition})
    game_id = new_id()
    values = {
        "public_id": game_id,
        "start_key": start_key,
        "variant_id": variant.id,
        "edition": edition,
        "options": dict(variant.turned),
        "title": title,
        "version": len(log),
        "started_at": started_at,
        "written_at": log[-1].at,
    }
    row = insert_once(session, GameRow, values)
    if row is None:
        # The same form was sent twice.
        standing = started_before(session, start_key)
        assert standing is not None
        return standing
    keeper = add_link(session, row, Role.KEEPER, 1)
    viewer = add_link(session, row, Role.VIEWER, 1)
    labels = sorted({recorded.label for recorded in log})
    writers = _copied_links(session, row, labels) if copied else dict.fromkeys(labels, keeper.id)
    rows = [_row(row, writers[recorded.label], recorded) for recorded in log]
    session.connection().execute(_INSERT, rows)
    return NewGame(
        game_id=game_id,
        keeper_token=token_of(keeper.public_id),
        viewer_token=token_of(viewer.public_id),
    )


def _copied_links(session: Session, game_row: int, labels: Sequence[str]) -> dict[str, int]:
    """Links that open nothing, so that a copied log goes on naming those who wrote."""
    rows = {}
    for number, label in enumerate(labels, 1):
        link = add_link(session, game_row, Role.COPIED, number, label)
        link.withdrawn_at = now()
        rows[label] = link.id
    return rows


_ADVANCE: Final = (
    sa.update(GameRow)
    .where(GameRow.id == sa.bindparam("row"))
    .values(version=sa.bindparam("to"), written_at=sa.bindparam("at"))
)
_INSERT: Final = sa.insert(EventRow)


_KNOWN: Final = (
    sa.select(*OPENED_GAME, GameRow.written_at, *cache.EDITION_COLUMNS, LinkRow.role)
    .join_from(LinkRow, GameRow, LinkRow.game_id == GameRow.id)
    .where(
        LinkRow.token_hash.in_(sa.bindparam("hashes", expanding=True)),
        LinkRow.withdrawn_at.is_(None),
    )
    # A keeper's link comes before the others to the same game.
    .order_by(GameRow.written_at.desc(), GameRow.id.desc(), LinkRow.role)
)


def write(
    access: Access, *entries: Event, key: str, base: int, book: ScoreBook | None = None
) -> Written | Stale:
    """Write an entry in the log of an opened game, or several, all or none of them.

    `key` (8 to 64 of `A-Za-z0-9_-`) was made by the client: sent twice, they are written once.
    `base` is the version that their writer had seen. Where a newer entry touches the same thing, or
    another stands under the key, the answer is `Stale` with that entry and nothing is written. A
    base that the log never had counts as 0, and is kept as that. `book` is the book, where it is at
    hand.
    Raises `NotAllowed` for a viewer's or a withdrawn link, and for a signature that does not come
    from the player's own seat; `Refused` for an entry that cannot follow the book as it stands, and
    `Outage` where others write in the game faster than this can follow.
    """
    idempotency_key(key)
    for entry in entries:
        # Only a seat's own player signs.
        check_writes(
            access.seat == entry.player if isinstance(entry, DealSigned) else access.writes
        )
    book = book or book_of(access)
    give_up = time.monotonic() + WAIT_SECONDS
    while True:
        # All other writers wait once the game is locked: what takes long is done before, and done
        # again where somebody has written in the game meanwhile.
        answer, new = _follow_all(access, book, entries, key, base)
        if isinstance(answer, Stale) or not new:
            return answer
        with appending() as connection:
            writer = lock_game(connection, access)
            if written := writer.version == book.version:
                _append(connection, access.row, writer.row, new)
            elif time.monotonic() > give_up:
                raise TimeoutError
        if written:
            after = cache.keep(access.game_id, access.label_version, answer.book)
            return replace(answer, book=after)
        with reading() as session:
            book = cache.load_or_refresh(session, access, writer.version, book)


def write_along(
    session: Session, access: Access, link_row: int, book: ScoreBook, entry: Event
) -> None:
    """Write an entry that belongs to another change, within its write and at the version of a book.

    It comes through the link of that row, which is that of the `access`. Raises as `write` does.
    """
    answer = _follow(access, book, entry, idempotency_key(None), book.version)
    assert isinstance(answer, Written)
    _append(session.connection(), access.row, link_row, [answer.recorded])


def _append(
    connection: sa.Connection, game_row: int, link_row: int, new: Sequence[Recorded]
) -> None:
    connection.execute(_INSERT, [_row(game_row, link_row, recorded) for recorded in new])
    last = new[-1]
    connection.execute(_ADVANCE, {"row": game_row, "to": last.number, "at": last.at})


def _follow_all(
    access: Access, before: ScoreBook, entries: Sequence[Event], key: str, base: int
) -> tuple[Written | Stale, list[Recorded]]:
    """What becomes of entries, each after the one before it, and which of them are new."""
    new: list[Recorded] = []
    stands = before
    answer: Written | Stale = Stale(book=before, theirs=())
    seen = base if 0 <= base <= before.version else 0
    unseen = before.events[seen:]
    for number, entry in enumerate(entries):
        answer = _follow(access, before, entry, key_of(number, key), seen + number, unseen)
        if isinstance(answer, Stale):
            return replace(answer, book=stands), []
        before = answer.book
        new += [] if answer.again else [answer.recorded]
    return answer, new


def _follow(
    access: Access,
    before: ScoreBook,
    entry: Event,
    key: str,
    base: int,
    unseen: Sequence[Recorded] = (),
) -> Written | Stale:
    """What becomes of an entry if nobody else writes first; arguments and errors as of `write`.

    `unseen` are those that others wrote meanwhile.
    """
    for standing in before.events:
        if standing.key == key:
            if entry.repeats(standing.event):
                return Written(book=before, recorded=standing, again=True)
            # Typed anew on a page from before it was sent, or before the answer came.
            return Stale(book=before, theirs=(standing,))
    if isinstance(entry, Undone):
        # What is taken back says itself what it was about.
        entry = before.undone(entry.entry)
    elif isinstance(entry, DealInserted):
        entry = before.inserted(entry)
    elif isinstance(entry, CardsDrawn):
        entry = before.drawing(entry)
    theirs = [each for each in unseen if each.event.conflict_keys & entry.conflict_keys]
    if theirs and entry.repeats(theirs[-1].event):
        return Written(book=before, recorded=theirs[-1], again=True)
    if theirs:
        return Stale(book=before, theirs=tuple(theirs[-limits.LOG_PART :]))
    if before.version >= limits.ENTRIES:
        raise LimitReached("no-entries", most=limits.ENTRIES)
    stamped = Recorded(
        number=before.version + 1,
        key=key,
        at=now(),
        link_id=access.link_id,
        link_label=access.label,
        base=base,
        event=entry,
    )
    return Written(book=follow(before, stamped), recorded=stamped)


def _row(game_row: int, link_row: int, recorded: Recorded) -> dict[str, Any]:
    """The row of an entry in the log of a game, with that of the link that it came through."""
    return {
        "game_id": game_row,
        "number": recorded.number,
        "link_id": link_row,
        "key": recorded.key,
        "at": recorded.at,
        "base": recorded.base,
        "body": recorded.event,
    }


def known_games(tokens: Sequence[str]) -> tuple[KnownGame, ...]:
    """The games that a browser holds links to, the one written in last first.

    Links that open nothing are left out. A game with two links is listed once, as its keeper's.
    At most `limits.KEYS_READ` links are looked at.
    """
    hashes = [hashed for token in tokens[: limits.KEYS_READ] if (hashed := token_hash(token))]
    if not hashes:
        return ()
    with reading() as session:
        rows: dict[int, Any] = {}
        for row in session.connection().execute(_KNOWN, {"hashes": hashes}):
            rows.setdefault(row.row, row)
        books = cache.read_books(session, rows)
    return tuple(
        KnownGame(
            game_id=row.game_id,
            title=books[row.row].title or row.title,
            role=Role(row.role),
            written_at=row.written_at,
            book=books[row.row],
        )
        for row in rows.values()
    )


def delete_game(access: Access) -> None:
    """Delete a game for good, with all that belongs to it.

    Raises `NotAllowed` but for its keeper.
    """
    if not access.keeps:
        raise NotAllowed("may-not-delete")
    with writing_in(access) as (session, _):
        leads_here = sa.update(GameRow).where(GameRow.next_game == access.game_id)
        session.execute(leads_here.values(next_game=None))
        rows = (EventRow, CountedHandRow, CodeRow, LinkRow)
        for column in (*(row.game_id for row in rows), GameRow.id):
            session.execute(sa.delete(column.class_).where(column == access.row))
    cache.forget_game(access.game_id, access.label_version)


def players_in(games: Sequence[KnownGame]) -> tuple[tuple[Seat, KnownGame], ...]:
    """Who played before without repeats, each in the first of some games that has the player."""
    players: dict[str, tuple[Seat, KnownGame]] = {}
    for game in games:
        for seat in game.book.players:
            players.setdefault(same_name(seat.name), (seat, game))
    return tuple(players.values())
