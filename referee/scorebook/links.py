"""The links that open a game, and their secrets.

A secret is derived from the installation's own key and the link's public id, so that the keeper's
page can show it again while the database holds nothing but its hash: a stolen copy of the database
opens no game. Withdrawing a link marks its row; renewing it makes a new row, and so a new secret.
"""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

import sqlalchemy as sa
from flask import current_app
from sqlalchemy.engine import Connection

from referee.scorebook import limits
from referee.scorebook.refusals import LimitReached, NotAllowed, Refused
from referee.scorebook.storage import game, link, now, reading, writing
from referee.scorebook.wording import says

ALPHABET: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""Letters and digits of which none looks like another."""
ID_LENGTH: Final = 12
TOKEN_LENGTH: Final = 26
"""26 of 58 signs hold 152 bits."""

_TOKEN: Final = re.compile(f"[{ALPHABET}]{{{TOKEN_LENGTH}}}")


class Role(StrEnum):
    """What a link lets its holder do."""

    KEEPER = "keeper"
    """Read and write."""
    VIEWER = "viewer"
    """Read only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """A game opened by a link.

    `game_id` is the public id of 12 letters and digits, for addresses. `version` is the number of
    the last entry when it was opened. `started_at` and `written_at` are in UTC. `row` is the
    game's row in the database.
    """

    game_id: str
    role: Role
    link_id: str
    version: int
    title: str
    started_at: datetime
    written_at: datetime
    row: int = field(repr=False)

    @property
    def writes(self) -> bool:
        """Whether this link may write."""
        return self.role is Role.KEEPER


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link to a game that still opens it.

    `token` is its secret, or None where this installation's secret key was replaced after the link
    was made: it still opens, yet cannot be shown again, only renewed.
    """

    link_id: str
    role: Role
    label: str
    made_at: datetime
    token: str | None = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """The link that a locked game is written through: its row and label, and the game's version."""

    row: int
    label: str
    version: int


def new_id() -> str:
    """A public id for a game or link, not to be guessed (70 bits)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def token_of(link_id: str) -> str:
    """The secret of a link."""
    key = current_app.config["SECRET_KEY"]
    secret = key.encode() if isinstance(key, str) else key
    number = int.from_bytes(hmac.digest(secret, f"link {link_id}".encode(), "sha256"), "big")
    signs = []
    for _ in range(TOKEN_LENGTH):
        number, sign = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[sign])
    return "".join(signs)


def hash_of(token: str) -> str | None:
    """What the database keeps of a secret, or None for a text that is none."""
    return _hash(token) if _TOKEN.fullmatch(token) else None


def label_of(role: str, number: int) -> str:
    """How the log names a link; `number` counts those of its role."""
    name = says(f"link.{role}")
    return name if number == 1 else says("link.renewed", link=name, number=number)


def add_link(connection: Connection, game_row: int, role: Role, number: int) -> tuple[int, Link]:
    """Make a link within a write; gives its row too."""
    link_id = new_id()
    token = token_of(link_id)
    made_at = now()
    values = {
        "public_id": link_id,
        "game_id": game_row,
        "role": role.value,
        "number": number,
        "token_hash": _hash(token),
        "made_at": made_at,
    }
    row = connection.execute(sa.insert(link).values(values)).inserted_primary_key
    made = Link(
        link_id=link_id, role=role, label=label_of(role, number), made_at=made_at, token=token
    )
    return row[0], made  # type: ignore[index]


_WRITER: Final = (
    sa.select(game.c.version, link.c.id, link.c.role, link.c.number)
    .join_from(game, link, link.c.game_id == game.c.id)
    .where(
        game.c.id == sa.bindparam("row"),
        link.c.public_id == sa.bindparam("link_id"),
        link.c.withdrawn_at.is_(None),
    )
    .with_for_update(of=game)
)


def lock_game(connection: Connection, access: Access) -> Writer:
    """Lock a game for writing until the write ends.

    Raises `NotAllowed` where the link only reads, or was withdrawn since it opened the game.
    """
    if not access.writes:
        raise NotAllowed(says("may.not.write"))
    found = connection.execute(_WRITER, {"row": access.row, "link_id": access.link_id}).first()
    if found is None:
        raise NotAllowed(says("may.not.any.more"))
    version, row, role, number = found
    return Writer(row=row, label=label_of(role, number), version=version)


def links_of(access: Access) -> tuple[Link, ...]:
    """The links that open a game now, the keeper's first. Raises `NotAllowed` for a viewer."""
    if not access.writes:
        raise NotAllowed(says("may.not.see.links"))
    with reading() as connection:
        found = connection.execute(
            sa.select(link)
            .where(link.c.game_id == access.row, link.c.withdrawn_at.is_(None))
            .order_by(link.c.role, link.c.number)
        ).all()
    return tuple(map(_link, found))


def renew_link(access: Access, link_id: str) -> Link:
    """Withdraw a link and make another for its role; asked twice, it is done once.

    Raises `NotAllowed` for a viewer, and `Refused` where the game has no such link.
    """
    with writing() as connection:
        lock_game(connection, access)
        found = connection.execute(
            sa.select(link).where(link.c.game_id == access.row).order_by(link.c.number)
        ).all()
        old = next((row for row in found if row.public_id == link_id), None)
        if old is None:
            raise Refused(says("no.link"))
        newest = [row for row in found if row.role == old.role][-1]
        if newest.public_id != link_id:
            return _link(newest)
        if len(found) >= limits.LINKS:
            raise LimitReached(says("no.links", most=limits.LINKS))
        connection.execute(sa.update(link).where(link.c.id == old.id).values(withdrawn_at=now()))
        return add_link(connection, access.row, Role(old.role), old.number + 1)[1]


def _link(row: Any) -> Link:
    token = token_of(row.public_id)
    return Link(
        link_id=row.public_id,
        role=Role(row.role),
        label=label_of(row.role, row.number),
        made_at=row.made_at,
        token=token if _hash(token) == row.token_hash else None,
    )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
