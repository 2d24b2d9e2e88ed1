"""Games with their links and the log of their entries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "edition",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("definition", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_edition")),
        comment="A variant as it was when games were started under it, kept once for all of them.",
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("public_id", sa.String(12), nullable=False),
        sa.Column("start_key", sa.String(64), nullable=False),
        sa.Column("variant_id", sa.String(80), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["edition"], ["edition.digest"], op.f("fk_game_edition_edition")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("public_id", name=op.f("uq_game_public_id")),
        sa.UniqueConstraint("start_key", name=op.f("uq_game_start_key")),
    )
    op.create_table(
        "link",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("public_id", sa.String(12), nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("withdrawn_at", MOMENT),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], op.f("fk_link_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link")),
        sa.UniqueConstraint("public_id", name=op.f("uq_link_public_id")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_link_token_hash")),
        sa.UniqueConstraint("game_id", "role", "number", name=op.f("uq_link_game_id_role_number")),
    )
    op.create_table(
        "entry",
        sa.Column("game_id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("link_id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], op.f("fk_entry_game_id_game")),
        sa.ForeignKeyConstraint(["link_id"], ["link.id"], op.f("fk_entry_link_id_link")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_entry")),
        sa.UniqueConstraint("game_id", "key", name=op.f("uq_entry_game_id_key")),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("entry", "link", "game", "edition"):
        op.drop_table(table)
