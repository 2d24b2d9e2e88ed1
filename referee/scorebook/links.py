"""The links that open a game, and their secrets.

A secret is derived from the installation's own key and the link's public id, so that the keeper's
page can show it again while the database holds nothing but its hash: a stolen copy of the database
opens no game. Withdrawing a link marks its row; renewing it makes a new row, and so a new secret.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

import sqlalchemy as sa
from flask import current_app
from sqlalchemy.orm import Session

from referee.language import Phrase
from referee.scorebook import limits
from referee.scorebook.errors import LimitReached, NotAllowed, Refused
from referee.scorebook.events.base import label_text, player_key
from referee.scorebook.models import CodeRow, GameRow, LinkRow
from referee.scorebook.storage import connected, now, reading, writing

ALPHABET: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""Letters and digits of which none looks like another."""
ID_LENGTH: Final = 12
TOKEN_LENGTH: Final = 26
"""26 of 58 signs hold 152 bits."""

_TOKEN: Final = re.compile(f"[{ALPHABET}]{{{TOKEN_LENGTH}}}")


class Role(StrEnum):
    """What a link lets its holder do: by the alphabet, what allows more comes first."""

    KEEPER = "keeper"
    """Read and write, share the game and delete it."""
    SCORER = "scorer"
    """Read and write."""
    SEAT = "seat"
    """Read, count the hand of the player on one seat, and sign deals in that player's name."""
    VIEWER = "viewer"
    """Read only."""
    COPIED = "copied"
    """None of these: it only names somebody in a log that was brought from a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """A game opened by a link.

    `game_id` is the public id of 12 letters and digits, for addresses. `link_name` is whose phone
    the link is for, None where nobody said. `version` is the number of the last event when it was
    opened; `label_version` goes up when a link is called otherwise, for the log names links.
    `has_code`: a code for the phones at the table was made, which may open nothing any more.
    `next_game` is the public id of the game that was started when this one was over, or empty.
    `started_at` is in UTC. `row` is the game's row.
    """

    game_id: str
    role: Role
    link_id: str
    link_number: int
    link_name: str | None = None
    version: int
    label_version: int
    title: str
    started_at: datetime
    row: int = field(repr=False)
    has_code: bool = False
    next_game: str = ""

    @property
    def writes(self) -> bool:
        """Whether this link may write."""
        return self.role in (Role.KEEPER, Role.SCORER)

    @property
    def keeps(self) -> bool:
        """Whether this link may share the game and delete it."""
        return self.role is Role.KEEPER

    @property
    def seat(self) -> str:
        """The key of the player whose seat this link is, or the empty text."""
        return player_key(self.link_number) if self.role is Role.SEAT else ""

    @property
    def label(self) -> str | Phrase:
        """How the log names the link."""
        return label_of(self.role, self.link_number, self.link_name)


OPENED_GAME: Final = (
    GameRow.id.label("row"),
    GameRow.public_id.label("game_id"),
    GameRow.version,
    GameRow.label_version.label("label_version"),
    GameRow.title,
    GameRow.started_at,
    sa.func.coalesce(GameRow.next_game, sa.literal_column("''")).label("next_game"),
)
"""The columns of a game that an `Access` has of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link to a game that still opens it.

    `token` is its secret, or None where this installation's secret key was replaced after the link
    was made: it still opens, yet cannot be shown again, only renewed. `name` is whose phone it is
    for, or empty. `used_at` is when it was last used, None for never.
    """

    link_id: str
    role: Role
    label: str
    name: str = ""
    used_at: datetime | None = None
    token: str | None = field(repr=False)


def new_id() -> str:
    """A public id for a game or link, not to be guessed (70 bits)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def token_of(link_id: str) -> str:
    """The secret of a link."""
    return derived(f"link {link_id}", TOKEN_LENGTH)


def derived(text: str, length: int, alphabet: str = ALPHABET) -> str:
    """Signs that nobody can tell from a text without the installation's own key."""
    key = current_app.config["SECRET_KEY"]
    secret = key.encode() if isinstance(key, str) else key
    number = int.from_bytes(hmac.digest(secret, text.encode(), "sha256"), "big")
    signs = []
    for _ in range(length):
        number, sign = divmod(number, len(alphabet))
        signs.append(alphabet[sign])
    return "".join(signs)


def idempotency_key(key: str | None) -> str:
    """The client's key, or one of our own where there is none."""
    if key is None:
        return secrets.token_hex()
    if not limits.KEY.fullmatch(key):
        raise Refused("no-key")
    return key


_OPENED: Final = (
    sa.select(
        *OPENED_GAME,
        LinkRow.role,
        LinkRow.public_id.label("link_id"),
        LinkRow.number.label("link_number"),
        LinkRow.name.label("link_name"),
        CodeRow.game_id.is_not(None).label("has_code"),
    )
    .join_from(LinkRow, GameRow, LinkRow.game_id == GameRow.id)
    .outerjoin(CodeRow, CodeRow.game_id == GameRow.id)
    .where(LinkRow.token_hash == sa.bindparam("hashed"), LinkRow.withdrawn_at.is_(None))
)


def open_game(token: str) -> Access | None:
    """Open a game by the secret of a link; None where no such link opens anything (any more)."""
    hashed = token_hash(token)
    if hashed is None:
        return None
    with connected() as connection:
        opened = connection.execute(_OPENED, {"hashed": hashed}).mappings().first()
    return Access(**{**opened, "role": Role(opened["role"])}) if opened else None


def token_hash(token: str) -> str | None:
    """What the database keeps of a secret, or None for a text that is none."""
    return _hash(token) if _TOKEN.fullmatch(token) else None


def label_of(role: str, number: int, name: str | None = None) -> str | Phrase:
    """How the log names a link; `number` counts those of its role, `name` is whose phone it is."""
    if role == Role.SEAT:
        return Phrase.of("link-seat", name=name or "")
    if name:
        return name
    label = Phrase(f"link-{role}")
    return label if number == 1 else Phrase.of("link-renewed", link=label, number=number)


def add_link(
    session: Session,
    game_row: int,
    role: Role,
    number: int,
    name: str = "",
    link_id: str | None = None,
) -> LinkRow:
    """Make a link within a write."""
    link_id = link_id or new_id()
    row = LinkRow(
        public_id=link_id,
        game_id=game_row,
        role=role.value,
        number=number,
        token_hash=_hash(token_of(link_id)),
        made_at=now(),
        name=name or None,
    )
    session.add(row)
    session.flush()
    return row


def replace_secret(link: LinkRow) -> None:
    """Give a link another secret within a write; the one before opens nothing from then on."""
    link.public_id = new_id()
    link.token_hash = _hash(token_of(link.public_id))
    link.made_at, link.withdrawn_at = now(), None


_WRITER: Final = (
    sa.select(GameRow.version, LinkRow.id.label("row"))
    .join_from(GameRow, LinkRow, LinkRow.game_id == GameRow.id)
    .where(
        GameRow.id == sa.bindparam("row"),
        LinkRow.public_id == sa.bindparam("link_id"),
        LinkRow.withdrawn_at.is_(None),
    )
    .with_for_update(of=GameRow)
)


def check_writes(allowed: bool | str) -> None:
    """Raise `NotAllowed` where a link is not allowed to write what it writes."""
    if not allowed:
        raise NotAllowed("may-not-write")


def lock_game(connection: sa.Connection, access: Access) -> sa.Row[int, int]:
    """Lock a game until a write ends: gives its `version`, and the `row` of the link.

    Raises `NotAllowed` where the link was withdrawn since it opened the game. In SQLite nobody
    writes in any game meanwhile: read and compute before.
    """
    writer = connection.execute(_WRITER, {"row": access.row, "link_id": access.link_id}).first()
    if writer is None:
        raise NotAllowed("may-not-any-more")
    return writer


@contextmanager
def writing_in(access: Access) -> Iterator[tuple[Session, sa.Row[int, int]]]:
    """A write in a game that is locked for it; raises as `writing` and `lock_game` do."""
    with writing() as session:
        yield session, lock_game(session.connection(), access)


def links_of(access: Access) -> tuple[Link, ...]:
    """The links that open a game now, the keeper's first. Raises `NotAllowed` for a viewer."""
    _check_keeps(access)
    with reading() as session:
        rows = _links(session, access.row)
    return tuple(_link(row) for row in rows if row.withdrawn_at is None)


def viewer_token(access: Access) -> str | None:
    """The secret of the newest link of a game that only reads; whoever writes may pass it on.

    None for others, where there is no such link, and where its secret cannot be shown again.
    """
    return _newest_viewer(access.game_id) if access.writes else None


def next_token(access: Access) -> str | None:
    """The secret of the link to the next game at this table that follows on this one.

    Whoever saw a game to its end may go on watching, and whoever wrote in it or kept it, that too.
    None as in `viewer_token`.
    """
    if not access.next_game:
        return None
    own = sa.select(LinkRow.public_id, LinkRow.token_hash).where(
        LinkRow.public_id == _next_id(access.next_game, access.link_id),
        LinkRow.withdrawn_at.is_(None),
    )
    with reading() as session:
        found = session.execute(own).first()
    return _known_token(*found) if found else _newest_viewer(access.next_game)


def carry_writers(session: Session, access: Access, game_row: int, next_game: str) -> None:
    """Make links to the next game for all who write in this one besides us.

    Its keeper keeps the next game too: where we are a second scorer here, we are one there.
    Done twice, it is done once.
    """
    made = {row.public_id for row in _links(session, game_row)}
    for row in _links(session, access.row):
        link_id = _next_id(next_game, row.public_id)
        writes = row.role != Role.VIEWER and row.withdrawn_at is None
        if writes and row.public_id != access.link_id and link_id not in made:
            links = _links(session, game_row)
            if row.role == Role.KEEPER:
                ours = links[0]
                ours.number, ours.role = _next_number(links, Role.SCORER), Role.SCORER.value
                ours.name = access.link_name
            role = Role(row.role)
            number = _next_number(links, role)
            add_link(session, game_row, role, number, row.name or "", link_id)


def _next_id(next_game: str, link_id: str) -> str:
    """The public id of the link to the next game that follows on a link to this one."""
    return derived(f"next link {next_game} {link_id}", ID_LENGTH)


def _newest_viewer(game_id: str) -> str | None:
    newest = (
        sa.select(LinkRow.public_id, LinkRow.token_hash)
        .join_from(LinkRow, GameRow, LinkRow.game_id == GameRow.id)
        .where(
            GameRow.public_id == game_id,
            LinkRow.role == Role.VIEWER.value,
            LinkRow.withdrawn_at.is_(None),
        )
        .order_by(LinkRow.number.desc())
    )
    with reading() as session:
        found = session.execute(newest).first()
    return _known_token(*found) if found else None


def _links(session: Session, game_row: int) -> list[LinkRow]:
    of_the_game = sa.select(LinkRow).where(
        LinkRow.game_id == game_row, LinkRow.role.not_in((Role.COPIED.value, Role.SEAT.value))
    )
    return list(session.scalars(of_the_game.order_by(LinkRow.role, LinkRow.number)))


@contextmanager
def _changing(access: Access) -> Iterator[tuple[Session, list[LinkRow]]]:
    """A write in which the keeper changes the links of a game; raises `NotAllowed` for others."""
    _check_keeps(access)
    with writing_in(access) as (session, _):
        yield session, _links(session, access.row)


def new_link(access: Access, role: Role, *, key: str | None = None) -> Link:
    """Make one more link for a `role`, once for each `key`; never for the keeper, who has one.

    Raises `NotAllowed` for anybody but the keeper, and `Refused` for a damaged key.
    """
    with _changing(access) as (session, rows):
        # The row has no place for a key, so the id comes out of it.
        link_id = derived(f"new link {access.game_id} {role} {idempotency_key(key)}", ID_LENGTH)
        for made in rows:
            if made.public_id == link_id:
                return _link(made)
        _check_room(rows)
        number = _next_number(rows, role)
        return _link(add_link(session, access.row, role, number, link_id=link_id))


def renew_link(access: Access, link_id: str) -> Link:
    """Withdraw a link and make another for its role; asked twice, it is done once.

    Raises `NotAllowed` for a viewer, and `Refused` where the game has no such link.
    """
    with _changing(access) as (session, rows):
        old = _of_id(rows, link_id)
        if old.withdrawn_at is not None:
            return _link([row for row in rows if row.role == old.role][-1])
        if old.role != Role.KEEPER:
            # Without that one nobody could withdraw any other.
            _check_room(rows)
        old.withdrawn_at = now()
        number = _next_number(rows, Role(old.role))
        return _link(add_link(session, access.row, Role(old.role), number, old.name or ""))


def withdraw_link(access: Access, link_id: str) -> None:
    """Let a link open nothing from now on. The keeper's own can only be renewed."""
    with _changing(access) as (_, rows):
        old = _of_id(rows, link_id)
        if old.role == Role.KEEPER:
            raise Refused("no-link-keeper")
        if old.withdrawn_at is None:
            old.withdrawn_at = now()


def name_link(access: Access, link_id: str, name: str) -> None:
    """Say whose phone a link is for, so that the log names it; empty for nobody's."""
    with _changing(access) as (session, rows):
        _of_id(rows, link_id).name = name or None
        labels_changed(session, access)


def hand_over(access: Access, link_id: str) -> None:
    """Make a second scorer the keeper, and this keeper a second scorer; no link changes hands.

    Asked twice it is done once, for then this link keeps no more.
    """
    with _changing(access) as (session, rows):
        mine, theirs = _of_id(rows, access.link_id), _of_id(rows, link_id)
        if mine.role != Role.KEEPER:
            raise NotAllowed("may-not-see-links")
        if theirs.role != Role.SCORER or theirs.withdrawn_at is not None:
            raise Refused("no-link-scorer")
        for row, role in ((mine, Role.SCORER), (theirs, Role.KEEPER)):
            row.number, row.role = _next_number(rows, role), role.value
        labels_changed(session, access)


def labels_changed(session: Session, access: Access) -> None:
    """Have the book read anew, for the lines of its log name the links."""
    more = {"label_version": GameRow.label_version + 1}
    session.execute(sa.update(GameRow).where(GameRow.id == access.row).values(more))


USE_SECONDS: Final = 0.5
"""How long to wait for a turn to write down that a link was used, which nobody waits for."""


def use_link(access: Access) -> None:
    """Keep that a link was used just now, to the minute."""
    with reading() as session:
        used = sa.select(LinkRow.used_at).where(LinkRow.public_id == access.link_id)
        before = session.scalar(used)
    if before and now() - before < timedelta(minutes=1):
        return
    with writing(USE_SECONDS) as session:
        link = sa.update(LinkRow).where(LinkRow.public_id == access.link_id)
        session.execute(link.values(used_at=now()))


def _check_keeps(access: Access) -> None:
    if not access.keeps:
        raise NotAllowed("may-not-see-links")


def _of_id(rows: Sequence[LinkRow], link_id: str) -> LinkRow:
    for row in rows:
        if row.public_id == link_id:
            return row
    raise Refused("no-link")


def _check_room(rows: Sequence[LinkRow]) -> None:
    if len(rows) >= limits.LINKS:
        raise LimitReached("no-links", most=limits.LINKS)


def _next_number(rows: Sequence[LinkRow], role: Role) -> int:
    return max((row.number for row in rows if row.role == role), default=0) + 1


def _link(row: LinkRow) -> Link:
    return Link(
        link_id=row.public_id,
        role=Role(row.role),
        label=label_text(label_of(row.role, row.number, row.name)),
        name=row.name or "",
        used_at=row.used_at,
        token=_known_token(row.public_id, row.token_hash),
    )


def _known_token(public_id: str, token_hash: str) -> str | None:
    """The secret of a link, unless it was made under another secret key."""
    token = token_of(public_id)
    return token if _hash(token) == token_hash else None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
