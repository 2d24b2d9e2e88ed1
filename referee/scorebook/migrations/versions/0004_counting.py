"""Codes under which phones take their seats, and the hands that they counted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "code",
        sa.Column("game_id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("public_id", sa.String(12), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], op.f("fk_code_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_code")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_code_code_hash")),
    )
    op.create_table(
        "counted_hand",
        sa.Column("game_id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("deal", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player", sa.String(12), nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("cards", sa.String(1000)),
        sa.Column("sum", sa.String(100)),
        sa.Column("out", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], op.f("fk_counted_hand_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "deal", "player", name=op.f("pk_counted_hand")),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("counted_hand", "code"):
        op.drop_table(table)
