"""Games for programs: start one, read it, write in it, each with the secret of one of its links.

A program sends the secret as `Authorization: Bearer …`. No cookie is read, so that no page of
another site can use them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import msgspec
from flask import Response, abort, make_response, request
from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from referee.language import say
from referee.rules.building.house_rules import house_rules
from referee.rules.questions.json_types import WHOLE, Schema
from referee.rules.schema.options import OptionError
from referee.scorebook import events
from referee.scorebook.cache import book_of
from referee.scorebook.checked import WrongField, parse_whole, read_as
from referee.scorebook.errors import NotAllowed, Refused
from referee.scorebook.events.base import Event
from referee.scorebook.events.deals import CardsDrawn, DealInserted
from referee.scorebook.events.table import with_new_options
from referee.scorebook.events.undoing import Undone
from referee.scorebook.links import Access, open_game
from referee.scorebook.names import clean_note
from referee.scorebook.plain import is_named, plain_game
from referee.scorebook.projection import ScoreBook
from referee.scorebook.repository import Stale, start_game, write
from referee.variants import load
from referee.web.api_types import (
    SAMPLE_ENTRY,
    SAMPLE_START,
    EntryConflict,
    EntrySent,
    EntryWritten,
    Game,
    GameDeal,
    GameLogLine,
    GamePlayer,
    GamePoints,
    GameStart,
    GameStarted,
    LogAsked,
    NextDeal,
    Secrets,
    Wrong,
    read_event,
)
from referee.web.endpoints import endpoint, schema_ref
from referee.web.games.pages import blueprint, guesses, starts
from referee.web.parsing import parse_json
from referee.web.rate_limit import writes
from referee.web.security import mark_secret

T = TypeVar("T")
Answer = tuple[Response, int]

_LAST_LINES: Final = LogAsked()


def _wrong(status: int, field: str, says: str) -> Response:
    """What is wrong with a request: the field, and a sentence."""
    return make_response({"error": {"field": field, "message": says}}, status)


@blueprint.errorhandler(WrongField)
def _say_wrong_field(wrong: WrongField) -> Response:
    return _wrong(422, wrong.field, str(wrong))


@contextmanager
def _about(field: str) -> Iterator[None]:
    """Say of what is refused which field it is about."""
    try:
        yield
    except NotAllowed as refused:
        abort(_wrong(403, "", str(refused)))
    except (Refused, OptionError) as refused:
        raise WrongField(field, str(refused)) from refused


_WRONG: Final = {"413": "api-entry-large", "429": "api-too-many-writes", "503": "api-book-out"}
_SEEN: Final[Schema] = {
    "name": "version",
    "in": "query",
    "description": "api-version-seen",
    "schema": WHOLE,
}
_LOG_PART: Final = [
    {"name": name, "in": "query", "schema": schema}
    for name, schema in msgspec.json.schema(LogAsked)["$defs"]["LogAsked"]["properties"].items()
]


def _content(kind: type[Struct], example: Schema) -> Schema:
    return {"schema": schema_ref(kind.__name__), "example": example}


@endpoint(
    blueprint,
    "POST",
    "/api/games",
    sends=_content(GameStart, SAMPLE_START),
    answers={"201": ("api-started", "GameStarted"), "422": "api-start-wrong", **_WRONG},
)
def api_start() -> Answer:
    """Start a game: `game` and `players`, and `options`, `first_dealer`, `note`, `key` at wish.

    Any other game may be `called` as the table does, and its points written by `parts`.
    """
    starts.count()
    asked = _sent(GameStart)
    if asked.first_dealer >= len(asked.players):
        raise WrongField("first_dealer", say("field-dealer", most=len(asked.players) - 1))
    with _about("note"):
        note = clean_note(asked.note)
    with _about("called"):
        plain = plain_game(clean_note(asked.called), tuple(map(clean_note, asked.parts)))
        if (asked.called or asked.parts) and asked.game != plain_game().id:
            raise Refused("field-called", game=plain_game().id)
    with _about("options"):
        variant = plain if asked.game == plain_game().id else load(asked.game)
        chosen = with_new_options(variant, asked.options)
    with _about("players"):
        started = start_game(
            chosen, asked.players, asked.first_dealer, key=asked.key or None, note=note
        )
    mark_secret()
    secrets = Secrets(keeper=started.keeper_token, viewer=started.viewer_token)
    return _answer(GameStarted(id=started.game_id, secrets=secrets)), 201


@endpoint(
    blueprint,
    "GET",
    "/api/games/<game_id>",
    opens=True,
    parameters=(_SEEN, *_LOG_PART),
    answers={
        "200": ("api-game", "Game"),
        "204": "api-unchanged",
        "404": "api-no-game",
        "422": "api-read-wrong",
        "429": _WRONG["429"],
        "503": _WRONG["503"],
    },
)
def api_read(game_id: str) -> Answer:
    """The game as it stands; 204 where `version` is still its version.

    `after` and `limit` choose a part of the log, its last entries where nothing is chosen.
    """
    access = _opened(game_id)
    named = [name for name in LogAsked.__struct_fields__ if name in request.args]
    asked = read_as(LogAsked, {name: parse_whole(request.args[name]) for name in named})
    if request.args.get("version") == str(access.version):
        return Response(mimetype="application/json"), 204
    return _answer(_game(access, book_of(access), asked)), 200


@endpoint(
    blueprint,
    "POST",
    "/api/games/<game_id>/entries",
    opens=True,
    sends=_content(EntrySent, SAMPLE_ENTRY),
    answers={
        "200": ("api-again", "EntryWritten"),
        "201": ("api-saved", "EntryWritten"),
        "403": "api-read-only",
        "404": "api-no-game",
        "409": ("api-conflict", "EntryConflict"),
        "422": "api-entry-wrong",
        **_WRONG,
    },
)
def api_write(game_id: str) -> Answer:
    """Write one entry: `key`, `base` and `entry`; 409 and both where another phone was first."""
    access = _opened(game_id)
    writes.count()
    asked = _sent(EntrySent)
    event = read_event(asked.entry)
    with _about("entry"):
        written = write(access, event, key=asked.key, base=asked.base)
    theirs = written.theirs if isinstance(written, Stale) else (written.recorded,)
    used = any(entry.key == asked.key and _is_other(event, entry.event) for entry in theirs)
    if used or isinstance(written, Stale):
        field, message = ("key", "field-key-used") if used else ("entry", "field-stale")
        conflict = EntryConflict(
            error=Wrong(field=field, message=say(message)),
            theirs=[events.write(entry.event) for entry in theirs],
            version=written.book.version,
        )
        return _answer(conflict), 409
    answer = EntryWritten(
        number=written.recorded.number, again=written.again, game=_game(access, written.book)
    )
    return _answer(answer), 200 if written.again else 201


def _is_other(sent: Event, stands: Event) -> bool:
    """Whether an entry is not the very same that stands."""
    if isinstance(sent, Undone | CardsDrawn):
        return not sent.repeats(stands)
    if isinstance(sent, DealInserted) and isinstance(stands, DealInserted):
        # The book has added to what was sent.
        sent = replace(sent, moves=stands.moves)
    return sent != stands


def _sent(kind: type[T]) -> T:
    """What was sent, every field checked before anything is made of it."""
    sent = parse_json()
    if sent is None:
        raise WrongField("", say("field-object"))
    return read_as(kind, sent)


def _opened(game_id: str) -> Access:
    sent = request.authorization
    access = open_game(sent.token or "") if sent and sent.type == "bearer" else None
    if access is None or access.game_id != game_id:
        guesses.count()
        abort(_wrong(404, "", say("field-no-game")))
    return access


def _answer(value: Struct) -> Response:
    return Response(msgspec.json.encode(value), mimetype="application/json")


def _game(access: Access, book: ScoreBook, asked: LogAsked = _LAST_LINES) -> Game:
    after = book.version - asked.limit if asked.after is UNSET else asked.after
    return Game(
        id=access.game_id,
        version=book.version,
        title=book.title or access.title,
        game=book.variant.id,
        called=book.variant.own_name if is_named(book.variant) else "",
        options={name: book.variant.chosen[name] for name in house_rules(book.variant).first},
        players=[
            GamePlayer(key=seat.key, name=seat.name, plays=seat.key not in book.state.away)
            for seat in book.everyone
        ],
        deals=msgspec.convert(book.deals, list[GameDeal], from_attributes=True),
        given=[GamePoints(id=id, **asdict(given)) for id, given in book.state.given.items()],
        totals=book.totals,
        final=book.final if book.finished else {},
        places=dict(book.standings.places),
        finished=book.finished,
        winners=book.standings.winners,
        next=_next(book),
        log=[
            GameLogLine(
                number=line.number,
                at=line.at.isoformat(timespec="milliseconds"),
                who=line.who,
                says=line.says,
                stands=line.stands,
            )
            for line in book.log_part(after + 1, after + asked.limit)
        ],
    )


def _next(book: ScoreBook) -> NextDeal | None:
    if book.next_deal is None or book.dealer is None or book.leader is None:
        return None
    return NextDeal(
        number=book.next_deal, slip=book.next_deal_id, dealer=book.dealer, leader=book.leader
    )
