"""What a scorer entered otherwise than a phone counted, and what its player denied of that."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

COLUMNS = ("typed", "denied")


def upgrade() -> None:
    """Add the two columns."""
    for name in COLUMNS:
        op.add_column("counted_hand", sa.Column(name, sa.Integer))


def downgrade() -> None:
    """Drop them."""
    for name in COLUMNS:
        op.drop_column("counted_hand", name)
