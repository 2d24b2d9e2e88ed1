"""Copies of games as plain data: written out, checked, and read in again as games of their own."""

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from referee.language import say
from referee.rules.building.build import build, rebuild
from referee.rules.schema.options import OptionError
from referee.rules.schema.reading import SchemaError
from referee.rules.schema.variant import Variant
from referee.scorebook import events as log
from referee.scorebook import limits
from referee.scorebook.cache import book_of
from referee.scorebook.errors import LimitReached, Refused
from referee.scorebook.events.base import Recorded, player_key
from referee.scorebook.events.deals import Started
from referee.scorebook.events.table import RulingKept
from referee.scorebook.first_edition import second_edition
from referee.scorebook.links import Access, Role, idempotency_key, token_hash
from referee.scorebook.models import EditionRow, EventRow, GameRow, LinkRow
from referee.scorebook.names import clean_names, clean_note, strip_invisible
from referee.scorebook.plain import ID as PLAIN
from referee.scorebook.plain import unnamed
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import follow, read_book
from referee.scorebook.repository import NewGame, add_game, digest_of, started_before
from referee.scorebook.storage import reading, writing

seconds_spent: Final = getattr(time, "thread_time", time.process_time)
"""The processor time of this thread; in a browser, where there is one thread, of all."""

FORMAT: Final = "rummy-referee games"
SCHEMA: Final = 1
ORIGIN: Final = 32
"""The signs of a start key that stand for a copied game alone."""

EDITIONS: Final = frozenset(
    line.split()[0]
    for line in Path(__file__).with_name("editions.txt").read_text("utf-8").splitlines()
)
"""The digests of the definitions that any version had, those of the first edition as they are
stored since: a game file that changes adds there what it is now.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedGame:
    """What became of one game of a copy: the game it is now, or why it could not be taken.

    `number` counts the games of the copy from 1; `line` is the line of its log that is wrong, or
    None. `waits`: there was no time left for it, and the same file brings it when sent once more.
    `was`: whether it is `new`, was `here` before as the copy has it, or was and has `changed`.
    """

    number: int
    title: str
    started: NewGame | None = None
    says: str = ""
    line: int | None = None
    waits: bool = False
    was: Literal["new", "here", "changed"] = "new"


def export_games(accesses: Sequence[Access]) -> str:
    """Some opened games as a text to keep: everything but their links."""
    games = [_plain(access, book_of(access)) for access in accesses]
    whole = {"format": FORMAT, "schema": SCHEMA, "games": games, "check": _digest(games)}
    return msgspec.json.format(msgspec.json.encode(whole), indent=0).decode()


def _plain(access: Access, book: ScoreBook) -> dict[str, Any]:
    return {
        "title": access.title,
        "started_at": access.started_at.isoformat(),
        "variant": book.variant.id,
        "options": dict(book.initial_variant.turned),
        "definition": book.variant.definition,
        "log": [
            {
                "at": stamped.at.isoformat(),
                "who": stamped.label,
                "key": stamped.key,
                "base": stamped.base,
                "entry": stamped.event,
            }
            for stamped in book.events
        ],
    }


def _digest(games: object) -> str:
    # No other thread runs while a long game is encoded: the encoder has to be a fast one.
    return hashlib.sha256(msgspec.json.encode(games, order="sorted")).hexdigest()


LINE_BYTES: Final = 400
"""The most of a line of a copied log besides its entry: field names, times, key and label."""
GAME_BYTES: Final = 4000
"""The most of a copied game besides its definition and its log."""


def export_parts(accesses: Sequence[Access], most: int) -> list[list[Access]]:
    """Opened games in their order, in parts whose copies have at most so many bytes each.

    A game that is larger by itself is a part of its own.
    """
    log = sa.func.sum(sa.func.length(sa.cast(EventRow.body, sa.Text)) + LINE_BYTES)
    rest = sa.func.max(sa.func.length(sa.cast(EditionRow.definition, sa.Text)) + GAME_BYTES)
    sized = (
        sa.select(GameRow.id, (log + rest).label("size"))
        .join_from(GameRow, EditionRow, GameRow.edition == EditionRow.digest)
        .join(EventRow, EventRow.game_id == GameRow.id)
        .where(GameRow.id.in_([access.row for access in accesses]))
        .group_by(GameRow.id)
    )
    with reading() as session:
        sizes = {row.id: row.size for row in session.execute(sized)}
    parts: list[list[Access]] = []
    filled = 0
    for access in accesses:
        size = sizes.get(access.row, 0)
        if not parts or filled + size > most:
            parts.append([])
            filled = 0
        parts[-1].append(access)
        filled += size
    return parts


Judge = Callable[[Variant, RulingKept, float], RulingKept]
"""What becomes of a ruling in a copy, with the seconds of computing that are left for the rulings
of its game; raises `Refused` for one that cannot be."""


def import_games(
    text: str,
    known: Mapping[str, Variant],
    judge: Judge,
    *,
    ring: Sequence[str] = (),
    key: str | None = None,
    room: int = limits.KEYRING,
) -> tuple[ImportedGame, ...]:
    """Start every game of a copy anew, each as it was, and overwrite none.

    Whoever keeps the game of a copy taken in before, by a secret on the `ring`, is handed that one;
    so is the same form sent twice, by its `key`. `known` are the variants of today, by id: rules
    that this installation never had are not taken from a file. Its rulings go through `judge`, for
    whoever changes a file can make its check fit. `room` is how many games more whoever brings them
    can keep. After `limits.COPY_SECONDS` no further game is begun: the rest waits for the same
    file to be sent once more. Raises `Refused` for a text that is no copy, or was changed since it
    was written, and `LimitReached` for more games than there is room for.
    """
    hashes = {hashed: token for token in ring[: limits.KEYS_READ] if (hashed := token_hash(token))}
    own_key, games = idempotency_key(key), _games_of(text)
    start_keys = [_start_key(plain, own_key) for plain in games]
    with reading() as session:
        before = [
            _kept(session, start_key, hashes) or started_before(session, start_key)
            for start_key in start_keys
        ]
        here = GameRow.public_id.in_([started.game_id for started in before if started])
        standing = sa.select(GameRow.public_id, GameRow.version).where(here)
        versions = {row.public_id: row.version for row in session.execute(standing)}
    new = before.count(None)
    if new > room:
        raise LimitReached("no-copy-room", given=new, room=room)
    until = seconds_spent() + limits.COPY_SECONDS
    taken: list[ImportedGame] = []
    begun = False
    each = zip(games, start_keys, before, strict=True)
    for number, (plain, start_key, started) in enumerate(each, 1):
        named = ImportedGame(number=number, title=_title(plain))
        if started:
            same = versions[started.game_id] == _lines(plain)
            taken.append(replace(named, started=started, was="here" if same else "changed"))
        elif begun and seconds_spent() > until:
            taken.append(replace(named, waits=True))
        else:
            taken.append(_taken(named, plain, start_key, known, judge))
            begun = True
    return tuple(taken)


def _games_of(text: str) -> list[Any]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("no-copy") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise Refused("no-copy")
    if whole.get("schema") != SCHEMA:
        raise Refused("no-copy-later")
    games = whole.get("games")
    try:
        is_whole = whole.get("check") == _digest(games)
    except (UnicodeEncodeError, RecursionError):
        # Halves of signs, or more levels than this program ever writes: no copy of ours has them.
        is_whole = False
    if not isinstance(games, list) or not is_whole:
        raise Refused("no-copy-whole")
    if len(games) > limits.KEYRING:
        raise Refused("no-copy-many", most=limits.KEYRING)
    lines = sum(_lines(plain) for plain in games)
    if lines > limits.COPY_ENTRIES:
        raise Refused("no-copy-lines", most=limits.COPY_ENTRIES, given=lines)
    return games


def _lines(plain: Any) -> int:
    log = plain.get("log") if isinstance(plain, dict) else None
    return len(log) if isinstance(log, list) else 0


def _title(plain: Any) -> str:
    title = str(plain.get("title", "")) if isinstance(plain, dict) else ""
    return strip_invisible(title[: limits.NOTE_LENGTH])


def _taken(
    named: ImportedGame, plain: Any, start_key: str, known: Mapping[str, Variant], judge: Judge
) -> ImportedGame:
    """A game held to what holds for one that is written here, line by line, its rulings judged."""
    number: int | None = None
    try:
        variant, lines = _known_variant(plain, known), plain["log"]
        if not isinstance(lines, list) or not 0 < len(lines) <= limits.ENTRIES:
            raise Refused("no-copy-log", most=limits.ENTRIES)
        number, left = 1, limits.COPY_RULING_SECONDS
        book = _begun(variant, _stamped(1, lines[0]))
        for number, line in enumerate(lines[1:], 2):
            recorded = _stamped(number, line)
            if isinstance(recorded.event, RulingKept):
                began = seconds_spent()
                recorded = msgspec.structs.replace(
                    recorded, event=judge(book.variant, recorded.event, left)
                )
                left -= seconds_spent() - began
            book = follow(book, recorded, copied=True)
        number = None
        if len({recorded.key for recorded in book.events}) < book.version:
            raise Refused("no-copy-game")
        title = clean_note(str(plain["title"])) or variant.name
        started_at = _time_of(plain["started_at"])
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        sentences = (Refused, SchemaError, OptionError) if number is None else (ValueError,)
        # It may name what the file holds.
        says = strip_invisible(str(error)) if isinstance(error, sentences) else say("no-copy-game")
        return replace(named, says=says, line=number)
    with writing() as session:
        started = add_game(session, start_key, variant, title, started_at, book.events, copied=True)
    return replace(named, started=started)


def _known_variant(plain: Mapping[str, Any], known: Mapping[str, Variant]) -> Variant:
    """The variant of a game, where this installation or this program has or had its definition.

    Raises `Refused` where neither had it, `SchemaError` and `OptionError`.
    """
    named, options = str(plain["variant"]), plain["options"]
    definition = second_edition(plain["definition"], named)
    digest = digest_of(definition)
    today = known.get(named)
    if today is not None and digest_of(today.definition) == digest:
        return rebuild(today, options)
    with reading() as session:
        had = digest in EDITIONS or session.get(EditionRow, digest) is not None
    if not had and named.split("-")[0] == PLAIN:
        had = digest_of(unnamed(definition)) in EDITIONS
    if not had or not limits.VARIANT.fullmatch(named):
        raise Refused("no-copy-rules", variant=named[:40])
    return build(definition, id=named, options=options)


def _time_of(text: str) -> datetime:
    """When something happened, which may stand on a page in any time zone."""
    try:
        at = datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refused("no-copy-game") from None
    if not MINYEAR < at.year < MAXYEAR:
        raise Refused("no-copy-game")
    return at


def _stamped(number: int, line: Mapping[str, Any]) -> Recorded:
    at = _time_of(line["at"])
    key, base = str(line["key"]), line["base"]
    if not limits.KEY.fullmatch(key):
        raise Refused("no-key")
    if type(base) is not int:
        raise Refused("no-copy-game")
    return Recorded(
        number=number,
        key=key,
        at=at,
        link_id="",
        link_label=clean_note(str(line["who"]))[: limits.NAME_LENGTH],
        # As `repository.write` keeps one that the log never had.
        base=base if 0 <= base < number else 0,
        event=log.read(line["entry"]),
    )


def _begun(variant: Variant, first: Recorded) -> ScoreBook:
    """The book of a game whose table has just sat down; raises `Refused` where none can have."""
    started = first.event
    if not isinstance(started, Started):
        raise Refused("no-copy-game")
    names = [seat.name for seat in started.players]
    keys = list(map(player_key, range(1, len(names) + 1)))
    if (
        clean_names(names) != tuple(names)
        or [seat.key for seat in started.players] != keys
        or started.first_dealer not in keys
    ):
        raise Refused("no-copy-game")
    return read_book(variant, [first])


def _start_key(plain: Any, own_key: str) -> str:
    """The key of a copied game: the first half of it is the same whoever sends the copy."""

    def half(text: str) -> str:
        return hashlib.sha256(text.encode()).hexdigest()[:ORIGIN]

    origin = half(f"copy {_digest(plain)}")
    # Anybody may hold a copy, so that alone hands nobody a game that stands already.
    return origin + half(f"{origin} {own_key}")


def _kept(session: Session, start_key: str, ring: Mapping[str, str]) -> NewGame | None:
    """The first game of the same copy that whoever holds the secrets of a ring keeps, or None."""
    kept = (
        sa.select(GameRow.start_key, LinkRow.token_hash)
        .join_from(LinkRow, GameRow, LinkRow.game_id == GameRow.id)
        .where(
            LinkRow.token_hash.in_(ring),
            LinkRow.withdrawn_at.is_(None),
            LinkRow.role == Role.KEEPER.value,
            sa.func.substr(GameRow.start_key, 1, ORIGIN) == start_key[:ORIGIN],
        )
        .order_by(GameRow.id)
    )
    row = session.execute(kept).first()
    before = started_before(session, row.start_key) if row else None
    # The keeper's link may be another by now than the one that the game was started with.
    return replace(before, keeper_token=ring[row.token_hash]) if row and before else None
