"""What a player said of a counted hand besides what is left of it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column."""
    op.add_column("counted_hand", sa.Column("besides", sa.JSON))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("counted_hand", "besides")
