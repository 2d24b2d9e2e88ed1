"""Links know whose phone they are for, and when they were last used."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the two columns."""
    op.add_column("link", sa.Column("name", sa.String(40)))
    op.add_column("link", sa.Column("used_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    """Drop them; not by copying the table, for entries refer to its rows."""
    op.drop_column("link", "used_at")
    op.drop_column("link", "name")
