"""Which game was started when another was over."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column."""
    op.add_column("game", sa.Column("next_game", sa.String(12)))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("game", "next_game")
