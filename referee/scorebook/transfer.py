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
from referee.scorebook.first_edition import second_edition
from referee.scorebook.links import Access, Role, idempotency_key, token_hash
from referee.scorebook.models import EditionRow, EventRow, GameRow, LinkRow
from referee.scorebook.names import clean_names, clean_note, strip_invisible
from referee.scorebook.plain import ID as PLAIN
from referee.scorebook.plain import unnamed
from referee.scorebook.projection import ScoreBook, follow, read_book
from referee.scorebook.repository import NewGame, add_game, edition_of, started_before
from referee.scorebook.storage import reading, writing

seconds_spent: Final = getattr(time, "thread_time", time.process_time)
"""The processor time of this thread; in a browser, where there is one thread, of all."""

FORMAT: Final = "rummy-referee games"
SCHEMA: Final = 1

EDITIONS: Final = frozenset(
    {
        # six-to-ten
        "d03a4782eb6dff337d88ebd40cbe369305bde561e870b6a02fb76fbcb25e08af",
        "56e878cf240a72a3971fde487a520bcda4c8cd441dd95e392e65c0c3a0534004",
        "5317c702dbd0ec3e510270b27a5094839ad0c9d1f64c32e91a16fe66b762a434",
        "f4aad4338cf0e44d913caedfe5f88e2158651ead4a507cec711e904303e05c7a",
        "14a07392af1904d0898c0cbccd59245b732b9dc831d6c2a8ecf34143369da5bd",
        "c75cec0a9326206256dd5a92868d0dcd24050de520a8e4ce4259464136cb7adc",
        "12753e1a760215b21347c50caaa49826c6510961407bdede3b9dbf668142e138",
        "acb868ed0daaa34144cc6a9e8a989317fe10ecbc015149ece8296add828da742",
        # contract-rummy-bicycle
        "a3c896e7b0d45ad6ec9b437d0794bb586371868c74447fe68a7ee711dd575f0e",
        "10914e5070d76a5ecc1822226370172a68aba7d11e241a352085026b995e2f67",
        "34ff38185ffafe5c4e4e5b3adfa348c16d4126509832563a27a8084e3c2dbd9b",
        "5b6b3b1ca7472ecfd098686d9f1c93d59878d807988cc38fa51319b07177e3dd",
        "28e6b1b3ad725851637998d43e699cca12ab0a220f76f2597c2783052405664b",
        "ce8d6387879bd75e371bb6dccba9998ef7a91bb3902896aba7a0015e9218440d",
        "1429e36b6a52229babed5d89fa7b4718ad2780947e1e7b14970cdc06bbd2181d",
        "c0edb3c69f194dc77db4fbee25ddea29483df9f780f81bd320138cdab89ffff3",
        # contract-rummy-house
        "8e23cd461b9bd38c63f9a4ac8afd9da0c38d6a518ecfbebc6340c3896f6c47db",
        "aee7e12adb763b86a39d38c89f6c73d5e783e4b1ffedb1a44abee5e364ba9616",
        "f50b629057e8fef3542a9d2cb85789a6f3006652d7dbf72153004026b530a5a7",
        "2f95a23202c3da1e90d3e24a669e5d4305ff970c64d86588b05742ef11058c8b",
        "614155c6fb24e3b0d1651adc825673610268d0f42d65669a6e3df15f2ae83545",
        "c973a67e58b381897e74dbc6847c11933d1c4d615cc788ab66968fa61db1a1ee",
        "06bdcd403b8ade3adf5c3ee7c980324ce0071555866a3a7cb084240798b3ab9b",
        # contract-rummy-encyclopedia
        "3536023d6a2e23ffc217cb6985c9a51a6d094e57efbd0e8f5bafcf1a27c296da",
        "fdf1b93e2f132fe6b3c3ad3a1295f468928985e466b791091e43a28b617c1fbf",
        "f125a09a92c9597c725cc5d138f522fba7ef561179bee823eab33f9386e9640e",
        "7f95ae80ac69c024d81e6e3d59a196a20729421aedfc3999b5fe0541df1781be",
        "d0bb2ff14fdd53c2277ec54c68e85058a697daebe871d78782eeee92d7086ac4",
        "c9c723754fb1414b72fe1409142ea6f5c2b472e4cfe8a1043e291ada5d451319",
        "741bdb62c7cf6b03df50a8cddad7f28211b3d2cb388208ce017b845d8545c7ce",
        # basic-rummy
        "119fc14c3375b7f6b556e2513c15847c408c2745a21b3b8279d97b0ef8aa2600",
        "9d34b270345359712f9207dd3bafba9fc4ef97301ff619fa2a7bef384fd3af6f",
        "d65c8fc7aec7d6611a8ecefd360198f2567e665d9a223f5893f45f5e591f9d2f",
        "dc1c5fc428895f0e7c73035c0388138034ff429a4b7e827487cbefc4f859c2ed",
        "0aa01a68794c6d69d77d0d5833be25fdd58370c4ea63396c4221b602c60ea3ee",
        # rummy-wild
        "a75dc1aa64afcf63e6f73d79d52ada65fa22ce804e17342f17312f3058415880",
        "5fdf2e552b323d664efa7e418940530b5a1a7bc87b399bb59c4eec23ed4db145",
        "f1e8b93421b4d15cd2e388a1fde32660bccac737e5fc14adbedafe90abd4726c",
        "530bc877b91fe2f99def4519c99e35fef5466bf7bd75c77896bfcb4509fade59",
        "0b2327d97fcada29730cf54ca9458b7352a01934186d604aa5bad650f1ae1adb",
        "ca63c4bb2283c7c6754281cb90b826a6c79b25eb2313fd4a1702ecd36abfc3c4",
        "9f22da90433e61a6c11a8cee8be65620b26b793be005b453e6402d81939f1e2c",
        # shanghai-rum
        "78a1e7136f5ecd51f1019f7bee5b26575a7f9e6a3c543f2bb7cf5642968e6fa7",
        "06d07bd362a8ea1515299bd6930f9a61f47f73c20d379efdc86cd0a529fcb93e",
        "fee062b159dbbe52eda0c99107bc17bfa7fefb7a12202e4fbc2d959c60556693",
        "7b580844ef636db34ae1809c9c16f2691b0475a9c78ff10843077b9bce34cd3e",
        "5fe026cfc1eae2e99aa4931fdca15afaa2f3eaa5e40bcb0085f4afee27da06f0",
        "1cdeaf20685f4db1eac7c43cbcc1d254c4bbda4f7d70682829b63a85c79de7a4",
        # scores
        "fb1c8271c6c9dccb97e401bdc200689baff7f053bc11751ea71b8595603fa040",
        "aa4822fa95a673669465998382dcf8fdfae894f6b02d67e0ab43685e7cf095a6",
        "6d7cbeff2beae6d69ab43c214e5ce219fa07a084a5b3484144e3b672032017fc",
        "1aeed3bd3b574aa3184bfa004b61167f0c544fc973cc467064ce9bfff518a8b5",
        # five-hundred
        "ff41e43fa53a9ace74022d10ca8a507a755425f9c98c8f3d6ce2ec088c22b591",
        "5785fd17760b85c3a9cf50fca1146e6ea29033d2caae296b157f03d2de1e04e5",
        "173fe103d92d762d001466b92df0d6ca5377fce0f0a4c043db174988655c3628",
        # conquian
        "3c447695a26ebeaf1fa7a2a077c601adf05b30f078461079161fb444b4553362",
        "c71e8044d640f57c7ccb3c42d11d79ae488966548023d10350d35d42ab80fe69",
        "84dd4161197699c5dac7c8c7a757c67841de16c10d82b87b8d9fa2de27bbb9ca",
        "14b98dd91230f371a698ecc20ae9624780044b95d525ccff41edec91e8f9f688",
        # romme
        "603663a96584fb94ef4da5978532c72350023bd77fd0200aa97f41016ccb2e47",
        "1237d28a314dcc82c291fe418c721c2aaf7e7507719922fd70f846b512ae0434",
        # gin
        "c4315c3b47ab33410f18646c6661ad39e216d18853f9d499dffd6b0a7a75b748",
        # three-thirteen
        "3f64e05f306a66367ad3967446f071ca19af1f35b372b40f601ee00864f44552",
        # indian-rummy
        "21eb142212b350805155c525e8e19549d595a6920b05e11ef98d2f035049ba61",
        # five-crowns
        "3731d3750dae04fcf057e1ed439524395c2da15ae6c6f554ac10b39cc8138aa7",
        # kalooki-40
        "23c4fd7db61a5bf091dab39c95c03431c4ae585cae05babeef17b6209a850217",
        # scala-40
        "b30fc7ec2ae123e1a23291a5aede34872f0a1c3883f9c6938330e4cc318cfa00",
        "274c7fc63909d778cc42c1a87c6c87822f8ba61ae903303a947c6edd3554f17c",
        # remi-51
        "484133a7c55374d7d28cb6522700bfeb3c50683f19896e5d223df6e1e377d4ea",
        "1ff3cffc0a97d6199cd7ad605d0e8c7566461509c9c505188f72abd066e6236a",
        # liverpool
        "17c5b9456eefc90e23e640d222c6d17796836d7ffacba3bbf80d3fa6d9ac084a",
        # jo
        "4dc662f6900b5a9a48cfcbd8cfbb0125de3fb5177d449fa7284ea5d0170311e7",
        # twos-wild
        "343825cf0cc9ba576bc3705936d8ac725092b6ada4c4cb4f213ed7b5f70019c4",
        # hollywood
        "958a92e4d6f4287e02625d82f5ffe76f48e53e1e085a700e49df85b4db591fab",
        # may-i
        "f1bc5c15ec0cdb4dd43fb89b78c416c95494626d0d8183fc0a4afd04d5070cc7",
        # chinchon
        "425f38837560826a35d582f3b3dba060cc70b01cf5c4533f714db2dbacbf2fbe",
        # carioca
        "66f0bdade9a74082ffc3772bb7023e45b1a9c491065dec530327966346ed3597",
        "f0a0ac3a393a8c86b02ffb99624515d9c9f45da3c4e55bc80ef8a6892ffc4146",
        # continental
        "a6e7c2e6401df65dfb192d325d40f2331442a46a7d8c8ef975e673703e631e59",
        # kalooki-jamaica
        "8741d520340cc59ad4df527204f0caf5c8b0675e3f0d228d402e1abba67a231b",
        # red-aces
        "6e04c861e53893cc7022dc5ac864f9996a94670cde7d92d88cd3e3eef2628ea7",
        # zioncheck
        "4968c5bdf868ac7020613c2d1da056973be159caea88a94cb0ad49830cb0ca39",
        # king-rummy
        "e7eab927158e198daa8bf49b87e55998d437b3ed766548cc9907215098432f4a",
        # progressive
        "cd624fe4e379f1aaadbd42dd05c58bd742629d88ea02b054ebf7b0385a5dd1db",
        # frustration
        "7ad342e27e627bef4a9b680ac03f61cd326d1b9115430930ece4b418cdc2a6d3",
        # frustration-ten
        "80ddb95dab88b4eb1d351114ec52800c2d5a70fd89c36077810b8017d5520344",
        "701a79c96e41b811d845dccc46979ad91f04fabd2a537aad394365d6ac198d00",
    }
)
"""The digests of the definitions that any version had, those of the first edition as they are
stored since: a game file that changes adds here what it is now.
"""


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


Judge = Callable[[Variant, RulingKept, float], RulingKept]
"""What becomes of a ruling in a copy, with the seconds of computing that are left for the rulings
of its game; raises `Refused` for one that cannot be."""


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
    until = seconds_spent() + limits.COPY_SECONDS
    taken: list[ImportedGame] = []
    begun = False
    for number, (plain, origin, started) in enumerate(zip(games, origins, before, strict=True), 1):
        named = ImportedGame(number=number, title=_title(plain))
        if started:
            taken.append(replace(named, started=started))
        elif begun and seconds_spent() > until:
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
    named, options = str(plain["variant"]), plain["options"]
    definition = second_edition(plain["definition"], named)
    digest = edition_of(definition)
    today = known.get(named)
    if today is not None and edition_of(today.definition) == digest:
        return rebuild(today, options)
    with reading() as session:
        had = digest in EDITIONS or session.get(EditionRow, digest) is not None
    if not had and named.split("-")[0] == PLAIN:
        had = edition_of(unnamed(definition)) in EDITIONS
    if not had or not limits.VARIANT.fullmatch(named):
        raise _Unimportable(say("no-copy-rules", variant=named[:40]))
    return build(definition, id=named, options=options)


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
    left = limits.COPY_RULING_SECONDS
    for recorded in stamped[1:]:
        try:
            if isinstance(recorded.event, RulingKept):
                began = seconds_spent()
                recorded = replace(recorded, event=judge(book.variant, recorded.event, left))
                left -= seconds_spent() - began
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
