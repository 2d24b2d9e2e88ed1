"""Copies of games as plain data: written out, checked, and read in again as games of their own."""

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

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
from referee.scorebook.events.annotations import RulingKept
from referee.scorebook.events.base import Recorded, player_key
from referee.scorebook.events.deals import Started
from referee.scorebook.links import Access, Role, idempotency_key, token_hash
from referee.scorebook.models import EditionRow, EventRow, GameRow, LinkRow
from referee.scorebook.names import clean_names, clean_note, strip_invisible
from referee.scorebook.projection import ScoreBook, follow, read_book
from referee.scorebook.repository import NewGame, add_game, edition_of, started_before
from referee.scorebook.storage import reading, writing

FORMAT: Final = "rummy-referee games"
SCHEMA: Final = 1

EARLIER: Final = frozenset(
    {
        # six-to-ten, the contract games, basic-rummy, rummy-wild, shanghai-rum, other scores
        "9d4be79ac298bb27f339df847f728933660028daf95de3934980b725dc9f62cf",
        "214fc356a4ed6a81946d88de996e3188df6b9cd8422952207b4162a24697f202",
        "3417141a931310c739fae59b03ca91648bffbac6c8a5ffc9962e7f6ea8c73f0a",
        "f6cff5e04f131470250aa725d49768ed4fdcac3518e328d9c5bfbb2771c08597",
        "d91d4469149987e970e4ac415639c6081b79fa7ceed5453614fe71c1ae73fda8",
        "648d964380d047960b18cf7ee454af3456301c14d8bee227ac92eb3dff3be909",
        "0d70dd043bc61188d9b5502326e4f8c95a5f2b3d4b8366db4ed933ba48e55169",
        "40886c7f9c622a4f39232fe0b259aa7735b3a5007d68f3c866fb3683a0b0f61c",
        # the same before their rules were worded from their values
        "e1d5e9f5b3dbd1fdd5a25b571b94ef84d5646a78441d8cf8087ec652a563bc45",
        "c051f2ca4aff8f918c1ad6a4a6103da4f6d0592491cc2ec5e09bca820965ec6c",
        "56ef41535751ae1316907603c1bcc10b6db30da3b2aebaa744492fd8a909a1c9",
        "27a0cd5624332c652f186b21df011f36a49631f2c195f301f70d8903deb2cf3f",
        "b32b2fdfa7d57cb9eaf1abeb017c96508f7230360011f9c895e85ad9668495b2",
        "3fb88c415a92ad2eee3190e4ca8735525f30a38876a87d43df768063f52060df",
        "485d91ca2c629e56a6546a8c6c18a38a183e418294ac3c8760a49c75d39c2c35",
        "062daf0926bd877c14f9ca5397b2d209635154a04d509db0ec7efd6627f059aa",
        # six-to-ten, the contract games, rummy-wild and shanghai-rum before their texts were read
        # once more for who settles what
        "c75cec0a9326206256dd5a92868d0dcd24050de520a8e4ce4259464136cb7adc",
        "28e6b1b3ad725851637998d43e699cca12ab0a220f76f2597c2783052405664b",
        "614155c6fb24e3b0d1651adc825673610268d0f42d65669a6e3df15f2ae83545",
        "d0bb2ff14fdd53c2277ec54c68e85058a697daebe871d78782eeee92d7086ac4",
        "f1e8b93421b4d15cd2e388a1fde32660bccac737e5fc14adbedafe90abd4726c",
        "7b580844ef636db34ae1809c9c16f2691b0475a9c78ff10843077b9bce34cd3e",
    }
)
"""The digests of their definitions: a game file that changes adds here what it was before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedGame:
    """What became of one game of a copy: the game it is now, or why it could not be taken.

    `number` counts the games of the copy from 1; `line` is the line of its log that is wrong, or
    None. `waits`: there was no time left for it, and the same file brings it when sent once more.
    """

    number: int
    title: str
    started: NewGame | None = None
    says: str = ""
    line: int | None = None
    waits: bool = False


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
        sized_rows = session.execute(sized)
        sizes = {row.id: row.size for row in sized_rows}
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


Judge = Callable[[Variant, RulingKept], RulingKept]
"""What becomes of a ruling in a copy; raises `Refused` for one that cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sent:
    """Who sends a copy: the key of the form, and the secrets of the links held, by their hashes."""

    key: str
    ring: Mapping[str, str]


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
    sent = _Sent(key=idempotency_key(key), ring=hashes)
    games = _games_of(text)
    origins = [_short(f"copy {_digest(plain)}") for plain in games]
    with reading() as session:
        before = [
            _kept(session, origin, sent) or started_before(session, _start_key(origin, sent))
            for origin in origins
        ]
    new = before.count(None)
    if new > room:
        raise LimitReached(say("no-copy-room", given=new, room=room))
    until = time.thread_time() + limits.COPY_SECONDS
    taken: list[ImportedGame] = []
    begun = False
    for number, (plain, origin, started) in enumerate(zip(games, origins, before, strict=True), 1):
        named = ImportedGame(number=number, title=_title(plain))
        if started:
            taken.append(replace(named, started=started))
        elif begun and time.thread_time() > until:
            taken.append(replace(named, waits=True))
        else:
            taken.append(_taken(named, plain, origin, known, judge, sent))
            begun = True
    return tuple(taken)


def _games_of(text: str) -> list[Any]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused(say("no-copy")) from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise Refused(say("no-copy"))
    if whole.get("schema") != SCHEMA:
        raise Refused(say("no-copy-later"))
    games = whole.get("games")
    if not isinstance(games, list) or not _is_whole(games, whole.get("check")):
        raise Refused(say("no-copy-whole"))
    if len(games) > limits.KEYRING:
        raise Refused(say("no-copy-many", most=limits.KEYRING))
    lines = sum(_lines(plain) for plain in games)
    if lines > limits.COPY_ENTRIES:
        raise Refused(say("no-copy-lines", most=limits.COPY_ENTRIES, given=lines))
    return games


def _lines(plain: Any) -> int:
    log = plain.get("log") if isinstance(plain, dict) else None
    return len(log) if isinstance(log, list) else 0


def _is_whole(games: list[Any], check: object) -> bool:
    try:
        return check == _digest(games)
    except (UnicodeEncodeError, RecursionError):
        # Halves of signs, or more levels than this program ever writes: no copy of ours has them.
        return False


class _Unimportable(Exception):
    """Why a game cannot be taken; `line` is that of its log, or None."""

    def __init__(self, why: object, line: int | None = None) -> None:
        # It may name what the file holds.
        super().__init__(strip_invisible(str(why)))
        self.line = line


def _title(plain: Any) -> str:
    title = str(plain.get("title", "")) if isinstance(plain, dict) else ""
    return strip_invisible(title[: limits.NOTE_LENGTH])


def _taken(
    named: ImportedGame,
    plain: Any,
    origin: str,
    known: Mapping[str, Variant],
    judge: Judge,
    sent: _Sent,
) -> ImportedGame:
    try:
        return replace(named, started=_take(plain, origin, known, judge, sent))
    except _Unimportable as wrong:
        return replace(named, says=str(wrong), line=wrong.line)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError):
        return replace(named, says=say("no-copy-game"))


def _take(
    plain: Mapping[str, Any],
    origin: str,
    known: Mapping[str, Variant],
    judge: Judge,
    sent: _Sent,
) -> NewGame:
    try:
        variant = _known_variant(plain, known)
    except (SchemaError, OptionError) as error:
        raise _Unimportable(error) from error
    checked = _checked(variant, _log(plain["log"]), judge)
    title = clean_note(str(plain["title"])) or variant.name
    started_at = datetime.fromisoformat(plain["started_at"]).astimezone(UTC)
    start_key = _start_key(origin, sent)
    with writing() as session:
        return add_game(session, start_key, variant, title, started_at, checked, copied=True)


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _known_variant(plain: Mapping[str, Any], known: Mapping[str, Variant]) -> Variant:
    """The variant of a game, where this installation or this program has or had its definition.

    Raises `_Unimportable` where neither had it, `SchemaError` and `OptionError`.
    """
    digest, options = edition_of(plain["definition"]), plain["options"]
    named = str(plain["variant"])
    today = known.get(named)
    if today is not None and edition_of(today.definition) == digest:
        return rebuild(today, options)
    if digest in EARLIER:
        return build(plain["definition"], id=named, options=options)
    with reading() as session:
        kept = session.scalar(sa.select(EditionRow.definition).where(EditionRow.digest == digest))
    if kept is None or not limits.VARIANT.fullmatch(named):
        raise _Unimportable(say("no-copy-rules", variant=named[:40]))
    return build(kept, id=named, options=options)


def _log(lines: Sequence[Any]) -> list[Recorded]:
    if not isinstance(lines, list) or not 0 < len(lines) <= limits.ENTRIES:
        raise _Unimportable(say("no-copy-log", most=limits.ENTRIES))
    stamped = []
    for number, line in enumerate(lines, 1):
        try:
            stamped.append(_stamped(number, line))
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise _Unimportable(error, number) from error
    keys = [recorded.key for recorded in stamped]
    if len(set(keys)) < len(keys):
        raise _Unimportable(say("no-copy-game"))
    return stamped


def _stamped(number: int, line: Mapping[str, Any]) -> Recorded:
    at = datetime.fromisoformat(line["at"]).astimezone(UTC)
    key, base = str(line["key"]), line["base"]
    if not limits.KEY.fullmatch(key):
        raise Refused(say("no-key"))
    if type(base) is not int:
        raise Refused(say("no-copy-game"))
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


def _checked(variant: Variant, stamped: Sequence[Recorded], judge: Judge) -> list[Recorded]:
    """A log held to what holds for one that is written here, line by line, its rulings judged."""
    started = stamped[0].event
    if not isinstance(started, Started):
        raise _Unimportable(say("no-copy-game"), 1)
    try:
        names = [seat.name for seat in started.players]
        if clean_names(names) != tuple(names):
            raise Refused(say("no-copy-game"))
        keys = list(map(player_key, range(1, len(names) + 1)))
        if [seat.key for seat in started.players] != keys or started.first_dealer not in keys:
            raise Refused(say("no-copy-game"))
        book = read_book(variant, stamped[:1])
    except (ValueError, LookupError) as error:
        raise _Unimportable(error, 1) from error
    checked = [stamped[0]]
    for recorded in stamped[1:]:
        try:
            if isinstance(recorded.event, RulingKept):
                recorded = replace(recorded, event=judge(book.variant, recorded.event))
            book = follow(book, recorded)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise _Unimportable(error, recorded.number) from error
        checked.append(recorded)
    return checked


def _start_key(origin: str, sent: _Sent) -> str:
    # Anybody may hold a copy, so that alone hands nobody a game that stands already.
    return origin + _short(f"{origin} {sent.key}")


def _kept(session: Session, origin: str, sent: _Sent) -> NewGame | None:
    """The first game of the same origin that whoever sends it keeps already, or None."""
    kept = (
        sa.select(GameRow.start_key, LinkRow.token_hash)
        .join_from(LinkRow, GameRow, LinkRow.game_id == GameRow.id)
        .where(
            LinkRow.token_hash.in_(sent.ring),
            LinkRow.withdrawn_at.is_(None),
            LinkRow.role == Role.KEEPER.value,
            sa.func.substr(GameRow.start_key, 1, 32) == origin,
        )
        .order_by(GameRow.id)
    )
    row = session.execute(kept).first()
    before = started_before(session, row.start_key) if row else None
    # The keeper's link may be another by now than the one that the game was started with.
    return replace(before, keeper_token=sent.ring[row.token_hash]) if row and before else None
