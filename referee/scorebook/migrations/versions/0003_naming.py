"""Games know how often the names of their links changed, so that every process reads them anew."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the count; no name of a game written so far changed since."""
    op.add_column("game", sa.Column("naming", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Drop it; not by copying the table, for links refer to its rows."""
    op.drop_column("game", "naming")
