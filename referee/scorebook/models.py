"""The tables of the score book, in SQLite or PostgreSQL."""

from datetime import UTC, datetime
from typing import Annotated, Any

import sqlalchemy as sa
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """What every table shares."""

    metadata = sa.MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base)


class Moment(sa.TypeDecorator[datetime]):
    """A moment, given in UTC; SQLite keeps it without its zone."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment with its zone."""
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


_OfGame = Annotated[
    int, mapped_column(sa.ForeignKey("game.id"), primary_key=True, autoincrement=False)
]


class EditionRow(Base):
    """A variant as it was when games were started under it, kept once for all of them."""

    __tablename__ = "edition"
    __table_args__ = {"comment": __doc__}  # noqa: RUF012  Read once by SQLAlchemy.

    digest: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    definition: Mapped[dict[str, Any]] = mapped_column(sa.JSON)


class GameRow(Base):
    """A game. `naming` goes up when a link is called otherwise, for the log names links.

    `next_game` is the public id of the one that was started when it was over.
    """

    __tablename__ = "game"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(sa.String(12), unique=True)
    start_key: Mapped[str] = mapped_column(sa.String(64), unique=True)
    variant_id: Mapped[str] = mapped_column(sa.String(80))
    edition: Mapped[str] = mapped_column(sa.ForeignKey("edition.digest"))
    options: Mapped[dict[str, Any]] = mapped_column(sa.JSON)
    title: Mapped[str] = mapped_column(sa.String(200))
    version: Mapped[int]
    label_version: Mapped[int] = mapped_column("naming", server_default="0")
    started_at: Mapped[datetime] = mapped_column(Moment)
    written_at: Mapped[datetime] = mapped_column(Moment)
    next_game: Mapped[str | None] = mapped_column(sa.String(12))


class LinkRow(Base):
    """A link to a game; `number` counts those of its role, and is the player's of a seat."""

    __tablename__ = "link"
    __table_args__ = (sa.UniqueConstraint("game_id", "role", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(sa.String(12), unique=True)
    game_id: Mapped[int] = mapped_column(sa.ForeignKey("game.id"))
    role: Mapped[str] = mapped_column(sa.String(20))
    number: Mapped[int]
    token_hash: Mapped[str] = mapped_column(sa.String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(Moment)
    withdrawn_at: Mapped[datetime | None] = mapped_column(Moment)
    name: Mapped[str | None] = mapped_column(sa.String(40))
    used_at: Mapped[datetime | None] = mapped_column(Moment)


class EventRow(Base):
    """An event of a game's log, with the link that it came through."""

    __tablename__ = "entry"
    __table_args__ = (sa.UniqueConstraint("game_id", "key"),)

    game_id: Mapped[_OfGame]
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    link_id: Mapped[int] = mapped_column(sa.ForeignKey("link.id"))
    key: Mapped[str] = mapped_column(sa.String(64))
    at: Mapped[datetime] = mapped_column(Moment)
    base: Mapped[int]
    body: Mapped[dict[str, Any]] = mapped_column(sa.JSON)


class CodeRow(Base):
    """The short code under which phones take their seats; it follows from `public_id`."""

    __tablename__ = "code"

    game_id: Mapped[_OfGame]
    public_id: Mapped[str] = mapped_column(sa.String(12))
    code_hash: Mapped[str] = mapped_column(sa.String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(Moment)


class CountedHandRow(Base):
    """The last hand that a player counted, kept until that player counts another."""

    __tablename__ = "counted_hand"

    game_id: Mapped[_OfGame]
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player: Mapped[str] = mapped_column(sa.String(12), primary_key=True)
    points: Mapped[int]
    cards: Mapped[str | None] = mapped_column(sa.String(1000))
    sum: Mapped[str | None] = mapped_column(sa.String(100))
    besides: Mapped[dict[str, str] | None] = mapped_column(sa.JSON)
    out: Mapped[bool]
    version: Mapped[int]
    at: Mapped[datetime] = mapped_column(Moment)
    typed: Mapped[int | None]
    denied: Mapped[int | None]
