"""Links know whose phone they are for, and when they were last used."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the two columns."""
    with op.batch_alter_table("link") as link:
        link.add_column(sa.Column("name", sa.String(40)))
        link.add_column(sa.Column("used_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    """Drop them."""
    with op.batch_alter_table("link") as link:
        link.drop_column("used_at")
        link.drop_column("name")
